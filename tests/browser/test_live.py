"""Pages on several devices follow each other, whatever happens to them and to the server."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import httpx2 as httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect

from app.db import connect
from app.seats import COOKIE, hash_of, new_key
from app.store import Store
from app.tables import Seat
from engine import legal
from engine.log import Acted
from tests.browser.table import confirm, prepare, seq
from tests.browser.test_cover import share, take
from tests.server import Server

NAMES = ("Ana", "Ben")
PHONE: ViewportSize = {"width": 360, "height": 640}


class Devices:
    """Two browsers at one table of a server, each with a seat of its own."""

    def __init__(self, browser: Browser, server: Server, game: str = "longana") -> None:
        """Set the table and open it on both."""
        self.server = server
        keys = [new_key() for _ in NAMES]
        seats = [
            Seat(at + 1, name, "human", None, hash_of(key))
            for at, (name, key) in enumerate(zip(NAMES, keys, strict=True))
        ]
        store = Store(connect(server.db))
        self.address = "/t/" + store.set_table(game, seats, "fast", "two devices")
        store.close()
        self.contexts = [self._device(browser, key) for key in keys]
        self.pages = [self.open(context) for context in self.contexts]

    def _device(self, browser: Browser, key: str) -> BrowserContext:
        context = browser.new_context(base_url=self.server.url, locale="en-GB", viewport=PHONE)
        context.add_cookies([{"name": COOKIE, "value": key, "url": self.server.url}])
        context.set_default_timeout(25_000)
        return context

    def open(self, context: BrowserContext) -> Page:
        """A page of this device at the table, which follows it."""
        page = context.new_page()
        with page.expect_response(lambda r: urlsplit(r.url).path == f"{self.address}/live"):
            page.goto(self.address)
        return page

    @property
    def awaited(self) -> tuple[Page, Page]:
        """The page whose turn it is, and the other one."""
        one, other = self.pages
        return (one, other) if one.locator(".my-turn").count() else (other, one)

    def close(self) -> None:
        """Put them away."""
        for context in self.contexts:
            context.close()


@pytest.fixture
def devices(browser: Browser, server: Server) -> Iterator[Devices]:
    """Two browsers at a table."""
    made = Devices(browser, server)
    yield made
    made.close()


def streams(server: Server) -> int:
    """How many streams the server has open."""
    answer = httpx.get(f"{server.url}/healthz")
    assert answer.status_code == 200
    number: int = answer.json()["streams"]
    return number


def eventually(page: Page, server: Server, number: int) -> None:
    """Wait until so many streams are open."""
    for _ in range(200):
        if streams(server) == number:
            return
        page.wait_for_timeout(50)
    assert streams(server) == number


def shows(page: Page, number: str, within: float = 15_000) -> None:
    """Wait until the page shows the table as of this event."""
    page.wait_for_function(
        f"() => document.querySelector('#table').dataset.seq === '{number}'", timeout=within
    )


def hide(page: Page, state: str = "hidden") -> None:
    """Let the page believe that nobody looks at it, or that somebody does again."""
    page.evaluate(
        """(state) => {
          Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
          document.dispatchEvent(new Event("visibilitychange"));
        }""",
        state,
    )


def test_a_move_appears_on_the_other_device_within_a_second(devices: Devices) -> None:
    """The other page follows; what is open, chosen, scrolled and focused there stays so."""
    mover, other = devices.awaited
    prepare(mover)
    confirm(mover)
    shows(other, seq(mover))
    for _ in range(4):
        mover, other = devices.awaited
        other.get_by_role("button", name="Scores").click()
        other.get_by_text("Position picker").click()
        other.locator("#pick-place").select_option(label="Your arm")
        other.locator("#pick-place").focus()
        other.locator("#side").evaluate("(e) => e.scrollTo(0, 9999)")
        look = """() => {
          const [side, place] = ["side", "pick-place"].map((id) => document.getElementById(id));
          return [side.matches(":popover-open"), side.scrollTop > 0, place.selectedOptions[0].text,
            place.checkVisibility(), document.activeElement === place];
        }"""
        assert other.evaluate(look) == [True, True, "Your arm", True, True]
        prepare(mover)
        before = seq(mover)
        mover.get_by_role("button", name="Confirm", exact=True).click()
        shows(mover, str(int(before) + 1))
        shows(other, seq(mover), within=1_000)
        assert other.evaluate(look) == [True, True, "Your arm", True, True]
        assert mover.locator(".my-turn").count() == 0
        assert other.locator(".my-turn").count() == 1
        other.get_by_text("Position picker").click()
        other.get_by_role("button", name="Close").click()


def test_each_page_holds_its_own_hand_in_its_own_language(devices: Devices) -> None:
    """What a page fetches is for its own seat and as its reader reads."""
    mover, other = devices.awaited
    other.get_by_role("button", name="Settings").click()
    other.locator("#settings").get_by_role("button", name="Polski").click()
    expect(other.locator("html")).to_have_attribute("lang", "pl")
    hands = """() => [...document.querySelectorAll(".tile-button")].map((e) => e.value)"""
    held = other.evaluate(hands)
    prepare(mover)
    confirm(mover)
    shows(other, seq(mover))
    assert other.evaluate(hands) == held
    assert set(other.evaluate(hands)).isdisjoint(mover.evaluate(hands))
    expect(other.get_by_role("button", name="Podpowiedź")).to_be_visible()


def test_a_preview_is_checked_again(devices: Devices) -> None:
    """What somebody is about to do stays while others change nothing of it, and goes without a
    word once it cannot be done any more.
    """
    mover, other = devices.awaited
    prepare(mover)
    confirm(mover)
    shows(other, seq(mover))
    prepare(other)
    ghost = other.locator("#preview").text_content()
    version = other.locator("#table").get_attribute("data-version")
    address = f"{devices.server.url}{devices.address}"
    origin = {"Origin": devices.server.url}
    mover.context.request.post(f"{address}/pace", form={"pace": "slow"}, headers=origin)
    other.wait_for_function(
        f"() => document.querySelector('#table').dataset.version !== '{version}'"
    )
    assert other.locator("#preview").text_content() == ghost
    expect(other.locator("#yes")).to_be_visible()

    mover.locator("#undo").click()
    before = seq(other)
    other.get_by_role("button", name="Agree").click()
    shows(other, str(int(before) + 1))
    assert other.locator(".my-turn").count() == 0
    assert other.locator("#yes").count() == 0
    assert other.locator(".refused").count() == 1  # the line for no answer, which is hidden
    expect(other.locator("#lost")).to_be_hidden()


def test_hidden_pages_let_go_and_still_call_for_the_turn(devices: Devices) -> None:
    """A page that is hidden for a while closes its stream and asks now and then; looked at again,
    it is up to date and has one stream.
    """
    before = streams(devices.server)
    mover, other = devices.awaited
    other.clock.install()
    other.reload()
    eventually(mover, devices.server, before)
    hide(other)
    other.clock.run_for(21_000)
    eventually(mover, devices.server, before - 1)
    prepare(mover)
    confirm(mover)
    assert seq(other) != seq(mover)
    other.clock.run_for(16_000)
    shows(other, seq(mover))
    expect(other.locator("#icon")).to_have_attribute("href", re.compile("icon-turn"))
    assert streams(devices.server) == before - 1

    hide(other, "visible")
    eventually(mover, devices.server, before)
    prepare(other)
    confirm(other)
    shows(mover, seq(other))


def test_a_stream_that_died_in_silence_is_noticed(devices: Devices) -> None:
    """A stream on which nothing comes any more, and no error either, is opened anew after a while:
    the page shows the present state without a reload.
    """
    mover, other = devices.awaited
    other.clock.install()
    other.route("**/live?*", lambda route: None)  # for ever on its way
    other.reload()
    prepare(mover)
    confirm(mover)
    assert seq(other) != seq(mover)
    other.unroute("**/live?*")
    other.clock.run_for(46_000)
    other.clock.run_for(1_000)
    shows(other, seq(mover))


def test_one_stream_for_a_page_whatever_it_does(devices: Devices) -> None:
    """Moves, a reload and another page in the tab leave one stream; closed pages leave none."""
    start = streams(devices.server)
    mover, other = devices.awaited
    for _ in range(6):
        prepare(mover)
        confirm(mover)
        shows(other, seq(mover))
        mover, other = other, mover
    other.reload()
    other.goto("/rules/longana")
    other.go_back()
    eventually(other, devices.server, start)
    for page in devices.pages:
        page.close()
    spare = devices.contexts[0].new_page()
    spare.goto("/")
    eventually(spare, devices.server, start - 2)


def test_seven_tabs_load_and_follow(devices: Devices) -> None:
    """One browser allows itself six connections: the seventh tab loads all the same, since only the
    newest few hold a stream, and whichever is looked at takes one.
    """
    start = streams(devices.server)
    context = devices.contexts[0]
    tabs = [devices.open(context) for _ in range(7)]
    eventually(tabs[-1], devices.server, start - 1 + 4)
    mover = devices.awaited[0]
    prepare(mover)
    confirm(mover)
    shows(tabs[-1], seq(mover))
    assert seq(tabs[0]) != seq(mover)
    tabs[0].evaluate("() => window.dispatchEvent(new Event('focus'))")
    shows(tabs[0], seq(mover))
    eventually(tabs[-1], devices.server, start - 1 + 4)


def test_a_killed_server_is_waited_for(browser: Browser, tmp_path: Path) -> None:
    """kill -9 and a new start: both pages say that they reconnect, come back by themselves and show
    what happened meanwhile.
    """
    with Server(tmp_path / "killed.sqlite3") as server:
        devices = Devices(browser, server)
        mover, other = devices.awaited
        prepare(mover)
        confirm(mover)
        shows(other, seq(mover))
        server.kill()
        for page in devices.pages:
            expect(page.locator("#link")).to_have_text("Reconnecting…")
            expect(page.get_by_role("status").filter(has_text="Reconnecting…")).to_be_visible()
        store = Store(connect(server.db))
        table = store.load(devices.address.removeprefix("/t/"))
        assert table is not None
        act = Acted(table.position.state.turn or 0, legal(table.position.state)[0], computer=False)
        table = store.append(table, act)
        store.close()
        server.start()
        for page in devices.pages:
            shows(page, str(table.seq))
            expect(page.locator("#link")).to_be_empty()
        mover, other = devices.awaited
        prepare(mover)
        confirm(mover)
        shows(other, seq(mover), within=1_000)
        devices.close()


def test_t2_a_second_window_follows_under_its_cover(page: Page, server: Server) -> None:
    """On a shared device the window that shows a hand keeps it, with what is half made, while a
    second one follows: it takes nobody's turn to show theirs, and shows no hand itself.
    """
    share(page, "longana", people=2, seats=2)
    take(page)
    prepare(page)
    second = page.context.new_page()
    second.goto(page.url)
    expect(second.locator("#cover")).to_be_visible()
    version = page.locator("#table").get_attribute("data-version")
    page.context.request.post(
        f"{page.url}/pace", form={"pace": "slow"}, headers={"Origin": server.url}
    )
    for each in (page, second):
        each.wait_for_function(
            f"() => document.querySelector('#table').dataset.version > {version}"
        )
    expect(second.locator("#cover")).to_be_visible()
    assert second.locator("#hand").count() == 0
    expect(page.locator("#yes")).to_be_visible()
    confirm(page)
    shows(second, seq(page))
    assert second.locator("#hand").count() == 0


def test_a_table_that_is_gone_says_so(devices: Devices) -> None:
    """Where the table was taken away, the other page says it in a sentence and asks no more."""
    one, other = devices.pages
    address = f"{devices.server.url}{devices.address}"
    for page in (one, other):  # one of them is the host
        page.context.request.post(f"{address}/seats/end", headers={"Origin": devices.server.url})
    for page in (one, other):
        expect(page.get_by_role("alert").filter(visible=True)).to_contain_text("no table")
    eventually(one, devices.server, 0)
