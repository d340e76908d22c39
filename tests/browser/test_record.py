"""The ledger and the replay in a real browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.conftest import SIZES
from tests.browser.contrast import faint_words
from tests.browser.table import letters, played
from tests.server import Server

SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def test_a_round_is_replayed_without_javascript(browser: Browser, server: Server) -> None:
    """From the ledger into a finished round and through it by links alone."""
    plain = browser.new_context(java_script_enabled=False, base_url=server.url)
    page = plain.new_page()
    page.goto(f"{played(plain, server, 'longana', 3, 'replay')}/ledger")
    page.get_by_role("link", name="1, replay of this round").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Replay")
    expect(page.get_by_text("The tiles are dealt.")).to_be_visible()
    expect(page.locator(".open-hands .bone")).to_have_count(24)
    page.get_by_role("link", name="Next", exact=True).click()
    expect(page.locator(".told")).to_contain_text("opened the round with the double")
    expect(page.locator(".open-hands .bone")).to_have_count(23)
    page.get_by_role("link", name="Last", exact=True).click()
    expect(page.locator(".ends")).to_contain_text("round")
    page.get_by_role("link", name="Previous", exact=True).click()
    expect(page.locator(".ends")).to_have_count(0)
    page.get_by_role("link", name="First", exact=True).click()
    expect(page.locator(".open-hands .bone")).to_have_count(24)
    page.get_by_role("link", name="Back to the table").click()
    expect(page.locator("#table")).to_be_visible()
    plain.close()


def test_the_keyboard_stays_on_the_button(page: Page, server: Server) -> None:
    """With JavaScript a step changes the picture in place: Enter again and again goes on."""
    page.goto(f"{played(page.context, server, 'mexican-train', 2, 'keys')}/replay/1/1")
    page.get_by_role("link", name="Next", exact=True).focus()
    for step in (1, 2, 3):
        page.keyboard.press("Enter")
        expect(page.locator(".told")).to_contain_text(f"Step {step} of")
        expect(page.locator("#replay-on")).to_be_focused()


@pytest.mark.parametrize("screen", ["phone", "tablet"])
def test_nothing_scrolls_sideways(page: Page, server: Server, screen: str) -> None:
    """Ten seats with long names: only the tables scroll, each in a region that takes the focus."""
    address = played(page.context, server, "mexican-train", 10, "wide")
    width, height = SIZES[screen]
    page.set_viewport_size({"width": width, "height": height})
    for path in ("ledger", "replay/1/1", "replay/1/1?step=30"):
        page.goto(f"{address}/{path}")
        for size, wide in (("100%", False), ("200%", False), ("200%", True)):
            letters(page, size, wide=wide)
            assert page.evaluate(SIDEWAYS) <= 0, (path, size, wide)
    page.goto(f"{address}/ledger")
    region = page.get_by_role("group", name="Match 1").first
    region.focus()
    expect(region).to_be_focused()


def test_on_paper_it_is_black_on_white(page: Page, server: Server) -> None:
    """Printed, a dark page is black on white, without what only leads elsewhere."""
    address = played(page.context, server, "longana", 2, "paper")
    page.emulate_media(media="print", color_scheme="dark")
    page.goto(f"{address}/ledger")
    for selector in ("h1", ".by-round td", ".log li"):
        colour = page.locator(selector).first.evaluate("node => getComputedStyle(node).color")
        assert colour in {"rgb(0, 0, 0)", "rgb(51, 51, 51)"}
    paper = page.locator("html").evaluate("node => getComputedStyle(node).backgroundColor")
    assert paper == "rgb(255, 255, 255)"
    expect(page.locator(".masthead")).to_be_hidden()
    expect(page.get_by_role("link", name="Download the record")).to_be_hidden()


def test_a_replay_on_paper_fits_one_sheet(page: Page, server: Server) -> None:
    """Printed from a dark screen, board and hands are dark on light paper, on one sheet, and the
    newest tile is not caught while it still moves in.
    """
    address = played(page.context, server, "longana", 2, "paper")
    page.emulate_media(media="print", color_scheme="dark", reduced_motion="no-preference")
    page.goto(f"{address}/replay/1/1?step=5")
    assert faint_words(page) == []
    assert page.locator(".replay .last").evaluate("e => getComputedStyle(e).opacity") == "1"
    for hidden in (".masthead", ".steps .buttons", ".head .buttons"):
        expect(page.locator(hidden)).to_be_hidden()
    assert page.pdf(format="A4").count(b"/Type /Page\n") == 1


@pytest.mark.parametrize("scripts", [True, False])
def test_the_steps_of_a_replay_are_in_reach(
    browser: Browser, context: BrowserContext, server: Server, scripts: bool
) -> None:
    """On a phone, wherever one has scrolled to."""
    address = played(context, server, "mexican-train", 4, "steps")
    phone = browser.new_context(
        base_url=server.url,
        java_script_enabled=scripts,
        storage_state=context.storage_state(),
        viewport={"width": 360, "height": 640},
    )
    page = phone.new_page()
    page.goto(f"{address}/replay/1/1?step=9")
    expect(page.locator("#replay-on")).to_be_in_viewport(ratio=1)
    page.mouse.wheel(0, 400)
    expect(page.locator("#replay-on")).to_be_in_viewport(ratio=1)
    page.locator("#replay-on").click()
    expect(page.get_by_text("Step 10 of")).to_be_visible()
    expect(page.locator("#replay-on")).to_be_in_viewport(ratio=1)
    phone.close()
