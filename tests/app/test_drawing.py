"""Tiles as SVG."""

from __future__ import annotations

from selectolax.lexbor import LexborHTMLParser

from app.drawing import bone, laid
from app.lines import Half, Placed, Rect
from engine.tiles import tile


def placed(*, last: bool = False) -> Placed:
    """A nine-four that lies at 80, 20 with its four inward."""
    halves = (Half(4, 80, 20), Half(9, 120, 20))
    return Placed(tile(9, 4), Rect(80, 20, 80, 40), halves, lying=True, last=last)


def test_style_that_moves_a_tile_does_not_take_its_place_away() -> None:
    """What the style sheet animates by transform carries no transform attribute of its own."""
    page = LexborHTMLParser(str(laid(placed(last=True), "nine–four")))
    outer = page.css_first("#t-9-4")
    assert outer is not None
    inner = outer.css_first("g[transform]")

    assert "last" in (outer.attributes["class"] or "")
    assert "transform" not in outer.attributes
    assert inner is not None
    assert inner.attributes["transform"] == "translate(80 20)"


def test_tile_is_drawn_as_it_lies() -> None:
    """The end that is further left stands first, whatever the tile's own order."""
    drawn = str(laid(placed(), "nine–four"))

    assert drawn.index("#side-4") < drawn.index("#side-9")
    assert str(bone(4, 9, True)) in drawn


def test_name_of_a_tile_is_escaped() -> None:
    """A label cannot become markup."""
    assert "<b>" not in laid(placed(), '<b>"')
    assert '"&lt;b&gt;&#34;"' in laid(placed(), '<b>"')
