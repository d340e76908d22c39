"""What a computer must know of a game to play it well."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.actions import Action
from engine.computers.deals import Known
from engine.computers.reasons import Judged, Reason
from engine.trains import State
from engine.view import View


@dataclass(frozen=True, slots=True)
class Mind:
    """First sight, its reasons, and playing a round out.

    ``judged`` rates every legal action, the best first. ``reason`` tells what
    speaks for an action in a part of that judgement, if there is a true sentence about it.
    ``playouts`` is asked once for each decision; what it answers plays a round to its end and
    tells the pips left; the opening must be over. ``worth`` is what these are worth to a seat.
    ``candidates`` are those of the judged actions that are tried, the best first; only one where
    first sight is enough. ``playouts_at_most`` is how many playouts that may take. ``trust`` is how
    much first sight counts beside them.
    """

    judged: Callable[[Known], list[Judged]]
    reason: Callable[[Known, Action, str], Reason | None]
    playouts: Callable[[], Callable[[State], tuple[int, ...]]]
    worth: Callable[[tuple[int, ...], int], float]
    candidates: Callable[[View, list[Judged]], list[Judged]]
    playouts_at_most: Callable[[View], int]
    trust: float
