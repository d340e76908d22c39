"""A real browser against a real server: one of each for all browser tests, which sit at tables of
their own.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, ConsoleMessage, Page, expect

from tests.server import Server

QUIET = [
    "--disable-gpu",
    "--in-process-gpu",
    "--num-raster-threads=1",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
expect.set_options(timeout=15_000)

SCREENS = [(320, 568), (360, 640), (640, 360), (820, 1180), (1440, 900)]
SIZES = {"phone": (360, 640), "tablet": (820, 1180), "desktop": (1440, 900)}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything here needs a browser."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    """The Chromium that run.py found; root needs it without its sandbox."""
    path = os.environ.get("RAMAL_CHROMIUM")
    assert path, "RAMAL_CHROMIUM names no browser: run the tests with `python3 run.py test`"
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    return {"executable_path": path, "args": [*QUIET, *(["--no-sandbox"] if root else [])]}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """Still pages, which take less time to draw; what is about motion asks for it, and devices of
    their own have it.
    """
    return browser_context_args | {"reduced_motion": "reduce"}


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The program, serving an empty database."""
    with Server(tmp_path_factory.mktemp("browser") / "ramal.sqlite3") as running:
        yield running


@pytest.fixture(scope="session")
def base_url(server: Server) -> str:
    """Where pages with relative addresses are found."""
    return server.url


@pytest.fixture
def context(context: BrowserContext) -> BrowserContext:
    """A fresh browser profile that speaks English; patient, since machines are slow at times."""
    context.set_default_timeout(25_000)
    return context


@pytest.fixture
def page(page: Page) -> Iterator[Page]:
    """A page on which nothing may go wrong: no script error, no policy violation, no 5xx."""
    faults: list[str] = []

    def heard(message: ConsoleMessage) -> None:
        # An answer of 409 or 422 is part of the game, and the browser logs it as an error.
        if message.type == "error" and "status of 4" not in message.text:
            faults.append(message.text)

    page.on("console", heard)
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("response", lambda r: faults.append(f"{r.status} {r.url}") if r.status >= 500 else None)
    yield page
    assert faults == []
