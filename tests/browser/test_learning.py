"""The page to learn by, in a real browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import SIZES
from tests.browser.table import letters, played
from tests.server import Server

SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
SEED = "learn 3"
"""With it there is something to learn from the first round of either game."""


def test_learning_over_the_table(page: Page, server: Server) -> None:
    """From the side of the table into the panel, into the replay of the moment, and back to the
    table: the page is never left.
    """
    address = played(page.context, server, "mexican-train", 3, SEED)
    page.goto(address)
    page.get_by_role("link", name="Learn from round 1").click()
    panel = page.locator("#panel")
    expect(panel.get_by_role("heading", level=1)).to_contain_text("Learn from round 1")
    expect(panel.locator(".lesson")).to_contain_text("You played")
    expect(panel.locator(".lesson")).to_contain_text("Hint")
    expect(panel.locator(".ghost, .better").first).to_be_visible()
    panel.get_by_role("link", name="Replay").click()
    expect(panel.locator("#replay")).to_be_visible()
    panel.get_by_role("link", name="To the record").click()
    panel.get_by_role("link", name="Learn from round 1").click()
    expect(panel.locator("#learn")).to_be_visible()
    panel.get_by_role("link", name="Back to the table").click()
    expect(panel).to_be_hidden()
    assert page.url.endswith(address)


@pytest.mark.parametrize("game", ["longana", "mexican-train"])
def test_learning_without_javascript(browser: Browser, server: Server, game: str) -> None:
    """From the record by links alone; nothing scrolls sideways, with letters twice as large too."""
    plain = browser.new_context(base_url=server.url, java_script_enabled=False)
    page = plain.new_page()
    page.goto(f"{played(plain, server, game, 3 if game != 'longana' else 4, SEED)}/ledger")
    page.get_by_role("link", name="Learn from round 1").click()
    expect(page.locator(".own-hand .bone").first).to_be_visible()
    for width, height in SIZES.values():
        page.set_viewport_size({"width": width, "height": height})
        for size in ("100%", "200%"):
            letters(page, size)
            assert page.evaluate(SIDEWAYS) <= 0, (width, size)
    page.get_by_role("link", name="Back to the table").click()
    expect(page.locator("#table")).to_be_visible()
    plain.close()
