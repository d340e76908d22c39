"""Asking an application directly, without a network, as htmx does for a browser."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from fastapi import FastAPI

HEADERS = [
    (b"host", b"localhost"),
    (b"origin", b"http://localhost"),
    (b"hx-request", b"true"),
    (b"accept-encoding", b"gzip"),
    (b"content-type", b"application/x-www-form-urlencoded"),
]


async def ask(app: FastAPI, path: str, cookie: bytes, **fields: object) -> dict[bytes, bytes]:
    """Send a form; the answer's headers. Fails if it was refused."""
    body = urlencode(fields).encode()
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "scheme": "http",
        "method": "POST",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": [*HEADERS, (b"cookie", cookie), (b"content-length", b"%d" % len(body))],
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 80),
    }
    got: dict[str, Any] = {}

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: dict[str, Any]) -> None:
        got.update(message)

    await app(scope, receive, send)  # type: ignore[arg-type]
    assert got["status"] < 400, (path, got["status"])
    return dict(got["headers"])
