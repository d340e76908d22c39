"""Many tables in play and many pages that listen, against one worker; bounded, on this machine.

``python -m tests.bench.bench_load [--tables 300] [--streams 1200] [--seconds 30]``. Each table is
played by one client that confirms legal moves as fast as they are answered, with so many clients
at a time; each stream has to hear of its table's moves. Printed: moves a second, how long an answer
took, the server's CPU for each move, moves that were answered and are not in the log (must be 0),
and all that again for a floor in the same run (tests/bench/floor.py).
"""

from __future__ import annotations

import argparse
import asyncio
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from urllib.parse import urlencode

from app.db import connect
from app.seats import hash_of, new_key
from app.store import Store
from app.tables import Seat
from engine import legal
from tests.server import ROOT, Server, free_port

AT_ONCE = 8
"""Requests under way at a time: what some hundred people at their tables come to."""


@dataclass
class Told:
    """What was measured."""

    times: list[float] = field(default_factory=list)  # seconds
    errors: int = 0
    cpu: float = 0.0  # seconds of the server
    seconds: float = 0.0

    def line(self, name: str) -> str:
        """One line of the table."""
        ordered = sorted(self.times)
        p50, p99 = (ordered[int(len(ordered) * at)] * 1000 for at in (0.5, 0.99))
        each = self.cpu / len(ordered) * 1000
        return (
            f"{name:8}{len(ordered):8}{len(ordered) / self.seconds:10.0f}{p50:9.1f}{p99:9.1f}"
            f"{each:9.2f}{self.errors:8}"
        )


class Client:
    """One kept connection that sends forms."""

    def __init__(self, port: int, key: str = "") -> None:
        """Talk to this port with this key."""
        self.port, self.key = port, key
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def post(self, path: str, **fields: object) -> int:
        """Send a form; the status of the answer, which is read to its end."""
        if self.streams is None:
            self.streams = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self.streams
        body = urlencode(fields)
        host = f"localhost:{self.port}"
        writer.write(
            f"POST {path} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n"
            f"HX-Request: true\r\nAccept-Encoding: gzip\r\nCookie: ramal={self.key}\r\n"
            f"Content-Type: application/x-www-form-urlencoded\r\n"
            f"Content-Length: {len(body)}\r\n\r\n{body}".encode()
        )
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        length = next(
            int(line.split(":")[1])
            for line in head.splitlines()
            if line.lower().startswith("content-length")
        )
        await reader.readexactly(length)
        return int(head.split()[1])

    def close(self) -> None:
        """Hang up."""
        if self.streams:
            self.streams[1].close()


class Listener:
    """One page's stream: the newest number that it heard."""

    def __init__(self) -> None:
        """Hear nothing yet."""
        self.heard = -1
        self.begun = asyncio.Event()
        self.writer: asyncio.StreamWriter | None = None

    async def listen(self, port: int, key: str, table: str, page: int) -> None:
        """Listen until the other side hangs up, and again, as pages do."""
        while True:
            reader, self.writer = await asyncio.open_connection("127.0.0.1", port)
            self.writer.write(
                f"GET /t/{table}/live?page={page} HTTP/1.1\r\nHost: localhost:{port}\r\n"
                f"Cookie: ramal={key}\r\n\r\n".encode()
            )
            while line := await reader.readline():
                if line.startswith(b"data:"):
                    self.heard = max(self.heard, int(line[5:]))
                    self.begun.set()


def cpu_of(pid: int) -> float:
    """Seconds of CPU that a process has used; 0 where the system does not tell."""
    try:
        used = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    except OSError:
        return 0.0
    return (int(used[11]) + int(used[12])) / os.sysconf("SC_CLK_TCK")


async def play(server: Server, tables: int, streams: int, seconds: float) -> tuple[Told, int]:
    """Moves at so many tables while so many pages listen; what was told, and how many were lost."""
    store = Store(connect(Path(server.db)))
    keys = {seat: new_key() for seat in (1, 2, 3, 4)}
    seats = [Seat(at, f"P{at}", "human", None, hash_of(key)) for at, key in keys.items()]
    games = ("longana", "mexican-train")
    ids = [store.set_table(games[at % 2], seats, "fast", None) for at in range(tables)]
    listeners = [Listener() for _ in range(streams)]
    listening = [
        asyncio.create_task(
            each.listen(server.port, keys[at // tables % 4 + 1], ids[at % tables], at)
        )
        for at, each in enumerate(listeners)
    ]
    await asyncio.gather(*(each.begun.wait() for each in listeners))
    told, queue, rng = Told(), asyncio.Queue[str](), Random(3)
    confirmed = dict.fromkeys(ids, 1)
    for each in ids:
        queue.put_nowait(each)
    started, used = time.perf_counter(), cpu_of(server.pid)

    async def worker() -> None:
        client = Client(server.port, keys[1])
        while time.perf_counter() - started < seconds:
            table_id = queue.get_nowait()
            table = store.load(table_id)
            assert table is not None
            turn = table.position.state.turn
            address = f"/t/{table_id}"
            if turn is None:
                verb = "again" if table.position.match_over else "next"
                status = await client.post(f"{address}/{verb}", seq=table.seq)
            else:
                client.key = keys[turn]
                action = rng.choice(legal(table.position.state))
                begun = time.perf_counter()
                status = await client.post(f"{address}/confirm", seq=table.seq, action=action)
                told.times.append(time.perf_counter() - begun)
            if status < 400:
                confirmed[table_id] += 1
            else:
                told.errors += 1
            queue.put_nowait(table_id)
        client.close()

    await asyncio.gather(*(worker() for _ in range(AT_ONCE)))
    told.seconds = time.perf_counter() - started
    told.cpu = cpu_of(server.pid) - used
    lost = 0
    for table_id in ids:
        table = store.load(table_id)
        lost += table is None or table.seq != confirmed[table_id]
    deaf = sum(each.heard < 1 for each in listeners)  # tables were at 0 when they were set
    print(f"streams that heard nothing of their table: {deaf} of {streams}")
    for task in listening:
        task.cancel()
    await asyncio.gather(*listening, return_exceptions=True)
    store.close()
    return told, lost


async def floor(port: int, pid: int, seconds: float) -> Told:
    """The same clients, and no game."""
    told = Told()
    started, used = time.perf_counter(), cpu_of(pid)

    async def worker() -> None:
        client = Client(port)
        while time.perf_counter() - started < seconds:
            begun = time.perf_counter()
            status = await client.post("/floor", seq=1)
            told.times.append(time.perf_counter() - begun)
            told.errors += status >= 400
        client.close()

    await asyncio.gather(*(worker() for _ in range(AT_ONCE)))
    told.seconds = time.perf_counter() - started
    told.cpu = cpu_of(pid) - used
    return told


def floor_server(folder: Path, port: int) -> subprocess.Popen[bytes]:
    """A process that serves the floor."""
    command = [sys.executable, "-m", "uvicorn", "--factory", "tests.bench.floor:create"]
    command += ["--port", str(port), "--log-level", "error", "--no-access-log"]
    environment = {**os.environ, "FLOOR_DB": str(folder / "floor.sqlite3")}
    return subprocess.Popen(command, cwd=ROOT, env=environment)


async def reach(port: int) -> None:
    """Wait until something listens there."""
    while True:
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            await asyncio.sleep(0.05)
        else:
            writer.close()
            return


async def main() -> None:
    """Measure and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--streams", type=int, default=400)
    parser.add_argument("--seconds", type=float, default=10)
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        bare = floor_server(Path(folder), port)
        await reach(port)
        lowest = await floor(port, bare.pid, wanted.seconds)
        bare.terminate()
        bare.wait()
        with Server(Path(folder) / "load.sqlite3") as server:
            told, lost = await play(server, wanted.tables, wanted.streams, wanted.seconds)
    print(f"{wanted.tables} tables in play, {wanted.streams} streams, one worker, SQLite")
    print(
        f"{'':8}{'number':>8}{'a second':>10}{'p50 ms':>9}{'p99 ms':>9}{'CPU ms':>9}{'errors':>8}"
    )
    print(lowest.line("floor"))
    print(told.line("move"))
    ratio = (told.cpu / len(told.times)) / (lowest.cpu / len(lowest.times))
    print(f"CPU of a move: {ratio:.2f} floors; lost updates: {lost}")


if __name__ == "__main__":
    asyncio.run(main())
