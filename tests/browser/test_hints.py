"""Hints in a real browser: taken through a whole round, with their marks."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table import confirm, settled, sit

MOST = 120
"""Own moves in a round between two: more than there ever are."""


@pytest.mark.parametrize("game", ["longana", "mexican-train"])
def test_a_round_by_hints_alone(page: Page, game: str) -> None:
    """Each hint is a preview with its reason, and dots stand around the tiles that it speaks of;
    confirmed one after the other they lead to the end of the round.
    """
    sit(page, game, seed="by hints")
    dotted = 0
    for _ in range(MOST):
        settled(page)
        if page.locator("#go").count():
            break
        if page.locator("#no").count():  # the next link of a first chain stands ready
            page.locator("#no").click()
            page.locator("#no").wait_for(state="detached")
        page.locator("#hint").click()
        assert len(page.locator("#why").inner_text()) > 10
        marks = page.locator("#hand .hinted")
        if marks.count():
            style = marks.first.evaluate("e => getComputedStyle(e, '::before').borderTopStyle")
            assert style == "dotted"
            dotted += 1
        confirm(page)
    expect(page.locator("#go")).to_be_visible()
    assert dotted
