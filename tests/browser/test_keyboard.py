"""A whole round by keyboard alone: everything is found by its role and name, as it is read out."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table import sit

FOCUS = """() => {
  const held = document.activeElement;
  return { tag: held.localName, name: held.getAttribute('aria-label') ?? held.innerText.trim() };
}"""
STEPS = 400
MINE = "() => /^(Your turn|The round is over)/.test(document.title)"


def focused(page: Page) -> str:
    """What has the focus, as it is read out; it is never lost."""
    held = page.evaluate(FOCUS)
    assert held["tag"] != "body"
    return str(held["name"])


def press(page: Page, key: str) -> None:
    """Press a key and let the answer come, if one was asked for."""
    page.keyboard.press(key)
    page.wait_for_function("() => !document.querySelector('.busy')")
    focused(page)


def choose(page: Page) -> bool:
    """With the arrows to a tile that can be played, and Enter; whether there was one."""
    hand = page.get_by_role("region", name="Your hand")
    tiles = hand.get_by_role("list").get_by_role("button")
    names = tiles.all_inner_texts()
    if not any("can be played" in each for each in names):
        return False
    if focused(page) not in names:
        tiles.first.focus()
    for _ in names:
        if "can be played" in focused(page):
            press(page, "Enter")
            return True
        press(page, "ArrowRight")
    return False


def act(page: Page) -> None:
    """Do one thing of one's own: confirm, choose a place or a tile, else draw, pass or finish."""
    hand = page.get_by_role("region", name="Your hand")
    confirm = hand.get_by_role("button", name="Confirm", exact=True)
    if confirm.count():
        if focused(page) != "Confirm":
            confirm.focus()
        press(page, "Enter")
    elif (
        re.search("arm|train", focused(page)) and hand.get_by_role("button", name="Cancel").count()
    ):
        press(page, "Enter")  # the first place has the focus
    elif not choose(page):
        option = hand.get_by_role("button", name=re.compile("^(Draw|Pass|Finish)$"))
        if option.count():
            option.focus()
            press(page, "Enter")


@pytest.mark.parametrize("game", ["longana", "mexican-train"])
def test_a_round_by_keyboard_alone(page: Page, game: str) -> None:
    """From the form to the end of the round: arrows and Enter are enough, and after every update
    something has the focus.
    """
    page.goto(f"/new?game={game}")
    page.get_by_role("radio", name="2", exact=True).focus()
    page.keyboard.press("Space")
    page.get_by_role("radio", name="Fast").focus()
    page.keyboard.press("Space")
    page.get_by_role("button", name="Sit down and play").focus()
    page.keyboard.press("Enter")
    page.get_by_role("main", name="Board").focus()
    go_on = page.get_by_role("button", name=re.compile("Next round|New match"))
    for _ in range(STEPS):
        page.wait_for_function(MINE, timeout=45_000)  # three first chains, tile by tile
        if go_on.count():
            break
        act(page)
        focused(page)
    expect(go_on).to_be_visible()
    go_on.focus()
    press(page, "Enter")
    expect(page.get_by_role("heading", level=1)).to_contain_text(re.compile("Round [12]"))
    focused(page)


def test_the_arrows_lead_into_the_hand_from_nowhere(page: Page) -> None:
    """On a table just opened nothing has the focus: sideways arrows go to a tile at once."""
    sit(page, "longana", seed="arrows")
    page.keyboard.press("ArrowRight")

    expect(page.locator(".hand .tile-button:focus")).to_have_count(1)
