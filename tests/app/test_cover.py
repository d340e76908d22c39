"""Several people on one device: a hand is shown to its owner only, after "I am Ana" (T2)."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from httpx2 import Response
from selectolax.lexbor import LexborHTMLParser

from app.cover import after, due
from app.tables import Seat, Table
from engine import GAMES, legal
from engine.view import view
from tests.app.friends import stands
from tests.app.test_routes import HTMX, sit

HERE, AWAY, COMPUTER = "here", "away", None


def seat(number: int, held: str | None, *, shown: bool = False) -> Seat:
    """A seat held by a browser, or a computer's."""
    kind = "human" if held else "computer"
    return Seat(number, f"P{number}", kind, None if held else "steady", held, shown)  # type: ignore[arg-type]


TABLE = (seat(1, HERE), seat(2, COMPUTER), seat(3, HERE), seat(4, AWAY))


@pytest.mark.parametrize(
    ("turn", "number"), [(1, 1), (2, 3), (3, 3), (4, 1), (None, None)], ids=str
)
def test_next_of_the_people_on_a_device_is_counted_from_the_turn(
    turn: int | None, number: int | None
) -> None:
    """Whose turn it is, if they sit here, else the next who does; nobody between rounds."""
    found = due(TABLE, HERE, turn)

    assert (found.number if found else None) == number
    assert due(TABLE, "nobody", turn) is None


@pytest.mark.parametrize(
    ("turn", "then", "stays"),
    [
        (1, 1, True),  # a double: the same player again
        (2, 3, False),  # seat 1 is shown but seat 3 is next: it cannot be so
        (1, 2, False),  # played: the next person here is seat 3
        (4, 1, True),  # the others moved, and seat 1 is still the next here
        (1, 3, False),
        (3, 1, False),  # a move was taken back: its cover first
        (1, None, False),  # the round is over
    ],
)
def test_whoever_is_shown_stays_so_while_next_on_their_device(
    turn: int | None, then: int | None, stays: bool
) -> None:
    """Any change of who is next here covers; what happens on other devices does not."""
    seats = (seat(1, HERE, shown=True), *TABLE[1:])

    assert after(seats, turn, then)[0].shown == stays
    assert [each.shown for each in after(seats, turn, then)[1:]] == [False] * 3


class Tablet:
    """A device with three people and a computer at one table, and what its answers show."""

    def __init__(self, client: TestClient, app: FastAPI, game: str, **form: str) -> None:
        """Set the table."""
        people = {"plays_2": "human", "plays_3": "human"}
        self.client, self.app = client, app
        self.own: int | None = None  # whose page it is
        self.address = sit(client, game, **({"seats": "4", "seed": "tablet"} | people | form))

    @property
    def table(self) -> Table:
        """The table as it is stored."""
        return stands(self.app, self.address)

    def running(self) -> bool:
        """Whether the round is still being played."""
        return self.table.position.state.turn is not None

    @property
    def due(self) -> int:
        """The number of the next of the three."""
        found = due(self.table.seats, self.table.seats[0].key_hash, self.table.position.state.turn)
        assert found is not None
        return found.number

    def get(self, path: str = "", **headers: str) -> Response:
        """Open a page of the table."""
        return self.client.get(self.address + path, headers=headers)

    def post(self, path: str, *, htmx: bool = True, **fields: object) -> Response:
        """Send a form of the table, as of now."""
        sent = {"seq": self.table.seq} | fields
        own = f"?own={self.own}" if self.own else ""
        return self.client.post(
            f"{self.address}/{path}{own}",
            data={key: str(each) for key, each in sent.items()},
            headers=HTMX if htmx else {},
        )

    def from_cover(self, path: str, *, htmx: bool = True, **fields: object) -> Response:
        """Send a form of the cover, whatever was shown before."""
        self.own = None
        return self.post(path, htmx=htmx, **fields)

    def uncover(self, number: int | None = None, *, htmx: bool = True) -> Response:
        """Say "I am …"."""
        self.own = number or self.due
        return self.post("uncover", htmx=htmx, seat=self.own)

    def computers(self) -> None:
        """Let the computers move, from the cover."""
        while self.table.computer_to_move:
            assert covered(self.from_cover("step"), self)


def hand(answer: Response) -> list[str]:
    """The tiles that the page offers as one's own."""
    page = LexborHTMLParser(answer.text)
    return [str(each.attributes["value"]) for each in page.css("#hand [name=tile]")]


def said(answer: Response) -> str:
    """The words of a page."""
    body = LexborHTMLParser(answer.text).body
    assert body is not None
    return body.text()


def covered(answer: Response, tablet: Tablet) -> bool:
    """Whether an answer is the cover for the next person, and holds no tile that is in a hand."""
    page = LexborHTMLParser(answer.text)
    button = page.css_first("#uncover [name=seat]")
    table = tablet.table
    hidden = {str(t) for n in range(1, 5) for t in view(table.position.state, n).hand}
    told = {each.attributes.get("value") for each in page.css("[value]")}
    return (
        button is not None
        and button.attributes["value"] == str(tablet.due)
        and page.css_first("#hand") is None
        and not hidden & told
        and not any(f'id="tile-{tile}"' in answer.text for tile in hidden)
    )


@pytest.fixture(params=GAMES)
def tablet(request: pytest.FixtureRequest, client: TestClient, app: FastAPI) -> Tablet:
    """A tablet with a table of each game at which it is a person's turn."""
    made = Tablet(client, app, request.param)
    made.computers()
    return made


def test_t2_opening_the_page_shows_the_cover_whoever_was_shown(tablet: Tablet) -> None:
    """Reload, a second tab, Back, a restored tab, prefetch: the cover, and nothing is changed."""
    assert covered(tablet.get(), tablet)

    shown = tablet.uncover()
    before = tablet.table

    assert hand(shown) == [str(t) for t in view(before.position.state, tablet.due).hand]
    assert covered(tablet.get(), tablet)
    assert covered(tablet.get(**HTMX), tablet)
    assert covered(tablet.get("?link"), tablet)
    assert covered(tablet.get(purpose="prefetch"), tablet)
    assert tablet.client.head(tablet.address).text == ""
    assert tablet.table == before
    assert hand(tablet.post("preview")) == hand(shown)  # the page that showed it goes on


def test_t2_only_the_next_person_is_let_through(tablet: Tablet) -> None:
    """To say "I am Ben" while Ana is next shows nobody's hand; nor does the computer's seat."""
    for number in {1, 2, 3, 4} - {tablet.due}:
        assert covered(tablet.uncover(number), tablet)
        assert not any(each.shown for each in tablet.table.seats)


@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("preview", {"tile": "9-9"}),
        ("preview", {"action": "pass"}),
        ("confirm", {"action": "pass"}),
        ("hint", {}),
    ],
)
def test_t2_nothing_is_done_for_anybody_under_the_cover(
    tablet: Tablet, path: str, fields: dict[str, Any]
) -> None:
    """What needs a hand is refused with the cover and a sentence, and changes nothing."""
    before = tablet.table
    answer = tablet.post(path, **fields)

    assert answer.status_code == 409
    assert covered(answer, tablet)
    assert "first say who has the device" in answer.text
    assert tablet.table == before


@pytest.mark.parametrize("htmx", [True, False], ids=["htmx", "forms"])
def test_t2_a_round_on_one_tablet_shows_each_hand_to_its_owner_only(
    tablet: Tablet, htmx: bool
) -> None:
    """The reply to Confirm already is the cover unless the same person plays on; all through."""
    rng = Random(7)
    confirmed = 0
    while tablet.running():
        if tablet.table.computer_to_move:
            answer = tablet.from_cover("step", htmx=htmx)
        else:
            mover = tablet.due
            shown = tablet.uncover(htmx=htmx)
            assert hand(shown) == [str(t) for t in view(tablet.table.position.state, mover).hand]
            action = rng.choice(legal(tablet.table.position.state))
            answer = tablet.post("confirm", htmx=htmx, action=action)
            confirmed += 1
            if tablet.running() and tablet.due == mover:
                own = view(tablet.table.position.state, mover).hand
                assert hand(answer) == [str(tile) for tile in own]
                continue
        if tablet.running():
            assert covered(answer, tablet)
    assert confirmed > 5
    assert not any(each.shown for each in tablet.table.seats)
    assert "You " not in said(tablet.get())


def move_on(tablet: Tablet, until: Callable[[int, int], bool]) -> tuple[int, int]:
    """Play until a move hands the tablet on as wished; who moved, and who is next."""
    rng = Random(3)
    while tablet.running():
        tablet.computers()
        mover = tablet.due
        tablet.uncover()
        tablet.post("confirm", action=rng.choice(legal(tablet.table.position.state)))
        if tablet.running() and until(mover, tablet.due):
            return mover, tablet.due
    pytest.fail("nobody handed the tablet on")


@pytest.mark.both
def test_t5_undo_on_the_cover_leads_to_the_cover_of_whoever_moved(tablet: Tablet) -> None:
    """A slip is noticed when the tablet is handed on: undo, then that person's cover; redo back."""
    mover, following = move_on(tablet, lambda one, other: one != other)
    assert 'id="undo"' in tablet.get().text

    undone = tablet.from_cover("undo")
    assert tablet.due == mover
    assert covered(undone, tablet)

    redone = tablet.from_cover("redo")
    assert tablet.due == following
    assert covered(redone, tablet)


@pytest.mark.both
def test_t5_undo_by_the_next_person_covers_their_hand(tablet: Tablet) -> None:
    """Ben has uncovered and takes Ana's move back: it is her turn, so her cover comes."""
    mover, following = move_on(tablet, lambda one, other: one != other)
    assert hand(tablet.uncover())

    undone = tablet.post("undo")

    assert tablet.due == mover != following
    assert covered(undone, tablet)


@pytest.mark.both
def test_t6_restart_on_a_shared_tablet_asks_and_covers(tablet: Tablet) -> None:
    """The question stands on the cover, no hand comes with it, and a no changes nothing."""
    move_on(tablet, lambda one, other: one != other)
    before = tablet.table
    asked = tablet.from_cover("restart")

    assert 'name="sure"' in asked.text
    assert hand(asked) == []
    assert covered(tablet.from_cover("preview"), tablet)
    assert tablet.table == before

    tablet.from_cover("restart", sure="yes")
    assert covered(tablet.get(), tablet)
    assert tablet.table.position.acts == ()


def test_t2_a_form_of_an_old_page_finds_the_cover(tablet: Tablet) -> None:
    """A second tap on Confirm, or an old tab, after the tablet was handed on: no hand, no move."""
    mover, _ = move_on(tablet, lambda one, other: one != other)
    before = tablet.table
    last = [act for act in before.position.acts if act.seat == mover][-1]

    answer = tablet.post("confirm", seq=before.seq - 1, action=last.action)

    assert answer.status_code == 409
    assert tablet.table == before
    assert covered(answer, tablet)


def test_t2_a_page_of_ana_never_shows_bens_hand(tablet: Tablet) -> None:
    """Ana's tab was left open while Ben says "I am Ben" in another: its forms find the cover, and
    do nothing to Ben's tiles.
    """
    mover, following = move_on(tablet, lambda one, other: one != other)
    assert hand(tablet.uncover())
    before = tablet.table
    tablet.own = mover

    for path, fields in (
        ("preview", {}),
        ("hint", {}),
        ("pace", {"pace": before.pace}),
        ("hand", {"sort": "train"}),
        ("confirm", {"action": legal(before.position.state)[0]}),
    ):
        assert covered(tablet.post(path, **fields), tablet), path
    assert tablet.table == before
    tablet.own = following
    assert hand(tablet.post("preview"))


def test_t2_the_computers_go_on_under_the_cover(client: TestClient, app: FastAPI) -> None:
    """Step, pace and language on the cover answer with the cover, also in a second tab while the
    next person's hand is shown in the first.
    """
    tablet = Tablet(client, app, "mexican-train", seed="computers")
    while not tablet.table.computer_to_move:
        tablet.uncover()
        tablet.post("confirm", action=legal(tablet.table.position.state)[0])
    tablet.uncover()
    assert hand(tablet.post("preview"))

    assert covered(tablet.from_cover("pace", pace="slow"), tablet)
    assert covered(tablet.from_cover("step"), tablet)


def test_b05_the_record_calls_everybody_by_name(tablet: Tablet) -> None:
    """On a shared device neither ledger nor replay says "you", and no hand is in them."""
    mover, _ = move_on(tablet, lambda one, other: one != other)
    answer = tablet.get("/ledger")

    assert f"{tablet.table.seats[mover - 1].name} " in said(answer)
    assert "You " not in said(answer)
    assert ">you<" not in answer.text
    assert hand(answer) == []


def test_another_device_sees_nothing(tablet: Tablet, stranger: TestClient) -> None:
    """Whoever holds no seat gets no table, covered or not, and cannot say "I am Ana"."""
    seen = stranger.get(tablet.address)
    said_so = stranger.post(f"{tablet.address}/uncover", data={"seat": tablet.due})
    assert said_so.status_code == 403
    for answer in (seen, said_so):
        assert 'id="board"' not in answer.text
        assert hand(answer) == []
    assert not any(each.shown for each in tablet.table.seats)
