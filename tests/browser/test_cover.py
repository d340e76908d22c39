"""Several people around one tablet: the cover between them, in a real browser (T2, B05, B35)."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, Response, expect

from engine import GAMES
from engine.log import Position
from tests.browser.table import move, nearly_over, prepare, send, seq, set_table, skip
from tests.server import Server


def share(page: Page, game: str, *, people: int = 2, seats: int = 3, seed: str = "tablet") -> None:
    """Sit at a table for several people on this device, with computers at the other seats."""
    here = {f"plays_{number}": "human" for number in range(2, people + 1)}
    page.goto(set_table(page, game, seats=seats, seed=seed, pace="fast", **here))


def take(page: Page) -> str:
    """Say "I am …", and do not wait until that can be said; the name."""
    name = (page.locator("#i-am").text_content() or "").removeprefix("I am ")
    page.evaluate(
        "() => document.getAnimations().filter((each) => each.animationName === 'late')"
        ".forEach((each) => each.finish())"
    )
    page.locator("#i-am").click()
    page.wait_for_function("() => !document.querySelector('#cover')")
    return name


def people_wait(page: Page) -> None:
    """Let the computers move until a person is to move, or the round is over."""
    page.wait_for_function(
        "() => document.querySelector('#go, .my-turn, #cover')"
        " && !document.querySelector('.step') && !document.querySelector('.busy')"
    )


def well_begun(position: Position) -> bool:
    """Whether the first turns are over and one of two people is to move, or the round is over."""
    turn = position.state.turn
    return turn is None or (turn < 3 and position.state.phase == "turn" and len(position.acts) > 8)


@pytest.mark.parametrize("game", GAMES)
def test_a_round_on_one_tablet_never_shows_a_hand_to_the_next_person(
    page: Page, server: Server, game: str
) -> None:
    """Cover, "I am …", move, cover again: an answer with a cover holds no tile of any hand. The
    round's middle is played without the page.
    """
    leaks: list[str] = []
    covers = []

    def check(response: Response) -> None:
        if "/t/" not in response.url or response.status >= 300:
            return
        if urlsplit(response.url).path.endswith(("/live", "/version")):
            return  # numbers, which tests/app/test_live.py reads
        text = response.text()
        if 'id="cover"' in text:
            covers.append(response.url)
            leaks.extend(mark for mark in ('id="hand"', "tile-button", 'id="tile-') if mark in text)
        elif response.request.method == "GET" and 'id="ending"' not in text:
            leaks.append(f"GET {response.url}")

    page.on("response", check)
    share(page, game)
    shown: list[str] = []
    while True:
        people_wait(page)
        if page.locator("#go").count():
            break
        if page.locator("#cover").count():
            assert page.locator("#hand").count() == 0
            if len(shown) in {1, 4}:
                skip(page, server, nearly_over(1, 2) if len(shown) == 4 else well_begun)
                people_wait(page)
                if page.locator("#go").count():
                    break
            shown.append(take(page))
            continue
        move(page)

    assert set(shown) == {"Ana", "Ben"}
    assert len(covers) > 4
    assert leaks == []
    expect(page.locator("#ending")).to_be_visible()


@pytest.mark.parametrize("game", GAMES)
def test_however_the_page_comes_back_it_is_the_cover(page: Page, game: str) -> None:
    """Reload, Back, Forward, a second tab: never the hand that was shown."""
    share(page, game, people=3)
    take(page)
    expect(page.locator("#hand")).to_be_visible()
    address = page.url

    page.reload()
    expect(page.locator("#i-am")).to_be_visible()
    take(page)

    page.goto("/")
    page.go_back()
    expect(page.locator("#i-am")).to_be_visible()
    assert page.locator("#hand").count() == 0
    take(page)

    other = page.context.new_page()
    other.goto(address)
    expect(other.locator("#i-am")).to_be_visible()
    assert other.locator("#hand").count() == 0
    expect(page.locator("#hand")).to_be_visible()


def test_a_page_that_is_left_keeps_no_hand(page: Page) -> None:
    """What the browser may keep of a left page, to bring it back at once, has no tile in it."""
    share(page, "longana", people=3)
    take(page)

    page.evaluate("() => dispatchEvent(new PageTransitionEvent('pagehide', {persisted: true}))")

    assert page.locator("body").inner_text() == ""
    with page.expect_navigation():
        page.evaluate("() => dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))")
    expect(page.locator("#i-am")).to_be_visible()


def test_b35_quick_taps_do_not_go_through_the_cover(page: Page) -> None:
    """The button is not there at first, so that taps on one spot meet nothing; nor does a held
    Enter, since the focus stands on the words.
    """
    share(page, "longana", people=3)
    people_wait(page)
    take(page)
    prepare(page)
    page.evaluate(
        "() => document.addEventListener('htmx:after:swap', () => document.getAnimations()"
        ".filter((each) => each.animationName === 'late').forEach((each) => each.pause()))"
    )
    before = seq(page)
    page.locator("#yes").dblclick()
    page.wait_for_function("() => document.querySelector('#cover')")
    box = page.locator("#i-am").bounding_box()
    assert box

    assert page.evaluate("() => document.activeElement.id") == "hand-over"
    page.keyboard.press("Enter")
    for _ in range(3):
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    assert int(seq(page)) == int(before) + 1
    expect(page.locator("#cover")).to_be_visible()
    take(page)
    expect(page.locator("#hand")).to_be_visible()


def test_turns_on_one_tablet_without_javascript(browser: Browser, server: Server) -> None:
    """By plain forms: the cover after each change, the hand only in the answer to "I am …"."""
    context = browser.new_context(base_url=server.url, java_script_enabled=False)
    page = context.new_page()
    share(page, "mexican-train", people=2, seats=2, seed="forms")
    skip(page, server, well_begun)
    turns = 0
    while turns < 4:
        if page.locator("#cover").count():
            assert page.locator("#hand").count() == 0
            send(page.locator("#i-am"))
            turns += 1
        expect(page.locator("#hand")).to_be_visible()
        if page.locator("#yes").count() == 0:
            playable = page.locator(".playable")
            send((playable if playable.count() else page.locator("#option-1")).first)
            if page.locator("#yes").count() == 0:
                send(page.locator("#bar [name=place]").first)
        send(page.locator("#yes"))

    assert turns == 4
    page.goto(page.url.split("/confirm")[0])
    assert page.locator("#hand").count() == 0
    context.close()


def test_a_tab_that_is_overtaken_turns_to_the_cover(page: Page) -> None:
    """A hand is in one tab at a time: what is done in one covers the other; so does hiding."""
    share(page, "longana", people=2, seats=2)
    take(page)
    other = page.context.new_page()
    other.goto(page.url)
    take(other)
    expect(page.locator("#cover")).to_be_visible()
    assert page.locator("#hand").count() == 0

    take(page)
    expect(other.locator("#cover")).to_be_visible()
    move(page)
    assert other.locator("#hand").count() == 0

    take(page)
    page.evaluate("""() => {
      Object.defineProperty(document, "visibilityState", { value: "hidden" });
      document.dispatchEvent(new Event("visibilitychange"));
    }""")
    assert page.locator("#hand").count() == 0
