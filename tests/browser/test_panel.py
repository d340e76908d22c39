"""Rules and record in a panel over the table, in a real browser (T4)."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from engine import GAMES
from tests.browser.table import seq, settled, sit

COMPUTER_OPENS = "reading"
"""A seed of a Longana match of four that seat 3 opens."""


@pytest.mark.parametrize("game", GAMES)
def test_t4_computers_wait_while_the_rules_are_open(page: Page, game: str) -> None:
    """The panel opens over the table, the computers wait and a line says so, and they go on by
    themselves when it is closed; the focus is where it was.
    """
    page.clock.install()
    sit(page, game, seats=4, pace="slow", seed=COMPUTER_OPENS)
    rules = page.get_by_role("link", name="Rules")
    with page.expect_response(lambda answer: answer.url.endswith("/pause")):
        rules.click()
    panel = page.get_by_role("dialog", name="Rules")
    expect(panel.get_by_role("heading", level=1)).to_be_visible()
    expect(panel).to_contain_text("The computers wait while this is open.")
    panel.get_by_role("link", name="Aim of the game").click()
    expect(panel).to_be_visible()
    before = seq(page)
    waits = page.locator(".step").count() > 0
    page.clock.run_for(9_000)
    if waits:
        expect(page.locator(".paused")).to_contain_text("The computers wait")
    assert seq(page) == before

    stepped: list[str] = []
    page.on("response", lambda answer: stepped.append(answer.url))
    with page.expect_response(lambda answer: answer.url.endswith("/resume")):
        page.keyboard.press("Escape")
    expect(panel).to_be_hidden()
    expect(rules).to_be_focused()
    expect(page.locator(".paused")).to_have_count(0)
    if waits:
        page.clock.run_for(3_000)  # more than the slow pace
        page.wait_for_function(f"() => document.querySelector('#table').dataset.seq !== '{before}'")
        assert any(url.endswith("/step") for url in stepped)


def test_record_is_read_and_replayed_in_the_panel(page: Page) -> None:
    """Record, a round's replay and back: all over the table, whose page is never left."""
    page.set_viewport_size({"width": 360, "height": 640})
    sit(page, "longana", seats=2, seed="panel")
    settled(page)
    address = page.url
    page.get_by_role("button", name="Scores").click()
    page.get_by_role("link", name="Record and replays").click()
    panel = page.get_by_role("dialog", name="Record and replays")
    expect(panel.get_by_role("heading", name="Record")).to_be_visible()
    expect(panel.get_by_role("link", name="Download the record")).to_be_visible()
    panel.get_by_role("button", name="Close").click()

    expect(panel).to_be_hidden()
    assert page.url == address
    assert page.evaluate("() => document.activeElement !== document.body")


def test_back_closes_the_panel_and_not_the_table(page: Page) -> None:
    """As on a phone, which the panel fills; closed in another way it leaves no step to go back."""
    page.set_viewport_size({"width": 360, "height": 640})
    sit(page, "longana", seats=2, seed="panel")
    settled(page)
    address = page.url
    panel = page.get_by_role("dialog")
    for close in ("back", "button"):
        page.get_by_role("link", name="Rules").click()
        expect(panel.get_by_role("heading", level=1)).to_be_visible()
        panel.get_by_role("link", name="Aim of the game").click()
        if close == "back":
            page.go_back()
        else:
            panel.get_by_role("button", name="Close").click()
        expect(panel).to_be_hidden()
        page.wait_for_function("() => !history.state?.panel")
        assert page.url == address
    page.go_back()
    assert page.url != address


def test_a_page_that_goes_away_lets_the_computers_go_on(page: Page) -> None:
    """Leaving the page with the panel open resumes at once, long before the lease runs out."""
    sit(page, "longana", seats=4, pace="slow", seed=COMPUTER_OPENS)
    with page.expect_response(lambda answer: answer.url.endswith("/pause")):
        page.get_by_role("link", name="Rules").click()
    other = page.context.new_page()
    other.goto(page.url)
    expect(other.locator(".paused")).to_be_visible()

    page.goto("/")

    expect(other.locator(".paused")).to_have_count(0)
