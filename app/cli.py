"""The ``ramal`` command."""

from __future__ import annotations

import errno
import os
import socket
import sys
import threading
import webbrowser
from pathlib import Path
from typing import Annotated

import typer
import uvicorn

from app.config import Settings
from app.main import create_app

FIRST_PORT = 8000
EVERYWHERE = "0.0.0.0"  # noqa: S104 (the devices of the home network are to reach it)
_TRIED = 50

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
) -> None:
    """Serve the tables to this machine and its network."""
    listener = _listen(host, port)
    if listener is None:
        wanted = f"port {port}" if port else f"ports {FIRST_PORT} to {FIRST_PORT + _TRIED - 1}"
        raise _failed(
            f"Cannot listen on {host}: {wanted} taken or not allowed. Try --port with another."
        )
    settings = Settings() if db is None else Settings(db=db)
    app = create_app(settings)
    bound = listener.getsockname()[1]
    here = f"http://localhost:{bound}/"
    print(f"Ramal is open: {here}", flush=True)
    lan = _lan_address() if host in {EVERYWHERE, "::"} else None
    if lan:
        print(f"On this network: http://{lan}:{bound}/", flush=True)
    print("Stop it with Ctrl+C.", flush=True)
    if browser and _has_screen():
        threading.Timer(0.5, webbrowser.open, [here]).start()
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        proxy_headers=False,  # anybody could claim to be a proxy
        server_header=False,
        timeout_graceful_shutdown=2,
    )
    uvicorn.Server(config).run(sockets=[listener])


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


def _lan_address() -> str | None:
    """This machine's address in its network. Nothing is sent: the system only picks a route."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address reserved for documentation
        except OSError:
            return None
        address: str = probe.getsockname()[0]
    return None if address.startswith(("127.", "0.")) else address


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
