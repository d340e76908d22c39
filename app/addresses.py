"""Where other devices find this server: never at "localhost", which is another place there."""

from __future__ import annotations

import ipaddress
import socket

import ifaddr
import segno
from fastapi import Request
from markupsafe import Markup

_AWAY = ("192.0.2.1", 9)
"""An address that is reserved for documentation: nothing is ever sent there."""


def offered(request: Request) -> tuple[str, ...]:
    """The addresses to tell others, the best first, without a slash at the end: the one that was
    set, the one this page came from if it is good elsewhere too, then the network's.
    """
    told: str = request.app.state.settings.public_url
    if told:
        return (told.rstrip("/"),)
    url = request.url
    port = f":{url.port}" if url.port else ""
    hosts = [] if _local(url.hostname or "") else [url.hostname or ""]
    local: str = request.app.state.settings.local_name
    hosts += [each for each in (*networks(), local) if each and each not in hosts]
    return tuple(f"{url.scheme}://{f'[{each}]' if ':' in each else each}{port}" for each in hosts)


def networks() -> tuple[str, ...]:
    """This machine's own addresses in its networks, the one towards the world first. Nothing is
    sent: the system only picks a route.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_AWAY)
            found = [probe.getsockname()[0]]
        except OSError:
            found = []
    found += [str(ip.ip) for adapter in ifaddr.get_adapters() for ip in adapter.ips if ip.is_IPv4]
    return tuple(each for each in dict.fromkeys(found) if not _local(each))


def _local(host: str) -> bool:
    """Whether that name means every machine itself."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    return address.is_loopback or address.is_unspecified


def qr(text: str) -> Markup:
    """A QR code as an SVG picture, black on white in every theme, as cameras like it."""
    code = segno.make(text, error="m", boost_error=False)
    drawn = code.svg_inline(
        border=3, omitsize=True, svgclass="qr", lineclass=None, dark="#000", light="#fff"
    )
    return Markup(drawn)  # noqa: S704 (numbers only)
