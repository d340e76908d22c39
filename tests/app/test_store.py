"""The database: made by migrations, written by one hand at a time, losing nothing."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlmodel import SQLModel, col, update

from app.config import ROOT
from app.db import connect, upgrade
from app.models import EventRow, now
from app.store import Stale, Store
from app.tables import Seat, Table
from app.thinking import computer_move
from engine import GAMES, legal
from engine.actions import IllegalAction, parse_action
from engine.log import Acted, Event, IllegalEvent, NewMatch, NextRound, Redo, Restart, Undo
from tests.conftest import Database

pytestmark = pytest.mark.both


def seats(number: int) -> list[Seat]:
    """A human and computers."""
    human = Seat(1, "Ana", "human", None, "hash")
    return [human, *(Seat(n, f"C{n}", "computer", "steady", None) for n in range(2, number + 1))]


@pytest.fixture
def store(database: Database) -> Iterator[Store]:
    """A store on a new database."""
    made = Store(connect(database))
    yield made
    made.close()


def test_migrations_make_what_the_models_say(database: Database) -> None:
    """Upgrading an empty file gives exactly the tables of app/models.py; again changes nothing."""
    engine = connect(database)
    upgrade(engine)
    with engine.connect() as connection:
        differences = compare_metadata(MigrationContext.configure(connection), SQLModel.metadata)
    engine.dispose()

    assert differences == []


def test_tables_of_an_earlier_version_are_kept(tmp_path: Path) -> None:
    """Tables set under the first version are kept: their hands stand by value, nothing has changed
    yet, who sits there is host, and there is a code.
    """
    file = tmp_path / "old.sqlite3"
    engine = connect(file)
    config = Config()
    config.set_main_option("script_location", str(ROOT / "alembic"))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
    with sqlite3.connect(file) as old:
        old.execute("INSERT INTO game_table VALUES ('t', 'longana', 'fast', '2026-01-01')")
        old.execute("INSERT INTO seat VALUES ('t', 1, 'Ana', 'human', NULL, 'hash')")
    old.close()
    upgrade(engine)
    engine.dispose()
    with sqlite3.connect(file) as new:
        assert new.execute("SELECT name, arrangement FROM seat").fetchall() == [("Ana", "")]
        (table,) = new.execute("SELECT id, version, host, length(code) FROM game_table").fetchall()
        assert table == ("t", 0, "hash", 6)
    new.close()


def test_an_arrangement_is_one_seats_own(store: Store) -> None:
    """Arranging one seat's tiles changes that seat only, and nothing of the log."""
    table = store.load(store.set_table("longana", seats(2), "fast", "seed"))
    assert table is not None
    arranged = store.arrange(table, table.seats[0], "own 1.1 9-4")
    after = store.load(table.id)
    assert after is not None
    assert [seat.arrangement for seat in after.seats] == ["own 1.1 9-4", ""]
    assert after == arranged
    assert (after.seq, after.position) == (table.seq, table.position)


def test_whatever_others_can_see_raises_the_version_and_is_told(database: Database) -> None:
    """Each change at a table raises its version by one, and the listener hears the new number once
    it is saved; what nobody else sees, or changes nothing, is told to nobody.
    """
    told: list[tuple[str, int]] = []
    store = Store(connect(database), lambda *heard: told.append(heard))
    table = first = store.load(store.set_table("longana", seats(2), "fast", "x"))
    assert table is not None
    assert first is not None
    later = now() + timedelta(seconds=30)
    act = Acted(table.position.state.turn or 0, legal(table.position.state)[0], computer=False)
    changes: list[Callable[[Table], object]] = [
        lambda table: store.append(table, act),
        lambda table: store.set_pace(table.id, "slow"),
        lambda table: store.show(table, table.seats[0]),
        lambda table: store.pause(table.id, "page", later),
        lambda table: store.pause(table.id, "page", None),
    ]
    for change in changes:
        change(table)
        after = store.load(table.id)
        assert after is not None
        assert after.version == table.version + 1
        assert told == [(table.id, after.version)]
        table = after
        told.clear()

    store.pause(table.id, "page", later)
    told.clear()
    store.arrange(table, table.seats[0], "own 1.1 9-4")
    store.pause(table.id, "page", later + timedelta(seconds=10))  # reads on
    with pytest.raises(Stale):
        store.append(first, act)
    assert told == []
    store.delete(table.id)
    assert told == [(table.id, table.version + 2)]
    with pytest.raises(Stale):
        store.append(first, act)
    store.close()


def test_sqlite_is_set_to_lose_nothing(tmp_path: Path) -> None:
    """Write-ahead log, full synchronisation, a busy timeout and foreign keys on each connection."""
    engine = connect(tmp_path / "ramal.sqlite3")
    with engine.connect() as connection:
        told = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "busy_timeout", "foreign_keys")
        }
    engine.dispose()

    assert told == {
        "journal_mode": "wal",
        "synchronous": 2,
        "busy_timeout": 5000,
        "foreign_keys": 1,
    }


@pytest.mark.parametrize("game", GAMES)
def test_another_process_sees_the_same_table(database: Database, store: Store, game: str) -> None:
    """What was appended is replayed by a store that never saw it, and by one that saw a part."""
    rng = Random(4)
    table_id = store.set_table(game, seats(3), "fast", None)
    other = Store(connect(database))
    table = store.load(table_id)
    assert table is not None
    for number in range(400):
        if table.position.match_over:
            event: Event = NewMatch("again", seed_chosen=True)
        elif table.position.state.turn is None:
            event = NextRound()
        elif rng.random() < 0.1 and table.position.can_undo:
            event = Undo()
        elif rng.random() < 0.5 and table.position.can_redo:
            event = Redo()
        elif rng.random() < 0.01:
            event = Restart()
        elif table.computer_to_move:
            event = asyncio.run(computer_move(table))
        else:
            event = Acted(1, rng.choice(legal(table.position.state)), computer=False)
        table = store.append(table, event)
        if number % 37 == 0:
            assert other.load(table_id) == table
    fresh = Store(connect(database))

    assert fresh.load(table_id) == table == other.load(table_id)
    fresh.close()
    other.close()


def test_refused_events_leave_nothing(store: Store) -> None:
    """All or nothing: a refused event in a row of events leaves none of them."""
    table_id = store.set_table("longana", seats(2), "fast", "x")
    table = store.load(table_id)
    assert table is not None
    turn = table.position.state.turn or 0
    good = Acted(turn, legal(table.position.state)[0], computer=False)
    for bad in (NextRound(), Redo(), Acted(turn, parse_action("draw"), computer=False)):
        with pytest.raises((IllegalAction, IllegalEvent)):
            store.append(table, good, bad)

    assert store.load(table_id) == table


def test_append_to_an_earlier_state_is_stale(store: Store) -> None:
    """Of two events for the same place in the log the second is refused and leaves nothing."""
    table_id = store.set_table("longana", seats(2), "fast", "x")
    table = store.load(table_id)
    assert table is not None
    turn = table.position.state.turn or 0
    after = store.append(table, Acted(turn, legal(table.position.state)[0], computer=False))
    for event in (Restart(), NextRound(), Acted(turn, legal(table.position.state)[0], True)):
        with pytest.raises((Stale, IllegalEvent)):
            store.append(table, event)

    assert store.load(table_id) == after


def test_one_of_many_writers_wins_each_number(database: Database) -> None:
    """Eight connections that append for the same numbers: each number is written once, no update
    is lost, and nobody sees an error but Stale (B33).
    """
    first = Store(connect(database))
    table_id = first.set_table("mexican-train", seats(4), "fast", "race")
    wins = []

    def write() -> int:
        mine = Store(connect(database))
        won = 0
        for _ in range(40):
            table = mine.load(table_id)
            assert table is not None
            turn = table.position.state.turn
            if turn is None:
                event: Acted | NextRound = NextRound()
            else:
                event = Acted(turn, legal(table.position.state)[0], computer=True)
            try:
                mine.append(table, event)
                won += 1
            except Stale:
                pass
        mine.close()
        return won

    with ThreadPoolExecutor(8) as pool:
        wins = [job.result() for job in [pool.submit(write) for _ in range(8)]]
    table = first.load(table_id)
    first.close()

    assert table is not None
    assert table.seq == table.version + 1 == 1 + sum(wins)
    engine = connect(database)
    with engine.connect() as raw:
        numbers = [row[0] for row in raw.exec_driver_sql("SELECT seq FROM event ORDER BY seq")]
    engine.dispose()
    assert numbers == list(range(1, table.seq + 1))


def test_tables_of_a_browser_come_newest_first_and_once(store: Store) -> None:
    """A browser that holds several seats of a table finds it once; others' tables it does not."""
    mine, yours = (
        [Seat(1, "Ana", "human", None, key), Seat(2, "Ben", "human", None, key)]
        for key in ("hash", "other")
    )
    ids = [store.set_table("longana", each, "fast", None) for each in (mine, yours, mine)]

    assert [table.id for table in store.tables_of("hash")] == [ids[2], ids[0]]


def test_what_nobody_uses_is_taken_away(store: Store) -> None:
    """A table goes with all its rows once its last event is so many days old, and no other does."""
    old, new = (store.load(store.set_table("longana", seats(2), "fast", "x")) for _ in range(2))
    assert old is not None
    assert new is not None
    store.append(old, Acted(old.position.state.turn or 0, legal(old.position.state)[0], True))
    with store._engine.begin() as connection:
        then = now() - timedelta(days=31)
        connection.execute(update(EventRow).where(col(EventRow.table_id) == old.id).values(at=then))
    assert [(use.id, use.events) for use in store.uses()] == [(old.id, 2), (new.id, 1)]
    assert store.prune(32) == 0
    assert store.prune(31) == 1
    assert store.load(old.id) is None
    assert store.load(new.id) == new
    assert store.count() == 1


def test_positions_are_dropped_and_found_again(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With room for two positions in memory, tables that were dropped are replayed as they were."""
    monkeypatch.setattr("app.store.KEPT", 2)
    ids = [store.set_table("longana", seats(2), "fast", f"seed {n}") for n in range(5)]
    tables = [store.load(each) for each in ids]

    assert [store.load(each) for each in ids] == tables
