"""Computers against each other: who plays better, by how much, and how sure that is.

A and B sit at every other seat and play each deal twice, with seats swapped, so that neither the
cards nor the order tell them apart. What is told of a pair of such games is one sample; intervals
are of 95 % (normal). Beside the levels there are yardsticks, which nobody is offered at a table.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import sqrt
from random import Random
from statistics import mean
from typing import Final, NamedTuple

from engine import GAMES, apply, outcome
from engine.actions import PLAYS, Action, Open, Play
from engine.computers import LEVELS, choose
from engine.computers.chains import longest_chain
from engine.match import Match, standing
from engine.tiles import mask_of
from engine.trains import State
from engine.view import View, view

Player = Callable[[View, Random], Action]


def _random(view: View, rng: Random) -> Action:
    """Any legal action."""
    return rng.choice(view.legal)


def _greedy(view: View, rng: Random) -> Action:  # noqa: ARG001 (a player's dice)
    """The most pips; a first turn goes on as long as it can."""
    return max(view.legal, key=lambda each: each.tile.pips if isinstance(each, Play | Open) else -1)


def _greedy_plus(view: View, rng: Random) -> Action:
    """The longest chain in Mexican Train's first turn, then the most pips."""
    if view.phase == "first" and view.seat is not None:
        chain = longest_chain(view.train(view.seat).end, mask_of(view.hand))
        if chain:
            return PLAYS[view.seat][chain[0].index]
    return _greedy(view, rng)


def _level(name: str) -> Player:
    return lambda view, rng: choose(view, name, rng).action


PLAYERS: Final[dict[str, Player]] = {
    "random": _random,
    "greedy": _greedy,
    "greedy+": _greedy_plus,
    **{name: _level(name) for name in LEVELS},
}


@dataclass(frozen=True, slots=True)
class Contest:
    """A against B at tables of a game: whole matches, or single rounds."""

    game: str
    seats: int
    a: str
    b: str
    seed: str
    whole_matches: bool


@dataclass(frozen=True, slots=True)
class Pair:
    """Two games with the same deals, seats swapped.

    ``margins`` are, round by round, the pips (or points) of A's seats on average less those of
    B's; ``rounds`` and ``matches`` A's share of those won; ``times`` what its decisions took.
    """

    margins: list[float] = field(default_factory=list)
    rounds: list[float] = field(default_factory=list)
    matches: list[float] = field(default_factory=list)
    times: list[float] = field(default_factory=list)


def pair(contest: Contest, clock: Callable[[], float], number: int) -> Pair:
    """The pair of games of this number. ``clock`` tells the seconds that are measured."""
    told = Pair()
    for swapped in (False, True):
        of_a = tuple(seat % 2 == swapped for seat in range(contest.seats))
        table = _Table(contest, of_a, clock, Random(f"arena|{contest.seed}|{number}"), told.times)
        match = Match(contest.game, contest.seats, number, contest.seed, seed_chosen=True)
        ends = table.match(match) if contest.whole_matches else (table.round(match),)
        for end in ends:
            told.margins.append(_margin(end, of_a))
            told.rounds.append(_won(end, of_a))
        if contest.whole_matches:
            winners = standing(match, ends).winners
            told.matches.append(sum(of_a[seat - 1] for seat in winners) / len(winners))
    return told


@dataclass(frozen=True, slots=True)
class _Table:
    """A's and B's players in their seats, and how long A's decisions took."""

    contest: Contest
    of_a: tuple[bool, ...]
    clock: Callable[[], float]
    rng: Random
    times: list[float]

    def match(self, match: Match) -> tuple[State, ...]:
        """The ends of the rounds of a whole match."""
        ends = [self._played(match.first_round())]
        while not standing(match, tuple(ends)).winners:
            ends.append(self._played(match.round(len(ends) + 1, ends[-1])))
        return tuple(ends)

    def round(self, match: Match) -> State:
        """The end of a single round; the matches' numbers go through all kinds of rounds."""
        rounds = GAMES[match.game].ROUNDS or 1
        return self._played(match.round(1 + match.number % rounds, None))

    def _played(self, state: State) -> State:
        while state.turn is not None:
            state = apply(state, state.turn, self._choice(view(state, state.turn)))
        return state

    def _choice(self, seen: View) -> Action:
        assert seen.seat is not None
        mine = self.of_a[seen.seat - 1]
        player = PLAYERS[self.contest.a if mine else self.contest.b]
        started = self.clock()
        action = player(seen, self.rng)
        if mine and len(seen.legal) > 1:
            self.times.append(self.clock() - started)
        return action


def _sides(end: State, of_a: Sequence[bool]) -> tuple[float, float]:
    """What A's and B's seats scored on average."""
    ended = outcome(end)
    assert ended is not None
    a = [scored for scored, mine in zip(ended.scored, of_a, strict=True) if mine]
    b = [scored for scored, mine in zip(ended.scored, of_a, strict=True) if not mine]
    return mean(a), mean(b)


def _margin(end: State, of_a: Sequence[bool]) -> float:
    a, b = _sides(end, of_a)
    return a - b


def _won(end: State, of_a: Sequence[bool]) -> float:
    """A's share of a round: the winner's side has it, or else the side with fewer pips."""
    ended = outcome(end)
    if ended and ended.winner:
        return float(of_a[ended.winner - 1])
    a, b = _sides(end, of_a)
    return 0.5 if a == b else float(a < b)


class Figure(NamedTuple):
    """A mean and half the width of its interval of 95 %."""

    mean: float
    give: float


def figure(samples: Sequence[Sequence[float]]) -> Figure | None:
    """The mean of all that the pairs tell, with each pair as one sample; None if it is nothing."""
    number = sum(map(len, samples))
    if not number:
        return None
    middle = sum(map(sum, samples)) / number
    # The pairs may be of different length: this is the ratio estimator's variance.
    square = sum((sum(each) - middle * len(each)) ** 2 for each in samples)
    count = len(samples)
    spread = sqrt(square * count / max(1, count - 1)) / number
    return Figure(middle, 1.96 * spread)
