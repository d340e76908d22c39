"""Words and marks stand out, in light, dark and the colours of the system."""

from __future__ import annotations

from typing import Literal

from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.browser.contrast import faint_marks, faint_words
from tests.browser.table import (
    TABLES,
    choosing,
    ended,
    played,
    several,
)
from tests.server import Server

THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
NONE: dict[str, list[str]] = {scheme: [] for scheme in THEMES}
SEATS = [*(f"seat-{seat}" for seat in range(1, 11)), "public"]


MARKS = [
    *((seat, ground) for seat in SEATS for ground in ("panel", "turn", "ground")),
    *((f"pip-{value}", "ivory") for value in range(1, 13)),
    *((mark, ground) for mark in ("glow", "edge", "felt-ink") for ground in ("felt", "felt-deep")),
    *(("rim-dark", ground) for ground in ("glow", "ivory")),
    *(("due", ground) for ground in ("edge", "ivory")),
    *(("accent", ground) for ground in ("panel", "ground")),
]


def computed(target: Locator, name: str) -> str:
    """A computed style."""
    found: str = target.evaluate(f"node => getComputedStyle(node).getPropertyValue('{name}')")
    return found


def faint(page: Page) -> dict[str, list[str]]:
    """What is written too faintly, in both themes."""
    found: dict[str, list[str]] = {}
    for scheme in THEMES:
        page.emulate_media(color_scheme=scheme)
        found[scheme] = faint_words(page)
    return found


def test_every_word_and_mark_stands_out(
    page: Page, context: BrowserContext, server: Server
) -> None:
    """In both themes letters stand out by 4.5 to 1, and signs, pips and rings by 3 to 1."""
    page.set_viewport_size({"width": 1440, "height": 900})
    for game, seats in TABLES:
        address = played(context, server, game, seats, "faint", until=choosing)
        page.goto(address)
        page.locator(".my-turn .playable").first.click()
        page.locator("#yes, #bar [name=place]").first.wait_for()
        assert faint(page) == NONE
        page.goto(played(context, server, game, seats, "faint end", until=ended))
        assert faint(page) == NONE
        page.goto(f"{played(context, server, game, seats, 'faint record')}/ledger")
        assert faint(page) == NONE
        page.goto(f"{page.url.removesuffix('/ledger')}/replay/1/1?step=9")
        assert faint(page) == NONE
    for scheme in THEMES:
        page.emulate_media(color_scheme=scheme)
        assert faint_marks(page, MARKS) == []
    for path in ("/", "/new?game=longana", "/t/nowhere"):
        page.goto(path)
        assert faint(page) == NONE


def test_forced_colours_show_what_is_lit(
    page: Page, context: BrowserContext, server: Server
) -> None:
    """With the system's colours the chosen tile, the lit places, the newest tile, what is pressed
    and what has the focus are marked in the system's own highlight.
    """
    page.emulate_media(forced_colors="active")
    for game, seats in TABLES[:2]:
        page.goto(played(context, server, game, seats, "forced", until=several))
        highlight = page.evaluate(
            """() => {
              document.body.style.outline = "1px solid Highlight";
              const colour = getComputedStyle(document.body).outlineColor;
              document.body.style.outline = "";
              return colour;
            }"""
        )
        assert computed(page.locator("#board .ring-last"), "stroke") == highlight
        for tile in page.locator(".my-turn .playable").all():
            tile.click()
            page.locator("#yes, #bar [name=place]").first.wait_for()
            if page.locator("#bar [name=place]").count():
                break
        assert computed(page.locator("[aria-pressed=true] .bone"), "outline-color") == highlight
        if game == "longana":
            assert computed(page.locator(".end.lit .slot").first, "stroke") == highlight
        else:
            before = "node => getComputedStyle(node, '::before').borderTopColor"
            assert page.locator(".train .target").first.evaluate(before) == highlight
        target = page.locator("#board .target").first
        target.focus()
        page.keyboard.press("Shift+Tab")
        page.keyboard.press("Tab")
        expect(target).to_be_focused()
        assert computed(target, "outline-style") == "solid"
        page.locator("#bar [name=place]").first.click()
        assert computed(page.locator("#yes"), "background-color") == highlight
