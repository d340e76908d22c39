"""What a request costs the server, beside a floor measured in the same run.

``python -m tests.bench.bench_requests``. The application is asked directly, without a network;
times are of the CPU, in milliseconds, for answers as htmx gets them, compressed. The floor goes
through the same framework and guard, reads one row, commits one and renders a page of the same size
that is nothing but text: what any table in this house would cost.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median

from fastapi import FastAPI

from app.config import Settings
from app.main import create_app
from app.store import Store
from app.tables import Table
from engine import legal
from tests.bench.asking import ask
from tests.bench.floor import floor_app

TABLES = (("longana", 2), ("longana", 4), ("mexican-train", 4), ("mexican-train", 10))
MOVES = 150

Times = dict[str, list[float]]


class Browser:
    """Asks an application, keeps its cookie and counts what each answer cost."""

    def __init__(self, app: FastAPI) -> None:
        """Ask this application."""
        self.app = app
        self.cookie = b""
        self.times: Times = defaultdict(list)

    def post(self, path: str, name: str, **fields: object) -> dict[bytes, bytes]:
        """Send a form; the answer's headers."""
        started = time.process_time()
        headers = loop.run_until_complete(ask(self.app, path, self.cookie, **fields))
        self.times[name].append((time.process_time() - started) * 1000)
        return headers


loop = asyncio.new_event_loop()


def play(app: FastAPI, game: str, seats: int) -> Browser:
    """Play at a table: every move of the person is previewed and confirmed, the others stepped."""
    browser = Browser(app)
    given = browser.post("/new", "set", game=game, seats=seats, pace="fast", seed="bench")
    browser.cookie = given[b"set-cookie"].split(b";")[0]
    address = given[b"location"].decode()
    store: Store = app.state.store
    rng = Random(1)

    def now() -> Table:
        table = store.load(address.removeprefix("/t/"))
        assert table is not None
        return table

    while len(browser.times["confirm"]) < MOVES:
        table = now()
        if table.position.match_over:
            browser.post(f"{address}/again", "next", seq=table.seq)
        elif table.position.state.turn is None:
            browser.post(f"{address}/next", "next", seq=table.seq)
        elif table.computer_to_move:
            browser.post(f"{address}/step", "step", seq=table.seq)
        else:
            action = rng.choice(legal(table.position.state))
            browser.post(f"{address}/preview", "preview", seq=table.seq, action=action)
            browser.post(f"{address}/confirm", "confirm", seq=table.seq, action=action)
    return browser


def floor(app: FastAPI) -> Browser:
    """What any page would cost that reads, writes and renders."""
    browser = Browser(floor_app(app.state.store._engine))
    for _ in range(MOVES):
        browser.post("/floor", "floor")
    return browser


def report(name: str, times: list[float], base: float) -> str:
    """Median and 99th percentile, and how many floors that is."""
    ordered = sorted(times)
    p99 = ordered[int(len(ordered) * 0.99)]
    middle = median(times)
    return f"{name:10} {middle:7.2f} {p99:7.2f} {middle / base:6.2f}"


def main(tell: Callable[[str], None] = print) -> None:
    """Measure and tell."""
    asyncio.set_event_loop(loop)
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Settings(db=Path(folder) / "bench.sqlite3"))
        life = app.router.lifespan_context(app)
        loop.run_until_complete(life.__aenter__())  # as the server does: it sets the collector too
        base = median(floor(app).times["floor"][20:])
        tell(f"floor {base:.2f} ms: one read, one commit, a page of 30 kB")
        for game, seats in TABLES:
            browser = play(app, game, seats)
            tell(f"\n{game}, {seats} seats    median     p99  floors")
            for name in ("preview", "confirm", "step"):
                tell(report(name, browser.times[name][20:], base))
        loop.run_until_complete(life.__aexit__(None, None, None))


if __name__ == "__main__":
    main()
