"""Computers: what they choose, what they say of it, and that they know no more than their seat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import permutations
from random import Random

import pytest

from engine import GAMES, apply, legal, start
from engine.actions import Action, Finish, Open, Play
from engine.computers import LEVELS, MINDS, Advice, Reason, choose, longana, mexican_train
from engine.computers.chains import longest_chain
from engine.computers.deals import Known, dealt, known
from engine.computers.lessons import lessons
from engine.computers.reasons import CODES
from engine.tiles import SHOWING, Tile, mask_of, tiles_in
from engine.trains import State
from engine.view import view
from tests.engine.positions import matches, new_match, played, round_of
from tests.engine.test_redeal import Leak, shuffled, worlds

TABLES = [("longana", 2), ("longana", 4), ("mexican-train", 2), ("mexican-train", 4)]


def decisions(game: str, seats: int, seed: str, share: float) -> Iterator[State]:
    """Positions of a random match in which there is something to decide, or a share of them."""
    dice = Random(f"decisions {game} {seats} {seed}")
    for state, _ in played(new_match(game, seats, seed)):
        if state.turn is not None and len(legal(state)) > 1 and dice.random() < share:
            yield state


def advice(state: State, level: str) -> Advice:
    """What a computer of this level does here, by dice that follow from the place in the round."""
    assert state.turn is not None
    return choose(view(state, state.turn), level, Random(f"{len(state.history)}"))


# --- Fair ---------------------------------------------------------------------------------------


def others(state: State, dice: Random) -> Iterator[State]:
    """The position with what its seat cannot see dealt otherwise: anyhow, and so that every
    action since the opening could have been taken as it was."""
    yield shuffled(state, state.turn, dice)
    yield from worlds(state, state.turn, dice, 2)


def check_fair(state: State, dice: Random) -> int:
    """Every level chooses and says the same in all of them; how many there were."""
    twins = list(others(state, dice))
    for level in LEVELS:
        told = advice(state, level)
        for twin in twins:
            if advice(twin, level) != told:
                raise Leak(f"{level} tells these apart: {twin}, {state}")
    return len(twins)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fewer playouts: what is proved of a few holds for many."""
    for game, mind in MINDS.items():
        monkeypatch.setitem(MINDS, game, replace(mind, playouts_at_most=30))


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize(
    ("game", "seats", "share"),
    [
        ("longana", 2, 1),
        ("longana", 4, 0.3),
        ("mexican-train", 2, 0.03),
        ("mexican-train", 4, 0.03),
    ],
)
def test_t3_what_a_seat_cannot_see_changes_nothing(game: str, seats: int, share: float) -> None:
    """The same choice and the same reason for every level, whatever lies hidden."""
    dice = Random(f"fair {game} {seats}")
    checked = sum(check_fair(state, dice) for state in decisions(game, seats, "fair", share))

    assert checked > 20


@pytest.mark.soak
@pytest.mark.usefixtures("quick")
def test_t3_what_a_seat_cannot_see_changes_nothing_for_long() -> None:
    """Thousands of positions of both games with every number of seats."""
    dice = Random("fair")
    found: Counter[str] = Counter()
    for match in matches("fair", longana=14, mexican_train=1):
        share = 1.0 if match.game == "longana" else 0.25
        for state in decisions(match.game, match.seats, match.seed, share):
            found[f"{match.game} worlds"] += check_fair(state, dice)
            found[match.game] += 1

    assert found["longana"] > 1000, found
    assert found["mexican-train"] > 1000, found


def test_a_computer_that_peeks_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The proof can fail: a choice that depends on the hidden hands is told apart."""
    dice = Random("peek")
    state = next(decisions("longana", 4, "fair", 1))

    def peeking(state: State, level: str) -> Advice:
        rng = Random(f"{state.hands}")
        return Advice(rng.choice(legal(state)), Reason("any_move"))

    monkeypatch.setitem(globals(), "advice", peeking)
    with pytest.raises(Leak):
        sum(check_fair(state, dice) for _ in range(20))


@pytest.mark.parametrize(("game", "seats"), TABLES)
@pytest.mark.parametrize("level", LEVELS)
def test_the_same_view_and_dice_give_the_same(game: str, seats: int, level: str) -> None:
    """A choice can be repeated, and it is legal."""
    for state in decisions(game, seats, "again", 0.01 if game == "mexican-train" else 0.1):
        told = advice(state, level)

        assert told == advice(state, level)
        assert told.action in legal(state)
        assert told.why.code in CODES


# --- What is known ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "seats"), [*TABLES, ("longana", 3), ("mexican-train", 3), ("mexican-train", 10)]
)
def test_what_is_known_is_true(game: str, seats: int) -> None:
    """In every position the table is worked out right, every hand agrees with what is known of
    it, and so does every deal; from draws and passes much is known."""
    dice = Random(1)
    barred = 0
    for state, _ in played(new_match(game, seats, "known")):
        if state.turn is not None and dice.random() < 0.2:
            what = known(view(state, state.turn), trusting=False)  # at random one may finish early
            check_table(what.table, state)
            check_hands(what, state)
            check_hands(what, dealt(what, dice))
            barred += any(any(bars) for bars in what.barred)

    assert barred > 3


def check_table(table: State, state: State) -> None:
    """The table is the same in all but what is hidden."""
    for part in (
        "phase",
        "turn",
        "hub",
        "ends",
        "open",
        "exposed",
        "drawn",
        "first_turns",
        "chain",
    ):
        assert getattr(table, part) == getattr(state, part), part


def check_hands(what: Known, state: State) -> None:
    """Hands and boneyard have their sizes and no tile that they cannot have."""
    assert len(state.stock) == what.view.stock
    assert state.hands[what.seat - 1] == mask_of(what.view.hand)
    for seat, hand in enumerate(state.hands, 1):
        assert hand.bit_count() == what.view.counts[seat - 1]
        assert not hand & what.lacks(seat)
        assert seat == what.seat or agrees(hand, what.barred[seat - 1])


def agrees(hand: int, bars: tuple[int, ...]) -> bool:
    """Whether the tiles of a hand can be what these bars leave possible. Of any two bars one holds
    the other, so the narrowest choose first and may take any tile."""
    for bar in sorted(bars, key=int.bit_count, reverse=True):
        free = hand & ~bar
        if not free:
            return False
        hand ^= free & -free
    return True


def test_who_passes_lacks_what_could_have_been_played() -> None:
    """L8: seat 2 passes on an 8, so no deal gives it one; L3: nor a double above 8-8."""
    state = round_of(
        "longana",
        ["8-8 8-7 9-6", "7-6 5-0 4-0", "8-1 2-0 3-0"],
        moves=["1: open 8-8", "2: pass"],
    )
    what = known(view(state, 3))

    assert not SHOWING[8] & mask_of(what.unseen) & ~what.lacks(2)
    assert what.lacks(1) >> 54 & 1  # 9-9


def test_who_finishes_is_taken_to_have_no_more() -> None:
    """A first chain that ends on a 5 leaves no 5 in that hand, unless nobody is trusted."""
    hands = ["12-12 12-5 9-8", "12-7 3-2 1-0", "12-1 4-3 2-0"]
    state = round_of(
        "mexican-train", hands, "6-6", moves=["1: open 12-12", "1: play 12-5 on 1", "1: finish"]
    )

    assert known(view(state, 2)).lacks(1) & SHOWING[5]
    assert not known(view(state, 2), trusting=False).lacks(1) & SHOWING[5]


def test_deals_differ_and_give_every_tile_a_place() -> None:
    """Each unseen tile comes to every hand that may have it, and into the boneyard."""
    state = next(
        each for each in decisions("mexican-train", 3, "deals", 1) if len(each.history) > 60
    )
    what, rng = known(view(state, state.turn), trusting=False), Random(2)
    places: dict[str, Counter[int]] = {str(tile): Counter() for tile in what.unseen}
    for _ in range(400):
        deal = dealt(what, rng)
        for seat, hand in enumerate(deal.hands, 1):
            if seat != what.seat:
                for tile in what.unseen:
                    places[str(tile)][seat] += bool(hand & tile.bit)
        for tile in deal.stock:
            places[str(tile)][0] += 1

    for tile in what.unseen:
        may = {seat for seat in range(1, 4) if any(not b & tile.bit for b in what.barred[seat - 1])}
        came = {seat for seat, times in places[str(tile)].items() if times and seat}
        assert came == may
        assert places[str(tile)].total() == 400


# --- Playouts -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "seats"), [("longana", 2), ("longana", 4), ("mexican-train", 2), ("mexican-train", 5)]
)
def test_playouts_take_only_legal_actions(
    game: str, seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The quick habit needs no list of legal actions, yet keeps to it, to the end of the round,
    and tells the pips left as the rules count them."""
    rules, taken = GAMES[game], Counter[str]()

    def careful(state: State, action: Action) -> None:
        assert action in rules.moves(state), (action, state)
        taken[str(action).split(" ")[0]] += 1
        rules.advance(state, action)

    module = {"longana": longana, "mexican-train": mexican_train}[game]
    monkeypatch.setattr(module, "advance", careful)
    dice = Random(3)
    for state in decisions(game, seats, "playouts", 1 if game == "longana" else 0.05):
        deal = dealt(known(view(state, state.turn)), dice)
        left = MINDS[game].playouts()(deal)
        ended = rules.outcome(deal)
        assert ended is not None
        assert left == ended.left

    assert taken["play"] > 50
    assert taken["pass"] > 5


def test_winning_is_worth_more_than_losing() -> None:
    """Longana: a win is worth most with many pips in the other hands, a tie nothing, a loss the
    less the more it costs. Mexican Train: few own pips, many of others."""
    longana_worth, train_worth = MINDS["longana"].worth, MINDS["mexican-train"].worth

    assert longana_worth((0, 30), 1) > longana_worth((0, 10), 1) > longana_worth((9, 9), 1) == 0
    assert longana_worth((0, 30), 2) < longana_worth((0, 10), 2) < 0
    assert train_worth((3, 30), 1) > train_worth((3, 10), 1) > train_worth((9, 10), 1)


# --- Levels -------------------------------------------------------------------------------------


def test_a_level_must_exist_and_the_turn_be_ones_own() -> None:
    """Asked for an unknown level, or out of turn, it refuses."""
    state = new_match("longana", 2, "x").first_round()
    assert state.turn is not None
    with pytest.raises(ValueError, match="no level 'clever'"):
        choose(view(state, state.turn), "clever", Random(1))
    with pytest.raises(ValueError, match="turn"):
        choose(view(state, 3 - state.turn), "steady", Random(1))


@pytest.mark.parametrize("level", ["steady", "sharp"])
def test_first_turns_lay_the_longest_chain(level: str) -> None:
    """In Mexican Train's first turns as many tiles are laid as the hand allows."""
    for seed in ("one", "two", "three"):
        state = new_match("mexican-train", 3, seed).first_round()
        longest: dict[int, int] = {}
        while state.phase in ("opening", "first"):
            seat = state.turn
            assert seat is not None
            if state.phase == "first" and seat not in longest:
                longest[seat] = len(longest_chain(state.ends[seat - 1], state.hands[seat - 1]))
            state = apply(state, seat, advice(state, level).action)
        plays = Counter(seat for seat, action in state.history if isinstance(action, Play))

        assert dict(plays) == {seat: count for seat, count in longest.items() if count}


def test_relaxed_overlooks_things() -> None:
    """Now and then it does not do what looks best, and finishes a first turn that could go on."""
    missed = early = best = 0
    for game, seats in TABLES:
        for state in decisions(game, seats, "relaxed", 0.3):
            action = advice(state, "relaxed").action
            best += action == advice(state, "steady").action
            missed += action != advice(state, "steady").action
            early += isinstance(action, Finish)

    assert best > missed > 20
    assert early > 0


def test_seats_do_not_play_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    """Now and then the three styles order the actions of one position differently."""
    styles = mexican_train.STYLES
    differ = 0
    for state in decisions("mexican-train", 3, "styles", 0.3):
        orders = set()
        for style in styles:
            monkeypatch.setattr(mexican_train, "STYLES", (style,))
            judged = MINDS["mexican-train"].judged(known(view(state, state.turn)))
            orders.add(tuple(each.action for each in judged))
        differ += len(orders) > 1

    assert differ > 3


# --- Reasons ------------------------------------------------------------------------------------


def check_reason(state: State, action: Action, why: Reason) -> None:
    """What the reason says is so."""
    seat = state.turn
    assert seat is not None
    after = apply(state, seat, action)
    if "chain" in why.code:
        assert isinstance(action, Play | Open)
        check_chain(state, after, action.tile, why)
    elif isinstance(action, Play | Open):
        assert TRUE[why.code](state, after, seat, action, why), (why, action, state)
    else:
        assert why.code in ("only_move", "any_move", "tried")


def check_chain(state: State, after: State, tile: Tile, why: Reason) -> None:
    """The tiles are in the hand and can be laid in this order; no chain is longer if it says so."""
    assert state.turn is not None
    at, begins = state.turn - 1, why.code == "begins_chain"
    end = (state if begins else after).ends[at]
    longest = longest_chain(end, state.hands[at])
    assert why.count == len(why.tiles) > 1
    assert not mask_of(why.tiles) & ~(state if begins else after).hands[at]
    assert (why.tiles[0] == tile) == begins
    assert why.code == "leaves_chain" or len(longest) == why.count
    for each in why.tiles:
        assert end in (each.high, each.low)
        end = each.other(end)


def fitting(after: State, seat: int) -> list[Tile]:
    """The tiles of a seat that could be played if it were its turn, and no double exposed."""
    ends = {after.ends[seat - 1], after.ends[-1], *(after.ends[on - 1] for on in after.open)}
    return [each for each in tiles_in(after.hands[seat - 1]) if {each.high, each.low} & ends]


def sheds_most(state: State) -> int:
    """The most pips that a legal action sheds."""
    return max(each.tile.pips for each in legal(state) if isinstance(each, Play | Open))


TRUE: dict[str, Callable[[State, State, int, Play | Open, Reason], bool]] = {
    "only_move": lambda state, after, seat, action, why: len(legal(state)) == 1,
    "last_tile": lambda state, after, seat, action, why: not after.hands[seat - 1],
    "closes": lambda state, after, seat, action, why: seat in set(state.open) - set(after.open),
    "coverable": lambda state, after, seat, action, why: (
        action.tile.is_double
        and list(why.tiles) == list(tiles_in(after.hands[seat - 1] & SHOWING[action.tile.high]))
        and bool(why.tiles)
    ),
    "ways": lambda state, after, seat, action, why: (
        list(why.tiles) == fitting(after, seat) and why.count == len(why.tiles) > 0
    ),
    "values": lambda state, after, seat, action, why: (
        why.count == sum(1 for each in SHOWING if each & after.hands[seat - 1])
    ),
    "blocks": lambda state, after, seat, action, why: (
        isinstance(action, Play)
        and why.seat == action.on != seat
        and why.value == after.ends[action.on - 1]
        and not after.hands[action.on - 1] & SHOWING[why.value]
    ),
    "most_pips": lambda state, after, seat, action, why: (
        why.count == action.tile.pips == sheds_most(state)
    ),
    "pips": lambda state, after, seat, action, why: why.count == action.tile.pips,
    "tried": lambda state, after, seat, action, why: why.count > 1,
    "any_move": lambda state, after, seat, action, why: len(legal(state)) > 1,
}


def test_every_reason_that_could_be_given_is_true() -> None:
    """Whatever is chosen, whatever the next best is: each part of the judgement that speaks for
    the one has a true reason or none; and all kinds come up."""
    seen: Counter[str] = Counter()
    for at, (game, seats) in enumerate(TABLES * 3):
        mind = MINDS[game]
        for state in decisions(game, seats, f"reasons {at}", 0.25):
            what = known(view(state, state.turn))
            judged = mind.judged(what)
            for one, other in permutations(judged, 2):
                for part, worth in one.parts.items():
                    if worth <= other.parts.get(part, 0.0):
                        continue
                    why = mind.reason(what, one.action, part)
                    if why is not None:
                        check_reason(state, one.action, why)
                        seen[why.code] += 1

    assert not set(CODES) - set(seen) - {"only_move", "any_move", "last_tile", "tried"}, seen


def test_the_reason_given_is_true() -> None:
    """Along whole rounds, at every level."""
    for game, seats in TABLES:
        state = new_match(game, seats, "told").first_round()
        while state.turn is not None:
            for level in ("relaxed", "steady", *(["sharp"] if len(state.history) % 4 == 0 else [])):
                told = advice(state, level)
                check_reason(state, told.action, told.why)
            state = apply(state, state.turn, told.action)


def test_the_last_tile_is_told_as_such() -> None:
    """Not as the longest chain of one tile, and even where nothing else can be done."""
    state = round_of("longana", ["9-9 9-1", "8-0 7-0"], moves=["1: open 9-9", "2: pass"])

    assert advice(state, "sharp").why.code == "last_tile"
    assert advice(state, "relaxed").why.tiles == view(state, 1).hand


# --- Lessons ------------------------------------------------------------------------------------


def with_blunders(seed: str) -> State:
    """A round of Mexican Train in which seat 1 always does what looks worst."""
    state = new_match("mexican-train", 2, seed).first_round()
    while state.turn is not None:
        seen = view(state, state.turn)
        if state.turn == 1 and len(seen.legal) > 1:
            action = MINDS["mexican-train"].judged(known(seen))[-1].action
        else:
            action = advice(state, "steady").action
        state = apply(state, state.turn, action)
    return state


def test_lessons_are_the_greatest_mistakes() -> None:
    """Who blunders learns three things, the greatest first: what was done, and a legal action
    that would have been better."""
    state = with_blunders("lessons")
    found = lessons(state, 1, Random(1))
    at = {0: start(state.deal)}
    for step, (seat, action) in enumerate(state.history):
        at[step + 1] = apply(at[step], seat, action)

    assert len(found) == 3
    assert [each.gain for each in found] == sorted((each.gain for each in found), reverse=True)
    for each in found:
        assert state.history[each.step] == (1, each.taken)
        assert each.better in legal(at[each.step])
        assert each.better != each.taken
        assert each.gain > 0
    assert found == lessons(state, 1, Random(1))


def test_lessons_know_only_what_the_seat_knew() -> None:
    """Whatever was hidden then may have been otherwise: the lessons are the same."""
    state = with_blunders("hidden")
    state = replayed_to(state, len(state.history) - 8)
    told = lessons(state, 1, Random(1))
    twins = list(worlds(state, 1, Random("twins"), 20))

    assert told
    assert len(twins) > 1
    for twin in twins[:2]:
        assert lessons(twin, 1, Random(1)) == told


def replayed_to(state: State, step: int) -> State:
    """The round as it stood after so many actions."""
    at = start(state.deal)
    for seat, action in state.history[:step]:
        at = apply(at, seat, action)
    return at
