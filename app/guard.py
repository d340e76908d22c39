"""What stands before every request: who may ask, how much they may send, and what every answer
says about itself.

A plain ASGI middleware, so that it also counts bodies whose length nobody announced.
"""

from __future__ import annotations

import ipaddress
import socket
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

MAX_BODY = 16 * 1024
"""Bytes: the largest form here, ten seats with long names, is a tenth of that."""

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'self'; "
    "frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
}
_SAFE = {"GET", "HEAD", "OPTIONS"}


class Refused(Exception):
    """A request that is turned away before it reaches a page; ``code`` names the sentence."""

    def __init__(self, code: str, status: int) -> None:
        """Keep the sentence's code and the status."""
        super().__init__(code)
        self.code = code
        self.status = status


class Guard:
    """The middleware. ``allow_hosts`` are names under which this server may be reached besides
    numbers, local names and the machine's own.
    """

    def __init__(self, app: ASGIApp, allow_hosts: tuple[str, ...] = ()) -> None:
        """Stand before ``app``."""
        self.app = app
        own = socket.gethostname().lower()
        self.hosts = {"localhost", own, *(host.lower() for host in allow_hosts)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse the request or pass it on, with limits and headers."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        bare = scope["method"] == "HEAD"  # answered as GET is, without the page
        scope.setdefault("state", {}).update(refused=self._refusal(scope), bare=bare)
        got = 0
        if bare:
            scope = {**scope, "method": "GET"}

        async def counted() -> Message:
            nonlocal got
            message = await receive()
            got += len(message.get("body", b""))
            if got > MAX_BODY:
                raise Refused("too_large", 413)
            return message

        async def signed(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("Cache-Control", "no-store")
                headers.add_vary_header("HX-Request")
            elif bare:
                message = {**message, "body": b""}
            await send(message)

        await self.app(scope, counted, signed)

    def _refusal(self, scope: Scope) -> Refused | None:
        headers = Headers(scope=scope)
        if not self._known_host(headers.get("host", "")):
            return Refused("wrong_host", 421)
        if scope["method"] in _SAFE:
            return None
        if not _same_site(Request(scope)):
            return Refused("cross_site", 403)
        length = headers.get("content-length", "0")
        if not (length.isascii() and length.isdigit()) or int(length[:12]) > MAX_BODY:
            return Refused("too_large", 413)
        return None

    def _known_host(self, header: str) -> bool:
        """Whether the Host header names this machine: a stranger's name that was made to point
        here (DNS rebinding) does not.
        """
        try:
            host = (urlsplit(f"//{header}").hostname or "").rstrip(".")
        except ValueError:
            return False
        if host in self.hosts or host.endswith((".local", ".localhost")):
            return True
        try:
            ipaddress.ip_address(host.split("%")[0])
        except ValueError:
            return False
        return True


async def refuse(request: Request) -> None:
    """A dependency of every page: raises Refused if the guard turned the request away.

    The guard only notes the refusal, since the answer is a page like any other: in the reader's
    language and with a status.
    """
    refused: Refused | None = request.state.refused
    if refused is not None:
        raise refused


def _same_site(request: Request) -> bool:
    """Whether a write comes from our own page: by Sec-Fetch-Site where the browser sends it (not
    over plain http on a home network), else by Origin, else by Referer.
    """
    fetch_site = request.headers.get("sec-fetch-site")
    if fetch_site is not None:
        return fetch_site == "same-origin"
    source = request.headers.get("origin") or request.headers.get("referer")
    if not source:
        return False
    try:
        parts = urlsplit(source)
    except ValueError:
        return False
    return (parts.scheme, parts.netloc.lower()) == (
        request.url.scheme,
        request.headers.get("host", "").lower(),
    )
