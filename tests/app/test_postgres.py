"""Several processes on one PostgreSQL: they upgrade it once, hear each other, never both win."""

from __future__ import annotations

import asyncio
import subprocess
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, aclosing
from datetime import timedelta
from random import Random

import anyio
import httpx2 as httpx
import pytest
from fastapi.testclient import TestClient
from sqlalchemy import event, make_url, update
from sqlmodel import col

from app.config import Settings
from app.db import connect, upgrade
from app.listen import listen
from app.live import Live
from app.main import create_app
from app.models import EventRow, now
from app.store import Store
from app.tables import Seat, Table
from engine import legal
from engine.log import Acted, NewMatch, NextRound
from tests.app.test_cli import ramal
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


@pytest.mark.parametrize("meanwhile", ["move", "match", "end"])
def test_a_table_is_loaded_as_of_one_moment(address: str, store: Store, meanwhile: str) -> None:
    """A process asks for the seats first and then for the log. What another one appends in between,
    be it a new match or the table's end, is not half of what is loaded.
    """
    table_id = store.set_table("longana", SEATS, "fast", "x")
    table = store.load(table_id)
    assert table is not None
    table = finished(store, table) if meanwhile == "match" else table
    engine = connect(address)
    others = iter([{"move": move, "match": again, "end": end}[meanwhile]])

    @event.listens_for(engine, "after_cursor_execute")
    def between(*_: object) -> None:
        for other in others:
            other(store, table)

    mine = Store(engine)
    assert mine.load(table_id) == table
    assert mine.load(table_id) == store.load(table_id) != table
    mine.close()


def move(store: Store, table: Table) -> None:
    """Whoever's turn it is plays."""
    turn = table.position.state.turn or 0
    store.append(table, Acted(turn, legal(table.position.state)[0], computer=False))


def again(store: Store, table: Table) -> None:
    """The next match begins."""
    store.append(table, NewMatch("again", seed_chosen=True))


def end(store: Store, table: Table) -> None:
    """The table is taken away."""
    store.delete(table.id)


def finished(store: Store, table: Table) -> Table:
    """The table at the end of its match."""
    while not table.position.match_over:
        if table.position.state.turn is None:
            store.append(table, NextRound())
        else:
            move(store, table)
        after = store.load(table.id)
        assert after is not None
        table = after
    return table


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


def test_a_restart_of_postgresql_loses_nothing(
    address: str, store: Store, postgres: Postgres
) -> None:
    """While it is away everybody is told so in words and the program keeps running; then play goes
    on, and pages whose streams stayed open hear of it, also from other processes.
    """
    with Server(address) as server, ExitStack() as all_:
        client = all_.enter_context(
            httpx.Client(base_url=server.url, headers={"Origin": server.url}, timeout=20)
        )
        path = client.post("/play/longana").headers["location"]
        lines = all_.enter_context(client.stream("GET", f"{path}/live")).iter_lines()
        assert next(lines).startswith("data: ")
        postgres.halt()
        try:
            away = [client.get(path), client.post(f"{path}/pace", data={"pace": "slow"})]
            unwell = client.get("/healthz").status_code
        finally:
            postgres.resume()
        assert [each.status_code for each in away] == [503, 503]
        assert all("Try again in a moment" in each.text for each in away)
        assert unwell == 503
        assert client.post(f"{path}/pace", data={"pace": "slow"}).status_code == 303
        table_id = path.removeprefix("/t/")
        store.set_pace(table_id, "step")
        assert f"data: {store.version(table_id)}" in lines
        output = server.stop()
    assert "Traceback" not in output


def test_tables_and_prune_work_there_and_a_copy_is_for_pg_dump(address: str, store: Store) -> None:
    """The command lists the tables and takes unused ones away. Of a PostgreSQL it makes no copy,
    and says what does.
    """
    ids = [store.set_table("longana", SEATS, "fast", "x") for _ in range(2)]
    with store.reading() as session:
        then = now() - timedelta(days=40)
        session.exec(update(EventRow).where(col(EventRow.table_id) == ids[1]).values(at=then))
        session.commit()

    def told(*command: str) -> subprocess.CompletedProcess[str]:
        return ramal(*command, DATABASE_URL=address)

    listed = told("tables").stdout.splitlines()
    assert [line.split()[-1] for line in listed] == [f"…{each[-4:]}" for each in reversed(ids)]
    assert listed[0].startswith(f"{then:%Y-%m-%d %H:%M}")
    assert told("prune", "--days", "30").stdout == "Taken away: 1.\n"
    assert store.load(ids[1]) is None
    copy = told("backup", "copy")
    assert copy.returncode == 2
    assert "pg_dump" in copy.stderr


def test_who_may_make_no_tables_is_told_so(address: str, postgres: Postgres) -> None:
    """One sentence and exit code 2, never a traceback."""
    answer = ramal("serve", DATABASE_URL=postgres.guest(address))

    assert answer.returncode == 2
    assert answer.stderr == (
        "The database cannot be used so: permission denied for schema public\n"
    )


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
