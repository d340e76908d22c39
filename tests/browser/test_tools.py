"""Hint, undo, redo and restart by their buttons."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table import confirm, move, play_round, seq, settled, sit, skip
from tests.server import Server


@pytest.mark.parametrize("game", ["longana", "mexican-train"])
def test_hint_says_why_and_can_be_taken_or_left(page: Page, game: str) -> None:
    """The hint is a preview with a reason; Cancel leaves it, Confirm takes it."""
    sit(page, game, seed="browser hint")
    settled(page)
    if page.locator("#no").count() == 0 and page.locator("#yes").count():
        move(page)  # an opening that stands ready
        settled(page)
    page.keyboard.press("Escape")
    hint = page.get_by_role("button", name="Hint")
    if hint.count() == 0:
        page.get_by_role("button", name="Cancel").click()
    before = seq(page)
    hint.click()
    expect(page.locator("#why")).not_to_be_empty()
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator("#why")).to_have_count(0)
    assert seq(page) == before

    hint.click()
    expect(page.locator("#why")).to_be_visible()
    confirm(page)


def test_undo_and_redo_bring_back_the_very_same_table(page: Page) -> None:
    """After undo the hand is as before the move, after redo the table as before the undo."""
    sit(page, "longana", seed="browser undo")
    settled(page)
    hand = page.locator("#hand [name=tile]")
    before = hand.evaluate_all("all => all.map((each) => each.value)")
    move(page)
    settled(page)
    after = hand.evaluate_all("all => all.map((each) => each.value)")
    played = page.locator("#board").inner_text()
    assert len(after) < len(before)

    page.get_by_role("button", name="Undo").click()
    expect(hand).to_have_count(len(before))
    assert hand.evaluate_all("all => all.map((each) => each.value)") == before
    page.get_by_role("button", name="Redo").click()
    expect(hand).to_have_count(len(after))
    assert page.locator("#board").inner_text() == played


def test_restart_asks_first(page: Page) -> None:
    """Restart asks; Cancel keeps the round, the second button deals it again as it was."""
    sit(page, "longana", seed="browser restart")
    settled(page)
    tiles = page.locator("#hand [name=tile]")
    dealt = tiles.evaluate_all("all => all.map((each) => each.value)")
    move(page)
    settled(page)
    held = tiles.count()
    page.get_by_role("button", name="Restart this round").click()
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator("#sure")).to_have_count(0)
    assert tiles.count() == held

    page.get_by_role("button", name="Restart this round").click()
    page.get_by_role("button", name="Restart", exact=True).click()
    expect(page.get_by_text("The round was restarted from its deal")).to_be_visible()
    settled(page)
    assert tiles.evaluate_all("all => all.map((each) => each.value)") == dealt


def test_round_that_ended_can_be_undone_until_the_next_is_dealt(page: Page, server: Server) -> None:
    """At the end of a round Undo leads back to the own last decision (T5)."""
    sit(page, "longana", seed="browser round")
    skip(page, server)
    play_round(page)
    expect(page.get_by_role("button", name="Next round")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("button", name="Next round")).to_have_count(0)
    settled(page)
    play_round(page)
