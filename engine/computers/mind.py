"""What a computer must know of a game to play it well."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.actions import Action
from engine.computers.deals import Known
from engine.computers.reasons import Judged, Reason
from engine.trains import State


@dataclass(frozen=True, slots=True)
class Mind:
    """First sight, its reasons, and playing a round out.

    ``judged`` rates every legal action, the best first. ``reason`` tells what speaks for the first
    action and against the second in a part of that judgement, if that is a true sentence.
    ``playouts`` is asked once for each decision; what it answers plays a round to its end and
    tells the pips left. ``worth`` is what these are worth to a seat. ``candidates`` is how many
    actions are tried at the most, ``playouts_at_most`` how many playouts that may take.
    """

    judged: Callable[[Known], list[Judged]]
    reason: Callable[[Known, Action, Action, str], Reason | None]
    playouts: Callable[[], Callable[[State], tuple[int, ...]]]
    worth: Callable[[tuple[int, ...], int], float]
    candidates: int
    playouts_at_most: int
