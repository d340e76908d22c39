"""The panel of settings: what is chosen there is done at once, is kept, and survives updates."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import SIZES
from tests.browser.table import seq, settled, sit

GROUND = "() => getComputedStyle(document.documentElement).backgroundColor"
LIGHT, DARK = "rgb(244, 239, 229)", "rgb(18, 23, 26)"
NUMERALS = """() => {
  const bone = document.querySelector("#hand .bone");
  return getComputedStyle(bone).getPropertyValue("--numerals").trim() === "inline";
}"""
FIRST = """new MutationObserver(() => {
  if (document.body && window.first === undefined) {
    window.first = document.documentElement.dataset.theme ?? "";
  }
}).observe(document, { childList: true, subtree: true });"""


def opened(page: Page) -> None:
    """Open the settings."""
    page.get_by_role("button", name="Settings").click()
    expect(page.locator("#settings")).to_be_visible()


def choose(page: Page, name: str, value: str) -> None:
    """Choose among several, as with the mouse."""
    page.locator(f"#settings [name={name}][value='{value}']").check()


@pytest.mark.parametrize("own_scheme", ["light", "dark"])
def test_a_theme_that_the_device_does_not_have(page: Page, own_scheme: str) -> None:
    """Light on a dark device and the other way round, at once and on every page; automatic follows
    the device again.
    """
    own, other = (LIGHT, DARK) if own_scheme == "light" else (DARK, LIGHT)
    scheme = "dark" if own_scheme == "light" else "light"
    page.emulate_media(color_scheme="light" if own_scheme == "light" else "dark")
    page.add_init_script(FIRST)
    page.goto("/")
    assert page.evaluate(GROUND) == own
    opened(page)
    choose(page, "theme", scheme)
    assert page.evaluate(GROUND) == other
    page.goto("/rules/longana")
    assert page.evaluate("window.first") == scheme  # before anything was there to paint
    assert page.evaluate(GROUND) == other
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == scheme
    bars = page.locator("meta[name=theme-color]").evaluate_all(
        "all => all.filter((each) => matchMedia(each.media).matches).map((each) => each.content)"
    )
    assert bars == ["#12171a" if scheme == "dark" else "#f4efe5"]

    opened(page)
    choose(page, "theme", "")
    assert page.evaluate(GROUND) == own
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    assert page.evaluate(GROUND) == other


def test_large_figures_on_all_tiles(page: Page) -> None:
    """Figures instead of pips wherever they lie, also after a reload; pips never become figures."""
    page.set_viewport_size({"width": 360, "height": 640})
    sit(page, "mexican-train", seed="figures")
    assert not page.evaluate(NUMERALS)
    opened(page)
    choose(page, "tiles", "numerals")
    assert page.evaluate(NUMERALS)
    page.reload()
    assert page.evaluate(NUMERALS)
    opened(page)
    expect(page.locator("#settings [name=tiles][value=numerals]")).to_be_checked()
    choose(page, "tiles", "pips")
    assert not page.evaluate(NUMERALS)
    expect(page.locator("html")).to_have_attribute("data-tiles", "pips")


def test_the_panel_by_keyboard(page: Page) -> None:
    """Enter opens it, Tab leads into it, Esc closes it and gives the focus back, and no more."""
    sit(page, "mexican-train", seed="browser hint")
    settled(page)
    if page.locator("#yes").count() == 0:
        page.get_by_role("button", name="Hint").click()
        expect(page.locator("#yes")).to_be_visible()
    gear = page.get_by_role("button", name="Settings")
    gear.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("() => document.activeElement.closest('#settings') !== null")
    page.locator("#settings [name=theme]:checked").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    page.keyboard.press("Escape")
    expect(page.locator("#settings")).to_be_hidden()
    expect(gear).to_be_focused()
    expect(page.locator("#yes")).to_be_visible()


def test_the_panel_stays_open_while_others_move(page: Page) -> None:
    """Answers leave the panel open, its scroll, its focus and what is set in it as they were."""
    page.set_viewport_size({"width": 360, "height": 480})
    sit(page, "mexican-train", seats=2, seed="panel")
    while page.locator("#next-step").count() == 0:
        page.locator("#yes, .my-turn .playable, #option-1").first.click()
        page.wait_for_function("() => !document.querySelector('.busy')")
    opened(page)
    page.locator("#settings [name=tap]").check()
    box = "() => document.querySelector('#settings').scrollTop"
    assert page.evaluate(box) > 0
    before, scrolled = seq(page), page.evaluate(box)
    page.locator("#next-step").evaluate("(button) => button.click()")
    page.wait_for_function(f"() => document.querySelector('#table').dataset.seq !== '{before}'")
    expect(page.locator("#settings")).to_be_visible()
    expect(page.locator("#settings [name=tap]")).to_be_checked()
    expect(page.locator("#settings [name=tap]")).to_be_focused()
    assert page.evaluate(box) == scrolled

    page.locator("#pace-fast").click()
    expect(page.locator("#pace-fast")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#settings")).to_be_visible()
    expect(page.locator(".step")).to_have_count(0)
    expect(page.locator("#settings")).to_be_visible()


def test_switches_are_kept(page: Page) -> None:
    """What is switched on or off stands so after a reload; forgotten means as it is usual."""
    page.goto("/")
    opened(page)
    tap, keys = page.locator("#settings [name=tap]"), page.locator("#settings [name=keys]")
    expect(tap).not_to_be_checked()
    expect(keys).to_be_checked()
    tap.check()
    keys.uncheck()
    kept = "() => [localStorage.getItem('ramal.tap'), localStorage.getItem('ramal.keys')]"
    assert page.evaluate(kept) == ["on", "off"]
    page.reload()
    opened(page)
    expect(tap).to_be_checked()
    expect(keys).not_to_be_checked()
    tap.uncheck()
    keys.check()
    assert page.evaluate(kept) == [None, None]


@pytest.mark.parametrize("size", SIZES)
def test_nothing_scrolls_sideways(page: Page, size: str) -> None:
    """The masthead and both menus fit every screen, also with letters twice as large."""
    width, height = SIZES[size]
    page.set_viewport_size(
        {"width": min(width, 320) if size == "phone" else width, "height": height}
    )
    page.goto("/")
    for letters in ("100%", "200%"):
        page.evaluate(f"document.documentElement.style.fontSize = '{letters}'")
        for menu in ("languages", "settings"):
            page.locator(f"[popovertarget={menu}]").first.click()
            box = page.locator(f"#{menu}").bounding_box()
            assert box is not None
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= page.evaluate("innerWidth")
            assert box["y"] + box["height"] <= height
            wide = page.locator(f"#{menu}").evaluate("(e) => e.scrollWidth - e.clientWidth")
            assert wide <= 0
            page.keyboard.press("Escape")
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_the_gear_stands_free_at_the_table(page: Page) -> None:
    """Also with letters twice as large nothing in the table's top bar lies on anything else."""
    page.set_viewport_size({"width": 360, "height": 640})
    sit(page, "mexican-train", seed="gear")
    for letters in ("100%", "200%"):
        page.evaluate(f"document.documentElement.style.fontSize = '{letters}'")
        parts = page.locator(".top :is(.home, .what, .round), .doors > *")
        overlaps = parts.evaluate_all("""(all) => {
          const boxes = all.map((each) => {
            const range = document.createRange();
            range.selectNodeContents(each);
            return range.getBoundingClientRect();
          });
          const beside = (one, other) => // lines of writing are close
            one.right <= other.left + 1 || one.bottom <= other.top + 8;
          const lies = (one) => (other) => !beside(one, other) && !beside(other, one);
          return boxes.filter((one, at) => boxes.slice(at + 1).some(lies(one))).length;
        }""")
        assert overlaps == 0, letters


def test_without_javascript(browser: Browser, base_url: str) -> None:
    """Languages and the pace are forms; what needs a script is not offered."""
    context = browser.new_context(java_script_enabled=False, base_url=base_url)
    page = context.new_page()
    page.goto("/")
    expect(page.locator(".gear")).to_be_hidden()
    page.locator(".game.longana .primary").click()
    page.locator(".gear").click()
    expect(page.locator("#language-en")).to_be_visible()
    expect(page.locator("#settings [name=theme]").first).to_be_hidden()
    page.locator("#pace-slow").click()
    page.locator(".gear").click()
    expect(page.locator("#pace-slow")).to_have_attribute("aria-pressed", "true")
    context.close()
