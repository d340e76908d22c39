"""Whole matches by clicking, against computers."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from engine.deal import commitment
from engine.record import read
from engine.verify import verify
from tests.browser.table import play_round, sit


def finish_match(page: Page) -> int:
    """Play round after round until the match is over; how many rounds it had."""
    rounds = 1
    play_round(page, wound=True)
    while page.get_by_role("button", name="Next round").count():
        page.get_by_role("button", name="Next round").click()
        rounds += 1
        play_round(page, wound=True)
    return rounds


@pytest.mark.parametrize(("game", "rounds"), [("longana", None), ("mexican-train", 13)])
def test_whole_match_by_clicking(page: Page, tmp_path: Path, game: str, rounds: int | None) -> None:
    """From the form to the last round: the result, the seed that keeps its promise, the record that
    verifies, and a new match from there.
    """
    page.clock.install()
    sit(page, game, seats=4)
    promised = page.locator("details.seed code").text_content()
    played = finish_match(page)

    if rounds:
        assert played == rounds
    seed, shown = page.locator(".ending details.seed code").all_text_contents()
    assert shown == promised == commitment(seed)
    with page.expect_download() as download:
        page.get_by_role("link", name="Record", exact=True).click()
    path = tmp_path / "record.json"
    download.value.save_as(path)
    record = read(path.read_bytes())
    verify(record)
    match = json.loads(path.read_text(encoding="utf-8"))["matches"][0]
    assert match["seed"] == seed
    assert len(match["rounds"]) == played
    totals = match["rounds"][-1]["result"]["totals"]
    assert max(totals) >= 100
    text = page.locator(".ending").inner_text()
    assert all(re.search(rf"\b{total}\b", text) for total in totals)

    page.get_by_role("button", name="New match").click()
    expect(page.get_by_role("button", name="New match")).to_have_count(0)
    expect(page.get_by_role("heading", level=1)).to_contain_text("Round 1")


@pytest.mark.parametrize("game", ["longana", "mexican-train"])
def test_round_without_javascript(browser: Browser, base_url: str, game: str) -> None:
    """A whole round by plain forms and links: preview, confirm, the computers' reply in words."""
    context = browser.new_context(java_script_enabled=False, base_url=base_url)
    page = context.new_page()
    sit(page, game, seats=3)
    replies = 0
    for _ in range(300):
        if page.locator("#go").count():
            break
        if page.locator("#next-step").count():
            page.locator("#next-step").click()
        elif page.locator("#yes").count():
            page.locator("#yes").click()
            replies += page.locator(".log .fresh").count() > 0
        elif page.locator("#bar [name=place]").count():
            page.locator("#bar [name=place]").first.click()
        elif page.locator(".playable").count():
            page.locator(".playable").first.click()
        else:
            page.locator("#option-1").click()
    expect(page.get_by_role("button", name="Next round")).to_be_visible()
    assert replies > 0
    page.get_by_role("button", name="Next round").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Round 2")
    context.close()
