"""The keyboard's place in the page: no update may lose it."""

from __future__ import annotations

from random import Random

import httpx2 as httpx
import pytest
from playwright.sync_api import Page

from app.db import connect
from app.store import Store
from tests.browser.table import sit
from tests.browser.test_cover import share
from tests.screens import Visitor, choice, match_over, over, several
from tests.server import Server

BUTTONS = """() => [...document.querySelectorAll("#table button:not([disabled])")]
    .filter((each) => each.form?.dataset.hxPost && each.form.id !== "pace")
    .filter((each) => each.checkVisibility({ visibilityProperty: true }))
    .map((each) => each.id === "yes" ? each.form.id : each.id || each.form.id)"""
WEIGHTS = {"confirm": 3, "sure": 0.1, "restart": 0.1, "undo": 0.3, "redo": 2, "no": 0.5}
"""What leads back is pressed rarely, so that the walk gets on."""
WANTED = 4
"""So much more often while it has not been pressed at all."""
MOST = 300
HELD = """() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => {
    const held = document.activeElement;
    const there = held.checkVisibility({ visibilityProperty: true }) && !held.disabled;
    done(there ? held.id || held.form?.id || held.localName : `lost: ${held.outerHTML}`);
})))"""
ANSWERED = "() => !document.querySelector('.busy') && globalThis.answers > 0"
COUNT = """() => {
    globalThis.answers = 0;
    document.addEventListener("htmx:finally:request", () => { answers += 1 });
}"""


def kind(name: str) -> str:
    """Which control that is, whatever tile or place it stands for."""
    return name.removesuffix("public").rstrip("0123456789-")


def press(page: Page, name: str) -> None:
    """Press this control by Enter; afterwards something that can be seen has to have the focus."""
    page.evaluate("() => { answers = 0 }")
    page.locator(f'button[id="{name}"], [id="{name}"] button').first.focus()
    page.keyboard.press("Enter")
    page.wait_for_function(ANSWERED)
    held = page.evaluate(HELD)

    assert not held.startswith(("lost", "body", "html")), (name, held)


def walk(page: Page, presses: int, wanted: set[str]) -> set[str]:
    """Press, again and again, one of the controls that are there, at least so often and until all
    wanted kinds were pressed; the kinds that were pressed.
    """
    page.evaluate(COUNT)
    rng = Random(2)
    pressed: set[str] = set()
    for count in range(MOST):
        missing = wanted - pressed
        if count >= presses and not missing:
            break
        page.wait_for_function(f"() => ({BUTTONS})().length")
        names: list[str] = page.evaluate(BUTTONS)
        kinds = sorted({kind(name) for name in names})
        weights = [WEIGHTS.get(each, 1) * (WANTED if each in missing else 1) for each in kinds]
        (chosen,) = rng.choices(kinds, weights)
        press(page, rng.choice([each for each in names if kind(each) == chosen]))
        pressed.add(chosen)
    return pressed


@pytest.mark.parametrize("game", ["longana", "mexican-train"])
def test_the_focus_is_never_lost_alone(page: Page, game: str) -> None:
    """Against computers step by step: tiles, confirming, cancelling, refusals, hint, undo, redo,
    restart, steps and whatever else there is to press.
    """
    sit(page, game, seats=3, seed="focus")
    wanted = {"tile", "confirm", "no", "hint", "undo", "redo", "restart", "next-step"}

    assert wanted <= walk(page, 50, wanted)


@pytest.mark.parametrize("game", ["longana", "mexican-train"])
def test_the_focus_is_never_lost_between_people(page: Page, game: str) -> None:
    """Nor where the cover comes and goes."""
    share(page, game, people=2, seats=2)

    wanted = {"i-am", "tile", "confirm", "no", "undo", "restart"}

    assert wanted <= walk(page, 40, wanted)


@pytest.mark.parametrize("way", ["to", "target"])
def test_the_focus_is_never_lost_at_a_choice(page: Page, server: Server, way: str) -> None:
    """Nor where a tile has several places, nor at the ends of a round and of a match."""
    store = Store(connect(server.db))
    with httpx.Client(base_url=server.url, headers={"Origin": server.url}) as client:
        visitor = Visitor(client, store)
        addresses = [visitor.sit("mexican-train", until) for until in (choice, over, match_over)]
        play = several(visitor.table(addresses[0]).position)[0]
        page.context.add_cookies(
            [{"name": "ramal", "value": client.cookies["ramal"], "url": server.url}]
        )
    store.close()
    place = f"{way}-{play.on or 'public'}"
    for address, names in zip(
        addresses,
        [[f"tile-{play.tile}", place, "no", f"tile-{play.tile}", place, "confirm"], ["go"], ["go"]],
        strict=True,
    ):
        page.goto(address)
        page.evaluate(COUNT)
        for name in names:
            press(page, name)
