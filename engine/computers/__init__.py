"""Computer players: plain functions from what a seat sees to what it does.

They get a ``View``, so they cannot know more than the person on that seat would (T3), and their
dice from outside, so that any choice can be repeated. ``relaxed`` overlooks things, ``steady`` goes
by first sight, ``sharp`` tries out what looks best.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final

from engine.actions import Action, Open, Play
from engine.computers.deals import Known, known
from engine.computers.longana import LONGANA
from engine.computers.mexican_train import MEXICAN_TRAIN
from engine.computers.mind import Mind
from engine.computers.reasons import Judged, deciding
from engine.computers.reasons import Reason as Reason
from engine.computers.sampling import tried
from engine.view import View

LEVELS: Final = ("relaxed", "steady", "sharp")

MINDS: Final[dict[str, Mind]] = {"longana": LONGANA, "mexican-train": MEXICAN_TRAIN}
"""By the game's key, as in ``GAMES``."""

_OVERLOOKED: Final = 0.15
_OVERLOOKED_DOUBLE: Final = 0.3
"""How likely ``relaxed`` is to overlook that a tile, or a double, can be played."""

_CARELESS: Final = 0.25
"""How often ``relaxed`` takes any of what it sees, and not what looks best."""


@dataclass(frozen=True, slots=True)
class Advice:
    """An action and the reason for it."""

    action: Action
    why: Reason


def choose(view: View, level: str, rng: Random) -> Advice:
    """What a computer of this level does; the same view and dice always give the same.

    Raises ValueError for an unknown level, or if the view's seat has no legal action.
    """
    if level not in LEVELS:
        raise ValueError(f"no level {level!r}")
    if not view.legal:
        raise ValueError("it is not this seat's turn")
    if len(view.hand) == 1 and isinstance(view.legal[0], Play | Open):
        return Advice(view.legal[0], Reason("last_tile", tiles=view.hand))
    if len(view.legal) == 1:
        return Advice(view.legal[0], Reason("only_move"))
    if level == "relaxed":
        return _relaxed(view, rng)
    return _steady(view) if level == "steady" else _sharp(view, rng)


def _relaxed(view: View, rng: Random) -> Advice:
    """What looks best of what it sees, or now and then any of that."""
    what = known(view)
    judged = MINDS[view.game].judged(what)
    seen = [each for each in judged if rng.random() >= _overlooked(each.action)] or judged
    careless = rng.random() < _CARELESS
    if careless or len(seen) == 1:
        chosen = rng.choice(seen)
        return Advice(chosen.action, why(what, chosen, chosen))
    return Advice(seen[0].action, why(what, seen[0], seen[1]))


def _overlooked(action: Action) -> float:
    """How likely it is not to be seen."""
    if not isinstance(action, Play):
        return 0.0
    return _OVERLOOKED_DOUBLE if action.tile.is_double else _OVERLOOKED


def _steady(view: View) -> Advice:
    """What looks best at first sight."""
    what = known(view)
    best, other, *_ = MINDS[view.game].judged(what)
    return Advice(best.action, why(what, best, other))


def _sharp(view: View, rng: Random) -> Advice:
    """What does best when tried out, of what looks good at first sight."""
    what, mind = known(view), MINDS[view.game]
    judged = mind.judged(what)
    candidates = mind.candidates(view, judged)
    if len(candidates) == 1:
        return Advice(judged[0].action, why(what, judged[0], judged[1]))
    best, other, *_ = tried(what, mind, candidates, mind.playouts_at_most(view), rng)
    reason = why(what, best.judged, other.judged, len(best.worths))
    return Advice(best.judged.action, reason)


def why(what: Known, best: Judged, other: Judged, deals: int = 0) -> Reason:
    """What decides for the one action and against the other; ``deals`` if both were tried out."""
    mind = MINDS[what.view.game]
    return deciding(best, other, lambda part: mind.reason(what, best.action, part), deals)
