"""How computers play a round out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise
from random import Random

import pytest

from engine import GAMES
from engine.actions import DRAW, FINISH, PASS, PLAYS, PUBLIC, Action, Play
from engine.computers import MINDS
from engine.computers.chains import longest_chain
from engine.computers.deals import dealt, known
from engine.computers.longana_playout import CHAIN, OWN
from engine.computers.mexican_train_playout import Plan, Plans, planned
from engine.tiles import SHOWING, mask_of, pips_in, tiles_in
from engine.trains import State
from engine.view import view
from tests.engine.minds import decisions

Habit = Callable[[State], Action]


def tried_out(game: str, seats: int, share: float) -> Iterator[State]:
    """What may come of each legal action in positions of a random match."""
    dice = Random(3)
    for state in decisions(game, seats, "playouts", share):
        if state.phase == "opening":
            continue
        deal = dealt(known(view(state, state.turn)), dice)
        for action in GAMES[game].moves(deal):
            after = deal.copy()
            GAMES[game].advance(after, action)
            yield after


def by_the_rules(state: State, habit: Habit, taken: Counter[str]) -> tuple[int, ...]:
    """The pips left if everybody has this habit, every action of which must be legal."""
    rules = GAMES[state.deal.game]
    while state.turn is not None:
        action = habit(state)
        assert action in rules.moves(state), (action, state)
        taken[str(action).split(" ")[0]] += 1
        rules.advance(state, action)
    ended = rules.outcome(state)
    assert ended is not None
    return ended.left


def longana_habit(state: State) -> Action:
    """The habit of Longana in plain words."""
    seat = state.turn
    assert seat is not None
    hand, end = state.hands[seat - 1], state.ends[seat - 1]

    def score(play: Play) -> tuple[int, ...]:
        own = play.on == seat
        next_end = play.tile.other(end) if own else end
        chain = len(longest_chain(next_end, hand ^ play.tile.bit))
        worth = play.tile.pips + CHAIN * chain + OWN * (own and seat in state.open)
        opened = state.open.index(play.on) if play.on in state.open else 9
        return worth, own, -opened, -play.on if opened == 9 else 0, play.tile.index

    plays = [each for each in GAMES["longana"].moves(state) if isinstance(each, Play)]
    return max(plays, key=score) if plays else PASS


def train_habit() -> Habit:
    """The habit of Mexican Train in plain words; it remembers everybody's plan."""
    plans: dict[int, Plan] = {}
    worked_out: Plans = {}

    def habit(state: State) -> Action:
        seat = state.turn
        assert seat is not None
        hand, end = state.hands[seat - 1], state.ends[seat - 1]
        plan = plans.get(seat)
        if plan is None or plan.start != end or plan.mask & ~hand:
            plan = plans[seat] = planned(worked_out, end, hand)
        begins = PLAYS[seat][plan.first] if plan.rest else None
        if state.phase == "first":
            chosen: Action = begins or (FINISH if state.chain else PASS)
        else:
            chosen = turn(state, seat, plan.mask) or begins or PASS
            if chosen not in GAMES["mexican-train"].moves(state):
                chosen = DRAW if state.stock and state.drawn is None else PASS
        if chosen is begins:
            assert plan.rest is not None
            plans[seat] = plan.rest
        return chosen

    return habit


def turn(state: State, seat: int, chain: int) -> Action | None:
    """The heaviest tile outside the chain where it fits; what covers a double may be of it."""
    hand, covers = state.hands[seat - 1], state.phase == "turn" and state.exposed
    places = [state.exposed[0].on] if covers else [PUBLIC, *state.open, seat]
    for tiles in (hand & ~chain, hand if covers and places != [seat] else 0):
        fits = [tiles & SHOWING[state.ends[on - 1]] for on in places]
        most = max(fits)
        if most:
            return PLAYS[places[fits.index(most)]][most.bit_length() - 1]
    return None


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_longana_is_played_out_by_the_rules(seats: int) -> None:
    """The quick playout leaves the pips that the same habit leaves under the rules."""
    taken = Counter[str]()
    for state in tried_out("longana", seats, 1):
        left = MINDS["longana"].playouts()(state)

        assert left == by_the_rules(state, longana_habit, taken)
    assert taken["play"] > 50
    assert taken["pass"] > 5


@pytest.mark.parametrize("seats", [2, 4, 5])
def test_mexican_train_is_played_out_by_the_rules(seats: int) -> None:
    """The quick playout leaves the pips that the same habit leaves under the rules."""
    taken = Counter[str]()
    for state in tried_out("mexican-train", seats, 0.05):
        left = MINDS["mexican-train"].playouts()(state)

        assert left == by_the_rules(state, train_habit(), taken)
    assert min(taken["play"], taken["draw"]) > 50
    assert taken["pass"] > 5


def test_a_plan_is_the_longest_chain() -> None:
    """No chain from the end has more tiles, nor as many with more pips; and it is one."""
    dice = Random(4)
    for size in (1, 4, 7, 10, 13, 16):
        for _ in range(20):
            end, hand = (
                dice.randrange(13),
                mask_of(dice.sample(list(tiles_in((1 << 91) - 1)), size)),
            )
            plan = planned({}, end, hand)
            chain = mask_of(longest_chain(end, hand))

            assert (plan.mask.bit_count(), pips_in(plan.mask)) == (
                chain.bit_count(),
                pips_in(chain),
            )
            for each, after in pairwise(steps(plan)):
                assert each.mask == after.mask | 1 << each.first
                assert SHOWING[each.start] & SHOWING[after.start] & 1 << each.first


def steps(plan: Plan) -> Iterator[Plan]:
    """The plan and what is left of it tile by tile."""
    yield plan
    if plan.rest is not None:
        yield from steps(plan.rest)


def test_winning_is_worth_more_than_losing() -> None:
    """Longana: a win is worth most with many pips in the other hands, a tie nothing, a loss the
    less the more it costs. Mexican Train: few own pips, many of others."""
    longana_worth, train_worth = MINDS["longana"].worth, MINDS["mexican-train"].worth

    assert longana_worth((0, 30), 1) > longana_worth((0, 10), 1) > longana_worth((9, 9), 1) == 0
    assert longana_worth((0, 30), 2) < longana_worth((0, 10), 2) < 0
    assert train_worth((3, 30), 1) > train_worth((3, 10), 1) > train_worth((9, 10), 1)
