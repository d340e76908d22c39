"""What a seat can learn from a round that it played."""

from __future__ import annotations

from random import Random

from engine import apply, legal, start
from engine.computers import MINDS
from engine.computers.deals import known
from engine.computers.lessons import lessons
from engine.trains import State
from engine.view import view
from tests.engine.minds import advice
from tests.engine.positions import new_match
from tests.engine.test_redeal import worlds


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
