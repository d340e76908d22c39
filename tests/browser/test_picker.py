"""The position picker: a tile and a place from two lists, and the same preview as ever."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import SIZES
from tests.browser.table import confirm, move, send, seq, settled, sit


def to_choose(page: Page) -> str:
    """Play on until a tile can be played with nothing standing ready; what it is called."""
    settled(page)
    while page.locator("#yes").count() or not page.locator(".my-turn .playable").count():
        move(page)
        settled(page)
    return page.locator(".my-turn .playable").first.inner_text()


@pytest.mark.parametrize(
    ("game", "size"),
    [("longana", "phone"), ("mexican-train", "tablet"), ("mexican-train", "desktop")],
)
def test_pick_preview_confirm(page: Page, game: str, size: str) -> None:
    """The picker previews like a tap; on a small screen its sheet makes way, and Confirm has the
    focus. It stays open through what happens then.
    """
    page.set_viewport_size({"width": SIZES[size][0], "height": SIZES[size][1]})
    sit(page, game, seats=3, seed="picker")
    name = to_choose(page)
    sheet = page.get_by_role("button", name="Scores", exact=True)
    if sheet.is_visible():
        sheet.click()
    page.get_by_text("Position picker").click()
    page.get_by_role("combobox", name="Tile", exact=True).select_option(name)
    page.get_by_role("combobox", name="Place", exact=True).select_option("Where it fits")
    before = seq(page)
    page.get_by_role("button", name="Preview", exact=True).click()
    page.locator("#yes, #bar [name=place]").first.wait_for()
    if page.locator("#yes").count() == 0:
        expect(page.locator("#bar [name=place]").first).to_be_focused()
        page.keyboard.press("Enter")
    expect(page.locator("#yes")).to_be_focused()
    expect(page.locator("#board .ghost")).to_be_visible()
    assert seq(page) == before
    confirm(page)
    settled(page)
    expect(page.locator(".picker details")).to_have_attribute("open", "")


def test_a_place_where_it_cannot_go_says_why(page: Page) -> None:
    """All places are in the list; the answer to a wrong one is a sentence with its rule. Both lists
    keep what was picked while the computers move on.
    """
    sit(page, "mexican-train", seats=3, seed="picker")
    while page.locator("#next-step").count():
        page.locator("#next-step").click()
        page.wait_for_function("() => !document.querySelector('.busy')")
    page.set_viewport_size({"width": 1440, "height": 900})
    page.get_by_text("Position picker").click()
    place = page.get_by_role("combobox", name="Place", exact=True)
    assert place.locator("option").count() == 5  # where it fits, three trains, the public one
    place.select_option("The public train")
    tile = page.get_by_role("combobox", name="Tile", exact=True)
    tile.select_option(index=3)
    picked = tile.input_value()
    page.get_by_role("button", name="Preview", exact=True).click()
    expect(page.locator("#notice.refused")).to_contain_text("(Rule M7)")
    assert tile.input_value() == picked
    assert place.input_value() == "public"


def test_without_javascript(browser: Browser, base_url: str) -> None:
    """By plain forms the picker leads to the same Confirm."""
    context = browser.new_context(java_script_enabled=False, base_url=base_url)
    page = context.new_page()
    sit(page, "longana", seats=2, seed="picker")
    while not page.locator(".playable").count():
        send(page.locator("#next-step, #yes").first)
    before = seq(page)
    page.set_viewport_size({"width": 1440, "height": 900})
    page.get_by_text("Position picker").click()
    value = page.locator(".playable").first.get_attribute("value") or ""
    page.get_by_role("combobox", name="Tile", exact=True).select_option(value)
    send(page.get_by_role("button", name="Preview", exact=True))
    if page.locator("#yes").count() == 0:
        send(page.locator("#bar [name=place]").first)
    send(page.locator("#yes"))
    assert seq(page) != before
    context.close()
