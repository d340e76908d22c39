"""What tests share: an application on a database of its own, and a client that plays fair."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
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


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty database as the migrations make it, to be copied: a copy takes no time."""
    made = tmp_path_factory.mktemp("migrated") / "empty.sqlite3"
    engine = connect(made)
    upgrade(engine)
    engine.dispose()
    return made


@pytest.fixture
def app(migrated: Path, tmp_path: Path) -> Iterator[FastAPI]:
    """A fresh application on an empty database."""
    db = tmp_path / "test.sqlite3"
    shutil.copy(migrated, db)
    made = create_app(Settings(db=db))
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
