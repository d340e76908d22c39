"""A table's log: undo, redo, restart, rounds and matches, and where that leads (T5 to T7)."""

# Tests are named after the rules, capital letters included.
# ruff: noqa: N802

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine import legal
from engine.actions import DRAW, PASS, IllegalAction, NotationError, parse_action
from engine.log import (
    CODES,
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
from engine.trains import State
from tests.engine.positions import ENDLESS, TABLES

UNDO, REDO, RESTART, NEXT = Undo(), Redo(), Restart(), NextRound()


def table(game: str, seats: int = 3, seed: str = "table") -> Position:
    """A new table."""
    return begin(game, seats, NewMatch(seed, seed_chosen=True))


def act(position: Position, humans: set[int]) -> Position:
    """The seat to move does the first thing it can."""
    seat = position.state.turn
    assert seat is not None
    return fold(position, Acted(seat, legal(position.state)[0], computer=seat not in humans))


def until(position: Position, humans: set[int], stop: Callable[[Position], bool]) -> Position:
    """Play on until something is so."""
    while not stop(position):
        assert len(position.acts) < ENDLESS, "a round that does not end"
        position = act(position, humans)
    return position


def humans_turn(humans: set[int]) -> Callable[[Position], bool]:
    """Whether a person is to move."""
    return lambda position: position.state.turn in humans


def round_over(position: Position) -> bool:
    """Whether the round is over."""
    return position.state.turn is None


def to_the_end(position: Position, humans: set[int]) -> Position:
    """The whole match, round after round."""
    while True:
        position = until(position, humans, round_over)
        if position.match_over:
            return position
        position = fold(position, NEXT)


def refused(position: Position, event: Event) -> str:
    """The code with which the log refuses an event."""
    with pytest.raises(IllegalEvent) as caught:
        fold(position, event)
    assert caught.value.code in CODES
    return caught.value.code


def told(position: Position) -> tuple[State, tuple[str, ...]]:
    """Where a position stands, and what was done to get there."""
    return position.state, tuple(str(act) for act in position.acts)


# --- Undo and redo ------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_T5_undo_takes_back_a_human_action_with_the_computers_reply(game: str, seats: int) -> None:
    """One person among computers: back at that person's own last decision, whole."""
    before = until(table(game, seats), {1}, humans_turn({1}))
    after = until(act(before, {1}), {1}, humans_turn({1}))
    undone = fold(after, UNDO)

    assert len(after.acts) > len(before.acts)
    assert told(undone) == told(before)
    assert undone.states == before.states
    assert undone.state.turn == 1


def test_T5_undo_while_the_computers_still_play() -> None:
    """Whatever part of the reply has been played goes with it."""
    before = until(table("longana", 4), {1}, humans_turn({1}))
    position = act(before, {1})
    for _ in range(3):
        assert position.state.turn != 1
        assert told(fold(position, UNDO)) == told(before)
        position = act(position, {1})


def test_T5_undo_again_goes_one_more_human_action_back() -> None:
    """Step by step to the first decision of the round; then there is nothing left to undo."""
    position = until(table("mexican-train", 4), {2, 3}, humans_turn({2, 3}))
    decisions = [position]
    for _ in range(6):
        position = until(act(position, {2, 3}), {2, 3}, humans_turn({2, 3}))
        decisions.append(position)
    for earlier in reversed(decisions[:-1]):
        position = fold(position, UNDO)
        assert told(position) == told(earlier)

    assert not position.can_undo
    assert refused(position, UNDO) == "nothing_to_undo"


def test_T5_the_computers_first_actions_stay() -> None:
    """What computers did before any human action is no reply to one: it cannot be undone."""
    opener = table("longana", 3).state.turn
    assert opener is not None
    person = opener % 3 + 1
    start = act(table("longana", 3), {person})

    assert start.state.turn == person
    assert refused(start, UNDO) == "nothing_to_undo"
    assert told(fold(act(start, {person}), UNDO)) == told(start)


def test_T5_nothing_to_undo_at_a_table_of_computers() -> None:
    """Undo belongs to people."""
    position = table("longana")
    for _ in range(6):
        assert not position.can_undo
        assert refused(position, UNDO) == "nothing_to_undo"
        position = act(position, set())


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_T5_redo_brings_all_of_it_back_exactly(game: str, seats: int) -> None:
    """Position by position, the computers' reply included, as often as was undone."""
    humans = {1, 2}
    positions = [until(table(game, seats), humans, humans_turn(humans))]
    for _ in range(8):
        if positions[-1].state.turn is None:
            break
        positions.append(
            until(
                act(positions[-1], humans),
                humans,
                lambda position: position.state.turn in {1, 2, None},
            )
        )
    last = positions[-1]
    position = last
    for _ in positions[1:]:
        position = fold(position, UNDO)
    assert told(position) == told(positions[0])
    for later in positions[1:]:
        assert position.can_redo
        position = fold(position, REDO)
        assert told(position) == told(later)
        assert position.states == later.states

    assert position == last
    assert refused(position, REDO) == "nothing_to_redo"


def test_T5_redo_brings_drawn_tiles_back() -> None:
    """The same tile comes from the boneyard, also after other things were undone and redone."""

    def stuck(position: Position) -> bool:
        return legal(position.state) == (DRAW,)

    before = until(table("mexican-train", 2, "draws"), {1, 2}, stuck)
    drawn = act(before, {1, 2})
    tile = drawn.state.drawn
    undone = fold(drawn, UNDO)

    assert tile is not None
    assert tile == before.state.stock[0]
    assert undone.state == before.state
    assert undone.state.drawn is None
    assert fold(undone, REDO) == drawn
    assert fold(fold(fold(undone, UNDO), REDO), REDO) == drawn


def test_T5_a_new_action_drops_what_could_be_redone() -> None:
    """Even when it is the very action that was taken back."""
    before = until(table("longana", 2), {1, 2}, lambda p: len(p.acts) == 3)
    undone = fold(fold(before, UNDO), UNDO)
    again = act(undone, {1, 2})

    assert undone.can_redo
    assert not again.can_redo
    assert refused(again, REDO) == "nothing_to_redo"
    assert again.state == before.states[2]


def test_T5_a_refused_action_drops_nothing() -> None:
    """Only what is confirmed counts."""
    undone = fold(until(table("longana", 2), {1, 2}, lambda p: len(p.acts) == 3), UNDO)
    seat = undone.state.turn
    assert seat is not None
    with pytest.raises(IllegalAction):
        fold(undone, Acted(seat, DRAW, computer=False))
    with pytest.raises(IllegalAction):
        fold(undone, Acted(seat % 2 + 1, PASS, computer=False))

    assert undone.can_redo
    assert fold(undone, REDO).acts[:-1] == undone.acts


@pytest.mark.parametrize("game", ["longana", "mexican-train"])
def test_T5_undo_works_after_the_rounds_last_action(game: str) -> None:
    """While the next round is not dealt, the round can be taken up again."""
    over = until(table(game, 2), {1, 2}, round_over)
    assert not over.match_over
    undone = fold(over, UNDO)

    assert undone.state == over.states[-2]
    assert undone.standing.results == ()
    assert fold(undone, REDO) == over


@pytest.mark.parametrize("game", ["longana", "mexican-train"])
def test_T5_undo_reaches_back_to_the_start_of_the_round_and_not_further(game: str) -> None:
    """Once the next round is dealt, the one before stands for good; nor can it be redone."""
    over = until(table(game, 2), {1, 2}, round_over)
    dealt = fold(over, NEXT)

    assert refused(dealt, UNDO) == "nothing_to_undo"
    assert refused(dealt, REDO) == "nothing_to_redo"
    assert refused(fold(act(dealt, {1, 2}), UNDO), UNDO) == "nothing_to_undo"


def test_T5_dealing_the_next_round_drops_what_could_be_redone() -> None:
    """A round that ended another way after an undo cannot come back into the next one."""
    over = until(table("longana", 2), {1, 2}, round_over)
    again = until(fold(fold(over, UNDO), UNDO), {1, 2}, round_over)

    assert refused(fold(again, NEXT), REDO) == "nothing_to_redo"


@pytest.mark.parametrize("game", ["longana", "mexican-train"])
def test_T5_T6_undo_and_restart_end_with_the_match(game: str) -> None:
    """Its seed is shown then: nothing can be taken back or played again."""
    over = to_the_end(table(game, 2), {1, 2})

    assert over.match_over
    assert not over.can_undo
    assert refused(over, UNDO) == "match_over"
    assert refused(over, RESTART) == "match_over"
    assert refused(over, REDO) == "nothing_to_redo"


def test_T5_undone_actions_leave_no_trace() -> None:
    """Neither in the acts that stand nor in the history that everybody sees."""
    before = until(table("longana", 3), {1, 2, 3}, lambda p: len(p.acts) == 4)
    after = fold(act(before, {1, 2, 3}), UNDO)

    assert after.acts == before.acts
    assert after.view(1) == before.view(1)
    assert after.view(None).history == before.state.history


# --- Restart ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_T6_restart_goes_back_to_the_rounds_own_deal(game: str, seats: int) -> None:
    """The same hands, the same search for the opener, the same boneyard: from the middle of the
    round, from its end, at its start and twice."""
    start = table(game, seats)
    middle = until(start, {1}, lambda p: len(p.acts) == 9 or round_over(p))
    over = until(middle, {1}, round_over)

    assert not over.match_over
    for position in (start, middle, over, fold(middle, RESTART)):
        assert fold(position, RESTART) == start


@pytest.mark.parametrize("game", ["longana", "mexican-train"])
def test_T6_restart_keeps_the_points_from_before(game: str) -> None:
    """In a later round the earlier ones stand, and the same round is dealt."""
    second = fold(until(table(game, 2), {1}, round_over), NEXT)
    over = until(second, {1}, round_over)
    again = fold(over, RESTART)

    assert again == second
    assert again.state.deal.round == 2
    assert again.standing.totals == second.standing.totals
    assert len(again.standing.results) == 1


def test_T6_only_the_replay_counts_and_once() -> None:
    """A round that was finished, restarted and finished differently counts as finished last."""
    second = fold(until(table("mexican-train", 2), {1}, round_over), NEXT)
    once = until(second, {1}, round_over)
    again = fold(once, RESTART)
    while (seat := again.state.turn) is not None and len(again.acts) < ENDLESS:
        # This time always the last thing that can be done.
        again = fold(again, Acted(seat, legal(again.state)[-1], computer=False))
    before = second.standing.totals
    first_way, second_way = once.standing.results[-1], again.standing.results[-1]

    assert second_way.outcome.scored != first_way.outcome.scored
    assert len(again.standing.results) == 2
    assert again.standing.totals == tuple(
        a + b for a, b in zip(before, second_way.outcome.scored, strict=True)
    )


def test_T6_restart_drops_undo_and_redo_and_cannot_be_undone() -> None:
    """Afterwards there is nothing to take back or to bring back."""
    position = until(table("longana", 2), {1, 2}, lambda p: len(p.acts) == 4)
    again = fold(fold(position, UNDO), RESTART)

    assert not again.can_undo
    assert not again.can_redo
    assert refused(again, UNDO) == "nothing_to_undo"
    assert refused(again, REDO) == "nothing_to_redo"


def test_T6_restart_in_the_thirteenth_round() -> None:
    """The last round of a match can be played again until it is over."""
    position = table("mexican-train", 2)
    for _ in range(12):
        position = fold(until(position, {1}, round_over), NEXT)
    middle = until(position, {1}, lambda p: len(p.acts) == 5)

    assert position.state.deal.round == 13
    assert fold(middle, RESTART) == position


# --- Rounds and matches -------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["longana", "mexican-train"])
def test_M2_the_next_round_is_dealt_when_the_one_before_is_over(game: str) -> None:
    """Neither while it runs nor after the match."""
    start = table(game, 2)
    over = until(start, {1}, round_over)

    assert refused(start, NEXT) == "round_running"
    assert refused(act(start, {1}), NEXT) == "round_running"
    assert fold(over, NEXT).state.deal.round == 2
    assert fold(over, NEXT).ended == (over.state,)
    assert refused(to_the_end(start, {1}), NEXT) == "match_over"


@pytest.mark.parametrize("game", ["longana", "mexican-train"])
def test_a_round_that_is_over_takes_no_more_actions(game: str) -> None:
    """They are refused by the rules, not by the log."""
    over = until(table(game, 2), {1}, round_over)
    with pytest.raises(IllegalAction) as caught:
        fold(over, Acted(1, PASS, computer=False))

    assert caught.value.code == "round_over"


@pytest.mark.parametrize(
    ("game", "opening"), [("longana", None), ("mexican-train", "open 12-12")], ids=str
)
def test_L18_M22_the_next_match_starts_from_nothing(game: str, opening: str | None) -> None:
    """Round 1 by L3 or with 12-12, from 0, with its own seed; the record goes on."""
    start = table(game, 3)
    over = to_the_end(start, {1})
    match = fold(over, NewMatch("another", seed_chosen=False))
    stands = match.standing

    assert refused(start, NewMatch("another", seed_chosen=False)) == "match_running"
    assert refused(act(start, {1}), NewMatch("x", seed_chosen=True)) == "match_running"
    assert (stands.match, stands.round, stands.totals, stands.results) == (2, 1, (0, 0, 0), ())
    assert stands.winners == ()
    assert (match.match.seed, match.match.seed_chosen) == ("another", False)
    assert match.earlier == ((over.match, over.rounds),)
    assert match.state.deal.search_from == (None if game == "longana" else 1)
    assert len(legal(match.state)) == 1
    assert opening in {None, str(legal(match.state)[0])}
    assert refused(match, UNDO) == "nothing_to_undo"
    assert to_the_end(match, {1}).match_over


def test_T7_the_same_seed_deals_another_match_otherwise() -> None:
    """The number of the match is in the deal's key."""
    over = to_the_end(table("longana", 2, "same"), {1})
    match = fold(over, NewMatch("same", seed_chosen=True))

    assert match.state.deal.hands != table("longana", 2, "same").state.deal.hands


# --- Events as text -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (UNDO, "undo"),
        (REDO, "redo"),
        (RESTART, "restart"),
        (NEXT, "next"),
        (Acted(2, parse_action("play 9-4 on 2"), computer=True), "2: play 9-4 on 2"),
        (Acted(10, parse_action("draw"), computer=False), "10: draw"),
    ],
)
def test_events_are_written_and_read(event: Event, text: str) -> None:
    """Each has one text, which reads back as it; who chose an action is told beside it."""
    assert str(event) == text
    assert parse_event(text, computer=isinstance(event, Acted) and event.computer) == event


def test_the_text_of_a_new_match_does_not_tell_its_seed() -> None:
    """A log that is shown must not give it away; nor can the text be read without it."""
    event = NewMatch("a secret", seed_chosen=False)

    assert str(event) == "match"
    with pytest.raises(NotationError):
        parse_event("match", computer=False)


@pytest.mark.parametrize(
    "text", ["", "UNDO", "undo ", "pass", "0: pass", "2: undo", "match a", "1: "]
)
def test_nothing_else_is_an_event(text: str) -> None:
    """One spelling each, and an action needs its seat."""
    with pytest.raises(NotationError):
        parse_event(text, computer=False)


@pytest.mark.parametrize("game", ["longana", "mexican-train"])
def test_the_same_events_lead_to_the_same_position(game: str) -> None:
    """A whole log with everything in it, folded at once or read back from its texts."""
    first = NewMatch("replayed", seed_chosen=True)
    events: list[Event] = [first]
    position = begin(game, 2, first)

    def go(event: Event) -> None:
        nonlocal position
        events.append(event)
        position = fold(position, event)

    def play(most: int) -> None:
        for _ in range(most):
            if position.state.turn is None:
                return
            seat = position.state.turn
            go(Acted(seat, legal(position.state)[-1], computer=seat == 2))

    play(6)
    for event in (UNDO, REDO, UNDO, RESTART):
        go(event)
    play(10**6)
    go(UNDO)
    play(10**6)
    while not position.match_over:
        go(NEXT)
        play(10**6)
    go(NewMatch("second", seed_chosen=False))
    play(3)

    assert replay(game, 2, events) == position
    read = [
        event
        if isinstance(event, NewMatch)
        else parse_event(str(event), computer=isinstance(event, Acted) and event.computer)
        for event in events
    ]
    assert replay(game, 2, read) == position


def test_every_reason_of_the_log_is_provoked_here() -> None:
    """The codes that the tests above expect are all there are."""
    expected = {
        "nothing_to_undo",
        "nothing_to_redo",
        "match_over",
        "round_running",
        "match_running",
    }

    assert expected == CODES
    with pytest.raises(AssertionError):
        IllegalEvent("no_such_reason", "T5")
