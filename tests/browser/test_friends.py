"""Friends at their own devices, in real browsers: joining, playing, taking back, coming back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from app.db import connect
from app.store import Store
from app.tables import Table
from tests.browser.conftest import SIZES
from tests.browser.table import confirm, move, prepare, settled
from tests.server import Server

NewPage = Callable[[str], Page]


@pytest.fixture
def device(browser: Browser, base_url: str) -> Iterator[NewPage]:
    """Makes devices of a size, each with a browser profile of its own; no script may fail."""
    with ExitStack() as stack:
        faults: list[str] = []

        def new(size: str) -> Page:
            width, height = SIZES[size]
            context = browser.new_context(
                base_url=base_url, viewport={"width": width, "height": height}
            )
            stack.callback(context.close)
            page = context.new_page()
            page.on("pageerror", lambda error: faults.append(str(error)))
            return page

        yield new
        assert faults == []


@contextmanager
def looking(server: Server, address: str) -> Iterator[Callable[[], Table]]:
    """Tells where the table stands, as the database has it."""
    store = Store(connect(server.db))

    def now() -> Table:
        table = store.load(address.removeprefix("/t/"))
        assert table is not None
        return table

    yield now
    store.close()


def host(page: Page, game: str, seats: int, friends: int) -> str:
    """Set a table with so many seats for friends, the rest computers; its address."""
    page.goto(f"/new?game={game}")
    page.locator(f"#seats-{seats}").check(force=True)
    page.locator("[name=pace][value=fast]").check(force=True)
    for seat in range(2, seats + 1):
        plays = "friend" if seat <= friends + 1 else "relaxed"
        page.locator(f"[name=plays_{seat}]").select_option(plays)
    page.get_by_text("Deal from a seed").click()
    page.get_by_label("Seed", exact=True).fill("friends")
    page.get_by_role("button", name="Sit down and play").click()
    expect(page.get_by_role("heading", name="Invite")).to_be_visible()
    address = urlsplit(page.url).path.removesuffix("/seats")
    page.get_by_role("link", name="Back to the table").click()
    return address


def sit_down(page: Page, address: str, name: str) -> None:
    """Take the first free seat."""
    page.goto(address)
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Sit down").click()
    expect(page.locator("#board")).to_be_visible()


@pytest.mark.parametrize(("game", "seats"), [("longana", 4), ("mexican-train", 5)])
def test_a_whole_round_on_four_devices(
    device: NewPage, server: Server, game: str, seats: int
) -> None:
    """Two phones, a tablet that two share, one who looks on, and a computer where a seat is left:
    everybody plays in turn at their own device, and all see the end.
    """
    ana, bea, tablet, watcher = (device(each) for each in ("phone", "phone", "tablet", "desktop"))
    address = host(ana, game, seats, friends=3)
    with looking(server, address) as now:
        bea.goto("/join")
        bea.get_by_label("Code of the table").fill(now().code.lower())
        bea.get_by_role("button", name="Go to the table").click()
        sit_down(bea, address, "Bea")
        sit_down(tablet, address, "Carla")
        tablet.goto(f"{address}/seats")
        tablet.get_by_text("Somebody here sits down").click()
        tablet.get_by_label("Name").fill("Dora")
        tablet.get_by_role("button", name="Sit down").click()
        expect(tablet.locator("#cover")).to_be_visible()
        ana.goto(f"{address}/seats")
        ana.get_by_role("button", name="Let others look on").click()
        ana.get_by_role("link", name="Back to the table").click()
        watcher.goto(address)
        watcher.get_by_role("link", name="Look on").click()
        expect(watcher.locator("#board")).to_be_visible()

        pages = {1: ana, 2: bea, 3: tablet, 4: tablet}
        moved = set()
        for _ in range(400):
            table = now()
            turn = table.position.state.turn
            if turn is None:
                break
            if turn not in pages:
                ana.wait_for_function(
                    f"() => Number(document.querySelector('#table').dataset.seq) > {table.seq}"
                )
                continue
            page = pages[turn]
            page.wait_for_function(
                f"() => Number(document.querySelector('#table').dataset.seq) >= {table.seq}"
            )
            if page is tablet and page.locator("#i-am").count():
                page.locator("#i-am").click()
            settled(page)
            move(page)
            moved.add(turn)
        else:
            raise AssertionError("the round did not end")

    assert moved == pages.keys()
    for page in (ana, bea, tablet, watcher):
        expect(page.locator(".ending h2")).to_be_visible()
    bea.get_by_role("button", name="Next round").click()
    for page in (ana, tablet, watcher):
        expect(page.get_by_role("heading", level=1)).to_contain_text("Round 2")


def test_taking_back_is_asked_of_the_other_device(device: NewPage, server: Server) -> None:
    """Ana asks, Bea sees it at once and agrees, and both stand before the move again."""
    ana, bea = device("phone"), device("tablet")
    address = host(ana, "longana", 2, friends=1)
    sit_down(bea, address, "Bea")
    with looking(server, address) as now:
        opener = now().position.state.turn
        first = ana if opener == 1 else bea
        settled(first)
        prepare(first)
        confirm(first)
        other = bea if first is ana else ana
        other.wait_for_function("() => document.querySelector('#board .last')")
        first.locator("#undo").click()
        expect(first.locator("#wish")).to_contain_text("the others are asked")
        expect(other.locator("#wish")).to_contain_text("asks to take the last move back")
        other.get_by_role("button", name="Agree").click()
        for page in (ana, bea):
            expect(page.locator("#wish")).to_have_count(0)
            expect(page.locator("#board .last")).to_have_count(0)
        assert now().position.state.turn == opener


def test_who_comes_back_as_a_stranger_is_let_in(device: NewPage) -> None:
    """Another browser says "I was Bea"; the host sees it at the table and lets them in by one tap;
    the page that waited goes on by itself, and the lost one shows that its seat is gone.
    """
    ana, bea, again = device("desktop"), device("phone"), device("phone")
    address = host(ana, "mexican-train", 3, friends=1)
    sit_down(bea, address, "Bea")
    again.goto(address)
    again.get_by_text("I sat here before").click()
    again.get_by_role("button", name="I was Bea").click()
    ana.get_by_role("button", name="Let them in").click()

    expect(again.locator(".hand .tile-button").first).to_be_visible()
    expect(bea.locator(".joining")).to_be_visible()
    expect(ana.locator("#board")).to_be_visible()


def test_the_page_about_the_seats_follows(device: NewPage) -> None:
    """The host sees who sits down and who wants to come back, without a reload; a link that was
    made meanwhile stays, and so does what is unfolded.
    """
    ana, bea, again = device("desktop"), device("phone"), device("phone")
    address = host(ana, "longana", 3, friends=2)
    ana.goto(f"{address}/seats")
    ana.get_by_role("button", name="Move to another device").click()
    link = ana.locator("#move-link").inner_text()
    unfolded = ana.locator(".holders details").nth(1)
    unfolded.locator("summary").click()
    sit_down(bea, address, "Bea")
    expect(ana.locator("li.seat-2")).to_contain_text("Bea")
    expect(ana.locator("li.seat-2")).to_contain_text("here")
    again.goto(address)
    again.get_by_text("I sat here before").click()
    again.get_by_role("button", name="I was Bea").click()
    expect(ana.get_by_role("button", name="Let them in")).to_be_visible()

    assert ana.locator("#move-link").inner_text() == link
    expect(ana.locator("li.seat-3 details")).to_have_attribute("open", "")
    assert urlsplit(ana.url).path == f"{address}/seats"
    ana.get_by_role("button", name="No", exact=True).click()
    expect(again.locator(".joining")).to_contain_text("The host did not let you in.")


def test_a_seat_is_taken_along_by_its_link(device: NewPage, base_url: str) -> None:
    """The word behind the # fills the form and leaves the address; the old device has the seat no
    more.
    """
    ana, phone = device("desktop"), device("phone")
    address = host(ana, "longana", 2, friends=1)
    ana.goto(f"{address}/seats")
    ana.get_by_role("button", name="Move to another device").click()
    link = urlsplit(ana.locator("#move-link").get_attribute("href") or "")
    phone.goto(f"{link.path}#{link.fragment}")
    expect(phone.get_by_label("Word from the other device")).to_have_value(link.fragment)
    assert link.fragment not in phone.url
    phone.get_by_role("button", name="Sit here").click()

    expect(phone.locator(".hand .tile-button").first).to_be_visible()
    expect(ana.locator(".joining")).to_be_visible()


def test_the_link_is_copied_or_marked(device: NewPage) -> None:
    """That it was copied is said only when it is true; the link itself can be seen and marked."""
    ana = device("phone")
    address = host(ana, "longana", 2, friends=1)
    ana.goto(f"{address}/seats")
    shown = ana.locator("#invite-link").inner_text()
    ana.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ana.get_by_role("button", name="Copy the link").click()
    expect(ana.locator("[data-copied=invite-link]")).to_have_text("Copied")
    assert ana.evaluate("() => navigator.clipboard.readText()") == shown

    ana.evaluate(
        """() => {
          navigator.clipboard.writeText = () => Promise.reject(new Error("denied"));
          document.execCommand = () => false;
        }"""
    )
    ana.get_by_role("button", name="Copy the link").click()
    expect(ana.locator("[data-copied=invite-link]")).to_contain_text("by hand")
    assert ana.evaluate("() => getSelection().toString()") == shown
