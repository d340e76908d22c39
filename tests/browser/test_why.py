"""Why a chosen tile cannot go where it was put: by tapping, by dropping, without JavaScript."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.table import move, send, seq, settled, sit
from tests.browser.touch import centre


def choose_somewhere(page: Page, *, why: str) -> str:
    """Play on until a tile of one's own can be played and does not fit everywhere; choose it. The
    key of a place where it cannot go, found by its button.
    """
    while True:
        settled(page)
        assert page.locator("#go").count() == 0
        playable = page.locator(".my-turn .playable[aria-pressed=false]")
        if playable.count() and page.locator(f"#board {why}").count() == 0:
            playable.first.click()
            page.locator("#hand [aria-pressed=true]").wait_for()
        if page.locator(f"#board {why}").count():
            name = page.locator(f"#board {why}").first.get_attribute("value")
            assert name
            return name
        move(page)


@pytest.mark.parametrize("game", ["longana", "mexican-train"])
@pytest.mark.parametrize("spot", ["plate", "line"])
def test_an_unlit_place_says_why(page: Page, game: str, spot: str) -> None:
    """A tap on the plate, or on the arm or train itself, names the rule; the tile stays chosen,
    what it could do is still on offer, and nothing is confirmed.
    """
    sit(page, game, seats=3, seed="why")
    place = choose_somewhere(page, why=".why")
    chosen = page.locator("#hand [aria-pressed=true]").get_attribute("value")
    before = seq(page)
    offered = page.locator("#yes, #bar [name=place]").count()
    line = f"#end-{place}" if game == "longana" else f"#train-{place} .track"
    page.mouse.click(*centre(page.locator(f"#plate-{place}" if spot == "plate" else line).first))
    expect(page.locator("#notice.refused")).to_contain_text("(Rule ")
    assert page.locator("#hand [aria-pressed=true]").get_attribute("value") == chosen
    assert page.locator("#yes, #bar [name=place]").count() == offered > 0
    assert seq(page) == before


def test_a_tile_that_fits_nowhere_says_why_not_there(page: Page) -> None:
    """It stays chosen, so that each place can be asked; Esc lets it go."""
    sit(page, "mexican-train", seats=4, seed="why")
    settled(page)
    page.keyboard.press("Escape")
    tile = page.locator(".my-turn .tile-button:not(.playable)").first
    tile.click()
    expect(page.locator("#notice.refused")).to_be_visible()
    expect(tile).to_have_attribute("aria-pressed", "true")
    general = page.locator("#notice").inner_text()
    page.mouse.click(*centre(page.locator("#plate-public")))
    expect(page.locator("#notice")).not_to_have_text(general)
    expect(page.locator("#notice")).to_contain_text("(Rule ")
    page.keyboard.press("Escape")
    expect(page.locator("#notice")).to_have_count(0)
    expect(page.locator("#hand [aria-pressed=true]")).to_have_count(0)


def test_a_drop_where_it_cannot_go_says_why(page: Page) -> None:
    """Dropped on a place that is not lit the tile is back in the hand, and one line says why."""
    sit(page, "mexican-train", seats=3, seed="why")
    place = choose_somewhere(page, why=".why")
    before = seq(page)
    chosen = page.locator("#hand [aria-pressed=true]")
    page.mouse.move(*centre(chosen))
    page.mouse.down()
    page.mouse.move(*centre(page.locator("#bar .words")), steps=4)
    page.mouse.move(*centre(page.locator(f"#plate-{place}")), steps=4)
    page.mouse.up()
    expect(page.locator("#notice.refused")).to_contain_text("(Rule ")
    expect(page.locator(".carried, .lifted, .gap")).to_have_count(0)
    assert seq(page) == before


def test_it_is_said_without_javascript(browser: Browser, base_url: str) -> None:
    """The plates are buttons of the form that holds the tile; they add no stop for Tab."""
    context = browser.new_context(java_script_enabled=False, base_url=base_url)
    page = context.new_page()
    sit(page, "mexican-train", seats=3, seed="why")
    while not page.locator(".my-turn .tile-button:not(.playable)").count():
        send(page.locator("#next-step, #yes, .playable, #option-1").first)
    send(page.locator(".my-turn .tile-button:not(.playable)").first)
    button = page.get_by_role("button", name="The public train: why not?")
    assert button.get_attribute("tabindex") == "-1"
    button.click()
    expect(page.locator("#notice.refused")).to_contain_text("(Rule ")
    context.close()
