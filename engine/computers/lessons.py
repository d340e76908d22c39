"""What is worth learning from a round: where a seat's own choice fell most behind a better one.

Every decision is looked at again with what the seat knew at that moment, and no more.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import sqrt
from random import Random
from statistics import mean, stdev
from typing import Final

from engine import apply, start
from engine.actions import Action
from engine.computers import MINDS, Reason, why
from engine.computers.deals import known
from engine.computers.sampling import tried
from engine.trains import State
from engine.view import View, view

MOST: Final = 3

_PLAYOUTS: Final = 120
"""How many it may take to find the best action of a decision."""

_DEALS: Final = 40
"""With how many other deals it is then compared with the one that was taken, so that what only
luck made look best is found out."""

_SURE: Final = 2.0
"""By how many standard errors it must be better."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A moment of a round. ``step`` is the place of ``taken`` in its history, ``better`` what would
    have been better and ``reason`` why, ``gain`` by how much, as it was judged: in pips or points
    (where winning a round of Longana counts much more).
    """

    step: int
    taken: Action
    better: Action
    reason: Reason
    gain: float


def lessons(state: State, seat: int, rng: Random) -> tuple[Lesson, ...]:
    """The moments of a round so far from which the seat can learn most, the greatest first."""
    return greatest(each for found in looked_at(state, seat, rng) for each in found)


def looked_at(state: State, seat: int, rng: Random) -> Iterator[tuple[Lesson, ...]]:
    """The seat's decisions in a round so far, one after the other: what is to be learnt from each,
    at most one thing. For who has other things to do between them.
    """
    at = start(state.deal)
    for step, (mover, action) in enumerate(state.history):
        if mover == seat:
            lesson = _lesson(view(at, seat), step, action, rng)
            yield (lesson,) if lesson else ()
        at = apply(at, mover, action)


def greatest(found: Iterable[Lesson]) -> tuple[Lesson, ...]:
    """Those from which most can be learnt, the greatest first."""
    return tuple(sorted(found, key=lambda each: -each.gain)[:MOST])


def _lesson(seen: View, step: int, taken: Action, rng: Random) -> Lesson | None:
    """What is to be learnt from one decision, if something is."""
    if len(seen.legal) == 1:
        return None
    what, mind = known(seen), MINDS[seen.game]
    judged = mind.judged(what)
    mine = next(each for each in judged if each.action == taken)
    candidates = mind.candidates(seen, judged)
    best = tried(what, mind, candidates, _PLAYOUTS, rng)[0].judged
    if best is mine:
        return None
    better, worse = sorted(
        tried(what, mind, [best, mine], 2 * _DEALS, rng), key=lambda each: each.judged is mine
    )
    gains = [one - other for one, other in zip(better.worths, worse.worths, strict=True)]
    gain = mean(gains)
    if gain <= _SURE * stdev(gains) / sqrt(len(gains)):
        return None
    return Lesson(step, taken, best.action, why(what, best, mine, len(gains)), gain)
