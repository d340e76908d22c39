"""Computer players: plain functions from what a seat sees to what it does.

They get a ``View``, so they cannot know more than the person on that seat would (T3), and their
dice from outside, so that any choice can be repeated.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final, Literal

from engine.actions import Action, Open, Play
from engine.computers.chains import longest_chain
from engine.tiles import mask_of
from engine.view import View

LEVELS: Final = ("relaxed", "steady", "sharp")


@dataclass(frozen=True, slots=True)
class Reason:
    """Why an action was chosen: a code and the facts that a sentence about it needs.

    Codes: ``only_move``; ``any_move``; ``most_pips`` with ``pips``; ``longest_chain`` with
    ``length``, the tiles of the own chain that the action begins or keeps.
    """

    code: Literal["only_move", "any_move", "most_pips", "longest_chain"]
    pips: int = 0
    length: int = 0


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
    if len(view.legal) == 1:
        return Advice(view.legal[0], Reason("only_move"))
    if level == "relaxed":
        return _relaxed(view, rng)
    return _steady(view) if level == "steady" else _sharp(view)


def _relaxed(view: View, rng: Random) -> Advice:
    """Any legal action; finishing a first chain early is left to chance like the rest."""
    return Advice(rng.choice(view.legal), Reason("any_move"))


def _steady(view: View) -> Advice:
    """The heaviest tile that can be played."""
    action = max(view.legal, key=_pips)  # the first of equals: the canonical order decides
    return Advice(action, Reason("most_pips", pips=_pips(action)))


def _sharp(view: View) -> Advice:
    """What keeps the longest chain for the own train, and of equals the heaviest tile."""
    lengths = {action: _chain_with(view, action) for action in view.legal}
    action = max(view.legal, key=lambda action: (lengths[action], _pips(action)))
    return Advice(action, Reason("longest_chain", length=lengths[action]))


def _chain_with(view: View, action: Action) -> int:
    """The tiles of the longest chain on the own train, the action's own tile included."""
    assert view.seat is not None
    hand = mask_of(view.hand)
    if isinstance(action, Open):
        return len(longest_chain(action.tile.high, hand & ~action.tile.bit))
    end = view.train(view.seat).end
    if not isinstance(action, Play):
        return len(longest_chain(end, hand))
    hand &= ~action.tile.bit
    if action.on != view.seat:
        return len(longest_chain(end, hand))
    return 1 + len(longest_chain(action.tile.other(end), hand))


def _pips(action: Action) -> int:
    return action.tile.pips if isinstance(action, Play | Open) else -1
