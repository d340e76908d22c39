"""What tests of the app share: every screen, looked at once for all of them."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from app.config import Settings
from app.main import create_app
from tests.app.test_locales import OFFERED
from tests.conftest import HOME
from tests.screens import Visitor, visit


@pytest.fixture(scope="session")
def visited(migrated: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visitor]:
    """Every screen in every language."""
    db = tmp_path_factory.mktemp("screens") / "screens.sqlite3"
    shutil.copy(migrated, db)
    made = create_app(Settings(db=db))
    with TestClient(made, base_url=HOME, headers={"Origin": HOME}) as client:
        yield visit(client, made.state.store, OFFERED)
