"""Tables at which people sit at several devices, for tests."""

from __future__ import annotations

import re

from fastapi import FastAPI
from fastapi.testclient import TestClient

from app import presence
from app.store import Store
from app.tables import Table


def with_friends(host: TestClient, game: str = "longana", friends: int = 2, **form: str) -> str:
    """The address of a table that the host set for so many friends, and a computer."""
    plays = {f"plays_{at + 2}": "friend" for at in range(friends)}
    seats = {"game": game, "seats": str(friends + 2), "pace": "fast", "seed": "friends"}
    named = {"name_1": "Ana", f"plays_{friends + 2}": "relaxed"}
    answer = host.post("/new", data={**seats, **plays, **named, **form}, follow_redirects=False)
    assert answer.status_code == 303
    return str(answer.headers["location"]).removesuffix("/seats")


def with_bea(host: TestClient, bea: TestClient, friends: int = 2, **form: str) -> str:
    """The same, where Bea has sat down at the second seat."""
    address = with_friends(host, friends=friends, **form)
    bea.post(f"{address}/sit", data={"number": 2, "name": "Bea"})
    return address


def stands(app: FastAPI, address: str) -> Table:
    """The table as it stands."""
    store: Store = app.state.store
    table = store.load(address.removeprefix("/t/"))
    assert table is not None
    return table


def come(app: FastAPI, address: str, number: int) -> None:
    """Let the browser of this seat be present."""
    table = stands(app, address)
    presence.arrive(app.state.store, table.id, table.seats[number - 1].key_hash or "", "page")


def here(app: FastAPI, address: str) -> None:
    """Let all browsers that hold a seat be present."""
    table = stands(app, address)
    for key_hash in table.devices:
        presence.arrive(app.state.store, table.id, key_hash, "page")


def link_of(page: str) -> str:
    """The word of the link on a page that takes a seat along."""
    found = re.search(r"/move#([\w-]+)", page)
    assert found is not None
    return found[1]


def in_play(app: FastAPI, client: TestClient, stranger: TestClient) -> str:
    """A table of Ana and Bea at two devices, both there, where somebody has played."""
    address = with_bea(client, stranger, friends=1, plays_3="relaxed")
    here(app, address)
    players = {1: client, 2: stranger}
    for _ in range(40):
        table = stands(app, address)
        if table.position.can_undo:
            return address
        turn = table.position.state.turn
        if turn in players:
            action = table.position.view(turn).legal[0]
            data = {"seq": table.seq, "action": str(action)}
            players[turn].post(f"{address}/confirm", data=data, headers={"HX-Request": "true"})
        else:
            data = {"seq": table.seq}
            client.post(f"{address}/step", data=data, headers={"HX-Request": "true"})
    raise AssertionError("nobody could play")
