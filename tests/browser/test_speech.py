"""What a screen reader says by itself, and the table read out when it is asked for."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.table import confirm, move, prepare, seq, settled, sit
from tests.browser.test_cover import share, take

LISTEN = """() => {
    globalThis.said = [];
    addEventListener("DOMContentLoaded", () => {
        const live = document.querySelector("#live");
        if (!live) return;
        new MutationObserver(() => {
            const told = [...live.children].map((each) => each.textContent);
            if (told.length) said.push(told);
        }).observe(live, { childList: true, subtree: true, characterData: true });
    });
}"""
LOG = "() => [...document.querySelectorAll('#lines > li:not(.mark)')].map((each) => each.innerText)"
PACE = 300  # milliseconds: as far as the clock is wound for each quick move
SOON = 200  # more than speech waits when nothing more is to come
QUIET = 1600  # and more than it waits for a next move
LONGEST = 5000  # as long as it waits at most


@pytest.fixture
def listened(page: Page) -> Page:
    """A page whose live region is listened to and whose clock stands still unless it is wound."""
    page.add_init_script(f"({LISTEN})()")
    page.clock.install()
    return page


def start(page: Page, game: str, *, seats: int, seed: str, pace: str) -> None:
    """Sit down, stop the clock, and let the computers before the reader move."""
    sit(page, game, seats=seats, seed=seed, pace=pace)
    page.clock.pause_at(page.evaluate("() => Date.now() + 10"))
    if pace == "fast":
        settled(page, wound=True)
    page.clock.run_for(SOON)
    page.evaluate("() => { said.length = 0 }")


def said(page: Page) -> list[list[str]]:
    """Every utterance so far, in its paragraphs."""
    heard: list[list[str]] = page.evaluate("() => said")
    return heard


def lines(page: Page) -> list[str]:
    """The log in the page, the oldest line first."""
    log: list[str] = page.evaluate(LOG)
    return log[::-1]


@pytest.mark.parametrize(("game", "seats"), [("longana", 4), ("mexican-train", 4)])
def test_quick_moves_are_told_as_one_sentence(listened: Page, game: str, seats: int) -> None:
    """The own move and the computers' reply at the fast pace are one utterance, or one in five
    seconds: each move once, in order, and at last what to do.
    """
    page = listened
    start(page, game, seats=seats, seed="speech", pace="fast")
    replies = 0
    while replies < 2:
        before = len(lines(page))
        move(page)
        settled(page, wound=True)
        page.clock.run_for(SOON)
        fresh = lines(page)[before:]
        replies += len(fresh) > seats // 2
        *told, prompt = [paragraph for each in said(page) for paragraph in each]
        everything = " ".join(told)

        assert len(said(page)) == len(told) <= 1 + len(fresh) * PACE // LONGEST
        assert [everything.count(line) for line in fresh] == [fresh.count(line) for line in fresh]
        assert everything.startswith(fresh[0])
        assert everything.endswith(fresh[-1])
        assert prompt == page.locator("#now").text_content()
        page.evaluate("() => { said.length = 0 }")


def test_slow_moves_are_told_one_by_one(listened: Page) -> None:
    """At the slow pace each computer's move is heard before the next one is made."""
    page = listened
    start(page, "longana", seats=4, seed="speech", pace="slow")
    while page.locator("#yes, .my-turn .playable, .my-turn #option-1").count() == 0:
        step(page)
    move(page)
    page.clock.run_for(QUIET)
    page.evaluate("() => { said.length = 0 }")
    step(page)
    page.clock.run_for(QUIET)

    assert [each[0] for each in said(page)] == lines(page)[-1:]


def step(page: Page) -> None:
    """Wind the clock until a computer has moved at the slow pace."""
    before = seq(page)
    page.clock.run_for(2_600)
    page.wait_for_function(f"() => document.querySelector('#table').dataset.seq !== '{before}'")


def test_nothing_is_told_twice_and_what_is_taken_back_is_told_once(listened: Page) -> None:
    """Previews and their cancelling say nothing by themselves; an undo tells that it was one."""
    page = listened
    start(page, "longana", seats=2, seed="speech", pace="fast")
    move(page)
    settled(page, wound=True)
    page.clock.run_for(SOON)
    page.evaluate("() => { said.length = 0 }")
    if page.locator("#no").count() == 0 and page.locator(".my-turn .playable").count():
        prepare(page)
        page.clock.run_for(QUIET)
        page.keyboard.press("Escape")
        expect(page.locator("#no")).to_have_count(0)
        page.clock.run_for(QUIET)
        assert said(page) == []

    before = seq(page)
    page.locator("#undo").click()
    page.wait_for_function(f"() => document.querySelector('#table').dataset.seq !== '{before}'")
    page.clock.run_for(SOON)

    assert [each[0] for each in said(page)] == ["A move was taken back"]


def test_under_the_cover_only_what_all_may_know_is_told(listened: Page) -> None:
    """The table that was read to one person, with her tiles, is gone when the cover comes; then
    the move is told, and who is to have the tablet.
    """
    page = listened
    share(page, "mexican-train", people=3)
    page.clock.pause_at(page.evaluate("() => Date.now() + 10"))
    mine = take(page)
    page.keyboard.press("t")
    expect(page.locator("#live")).to_contain_text("You hold")
    prepare(page)
    confirm(page)
    while page.locator("#cover").count() == 0:
        prepare(page)
        confirm(page)
    at_once = page.locator("#live").text_content() or ""
    page.clock.run_for(SOON)
    told, who = said(page)[-1]

    assert "You" not in at_once
    assert told.startswith(mine)
    assert who == page.locator("#hand-over").inner_text().strip()


def test_the_table_is_read_when_it_is_asked_for(listened: Page) -> None:
    """By its button, which the keyboard finds first of all, and by the key T, as often as wished;
    the focus stays where it is.
    """
    page = listened
    start(page, "longana", seats=3, seed="speech", pace="fast")
    whole = page.locator("#reading-words").text_content() or ""
    assert "The opening double" in whole or "has not been opened" in whole
    page.locator(".skip").first.focus()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Read the table")).to_be_focused()
    expect(page.locator("#read")).to_be_in_viewport()
    page.keyboard.press("Enter")
    assert said(page) == [[whole]]

    page.locator("#hand button").first.focus()
    held = page.evaluate("() => document.activeElement.id")
    page.keyboard.press("t")
    assert said(page) == [[whole], [whole]]
    assert page.evaluate("() => document.activeElement.id") == held


def test_the_table_can_be_read_without_javascript(browser: Browser, base_url: str) -> None:
    """As text that unfolds in the side panel; no button stands there that would do nothing."""
    context = browser.new_context(
        base_url=base_url, java_script_enabled=False, viewport={"width": 1440, "height": 900}
    )
    page = context.new_page()
    sit(page, "mexican-train", seats=3)
    expect(page.locator("#read")).to_be_hidden()
    expect(page.locator("#reading-words")).to_be_hidden()
    page.locator("#reading summary").click()
    expect(page.locator("#reading-words")).to_contain_text("You hold")
    context.close()
