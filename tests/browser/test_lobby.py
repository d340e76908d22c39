"""The front page and the form to set a table, in a browser."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import SCREENS
from tests.browser.table import (
    sit,
)


def test_ones_tables_are_reached_without_scrolling(page: Page) -> None:
    """On a phone the newest table and the way to play are on the first screen; more tables lie
    beside, where the row fades out.
    """
    page.set_viewport_size({"width": 360, "height": 640})
    for _ in range(3):
        sit(page, "longana")
    page.goto("/")
    expect(page.locator(".tables a").first).to_be_in_viewport(ratio=0.9)
    expect(page.get_by_role("button", name="Play now").first).to_be_in_viewport(ratio=0.9)
    expect(page.locator(".tables ul")).to_have_class(re.compile("more-right"))


@pytest.mark.parametrize("scripts", [True, False])
def test_another_game_loses_nothing_that_was_written(
    browser: Browser, base_url: str, scripts: bool
) -> None:
    """On the form to set a table the game can be changed to and fro: names, levels, pace and seed
    stay, only seats that the game lacks are not shown, and the table is set as the form stands.
    """
    context = browser.new_context(base_url=base_url, java_script_enabled=scripts)
    page = context.new_page()
    page.goto("/new?game=mexican-train")
    page.locator("#seats-7").check(force=True)
    page.locator("[name=name_1]").fill("Zoë")
    page.locator("[name=plays_3]").select_option("sharp")
    page.locator("[name=pace][value=step]").check(force=True)
    page.locator("summary").click()
    page.locator("[name=seed]").fill("kept")
    page.get_by_role("radio", name="Longana").check(force=True)
    expect(page.locator(".setting .seat:visible")).to_have_count(4)
    expect(page.locator(".counts label:visible")).to_have_text(["2", "3", "4"])
    page.get_by_role("radio", name="Mexican Train").check(force=True)
    expect(page.locator(".setting .seat:visible")).to_have_count(7)
    page.get_by_role("radio", name="Longana").check(force=True)
    page.get_by_role("button", name="Sit down and play").click()
    expect(page.locator("#table.longana")).to_be_visible()
    expect(page.locator("#board .plate")).to_have_count(4)
    expect(page.locator("#plate-1 .name")).to_have_text("Zoë")
    assert "kept" not in page.url
    context.close()


def test_choices_of_pace_stand_in_even_rows(page: Page) -> None:
    """On the form to set a table and beside the table no choice stands in a row of its own."""
    lengths = """all => {
      const tops = all.map((each) => Math.round(each.getBoundingClientRect().top));
      return [...new Set(tops)].map((top) => tops.filter((other) => other === top).length);
    }"""
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        page.goto("/new?game=longana")
        assert len(set(page.locator(".pace .choices label").evaluate_all(lengths))) == 1, width
    sit(page, "longana")
    assert len(set(page.locator("#pace button").evaluate_all(lengths))) == 1
