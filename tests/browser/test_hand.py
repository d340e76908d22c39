"""The hand: arranged by buttons, by mouse, by finger, by keyboard; large hands on small screens."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.conftest import SIZES
from tests.browser.table import confirm, send, seq, settled, sit
from tests.browser.touch import Finger, centre, touch_page


def order(page: Page) -> list[str]:
    """The hand from its start to its end."""
    tiles: list[str] = page.locator("#hand [name=tile]").evaluate_all(
        "all => all.map((each) => each.value)"
    )
    return tiles


def stands(page: Page, wanted: list[str]) -> None:
    """The hand comes to stand so, whatever answers are on their way."""
    page.wait_for_function(
        "(wanted) => [...document.querySelectorAll('#hand [name=tile]')]"
        ".map((each) => each.value).join(' ') === wanted",
        arg=" ".join(wanted),
    )


def kept(page: Page, wanted: list[str]) -> None:
    """The hand stands so, also after a reload."""
    page.wait_for_function(
        "() => document.querySelector('#sort-own').getAttribute('aria-pressed') === 'true'"
    )
    assert order(page) == wanted
    page.reload()
    assert order(page) == wanted


def tile(value: str) -> str:
    """The selector of a tile in the hand."""
    return f'[id="tile-{value}"]'


def moved(hand: list[str], value: str, before: str | None) -> list[str]:
    """The hand with one tile put before another one, or at the end."""
    others = [each for each in hand if each != value]
    others.insert(others.index(before) if before else len(others), value)
    return others


def waiting(page: Page, game: str = "longana") -> None:
    """Sit at a table where a computer is to move and waits for a tap."""
    sit(page, game, seats=4, seed="waiting")
    expect(page.locator("#next-step")).to_be_visible()


def test_buttons_arrange_and_the_table_stays_as_it_is(page: Page) -> None:
    """By value, for my train, my own order: each shows at once that it is on; the preview that
    stands is neither lost nor done.
    """
    sit(page, "mexican-train", seed="drag")
    settled(page)
    if page.locator("#yes").count():
        confirm(page)
        settled(page)
    value = (
        page.locator(".my-turn .playable[aria-pressed=false]").first.get_attribute("value") or ""
    )
    page.locator(tile(value)).click()
    expect(page.locator(tile(value))).to_have_attribute("aria-pressed", "true")
    said = page.locator("#bar").inner_text()
    by_value = order(page)
    for_train = page.get_by_role("button", name="For my train")
    for_train.focus()
    page.keyboard.press("Enter")
    expect(for_train).to_have_attribute("aria-pressed", "true")
    expect(for_train).to_be_focused()
    expect(page.locator(".linked").first).to_be_visible()
    assert order(page) != by_value
    assert sorted(order(page)) == sorted(by_value)
    chain = order(page)
    page.get_by_role("button", name="My own order").click()
    expect(page.get_by_role("button", name="My own order")).to_have_attribute(
        "aria-pressed", "true"
    )
    assert order(page) == chain
    page.get_by_role("button", name="By value").click()
    expect(page.get_by_role("button", name="By value")).to_have_attribute("aria-pressed", "true")
    assert order(page) == by_value
    assert page.locator("#bar").inner_text() == said
    expect(page.locator("#hand [aria-pressed=true]")).to_have_count(1)


def test_alt_and_arrows_move_the_tile(page: Page) -> None:
    """Out of turn too: the focused tile goes as far as the keys are pressed and keeps the focus;
    past an end it comes in at the other.
    """
    waiting(page)
    hand = order(page)
    first = page.locator(tile(hand[0]))
    first.focus()
    for _ in range(3):
        page.keyboard.press("Alt+ArrowRight")
        expect(first).to_be_focused()
    stands(page, moved(hand, hand[0], hand[4]))
    for _ in range(4):
        expect(first).to_be_focused()
        page.keyboard.press("Alt+ArrowLeft")
    wanted = moved(hand, hand[0], None)
    stands(page, wanted)
    expect(first).to_be_focused()
    kept(page, wanted)


def test_an_order_outlives_what_the_computers_do(page: Page) -> None:
    """An order whose answer is still on its way is not undone by the answer to something else."""
    waiting(page)
    hand = order(page)
    wanted = moved(hand, hand[0], hand[2])
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/hand", hold)
    page.locator(tile(hand[0])).focus()
    page.keyboard.press("Alt+ArrowRight")
    before = seq(page)
    page.get_by_role("button", name="Next step").click()
    expect(page.locator("#table")).not_to_have_attribute("data-seq", before)
    assert order(page) == wanted
    held[0].continue_()
    page.unroute("**/hand")
    kept(page, wanted)


def test_buttons_move_the_chosen_tile_without_javascript(browser: Browser, base_url: str) -> None:
    """By plain forms: the chosen tile one place to the start and to the end, again and again."""
    context = browser.new_context(java_script_enabled=False, base_url=base_url)
    page = context.new_page()
    waiting(page)
    hand = order(page)
    send(page.locator(tile(hand[1])))
    send(page.get_by_role("button", name="Towards the end"))
    send(page.get_by_role("button", name="Towards the end"))
    assert order(page) == moved(hand, hand[1], hand[4])
    send(page.get_by_role("button", name="Towards the start"))
    assert order(page) == moved(hand, hand[1], hand[3])
    send(page.get_by_role("button", name="By value"))
    assert order(page) == hand
    context.close()


@pytest.mark.parametrize("game", ["longana", "mexican-train"])
def test_the_mouse_puts_a_tile_elsewhere(page: Page, game: str) -> None:
    """Out of turn dragging only arranges; a drop elsewhere snaps back and asks nothing."""
    waiting(page, game)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.rsplit("/", 1)[1]))
    hand = order(page)
    page.mouse.move(*centre(page.locator(tile(hand[0]))))
    page.mouse.down()
    x, y = centre(page.locator(tile(hand[4])))
    page.mouse.move(x - 8, y, steps=5)
    expect(page.locator(".gap")).to_have_count(1)
    page.mouse.up()
    wanted = moved(hand, hand[0], hand[4])
    assert order(page) == wanted
    kept(page, wanted)
    expect(page.locator(".carried, .gap, .lifted")).to_have_count(0)

    page.mouse.move(*centre(page.locator(tile(wanted[1]))))
    page.mouse.down()
    page.mouse.move(*centre(page.locator("#board")), steps=5)
    expect(page.locator(".carried")).to_have_count(1)
    page.mouse.up()
    expect(page.locator(".carried, .gap, .lifted")).to_have_count(0)
    assert order(page) == wanted
    assert "preview" not in asked
    expect(page.locator("#yes, #hand [aria-pressed=true]")).to_have_count(0)


@pytest.mark.parametrize("size", ["phone", "tablet"])
def test_a_finger_puts_a_tile_elsewhere(browser: Browser, base_url: str, size: str) -> None:
    """Held for a moment a tile follows the finger, and stands where it was dropped."""
    with touch_page(browser, base_url, *SIZES[size]) as page:
        waiting(page, "mexican-train")
        hand = order(page)
        finger = Finger(page)
        x, y = centre(page.locator(tile(hand[5])))
        finger.hold_and_drag(centre(page.locator(tile(hand[1]))), (x + 9, y), (x + 10, y))
        expect(page.locator(".gap")).to_have_count(1)
        finger.up()
        wanted = moved(hand, hand[1], hand[6])
        assert order(page) == wanted
        kept(page, wanted)


# --- large hands


def full(page: Page) -> None:
    """Sit at a table of two at which the search for the opener gave the person 45 tiles, and let
    the computer play its first chain, all at once.
    """
    sit(page, "mexican-train", seed="full 45")
    origin = urlsplit(page.url)._replace(path="").geturl()
    form: dict[str, str | float | bool] = {"seq": seq(page)}
    page.request.post(f"{page.url}/step", form=form, headers={"Origin": origin})
    page.reload()
    settled(page)
    expect(page.locator("#hand .tile-button")).to_have_count(45)


ROWS = """() => {
  const rows = {};
  for (const li of document.querySelectorAll('#hand li')) {
    const { top } = li.getBoundingClientRect();
    rows[top] = (rows[top] ?? 0) + 1;
  }
  return Object.values(rows);
}"""
SHOWN = """() => {
  const list = document.querySelector('#hand .tiles').getBoundingClientRect();
  return [...document.querySelectorAll('#hand li')].map((li) => {
    const box = li.getBoundingClientRect();
    return (Math.min(box.bottom, list.bottom) - Math.max(box.top, list.top)) / box.height;
  }).filter((part) => part > 0.001);
}"""


@pytest.mark.parametrize("size", [(320, 568), (360, 640), (820, 1180), (1440, 900)])
def test_forty_five_tiles_are_usable(page: Page, size: tuple[int, int]) -> None:
    """Rows of about the same length; what does not fit scrolls within the hand, of which no sliver
    shows; every tile can be hit; the board is in sight and nothing scrolls sideways.
    """
    page.set_viewport_size({"width": size[0], "height": size[1]})
    full(page)
    rows = page.evaluate(ROWS)
    assert sum(rows) >= 45
    assert min(rows) > 1
    assert max(rows[:-1]) - min(rows[:-1]) <= 1
    for part in page.evaluate(SHOWN):
        assert part > 0.95 or 0.4 < part < 0.6
    boxes = page.locator("#hand .tile-button").evaluate_all(
        "all => all.map((each) => each.getBoundingClientRect().toJSON())"
    )
    assert all(box["width"] >= 44 and box["height"] >= 44 for box in boxes)
    board = page.locator("#main").bounding_box()
    tray = page.locator("#tray").bounding_box()
    assert board
    assert tray
    assert board["height"] >= 170
    assert tray["y"] + tray["height"] <= size[1]
    wide = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert page.evaluate(wide) <= 0
    last = page.locator("#hand .tile-button").last
    last.click()
    expect(last).to_have_attribute("aria-pressed", "true")
    expect(last).to_be_in_viewport(ratio=0.9)


def test_no_tile_stands_alone(page: Page) -> None:
    """From nine to twenty-four tiles, whatever the width: no row of a single tile, none cut."""
    sit(page, "mexican-train", seats=4, seed="rows")
    for tiles in (9, 13, 15, 17, 19, 23, 24):
        page.evaluate(
            """(tiles) => {
              const list = document.querySelector('#hand .tiles');
              while (list.children.length < tiles) list.append(list.children[0].cloneNode(true));
              while (list.children.length > tiles) list.lastElementChild.remove();
              const across = Math.ceil(tiles / Math.ceil(tiles / 8));
              list.className = `tiles across-${across}${tiles > 16 ? ' many' : ''}`;
            }""",
            tiles,
        )
        for width in (320, 360, 414, 820, 1024, 1440):
            page.set_viewport_size({"width": width, "height": 900})
            assert min(page.evaluate(ROWS)) > 1, (tiles, width)
            shown = page.evaluate(SHOWN)
            assert all(part > 0.95 or 0.4 < part < 0.6 for part in shown), (tiles, width)


def test_swipes_scroll_and_drag_nothing(browser: Browser, base_url: str) -> None:
    """On a phone a quick swipe up or down scrolls the full hand and one sideways scrolls a long
    train; no tile is lifted, chosen or moved.
    """
    with touch_page(browser, base_url, *SIZES["phone"]) as page:
        full(page)
        hand = order(page)
        finger = Finger(page)
        finger.swipe(centre(page.locator(tile(hand[10]))), 0, -120)
        page.wait_for_function("() => document.querySelector('#hand .tiles').scrollTop > 40")
        page.wait_for_function("() => document.querySelector('#strip-2').scrollWidth > 600")
        finger.swipe(centre(page.locator("#strip-2")), 120, 0)
        page.wait_for_function("() => document.querySelector('#strip-2').scrollLeft < -40")
        expect(page.locator(".carried, .gap, .lifted, #hand [aria-pressed=true]")).to_have_count(0)
        assert order(page) == hand
