"""What must be in sight, on small screens and with large letters."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table import settled, sit


@pytest.mark.parametrize("game", ["longana", "mexican-train"])
def test_board_stays_in_sight_with_letters_twice_as_large(page: Page, game: str) -> None:
    """On a phone at 200 % text nothing lies on the board, nothing scrolls sideways, and the hand
    can be reached by scrolling the page.
    """
    page.set_viewport_size({"width": 360, "height": 640})
    sit(page, game, seats=4, seed="large letters")
    settled(page)
    page.evaluate("() => { document.documentElement.style.fontSize = '200%'; }")
    board = page.locator("#main").bounding_box()
    play = page.locator(".play").bounding_box()
    assert board is not None
    assert play is not None

    assert board["height"] >= 200
    assert play["y"] >= board["y"] + board["height"] - 1
    wide = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert page.evaluate(wide) <= 0
    last = page.locator("#hand [name=tile]").last
    last.scroll_into_view_if_needed()
    expect(last).to_be_in_viewport()


def test_own_train_is_in_sight_when_it_is_ones_turn(page: Page) -> None:
    """Ten seats on a phone: at the own turn the whole own row is within the board, and stays so
    when a tile is previewed there.
    """
    page.set_viewport_size({"width": 360, "height": 640})
    sit(page, "mexican-train", seats=10, seed="newcomer")
    settled(page)
    inside = """() => {
        const row = document.querySelector('.train.mine').getBoundingClientRect();
        const stage = document.querySelector('#main').getBoundingClientRect();
        return row.top >= stage.top - 1 && row.bottom <= stage.bottom + 1;
    }"""
    page.wait_for_function(inside)
    if page.locator(".my-turn .playable").count():
        page.locator(".my-turn .playable").first.click()
        page.locator("#board .ghost").wait_for()
        page.wait_for_function(inside)
