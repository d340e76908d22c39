"""Every screen of the program as HTML: the answers of the real application at tables that were
played to where each state is to be seen. What checks pages checks these.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import httpx2 as httpx

from app import consent, seating
from app.store import Store
from app.tables import Seat, Table
from engine import GAMES, legal
from engine.actions import Play
from engine.log import Position
from engine.tiles import Tile, tiles_in
from tests.app.playing import play_on

HTMX = {"HX-Request": "true"}
LONG = "Wolfeschlegelsteinhausenberger"

Until = Callable[[Position], bool]


class Visitor:
    """A browser that keeps every page that it is shown, whole and as htmx gets it; and the same in
    other languages.
    """

    def __init__(self, client: httpx.Client, store: Store, tags: Sequence[str] = ()) -> None:
        """Visit by this client the program that works on the store's database."""
        self.whole: dict[str, str] = {}
        self.fragments: dict[str, str] = {}
        self.whole_in: dict[str, dict[str, str]] = {tag: {} for tag in tags}
        self.fragments_in: dict[str, dict[str, str]] = {tag: {} for tag in tags}
        self._client = client
        self.store = store

    def sit(self, game: str, until: Until, **form: str) -> str:
        """The address of a table that was played to where it stands so."""
        for seed in range(40):
            usual = {"game": game, "seats": "4", "pace": "step", "seed": f"screens {seed}"}
            answer = self._client.post("/new", data={**usual, **form}, follow_redirects=False)
            address = answer.headers["location"].removesuffix("/seats")
            if play_on(self.store, address, until):
                return address
        raise AssertionError("no deal led there")

    def table(self, address: str) -> Table:
        """The table as it stands."""
        table = self.store.load(address.removeprefix("/t/"))
        assert table is not None
        return table

    def send(self, address: str, verb: str, **form: str) -> None:
        """Send a form whose answer is not kept."""
        self._client.post(f"{address}/{verb}", data=self._filled(address, form), headers=HTMX)

    def see(self, name: str, address: str, verb: str = "", **form: str) -> None:
        """Keep the page at an address, or the answer to a form that changes nothing there."""
        self._keep("en", self.whole, self.fragments, name, address, verb, form)
        for tag, whole in self.whole_in.items():
            self._keep(tag, whole, self.fragments_in[tag], name, address, verb, form)

    def _keep(
        self,
        tag: str,
        whole: dict[str, str],
        fragments: dict[str, str],
        name: str,
        address: str,
        verb: str,
        form: dict[str, str],
    ) -> None:
        reads = {"Accept-Language": tag}
        for kept, headers in ((whole, reads), (fragments, reads | HTMX)):
            if verb:
                data = self._filled(address, form)
                answer = self._client.post(f"{address}/{verb}", data=data, headers=headers)
            else:
                answer = self._client.get(address, headers=headers)
            assert answer.status_code < 500
            assert name not in kept, name
            kept[name] = answer.text

    def well_played(self, address: str) -> str:
        """The lessons of a round of the first match in which there are none."""
        match, rounds = self.table(address).position.earlier[0]
        for state in rounds:
            path = f"{address}/learn/{match.number}/{state.deal.round}"
            if 'class="ends"' in self._client.get(path).text:
                return path
        raise AssertionError("there is always something to learn")

    def _filled(self, address: str, form: dict[str, str]) -> dict[str, str]:
        """The form with the number of the table's state, unless it names another."""
        if not address.startswith("/t/"):
            return form
        return {"seq": str(self.table(address).seq), **form}


def visit(client: httpx.Client, store: Store, tags: Sequence[str] = ()) -> Visitor:
    """Look at everything once, as one browser does that comes for the first time; also in these
    languages.
    """
    visitor = Visitor(client, store, tags)
    visitor.see("front page, empty", "/")
    _around(visitor)
    for game in GAMES:
        visitor.see(f"{game}, setting a table", f"/new?game={game}")
        visitor.see(f"{game}, rules", f"/rules/{game}")
        _own_turn(visitor, game)
        _others_turn(visitor, game)
        _endings(visitor, game)
        _shared(visitor, game)
    _friends(visitor)
    visitor.see("front page", "/")
    return visitor


def _around(visitor: Visitor) -> None:
    """What is said where there is no page, and of a form that cannot be."""
    visitor.see("no such page", "/nowhere")
    visitor.see("no such table", "/t/" + "A" * 22)
    visitor.see("setting a table, refused", "", "new", game="longana", seats="99")


def _plays(position: Position) -> list[Play]:
    return [action for action in legal(position.state) if isinstance(action, Play)]


def several(position: Position) -> list[Play]:
    """The plays of a tile that has several places."""
    plays = _plays(position)
    tiles = [play.tile for play in plays]
    return [play for play in plays if tiles.count(play.tile) > 1]


def _mine(position: Position, acts: int = 12) -> bool:
    return position.state.turn == 1 and len(position.acts) >= acts


def _unplayable(position: Position) -> list[Tile]:
    """The reader's tiles that fit nowhere."""
    playable = {play.tile for play in _plays(position)}
    return [tile for tile in tiles_in(position.state.hands[0]) if tile not in playable]


def choice(position: Position) -> bool:
    """The reader is to move, may play one tile in several places, and may not play another."""
    return _mine(position) and bool(several(position)) and bool(_unplayable(position))


def _forced(position: Position) -> bool:
    """The only thing that the reader can do is to draw or to pass."""
    return _mine(position) and len(legal(position.state)) == 1 and not _plays(position)


def over(position: Position) -> bool:
    """A round is over, and the match is not."""
    return position.state.turn is None and not position.match_over


def match_over(position: Position) -> bool:
    """The match is over."""
    return position.match_over


def _own_turn(visitor: Visitor, game: str) -> None:
    address = visitor.sit(game, choice)
    position = visitor.table(address).position
    play = several(position)[0]
    place = str(play.on or "public")
    refused = _unplayable(position)[0]
    visitor.see(f"{game}, own turn", address)
    visitor.see(f"{game}, tile with places", address, "preview", tile=str(play.tile))
    visitor.see(f"{game}, preview", address, "preview", tile=str(play.tile), place=place)
    visitor.see(f"{game}, refusal", address, "preview", tile=str(refused))
    visitor.see(f"{game}, too late", address, "preview", seq="1", tile=str(play.tile))
    visitor.see(f"{game}, hint", address, "hint")
    visitor.see(f"{game}, restart", address, "restart")
    visitor.send(address, "undo")
    visitor.see(f"{game}, taken back", address)
    visitor.see(f"{game}, forced", visitor.sit(game, _forced))


def _others_turn(visitor: Visitor, game: str) -> None:
    def waits(position: Position) -> bool:
        return position.state.turn == 3 and len(position.acts) >= 9

    many = {"seats": str(GAMES[game].MAX_SEATS), "name_1": LONG, "name_2": LONG}
    visitor.see(f"{game}, dealt", visitor.sit(game, lambda _: True, **many))
    visitor.see(f"{game}, waiting", visitor.sit(game, waits, **many))
    visitor.see(f"{game}, waiting, quick", visitor.sit(game, waits, pace="fast"))
    visitor.see(f"{game}, record, no round yet", visitor.sit(game, waits) + "/ledger")


def _endings(visitor: Visitor, game: str) -> None:
    def again(position: Position) -> bool:
        return bool(position.earlier) and bool(position.ended) and bool(position.acts)

    visitor.see(f"{game}, end of a round", visitor.sit(game, over))
    visitor.see(f"{game}, end of a match", visitor.sit(game, match_over))
    address = visitor.sit(game, again, seats="3")
    visitor.see(f"{game}, record", f"{address}/ledger")
    visitor.see(f"{game}, record of a match", f"{address}/ledger?match=1")
    visitor.see(f"{game}, replay", f"{address}/replay/1/1")
    visitor.see(f"{game}, replay, a step", f"{address}/replay/1/1?step=9")
    visitor.see(f"{game}, replay, last step", f"{address}/replay/1/1?step=999")
    visitor.see(f"{game}, learning", f"{address}/learn/1/1")
    if game == "longana":
        visitor.see(f"{game}, nothing to learn", visitor.well_played(address))


def _shared(visitor: Visitor, game: str) -> None:
    """Several people on this device."""
    address = visitor.sit(game, _mine, plays_2="human", seats="3")
    visitor.see(f"{game}, cover", address)
    visitor.see(f"{game}, cover, restart", address, "restart")
    visitor.see(f"{game}, cover, refusal", address, "preview", tile="9-9")
    visitor.see(f"{game}, uncovered", address, "uncover", seat="1")
    settled = visitor.sit(game, lambda at: bool(at.ended), plays_2="human", seats="2")
    visitor.see(f"{game}, learning, shared", f"{settled}/learn/1/1?seat=2")


def _friends(visitor: Visitor) -> None:
    """People at other devices: invited, asked, let in; and a table at which one has no seat yet."""
    visitor.see("code", "/join")
    visitor.see("code, wrong", "", "join", code="222222")
    visitor.see("taking a seat along", "/move")
    visitor.see("taking a seat along, too late", "", "move", token="none")
    address = visitor.sit("longana", _mine, plays_2="friend", plays_3="friend", name_1=LONG)
    visitor.see("a free seat", address)
    visitor.see("seats, a free one", f"{address}/seats")
    visitor.see("seats, taking one along", address, "move", number="1")
    store, table = visitor.store, visitor.table(address)
    seating.sit(store, table, 2, "Bea", "bea")
    seating.claim(store, table, 2, "stranger")
    seating.rule(store, table, locked=True, watching=True)
    visitor.see("seats, asked for", f"{address}/seats")
    visitor.see("somebody asks for a seat", address)
    seating.answer(store, table, seating.claims(store, table)[0], yes=False)
    for whose in (1, 2):
        consent.wish(store, visitor.table(address), "undo", whose)
        visitor.see(f"a wish of seat {whose}", address)
    elsewhere = [
        Seat(1, LONG, "human", None, "ana"),
        Seat(2, "Ben", "human", None, None),
        Seat(3, "Carla", "computer", "steady", None),
    ]
    table_id = store.set_table("mexican-train", elsewhere, "step", "screens")
    visitor.see("without a seat", f"/t/{table_id}")
    visitor.send(f"/t/{table_id}", "claim", number="1")
    visitor.see("without a seat, asked", f"/t/{table_id}")
    seating.rule(store, visitor.table(f"/t/{table_id}"), locked=True, watching=True)
    visitor.see("looking on", f"/t/{table_id}?watch")
