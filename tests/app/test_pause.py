"""T4: the computers wait while somebody reads the rules or the record."""

from __future__ import annotations

from datetime import timedelta

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from app.models import now
from app.store import Store
from tests.app.friends import stands
from tests.app.test_routes import HTMX, sit

pytestmark = pytest.mark.both

LINE = "The computers wait while somebody reads"


def to_computers(client: TestClient, app: FastAPI) -> str:
    """A table at which a computer is to move; its address."""
    for attempt in range(30):
        address = sit(client, "longana", seats="4", seed=f"pause {attempt}")
        if stands(app, address).computer_to_move:
            return address
    raise AssertionError("no deal of thirty lets a computer open")


def step(client: TestClient, app: FastAPI, address: str, *, htmx: bool = True) -> str:
    """Ask for the computer's move; the page that comes back."""
    seq = stands(app, address).seq
    headers = HTMX if htmx else {}
    return client.post(f"{address}/step", data={"seq": seq}, headers=headers).text


def test_t4_open_rules_or_record_hold_the_computers(client: TestClient, app: FastAPI) -> None:
    """While the panel is open no step is taken, by script or by form, and a line says why."""
    address = to_computers(client, app)
    before = stands(app, address).seq

    assert client.post(f"{address}/pause").status_code == 204
    for htmx in (True, False):
        assert LINE in step(client, app, address, htmx=htmx)
    assert stands(app, address).seq == before
    assert LINE in client.get(address).text

    assert client.post(f"{address}/resume").status_code == 204
    assert LINE not in step(client, app, address)
    assert stands(app, address).seq == before + 1


def test_t4_a_device_that_is_gone_lets_go(client: TestClient, app: FastAPI) -> None:
    """What is not renewed ends by itself; renewed, it lasts."""
    address = to_computers(client, app)
    store: Store = app.state.store
    table = stands(app, address)
    held = table.seats[0].key_hash or ""

    store.pause(table.id, held, now() + timedelta(seconds=30))
    assert stands(app, address).paused
    store.pause(table.id, held, now() - timedelta(seconds=1))
    assert not stands(app, address).paused
    assert LINE not in step(client, app, address)


def test_t4_two_devices_are_waited_for_apart(client: TestClient, app: FastAPI) -> None:
    """The computers wait until the last of those who read has closed what they read."""
    address = to_computers(client, app)
    store: Store = app.state.store
    table_id = address.removeprefix("/t/")
    client.post(f"{address}/pause")
    store.pause(table_id, "another device", now() + timedelta(seconds=30))

    client.post(f"{address}/resume")
    assert stands(app, address).paused
    store.pause(table_id, "another device", None)
    assert not stands(app, address).paused


def test_t4_people_play_on_meanwhile(client: TestClient, app: FastAPI) -> None:
    """Only computers wait: a person's own move is confirmed as ever."""
    address = sit(client, "longana", seats="2", seed="people")
    while (table := stands(app, address)).computer_to_move:
        step(client, app, address)
    client.post(f"{address}/pause")
    action = str(table.position.view(1).legal[0])

    answer = client.post(
        f"{address}/confirm", data={"seq": table.seq, "action": action}, headers=HTMX
    )

    assert answer.status_code == 200
    assert stands(app, address).seq == table.seq + 1


def test_strangers_hold_nothing_up(client: TestClient, app: FastAPI, stranger: TestClient) -> None:
    """Only who sits at the table can make its computers wait."""
    address = to_computers(client, app)

    assert stranger.post(f"{address}/pause").status_code == 403
    assert not stands(app, address).paused
