"""axe-core finds nothing to complain of on any screen, in any state, size or theme.

Its script goes in through the browser's debugging protocol (``page.evaluate``), to which the
policy against inline scripts does not apply; the pages keep that policy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Final, Literal

import httpx2 as httpx
import pytest
from playwright.sync_api import Page, Route

from app.db import connect
from app.guard import HEADERS
from app.store import Store
from engine import GAMES
from tests.browser.conftest import SIZES
from tests.screens import Visitor, visit
from tests.server import Server

AXE: Final = (Path(__file__).parent.parent / "vendor" / "axe.min.js").read_text(encoding="utf-8")
RUN: Final = """async () => {
    const values = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa",
        "best-practice"];
    const found = await axe.run(document, {
        runOnly: { type: "tag", values },
        resultTypes: ["violations"],
        preload: false, // style sheets are looked into by no rule of these
    });
    return found.violations.flatMap(({ id, nodes }) => nodes.map(
        ({ target, failureSummary }) => `${id}: ${target.join(" ")}: ${failureSummary}`));
}"""
LOOKS: Final[list[tuple[str, Literal["light", "dark"]]]] = [("phone", "light"), ("desktop", "dark")]
"""Colours do not depend on the size, nor places on the theme: two looks show all."""

UNFOLD: Final = (
    "() => { for (const each of document.querySelectorAll('details')) each.open = true }"
)
TURN: Final = "() => { document.documentElement.dir = 'rtl' }"
LOSE: Final = "() => { document.querySelector('#lost').hidden = false }"
KEYS: Final = "() => { document.querySelector('#keys').showModal() }"

Show = Callable[[str], Page]


@pytest.fixture(scope="module")
def visitor(server: Server) -> Iterator[Visitor]:
    """Every screen, as the running program answers."""
    store = Store(connect(server.db))
    origin = {"Origin": server.url}
    with httpx.Client(base_url=server.url, headers=origin, timeout=60) as client:
        yield visit(client, store)
    store.close()


@pytest.fixture
def show(page: Page) -> Show:
    """Opens a kept page as if the program had just answered with it, and puts axe into it. A
    computer's turn stays its turn: the answer to a step is that nothing happened.
    """
    kept = [""]

    def answer(route: Route) -> None:
        route.fulfill(body=kept[-1], headers={**HEADERS, "Content-Type": "text/html"})

    def opened(html: str) -> Page:
        kept.append(html)
        page.goto("/screen")
        page.evaluate(AXE)
        return page

    page.route("**/screen", answer)
    page.route("**/step*", lambda route: route.fulfill(status=204))
    page.add_init_script("EventSource = class { close() {} }")  # nothing changes meanwhile
    return opened


def answer_record(page: Page, html: str) -> None:
    """Let the panel find this where it looks for the record of its table."""
    page.route("**/ledger", lambda route: route.fulfill(body=html))


def complaints(page: Page, size: str, theme: Literal["light", "dark"]) -> list[str]:
    """What axe says of the page as it stands, at this size and in this theme."""
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(color_scheme=theme)
    found: list[str] = page.evaluate(RUN)
    return found


def test_axe_finds_faults(show: Show) -> None:
    """It is really asked, and its answers arrive."""
    page = show("<!doctype html><title>Bad</title><body><img src='/static/icon.svg'>")

    assert any("image-alt" in each for each in complaints(page, "phone", "light"))


def looks(name: str, names: Iterable[str]) -> list[tuple[str, Literal["light", "dark"]]]:
    """How to look at a screen: at one that both games have in one way in one of them, and in the
    other way in the other; at all others in both.
    """
    game, _, state = name.partition(", ")
    if game not in GAMES:
        return LOOKS
    states = sorted({each.partition(", ")[2] for each in names})
    return [LOOKS[(list(GAMES).index(game) + states.index(state)) % len(LOOKS)]]


def test_nothing_is_amiss_on_any_screen(show: Show, visitor: Visitor) -> None:
    """Every page, in every state that an answer can bring; small and light, large and dark."""
    found = {
        (name, *look): said
        for name, html in visitor.whole.items()
        for page in [show(html)]
        for look in looks(name, visitor.whole)
        if (said := complaints(page, *look))
    }

    assert len(visitor.whole) > 50
    assert found == {}


@pytest.mark.parametrize(
    ("script", "screens"),
    [
        pytest.param(UNFOLD, ["own turn", "waiting", "end of a match", "cover"], id="unfolded"),
        pytest.param(TURN, ["own turn", "tile with places", "record", "cover"], id="rtl"),
        pytest.param(LOSE, ["preview"], id="no answer"),
        pytest.param(KEYS, ["own turn"], id="keys"),
    ],
)
def test_nothing_is_amiss_in_what_is_opened(
    show: Show, visitor: Visitor, script: str, screens: list[str]
) -> None:
    """Nor where things are unfolded, read from the right, told to be lost, or laid over."""
    found: list[str] = []
    for name in (
        f"{game}, {screen}" for game in ("longana", "mexican-train") for screen in screens
    ):
        page = show(visitor.whole[name])
        page.evaluate(script)
        found += [f"{name}: {each}" for look in LOOKS for each in complaints(page, *look)]

    assert found == []


@pytest.mark.parametrize("opener", ["#to-rules", "#to-record", ".gear", ".open-side"])
def test_nothing_is_amiss_in_what_lies_over_the_table(
    show: Show, visitor: Visitor, opener: str
) -> None:
    """Rules and record in their panel, the settings, scores and log, on a phone, in both themes."""
    found: list[str] = []
    for game in ("longana", "mexican-train"):
        for screen in ("own turn", "cover" if game == "longana" else "end of a match"):
            page = show(visitor.whole[f"{game}, {screen}"])
            page.set_viewport_size({"width": 360, "height": 640})
            answer_record(page, visitor.fragments[f"{game}, record"])
            page.evaluate(f"() => document.querySelector('{opener}').click()")
            page.wait_for_function(
                "() => document.querySelector('#rules, #ledger, #settings:popover-open,"
                " #side:popover-open')"
            )
            page.evaluate(UNFOLD)
            found += [*complaints(page, "phone", "light"), *complaints(page, "phone", "dark")]

    assert found == []
