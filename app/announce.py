"""A name for this server on its home network, so that nobody has to write numbers."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Thread

from zeroconf import Error, ServiceInfo, Zeroconf

from app.addresses import networks

NAME = "ramal.local"


@contextmanager
def announced(port: int, ready: Callable[[], None]) -> Iterator[None]:
    """While this lasts, devices of the network that ask for ``ramal.local`` find this machine.

    The network is asked first whether the name is free, for which nobody waits: ``ready`` is called
    once it is ours, and never where it is another's or the network forbids to ask.
    """
    try:
        answering = Zeroconf()
    except OSError:
        yield
        return
    service = ServiceInfo(
        "_http._tcp.local.",
        "Ramal._http._tcp.local.",
        port=port,
        addresses=[socket.inet_aton(each) for each in networks()],
        server=f"{NAME}.",
    )

    def register() -> None:
        try:
            answering.register_service(service)
        except (Error, OSError):
            return
        ready()

    Thread(target=register, daemon=True).start()
    try:
        yield
    finally:
        answering.close()
