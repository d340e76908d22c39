"""The program as a process of its own."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import httpx2 as httpx
import pytest

from tests.server import Server


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """The program, serving an empty database."""
    with Server(tmp_path / "ramal.sqlite3") as running:
        yield running


def test_nobody_is_taken_for_a_proxy(server: Server) -> None:
    """X-Forwarded headers change nothing: an origin that only they would make ours is refused."""
    claimed = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "10.0.0.1"}
    origin = server.url.replace("http:", "https:")
    answer = httpx.post(f"{server.url}/play/longana", headers={"Origin": origin, **claimed})
    honest = httpx.post(f"{server.url}/play/longana", headers={"Origin": server.url, **claimed})

    assert answer.status_code == 403
    assert honest.status_code == 303
    assert "secure" not in honest.headers["set-cookie"].lower()


def test_head_has_no_body_on_the_wire(server: Server) -> None:
    """After HEAD the same connection answers the next request: nothing was left in between."""
    with httpx.Client(base_url=server.url) as client:
        assert client.head("/").status_code == 200
        assert "Ramal" in client.get("/").text


def test_stops_within_seconds_when_asked(server: Server) -> None:
    """SIGTERM ends it cleanly, also while a browser keeps its connection open."""
    with httpx.Client(base_url=server.url) as client:
        client.get("/")
        asked = time.monotonic()
        server.stop()

    assert time.monotonic() - asked < 3
