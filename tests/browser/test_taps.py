"""Taps: quick ones do one thing, nothing moves under a finger, nothing zooms, the ghost waits."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect

from engine.actions import Draw, Pass, Play
from engine.log import Position
from tests.browser.table import move, played, prepare, seq, settled, sit, to_choose
from tests.browser.touch import centre
from tests.server import Server


@pytest.mark.parametrize(
    ("kind", "what"), [(Play, " on "), (Draw, "Draw one tile"), (Pass, "Pass; ")]
)
def test_quick_taps_do_one_thing(
    page: Page, server: Server, kind: type[Play | Draw | Pass], what: str
) -> None:
    """While the answer takes long, three taps on Confirm and Enter do one thing: a tile played, one
    tile drawn, one turn passed.
    """

    def can(position: Position) -> bool:
        """The person is to move and can do such a thing."""
        return position.state.turn == 1 and isinstance(position.view(1).legal[0], kind)

    page.goto(played(page.context, server, "mexican-train", 4, "taps", until=can))
    prepare(page)
    expect(page.locator("#preview")).to_contain_text(what)
    before = seq(page)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route(re.compile("/confirm$"), hold)
    x, y = centre(page.locator("#yes"))
    for _ in range(3):
        page.mouse.click(x, y)
    page.keyboard.press("Enter")
    expect(page.locator("#yes.busy")).to_have_count(1)
    assert len(held) == 1
    held[0].continue_()
    page.wait_for_function("() => !document.querySelector('.busy')")
    assert int(seq(page)) == int(before) + 1
    assert len(held) == 1


def test_two_taps_on_play_now_set_one_table(page: Page) -> None:
    """While the first is on its way, what follows does nothing."""
    page.goto("/")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.method))
    x, y = centre(page.get_by_role("button", name="Play now").first)
    page.mouse.dblclick(x, y)
    page.mouse.click(x, y)
    expect(page.locator("#table")).to_be_visible()
    page.goto("/")
    expect(page.locator(".tables li")).to_have_count(1)
    assert asked.count("POST") == 1


def test_nothing_moves_under_a_finger(page: Page) -> None:
    """Choosing a tile leaves every tile of the hand where it is."""
    page.set_viewport_size({"width": 360, "height": 640})
    sit(page, "mexican-train", seats=3, seed="drag")
    tile = to_choose(page)
    boxes = "all => all.map((each) => [each.id, each.getBoundingClientRect().y])"
    before = page.locator("#hand .tile-button").evaluate_all(boxes)
    tile.click()
    expect(tile).to_have_attribute("aria-pressed", "true")
    assert page.locator("#hand .tile-button").evaluate_all(boxes) == before


def test_quick_taps_do_not_zoom_and_two_fingers_may(page: Page) -> None:
    """Every control waits for no second tap; the page forbids nobody to enlarge it."""
    sit(page, "mexican-train", seats=3, seed="drag")
    to_choose(page).click()
    page.locator("#yes, #bar [name=place]").first.wait_for()
    actions = page.locator("button:visible, a.button:visible").evaluate_all(
        "all => [...new Set(all.map((each) => getComputedStyle(each).touchAction))]"
    )
    assert actions == ["manipulation"]
    viewport = page.locator("meta[name=viewport]").get_attribute("content") or ""
    assert "user-scalable" not in viewport
    assert "maximum-scale" not in viewport


def test_without_the_setting_the_ghost_waits(page: Page) -> None:
    """A second tap on the ghost neither confirms nor cancels."""
    sit(page, "longana", seed="drag")
    to_choose(page).click()
    page.locator("#yes, #bar [name=place]").first.wait_for()
    if page.locator("#yes").count() == 0:
        page.locator("#bar [name=place]").first.click()
    expect(page.locator("#yes")).to_be_visible()
    before = seq(page)
    page.mouse.click(*centre(page.locator("#board .ghost")))
    page.wait_for_function("() => !document.querySelector('.busy')")
    expect(page.locator("#yes")).to_be_visible()
    assert seq(page) == before


def test_the_keys(page: Page) -> None:
    """? tells the keys and Esc closes them; H hints, U takes back, R brings back, Esc cancels."""
    sit(page, "longana", seed="drag")
    to_choose(page).focus()
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Keys")
    expect(dialog).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    page.keyboard.press("h")
    expect(page.locator("#why")).not_to_be_empty()
    page.keyboard.press("Escape")
    expect(page.locator("#yes")).to_have_count(0)
    held = page.locator("#hand .tile-button").count()
    move(page)
    settled(page)
    page.locator("#hand .tile-button").first.focus()
    page.keyboard.press("u")
    expect(page.locator("#hand .tile-button")).to_have_count(held)
    page.locator("#hand .tile-button").first.focus()
    page.keyboard.press("r")
    expect(page.locator("#hand .tile-button")).to_have_count(held - 1)
