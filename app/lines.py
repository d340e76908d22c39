"""Tiles laid in a line, straight or round corners: coordinates only, in SVG units."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from engine.tiles import Tile
from engine.view import Laid

HALF: Final = 40
"""The side of one half of a tile."""

_APART: Final = 3 * HALF
"""From the middle of one line to the end of another: both may hold doubles lying across."""


class Rect(NamedTuple):
    """An upright rectangle; ``x`` and ``y`` are its upper left corner."""

    x: int
    y: int
    width: int
    height: int


class Half(NamedTuple):
    """One half of a laid tile: its value and its upper left corner."""

    value: int
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Placed:
    """A tile where it lies.

    ``halves`` has the inner one (towards the hub) first. ``lying`` says that its long side is
    level. ``ghost`` marks the previewed tile, ``last`` the newest on the table, ``fresh`` one that
    was laid since the reader's last move, ``queue`` the place of an exposed double (M16), ``told``
    one of which a hint speaks.
    """

    tile: Tile
    box: Rect
    halves: tuple[Half, Half]
    lying: bool
    ghost: bool = False
    last: bool = False
    fresh: bool = False
    queue: int | None = None
    told: bool = False

    @property
    def marked(self) -> bool:
        """Whether a ring is drawn around it."""
        return self.ghost or self.last or self.fresh or self.told or self.queue is not None

    @property
    def shown(self) -> tuple[int, int]:
        """Its values as they lie: from the left to the right, or from the top down."""
        inner, outer = self.halves
        if (inner.x, inner.y) < (outer.x, outer.y):
            return inner.value, outer.value
        return outer.value, inner.value


class Vector(NamedTuple):
    """A point, or a way to go; ``y`` grows downward."""

    x: int
    y: int

    def times(self, factor: int) -> Vector:
        """So many times as far."""
        return Vector(self.x * factor, self.y * factor)

    def plus(self, other: Vector) -> Vector:
        """Moved by another."""
        return Vector(self.x + other.x, self.y + other.y)


class Tip(NamedTuple):
    """The free end of a line: the middle of its outer edge, and the way it points."""

    at: Vector
    way: Vector

    def after(self, tile: Tile) -> Tip:
        """The end of the line once this tile lies there; a double takes half the length."""
        length = HALF if tile.is_double else 2 * HALF
        return Tip(self.at.plus(self.way.times(length)), self.way)


def around(centre: Vector, width: int, height: int) -> Rect:
    """The rectangle with this centre."""
    return Rect(centre.x - width // 2, centre.y - height // 2, width, height)


@lru_cache(maxsize=20_000)  # a tile stays where it lies: each page lays most of them again
def lay(tip: Tip, tile: Tile, inner: int) -> Placed:
    """The tile laid straight on at ``tip``, its ``inner`` value first; a double lies across."""
    level = bool(tip.way.x)
    if tile.is_double:
        centre = tip.at.plus(tip.way.times(HALF // 2))
        across = Vector(abs(tip.way.y), abs(tip.way.x)).times(HALF // 2)
        middles = (centre.plus(across.times(-1)), centre.plus(across))
        level = not level
    else:
        centre = tip.at.plus(tip.way.times(HALF))
        middles = (
            tip.at.plus(tip.way.times(HALF // 2)),
            tip.at.plus(tip.way.times(HALF + HALF // 2)),
        )
    size = (2 * HALF, HALF) if level else (HALF, 2 * HALF)
    first, second = (
        Half(value, at.x - HALF // 2, at.y - HALF // 2)
        for value, at in zip((inner, tile.other(inner)), middles, strict=True)
    )
    return Placed(tile, around(centre, *size), (first, second), level)


def inner_ends(hub: int, tiles: Iterable[Laid]) -> Iterator[tuple[Tile, int]]:
    """Each tile with the value of the half that touches the one before."""
    end = hub
    for laid in tiles:
        yield laid.tile, end
        end = laid.tile.other(end)


class Line:
    """An arm while it is laid: straight on to its reach, then ever inward round its own quarter.

    Every bend goes the same way, so that all arms together turn like a pinwheel and each keeps to
    its quarter. A bend lies before a tile that is not a double; a double goes straight on.
    """

    def __init__(self, start: Vector, way: Vector, reach: Vector) -> None:
        """Begin at the hub's edge, ``start``, and go ``way``, at most so far across and down."""
        self.tip = Tip(start, way)
        self.bends = 0
        self._half = 0  # from the middle of the newest tile's outer half to its side
        self._ways = [way]
        for _ in range(3):
            before = self._ways[-1]
            self._ways.append(Vector(before.y, -before.x))
        ahead, beside = (reach.x if each.x else reach.y for each in self._ways[:2])
        self._limits = [ahead, beside, -_APART, -_APART]

    def lay(self, tile: Tile, inner: int) -> Placed | None:
        """The tile laid at the end; None if there is no room left."""
        tip = self.tip if tile.is_double else self.onward()
        if tip is None:
            return None
        self._bend_to(tip)
        self.tip = tip.after(tile)
        self._half = HALF if tile.is_double else HALF // 2
        return lay(tip, tile, inner)

    def onward(self) -> Tip | None:
        """Where a tile that is not a double goes on, past a bend if need be."""
        if self._has_room(self.tip, self.bends):
            return self.tip
        way = self._ways[(self.bends + 1) % 4]
        middle = self.tip.at.plus(self.tip.way.times(-HALF // 2))
        turned = Tip(middle.plus(way.times(self._half)), way)
        room = self._half and self._has_room(turned, self.bends + 1)
        return turned if room else None

    def _has_room(self, tip: Tip, bends: int) -> bool:
        return _along(tip.at, tip.way) + 2 * HALF <= self._limits[bends % 4]

    def _bend_to(self, tip: Tip) -> None:
        """Count a bend, and let later runs keep their distance from the one that begins."""
        if tip.way != self.tip.way:
            self.bends += 1
            inward = (self.bends - 1) % 4
            self._limits[inward] = _along(tip.at, self._ways[inward]) - _APART


def _along(at: Vector, way: Vector) -> int:
    return at.x * way.x + at.y * way.y
