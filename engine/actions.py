"""What a seat can do, how it is written, and how it is refused.

Actions are values with one text each (RECORD.md, "Actions"): ``open 9-9``, ``play 9-4 on 2``,
``play 9-4 on public``, ``draw``, ``pass``, ``finish``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from engine.tiles import TILES, Tile

MAX_SEATS: Final = 10

PUBLIC: Final = 0
"""The number by which the public train is named where seats are 1 to n.

The tuples that hold one entry per train list the seats first and the public train last, so
``trains[target - 1]`` is right for a seat and, since ``PUBLIC - 1`` is ``-1``, for it as well.
"""

_LAST: Final = (len(TILES) + 2) * (MAX_SEATS + 1)
"""A rank after every tile's."""


@dataclass(frozen=True, slots=True)
class Open:
    """Open the round with a double."""

    tile: Tile
    rank: int = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        """Among opens, from high to low."""
        object.__setattr__(self, "rank", -self.tile.index)

    def __str__(self) -> str:
        """The notation."""
        return f"open {self.tile}"


@dataclass(frozen=True, slots=True)
class Play:
    """Play a tile on the arm or train of seat ``on``, or on the ``PUBLIC`` train."""

    tile: Tile
    on: int
    rank: int = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        """After opens; from high to low, then by seat, the public train last."""
        tile = len(TILES) - self.tile.index
        object.__setattr__(self, "rank", tile * (MAX_SEATS + 1) + (self.on or MAX_SEATS + 1))

    def __str__(self) -> str:
        """The notation."""
        return f"play {self.tile} on {self.on or 'public'}"


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw the next tile of the boneyard."""

    rank: int = field(default=_LAST + 0, init=False, compare=False, repr=False)

    def __str__(self) -> str:
        """The notation."""
        return "draw"


@dataclass(frozen=True, slots=True)
class Pass:
    """Pass, and so open the own arm or train."""

    rank: int = field(default=_LAST + 1, init=False, compare=False, repr=False)

    def __str__(self) -> str:
        """The notation."""
        return "pass"


@dataclass(frozen=True, slots=True)
class Finish:
    """Finish the chain of the first turn."""

    rank: int = field(default=_LAST + 2, init=False, compare=False, repr=False)

    def __str__(self) -> str:
        """The notation."""
        return "finish"


Action = Open | Play | Draw | Pass | Finish
"""Whose ``rank`` is its place in the canonical order of legal actions (RECORD.md): open, play,
draw, pass, finish; tiles from high to low; targets by seat number, public last."""

# One instance of each action, made once: legal actions are listed thousands of times a second,
# and comparing a legal action with itself is then a comparison of addresses.
DRAW: Final = Draw()
PASS: Final = Pass()
FINISH: Final = Finish()
OPENS: Final = tuple(Open(t) for t in TILES)
"""By tile index."""
PLAYS: Final = tuple(tuple(Play(t, on) for t in TILES) for on in range(MAX_SEATS + 1))
"""By target (``PUBLIC`` or a seat), then by tile index."""


class NotationError(ValueError):
    """A text that is not in the notation. ``text`` is what was read."""

    def __init__(self, text: str) -> None:
        """Keep the text that could not be read."""
        super().__init__(f"not in the notation: {text[:60]!r}")
        self.text = text


class IllegalAction(ValueError):
    """An action that the rules refuse.

    ``code`` names the reason (one of ``CODES``), ``rule`` the rule that forbids it, and ``facts``
    what a sentence about it needs: tiles, seats, values. The engine writes no prose.
    """

    def __init__(self, code: str, rule: str, **facts: Tile | int) -> None:
        """Build the refusal; ``facts`` are named as a sentence about it would name them."""
        assert code in CODES, code
        self.code = code
        self.rule = rule
        self.facts = facts
        told = "".join(f", {name} {value}" for name, value in facts.items())
        super().__init__(f"{code.replace('_', ' ')} ({rule}){told}")


CODES: Final = frozenset(
    {
        "round_over",
        "not_your_turn",
        "not_in_hand",
        "no_such_place",
        "open_first",
        "already_open",
        "not_a_double",
        "highest_double_opens",
        "round_double_opens",
        "ends_differ",
        "closed_arm",
        "earlier_opened_first",
        "closed_train",
        "cover_oldest",
        "own_train_only",
        "must_play",
        "must_finish",
        "must_draw",
        "no_drawing",
        "no_drawing_yet",
        "nothing_to_draw",
        "already_drawn",
        "no_finishing",
        "play_before_finish",
    }
)
"""Every reason for a refusal."""

_ALL: Final[list[Action]] = [*OPENS, *(p for row in PLAYS for p in row), DRAW, PASS, FINISH]
_ACTIONS: Final = {str(action): action for action in _ALL}
_TILES: Final = {str(t): t for t in TILES}
_MOVE: Final = re.compile(r"([1-9][0-9]?): (.+)")


def parse_tile(text: str) -> Tile:
    """The tile written ``9-4``, high end first. Raises NotationError."""
    try:
        return _TILES[text]
    except KeyError:
        raise NotationError(text) from None


def parse_action(text: str) -> Action:
    """The action in RECORD.md's notation. Raises NotationError.

    Every tile to 12-12 and every seat to 10 can be read; whether the table has them is the
    rules' question.
    """
    try:
        return _ACTIONS[text]
    except KeyError:
        raise NotationError(text) from None


def parse_move(text: str) -> tuple[int, Action]:
    """The seat and the action of a text like ``2: play 9-4 on 2``. Raises NotationError."""
    match = _MOVE.fullmatch(text)
    if match is None:
        raise NotationError(text)
    return int(match[1]), parse_action(match[2])


def move_text(seat: int, action: Action) -> str:
    """The text of what a seat did: ``2: play 9-4 on 2``."""
    return f"{seat}: {action}"
