"""Trying actions out: the unseen tiles are dealt again and again, and the round is played on.

All actions are tried with the same deals. The better half goes on to the next heat, until two are
left for the last. The number of playouts is bounded and nothing looks at a clock, so the same view
and dice always give the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from engine import GAMES
from engine.actions import Action
from engine.computers.deals import Known, dealt
from engine.computers.mind import Mind
from engine.trains import State


class Tried(NamedTuple):
    """An action with the worth of the ends that it led to, one for each deal."""

    action: Action
    worths: list[float]

    @property
    def mean(self) -> float:
        """Its worth on average."""
        return sum(self.worths) / len(self.worths)


def tried(
    known: Known, mind: Mind, actions: Sequence[Action], playouts: int, rng: Random
) -> list[Tried]:
    """The actions of the last heat, the best first."""
    running = [Tried(action, []) for action in actions]
    heats = max(1, (len(running) - 1).bit_length())
    play_out = mind.playouts()
    for heat in range(heats):
        for _ in range(max(1, playouts // (heats * len(running)))):
            state = dealt(known, rng)
            for each in running:
                left = play_out(_after(state, each.action))
                each.worths.append(mind.worth(left, known.seat))
        running.sort(key=lambda each: -each.mean)
        if heat < heats - 1:
            running = running[: (len(running) + 1) // 2]
    return running


def _after(state: State, action: Action) -> State:
    """A state of its own in which a legal action was taken."""
    after = state.copy()
    GAMES[state.deal.game].advance(after, action)
    return after
