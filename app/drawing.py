"""Tiles, symbols and markers as SVG: the one part of the pages that is written in Python.

A table shows a hundred tiles, and a template takes ten times as long for each. Templates know this
module as ``tiles``; the shapes that it uses are in static/tiles.svg.

Pips take a colour for each number inside ``.mexican-train`` or ``[data-game="mexican-train"]``. On
<html>, ``data-tiles="numerals"`` shows figures and ``data-tiles="pips"`` never does; without it
figures appear by themselves where tiles get small.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING

from markupsafe import Markup, escape

from app.config import ROOT
from app.lines import Placed
from engine.tiles import Tile

if TYPE_CHECKING:
    from app.shown import Held
    from app.words import Words


@cache
def static(name: str) -> str:
    """The address of a static file, which changes when the file does, so that it can be kept."""
    content = (ROOT / "static" / name).read_bytes()
    return f"/static/{name}?v={hashlib.sha256(content).hexdigest()[:10]}"


@cache
def bone(first: int, second: int, lying: bool = False) -> Markup:
    """What a tile is drawn of, in units of its own: 40 by 80 upright, 80 by 40 lying.

    ``first`` is the value at the top or, lying, at the left.
    """
    sprite = static("tiles.svg")
    body, half, away = ("lying", "side", "x") if lying else ("body", "up", "y")
    return Markup(  # noqa: S704 (numbers and a name of ours)
        f'<use href="{sprite}#{body}"/><use href="{sprite}#{half}-{first}"/>'
        f'<use href="{sprite}#{half}-{second}" {away}="40"/>'
    )


def tile(shown: Tile, label: str | None = None, first: int | None = None) -> Markup:
    """A tile drawn alone, upright (a hand, the end of a round).

    ``first`` is the value on top, else the high end. ``label`` is its spoken name; without one it
    is hidden from screen readers, as inside a button that has its own text. It is var(--bone) long.
    """
    top = shown.high if first is None else first
    spoken = f'role="img" aria-label="{escape(label)}"' if label else 'aria-hidden="true"'
    return Markup(  # noqa: S704 (the label is escaped, all else is ours)
        f'<svg class="bone" viewBox="0 0 40 80" {spoken}>{bone(top, shown.other(top))}</svg>'
    )


def held(each: Held) -> Markup:
    """A tile of the reader's hand: a button that previews it."""
    kinds = {
        "playable": each.playable,
        "drawn": each.drawn,
        "linked": each.linked,
        "hinted": each.told,
    }
    kind = " ".join(["tile-button", *(name for name, holds in kinds.items() if holds)])
    pressed = "true" if each.chosen else "false"
    why = ' aria-describedby="why"' if each.told else ""
    return Markup(  # noqa: S704 (what is said is escaped, all else is ours)
        f'<li><button id="tile-{each.tile}" name="tile" value="{each.tile}" class="{kind}"'
        f' aria-pressed="{pressed}"{why}>{tile(each.tile, first=each.top)}'
        f'<span class="unseen">{escape(each.spoken)}</span></button></li>'
    )


@cache
def back() -> Markup:
    """A hidden tile. Always the same, so that it tells nothing."""
    return Markup(  # noqa: S704 (a name of ours)
        '<svg class="bone back" viewBox="0 0 40 80" aria-hidden="true">'
        f'<use href="{static("tiles.svg")}#back"/></svg>'
    )


@cache
def symbol(owner: int) -> Markup:
    """The sign of a seat (1 to 10) or of the public train (0), in its colour."""
    name = f"seat-{owner}" if owner else "public"
    return _sign(f"symbol seat-{owner or 'public'}", name)


@cache
def marker() -> Markup:
    """The marker of an open arm or train."""
    return _sign("marker", "marker")


def _sign(kind: str, name: str) -> Markup:
    return Markup(  # noqa: S704 (names of ours)
        f'<svg class="{kind}" viewBox="0 0 24 24" aria-hidden="true">'
        f'<use href="{static("tiles.svg")}#{name}"/></svg>'
    )


def laid(placed: Placed, label: str, role: str = "listitem") -> Markup:
    """A tile on the board, moved to its place; ``label`` is what it is called.

    The move stands on a group within: a style that moves the tile would take its place.
    """
    kind = "tile ghost" if placed.ghost else "tile last" if placed.last else "tile"
    return Markup(  # noqa: S704 (the label is escaped, all else is ours)
        f'<g id="t-{placed.tile}" class="{kind}" role="{role}" aria-label="{escape(label)}">'
        f'<g transform="translate({placed.box.x} {placed.box.y})">'
        f"{bone(*placed.shown, placed.lying)}</g></g>"
    )


def line(row: Iterable[Placed], words: Words, exposed: int) -> Markup:
    """The tiles of an arm or train; ``exposed`` is how many exposed doubles there are (M16)."""
    return Markup("").join(laid(placed, words.laid(placed, exposed)) for placed in row)


def rings(row: Iterable[Placed]) -> Markup:
    """What marks tiles: drawn above all of them, so that no neighbour hides it."""
    return Markup("".join(_rings(placed) for placed in row if placed.marked))  # noqa: S704 (ours)


def _rings(placed: Placed) -> str:
    if placed.ghost:
        told = _ring(placed, "told", 4) if placed.told else ""
        return _ring(placed, "ghost") + told
    if placed.queue:
        return _ring(placed, "edge", 1) + _ring(placed, "due", 1)
    return _ring(placed, "rim") + _ring(placed, "last" if placed.last else "fresh")


def _ring(placed: Placed, kind: str, grow: int = 0) -> str:
    x, y, width, height = placed.box
    return (
        f'<rect class="ring ring-{kind}" x="{x - grow}" y="{y - grow}"'
        f' width="{width + 2 * grow}" height="{height + 2 * grow}" rx="7"/>'
    )
