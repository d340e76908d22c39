"""Where other devices find this server."""

from __future__ import annotations

from threading import Event

import pytest
from fastapi.testclient import TestClient
from zeroconf import AddressResolver, Zeroconf  # type: ignore[attr-defined]

from app import addresses
from app.addresses import networks
from app.announce import NAME, announced
from app.config import Settings
from tests.app.friends import with_friends


def shown(client: TestClient) -> str:
    """The page on which the addresses of a table stand."""
    return client.get(f"{with_friends(client)}/seats").text


def test_an_invitation_never_says_localhost(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Opened at localhost, the page shows the network's numbers, and says that they differ."""
    monkeypatch.setattr(addresses, "networks", lambda: ("192.168.7.5", "10.0.0.2"))
    page = shown(client)

    assert "http://192.168.7.5/t/" in page
    assert "http://10.0.0.2/t/" in page
    assert "http://localhost" not in page
    assert "an address that others cannot use" in page


def test_without_a_network_it_says_so(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is offered that would not work."""
    monkeypatch.setattr(addresses, "networks", lambda: ())

    assert "in no network" in shown(client)


def test_the_address_that_was_set_is_the_only_one(client: TestClient) -> None:
    """Behind a proxy only its own address is good."""
    client.app.state.settings = Settings(public_url="https://games.example/")  # type: ignore[attr-defined]
    page = shown(client)

    assert "https://games.example/t/" in page
    assert "Other addresses" not in page


@pytest.mark.skipif(not networks(), reason="this machine is in no network")
def test_the_name_on_the_network_leads_here() -> None:
    """Another program that asks the network for ramal.local is told this machine's numbers."""
    ready = Event()
    with announced(8000, ready.set):
        assert ready.wait(15)
        asking = Zeroconf()
        found = AddressResolver(f"{NAME}.")
        assert found.request(asking, 5000)
        asking.close()

    assert networks()[0] in found.parsed_addresses()
