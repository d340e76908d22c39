"""Tiles as SVG: the one part of the pages that is written in Python.

A table shows a hundred tiles, and a template takes ten times as long for each.
"""

from __future__ import annotations

import hashlib
from functools import cache

from markupsafe import Markup, escape

from app.config import ROOT
from app.lines import Placed


@cache
def static(name: str) -> str:
    """The address of a static file, which changes when the file does, so that it can be kept."""
    content = (ROOT / "static" / name).read_bytes()
    return f"/static/{name}?v={hashlib.sha256(content).hexdigest()[:10]}"


@cache
def bone(first: int, second: int, lying: bool) -> Markup:
    """What a tile is drawn of, in units of its own: 40 by 80 upright, 80 by 40 lying.

    ``first`` is the value at the top or, lying, at the left.
    """
    sprite = static("tiles.svg")
    body, half, away = ("lying", "side", "x") if lying else ("body", "up", "y")
    return Markup(  # noqa: S704 (numbers and a name of ours)
        f'<use href="{sprite}#{body}"/><use href="{sprite}#{half}-{first}"/>'
        f'<use href="{sprite}#{half}-{second}" {away}="40"/>'
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
