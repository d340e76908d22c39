"""Tiles, sets of tiles and their pips.

A set of tiles (a hand, what matches an end, ...) is a bitmask: bit ``tile.index`` stands for the
tile. The index is the tile's place in the canonical deck order of the record format
(``0-0, 1-0, 1-1, 2-0, ...``), which is the same in a double-nine and in a double-twelve set.
Masks stay inside the engine; everything that leaves it speaks of ``Tile`` values.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

MAX_PIPS: Final = 12


@dataclass(frozen=True, slots=True, order=True)
class Tile:
    """A domino, high end first. Get the one instance of each from ``tile(a, b)``."""

    high: int
    low: int
    index: int = field(init=False, compare=False, repr=False)
    bit: int = field(init=False, compare=False, repr=False)
    pips: int = field(init=False, compare=False, repr=False)
    is_double: bool = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        """Work out once what is asked of a tile all the time."""
        if not 0 <= self.low <= self.high <= MAX_PIPS:
            raise ValueError(f"no such tile: {self.high}-{self.low}")
        index = self.high * (self.high + 1) // 2 + self.low
        for name, value in (
            ("index", index),
            ("bit", 1 << index),
            ("pips", self.high + self.low),
            ("is_double", self.high == self.low),
        ):
            object.__setattr__(self, name, value)

    def __str__(self) -> str:
        """The notation: ``9-4``."""
        return f"{self.high}-{self.low}"

    def other(self, end: int) -> int:
        """The value that lies free once the tile is played with its ``end`` side inward."""
        return self.pips - end


TILES: Final = tuple(Tile(high, low) for high in range(MAX_PIPS + 1) for low in range(high + 1))
"""Every tile of a double-twelve set in canonical order; the first 55 are a double-nine set."""

SHOWING: Final = tuple(
    sum(t.bit for t in TILES if value in (t.high, t.low)) for value in range(MAX_PIPS + 1)
)
"""By value: the mask of all tiles that have an end with so many pips."""

DOUBLE: Final = tuple(t for t in TILES if t.is_double)
"""By value: its double."""

DOUBLES: Final = sum(t.bit for t in DOUBLE)
"""The mask of all doubles."""


_PLACES: Final = tuple(sum(t.bit for t in TILES if t.pips >> place & 1) for place in range(5))
"""By place of the pips as a binary number: the mask of the tiles with a one there."""


def tile(a: int, b: int) -> Tile:
    """The tile with these two ends, in either order. Raises ValueError if there is none."""
    high, low = (a, b) if a >= b else (b, a)
    if not 0 <= low <= high <= MAX_PIPS:
        raise ValueError(f"no such tile: {high}-{low}")
    return TILES[high * (high + 1) // 2 + low]


def deck(top: int) -> tuple[Tile, ...]:
    """The whole set up to the double ``top``, in canonical order: 55 tiles for 9, 91 for 12."""
    return TILES[: (top + 1) * (top + 2) // 2]


def mask_of(tiles: Iterable[Tile]) -> int:
    """The mask of these tiles."""
    mask = 0
    for each in tiles:
        mask |= each.bit
    return mask


def tiles_in(mask: int) -> Iterator[Tile]:
    """The tiles of a mask from high to low, the order in which legal actions are listed."""
    while mask:
        index = mask.bit_length() - 1
        yield TILES[index]
        mask ^= 1 << index


def pips_in(mask: int) -> int:
    """The sum of the pips of all tiles in a mask."""
    ones, twos, fours, eights, sixteens = _PLACES
    return (
        (mask & ones).bit_count()
        + 2 * (mask & twos).bit_count()
        + 4 * (mask & fours).bit_count()
        + 8 * (mask & eights).bit_count()
        + 16 * (mask & sixteens).bit_count()
    )
