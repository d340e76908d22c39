"""Two processes serve one port: whatever two people do at once, at whichever process, one of them
wins, the others are told so in words, and nothing is counted twice or lost.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import httpx2 as httpx
import pytest

from app.db import connect
from app.store import Store
from app.tables import Table
from engine.log import Acted
from tests.postgres import Postgres
from tests.server import Server

HTMX = {"HX-Request": "true"}
AT_ONCE = 6


class Workers:
    """Two processes, their database, and browsers that ask them."""

    def __init__(self, address: str, stack: ExitStack) -> None:
        """Start them."""
        self.server = stack.enter_context(Server(address, "--workers", "2"))
        self.store = Store(connect(address))
        stack.callback(self.store.close)
        self._stack = stack

    def browser(self) -> httpx.Client:
        """One with cookies of its own. Each of its requests may come to either process."""
        alone = httpx.Limits(max_keepalive_connections=0)
        made = httpx.Client(
            base_url=self.server.url, headers={"Origin": self.server.url}, limits=alone, timeout=20
        )
        return self._stack.enter_context(made)

    def table(self, address: str) -> Table:
        """The table as it stands."""
        table = self.store.load(address.removeprefix("/t/"))
        assert table is not None
        return table

    def party(self, number: int) -> tuple[str, list[httpx.Client]]:
        """A table of Longana at which so many sit, each at a browser and all of them there."""
        guests = [self.browser() for _ in range(number)]
        friends = {f"plays_{seat}": "friend" for seat in range(2, number + 1)}
        form = {"game": "longana", "seats": str(number), "pace": "step", **friends}
        address = guests[0].post("/new", data=form).headers["location"].removesuffix("/seats")
        for seat, guest in enumerate(guests[1:], 2):
            guest.post(f"{address}/sit", data={"number": seat})
        for guest in guests:  # a plain form tells that somebody is there
            guest.post(f"{address}/preview", data={"seq": 1})
        return address, guests

    def play(self, address: str) -> Table:
        """The table after somebody's move, which could be taken back."""
        table = self.table(address)
        turn = table.position.state.turn
        assert turn is not None
        action = table.position.view(turn).legal[0]
        self.store.append(table, Acted(turn, action, computer=False))
        return self.table(address)


@pytest.fixture(scope="module")
def workers(postgres: Postgres) -> Iterator[Workers]:
    """They serve all tests of this file, each at a table of its own."""
    with ExitStack() as stack:
        yield Workers(postgres.ready(), stack)


def at_once(*asks: Callable[[], httpx.Response]) -> list[int]:
    """How these requests, sent together, are answered; always in words."""
    with ThreadPoolExecutor(len(asks)) as pool:
        answers = [job.result() for job in [pool.submit(ask) for ask in asks]]
    assert all(each.status_code < 500 for each in answers), [each.text for each in answers]
    return sorted(each.status_code for each in answers)


def all_post(
    browsers: Sequence[httpx.Client], path: str, data: Mapping[str, object]
) -> list[Callable[[], httpx.Response]]:
    """The same form from each of these browsers."""
    return [lambda each=each: each.post(path, data=data, headers=HTMX) for each in browsers]  # type: ignore[misc]


def test_one_gets_the_seat(workers: Workers) -> None:
    """Of several who want the one free seat one sits down, and the others hear that it is gone."""
    address, (_, guest) = workers.party(2)
    guest.post(f"{address}/leave")
    asked = [workers.browser() for _ in range(AT_ONCE)]

    told = at_once(*all_post(asked, f"{address}/sit", {"number": 2}))
    assert told == [303] + [409] * (AT_ONCE - 1)
    assert workers.table(address).several


def test_one_takes_the_seat_along(workers: Workers) -> None:
    """A link that several open at once gives the seat to one."""
    address, (host, _) = workers.party(2)
    page = host.post(f"{address}/move", data={"number": 1}).text
    token = page.partition("/move#")[2].partition('"')[0]
    asked = [workers.browser() for _ in range(AT_ONCE)]

    assert at_once(*all_post(asked, "/move", {"token": token})) == [303] + [404] * (AT_ONCE - 1)


def test_one_step_is_taken(workers: Workers) -> None:
    """Every page of the table lets the computer move: it moves once, and all are shown that."""
    host = workers.browser()
    form = {"game": "mexican-train", "seats": "4", "pace": "step", "seed": "step"}
    address = host.post("/new", data=form).headers["location"]
    table = workers.table(address)
    while not table.computer_to_move:
        table = workers.play(address)

    assert (
        at_once(*all_post([host] * AT_ONCE, f"{address}/step", {"seq": table.seq}))
        == [200] * AT_ONCE
    )
    assert workers.table(address).seq == table.seq + 1


def test_the_last_two_yeses_take_back_once(workers: Workers) -> None:
    """Both agree at the same moment: neither waits for the other, and one undo is done."""
    address, (host, *others) = workers.party(3)
    for _ in range(5):
        table = workers.play(address)
        host.post(f"{address}/undo", data={"seq": table.seq}, headers=HTMX)
        yes = {"seq": table.seq, "agree": "true", "kind": "undo"}
        told = at_once(*all_post(others, f"{address}/wish", yes))
        assert set(told) <= {200, 409}
        after = workers.table(address)
        assert (after.seq, after.wish) == (table.seq + 1, None)


def test_one_wish_stands_and_nobody_agreed_to_another(workers: Workers) -> None:
    """Two ask for different things while a third agrees to one of them: never both, never a yes to
    what was not asked.
    """
    address, (host, guest, third) = workers.party(3)
    for _ in range(5):
        table = workers.play(address)
        seq = {"seq": table.seq}
        told = at_once(
            *all_post([host], f"{address}/undo", seq),
            *all_post([guest], f"{address}/restart", {**seq, "sure": "yes"}),
            *all_post([third], f"{address}/wish", {**seq, "agree": "true", "kind": "undo"}),
        )
        assert set(told) <= {200, 409}
        after = workers.table(address)
        assert after.seq == table.seq
        assert after.wish is not None
        if after.wish.kind == "restart":
            assert after.wish.agreed == frozenset()


def test_who_comes_as_the_last_one_leaves(workers: Workers) -> None:
    """Either the table is gone and the newcomer is told so, or they sit there: nobody sits at a
    table that is taken away.
    """
    for _ in range(5):
        address, (host, guest) = workers.party(2)
        guest.post(f"{address}/leave")
        at_once(
            *all_post([host], f"{address}/leave", {}),
            *all_post([guest], f"{address}/sit", {"number": 2}),
        )
        table = workers.store.load(address.removeprefix("/t/"))
        sat = guest.get(address).status_code == 200
        assert sat == (table is not None)
        assert table is None or table.seats[1].key_hash is not None


def test_streams_hold_no_connection(workers: Workers, postgres: Postgres) -> None:
    """Many open pages need no more of the database than one: a connection to ask by and one to hear
    by for each process.
    """
    address, (host, _) = workers.party(2)
    with ExitStack() as stack:
        for _ in range(40):
            stream = stack.enter_context(workers.browser().stream("GET", f"{address}/live"))
            assert next(stream.iter_lines()).startswith("data: ")
        assert host.get(address).status_code == 200
        ours = 1
        found = postgres.connections(str(workers.server.db))

    assert found <= 2 * 2 + ours
