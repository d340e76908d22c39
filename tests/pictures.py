"""Takes the README's pictures from the real program: ``python -m tests.pictures [FOLDER]``.

Tables with fixed seeds are played to where there is something to see, then looked at in a browser
(RAMAL_CHROMIUM) at a phone's, a tablet's and a desktop's size. Every shot is the program itself.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random

import httpx2 as httpx
from playwright.sync_api import Page, sync_playwright

from app.db import connect
from app.store import Store
from app.tables import Table
from engine import legal
from engine.actions import Play
from engine.computers import choose
from tests.server import ROOT, Server

SIZES = {"phone": (360, 640), "tablet": (820, 1180), "desktop": (1440, 900)}
SHOTS = [
    # name, game, seats, seed, size, theme, until
    ("longana-tablet", "longana", 4, "a1", "tablet", "light", "choice"),
    ("longana-phone", "longana", 2, "b", "phone", "light", "choice"),
    ("mexican-train-desktop", "mexican-train", 4, "e", "desktop", "light", "choice"),
    ("mexican-train-phone", "mexican-train", 4, "e", "phone", "dark", "choice"),
    ("ten-seats-desktop", "mexican-train", 10, "f", "desktop", "dark", "choice"),
    ("round-end-phone", "mexican-train", 4, "g", "phone", "light", "round"),
    ("match-end-desktop", "mexican-train", 3, "h", "desktop", "light", "match"),
]


def choice(table: Table) -> bool:
    """The person is to move, late in a round, and holds a tile with several places."""
    position = table.position
    if position.state.turn != 1 or len(position.acts) < 4 * len(table.seats):
        return False
    return several(table) is not None


def several(table: Table) -> str | None:
    """A tile that can be played in several places, if there is one."""
    tiles = [str(a.tile) for a in legal(table.position.state) if isinstance(a, Play)]
    return next((tile for tile in tiles if tiles.count(tile) > 1), None)


UNTIL: dict[str, Callable[[Table], bool]] = {
    "choice": choice,
    "round": lambda table: table.position.state.turn is None,
    "match": lambda table: table.position.match_over,
}


def play(client: httpx.Client, store: Store, address: str, until: Callable[[Table], bool]) -> Table:
    """Play on, the person's seat by a computer's choices, until there is something to see."""
    rng = Random(1)
    while True:
        table = store.load(address.removeprefix("/t/"))
        assert table is not None
        if until(table):
            return table
        form = {"seq": str(table.seq)}
        verb = "step"
        if table.position.match_over:
            verb = "again"
        elif table.position.state.turn is None:
            verb = "next"
        elif not table.computer_to_move:
            verb = "confirm"
            form["action"] = str(choose(table.position.view(1), "sharp", rng).action)
        client.post(f"{address}/{verb}", data=form, headers={"HX-Request": "true"})


def shoot(page: Page, path: Path, tile: str | None) -> None:
    """The table as it is, with the tile chosen if there is one."""
    if tile:
        page.locator(f'[id="tile-{tile}"]').click()
        page.locator("#bar [name=place]").first.wait_for()
    page.screenshot(path=path)


def main() -> None:
    """Take all pictures."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "pictures"
    folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as scratch,
        Server(Path(scratch) / "ramal.sqlite3") as server,
        httpx.Client(base_url=server.url, headers={"Origin": server.url}) as client,
        sync_playwright() as playwright,
    ):
        store = Store(connect(server.db))
        browser = playwright.chromium.launch(
            executable_path=os.environ["RAMAL_CHROMIUM"], args=["--no-sandbox", "--disable-gpu"]
        )
        for name, game, seats, seed, size, theme, until in SHOTS:
            form = {"game": game, "seats": str(seats), "pace": "step", "seed": seed}
            address = client.post("/new", data=form).headers["location"]
            table = play(client, store, address, UNTIL[until])
            width, height = SIZES[size]
            context = browser.new_context(
                base_url=server.url,
                viewport={"width": width, "height": height},
                color_scheme="dark" if theme == "dark" else "light",
            )
            context.add_cookies(
                [{"name": "ramal", "value": client.cookies["ramal"], "url": server.url}]
            )
            page = context.new_page()
            page.goto(address)
            shoot(page, folder / f"{name}.png", several(table) if until == "choice" else None)
            context.close()
        store.close()


if __name__ == "__main__":
    main()
