"""The rules in a real browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import SIZES
from tests.browser.contrast import faint_words
from tests.browser.table import letters
from tests.server import Server

GAMES = ("longana", "mexican-train")
SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.mark.parametrize("game", GAMES)
def test_nothing_scrolls_sideways(page: Page, game: str) -> None:
    """On every size of screen, also with letters twice as large and wide, all fits the width."""
    for width, height in [*SIZES.values(), (320, 568)]:
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"/rules/{game}")
        for size, wide in (("100%", False), ("200%", False), ("200%", True)):
            letters(page, size, wide=wide)
            assert page.evaluate(SIDEWAYS) <= 0, (width, size, wide)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_word_can_be_read(page: Page, scheme: str) -> None:
    """Letters stand out from what is behind them by 4.5 to 1, in both themes."""
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    for game in GAMES:
        page.goto(f"/rules/{game}")
        assert faint_words(page) == []


def test_the_rules_are_read_without_javascript(browser: Browser, server: Server) -> None:
    """Links lead to each section and to the other game's rules."""
    plain = browser.new_context(java_script_enabled=False, base_url=server.url)
    page = plain.new_page()
    page.goto("/rules/longana")
    page.get_by_role("link", name="When several arms fit").click()
    expect(page.get_by_role("heading", name="When several arms fit")).to_be_in_viewport()
    page.get_by_role("link", name="Mexican Train").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Rules of Mexican Train")
    page.goto("/rules/mexican-train#M16")
    expect(page.locator("#M16")).to_be_in_viewport()
    plain.close()


def test_a_position_is_told_to_who_does_not_see_it(page: Page) -> None:
    """Each arm's line tells owner, state and tiles; each tile in hand whether it can be played."""
    page.goto("/rules/longana")
    scene = page.locator('[data-scene="arms-2"]')
    ana = scene.get_by_role("listitem").filter(has_text="Ana's arm").first
    expect(ana).to_contain_text("open, 2nd")
    expect(ana).to_contain_text("nine–four")
    expect(scene.get_by_role("img", name="four–one, can be played")).to_be_visible()


@pytest.mark.parametrize("game", GAMES)
def test_on_paper_it_is_black_on_white(page: Page, game: str) -> None:
    """Printed, a dark page is black on white, without what only leads elsewhere."""
    page.emulate_media(media="print", color_scheme="dark")
    page.goto(f"/rules/{game}")
    for selector in ("h1", ".rule p", ".claims .no .verdict", ".to-move", ".whose b", ".agreed"):
        colour = page.locator(selector).first.evaluate("node => getComputedStyle(node).color")
        assert colour == "rgb(0, 0, 0)", selector
    paper = page.locator("html").evaluate("node => getComputedStyle(node).backgroundColor")
    assert paper == "rgb(255, 255, 255)"
    for hidden in (".masthead", ".contents", ".rules-switch"):
        expect(page.locator(hidden)).to_be_hidden()
