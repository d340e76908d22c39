"""The database: connecting to it and bringing it up to date.

SQLite is set so that nothing confirmed is lost: write-ahead log, full synchronisation, and writers
that lock before they read (without which two of them lose each other's updates unnoticed). It is
for one process. PostgreSQL, which does as much by itself, is for any number of them.
"""

from __future__ import annotations

import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from alembic import command
from alembic.config import Config
from sqlalchemy import Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError

from app.config import ROOT

_PRAGMAS = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA busy_timeout = 5000",
    "PRAGMA foreign_keys = ON",
)
_POSTGRES: Final = frozenset({"postgresql", "postgres", "postgresql+psycopg"})
_PATIENCE: Final = 5  # seconds, as with a busy SQLite
_UPGRADE_LOCK: Final = 0x72616D616C  # any number that no other program here takes


class Unusable(Exception):
    """This database cannot be used; its text is one sentence that says why."""


def connect(where: Path | str) -> Engine:
    """The engine for a database: an SQLite file, or the address of a PostgreSQL.

    Raises Unusable if that address is none, or PostgreSQL's driver is not installed.
    """
    return _sqlite(where) if isinstance(where, Path) else _postgres(where)


def _sqlite(path: Path) -> Engine:
    """The file is made with its folder if it is not there.

    Every transaction begins as a writer's: what it read is still so when it writes. Reading only
    takes microseconds here, so readers need no way of their own.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    engine = create_engine(f"sqlite:///{path}", hide_parameters=True)

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _record: object) -> None:
        connection.isolation_level = None  # the driver begins nothing by itself
        for pragma in _PRAGMAS:
            connection.execute(pragma)

    @event.listens_for(engine, "begin")
    def begin(connection: Any) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine


def _postgres(address: str) -> Engine:
    """A connection that broke meanwhile is replaced when it is needed next; a server that does not
    answer is not waited for long, unless the address says so.
    """
    try:
        url = make_url(address)
    except (ArgumentError, ValueError):
        raise Unusable("DATABASE_URL is no address of a database.") from None
    if url.drivername not in _POSTGRES:
        raise Unusable("DATABASE_URL has to begin with postgresql+psycopg://.")
    patience = {"connect_timeout": str(_PATIENCE)}
    url = url.set(drivername="postgresql+psycopg", query={**patience, **url.query})
    try:
        return create_engine(url, pool_pre_ping=True, hide_parameters=True)
    except ImportError:  # or it is there without the library that it needs
        install = f'{sys.executable} -m pip install "psycopg[binary]"'
        raise Unusable(f"PostgreSQL needs one more package: {install}") from None


def snapshots(engine: Engine) -> Engine:
    """The same database and connections, but all that one transaction reads there is as of one
    moment, however often it asks. SQLite's transactions are so anyway.
    """
    return engine.execution_options(isolation_level="REPEATABLE READ") if shared(engine) else engine


def shared(engine: Engine) -> bool:
    """Whether several processes may work on this database at a time."""
    return engine.dialect.name == "postgresql"


def claim(path: Path) -> sqlite3.Connection | None:
    """Take an SQLite file for this process, for as long as the answer is kept open; None if another
    process has it. However that one ends, the system lets go for it.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    taken = sqlite3.connect(f"{path}.serving", timeout=0, isolation_level=None)
    try:
        taken.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError:
        taken.close()
        return None
    return taken


def backup(path: Path, copy: Path) -> None:
    """Copy an SQLite file as it stands at one moment, also while it is in use."""
    with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)


def upgrade(engine: Engine) -> None:
    """Make or upgrade the tables to what this version needs; of several who try one does."""
    config = Config()
    config.set_main_option("script_location", str(ROOT / "alembic"))
    with engine.begin() as connection:
        if shared(engine):
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_UPGRADE_LOCK})")
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
