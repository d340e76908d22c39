"""Whole matches by clicking, against computers."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from engine.deal import commitment
from engine.log import Position
from engine.record import read
from engine.verify import verify
from tests.browser.table import play_round, send, sit, sit_by_form, skip
from tests.server import Server


def finish_match(page: Page, server: Server) -> None:
    """Play the end of one round after the other until the match is over."""
    while page.get_by_role("button", name="Next round").count():
        page.get_by_role("button", name="Next round").click()
        page.locator("#go").wait_for(state="detached")
        skip(page, server)
        play_round(page, wound=True)


def first_chains_laid(position: Position) -> bool:
    """Whether the person is to move with an only tile, as in most turns, or the round is over."""
    return position.state.turn is None or (
        position.state.turn == 1 and position.state.phase == "turn"
    )


def last_but_one_over(position: Position) -> bool:
    """Whether the last but one of thirteen rounds is over."""
    return position.state.deal.round == 12 and position.state.turn is None


@pytest.mark.parametrize("game", ["longana", "mexican-train"])
def test_whole_match_by_clicking(page: Page, server: Server, tmp_path: Path, game: str) -> None:
    """From the form to the end: the result, the seed that keeps its promise, the record that
    verifies, and a new match from there. After the first round the middle of each round is played
    without the page, and so are Mexican Train's rounds up to the last.
    """
    page.clock.install()
    sit_by_form(page, game, seats=4)
    promised = page.locator("details.seed code").text_content()
    play_round(page, wound=True)
    if game == "mexican-train":
        skip(page, server, last_but_one_over)
    finish_match(page, server)

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
def test_round_without_javascript(browser: Browser, server: Server, game: str) -> None:
    """A round by plain forms and links: preview, confirm, the computers' reply in words. Its middle
    is played without the page.
    """
    context = browser.new_context(java_script_enabled=False, base_url=server.url)
    page = context.new_page()
    sit(page, game, seats=3, seed="plain forms")  # a deal in which everybody comes to play
    skip(page, server, first_chains_laid)
    address, replies = page.url, 0
    for _ in range(300):
        if page.locator("#go").count():
            break
        if page.locator("#next-step").count():
            send(page.locator("#next-step"))
        elif page.locator("#yes").count():
            send(page.locator("#yes"))
            replies += page.locator(".log .fresh").count() > 0
            if replies == 1:
                page.goto(address)
                skip(page, server)
        elif page.locator("#bar [name=place]").count():
            send(page.locator("#bar [name=place]").first)
        elif page.locator(".playable").count():
            send(page.locator(".playable").first)
        else:
            send(page.locator("#option-1"))
    assert replies > 0
    page.locator("#go").click()  # one round of Longana may be worth the whole match
    expect(page.locator("#go")).to_have_count(0)
    expect(page.locator(".hand .tile-button").first).to_be_visible()
    context.close()
