"""Trying actions out: the unseen tiles are dealt again and again, and the round is played on.

All actions are tried with the same deals. The better half goes on to the next heat, until two are
left for the last. The number of playouts is bounded and nothing looks at a clock, so the same view
and dice always give the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from engine import GAMES
from engine.actions import Action
from engine.computers.deals import Known, dealt
from engine.computers.mind import Mind
from engine.computers.reasons import Judged
from engine.trains import State


@dataclass(frozen=True, slots=True)
class Tried:
    """An action at first sight, with the worth of the ends that it led to, one for each deal."""

    judged: Judged
    trust: float
    worths: list[float] = field(default_factory=list)

    @property
    def value(self) -> float:
        """Its worth on average, and a little of first sight, since few deals leave much to luck."""
        return sum(self.worths) / len(self.worths) + self.trust * self.judged.value


def tried(
    known: Known, mind: Mind, judged: Sequence[Judged], playouts: int, rng: Random
) -> list[Tried]:
    """The actions of the last heat, the best first."""
    running = [Tried(each, mind.trust) for each in judged]
    heats = max(1, (len(running) - 1).bit_length())
    play_out = mind.playouts()
    for heat in range(heats):
        for _ in range(max(1, playouts // (heats * len(running)))):
            state = dealt(known, rng)
            for each in running:
                left = play_out(_after(state, each.judged.action))
                each.worths.append(mind.worth(left, known.seat))
        running.sort(key=lambda each: -each.value)
        if heat < heats - 1:
            running = running[: (len(running) + 1) // 2]
    return running


def _after(state: State, action: Action) -> State:
    """A state of its own in which a legal action was taken."""
    after = state.copy()
    GAMES[state.deal.game].advance(after, action)
    return after
