"""The ``ramal`` command."""

from __future__ import annotations

import errno
import os
import socket
import sqlite3
import sys
import threading
import webbrowser
from contextlib import nullcontext
from copy import deepcopy
from functools import partial
from pathlib import Path
from typing import Annotated

import typer
import uvicorn
from pydantic import ValidationError
from sqlalchemy.exc import DBAPIError, OperationalError
from uvicorn.supervisors import Multiprocess

from app.addresses import networks
from app.announce import NAME, announced
from app.config import Settings
from app.db import Unusable, claim, connect, upgrade
from app.db import backup as copy_database
from app.store import Store, tail

FIRST_PORT = 8000
EVERYWHERE = "0.0.0.0"  # noqa: S104 (the devices of the home network are to reach it)
_TRIED = 50
_FILES = 8192

_LOGGING = deepcopy(uvicorn.config.LOGGING_CONFIG)
"""One line for what happened, to standard error: when, how bad, what."""
_LOGGING["formatters"]["default"] = {"format": "%(asctime)s %(levelname)s %(message)s"}
_LOGGING["loggers"]["uvicorn"]["level"] = "WARNING"
_LOGGING["loggers"]["uvicorn.error"]["level"] = "WARNING"
_LOGGING["loggers"]["ramal"] = {"handlers": ["default"], "level": "INFO", "propagate": False}

cli = typer.Typer(add_completion=False, no_args_is_help=True)


@cli.callback()
def ramal() -> None:
    """Ramal: a table for Longana and Mexican Train in the browser."""


@cli.command()
def serve(
    port: Annotated[int | None, typer.Option(help="Default: 8000, or the next free one.")] = None,
    host: Annotated[str, typer.Option(help="Which addresses to listen on.")] = EVERYWHERE,
    db: Annotated[Path | None, typer.Option(help="The database file.")] = None,
    browser: Annotated[bool, typer.Option(help="Open the page in a browser.")] = True,
    public_url: Annotated[str | None, typer.Option(help="Where people find it.")] = None,
    workers: Annotated[int, typer.Option(min=1, help="Processes; several need PostgreSQL.")] = 1,
    proxy: Annotated[
        str | None, typer.Option(help="Addresses of proxies whose X-Forwarded headers are true.")
    ] = None,
    announce: Annotated[
        bool, typer.Option(help="Answer to ramal.local on the home network.")
    ] = True,
) -> None:
    """Serve the tables to this machine and its network."""
    settings = _settings(db, public_url)
    taken = _ready(settings, workers)  # noqa: F841 (is held until the program ends)
    listener = _listen(host, port)
    if listener is None:
        wanted = f"port {port}" if port else f"ports {FIRST_PORT} to {FIRST_PORT + _TRIED - 1}"
        raise _failed(
            f"Cannot listen on {host}: {wanted} taken or not allowed. Try --port with another."
        )
    bound = listener.getsockname()[1]
    here = f"http://localhost:{bound}/"
    print(f"Ramal is open: {here}", flush=True)
    everywhere = host in {EVERYWHERE, "::"}
    for lan in networks()[:1] if everywhere else ():
        print(f"On this network: http://{lan}:{bound}/", flush=True)
    print("Stop it with Ctrl+C.", flush=True)
    if browser and _has_screen():
        threading.Timer(0.5, webbrowser.open, [here]).start()
    _allow_many_files()
    config = uvicorn.Config(
        "app.main:create_app",
        factory=True,
        workers=workers,
        log_config=_LOGGING,
        access_log=False,
        proxy_headers=proxy is not None,  # else anybody could claim to be one
        forwarded_allow_ips=proxy,
        server_header=False,
        timeout_graceful_shutdown=2,
    )
    named = announce and everywhere and not public_url
    if named:
        os.environ["RAMAL_LOCAL_NAME"] = NAME
    told = partial(print, f"Or there: http://{NAME}:{bound}/", flush=True)
    with announced(bound, told) if named else nullcontext():
        if workers > 1:
            Multiprocess(config, sockets=[listener]).run()
        else:
            uvicorn.Server(config).run(sockets=[listener])


@cli.command()
def backup(
    file: Annotated[Path, typer.Argument(help="The copy to make.")],
    db: Annotated[Path | None, typer.Option(help="The database file.")] = None,
) -> None:
    """Copy the database as it stands now, also while tables are in play."""
    settings = _settings(db)
    if isinstance(settings.database, str):
        raise _failed("For a copy of a PostgreSQL database use its own pg_dump.")
    if not settings.db.is_file():
        raise _failed(f"There is no database at {settings.db}.")
    if file.exists():
        raise _failed(f"{file} is there already: name a new file.")
    try:
        copy_database(settings.db, file)
    except sqlite3.Error as error:
        raise _failed(f"No copy was made: {error}.") from None
    print(f"Copied to {file}.")


@cli.command()
def tables(db: Annotated[Path | None, typer.Option(help="The database file.")] = None) -> None:
    """List the tables, the longest unused first: when something last happened there, the game, how
    many events, and the end of the address.
    """
    store = _store(_settings(db))
    for use in store.uses():
        print(f"{use.last:%Y-%m-%d %H:%M}  {use.game:13}  {use.events:6}  {tail(use.id)}")
    store.close()


@cli.command()
def prune(
    days: Annotated[
        int | None, typer.Option(min=1, help="Default: as the server does by itself.")
    ] = None,
    db: Annotated[Path | None, typer.Option(help="The database file.")] = None,
) -> None:
    """Take away the tables at which nothing has happened for so many days."""
    settings = _settings(db)
    days = days or settings.keep_days
    if not days:
        raise _failed("The server keeps tables for ever (RAMAL_KEEP_DAYS is 0): say --days.")
    store = _store(settings)
    gone = store.prune(days)
    store.close()
    print(f"Taken away: {gone}.")


def _settings(db: Path | None, public_url: str | None = None) -> Settings:
    """The settings of the environment, and of the command line, which the worker processes find in
    the environment then. A file named there wins over a PostgreSQL named here.
    """
    if db is not None:
        os.environ["RAMAL_DB"] = str(db)
        os.environ.pop("DATABASE_URL", None)
    if public_url is not None:
        os.environ["RAMAL_PUBLIC_URL"] = public_url
    try:
        return Settings()
    except ValidationError as error:
        wrong = ", ".join(f"{each['loc'][-1]}: {each['msg']}" for each in error.errors())
        raise _failed(f"A setting cannot be so: {wrong}.") from None


def _store(settings: Settings) -> Store:
    """The tables, brought up to date, or an end with a sentence."""
    try:
        engine = connect(settings.database)
        upgrade(engine)
    except Unusable as unusable:
        raise _failed(str(unusable)) from None
    except OperationalError as error:
        raise _failed(f"The database does not answer: {error.orig}") from None
    except DBAPIError as error:  # as where the user may make no tables
        why = str(error.orig).partition("\n")[0]
        raise _failed(f"The database cannot be used so: {why}") from None
    return Store(engine)


def _ready(settings: Settings, workers: int) -> sqlite3.Connection | None:
    """Bring the database up to date before anybody asks for it. What is answered holds it."""
    taken = None
    if isinstance(settings.database, Path):
        if workers > 1:
            raise _failed(
                "SQLite is for one process: for several workers name a PostgreSQL in DATABASE_URL."
            )
        taken = claim(settings.db)
        if taken is None:
            raise _failed(
                f"Another Ramal serves {settings.db} already: stop it, or name another by --db."
            )
    _store(settings).close()
    return taken


def _allow_many_files() -> None:
    """Each open page is an open file, and some systems begin with 256."""
    if sys.platform == "win32":
        return
    import resource  # noqa: PLC0415 (Windows has none)

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _FILES if hard == resource.RLIM_INFINITY else min(hard, _FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def _listen(host: str, port: int | None) -> socket.socket | None:
    """A socket bound to the wanted port, or to the first free one from 8000 on."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for candidate in [port] if port else range(FIRST_PORT, FIRST_PORT + _TRIED):
        listener = socket.socket(family)
        if sys.platform != "win32":  # there it would let two programs share the port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, candidate))
            listener.listen(128)
        except OSError as error:
            listener.close()
            if error.errno not in {errno.EADDRINUSE, errno.EACCES} and sys.platform != "win32":
                return None
        else:
            return listener
    return None


def _has_screen() -> bool:
    """Whether a browser window could be seen here."""
    if os.environ.get("CI"):
        return False
    if sys.platform in {"win32", "darwin"}:
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _failed(sentence: str) -> typer.Exit:
    print(sentence, file=sys.stderr)
    return typer.Exit(2)


def main() -> None:
    """Run the command."""
    cli()
