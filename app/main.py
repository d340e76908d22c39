"""The application: rooms put together, and what is answered when something goes wrong."""

from __future__ import annotations

import asyncio
import gc
import logging
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager

from fastapi import Depends, FastAPI, HTTPException, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse
from sqlalchemy import Engine
from sqlalchemy.exc import DataError, IntegrityError, OperationalError
from starlette.exceptions import HTTPException as StarletteHTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from app.config import ROOT, Settings
from app.db import connect, shared, upgrade
from app.deps import NoSuchTable, NotFound, NotYourSeat, wants_fragment
from app.guard import HEADERS, Guard, Refused, refuse
from app.language import KeepLanguage, reader_language
from app.live import Live
from app.pages import MessagePage, Notice, render
from app.refusals import trouble, trouble_title
from app.routes import health, join, language, learn, lobby, record, rules, seats, table
from app.routes import live as live_routes
from app.store import Stale, Store

log = logging.getLogger("ramal")

_DAY = 24 * 60 * 60
_TURNS = 0.0005  # seconds; Python's own 0.005 makes a move twice or three times as slow meanwhile

Answer = Callable[[Request, Exception], Awaitable[Response]]


def create_app(settings: Settings | None = None) -> FastAPI:
    """The application on the database that the settings name, brought up to date."""
    settings = settings or Settings()
    engine = connect(settings.database)
    upgrade(engine)
    live = Live()
    store = Store(engine, live.tell)

    @asynccontextmanager
    async def life(_: FastAPI) -> AsyncIterator[None]:
        # What is loaded by now stays: the collector need not look at it again and again.
        gc.collect()
        gc.freeze()
        gc.set_threshold(50_000, 50, 1_000)
        # Each time the loop has read or written, it waits so long for a thread that thinks.
        sys.setswitchinterval(_TURNS)
        log.info("ready: %d tables", store.count())
        async with _beside(_work(engine, settings, live, store)):
            yield
        store.close()
        log.info("stopped")

    app = FastAPI(
        title="Ramal",
        lifespan=life,
        dependencies=[Depends(refuse)],
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
    )
    app.state.settings = settings
    app.state.live = live
    app.state.store = store
    app.add_middleware(GZipMiddleware, minimum_size=500, compresslevel=3)
    app.add_middleware(KeepLanguage)
    app.add_middleware(Guard, allow_hosts=settings.hosts)
    app.mount("/static", _Static(directory=ROOT / "static"), name="static")
    app.include_router(lobby.router)
    app.include_router(join.router)
    app.include_router(seats.router)
    app.include_router(table.router)
    app.include_router(live_routes.router)
    app.include_router(record.router)
    app.include_router(learn.router)
    app.include_router(rules.router)
    app.include_router(language.router)
    app.include_router(health.router)
    for error, answer in _ANSWERS.items():
        app.add_exception_handler(error, answer)
    return app


def _work(
    engine: Engine, settings: Settings, live: Live, store: Store
) -> list[Coroutine[None, None, None]]:
    """What goes on beside the requests, until the program stops."""
    works = [_prune(store, settings.keep_days)] if settings.keep_days else []
    if shared(engine):
        from app.listen import listen  # noqa: PLC0415 (its driver is not installed everywhere)

        works.append(listen(engine.url, live, store))
    return works


@asynccontextmanager
async def _beside(works: list[Coroutine[None, None, None]]) -> AsyncIterator[None]:
    """Do these meanwhile, and no longer."""
    tasks = [asyncio.create_task(work) for work in works]
    yield
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def _prune(store: Store, days: int) -> None:
    """Now and once a day, take away the tables that nobody has used for so long."""
    while True:
        try:
            gone = store.prune(days)
        except OperationalError:
            log.warning("old tables could not be taken away; it is tried again tomorrow")
        else:
            if gone:
                log.info("%d tables taken away, unused for %d days", gone, days)
        await asyncio.sleep(_DAY)


class _Static(StaticFiles):
    """Static files: those asked for by version never change and may be kept."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """The file, with how long it may be kept."""
        response = await super().get_response(path, scope)
        kept = "max-age=31536000, immutable" if b"v=" in scope["query_string"] else "no-cache"
        response.headers["Cache-Control"] = kept
        return response


def _say(request: Request, code: str, status: int) -> Response:
    """A page, or for htmx its fragment, that says one sentence in the reader's language."""
    reader = reader_language(request)
    notice = Notice(trouble(reader, code), refused=True)
    page = MessagePage(trouble_title(reader, code), notice, status, _address(request))
    return HTMLResponse(render(page, reader, fragment=wants_fragment(request)), status)


def _address(request: Request) -> str:
    """Where the page can be had again; what only answers to forms is no such place."""
    if request.method != "GET":
        return "/"
    return request.url.path + (f"?{request.url.query}" if request.url.query else "")


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refused)
    return _say(request, error.code, error.status)


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, StarletteHTTPException)
    if isinstance(error.__cause__, Refused):  # the guard stopped a body that was being read
        return await _refused(request, error.__cause__)
    code = {404: "not_found", 405: "not_allowed"}.get(error.status_code, "bad_form")
    response = _say(request, code, error.status_code)
    response.headers.update(error.headers or {})
    return response


async def _broken(request: Request, error: Exception) -> Response:
    log.error("a request failed", exc_info=error)
    response = _say(request, "server_error", 500)
    response.headers.update(HEADERS)  # this answer is given outside the guard
    return response


async def _seat_lost(request: Request, _: Exception) -> Response:
    """A page that still shows a hand is to be loaded anew: it then tells how to sit down again."""
    response = _say(request, "seat_taken", 403)
    if wants_fragment(request):
        response.headers["HX-Refresh"] = "true"
    return response


def _always(code: str, status: int) -> Answer:
    async def answer(request: Request, _: Exception) -> Response:
        return _say(request, code, status)

    return answer


_ANSWERS: dict[type[Exception], Answer] = {
    Refused: _refused,
    NotFound: _always("not_found", 404),
    NoSuchTable: _always("unknown_table", 404),
    Stale: _always("unknown_table", 404),  # taken away since the request began
    NotYourSeat: _seat_lost,
    RequestValidationError: _always("bad_form", 422),
    OperationalError: _always("busy", 503),
    IntegrityError: _always("busy", 503),  # another process wrote the same at the same moment
    DataError: _always("bad_form", 422),  # what PostgreSQL keeps in no text, as U+0000
    HTTPException: _http,
    StarletteHTTPException: _http,
    Exception: _broken,
}
