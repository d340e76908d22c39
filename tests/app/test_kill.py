"""kill -9 at any moment loses nothing that was confirmed."""

from __future__ import annotations

import threading
import time
from random import Random

import httpx2 as httpx
import pytest

from app.db import connect
from app.store import Store
from app.tables import Table
from engine import legal
from engine.tiles import deck, mask_of
from tests.conftest import Database
from tests.server import Server

KILLS = 6


def audit(database: Database, table_id: str) -> Table:
    """Read the table from the database as another process would, and count everything in it."""
    store = Store(connect(database))
    table = store.load(table_id)
    store.close()
    assert table is not None
    state = table.position.state
    places = [*state.hands, mask_of(state.stock)]
    laid = [action.tile for _, action in state.history if hasattr(action, "tile")]
    everything = sum(places) + mask_of(laid)
    assert everything == mask_of(deck(12))
    assert sum(hand.bit_count() for hand in places) + len(laid) == 91
    assert (state.turn is None) == (state.phase == "over")
    standing = table.position.standing
    scored = [result.outcome.scored for result in standing.results] or [(0,) * 4]
    assert standing.totals == tuple(map(sum, zip(*scored, strict=True)))
    return table


class Player(threading.Thread):
    """Sends moves one after the other until it is told to stop or the server is gone."""

    def __init__(self, url: str, cookies: httpx.Cookies, database: Database, table_id: str) -> None:
        super().__init__()
        self.client = httpx.Client(base_url=url, cookies=cookies, headers={"Origin": url})
        self.store = Store(connect(database))
        self.table_id = table_id
        self.confirmed = 0
        self.sent = 0
        self.stopping = False
        self.begun = threading.Event()

    def run(self) -> None:
        """Play on: my moves by chance, steps for computers, next rounds."""
        rng = Random(self.table_id)
        address = f"/t/{self.table_id}"
        try:
            while not self.stopping:
                table = self.store.load(self.table_id)
                assert table is not None
                form = {"seq": str(table.seq)}
                verb = "step"
                if table.position.match_over:
                    verb = "again"
                elif table.position.state.turn is None:
                    verb = "next"
                elif not table.computer_to_move:
                    verb = "confirm"
                    form["action"] = str(rng.choice(legal(table.position.state)))
                self.sent = table.seq + 1
                answer = self.client.post(
                    f"{address}/{verb}", data=form, headers={"HX-Request": "true"}
                )
                assert answer.status_code == 200, answer.text
                self.confirmed = table.seq + 1
                self.begun.set()
        except httpx.TransportError:
            pass  # the server is gone
        finally:
            self.client.close()
            self.store.close()


@pytest.mark.parametrize("kills", [KILLS, pytest.param(40, marks=pytest.mark.soak)])
def test_kill_9_loses_no_confirmed_action(database: Database, kills: int) -> None:
    """So often: kill the server in a stream of moves; what was answered is there, what is there
    was sent, every tile is in one place, and the match goes on from there.
    """
    rng = Random(9)
    table_id = ""
    cookies = httpx.Cookies()
    confirmed = 0
    for _ in range(kills):
        with Server(database) as server:
            if not table_id:
                with httpx.Client(base_url=server.url, headers={"Origin": server.url}) as client:
                    answer = client.post(
                        "/new",
                        data={
                            "game": "mexican-train",
                            "seats": "4",
                            "pace": "fast",
                            "seed": "kill",
                        },
                    )
                    table_id = answer.headers["location"].removeprefix("/t/")
                    cookies = client.cookies
            player = Player(server.url, cookies, database, table_id)
            player.start()
            assert player.begun.wait(timeout=10)
            time.sleep(rng.uniform(0, 0.2))  # any moment between two moves, or within one
            server.kill()
            player.stopping = True
            player.join()

        table = audit(database, table_id)
        assert player.confirmed <= table.seq <= max(player.sent, confirmed)
        assert table.seq > confirmed
        confirmed = table.seq
    assert confirmed > 2 * kills
