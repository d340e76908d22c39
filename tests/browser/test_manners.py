"""What a reader's device asks for: system colours, more contrast, no motion."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table import played, seq, settled, several, sit
from tests.server import Server

SYSTEM = """(name) => {
  const probe = document.createElement("i");
  probe.style.cssText = `forced-color-adjust: none; color: ${name}`;
  document.body.append(probe);
  const colour = getComputedStyle(probe).color;
  probe.remove();
  return colour;
}"""
MOVING = """() => [...document.querySelectorAll("*")]
  .filter((each) => document.getAnimations().some((a) => a.effect.target === each) ||
    getComputedStyle(each).transitionDuration.split(", ").some((time) => parseFloat(time) > 0))
  .map((each) => each.outerHTML.slice(0, 80))"""


def with_places(page: Page, server: Server, game: str) -> None:
    """Sit at a table where a tile that has several places is chosen."""
    page.goto(played(page.context, server, game, 4, "places", until=several))
    for tile in page.locator(".my-turn .playable").all():
        tile.click()
        page.locator("#yes, #bar [name=place]").first.wait_for()
        if page.locator("#bar [name=place]").count():
            return


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_system_colours_mark_what_is_chosen_and_where_it_may_go(
    page: Page, server: Server, scheme: str
) -> None:
    """With forced colours the chosen tile, the lit places, the open turn and the button that is
    meant are marked in the system's own colours.
    """
    page.emulate_media(forced_colors="active", color_scheme="dark" if scheme == "dark" else "light")
    with_places(page, server, "mexican-train")
    highlight, canvas = page.evaluate(SYSTEM, "Highlight"), page.evaluate(SYSTEM, "Canvas")
    assert highlight != canvas

    def style(selector: str, name: str, pseudo: str = "") -> str:
        script = "(e, [name, pseudo]) => getComputedStyle(e, pseudo || null)[name]"
        found: str = page.locator(selector).first.evaluate(script, [name, pseudo])
        return found

    assert style(".hand [aria-pressed=true] .bone", "outlineColor") == highlight
    assert style("#board .target", "borderTopColor", "::before") == highlight
    assert style("#board .plate.turn", "outlineColor") == highlight
    page.locator("#bar [name=place]").first.click()
    expect(page.locator("#yes")).to_be_visible()
    assert style("#yes", "backgroundColor") == highlight
    assert style("#yes", "color") == page.evaluate(SYSTEM, "HighlightText")
    assert style("#board .ring-ghost", "stroke") == highlight


def test_lit_arms_are_marked_in_system_colours(page: Page, server: Server) -> None:
    """On the cross too: the slots at the ends of the arms."""
    page.emulate_media(forced_colors="active")
    with_places(page, server, "longana")
    slot = page.locator("#board .end.lit .slot").first
    assert slot.evaluate("(e) => getComputedStyle(e).stroke") == page.evaluate(SYSTEM, "Highlight")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_more_contrast(page: Page, scheme: str) -> None:
    """Whoever asks for more contrast finds no soft grey writing, and lines of at least 3 to 1."""
    page.emulate_media(contrast="more", color_scheme="dark" if scheme == "dark" else "light")
    page.goto("/new?game=longana")
    soft, ink, line, ground = page.evaluate("""() => {
      const probe = document.createElement("i");
      document.body.append(probe);
      return ["--ink-soft", "--ink", "--line", "--ground"].map((name) => {
        probe.style.color = `color-mix(in srgb, var(${name}), var(${name}))`;
        return getComputedStyle(probe).color.match(/[\\d.]+/g).slice(0, 3).map(Number);
      });
    }""")
    assert soft == ink

    def light(colour: list[float]) -> float:
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour]
        return sum(part * c for part, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))

    bright, dim = sorted((light(line), light(ground)), reverse=True)
    assert (bright + 0.05) / (dim + 0.05) >= 3


@pytest.mark.parametrize("path", ["/", "/new?game=longana", "/rules/longana", "table"])
def test_nothing_moves_where_motion_is_not_wished(page: Page, path: str) -> None:
    """Reduced motion: no animation and no transition on any page, also after a move."""
    page.emulate_media(reduced_motion="reduce")
    if path == "table":
        sit(page, "mexican-train", seed="e")
        settled(page)
        page.locator("#yes, .my-turn .playable, #option-1").first.click()
        page.wait_for_function("() => !document.querySelector('.busy')")
        assert seq(page)
    else:
        page.goto(path)
    assert page.evaluate(MOVING) == []
