"""Whole matches by clicking, against computers."""

from __future__ import annotations

import json
import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from app.db import connect
from app.store import Store
from engine.deal import commitment
from engine.log import Position
from engine.record import read
from engine.verify import verify
from tests.app.test_record_pages import play_on
from tests.browser.table import play_round, sit, sit_by_form
from tests.server import Server


def finish_match(page: Page) -> None:
    """Play round after round until the match is over."""
    play_round(page, wound=True)
    while page.get_by_role("button", name="Next round").count():
        page.get_by_role("button", name="Next round").click()
        play_round(page, wound=True)


def last_round_begun(position: Position) -> bool:
    """Whether the last of thirteen rounds is dealt."""
    return position.state.deal.round == 13


@pytest.mark.parametrize("game", ["longana", "mexican-train"])
def test_whole_match_by_clicking(page: Page, server: Server, tmp_path: Path, game: str) -> None:
    """From the form to the last round: the result, the seed that keeps its promise, the record that
    verifies, and a new match from there. Of Mexican Train's thirteen rounds all but the first and
    the last are played without the page.
    """
    page.clock.install()
    sit_by_form(page, game, seats=4)
    promised = page.locator("details.seed code").text_content()
    if game == "mexican-train":
        play_round(page, wound=True)
        store = Store(connect(server.db))
        assert play_on(store, urlsplit(page.url).path, last_round_begun) is not None
        store.close()
        page.reload()
    finish_match(page)

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
    if game == "mexican-train":
        assert len(match["rounds"]) == 13
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
    sit(page, game, seats=3, seed="plain forms")  # a deal in which everybody comes to play
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
    assert replies > 0
    page.locator("#go").click()  # one round of Longana may be worth the whole match
    expect(page.locator("#go")).to_have_count(0)
    expect(page.locator(".hand .tile-button").first).to_be_visible()
    context.close()
