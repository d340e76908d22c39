"""What must hold in every position of every match, whoever plays: laws over random play.

Each law plays matches of its own, of both games and with every number of seats: as many as take
seconds in the check, and ten times as many, or RAMAL_SOAK times, in a soak.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator
from copy import deepcopy
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import GAMES, apply, legal, outcome, start
from engine.actions import (
    CODES,
    DRAW,
    FINISH,
    OPENS,
    PASS,
    PLAYS,
    PUBLIC,
    Action,
    Draw,
    Finish,
    IllegalAction,
    Open,
    Pass,
    Play,
    move_text,
    parse_action,
    parse_move,
)
from engine.deal import Deal
from engine.log import (
    Acted,
    Event,
    IllegalEvent,
    NewMatch,
    NextRound,
    Position,
    Redo,
    Restart,
    Undo,
    begin,
    fold,
    parse_event,
    replay,
)
from engine.match import Match
from engine.tiles import TILES, Tile, deck, mask_of, tiles_in
from engine.trains import NobodyCanOpen, State
from engine.view import View, view
from tests.engine import referee
from tests.engine.positions import (
    ENDLESS,
    FIXED,
    TABLES,
    Player,
    matches,
    played,
    referee_of,
    told,
    told_by,
)

Law = Callable[[Match], None]

EVERY_ACTION: list[Action] = [
    *OPENS,
    *(play for row in PLAYS for play in row),
    DRAW,
    PASS,
    FINISH,
]
"""The whole notation: 1,095 actions."""


# --- The laws -----------------------------------------------------------------------------------


def every_tile_is_in_one_place(match: Match) -> None:
    """Hands, boneyard or unused tiles, and the table hold the whole set, each tile once."""
    whole = mask_of(deck(GAMES[match.game].TOP))
    for state, action in played(match):
        if not state.history:
            aside = 0 if GAMES[match.game].HAS_PUBLIC else mask_of(state.deal.stock)
        check_tiles(state, aside, whole)
        if action is not None and isinstance(action, Open | Play):
            assert not aside & action.tile.bit
            aside |= action.tile.bit


def check_tiles(state: State, aside: int, whole: int) -> None:
    """The tiles of hands and boneyard and those ``aside`` are the whole set, none twice."""
    seen = aside
    for mask in (*state.hands, *(tile.bit for tile in state.stock)):
        assert not seen & mask
        seen |= mask
    assert seen == whole


def legal_actions_are_listed_once_and_in_order(match: Match) -> None:
    """There is one until the end and none after it; open, play, draw, pass, finish; tiles from
    high to low; a tile's places by seat, the public train last; nobody else has any."""
    for state, action in played(match):
        actions = legal(state)
        unordered = GAMES[match.game].moves(state)
        places = [canonical(each) for each in actions]
        assert sorted(map(canonical, unordered)) == places
        assert places == sorted(set(places))
        assert bool(actions) == (state.phase != "over") == (action is not None)
        assert (state.turn is None) == (state.phase == "over")
        kinds = {type(each) for each in actions}
        assert len(kinds) <= 1 or kinds == {Play, Finish}


def canonical(action: Action) -> tuple[int, int, int, int]:
    """The place of an action in the canonical order."""
    kind = [Open, Play, Draw, Pass, Finish].index(type(action))
    tile = action.tile if isinstance(action, Open | Play) else None
    on = action.on if isinstance(action, Play) else 0
    return kind, -tile.high if tile else 0, -tile.low if tile else 0, on or 99


def acting_leaves_the_position_alone(match: Match) -> None:
    """Acting answers another position: the one before, its views and its legal actions stay."""
    before: tuple[State, State] | None = None
    for at, (state, action) in enumerate(played(match)):
        if before:
            assert before[0] == before[1]
        before = (state, deepcopy(state) if at % 64 == 0 else state.copy())
        if action is not None and at % 16 == 0:
            assert state.turn is not None
            twice = [apply(state, state.turn, action) for _ in range(2)]
            assert twice[0] == twice[1]
            assert twice[0] is not state
            assert twice[0].history == (*state.history, (state.turn, action))


def whatever_is_not_legal_is_refused(match: Match) -> None:
    """Of all actions of the notation and for every seat, exactly the legal ones are taken; all
    others are refused with a reason that is true."""
    dice = Random(f"probe {match}")
    for state, action in played(match):
        if action is None:
            for seat in range(1, state.seats + 1):
                assert refusal(state, seat, dice.choice(EVERY_ACTION)).code == "round_over"
        elif dice.random() < 0.006:
            probe(state)
        elif dice.random() < 0.2:
            seat = dice.randrange(1, state.seats + 1)
            chosen = dice.choice(legal(state))  # legal for the seat to move, for no other
            if seat != state.turn:
                assert_true(state, seat, chosen, refusal(state, seat, chosen))


def probe(state: State) -> Counter[str]:
    """Try every action for the seat to move; how often which reason was given."""
    seat = state.turn
    assert seat is not None
    reasons: Counter[str] = Counter()
    allowed = set(legal(state))
    for action in EVERY_ACTION:
        if action in allowed:
            apply(state, seat, action)
            reasons["legal"] += 1
        else:
            refused = refusal(state, seat, action)
            assert_true(state, seat, action, refused)
            reasons[refused.code] += 1
    assert reasons["legal"] == len(allowed)
    return reasons


def refusal(state: State, seat: int, action: Action) -> IllegalAction:
    """The refusal of an action."""
    try:
        apply(state, seat, action)
    except IllegalAction as refused:
        return refused
    raise AssertionError(f"taken: {move_text(seat, action)}")


def assert_true(state: State, seat: int, action: Action, refused: IllegalAction) -> None:  # noqa: C901 (a table)
    """The reason and the facts of a refusal are true of the position."""
    tile = action.tile if isinstance(action, Open | Play) else None
    on = action.on if isinstance(action, Play) else None
    end = state.ends[on - 1] if on is not None and on <= state.seats and state.ends else None
    facts = refused.facts
    assert refused.code in CODES
    assert facts.get("tile") in {tile, None} or refused.code.endswith("_opens")
    assert facts.get("on") in {on, None} or refused.code == "cover_oldest"
    match refused.code:
        case "round_over":
            assert state.phase == "over"
        case "not_your_turn":
            assert seat != state.turn
            assert facts["seat"] == state.turn
        case "not_in_hand":
            assert tile is not None
            assert not state.hands[seat - 1] & tile.bit
        case "no_such_place":
            assert on is not None
            assert on > state.seats or (on == PUBLIC and state.deal.game == "longana")
        case "open_first":
            assert state.hub is None
            assert not isinstance(action, Open)
        case "already_open":
            assert state.hub is not None
            assert isinstance(action, Open)
        case "not_a_double":
            assert tile is not None
            assert tile.high != tile.low
        case "highest_double_opens":
            held = sum(state.hands)
            doubles = [each for each in TILES if each.is_double and each.bit & held]
            assert state.deal.search_from is None
            assert facts["tile"] == doubles[-1] != tile
        case "round_double_opens":
            assert str(facts["tile"]) == f"{13 - state.deal.round}-{13 - state.deal.round}"
            assert facts["tile"] != tile
        case "ends_differ":
            assert tile is not None
            assert facts["end"] == end
            assert end not in {tile.high, tile.low}
        case "closed_arm":
            assert on not in {*state.open, seat}
            assert tile is not None
            assert not tile.is_double
            assert end in {tile.high, tile.low}
        case "earlier_opened_first":
            first = facts["first"]
            assert isinstance(first, int)
            assert first != seat != on
            assert state.open.index(first) < state.open.index(on or 0)
            assert state.ends[first - 1] == end
        case "closed_train":
            assert on not in {*state.open, seat, PUBLIC}
            assert state.phase == "follow" or not state.exposed
        case "cover_oldest":
            assert state.phase == "turn"
            assert (facts["double"], facts["on"]) == state.exposed[0]
            assert facts["on"] != on
        case "own_train_only":
            assert state.phase == "first"
            assert on != seat
        case "must_play":
            assert any(isinstance(each, Play) for each in legal(state))
            assert isinstance(action, Pass | Draw)
            assert state.chain is None
        case "must_finish":
            assert FINISH in legal(state)
            assert isinstance(action, Pass)
        case "must_draw":
            assert legal(state) == (DRAW,)
        case "no_drawing":
            assert state.deal.game == "longana"
        case "no_drawing_yet":
            assert state.phase == "first"
        case "nothing_to_draw":
            assert not state.stock
            assert state.drawn is None
        case "already_drawn":
            assert state.drawn is not None
        case "no_finishing":
            assert state.phase != "first"
        case "play_before_finish":
            assert state.phase == "first"
            assert not any(each == FINISH for each in legal(state))
        case _:
            raise AssertionError(f"a reason without a check: {refused.code}")


def every_match_ends(match: Match) -> None:
    """A tile is played or drawn at most once and a first turn finished once; between two such
    actions everybody passes twice at most: by then all trains are open, and somebody can play."""
    most = (2 * len(deck(GAMES[match.game].TOP)) + match.seats) * (2 * match.seats + 1)
    steps = rounds = 0
    for state, action in played(match):
        steps += 1
        assert len(state.history) <= most
        if action is None:
            rounds += 1
            assert outcome(state) is not None
        else:
            assert outcome(state) is None
    assert rounds == 13 if match.game == "mexican-train" else rounds >= 1
    assert steps > rounds


def actions_read_back(match: Match) -> None:
    """The text of whatever can be done and was done is read as the same action."""
    for state, action in played(match):
        for each in legal(state):
            assert parse_action(str(each)) is each
        if action is None:
            replayed = start(state.deal)
            for seat, done in state.history:
                replayed = apply(replayed, *parse_move(move_text(seat, done)))
            assert replayed == state


def views_agree_with_the_position(match: Match) -> None:
    """Everything in a view is so: trains tile by tile, counts, marks, queues, the own hand, the
    own actions; and nothing else is in it."""
    dice = Random(f"views {match}")
    for state, action in played(match):
        if action is None or dice.random() < 0.04:
            for seat in (None, *range(1, match.seats + 1)):
                check_view(view(state, seat), state)


def check_view(seen: View, state: State) -> None:
    """One view against its position."""
    over = state.phase == "over"
    mine = state.turn is not None and seen.seat == state.turn
    hand = () if seen.seat is None else tuple(tiles_in(state.hands[seen.seat - 1]))
    assert (seen.game, seen.round, seen.seats) == (
        state.deal.game,
        state.deal.round,
        len(state.deal.hands),
    )
    assert (seen.phase, seen.turn, seen.opener) == (state.phase, state.turn, state.opener)
    assert (seen.search_from, seen.hub) == (state.deal.search_from, state.hub)
    assert seen.history == state.history
    assert seen.hand == hand
    assert seen.legal == (legal(state) if mine else ())
    assert seen.drawn == (state.drawn if mine else None)
    assert seen.counts == tuple(len(list(tiles_in(hand))) for hand in state.hands)
    assert seen.stock == len(state.stock)
    assert seen.outcome == outcome(state)
    assert (seen.outcome is not None) == over
    assert seen.hands == (tuple(tuple(tiles_in(h)) for h in state.hands) if over else None)
    drawn = [sum(s == seat and a == DRAW for s, a in state.history) for seat in range(1, 11)]
    laid = [
        sum(s == seat and isinstance(a, Open | Play) for s, a in state.history)
        for seat in range(1, 11)
    ]
    assert [
        len(dealt) + more + d - p
        for dealt, more, d, p in zip(state.deal.hands, seen.searched, drawn, laid, strict=False)
    ] == list(seen.counts)
    assert sum(seen.searched) + sum(drawn) == (
        len(state.deal.stock) - seen.stock if seen.game == "mexican-train" else 0
    )
    check_trains(seen, state)


def check_trains(seen: View, state: State) -> None:
    """The trains of a view: each tile lies against the one before, from the hub to the end."""
    if state.hub is None:
        assert seen.trains == ()
        return
    public = [PUBLIC] if seen.game == "mexican-train" else []
    assert [train.owner for train in seen.trains] == [*range(1, seen.seats + 1), *public]
    on_table = 1
    for train in seen.trains:
        assert seen.train(train.owner) is train
        end = state.hub.high
        for laid in train.tiles:
            assert end in {laid.tile.high, laid.tile.low}
            assert (laid.seat, Play(laid.tile, train.owner)) in state.history
            end = laid.tile.low if laid.tile.high == end else laid.tile.high
        on_table += len(train.tiles)
        assert train.end == end
        assert train.open == (train.owner in {PUBLIC, *state.open})
        if train.queue is not None:
            double, on = state.exposed[train.queue - 1]
            assert on == train.owner
            assert train.tiles[-1].tile == double
        if train.opened is not None:
            assert state.open[train.opened - 1] == train.owner
    assert on_table == sum(isinstance(action, Open | Play) for _, action in state.history)
    queue = sorted(train.queue for train in seen.trains if train.queue)
    opened = sorted(train.opened for train in seen.trains if train.opened)
    assert queue == list(range(1, len(state.exposed) + 1))
    assert opened == (list(range(1, len(state.open) + 1)) if seen.game == "longana" else [])


def the_referee_agrees(match: Match) -> None:
    """A second reading of the rules comes to the same: whose move, what is legal, ends, open
    trains, exposed doubles, boneyard, hands, phase and result, in every position."""
    other: referee.Round | None = None
    for state, action in played(match):
        if not state.history:
            other = referee_of(state.deal)
        assert other is not None
        assert told_by(other) == told(state)
        if action is not None:
            other.do(str(action))


def logs_lead_back_to_where_they_led(match: Match) -> None:
    """Through undo, redo and restart: each tile in one place, undo and redo each other's reverse,
    a restart the deal, and the events alone lead to the same position."""
    dice = Random(f"log {match}")
    humans = {seat for seat in range(1, match.seats + 1) if dice.random() < 0.6}
    first = NewMatch(match.seed, match.seed_chosen)
    events: list[Event] = [first]
    position = begin(match.game, match.seats, first)
    rounds = 1 if match.game == "mexican-train" else 99
    players = [Player(dice) for _ in range(match.seats)]
    restarts = 0
    whole = mask_of(deck(GAMES[match.game].TOP))
    while True:
        event = choose_event(position, players, humans, dice, restarts)
        if isinstance(event, NextRound) and (position.match_over or rounds == 1):
            break
        after = fold(position, event)
        events.append(event)
        assert len(after.acts) < ENDLESS, "a round that does not end"
        if not isinstance(event, Acted) or dice.random() < 0.1:
            check_event(position, event, after)
        check_tiles(after.state, aside_in(after.state), whole)
        restarts += isinstance(event, Restart)
        rounds -= isinstance(event, NextRound)
        position = after
    assert replay(match.game, match.seats, events) == position
    texts = [(str(event), isinstance(event, Acted) and event.computer) for event in events[1:]]
    read = [parse_event(text, computer=computer) for text, computer in texts]
    assert replay(match.game, match.seats, [first, *read]) == position


def aside_in(state: State) -> int:
    """The tiles on the table and Longana's unused ones."""
    table = mask_of(action.tile for _, action in state.history if isinstance(action, Open | Play))
    return table | (0 if state.deal.game == "mexican-train" else mask_of(state.deal.stock))


def choose_event(
    position: Position, players: list[Player], humans: set[int], dice: Random, restarts: int
) -> Event:
    """An event that the log takes; NextRound when the round is over and nothing is taken back."""
    roll = dice.random()
    if roll < 0.10 and position.can_undo:
        return Undo()
    if roll < 0.17 and position.can_redo:
        return Redo()
    if roll < 0.18 and restarts < 3 and not position.match_over:
        return Restart()
    if position.state.turn is None:
        return NextRound()
    seat = position.state.turn
    return Acted(seat, players[seat - 1].choose(position.state), computer=seat not in humans)


def check_event(before: Position, event: Event, after: Position) -> None:
    """What each kind of event must do, seen from outside."""
    assert len(after.states) == len(after.acts) + 1
    assert after.states[0] == start(after.state.deal)
    assert after.state.history == tuple((act.seat, act.action) for act in after.acts)
    match event:
        case Undo():
            gone = before.acts[len(after.acts) :]
            assert before.states[: len(after.states)] == after.states
            assert not gone[0].computer
            assert all(act.computer for act in gone[1:])
            assert fold(after, Redo()) == before
        case Redo():
            assert fold(after, Undo()) == before
            assert after.acts[: len(before.acts)] == before.acts
        case Restart():
            assert after.states == before.states[:1]
            assert (after.can_undo, after.can_redo) == (False, False)
        case Acted():
            assert not after.can_redo
            assert after.states[:-1] == before.states
        case NextRound():
            assert after.ended == (*before.ended, before.state)
            assert (after.can_undo, after.can_redo) == (False, False)
    with pytest.raises(IllegalEvent):
        fold(
            after, NewMatch("too early", seed_chosen=True) if not after.match_over else NextRound()
        )


# --- Their amounts ------------------------------------------------------------------------------

LAWS: list[tuple[Law, int, int]] = [
    (every_tile_is_in_one_place, 90, 4),
    (legal_actions_are_listed_once_and_in_order, 90, 3),
    (acting_leaves_the_position_alone, 70, 2),
    (whatever_is_not_legal_is_refused, 40, 1),
    (every_match_ends, 170, 4),
    (actions_read_back, 60, 2),
    (views_agree_with_the_position, 40, 1),
    (the_referee_agrees, 60, 2),
    (logs_lead_back_to_where_they_led, 60, 4),
]
"""Each law with the matches of Longana and of Mexican Train for each number of seats."""

IDS = [law.__name__ for law, _, _ in LAWS]


def test_the_check_plays_two_thousand_matches() -> None:
    """All laws together, with every number of seats in both games."""
    longana = sum(count for _, count, _ in LAWS) * 3
    mexican_train = sum(count for _, _, count in LAWS) * 9

    assert longana + mexican_train >= 2000


@pytest.mark.parametrize(("law", "longana", "mexican_train"), LAWS, ids=IDS)
def test_law(law: Law, longana: int, mexican_train: int) -> None:
    """The law holds in every position of these matches."""
    for match in matches(law.__name__, longana, mexican_train):
        law(match)


@pytest.mark.soak
@pytest.mark.parametrize(("law", "longana", "mexican_train"), LAWS, ids=IDS)
def test_law_for_long(law: Law, longana: int, mexican_train: int) -> None:
    """The same over many more matches, with other seeds."""
    times = int(os.environ.get("RAMAL_SOAK", "10"))
    for match in matches(f"soak {law.__name__}", longana * times, mexican_train * times):
        law(match)


def test_random_play_reaches_the_rare_positions() -> None:
    """The laws would say little if random play never came to the corners of the rules."""
    met: Counter[str] = Counter()
    for match in matches("rare", longana=40, mexican_train=3):
        for state, action in played(match):
            met.update(corners(state, action))

    assert set(met) == CORNERS
    assert min(met.values()) >= 3, met


CORNERS = {
    "redealt",
    "searched",
    "searched twice",
    "blocked",
    "tied",
    "out",
    "out with a double",
    "several open arms with one end",
    "a double between places",
    "two exposed",
    "obliged on a private train",
    "drew in a follow-up",
    "two doubles in a turn",
    "passed in a first turn",
    "finished on a double",
    "empty boneyard",
    "blocked by a double",
}


def corners(state: State, action: Action | None) -> Iterator[str]:  # noqa: C901 (a list)
    """The rare things about a position, for counting."""
    last = state.history[-1][1] if state.history else None
    if state.deal.attempt > 1:
        yield "redealt"
    if not state.history and state.deal.game == "mexican-train":
        drawn = len(state.deal.stock) - len(state.stock)
        if drawn:
            yield "searched"
        if drawn > state.seats:
            yield "searched twice"
    if action is None:
        ended = outcome(state)
        assert ended is not None
        yield ended.reason
        if ended.reason == "blocked" and state.exposed:
            yield "blocked by a double"
        if ended.winner is None and state.deal.game == "longana":
            yield "tied"
        if ended.reason == "out" and isinstance(last, Play) and last.tile.is_double:
            yield "out with a double"
    if state.deal.game == "longana":
        shown = [state.ends[arm - 1] for arm in state.open if arm != state.turn]
        if len(set(shown)) < len(shown):
            yield "several open arms with one end"
        doubles = [a.tile for a in legal(state) if isinstance(a, Play) and a.tile.is_double]
        if len(set(doubles)) < len(doubles):
            yield "a double between places"
        return
    if len(state.exposed) > 1:
        yield "two exposed"
    if state.exposed and state.phase == "turn":
        on = state.exposed[0].on
        if on not in {PUBLIC, state.turn, *state.open}:
            yield "obliged on a private train"
    if state.phase == "follow":
        if action == DRAW:
            yield "drew in a follow-up"
        if isinstance(action, Play) and action.tile.is_double:
            yield "two doubles in a turn"
    if state.phase == "first" and action == PASS:
        yield "passed in a first turn"
    if action == FINISH and state.chain and state.chain.is_double:
        yield "finished on a double"
    if not state.stock:
        yield "empty boneyard"


def test_every_reason_for_a_refusal_is_met() -> None:
    """Probing random play with all actions comes to every code there is, each of them true."""
    reasons: Counter[str] = Counter()
    dice = Random("reasons")
    for match in matches("reasons", longana=25, mexican_train=1):
        for state, action in played(match):
            if action is None:
                reasons[refusal(state, 1, PASS).code] += 1
                continue
            crowded = match.game == "longana" and len(state.open) > 2
            if dice.random() < (0.06 if crowded or not state.history else 0.01):
                reasons += probe(state)
                other = (state.turn or 0) % state.seats + 1
                reasons[refusal(state, other, action).code] += 1

    assert set(reasons) - {"legal"} == CODES


# --- Deals set up by hand -----------------------------------------------------------------------


@st.composite
def small_deals(draw: st.DrawFn) -> Deal:
    """Few tiles of few values, so that hands empty, trains block and doubles meet soon."""
    game = draw(st.sampled_from(sorted(GAMES)))
    seats = draw(st.integers(2, 4))
    top = draw(st.integers(2, 6))
    number = draw(st.integers(1, 13)) if game == "longana" else 13 - draw(st.integers(0, top))
    cards = draw(st.permutations(deck(top)))
    sizes = [draw(st.integers(1, max(1, len(cards) // seats))) for _ in range(seats)]
    hands: list[tuple[Tile, ...]] = []
    at = 0
    for size in sizes:
        hands.append(tuple(cards[at : at + size]))
        at += size
    search: int | None = draw(st.integers(1, seats))
    if game == "longana" and draw(st.booleans()):
        search = None
    rest = tuple(cards[at:])
    kept = draw(st.integers(0, len(rest)))
    return Deal(game, number, 1, search, tuple(hands), rest[:kept])


@given(small_deals(), st.lists(st.integers(0, 10**6), min_size=1, max_size=60))
@settings(FIXED, max_examples=800)
def test_the_referee_agrees_on_small_deals(deal: Deal, choices: list[int]) -> None:
    """Deals set up by hand, of few tiles, played by chosen numbers until the end: the engine and
    the second reading of the rules tell the same story, and refuse to open the same deals."""
    try:
        state = start(deal)
    except NobodyCanOpen:
        with pytest.raises(referee.CannotOpen):
            referee_of(deal)
        return
    other = referee_of(deal)
    for at in range(10_000):
        assert told_by(other) == told(state)
        if state.turn is None:
            break
        actions = legal(state)
        action = actions[choices[at % len(choices)] % len(actions)]
        other.do(str(action))
        state = apply(state, state.turn, action)

    assert state.phase == "over"


@given(small_deals(), st.lists(st.integers(0, 10**6), min_size=1, max_size=60))
@FIXED
def test_refusals_are_true_on_small_deals(deal: Deal, choices: list[int]) -> None:
    """Every action of the notation, tried at one position of such a round."""
    try:
        state = start(deal)
    except NobodyCanOpen:
        return
    for choice in choices[1:]:
        if state.turn is None:
            break
        actions = legal(state)
        state = apply(state, state.turn, actions[choice % len(actions)])
    if state.turn is not None:
        probe(state)
    for seat in (None, *range(1, state.seats + 1)):
        check_view(view(state, seat), state)


def test_laws_cover_all_tables() -> None:
    """Both games, with all numbers of seats that they take."""
    assert {game: [seats for g, seats in TABLES if g == game] for game in GAMES} == {
        key: list(range(game.MIN_SEATS, game.MAX_SEATS + 1)) for key, game in GAMES.items()
    }
