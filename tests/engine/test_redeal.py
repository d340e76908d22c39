"""Secrecy: whatever a seat cannot see may be dealt otherwise, and its view stays the same (T2).

Two proofs. In the first the hidden tiles of a position are shuffled among the hidden places, in
agreement with nothing else. In the second the round is dealt otherwise from the start and played
again, action by action: another world that is possible by all that is public, down to every pass.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random

import pytest

from engine import apply, legal, start
from engine.actions import DRAW, FINISH, OPENS, PASS, PLAYS, Action, IllegalAction, Open, Play
from engine.deal import Deal
from engine.match import Match
from engine.tiles import DOUBLES, Tile, mask_of, pips_in, tiles_in
from engine.trains import NobodyCanOpen, State
from engine.view import Laid, View, view
from tests.engine.positions import matches, new_match, played

Show = Callable[[State, int | None], View]


class Leak(AssertionError):
    """A view that differs where nothing differs that its seat could know."""


def same(show: Show, twin: State, state: State, seat: int | None) -> None:
    """The seat sees the same in both positions."""
    if show(twin, seat) != show(state, seat):
        raise Leak(f"seat {seat} tells these apart: {twin}, {state}")


# --- What is hidden -----------------------------------------------------------------------------


def receivers(state: State) -> list[int | None]:
    """For each place of the deal, hands first and then the stock, the seat that its tile came to;
    None for what still lies in the boneyard or unused."""
    dealt: list[int | None] = [seat for seat, hand in enumerate(state.deal.hands, 1) for _ in hand]
    if state.deal.game == "longana":
        return dealt + [None] * len(state.deal.stock)
    first = state.deal.search_from or 1
    taken = len(state.deal.stock) - len(state.stock)
    drawn = [seat for seat, action in state.history if action == DRAW]
    searched = [(first - 1 + at) % state.seats + 1 for at in range(state.seats)]
    search = [searched[at % state.seats] for at in range(taken - len(drawn))]
    return dealt + search + drawn + [None] * len(state.stock)


def with_places(deal: Deal, tiles: list[Tile]) -> Deal:
    """The deal with these tiles in its places."""
    hands = []
    for hand in deal.hands:
        hands.append(tuple(tiles[: len(hand)]))
        tiles = tiles[len(hand) :]
    return deal._replace(hands=tuple(hands), stock=tuple(tiles))


def in_places(deal: Deal) -> list[Tile]:
    """The tiles of a deal, place by place."""
    return [tile for hand in (*deal.hands, deal.stock) for tile in hand]


def unseen(state: State, seat: int | None) -> list[Tile]:
    """The tiles that a seat, or a spectator, cannot know: the other hands until the round is
    over, and the boneyard or the unused tiles for ever."""
    aside = state.deal.stock if state.deal.game == "longana" else state.stock
    over = state.phase == "over"
    hands = [
        tile
        for owner, hand in enumerate(state.hands, 1)
        if owner != seat and not over
        for tile in tiles_in(hand)
    ]
    return [*hands, *aside]


def shuffled(state: State, seat: int | None, dice: Random) -> State:
    """The position with all that is hidden from this seat shuffled, in it and in its deal."""
    hidden = unseen(state, seat)
    others = hidden.copy()
    dice.shuffle(others)
    new = dict(zip(hidden, others, strict=True))
    twin = state.copy()
    if state.phase != "over":
        twin.hands = tuple(
            hand if owner == seat else mask_of(new[tile] for tile in tiles_in(hand))
            for owner, hand in enumerate(state.hands, 1)
        )
    twin.stock = tuple(new[tile] for tile in state.stock)
    if state.drawn and seat != state.turn:
        twin.drawn = new.get(state.drawn, state.drawn)
    places = in_places(state.deal)
    free = [at for at, owner in enumerate(receivers(state)) if owner is None or owner != seat]
    if state.phase == "over":
        free = [at for at in free if places[at] in new]
    tiles = [places[at] for at in free]
    dice.shuffle(tiles)
    for at, tile in zip(free, tiles, strict=True):
        places[at] = tile
    twin.deal = with_places(state.deal, places)
    return twin


# --- First proof: positions ---------------------------------------------------------------------


def check_shuffled(show: Show, state: State, seat: int | None, dice: Random) -> bool:
    """The view is equal after a shuffle, and so is every refusal; whether anything was moved."""
    twin = shuffled(state, seat, dice)
    same(show, twin, state, seat)
    if seat is not None and seat == state.turn:
        for action in (dice.choice(OPENS), dice.choice(dice.choice(PLAYS)), DRAW, PASS, FINISH):
            assert refusal(twin, seat, action) == refusal(state, seat, action)
    return twin.hands != state.hands or twin.stock != state.stock


def refusal(state: State, seat: int, action: Action) -> tuple[str, str] | None:
    """The code and the text of a refusal; None if the action is legal."""
    try:
        apply(state, seat, action)
    except IllegalAction as refused:
        return refused.code, str(refused)
    return None


def check_match(show: Show, match: Match, share: float = 1.0) -> int:
    """The first proof in every position of a match, or in a share of them, for every seat and for
    a spectator; how many shuffles moved something."""
    dice = Random(f"shuffle {match}")
    moved = 0
    for state, _ in played(match):
        if share < 1 and dice.random() > share:
            continue
        for seat in (None, *range(1, match.seats + 1)):
            moved += check_shuffled(show, state, seat, dice)
    return moved


@pytest.mark.parametrize(
    ("game", "seats", "count", "share"),
    [
        ("longana", 2, 30, 1),
        ("longana", 3, 30, 1),
        ("longana", 4, 30, 1),
        ("mexican-train", 2, 1, 1),
        ("mexican-train", 3, 1, 1),
        ("mexican-train", 4, 1, 1),
        ("mexican-train", 5, 1, 0.1),
        ("mexican-train", 6, 1, 1),
        ("mexican-train", 7, 1, 0.1),
        ("mexican-train", 8, 1, 0.1),
        ("mexican-train", 9, 1, 0.1),
        ("mexican-train", 10, 1, 0.5),
    ],
)
def test_hidden_tiles_do_not_change_a_view(game: str, seats: int, count: int, share: float) -> None:
    """In every position, or in the given share of them, for every seat and for a spectator."""
    moved = sum(
        check_match(view, new_match(game, seats, f"redeal {at}"), share) for at in range(count)
    )

    assert moved > 400


@pytest.mark.soak
def test_hidden_tiles_do_not_change_a_view_for_long() -> None:
    """The same over many more matches, with every number of seats and in every position."""
    times = int(os.environ.get("RAMAL_SOAK", "10"))
    for match in matches("soak redeal", longana=32 * times, mexican_train=times):
        assert check_match(view, match)


# --- Second proof: possible worlds --------------------------------------------------------------


def public(state: State) -> tuple[object, ...]:
    """All that lies open on the table or was seen by everybody, straight from the position."""
    return (
        (state.deal.game, state.deal.round, state.deal.search_from),
        (state.opener, state.phase, state.turn, state.hub),
        (state.ends, state.open, state.exposed),
        tuple(hand.bit_count() for hand in state.hands),
        len(state.stock),
        state.history,
        state.hands if state.phase == "over" else None,
    )


def worlds(state: State, seat: int | None, dice: Random, tries: int) -> Iterator[State]:
    """Other deals, in which this seat is dealt and draws the same, that lead to the same table by
    the same actions, all of them legal: whoever passed or drew had to, and the same seat opened."""
    receiver = receivers(state)
    places = in_places(state.deal)
    free = [at for at, owner in enumerate(receiver) if owner is None or owner != seat]
    still_hidden = set(unseen(state, seat))
    hidden = [at for at in free if places[at] in still_hidden]
    for _ in range(tries):
        tiles = places.copy()
        for _ in range(dice.choice([1, 1, 2, 4])):
            pool = hidden if len(hidden) > 1 and dice.random() < 0.8 else free
            one, other = dice.sample(pool, 2)
            if indifferent(state.deal, one, other):
                continue
            tiles[one], tiles[other] = tiles[other], tiles[one]
        if tiles == places:
            continue
        twin = replayed(with_places(state.deal, tiles), state)
        if twin is not None and public(twin) == public(state):
            yield twin


def indifferent(deal: Deal, one: int, other: int) -> bool:
    """Whether two places of a deal are in the same hand, or both in Longana's unused tiles."""
    size = len(deal.hands[0])
    where = {min(place // size, len(deal.hands)) for place in (one, other)}
    return len(where) == 1 and (where != {len(deal.hands)} or deal.game == "longana")


def replayed(deal: Deal, state: State) -> State | None:
    """The same actions from another deal; None if some of them would not have been legal."""
    try:
        twin = start(deal)
        for seat, action in state.history:
            twin = apply(twin, seat, action)
    except (IllegalAction, NobodyCanOpen):
        return None
    return twin


def check_worlds(show: Show, match: Match, share: float, tries: int) -> Counter[str]:
    """The second proof at a share of the positions of a match; how many worlds were found."""
    dice = Random(f"worlds {match}")
    found: Counter[str] = Counter()
    for state, _ in played(match):
        if state.phase != "over" and dice.random() > share:
            continue
        assert replayed(state.deal, state) == state
        for seat in (None, *range(1, match.seats + 1)):
            for twin in worlds(state, seat, dice, tries):
                same(show, twin, state, seat)
                found["worlds"] += 1
                found["other hands"] += twin.hands != state.hands
                found["another boneyard"] += twin.stock != state.stock
                found["after a pass"] += any(action == PASS for _, action in state.history)
                found["after a draw"] += any(action == DRAW for _, action in state.history)
                found["after a search"] += any(view(state, None).searched)
                found["at the end"] += state.phase == "over"
    return found


@pytest.mark.parametrize(
    ("game", "count", "share", "tries", "least"),
    [
        (
            "longana",
            30,
            0.1,
            5,
            {"worlds": 6000, "other hands": 3000, "after a pass": 3000},
        ),
        (
            "mexican-train",
            1,
            0.015,
            6,
            {
                "worlds": 3000,
                "other hands": 2000,
                "another boneyard": 2000,
                "after a pass": 2000,
                "after a draw": 2000,
                "after a search": 500,
                "at the end": 500,
            },
        ),
    ],
)
def test_possible_worlds_do_not_change_a_view(
    game: str, count: int, share: float, tries: int, least: dict[str, int]
) -> None:
    """Enough other deals agree with all that is public, and in each of them the seat sees the
    same as in the one that was dealt."""
    found: Counter[str] = Counter()
    for match in matches("worlds", longana=count, mexican_train=count):
        if match.game == game:
            found += check_worlds(view, match, share, tries)

    assert all(found[what] >= number for what, number in least.items()), found


@pytest.mark.soak
def test_possible_worlds_do_not_change_a_view_for_long() -> None:
    """The same over many more matches and positions."""
    times = int(os.environ.get("RAMAL_SOAK", "10"))
    for match in matches("soak worlds", longana=8 * times, mexican_train=times):
        assert check_worlds(view, match, 0.1, 10)["worlds"]


# --- The proofs can fail ------------------------------------------------------------------------


def shows_the_tile_drawn(state: State, seat: int | None) -> View:
    """Leaks the tile that somebody just drew."""
    return replace(view(state, seat), drawn=state.drawn)


def shows_what_others_can_do(state: State, seat: int | None) -> View:
    """Leaks the legal actions of the seat to move."""
    return replace(view(state, seat), legal=legal(state))


def shows_the_next_hand(state: State, seat: int | None) -> View:
    """Leaks a whole hand."""
    return replace(view(state, seat), hand=tuple(tiles_in(state.hands[(seat or 0) % state.seats])))


def shows_hands_early(state: State, seat: int | None) -> View:
    """Leaks all hands before the round is over."""
    return replace(view(state, seat), hands=tuple(tuple(tiles_in(h)) for h in state.hands))


def counts_pips(state: State, seat: int | None) -> View:
    """Leaks the worth of the hands in the place of their sizes."""
    return replace(view(state, seat), counts=tuple(pips_in(hand) for hand in state.hands))


def counts_doubles(state: State, seat: int | None) -> View:
    """Leaks how many doubles are left in all hands."""
    held = sum((hand & DOUBLES).bit_count() for hand in state.hands)
    return replace(view(state, seat), stock=held)


def shows_the_next_tile(state: State, seat: int | None) -> View:
    """Leaks whether the boneyard's next tile, or the first unused one, is a double."""
    aside = state.deal.stock if state.deal.game == "longana" else state.stock
    return replace(view(state, seat), stock=bool(aside) and aside[0].is_double)


def shows_how_it_came(state: State, seat: int | None) -> View:
    """Leaks for the tiles on the table whether they were dealt to whom played them or drawn."""
    seen = view(state, seat)
    trains = tuple(
        replace(
            train,
            tiles=tuple(
                Laid(laid.tile, laid.seat * (laid.tile in state.deal.hands[laid.seat - 1]))
                for laid in train.tiles
            ),
        )
        for train in seen.trains
    )
    return replace(seen, trains=trains)


def shows_who_could_have_opened(state: State, seat: int | None) -> View:
    """Leaks how many doubles the seats were dealt."""
    dealt = tuple(sum(tile.is_double for tile in hand) for hand in state.deal.hands)
    return replace(view(state, seat), searched=dealt)


LEAKS = [
    ("longana", shows_what_others_can_do),
    ("longana", shows_the_next_hand),
    ("longana", shows_hands_early),
    ("longana", counts_pips),
    ("longana", counts_doubles),
    ("longana", shows_the_next_tile),
    ("longana", shows_who_could_have_opened),
    ("mexican-train", shows_the_tile_drawn),
    ("mexican-train", shows_what_others_can_do),
    ("mexican-train", shows_the_next_hand),
    ("mexican-train", shows_hands_early),
    ("mexican-train", counts_pips),
    ("mexican-train", counts_doubles),
    ("mexican-train", shows_the_next_tile),
    ("mexican-train", shows_how_it_came),
    ("mexican-train", shows_who_could_have_opened),
]


@pytest.mark.parametrize(("game", "leaky"), LEAKS)
def test_a_leak_is_found_by_shuffling(game: str, leaky: Show) -> None:
    """Each view that shows a little too much fails the first proof within a match."""
    match = new_match(game, 3, "leak")

    assert check_match(view, match, 0.2)
    with pytest.raises(Leak):
        check_match(leaky, match)


@pytest.mark.parametrize(("game", "leaky"), LEAKS)
def test_a_leak_is_found_among_possible_worlds(game: str, leaky: Show) -> None:
    """And the second one, where the worlds agree with every pass and every draw."""
    match = new_match(game, 3, "leak")

    with pytest.raises(Leak):
        check_worlds(leaky, match, 0.2, 20)


# --- The proofs' own tools ----------------------------------------------------------------------


def test_what_a_seat_cannot_see() -> None:
    """Every tile is in the own hand, on the table or hidden; nothing of the own hand is hidden,
    and every place of the deal is accounted for."""
    for match in matches("unseen", longana=2, mexican_train=1):
        for at, (state, action) in enumerate(played(match)):
            if action is not None and at % 9:
                continue
            table = {a.tile for _, a in state.history if isinstance(a, Open | Play)}
            for seat in (None, 1, match.seats):
                own = set(tiles_in(state.hands[seat - 1])) if seat else set()
                hidden = unseen(state, seat)
                if state.phase != "over":
                    assert {*own, *table, *hidden} == set(in_places(state.deal))
                    assert len(hidden) == len(set(hidden))
                assert not set(hidden) & (own | table)
            came = Counter(receivers(state))
            for seat in range(1, match.seats + 1):
                played_by = sum(s == seat and isinstance(a, Open | Play) for s, a in state.history)
                assert came[seat] - played_by == state.hands[seat - 1].bit_count()


def test_receivers_follow_the_tiles() -> None:
    """The tile in a place is held, or was played, by the seat that it came to."""
    for match in matches("receivers", longana=2, mexican_train=1):
        for state, action in played(match):
            if action is not None and len(state.history) % 25:
                continue
            owner = {t: s for s, hand in enumerate(state.hands, 1) for t in tiles_in(hand)}
            owner |= {a.tile: s for s, a in state.history if isinstance(a, Open | Play)}
            for tile, seat in zip(in_places(state.deal), receivers(state), strict=True):
                assert owner.get(tile) == seat
