"""Why an action was chosen: a true sentence's worth of facts, never prose.

A reason is looked for where the chosen action, at first sight, differs most from the next best. If
first sight would have had the other, trying out decided, and that is the reason.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from engine.actions import Action, Open, Play
from engine.tiles import Tile

CODES: Final = (
    "only_move",
    "any_move",
    "last_tile",
    "begins_chain",
    "keeps_chain",
    "leaves_chain",
    "closes",
    "coverable",
    "ways",
    "values",
    "blocks",
    "most_pips",
    "pips",
    "tried",
)
"""``only_move``; ``any_move``; ``last_tile``. ``begins_chain`` and ``keeps_chain`` with the
``count`` tiles of the longest chain for the own line, ``leaves_chain`` with those of a shorter one.
``closes`` the own line. ``coverable``: a double that ``tiles`` can cover. ``ways``: ``count`` tiles
will fit as the table stands; ``values``: so many different ones stay in the hand. ``blocks``:
``seat``, on whose arm it goes, has no tile with the ``value`` at its end. ``most_pips`` and
``pips``: so many go. ``tried`` with ``count`` deals of the unseen tiles.
"""


@dataclass(frozen=True, slots=True)
class Reason:
    """A code and the facts that a sentence about it needs; ``tiles`` are those that it speaks of,
    so that they can be shown.
    """

    code: str
    count: int = 0
    seat: int | None = None
    value: int | None = None
    tiles: tuple[Tile, ...] = ()


@dataclass(frozen=True, slots=True)
class Judged:
    """An action as it looks at first sight: what speaks for it, part by part, about in pips."""

    action: Action
    parts: dict[str, float]

    @property
    def value(self) -> float:
        """All in all."""
        return sum(self.parts.values())


def deciding(
    chosen: Judged, other: Judged, tell: Callable[[str], Reason | None], tried: int
) -> Reason:
    """The reason for the one and against the other; if they are level, for both.

    ``tell`` words a part of the judgement, if there is a true sentence about it; ``tried`` is the
    number of deals, none if only first sight decided.
    """
    if chosen.value >= other.value:
        for part in sorted(chosen.parts, key=lambda part: -_lead(chosen, other, part)):
            level = chosen.value == other.value and chosen.parts[part] > 0
            if level or _lead(chosen, other, part) > 0:
                reason = tell(part)
                if reason is not None:
                    return reason
    return Reason("tried", count=tried) if tried else Reason("any_move")


def _lead(chosen: Judged, other: Judged, part: str) -> float:
    """By how much the one is before the other in a part."""
    return chosen.parts[part] - other.parts.get(part, 0.0)


def chain_told(
    chosen: Play | Open, seat: int, longest: int, left: tuple[Tile, ...]
) -> Reason | None:
    """That the longest chain is begun or kept, or that a good one is left.

    ``longest`` are the tiles of the longest before the action, ``left`` those that are left.
    """
    own = isinstance(chosen, Play) and chosen.on == seat
    if own and 1 + len(left) == longest > 1:
        return Reason("begins_chain", count=longest, tiles=(chosen.tile, *left))
    if len(left) < 2:
        return None
    kept = not own and len(left) == longest
    return Reason("keeps_chain" if kept else "leaves_chain", count=len(left), tiles=left)


def sheds(chosen: Play | Open, legal: Sequence[Action]) -> Reason | None:
    """That pips go: the most there are to shed, or so many."""
    pips = chosen.tile.pips
    most = max(each.tile.pips for each in legal if isinstance(each, Play | Open))
    code = "most_pips" if pips == most else "pips"
    return Reason(code, count=pips, tiles=(chosen.tile,)) if pips else None
