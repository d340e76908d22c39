"""Ways to play: dragging by mouse and by finger, the keyboard, a second tap on the ghost."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from engine import GAMES
from tests.browser.conftest import SIZES
from tests.browser.table import confirm, seq, sit, to_choose
from tests.browser.touch import Finger, centre, touch_page

PLACE = "#board .target, #board .ghost"
BESIDE = """node => {
  const { x, y, width, height } = node.getBoundingClientRect();
  const [left, middle, right] = [x - 25, x + width / 2, x + width + 25];
  const [top, half, bottom] = [y - 25, y + height / 2, y + height + 25];
  return [[left, half], [right, half], [middle, top], [middle, bottom]]
    .find((point) => document.elementFromPoint(...point).matches("#cross, .around, .inlay"));
}"""  # where there is nothing but felt
WHOSE = "node => node.closest('.train, [id^=arm-], [id^=end-]').id.split('-')[1]"


@pytest.mark.parametrize("game", GAMES)
def test_drag_with_the_mouse(page: Page, game: str) -> None:
    """Picking up lights the places, a drop on one previews there, and only Confirm moves on."""
    sit(page, game, seats=3, seed="drag")
    tile = to_choose(page)
    before = seq(page)
    page.mouse.move(*centre(tile))
    page.mouse.down()
    page.mouse.move(*centre(page.locator("#bar .words")), steps=4)
    expect(page.locator(".carried")).to_have_count(1)
    target = page.locator(PLACE).first
    expect(target).to_be_visible()
    page.mouse.move(*centre(target), steps=4)
    page.mouse.up()
    expect(page.locator("#board .ghost")).to_have_count(1)
    expect(page.locator(".carried, .gap, .lifted")).to_have_count(0)
    assert seq(page) == before
    confirm(page)


def test_a_drop_elsewhere_snaps_back(page: Page) -> None:
    """Dropped beside the board the tile is in the hand again, and nothing is chosen."""
    sit(page, "longana", seed="drag")
    tile = to_choose(page)
    before = seq(page)
    page.mouse.move(*centre(tile))
    page.mouse.down()
    page.mouse.move(*centre(page.locator("#bar")), steps=4)
    expect(page.locator(PLACE).first).to_be_visible()
    page.mouse.up()
    expect(page.locator(".carried")).to_have_count(0)
    expect(page.locator("#yes")).to_have_count(0)
    expect(page.locator(".hand [aria-pressed=true]")).to_have_count(0)
    assert seq(page) == before


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("size", ["phone", "tablet"])
def test_drag_with_a_finger(browser: Browser, base_url: str, size: str, game: str) -> None:
    """A finger that holds and moves carries the tile to its place, and the page does not scroll."""
    with touch_page(browser, base_url, *SIZES[size]) as page:
        sit(page, game, seats=3, seed="drag")
        tile = to_choose(page)
        scrolled = page.evaluate("scrollY")
        finger = Finger(page)
        finger.hold_and_drag(centre(tile), centre(page.locator("#bar .words")))
        expect(page.locator(".carried")).to_have_count(1)
        target = page.locator(PLACE).first
        expect(target).to_be_visible()
        finger.move(centre(target))
        finger.up()
        expect(page.locator("#board .ghost")).to_have_count(1)
        expect(page.locator("#yes")).to_have_count(1)
        assert page.evaluate("scrollY") == scrolled


@pytest.mark.parametrize("game", GAMES)
def test_the_carried_tile_counts_not_the_finger(browser: Browser, base_url: str, game: str) -> None:
    """A tile hangs above the finger that carries it: it goes to the place under the tile, whatever
    place the finger is on.
    """
    with touch_page(browser, base_url, *SIZES["phone"]) as page:
        sit(page, game, seats=3, seed="drag")
        finger = Finger(page)
        tile = to_choose(page)
        finger.hold_and_drag(centre(tile), centre(page.locator("#bar .words")))
        offered = page.locator(PLACE).first
        expect(offered).to_be_visible()
        place = offered.evaluate(WHOSE)
        box = page.locator(".carried .bone").bounding_box()
        assert box
        x, y = centre(offered)
        finger.move((x, y + box["height"] / 2))
        finger.up()
        ghost = page.locator("#board .ghost")
        expect(ghost).to_have_count(1)
        assert ghost.evaluate(WHOSE) == place


def test_a_tile_dropped_beside_a_place_finds_it(page: Page) -> None:
    """On the cross a tile dropped on bare felt goes to the place that is near."""
    sit(page, "longana", seats=3, seed="drag")
    tile = to_choose(page)
    page.mouse.move(*centre(tile))
    page.mouse.down()
    page.mouse.move(*centre(page.locator("#bar .words")), steps=4)
    offered = page.locator(PLACE).first
    expect(offered).to_be_visible()
    place = offered.evaluate(WHOSE)
    page.mouse.move(*offered.evaluate(BESIDE), steps=4)
    page.mouse.up()
    expect(page.locator("#board .ghost")).to_have_count(1)
    assert page.locator("#board .ghost").evaluate(WHOSE) == place


def test_a_second_tap_on_the_ghost(page: Page) -> None:
    """With the setting a tap on the ghost confirms; without it nothing is confirmed."""
    sit(page, "longana", seed="drag")
    page.evaluate("() => localStorage.setItem('ramal.tap', 'on')")
    to_choose(page).click()
    page.wait_for_function("() => document.querySelector('#yes, #bar [name=place]')")
    if page.locator("#yes").count() == 0:
        page.locator("#bar [name=place]").first.click()
    expect(page.locator("#yes")).to_have_count(1)
    before = seq(page)
    page.mouse.click(*centre(page.locator("#board .ghost")))
    expect(page.locator("#table")).not_to_have_attribute("data-seq", re.compile(f"^{before}$"))


def test_arrows_walk_the_hand(page: Page) -> None:
    """Tab stops once in the hand, arrows move there, Enter previews and then confirms."""
    sit(page, "longana", seed="drag")
    to_choose(page).focus()
    expect(page.locator(".hand .tile-button[tabindex='0']")).to_have_count(1)
    first = page.evaluate("() => document.activeElement.id")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("() => document.activeElement.id") != first
    page.keyboard.press("ArrowLeft")
    before = seq(page)
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.activeElement.matches('#yes, #bar [name=place]')")
    if page.locator("#yes").count() == 0:
        page.keyboard.press("Enter")
    expect(page.locator("#yes")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#table")).not_to_have_attribute("data-seq", re.compile(f"^{before}$"))


def test_letters_can_be_switched_off(page: Page) -> None:
    """H asks for a hint while the table has the focus, unless single keys are off."""
    sit(page, "longana", seed="drag")
    to_choose(page).focus()
    page.evaluate("() => localStorage.setItem('ramal.keys', 'off')")
    page.keyboard.press("h")
    page.evaluate("() => localStorage.removeItem('ramal.keys')")
    expect(page.locator("#yes")).to_have_count(0)
    page.keyboard.press("h")
    expect(page.locator("#why")).not_to_be_empty()
