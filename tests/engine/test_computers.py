"""Computers: what they choose, what they say of it, and that they know no more than their seat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from engine import apply, legal
from engine.actions import Action, Finish, Play
from engine.computers import LEVELS, MINDS, Advice, Reason, choose, mexican_train
from engine.computers.chains import longest_chain
from engine.computers.deals import known
from engine.computers.reasons import CODES
from engine.trains import State
from engine.view import view
from tests.engine.minds import TABLES, advice, decisions
from tests.engine.positions import matches, new_match
from tests.engine.test_redeal import Leak, shuffled, worlds

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
        monkeypatch.setitem(MINDS, game, replace(mind, playouts_at_most=lambda _: 30))


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


# --- Levels -------------------------------------------------------------------------------------


def test_a_level_must_exist_and_the_turn_be_ones_own() -> None:
    """Asked for an unknown level, or out of turn, it refuses."""
    state = new_match("longana", 2, "x").first_round()
    assert state.turn is not None
    with pytest.raises(ValueError, match="no level 'clever'"):
        choose(view(state, state.turn), "clever", Random(1))
    with pytest.raises(ValueError, match="turn"):
        choose(view(state, 3 - state.turn), "steady", Random(1))


def first_turns(level: str) -> Iterator[tuple[State, Action]]:
    """The decisions of this level in Mexican Train's first turns."""
    for seed in ("one", "two", "three"):
        state = new_match("mexican-train", 3, seed).first_round()
        while state.phase in ("opening", "first"):
            action = advice(state, level).action
            if state.phase == "first":
                yield state, action
            assert state.turn is not None
            state = apply(state, state.turn, action)


def longest(state: State, seat: int) -> int:
    """The tiles of the longest chain that a seat has for its train."""
    return len(longest_chain(state.ends[seat - 1], state.hands[seat - 1]))


def lost(state: State, action: Action) -> int:
    """By how many tiles less a seat will lay at the most after this action."""
    seat = state.turn
    assert seat is not None
    if not isinstance(action, Play):
        return longest(state, seat)
    return longest(state, seat) - 1 - longest(apply(state, seat, action), seat)


def test_steady_lays_the_longest_chain() -> None:
    """In Mexican Train's first turns as many tiles are laid as the hand allows."""
    assert [lost(*each) for each in first_turns("steady")].count(0) > 20
    assert not any(lost(*each) for each in first_turns("steady"))


@pytest.mark.usefixtures("quick")
def test_sharp_tries_out_chains_that_are_nearly_as_long() -> None:
    """In Mexican Train's first turns an action costs it one tile at the most, and now and then it
    lays another chain than steady."""
    turns = list(first_turns("sharp"))

    assert {lost(*each) for each in turns} == {0, 1}
    assert any(action != advice(state, "steady").action for state, action in turns)


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
