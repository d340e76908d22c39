"""The language that a reader chose: their browser keeps it in a cookie, and only a POST changes it.

Any POST may carry ``?language=pl`` in its address: its answer comes in that language, and the
choice is kept. So a page on which something is half done sends what it holds, and loses nothing.
"""

from __future__ import annotations

from fastapi import Request, Response
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app import i18n
from app.i18n import Language

COOKIE = "ramal-language"
_KEPT = 400 * 24 * 60 * 60  # seconds: as long as browsers keep a cookie at the most


def reader_language(request: Request) -> Language:
    """The language that is asked for here and now, else the chosen one, else the browser's."""
    return (
        _asked(request)
        or i18n.language(request.cookies.get(COOKIE))
        or i18n.negotiate(request.headers.get("accept-language"))
    )


def keep(request: Request, response: Response, language: Language) -> None:
    """Let the browser keep the choice."""
    response.set_cookie(
        COOKIE,
        language.tag,
        max_age=_KEPT,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )


def _asked(request: Request) -> Language | None:
    """The language that a POST names in its address, unless the guard turned it away."""
    if request.method != "POST" or request.state.refused is not None:
        return None
    return i18n.language(request.query_params.get("language"))


class KeepLanguage:
    """The middleware that keeps what a POST's address asks for. It stands behind the guard."""

    def __init__(self, app: ASGIApp) -> None:
        """Stand before ``app``."""
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Add the cookie to the answer, whatever it is."""
        request = Request(scope) if scope["type"] == "http" else None
        language = _asked(request) if request else None
        if request is None or language is None:
            await self.app(scope, receive, send)
            return
        jar = Response()
        keep(request, jar, language)

        async def kept(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).append("Set-Cookie", jar.headers["set-cookie"])
            await send(message)

        await self.app(scope, receive, kept)
