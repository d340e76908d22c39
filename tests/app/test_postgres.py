"""Several processes on one PostgreSQL: they upgrade it once, hear each other, never both win."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, aclosing
from random import Random

import anyio
import httpx2 as httpx
import pytest
from fastapi.testclient import TestClient
from sqlalchemy import make_url

from app.config import Settings
from app.db import connect, upgrade
from app.listen import listen
from app.live import Live
from app.main import create_app
from app.store import Store
from app.tables import Seat
from engine import legal
from tests.conftest import HOME
from tests.postgres import Postgres
from tests.server import Server

Lines = Iterator[str]

SEATS = [Seat(1, "Ana", "human", None, "ana"), Seat(2, "Ben", "human", None, "ben")]


@pytest.fixture
def address(postgres: Postgres) -> str:
    """An empty database."""
    return postgres.database()


@pytest.fixture
def store(address: str) -> Iterator[Store]:
    """What another process has: a store that tells nobody in this one."""
    engine = connect(address)
    upgrade(engine)
    made = Store(engine)
    yield made
    made.close()


def test_several_that_start_at_once_upgrade_once(address: str) -> None:
    """Four that begin on an empty database all find it up to date."""
    engines = [connect(address) for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(upgrade, engines))
    for each in engines:
        assert Store(each).count() == 0
        each.dispose()


def test_numbers_come_from_other_processes(
    address: str, store: Store, postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What another process did is heard; also what it did while the database cut all connections,
    once the listening one is there again.
    """
    monkeypatch.setattr("app.listen.AGAIN", 0.01)
    table_id = store.set_table("longana", SEATS, "fast", "x")
    live = Live()
    mine = Store(connect(address), live.tell)

    async def hear() -> list[int]:
        heard = []
        listening = asyncio.create_task(listen(make_url(address), live, mine))
        async with aclosing(live.numbers(mine, table_id, "ana", "page", anyio.Event())) as numbers:
            heard.append(await anext(numbers))
            for pace in ("slow", "step"):
                await asyncio.to_thread(store.set_pace, table_id, pace)
                heard.append(await asyncio.wait_for(anext(numbers), 10))
                await asyncio.to_thread(postgres.drop_connections, address)
            await asyncio.to_thread(store.set_pace, table_id, "fast")
            heard.append(await asyncio.wait_for(anext(numbers), 10))
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)
        return heard

    assert asyncio.run(hear()) == [0, 2, 3, 4]
    mine.close()


def listeners(
    server: Server, table_id: str, cookies: httpx.Cookies, all_: ExitStack
) -> list[Lines]:
    """A stream of the table at each of the two processes that serve it, past its first number."""
    found: dict[int, Lines] = {}
    for _ in range(300):
        # One connection, so the stream is where the first question was answered.
        client = httpx.Client(base_url=server.url, cookies=cookies, timeout=10)
        process = client.get("/healthz").json()["process"]
        if process in found:
            client.close()
            continue
        all_.callback(client.close)
        stream = all_.enter_context(client.stream("GET", f"/t/{table_id}/live"))
        found[process] = stream.iter_lines()
        assert next(found[process]).startswith("data: ")
        if len(found) == 2:
            break
    return list(found.values())


def test_two_workers_tell_each_other_and_never_both_win(address: str) -> None:
    """Two processes serve one port. Streams at both hear every move, whoever took it; of two forms
    for the same state one is carried out; and both stop within seconds.
    """
    with Server(address, "--workers", "2") as server:
        origin = {"Origin": server.url}
        with httpx.Client(base_url=server.url, headers=origin) as first:
            form = {"game": "longana", "seats": "2", "pace": "fast", "plays_2": "human"}
            table_id = first.post("/new", data=form).headers["location"].removeprefix("/t/")
            cookies = first.cookies
        store = Store(connect(address))

        def race(move: str, seq: int, own: int) -> int:
            with httpx.Client(base_url=server.url, headers=origin, cookies=cookies) as client:
                sent = {"seq": str(seq), "action": move}
                path = f"/t/{table_id}/confirm?own={own}"
                return client.post(path, data=sent, headers={"HX-Request": "true"}).status_code

        rng = Random(2)
        with ThreadPoolExecutor(4) as pool:
            for _ in range(8):
                table = store.load(table_id)
                assert table is not None
                turn = table.position.state.turn
                if turn is None:
                    break
                store.show(table, table.seats[turn - 1])
                move = str(rng.choice(legal(table.position.state)))
                codes = list(pool.map(race, [move] * 4, [table.seq] * 4, [turn] * 4))
                assert codes.count(200) == 1, codes
                assert set(codes) == {200, 409}
                after = store.load(table_id)
                assert after is not None
                assert after.seq == table.seq + 1
        with ExitStack() as all_:
            both = listeners(server, table_id, cookies, all_)
            assert len(both) == 2
            with httpx.Client(base_url=server.url, headers=origin, cookies=cookies) as client:
                client.post(f"/t/{table_id}/pace", data={"pace": "slow"})
            version = store.version(table_id)
            for lines in both:
                assert f"data: {version}" in lines
            asked = time.monotonic()
            output = server.stop()
        store.close()

    assert time.monotonic() - asked < 4  # the workers have 2 s, and are then waited for
    assert "ERROR" not in output


def test_what_postgresql_cannot_keep_is_refused_in_words(address: str) -> None:
    """A zero character in an address, a code or a seed is no fault of ours: a sentence, no 5xx."""
    app = create_app(Settings(database_url=address))
    form = {"game": "longana", "seats": "2", "pace": "fast", "seed": "a\0b"}
    with TestClient(app, base_url=HOME, headers={"Origin": HOME}) as client:
        for answer in (
            client.get("/t/%00"),
            client.post("/join", data={"code": "a\0b"}),
            client.post("/new", data=form),
        ):
            assert 400 <= answer.status_code < 500
            assert answer.text.startswith("<!doctype html>")
