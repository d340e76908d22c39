"""Long trains: the own one, the newest tile and the open end are in sight."""

from __future__ import annotations

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from engine.log import Position
from tests.browser.table import (
    letters,
    move,
    played,
    seq,
    settled,
    sit,
)
from tests.server import Server


def long_train(position: Position) -> bool:
    """The person is to move, and some train has thirty tiles."""
    if position.state.turn != 1:
        return False
    return any(len(train.tiles) >= 30 for train in position.view(1).trains)


def begun(position: Position) -> bool:
    """The round is opened and the person to move."""
    return bool(position.acts) and position.state.turn == 1


def edge(page: Page, strip: Locator) -> bytes:
    """How the strip looks at its left edge."""
    strip.scroll_into_view_if_needed()
    page.evaluate("() => document.activeElement.blur()")
    box = strip.bounding_box()
    assert box is not None
    middle = box["y"] + box["height"] / 2
    clip = {"x": box["x"] + 1, "y": middle - 6, "width": 10, "height": 12}
    return page.screenshot(clip=clip, animations="disabled")  # type: ignore[arg-type]


@pytest.mark.parametrize("wide", [False, True])
def test_own_train_is_in_sight_when_it_is_ones_turn(page: Page, wide: bool) -> None:
    """Ten seats on a phone: at the own turn the whole own row is within the board, and stays so
    when a tile is previewed there.
    """
    page.set_viewport_size({"width": 360, "height": 640})
    sit(page, "mexican-train", seats=10, seed="newcomer")
    if wide:
        letters(page, "100%", wide=True)
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


def test_a_long_train_shows_its_end_and_can_be_looked_through(
    page: Page, context: BrowserContext, server: Server
) -> None:
    """Thirty tiles on a phone: the newest is in its strip, an arrow at the other edge tells that
    more lie hidden, and the strip scrolls, also by keys, to the buffer where the train begins.
    """
    page.set_viewport_size({"width": 360, "height": 640})
    page.goto(played(context, server, "mexican-train", 3, "long", until=long_train))
    strips = page.locator(".strip").all()
    strip = next(each for each in strips if each.locator(".tile").count() >= 30)
    strip.scroll_into_view_if_needed()
    tiles, start = strip.locator(".tile"), strip.locator(".start")
    expect(tiles.last).to_be_in_viewport(ratio=0.95)
    expect(start).not_to_be_in_viewport()
    arrow = edge(page, strip)

    strip.focus()
    hidden = strip.evaluate("node => node.scrollWidth - node.clientWidth")
    assert hidden > 300
    page.keyboard.press("ArrowLeft")
    page.wait_for_function("node => node.scrollLeft < 0", arg=strip.element_handle())
    strip.evaluate("node => { node.scrollLeft = -1e5; }")
    expect(start).to_be_in_viewport()
    buffer = edge(page, strip)
    assert buffer != arrow
    page.goto(played(page.context, server, "mexican-train", 3, "short", until=begun))
    assert edge(page, page.locator("#strip-public")) == buffer


def test_the_newest_tile_is_in_sight_after_a_play(page: Page) -> None:
    """Ten seats on a phone: after each move, whoever made it, the tile laid is on the board where
    it can be seen, also in a strip that was scrolled away from its end.
    """
    page.set_viewport_size({"width": 360, "height": 640})
    sit(page, "mexican-train", seats=10, seed="follow")
    inside = """() => {
      const tile = document.querySelector("#board .last")?.getBoundingClientRect();
      const strip = document.querySelector("#board .strip:has(.last)")?.getBoundingClientRect();
      const stage = document.querySelector("#main").getBoundingClientRect();
      return !strip || tile.left >= strip.left - 1 && tile.right <= strip.right + 1 &&
        tile.top >= stage.top - 1 && tile.bottom <= stage.bottom + 1;
    }"""
    for _ in range(25):
        page.evaluate(
            "() => document.querySelectorAll('.strip').forEach((e) => { e.scrollLeft = -1e5; })"
        )
        before = seq(page)
        if page.locator("#next-step").count():
            page.locator("#next-step").click()
            page.wait_for_function(
                f"() => document.querySelector('#table').dataset.seq !== '{before}'"
            )
            if not page.locator(".my-turn").count():
                page.wait_for_function(inside)
        else:
            move(page)
            page.wait_for_function(inside)
