"""The database: connecting to it and bringing it up to date.

SQLite is set so that nothing confirmed is lost: write-ahead log, full synchronisation, and writers
that lock before they read (without which two of them lose each other's updates unnoticed).
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import Engine, create_engine, event

from app.config import ROOT

_PRAGMAS = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA busy_timeout = 5000",
    "PRAGMA foreign_keys = ON",
)


def connect(path: Path) -> Engine:
    """The engine for a database file, which is made with its folder if it is not there.

    Every transaction begins as a writer's: what it read is still so when it writes. Reading only
    takes microseconds here, so readers need no way of their own.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    engine = create_engine(f"sqlite:///{path}")

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _record: object) -> None:
        connection.isolation_level = None  # the driver begins nothing by itself
        for pragma in _PRAGMAS:
            connection.execute(pragma)

    @event.listens_for(engine, "begin")
    def begin(connection: Any) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine


def upgrade(engine: Engine) -> None:
    """Make or upgrade the tables to what this version needs."""
    config = Config()
    config.set_main_option("script_location", str(ROOT / "alembic"))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
