"""A match: rounds in order, totals, and when it is over."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count
from typing import NamedTuple

from engine import GAMES, can_open, outcome, start
from engine.deal import Deal, dealt
from engine.trains import Outcome, State


class Match(NamedTuple):
    """A match of ``seats`` seats. ``seed`` stays secret until the match is over, unless a person
    chose it (T7).
    """

    game: str
    seats: int
    number: int
    seed: str
    seed_chosen: bool

    def first_round(self) -> State:
        """Round 1, dealt."""
        return self.round(1, None)

    def round(self, number: int, previous: State | None) -> State:
        """A round, dealt from the seed; ``previous`` is the end of the round before it."""
        search_from = GAMES[self.game].search_from(number, previous, self.seats)
        return start(self.deal(number, search_from))

    def deal(self, number: int, search_from: int | None) -> Deal:
        """A round's deal from the seed: the first attempt in which somebody can open (L6)."""
        game = GAMES[self.game]
        for attempt in count(1):
            key = (self.game, self.seed, self.number, number, attempt)
            hands, stock = dealt(key, game.TOP, self.seats, game.hand_size(self.seats))
            deal = Deal(self.game, number, attempt, search_from, hands, stock)
            if can_open(deal):
                break
        return deal


@dataclass(frozen=True, slots=True)
class Result:
    """How a round ended, in points (Longana) or penalties (Mexican Train); public.

    ``left``, ``scored`` and ``totals`` (after the round) start with seat 1.
    """

    round: int
    outcome: Outcome
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a match stands, as everybody knows it.

    ``rounds`` is how many the match has, None where it ends by points (L18). ``results`` are of
    the rounds that have ended, ``totals`` after the last of them. ``winners`` is empty until the
    match is over.
    """

    match: int
    round: int
    rounds: int | None
    results: tuple[Result, ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...]


def results(states: tuple[State, ...]) -> tuple[Result, ...]:
    """The results of the rounds of one match whose ends these are, in order."""
    told: list[Result] = []
    for state in states:
        ended = outcome(state)
        assert ended is not None
        before = told[-1].totals if told else (0,) * state.seats
        totals = tuple(b + s for b, s in zip(before, ended.scored, strict=True))
        told.append(Result(state.deal.round, ended, totals))
    return tuple(told)


def standing(match: Match, states: tuple[State, ...]) -> Standing:
    """Where the match stands after these rounds, of which the last may be running."""
    game = GAMES[match.game]
    ended = results(tuple(state for state in states if state.phase == "over"))
    totals = ended[-1].totals if ended else (0,) * match.seats
    over = bool(ended) and game.match_over(ended[-1].round, totals)
    return Standing(
        match=match.number,
        round=states[-1].deal.round,
        rounds=game.ROUNDS,
        results=ended,
        totals=totals,
        winners=game.winners(totals) if over else (),
    )
