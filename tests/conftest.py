"""What tests share: an application on a database of its own, and a client that plays fair."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from app import i18n
from app.config import Settings
from app.db import connect, upgrade
from app.main import create_app
from tests.postgres import Postgres

HOME = "http://localhost"

NewBrowser = Callable[[], TestClient]
Database = Path | str
"""An SQLite file, or the address of a PostgreSQL."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """On which database tests run that need one."""
    parser.addoption(
        "--database",
        choices=["sqlite", "postgres"],
        help="where all run; else on SQLite, and what is marked `both` on PostgreSQL too",
    )


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """What is marked so runs on both databases, unless one is asked for."""
    if "database" not in metafunc.fixturenames:
        return
    both = metafunc.definition.get_closest_marker("both") is not None
    if both and metafunc.config.getoption("database") is None:
        metafunc.parametrize("database", ["sqlite", "postgres"], indirect=True)


@contextmanager
def new_database(request: pytest.FixtureRequest, folder: Path) -> Iterator[Database]:
    """A database for one test, or for one module, without any table of the game: a file, or one of
    a PostgreSQL.
    """
    kind = getattr(request, "param", None) or request.config.getoption("database")
    if kind != "postgres":
        yield Path(shutil.copy(request.getfixturevalue("migrated"), folder / "test.sqlite3"))
        return
    postgres: Postgres = request.getfixturevalue("postgres")
    made = postgres.ready()
    yield made
    postgres.drop(made)


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty database as the migrations make it, to be copied: a copy takes no time."""
    made = tmp_path_factory.mktemp("migrated") / "empty.sqlite3"
    engine = connect(made)
    upgrade(engine)
    engine.dispose()
    return made


@pytest.fixture
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Database]:
    """A new database."""
    with new_database(request, tmp_path) as made:
        yield made


def settings_for(database: Database) -> Settings:
    """The settings that name this database, whatever the environment names."""
    if isinstance(database, Path):
        return Settings(db=database, database_url="")
    return Settings(database_url=database)


@pytest.fixture
def app(database: Database) -> Iterator[FastAPI]:
    """A fresh application on an empty database, made by the migrations."""
    made = create_app(settings_for(database))
    yield made
    made.state.store.close()


@pytest.fixture
def client(app: FastAPI) -> Iterator[TestClient]:
    """A browser: it keeps cookies and says where its forms come from."""
    with TestClient(app, base_url=HOME, headers={"Origin": HOME}) as made:
        yield made


@pytest.fixture
def stranger(app: FastAPI) -> Iterator[TestClient]:
    """Another browser, which holds no seat."""
    with TestClient(app, base_url=HOME, headers={"Origin": HOME}) as made:
        yield made


@pytest.fixture
def browsers(app: FastAPI) -> Iterator[NewBrowser]:
    """Makes as many browsers as are wanted."""
    with ExitStack() as stack:

        def new() -> TestClient:
            client = TestClient(app, base_url=HOME, headers={"Origin": HOME})
            return stack.enter_context(client)

        yield new


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A real PostgreSQL, started for the first test that asks for it."""
    if sys.platform == "win32":
        pytest.skip("there is no PostgreSQL among the test packages for Windows")
    made = Postgres()
    yield made
    made.stop()


POLISH = """\
msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\n"

msgid "Confirm"
msgstr "Zatwierdź"

msgid "Restart"
msgstr "Od nowa"

msgid "Set a table"
msgstr "Nakryj stół"

msgid "There is nothing at this address."
msgstr "Pod tym adresem nic nie ma."
"""


def polyglot(folder: Path) -> pytest.MonkeyPatch:
    """Offer English and a little Polish, whatever is translated, until it is undone."""
    file = folder / "pl" / "LC_MESSAGES" / "messages.po"
    file.parent.mkdir(parents=True)
    file.write_text(POLISH, encoding="utf-8")
    offered = i18n.languages(folder)
    patch = pytest.MonkeyPatch()
    patch.setattr(i18n, "languages", lambda: offered)
    return patch
