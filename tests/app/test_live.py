"""The numbers that open pages hear, who is present, and what a page asks for then."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Iterator
from contextlib import aclosing
from datetime import timedelta
from threading import Thread

import anyio
import httpx2 as httpx
import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from sqlmodel import Session, select

from app import live as live_module
from app import presence
from app.db import connect
from app.live import Live
from app.models import PresenceRow, now
from app.presence import ABSENT
from app.store import Store
from app.tables import Seat
from engine import legal
from tests.app.friends import stands
from tests.app.test_routes import HTMX, sit, until_my_turn
from tests.conftest import Database
from tests.server import Server

pytestmark = pytest.mark.both

SEATS = [Seat(1, "Ana", "human", None, "ana"), Seat(2, "Ben", "human", None, "ben")]


@pytest.fixture
def live() -> Live:
    """Who follows which table."""
    return Live()


@pytest.fixture
def store(database: Database, live: Live) -> Iterator[Store]:
    """A store that tells them."""
    made = Store(connect(database), live.tell)
    yield made
    made.close()


@pytest.fixture
def table_id(store: Store) -> str:
    """A table of two people."""
    return store.set_table("longana", SEATS, "fast", "x")


def page(
    store: Store, live: Live, table_id: str, key_hash: str = "ana"
) -> AsyncGenerator[int, None]:
    """The stream of a page of Ana's."""
    return live.numbers(store, table_id, key_hash, "page", anyio.Event())


async def ticks(number: int = 5) -> None:
    """Let the loop do what is ready."""
    for _ in range(number):
        await asyncio.sleep(0)


def test_the_present_number_comes_at_once_and_each_change_after_it(
    store: Store, live: Live, table_id: str
) -> None:
    """Whoever connects hears where the table stands, and then each change, from any thread."""

    async def hear() -> list[int]:
        heard = []
        async with aclosing(page(store, live, table_id)) as numbers:
            heard.append(await anext(numbers))
            for pace in ("slow", "step"):
                thread = Thread(target=store.set_pace, args=(table_id, pace))
                thread.start()
                heard.append(await asyncio.wait_for(anext(numbers), 5))
                thread.join()
        return heard

    first, *later = asyncio.run(hear())
    assert first == 0  # that Ana came is no news to her
    assert later == [2, 3]
    assert live.count() == 0


def test_a_slow_reader_gets_the_newest_number_only(store: Store, live: Live, table_id: str) -> None:
    """A thousand changes wait for nobody and heap nothing up: then there is one number to hear."""

    async def hear() -> int:
        async with aclosing(page(store, live, table_id)) as numbers:
            await anext(numbers)
            for number in range(1000):
                live.tell(table_id, number)
            live.tell(table_id, 500)  # comes late, and is old
            live.tell("another table", 5000)
            await ticks()
            return await anext(numbers)

    assert asyncio.run(hear()) == 999


def test_streams_end_and_leave_nothing(
    store: Store, live: Live, table_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stream ends after its time, or when the program stops, and there is none of a table that is
    gone; a cancelled one leaves nothing, too.
    """

    async def stop() -> list[int]:
        stopping = anyio.Event()
        asyncio.get_running_loop().call_soon(stopping.set)
        return [each async for each in live.numbers(store, table_id, "ana", "page", stopping)]

    assert asyncio.run(stop()) == [0]
    monkeypatch.setattr(live_module, "LIFE", 0.01)

    async def hear() -> list[int]:
        async def listen() -> None:
            async for _ in page(store, live, table_id, "ben"):
                pass

        cancelled = asyncio.create_task(listen())
        await ticks()
        cancelled.cancel()
        return [number async for number in page(store, live, table_id)]

    assert len(asyncio.run(hear())) == 1
    store.delete(table_id)
    assert asyncio.run(hear()) == []
    assert live.count() == 0


def test_who_comes_hears_of_all_others_that_came_or_went(
    store: Store, live: Live, table_id: str
) -> None:
    """The first number leaves out the reader's own coming, and nothing else."""

    async def come() -> list[int]:
        heard = []
        async with aclosing(page(store, live, table_id, "ana")) as ana:
            heard.append(await anext(ana))
            async with aclosing(page(store, live, table_id, "ben")) as ben:
                heard.append(await anext(ben))
                heard.append(await anext(ana))
            async with aclosing(page(store, live, table_id, "ben")) as again:
                heard.append(await anext(again))
        return heard

    assert asyncio.run(come()) == [0, 1, 2, 2]


def test_presence_is_told_only_when_somebody_comes_or_goes(
    store: Store, live: Live, table_id: str
) -> None:
    """A second page, a reload or another minute of one who is there raise no number."""
    told: list[int] = []
    listening = Store(store._engine, lambda _, version: told.append(version))
    for key_hash, there, number in (
        ("ana", {"ana"}, [1]),
        ("ana", {"ana"}, []),
        ("ben", {"ana", "ben"}, [2]),
    ):
        told.clear()
        for name in ("one", "two"):
            presence.arrive(listening, table_id, key_hash, name)
        assert presence.present(listening, table_id) == there
        assert told == number
    presence.part(listening, table_id)
    assert told == [2]


def test_who_is_away_for_a_minute_is_absent(store: Store, table_id: str) -> None:
    """The minute counts from when the page was last known to be open; then the others are told,
    by the first who looks. Who comes back before is not missed.
    """
    told: list[int] = []
    listening = Store(store._engine, lambda _, version: told.append(version))
    for key_hash in ("ana", "ben"):
        presence.arrive(listening, table_id, key_hash, "page")
    told.clear()
    with Session(store._engine) as session:
        row = session.exec(select(PresenceRow).where(PresenceRow.key_hash == "ben")).one()
        row.seen_at = now() - ABSENT + timedelta(seconds=5)
        session.add(row)
        session.commit()
        presence.part(listening, table_id)
        assert presence.present(listening, table_id) == {"ana", "ben"}
        row.seen_at = now() - ABSENT
        session.add(row)
        session.commit()
    assert presence.present(listening, table_id) == {"ana"}
    assert told == []
    presence.arrive(listening, table_id, "ana", "page")

    assert told == [3]


def test_a_page_that_closes_is_missed_after_its_time(
    store: Store, live: Live, table_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a word from anybody the process itself sees that a page did not come back."""
    monkeypatch.setattr("app.live.ABSENT", timedelta(seconds=-0.4))  # so that it looks soon
    monkeypatch.setattr("app.presence.ABSENT", timedelta(seconds=0.5))

    async def come_and_go() -> int:
        async with aclosing(page(store, live, table_id, "ben")) as numbers:
            await anext(numbers)
            return await asyncio.wait_for(anext(numbers), 5)

    assert asyncio.run(come_and_go()) >= 2
    assert presence.present(store, table_id) == set()


def test_who_has_no_seat_hears_numbers_and_is_counted_as_nobody(
    store: Store, live: Live, table_id: str
) -> None:
    """They wait for a seat, or look on."""

    async def hear() -> int:
        async with aclosing(live.numbers(store, table_id, None, "page", anyio.Event())) as numbers:
            return await anext(numbers)

    assert asyncio.run(hear()) == store.version(table_id)
    assert presence.present(store, table_id) == set()


@pytest.mark.parametrize("path", ["live", "version"])
def test_there_are_no_numbers_where_there_is_no_table(client: TestClient, path: str) -> None:
    """A sentence instead; and HEAD waits for nothing."""
    address = sit(client, "longana")
    assert client.get(f"/t/none/{path}").status_code == 404
    assert "There is no table" in client.get(f"/t/none/{path}").text
    assert client.head(f"{address}/live").status_code == 200


def test_the_number_alone(client: TestClient, app: FastAPI) -> None:
    """What a page without a stream asks for is the number that the page itself shows."""
    address = sit(client, "longana")
    number = client.get(f"{address}/version").text
    assert number == str(stands(app, address).version)
    assert f'data-version="{number}"' in client.get(address).text


def test_what_was_half_made_is_checked_again(client: TestClient, app: FastAPI) -> None:
    """A preview stays as long as it is legal, a hint with its reason; a chosen tile while nothing
    has happened; and what cannot be read or done any more is dropped without a word.
    """
    address = sit(client, "mexican-train", seed="follow")
    table = until_my_turn(client, app, address)
    seq = {"seq": str(table.seq)}
    moves = [str(each) for each in legal(table.position.state)]

    def follow(**form: str) -> str:
        answer = client.post(f"{address}/follow", data=seq | form, headers=HTMX)
        assert answer.status_code == 200
        assert "notice" not in answer.text
        return answer.text

    plain = client.get(address, headers=HTMX).text
    assert follow() == plain
    assert follow(tile="rubbish", action="nonsense") == plain
    assert follow(action="play 12-12 on 9") == plain
    for move in moves:
        kept = client.post(f"{address}/preview", data=seq | {"action": move}, headers=HTMX).text
        assert follow(action=move) == kept
    tile = moves[0].split()[1]
    chosen = client.post(f"{address}/preview", data=seq | {"tile": tile}, headers=HTMX).text
    assert follow(tile=tile) == chosen
    hint = client.post(f"{address}/hint", data=seq, headers=HTMX)
    advised = next(each for each in moves if f'value="{each}"' in hint.text)
    assert 'id="why"' in hint.text
    assert follow(action=advised, hint="true") == hint.text
    client.post(f"{address}/confirm", data=seq | {"action": moves[0]}, headers=HTMX)
    after = client.get(address, headers=HTMX).text
    assert follow(tile=tile) == follow(action=moves[0]) == after
    held = stands(app, address).position.view(1).hand[0]
    assert follow(tile=str(held)) == after
    asked = client.post(f"{address}/restart", data={"seq": str(table.seq + 1)}, headers=HTMX)
    assert follow(asking="true") == asked.text
    assert client.get(f"{address}/follow", follow_redirects=False).status_code == 303


def test_a_shared_device_follows_under_its_cover(client: TestClient, app: FastAPI) -> None:
    """T2: only the page that shows a hand gets it again; every other finds the cover."""
    address = sit(client, "longana", seats="2", plays_2="human")
    due = stands(app, address).position.state.turn
    client.post(f"{address}/uncover", data={"seat": due})
    seq = {"seq": "1"}
    shown = client.post(f"{address}/follow?own={due}", data=seq, headers=HTMX).text
    other = client.post(f"{address}/follow?own={3 - (due or 0)}", data=seq, headers=HTMX).text
    plain = client.post(f"{address}/follow", data=seq, headers=HTMX).text

    assert 'id="hand"' in shown
    assert 'id="cover"' in other
    assert other == plain


def test_a_stream_says_numbers_and_nothing_else(database: Database) -> None:
    """Over a real connection that would take compressed answers: the first number within a second,
    the next as soon as something changed, and nothing but numbers.
    """
    with Server(database) as server:
        origin = {"Origin": server.url}
        with httpx.Client(base_url=server.url, headers=origin, timeout=1) as client:
            address = client.post("/play/longana").headers["location"]
            with client.stream("GET", f"{address}/live") as stream:
                lines = stream.iter_lines()
                first = next(lines)
                client.post(f"{address}/pace", data={"pace": "slow"})
                assert next(lines) == ""
                second = next(lines)
                assert client.get("/healthz").json()["streams"] == 1
    assert first == "data: 0"
    assert second == "data: 2"
