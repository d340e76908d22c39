"""What makes waiting pleasant: icon, tone, buzz, a screen that stays awake, an installed page."""

from __future__ import annotations

import struct

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table import move, seq, settled, sit
from tests.server import ROOT

HEARD = """
window.notes = 0;
window.buzzes = 0;
window.locks = [];
const Tone = window.OscillatorNode;
window.OscillatorNode = class extends Tone {
  constructor(...given) { super(...given); window.notes += 1; }
};
navigator.vibrate = () => { window.buzzes += 1; return true; };
Object.defineProperty(navigator, "wakeLock", { value: {
  request: async () => {
    const lock = { held: true, release: async () => { lock.held = false; } };
    window.locks.push(lock);
    return lock;
  },
} });
"""
HELD = "() => window.locks.filter((lock) => lock.held).length"


def to_the_others(page: Page) -> None:
    """Play until a computer is to move, step by step."""
    while page.locator("#next-step").count() == 0:
        move(page)


def to_me(page: Page) -> None:
    """Let the computers move, step by step, until it is one's own turn."""
    while page.locator("#table.my-turn").count() == 0:
        before = seq(page)
        page.locator("#next-step").click()
        page.wait_for_function(f"() => document.querySelector('#table').dataset.seq !== '{before}'")


def test_the_icon_says_whose_turn_it_is(page: Page) -> None:
    """One icon while others move, another at one's own turn, by updates and by reloads."""
    icon = page.locator("link#icon")
    page.goto("/")
    assert "icon.svg" in (icon.get_attribute("href") or "")
    sit(page, "longana", seed="icon")
    for _ in range(2):
        to_the_others(page)
        assert "icon.svg" in (icon.get_attribute("href") or "")
        page.reload()
        assert "icon.svg" in (icon.get_attribute("href") or "")
        to_me(page)
        assert "icon-turn.svg" in (icon.get_attribute("href") or "")
        page.reload()
        assert "icon-turn.svg" in (icon.get_attribute("href") or "")


def test_the_icon_calls_at_the_cover_too(page: Page) -> None:
    """Somebody at this device is to be handed it, which is a turn of theirs."""
    page.goto("/new?game=longana")
    page.locator("#seats-2").check(force=True)
    page.locator("[name=plays_2]").select_option("human")
    page.get_by_role("button", name="Sit down and play").click()
    expect(page.locator("#cover")).to_be_visible()
    assert "icon-turn.svg" in (page.locator("link#icon").get_attribute("href") or "")
    page.locator("#i-am").click()
    expect(page.locator("#cover")).to_have_count(0)


def test_nothing_is_heard_unless_wished(page: Page) -> None:
    """No sound and no buzz of themselves; switched on, tiles click and the turn calls; switched
    off, silence at once.
    """
    page.add_init_script(HEARD)
    sit(page, "longana", seed="icon")
    to_the_others(page)
    to_me(page)
    assert page.evaluate("[notes, buzzes]") == [0, 0]

    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Sound").check()
    assert page.evaluate("notes") == 2  # heard what it is like
    page.get_by_label("Vibration").check()
    assert page.evaluate("buzzes") == 1
    page.keyboard.press("Escape")
    to_the_others(page)
    before = page.evaluate("notes")
    assert before > 2
    assert page.evaluate("buzzes") == 1
    to_me(page)
    assert page.evaluate("notes") >= before + 2
    assert page.evaluate("buzzes") == 2

    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Sound").uncheck()
    page.get_by_label("Vibration").uncheck()
    page.keyboard.press("Escape")
    before = page.evaluate("notes")
    to_the_others(page)
    to_me(page)
    assert page.evaluate("[notes, buzzes]") == [before, 2]


def test_vibration_is_offered_where_there_is_one(page: Page) -> None:
    """A browser that cannot vibrate does not offer it."""
    page.add_init_script("delete Navigator.prototype.vibrate")
    page.goto("/")
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_label("Sound")).to_be_visible()
    expect(page.get_by_label("Vibration")).to_be_hidden()


def test_the_screen_stays_awake_while_a_table_is_in_play(page: Page) -> None:
    """One lock at a table in play, however often it changes; none on other pages; back when the
    page is seen again.
    """
    page.add_init_script(HEARD)
    page.goto("/")
    assert page.evaluate("locks.length") == 0
    sit(page, "longana", seed="icon")
    settled(page)
    move(page)
    settled(page)
    assert page.evaluate("locks.length") == 1
    assert page.evaluate(HELD) == 1
    see = """(state) => {
      Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }"""
    page.evaluate(see, "hidden")
    page.wait_for_function(f"() => ({HELD})() === 0")
    page.evaluate(see, "visible")
    page.wait_for_function(f"() => ({HELD})() === 1")


@pytest.mark.parametrize("there", [True, False])
def test_where_the_screen_may_go_dark_the_settings_say_so(page: Page, there: bool) -> None:
    """Over plain http there is no wake lock: one quiet sentence, and no fault."""
    page.add_init_script(HEARD if there else "delete Navigator.prototype.wakeLock")
    sit(page, "longana", seed="icon")
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_text("over https only")).to_be_visible(visible=not there)


def test_it_can_be_installed(page: Page) -> None:
    """The manifest is found and read without a fault, and its icons are what it says they are."""
    page.goto("/rules/longana")
    address = page.locator("link[rel=manifest]").get_attribute("href") or ""
    answer = page.request.get(address)
    assert answer.headers["content-type"] == "application/manifest+json"
    manifest = answer.json()
    assert manifest["start_url"] == manifest["scope"] == "/"
    assert manifest["display"] == "standalone"
    found = page.context.new_cdp_session(page).send("Page.getAppManifest")
    assert found["errors"] == []
    assert found["url"].endswith(address)
    sizes = set()
    for icon in manifest["icons"]:
        picture = page.request.get(icon["src"])
        assert picture.headers["content-type"] == icon["type"]
        if icon["type"] == "image/png":
            size = "{}x{}".format(*struct.unpack(">II", picture.body()[16:24]))
            assert size == icon["sizes"]
            sizes.add((size, icon.get("purpose", "any")))
    assert sizes == {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")}
    apple = page.request.get(page.locator("link[rel=apple-touch-icon]").get_attribute("href") or "")
    assert apple.body() == (ROOT / "static" / "icon-apple.png").read_bytes()
