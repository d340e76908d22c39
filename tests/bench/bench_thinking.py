"""How long a steady table waits for its confirm while ten sharp ones think: wall time.

``python -m tests.bench.bench_thinking``. One application answers everybody, without a network. One
person plays against a steady computer and confirms again and again, first alone, then beside ten
tables with three sharp computers each, all of which step at the fast pace. It takes less than 30
seconds.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from itertools import count
from pathlib import Path
from random import Random
from statistics import median

from fastapi import FastAPI

from app.config import Settings
from app.main import create_app
from app.tables import Table
from engine import legal
from tests.bench.asking import ask

SHARP = 10
SECONDS = 10.0
"""How long each of the two runs takes."""

LOOK = 0.02
"""Seconds until somebody whose turn it is confirms."""

PACE = 0.25
"""Seconds between two steps of a sharp table, as at the fast pace."""

CONFIRMS = 300
"""After so many confirms a run is over, too."""


class Player:
    """Sits at a table and plays there."""

    def __init__(self, app: FastAPI, level: str, seats: int) -> None:
        """Play in this application against computers of a level."""
        self.app = app
        self.form = {"game": "mexican-train", "seats": seats, "pace": "fast"}
        self.form |= {f"plays_{at}": level for at in range(2, seats + 1)}
        self.rng = Random(1)
        self.cookie = b""
        self.address = ""
        self.confirms: list[float] = []
        self.steps = 0

    async def post(self, path: str, **fields: object) -> dict[bytes, bytes]:
        """Send a form; the answer's headers."""
        return await ask(self.app, path, self.cookie, **fields)

    async def sit(self, seed: str) -> None:
        """Set the table."""
        given = await self.post("/new", **self.form, seed=seed)
        self.cookie = given[b"set-cookie"].split(b";")[0]
        self.address = given[b"location"].decode()

    def table(self) -> Table:
        """The table as it stands."""
        table: Table = self.app.state.store.load(self.address.removeprefix("/t/"))
        return table

    async def move(self) -> None:
        """Do whatever comes next."""
        table = self.table()
        if table.position.match_over:
            await self.post(f"{self.address}/again", seq=table.seq)
        elif table.position.state.turn is None:
            await self.post(f"{self.address}/next", seq=table.seq)
        elif table.computer_to_move:
            await self.post(f"{self.address}/step", seq=table.seq)
            self.steps += 1
        else:
            action = self.rng.choice(legal(table.position.state))
            started = time.perf_counter() + LOOK
            await asyncio.sleep(LOOK)  # if the loop is late then, the confirm has to wait for it
            await self.post(f"{self.address}/confirm", seq=table.seq, action=action)
            self.confirms.append((time.perf_counter() - started) * 1000)

    async def play(self, *, stop: asyncio.Event) -> None:
        """Play until it is said to stop."""
        while not stop.is_set():
            await self.move()
            await asyncio.sleep(PACE)


async def confirms(app: FastAPI, seed: str) -> list[float]:
    """The steady table's confirms within the time."""
    player = Player(app, "steady", 2)
    await player.sit(seed)
    until = time.monotonic() + SECONDS
    while not player.confirms or (time.monotonic() < until and len(player.confirms) < CONFIRMS):
        await player.move()
    return sorted(player.confirms)


async def measured(app: FastAPI) -> tuple[list[float], list[float], int]:
    """Confirms alone and in company, and how often the company moved meanwhile."""
    alone = await confirms(app, "alone")
    stop, numbers = asyncio.Event(), count()
    others = [Player(app, "sharp", 4) for _ in range(SHARP)]
    for each in others:
        await each.sit(f"sharp {next(numbers)}")
    playing = [asyncio.create_task(each.play(stop=stop)) for each in others]
    company = await confirms(app, "alone")
    stop.set()
    await asyncio.gather(*playing)
    return alone, company, sum(each.steps for each in others)


async def main() -> None:
    """Measure and tell."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Settings(db=Path(folder) / "bench.sqlite3"))
        async with app.router.lifespan_context(app):
            alone, company, steps = await measured(app)
    print("confirm, wall ms       number     p50     p99")
    for name, times in (("alone", alone), (f"{SHARP} sharp tables", company)):
        p99 = times[len(times) * 99 // 100]
        print(f"{name:22} {len(times):6} {median(times):7.1f} {p99:7.1f}")
    p99s = company[len(company) * 99 // 100] / alone[len(alone) * 99 // 100]
    print(f"ratio                         {median(company) / median(alone):7.2f} {p99s:7.2f}")
    print(f"the sharp tables took {steps} steps meanwhile")


if __name__ == "__main__":
    asyncio.run(main())
