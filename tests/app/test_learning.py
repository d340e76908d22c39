"""The page to learn by: one's own settled rounds, with what the seat knew then and no more."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from selectolax.lexbor import LexborHTMLParser

from app import learning
from app.ledger import moment
from app.pages import seat_infos
from app.tables import Table
from app.words import Words
from engine.computers.lessons import MOST, Lesson, looked_at
from engine.log import Position
from engine.trains import State
from engine.view import view
from tests.app.playing import play_on
from tests.app.test_pages import one, tiles_named
from tests.app.test_record_pages import ENGLISH, in_round, on_table, played, shown

GAMES = [("longana", 2), ("longana", 4), ("mexican-train", 3)]


TABLES = 40
"""One of so many has something to learn from its first round."""

UNDONE = 4
"""So many actions are taken back, so that the round can end in another way."""


def round_over(position: Position) -> bool:
    """Whether the round has ended."""
    return position.state.turn is None


def settled(client: TestClient, app: FastAPI, game: str, **form: str) -> tuple[str, Table]:
    """A table at which the first round was played at random and the second has begun."""
    fields = {"game": game, "seats": "2", "pace": "fast", "seed": "settled", **form}
    address = client.post("/new", data=fields, follow_redirects=False).headers["location"]
    table = play_on(app.state.store, address, in_round(1, 2, 0))
    assert table is not None
    return address, table


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_each_moment_stands_as_the_seat_saw_it(
    client: TestClient, app: FastAPI, game: str, seats: int
) -> None:
    """What was played, what the hint had said and why; the board of then with the hint on it, the
    own hand of then and nothing of any other, nor of the boneyard.
    """
    for seed in range(TABLES):
        address, table = settled(client, app, game, seats=str(seats), seed=f"learn {seed}")
        words = Words(ENGLISH, seat_infos(table.seats, {1}), 1, game)
        page = shown(client, f"{address}/learn/1/1")
        mark = hash(table.position.ended[0].history)
        lessons = learning._kept[table.id, 1, 1, 1, mark]
        if lessons:
            break
        assert "Well played" in one(page, ".ends").text()
        assert not tiles_named(page.html or "")
    assert 0 < len(lessons) <= MOST
    for at, lesson in enumerate(lessons, 1):
        told = shown(client, f"{address}/learn/1/1?at={at}", fragment=at > 1)
        _check(told, table.position.ended[0], lesson, words)


def _check(page: LexborHTMLParser, ended: State, lesson: Lesson, words: Words) -> None:
    """Whether the page shows the moment of this lesson."""
    assert ended.history[lesson.step] == (1, lesson.taken)
    then = moment(ended, lesson.step).state
    known = view(then, 1)
    assert lesson.better in known.legal
    text = one(page, ".told").text()
    assert words.action(1, lesson.taken) in text
    assert words.preview(lesson.better, known) in text
    assert words.why(lesson.reason) in text
    hand = [each.attributes["aria-label"] for each in page.css(".own-hand svg.bone")]
    assert hand == [words.tile(tile) for tile in known.hand]
    assert len(page.css(".own-hand .hinted")) == len(set(known.hand) & {*lesson.reason.tiles})
    assert tiles_named(page.html or "") <= on_table(then) | set(known.hand)


def test_only_rounds_that_ended_teach(client: TestClient, app: FastAPI) -> None:
    """T5: what runs, and what was never played, is not found. What undo can still reach teaches
    already, without a replay; then with one.
    """
    address, table = played(client, app, "longana", 2, round_over)
    for path in ("1/2", "1/0", "0/1", "2/1"):
        answer = client.get(f"{address}/learn/{path}")
        assert answer.status_code == 404, path
        assert not tiles_named(answer.text)
    assert "/replay/" not in client.get(f"{address}/learn/1/1").text
    client.post(f"{address}/next", data={"seq": table.seq})
    assert client.get(f"{address}/learn/1/1").status_code == 200
    assert client.get(f"{address}/learn/1/2").status_code == 404
    for at in (0, MOST + 1, -1):
        assert client.get(f"{address}/learn/1/1?at={at}").status_code == 404
    assert client.get(f"{address}/learn/1/1?seat=x").status_code == 422


def test_a_round_that_ended_otherwise_teaches_otherwise(client: TestClient, app: FastAPI) -> None:
    """The last action is taken back and the round ends in another way: it is looked at anew."""
    form = {"game": "mexican-train", "seats": "3", "pace": "fast", "seed": "settled"}
    address = client.post("/new", data=form, follow_redirects=False).headers["location"]
    first = play_on(app.state.store, address, round_over)
    assert first is not None
    client.get(f"{address}/learn/1/1")
    for _ in range(UNDONE):
        client.post(f"{address}/undo", data={"seq": app.state.store.load(first.id).seq})
    assert client.get(f"{address}/learn/1/1").status_code == 404
    other = play_on(app.state.store, address, round_over)
    assert other is not None
    client.get(f"{address}/learn/1/1")

    assert first.position.state.history != other.position.state.history
    assert sum(key[0] == first.id for key in learning._kept) == 2


def test_only_whoever_sits_there_learns(
    client: TestClient, stranger: TestClient, app: FastAPI
) -> None:
    """A stranger, and a seat that is not the reader's own, are refused."""
    address, _ = settled(client, app, "longana")
    for answer in (
        stranger.get(f"{address}/learn/1/1"),
        stranger.get(f"{address}/learn/1/1?seat=1"),
        client.get(f"{address}/learn/1/1?seat=2"),
        client.get(f"{address}/learn/1/1?seat=0"),
    ):
        assert answer.status_code == 403
        assert not tiles_named(answer.text)


def test_several_people_choose_whose_lessons(client: TestClient, app: FastAPI) -> None:
    """On a shared device each of its people has a link, and only they; "you" is who is chosen."""
    address, _ = settled(client, app, "longana", seats="3", plays_2="human")
    for seat in (1, 2):
        page = shown(client, f"{address}/learn/1/1?seat={seat}")
        ways = page.css(".whose a")
        assert [each.attributes["id"] for each in ways] == ["learn-seat-1", "learn-seat-2"]
        chosen = one(page, ".whose a[aria-current]")
        assert chosen.attributes["id"] == f"learn-seat-{seat}"
        assert chosen.attributes["href"] == f"{address}/learn/1/1?seat={seat}&at=1"


def test_it_is_worked_out_once(
    client: TestClient, app: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Asked for twice at a time and once more later, a round is looked at once."""
    address, _ = settled(client, app, "longana")
    times: list[int] = []

    def counted(state: State, seat: int, rng: Random) -> Iterator[tuple[Lesson, ...]]:
        times.append(seat)
        return looked_at(state, seat, rng)

    monkeypatch.setattr(learning, "looked_at", counted)
    with ThreadPoolExecutor(2) as threads:
        pages = list(threads.map(lambda _: client.get(f"{address}/learn/1/1").text, range(2)))
    assert pages[0] == pages[1] == client.get(f"{address}/learn/1/1").text
    assert times == [1]


def test_it_can_be_found(client: TestClient, app: FastAPI) -> None:
    """From the record for each settled round, at the end of a round or a match, and from the side
    of the table.
    """
    address, _ = played(client, app, "longana", 2, round_over)
    assert one(shown(client, address), "#learn-now").attributes["href"] == f"{address}/learn/1/1"
    address, table = played(client, app, "longana", 2, lambda at: at.match_over)
    rounds = len(table.position.settled)
    page = shown(client, address)
    for link in ("#to-learn", "#learn-now"):
        assert one(page, link).attributes["href"] == f"{address}/learn/1/{rounds}"
    links = shown(client, f"{address}/ledger").css(".learn-from")
    assert [each.attributes["href"] for each in links] == [
        f"{address}/learn/1/{number}" for number in range(1, rounds + 1)
    ]
    client.post(f"{address}/again", data={"seq": table.seq})
    page = shown(client, address)
    assert one(page, "#to-learn").attributes["href"] == f"{address}/learn/1/{rounds}"
    fresh, _ = played(client, app, "longana", 2, in_round(1, 1, 0))
    assert not shown(client, fresh).css("#to-learn")
