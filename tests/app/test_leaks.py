"""Nothing leaks (T2): whole rounds and matches with four browsers and somebody who looks on; every
byte that each of them receives is searched for tiles that are hidden from it.

That the search finds what leaks is proved by leaks that are put in on purpose.
"""

# ruff: noqa: N802

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import httpx2 as httpx
import pytest
from fastapi import FastAPI, Response

from app import board, presence, shown
from app.reader import Reader
from app.store import Store
from app.tables import Table
from app.words import Words
from engine import GAMES
from engine.tiles import TILES, Tile, tile, tiles_in
from tests.conftest import HOME

NewBrowser = Callable[[], "Browser"]

HTMX = {"HX-Request": "true"}
VALUES = (
    *("blank", "one", "two", "three", "four", "five", "six", "seven"),
    *("eight", "nine", "ten", "eleven", "twelve"),
)
WORD = "|".join(VALUES)
FORMS = (
    re.compile(r"(?<![\d.])(?P<a>\d{1,2})[-–](?P<b>\d{1,2})(?![\d.])"),
    re.compile(rf"\b(?P<a>{WORD})–(?P<b>{WORD})\b", re.IGNORECASE),
    re.compile(rf"\bdouble (?P<a>{WORD})\b", re.IGNORECASE),
    re.compile(r"#(?:up|side)-(?P<a>\d+)\"/><use href=\"[^\"]*#(?:up|side)-(?P<b>\d+)\""),
)
"""Every form in which the product writes, says or draws a tile."""


def found(text: str) -> set[Tile]:
    """The tiles that a text names or shows, in whatever form; none goes over the end of a line."""
    return set().union(*map(_found, set(text.split("\n"))))


@cache  # from one answer to the next most lines are the same
def _found(line: str) -> frozenset[Tile]:
    tiles = set()
    for form in FORMS:
        for match in form.finditer(line):
            ends = [_value(each) for each in match.groupdict().values()]
            first, last = ends[0], ends[-1]
            if max(first, last) <= 12:
                tiles.add(tile(first, last))
    return frozenset(tiles)


def _value(text: str) -> int:
    return int(text) if text.isdigit() else VALUES.index(text.lower())


def visible(table: Table, seat: int | None) -> set[Tile]:
    """What a seat, or somebody without one, may see of the tiles of the running round."""
    state = table.position.state
    if state.turn is None:
        return set(TILES)
    seen = {action.tile for _, action in state.history if hasattr(action, "tile")}
    if state.hub is not None:
        seen.add(state.hub)
    if seat is not None:
        seen |= set(tiles_in(state.hands[seat - 1]))
    number = state.deal.round
    if table.game == "mexican-train":  # which double opens a round is a rule
        seen.add(tile(13 - number, 13 - number))
    return seen


class Browser:
    """A browser that asks the application in this very thread, without the threads of a TestClient:
    a match is tens of thousands of answers.
    """

    def __init__(self, app: FastAPI, loop: asyncio.AbstractEventLoop) -> None:
        """Open it, with cookies of its own."""
        self._loop = loop
        self._client = httpx.AsyncClient(
            transport=httpx.ASGITransport(app=app),
            base_url=HOME,
            headers={"Origin": HOME, "Accept-Encoding": "identity"},
            follow_redirects=True,
        )

    def get(self, path: str) -> httpx.Response:
        """The answer at this address, wherever it leads."""
        return self._loop.run_until_complete(self._client.get(path))

    def post(
        self, path: str, data: Mapping[str, object], headers: Mapping[str, str] | None = None
    ) -> httpx.Response:
        """The answer to this form, wherever it leads."""
        return self._loop.run_until_complete(self._client.post(path, data=data, headers=headers))


@pytest.fixture
def browsers(app: FastAPI) -> Iterator[NewBrowser]:
    """Makes as many such browsers as are wanted, while the application lives."""
    with asyncio.Runner() as runner:
        life = app.router.lifespan_context(app)
        runner.run(life.__aenter__())
        yield lambda: Browser(app, runner.get_loop())
        runner.run(life.__aexit__(None, None, None))


class Player:
    """A browser of one person, of somebody who looks on or of a stranger, and what it received."""

    def __init__(self, client: Browser, seat: int | None, query: str = "") -> None:
        """Sit at a seat, or at none."""
        self.client, self.seat, self.query = client, seat, query
        self.bytes = 0

    def receives(self, answer: httpx.Response, table: Table) -> None:
        """Nothing in the answer, its headers or its address shows what is hidden from this one."""
        headers = "\n".join(f"{key}: {value}" for key, value in answer.headers.items())
        text = f"{answer.url}\n{headers}\n{answer.text}"
        self.bytes += len(text)
        hidden = found(text) - visible(table, self.seat)
        assert not hidden, f"seat {self.seat} was shown {hidden} by {answer.url}"
        if not table.position.match_over:
            assert table.position.match.seed not in text


class Party:
    """Ana, Ben, Carla and David at four browsers, one who looks on, and a stranger."""

    def __init__(self, app: FastAPI, browsers: NewBrowser, game: str) -> None:
        """Sit down."""
        self.store: Store = app.state.store
        self.rng = Random(5)
        clients = [browsers() for _ in range(6)]
        friends = {f"plays_{seat}": "friend" for seat in (2, 3, 4)}
        form = {"game": game, "seats": "4", "pace": "step", **friends}
        self.address = clients[0].post("/new", data=form).url.path.removesuffix("/seats")
        for seat in (2, 3, 4):
            clients[seat - 1].post(f"{self.address}/sit", data={"number": seat})
        clients[0].post(f"{self.address}/seats/watch", data={})
        self.seated = [Player(clients[at], at + 1) for at in range(4)]
        self.others = [Player(clients[4], None, "?watch"), Player(clients[5], None)]
        for key_hash in self.table.devices:
            presence.arrive(self.store, self.table.id, key_hash, "page")

    @property
    def table(self) -> Table:
        """The table as it stands."""
        table = self.store.load(self.address.removeprefix("/t/"))
        assert table is not None
        return table

    def post(self, player: Player, verb: str, **form: object) -> httpx.Response:
        """A form of this player's, and a look at the answer."""
        data = {"seq": self.table.seq, **form}
        answer = player.client.post(f"{self.address}/{verb}", data=data, headers=HTMX)
        player.receives(answer, self.table)
        assert answer.status_code < 500
        return answer

    def everybody_looks(self) -> None:
        """All pages fetch what is new, as they do when they hear a number."""
        table = self.table
        for player in (*self.seated, *self.others):
            query = player.query or ("" if player.seat else "?joining")
            path = f"{self.address}/follow{query}"
            answer = player.client.post(path, data={"seq": table.seq}, headers=HTMX)
            player.receives(answer, table)

    def pry(self) -> None:
        """All that can be asked for: whole pages, records, seats, what is refused, what is not
        one's turn.
        """
        table = self.table
        for player in (*self.seated, *self.others):
            for path in ("", "?watch", "/seats", "/version", "/ledger", "/hint", "/nonsense"):
                player.receives(player.client.get(f"{self.address}{path}"), table)
            for verb in ("hint", "step", "undo", "confirm", "hand"):
                form = {"seq": table.seq, "action": "draw", "sort": "chain", "tile": "9-4"}
                data = form if verb == "confirm" else {"seq": table.seq}
                if verb != "undo" or player.seat is None:
                    player.receives(
                        player.client.post(f"{self.address}/{verb}", data=data, headers=HTMX),
                        self.table,
                    )
            self.read_record(player)

    def read_record(self, player: Player) -> None:
        """The record holds finished rounds only, and no seed of a running match."""
        answer = player.client.get(f"{self.address}/record")
        if player.seat is None:
            assert answer.status_code == 403
            return
        position = self.table.position
        told = sum(len(match["rounds"]) for match in json.loads(answer.text)["matches"])
        assert told == len(position.settled) + sum(len(ends) for _, ends in position.earlier)
        if not position.match_over:
            assert position.match.seed not in answer.text

    def move(self) -> None:
        """Whoever's turn it is tries this and that, and plays; all others look."""
        table = self.table
        turn = table.position.state.turn
        if turn is None:
            self.post(self.rng.choice(self.seated), "next")
            return
        player = self.seated[turn - 1]
        action = self.rng.choice(table.position.view(turn).legal)
        self.post(player, "preview", action=action)
        self.everybody_looks()
        self.post(player, "hint")
        seat = self.rng.randint(1, 4)  # who may have nothing to do now
        for own in list(tiles_in(table.position.state.hands[seat - 1]))[:1]:
            self.post(self.seated[seat - 1], "preview", tile=own)
        self.post(player, "confirm", action=action)
        self.everybody_looks()

    def take_back(self) -> None:
        """One asks to take back, and the others agree."""
        seq = self.table.seq
        if not self.table.position.can_undo or self.table.position.state.turn is None:
            return
        self.post(self.seated[0], "undo")
        self.everybody_looks()
        for player in self.seated[1:]:
            if self.table.seq == seq:
                self.post(player, "wish", agree="true", kind="undo")
        assert self.table.seq == seq + 1
        self.everybody_looks()


def play(party: Party, moves: int) -> None:
    """So many moves, with prying and taking back in between."""
    for at in range(moves):
        party.move()
        if at % 9 == 4:
            party.pry()
        if at % 13 == 7:
            party.take_back()


@pytest.mark.parametrize("game", sorted(GAMES))
def test_T2_nobody_receives_a_tile_that_is_hidden_from_them(
    app: FastAPI, browsers: NewBrowser, game: str
) -> None:
    """Some rounds of the table, with prying and taking back, seen from six browsers."""
    party = Party(app, browsers, game)
    play(party, 20)

    assert all(player.bytes > 100_000 for player in party.seated)


@pytest.mark.soak
@pytest.mark.parametrize("game", sorted(GAMES))
def test_T2_nothing_leaks_in_a_whole_match(app: FastAPI, browsers: NewBrowser, game: str) -> None:
    """The same from the first deal to the end of the match."""
    party = Party(app, browsers, game)
    for _ in range(200):
        if party.table.position.match_over:
            return
        play(party, 10)
    raise AssertionError("the match did not end")


LEAKS: dict[str, Callable[[pytest.MonkeyPatch], None]] = {}


def leak(put: Callable[[pytest.MonkeyPatch], None]) -> Callable[[pytest.MonkeyPatch], None]:
    """A leak to be found."""
    LEAKS[put.__name__] = put
    return put


def _other_hand(table: Table, seat: int | None) -> Tile:
    """A tile of somebody else's."""
    hands = table.position.state.hands
    other = seat % len(hands) if seat else 0
    return next(iter(tiles_in(hands[other])))


def after_show(patch: pytest.MonkeyPatch, spoil: Callable[[Reader, Response], None]) -> None:
    """Let something be done to every answer of the table before it is sent."""
    shows = Reader.show

    def show(self: Reader, **how: Any) -> Response:
        answer = shows(self, **how)
        spoil(self, answer)
        answer.headers["content-length"] = str(len(answer.body))
        return answer

    patch.setattr(Reader, "show", show)


@leak
def in_the_page(patch: pytest.MonkeyPatch) -> None:
    """A tile of the next seat's is drawn into the page."""

    def spoil(reader: Reader, answer: Response) -> None:
        told = _other_hand(reader.table, reader.number)
        answer.body = bytes(answer.body) + f'<i id="tile-{told}"></i>'.encode()

    after_show(patch, spoil)


@leak
def in_a_header(patch: pytest.MonkeyPatch) -> None:
    """A tile of the next seat's stands in a header."""

    def spoil(reader: Reader, answer: Response) -> None:
        answer.headers["x-debug"] = str(_other_hand(reader.table, reader.number))

    after_show(patch, spoil)


@leak
def by_the_seed(patch: pytest.MonkeyPatch) -> None:
    """The seed of the running match is in the page."""

    def spoil(reader: Reader, answer: Response) -> None:
        answer.body = bytes(answer.body) + reader.table.position.match.seed.encode()

    after_show(patch, spoil)


@leak
def in_words(patch: pytest.MonkeyPatch) -> None:
    """What a seat drew is said to all."""
    says = Words.action

    def action(self: Words, seat: int, action: Any) -> str:
        return says(self, seat, action) + (" eight–five" if str(action) != "play 8-5" else "")

    patch.setattr(Words, "action", action)


@leak
def as_a_drawing(patch: pytest.MonkeyPatch) -> None:
    """A tile lies on the board that nobody has played."""
    draws = board.board
    ghost = tile(8, 5)

    def drawn(view: Any, **marks: Any) -> Any:
        told = draws(view, **marks)
        hub = told.hub
        return told if hub is None else replace(told, hub=replace(hub, tile=ghost))

    patch.setattr(shown, "board", drawn)


@pytest.mark.parametrize("name", sorted(LEAKS))
def test_leaks_that_are_put_in_are_found(
    app: FastAPI, browsers: NewBrowser, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """The search above sees each of these within a few moves."""
    party = Party(app, browsers, "longana")
    play(party, 2)
    LEAKS[name](monkeypatch)

    with pytest.raises(AssertionError):
        play(party, 12)
