"""Thinking beside the event loop: others are answered meanwhile, and nothing is half done."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from random import Random

import httpx2 as httpx
import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from app import thinking
from app.thinking import computer_move
from engine.computers import LEVELS, Advice, choose
from engine.log import Undo
from engine.view import View
from tests.app.friends import stands
from tests.app.playing import play_on
from tests.app.test_routes import HTMX, sit

PATIENCE = 20
"""Seconds after which a test gives up."""


class Ponderer:
    """A sharp computer that thinks until it is told to move."""

    def __init__(self) -> None:
        """Begin to think when asked."""
        self.asked = threading.Event()
        self.told = threading.Event()
        self.thoughts = 0

    def choose(self, view: View, level: str, rng: Random) -> Advice:
        """The same choice, late."""
        self.asked.set()
        assert self.told.wait(PATIENCE)
        self.thoughts += 1
        return choose(view, level, rng)


@pytest.fixture
def ponderer(monkeypatch: pytest.MonkeyPatch) -> Iterator[Ponderer]:
    """Whoever is asked for a choice ponders."""
    made = Ponderer()
    monkeypatch.setattr(thinking, "choose", made.choose)
    thinking._chosen.cache_clear()
    yield made
    made.told.set()


Send = Callable[[str], "Future[httpx.Response]"]


@pytest.fixture
def send(client: TestClient, app: FastAPI) -> Iterator[tuple[str, Send]]:
    """A table at which a sharp computer is to move after a person did, and a way to send a form
    there without waiting for the answer.
    """
    address = sit(client, "mexican-train", seed="thinking", seats="3", plays_2="sharp")
    assert play_on(
        app.state.store, address, lambda at: at.state.turn == 2 and at.can_undo and len(at.acts) > 6
    )
    with ThreadPoolExecutor(4) as threads:

        def send(path: str) -> Future[httpx.Response]:
            data = {"seq": stands(app, address).seq}
            return threads.submit(client.post, f"{address}/{path}", data=data, headers=HTMX)

        yield address, send


@pytest.mark.parametrize("level", LEVELS)
def test_only_long_thoughts_are_handed_over(
    client: TestClient, app: FastAPI, monkeypatch: pytest.MonkeyPatch, level: str
) -> None:
    """Sharp thinks in a thread of its own, the others at once; with the same dice as ever."""
    address = sit(client, "longana", seed="levels", plays_2=level)
    assert play_on(
        app.state.store,
        address,
        lambda at: at.state.turn == 2 and len(at.view(2).legal) > 2 and len(at.acts) > 4,
    )
    table, where = stands(app, address), []

    def noted(view: View, level: str, rng: Random) -> Advice:
        where.append(threading.current_thread())
        return choose(view, level, rng)

    monkeypatch.setattr(thinking, "choose", noted)
    thinking._chosen.cache_clear()
    move = asyncio.run(computer_move(table))

    assert (where[0] is threading.current_thread()) == (level != "sharp")
    dice = Random(f"{table.id}|{table.seq}|2")
    assert move.action == choose(table.position.view(2), level, dice).action


def test_others_are_answered_while_a_sharp_computer_thinks(
    client: TestClient, app: FastAPI, ponderer: Ponderer, send: tuple[str, Send]
) -> None:
    """Its own table is shown and another is played at; then its move is there."""
    address, post = send
    seq = stands(app, address).seq
    step = post("step")
    assert ponderer.asked.wait(PATIENCE)
    assert client.get(address).status_code == 200
    other = sit(client, "longana", seed="other")
    assert play_on(app.state.store, other, lambda at: at.state.turn == 1)
    action = stands(app, other).position.view(1).legal[0]
    data = {"seq": stands(app, other).seq, "action": action}
    assert client.post(f"{other}/confirm", data=data, headers=HTMX).status_code == 200
    assert not step.done()
    ponderer.told.set()

    assert step.result(PATIENCE).status_code == 200
    assert stands(app, address).seq == seq + 1


def test_two_devices_that_ask_at_once_get_one_move(
    app: FastAPI, ponderer: Ponderer, send: tuple[str, Send]
) -> None:
    """It is thought of once and made once, and both see it."""
    address, post = send
    seq = stands(app, address).seq
    steps = [post("step"), post("step")]
    assert ponderer.asked.wait(PATIENCE)
    ponderer.told.set()
    pages = [step.result(PATIENCE) for step in steps]

    assert [page.status_code for page in pages] == [200, 200]
    assert stands(app, address).seq == seq + 1
    assert all(f'data-seq="{seq + 1}"' in page.text for page in pages)
    assert ponderer.thoughts == 1


def test_a_move_that_comes_too_late_is_dropped(
    app: FastAPI, ponderer: Ponderer, send: tuple[str, Send]
) -> None:
    """The person takes their move back meanwhile: the table stands as they left it."""
    address, post = send
    step = post("step")
    assert ponderer.asked.wait(PATIENCE)
    app.state.store.append(stands(app, address), Undo())
    undone = stands(app, address)
    ponderer.told.set()

    assert f'data-seq="{undone.seq}"' in step.result(PATIENCE).text
    assert stands(app, address) == undone


def test_a_move_waits_for_who_began_to_read(
    app: FastAPI, ponderer: Ponderer, send: tuple[str, Send]
) -> None:
    """T4: the rules are opened meanwhile, so the computer's move is not made."""
    address, post = send
    seq = stands(app, address).seq
    step = post("step")
    assert ponderer.asked.wait(PATIENCE)
    assert post("pause").result(PATIENCE).status_code == 204
    ponderer.told.set()

    assert "data-paused" in step.result(PATIENCE).text
    assert stands(app, address).seq == seq


def test_a_table_may_go_while_somebody_thinks_there(
    app: FastAPI, ponderer: Ponderer, send: tuple[str, Send]
) -> None:
    """That it is gone is what is said then."""
    address, post = send
    step = post("step")
    assert ponderer.asked.wait(PATIENCE)
    app.state.store.delete(address.removeprefix("/t/"))
    ponderer.told.set()

    assert step.result(PATIENCE).status_code == 404
