"""Sitting down, coming back and looking after the seats, from several browsers."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from selectolax.lexbor import LexborHTMLParser
from sqlmodel import select

from app import seating
from app.models import GuessRow, TableRow, now
from app.seating import Unseated
from app.store import Store
from engine.log import Acted
from tests.app.friends import come, here, link_of, stands, with_bea, with_friends
from tests.conftest import NewBrowser

LETTERS = set("23456789ABCDEFGHJKMNPQRSTUVWXYZ")

pytestmark = pytest.mark.both


def test_a_table_for_friends_has_free_seats_and_a_code(app: FastAPI, client: TestClient) -> None:
    """Friends' seats are free; the host is shown how to invite, first of all."""
    address = with_friends(client)
    table = stands(app, address)

    assert [seat.free for seat in table.seats] == [False, True, True, False]
    assert table.host == table.seats[0].key_hash
    assert len(table.code) == 6
    assert set(table.code) <= LETTERS
    page = client.get(f"{address}/seats").text
    assert table.code in page
    assert "waits for a friend" in client.get(address).text


def test_a_friend_sits_down_by_link(app: FastAPI, client: TestClient, stranger: TestClient) -> None:
    """The link shows which seats are free; a name, and the friend sees a hand of their own."""
    address = with_friends(client)
    first = stranger.get(address)
    assert first.status_code == 200
    assert "tile-button" not in first.text
    sat = stranger.post(f"{address}/sit", data={"number": 3, "name": "  Bea "})

    assert sat.status_code == 200
    assert "tile-button" in sat.text
    assert stands(app, address).seats[2].name == "Bea"
    assert stands(app, address).devices == {
        s.key_hash for s in stands(app, address).seats if s.key_hash
    }
    assert "Bea" in client.get(address).text


def test_twenty_at_once_for_one_seat_give_one_winner(app: FastAPI, client: TestClient) -> None:
    """Of twenty browsers that take the one free seat at once, one gets it and 19 are told so."""
    address = with_friends(client, friends=1)
    store, table = app.state.store, stands(app, address)

    def take(at: int) -> str:
        try:
            seating.sit(store, table, 2, f"Guest {at}", f"hash {at}")
        except Unseated as refused:
            return refused.code
        return "won"

    with ThreadPoolExecutor(20) as pool:
        told = list(pool.map(take, range(20)))

    assert sorted(told) == ["seat_gone"] * 19 + ["won"]
    assert stands(app, address).seats[1].name == f"Guest {told.index('won')}"


def test_a_taken_seat_is_refused_and_the_others_are_shown(
    client: TestClient, stranger: TestClient, browsers: NewBrowser
) -> None:
    """Who comes too late is told so, and may take another seat."""
    address = with_bea(client, stranger)
    late = browsers().post(f"{address}/sit", data={"number": 2, "name": "Cleo"})

    assert late.status_code == 409
    assert "not free any more" in late.text
    assert 'name="number" value="3"' in late.text


def test_a_code_leads_to_its_table(app: FastAPI, client: TestClient, stranger: TestClient) -> None:
    """Written in small letters, with gaps; the short address brings the form with it filled in."""
    address = with_friends(client)
    code = stands(app, address).code

    form = LexborHTMLParser(stranger.get(f"/j/{code}").text)
    written = form.css_first("input[name=code]")
    assert written is not None
    assert written.attributes["value"] == code
    answer = stranger.post("/join", data={"code": f" {code[:3].lower()} {code[3:]}"})
    assert answer.status_code == 200
    assert answer.url.path == address


def test_opening_addresses_uses_up_no_guesses(
    app: FastAPI, client: TestClient, stranger: TestClient
) -> None:
    """Another site can let a browser open any address, as a picture: that guesses nothing."""
    address = with_friends(client)
    for _ in range(seating.GUESSES + 1):
        assert stranger.get("/j/222222").status_code == 200
    code = stands(app, address).code

    assert stranger.post("/join", data={"code": code}).url.path == address


def test_guessing_codes_is_slowed(
    app: FastAPI, client: TestClient, stranger: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After twenty wrong codes that address waits, even with a right one; later it may again."""
    address = with_friends(client)
    for _ in range(seating.GUESSES):
        assert stranger.post("/join", data={"code": "222222"}).status_code == 404
    code = stands(app, address).code
    assert stranger.post("/join", data={"code": code}).status_code == 429

    monkeypatch.setattr(seating, "now", lambda: now() + seating.FORGOTTEN)
    assert stranger.post("/join", data={"code": code}).status_code == 200


def test_guesses_at_the_same_moment_are_all_counted(app: FastAPI) -> None:
    """Nobody guesses more often by guessing faster."""
    store: Store = app.state.store
    seating.by_code(store, "222222", "192.0.2.1")

    def guess(_: int) -> None:
        assert seating.by_code(store, "222222", "192.0.2.1") is None

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(guess, range(12)))
    with store.reading() as session:
        assert session.exec(select(GuessRow.wrong)).one() == 13


def test_a_code_that_another_table_has_is_not_given_twice(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It all but never happens; then nothing is set, and it is said in words."""
    monkeypatch.setattr(TableRow.model_fields["code"], "default_factory", lambda: "222222")
    first, second = (client.post("/play/longana", follow_redirects=False) for _ in range(2))

    assert (first.status_code, second.status_code) == (303, 503)
    assert "Try again in a moment" in second.text


def test_a_locked_table_lets_nobody_sit_down(
    app: FastAPI, client: TestClient, stranger: TestClient
) -> None:
    """The host locks, and opens again."""
    address = with_friends(client)
    client.post(f"{address}/seats/lock")
    refused = stranger.post(f"{address}/sit", data={"number": 2, "name": "Bea"})
    assert refused.status_code == 409
    assert "locked" in refused.text
    client.post(f"{address}/seats/unlock")
    stranger.post(f"{address}/sit", data={"number": 2, "name": "Bea"})

    assert stands(app, address).seats[1].name == "Bea"


def test_only_the_host_looks_after_the_seats(
    app: FastAPI, client: TestClient, stranger: TestClient, browsers: NewBrowser
) -> None:
    """Friends and strangers can do nothing to other seats; the host can."""
    address = with_bea(client, stranger)
    here(app, address)
    for what in ("free", "computer", "person", "lock", "watch", "yes"):
        assert stranger.post(f"{address}/seats/{what}", data={"number": 1}).status_code == 403
        assert browsers().post(f"{address}/seats/{what}", data={"number": 2}).status_code == 403
    assert [seat.kind for seat in stands(app, address).seats] == ["human"] * 3 + ["computer"]

    assert client.post(f"{address}/seats/free", data={"number": 2}).status_code == 200
    assert stands(app, address).seats[1].free
    assert stranger.get(address).url.path == address
    assert "tile-button" not in stranger.get(address).text


def test_a_computer_stands_in_and_the_seat_comes_back(
    app: FastAPI, client: TestClient, stranger: TestClient
) -> None:
    """A seat that was given to a computer knows whose it was, and only they take it back."""
    address = with_bea(client, stranger)
    client.post(f"{address}/seats/computer", data={"number": 2})
    seat = stands(app, address).seats[1]
    assert (seat.kind, seat.key_hash) == ("computer", None)
    assert "tile-button" not in stranger.get(address).text
    assert client.post(f"{address}/back", data={"number": 2}).status_code == 409
    back = stranger.post(f"{address}/back", data={"number": 2})

    assert "tile-button" in back.text
    assert stands(app, address).seats[1].kind == "human"


def test_who_leaves_frees_the_seat_and_hosting_passes_on(
    app: FastAPI, client: TestClient, stranger: TestClient
) -> None:
    """The table stays while somebody sits there, and goes with the last."""
    address = with_bea(client, stranger)
    client.post(f"{address}/leave")
    table = stands(app, address)
    assert table.seats[0].free
    assert table.host == table.seats[1].key_hash
    stranger.post(f"{address}/leave")

    assert app.state.store.load(table.id) is None


def test_the_lowest_seat_looks_after_the_others_next(
    app: FastAPI, client: TestClient, stranger: TestClient, browsers: NewBrowser
) -> None:
    """Whoever sat down first, and however often their seats were written meanwhile."""
    address = with_friends(client)
    browsers().post(f"{address}/sit", data={"number": 3})
    stranger.post(f"{address}/sit", data={"number": 2})
    client.post(f"{address}/leave")
    table = stands(app, address)

    assert table.host == table.seats[1].key_hash


def test_the_host_ends_the_table_for_all(
    app: FastAPI, client: TestClient, stranger: TestClient
) -> None:
    """With several people at it only the host can, and everybody is told that it is gone."""
    address = with_bea(client, stranger)
    here(app, address)
    assert stranger.post(f"{address}/seats/end").status_code == 403
    client.post(f"{address}/seats/end")

    assert stranger.get(address).status_code == 404


def test_while_the_host_is_away_another_looks_after_the_seats(
    app: FastAPI, client: TestClient, stranger: TestClient
) -> None:
    """Whoever is there of the lowest seat acts as host until the host is back."""
    address = with_bea(client, stranger)
    come(app, address, 2)
    assert stranger.post(f"{address}/seats/lock").status_code == 200
    assert stands(app, address).locked
    come(app, address, 1)

    assert stranger.post(f"{address}/seats/unlock").status_code == 403


def test_who_stands_in_for_the_host_cannot_give_the_hosts_seat_away(
    app: FastAPI, client: TestClient, stranger: TestClient
) -> None:
    """Else the host's hand could be looked at by sitting down there; a computer may play for them,
    and the host takes the seat back.
    """
    address = with_bea(client, stranger)
    come(app, address, 2)
    assert stranger.post(f"{address}/seats/free", data={"number": 1}).status_code == 403
    assert not stands(app, address).seats[0].free
    assert stranger.post(f"{address}/seats/computer", data={"number": 1}).status_code == 200

    assert "tile-button" in client.post(f"{address}/back", data={"number": 1}).text


def test_a_stranger_comes_back_with_the_hosts_leave(
    app: FastAPI, client: TestClient, stranger: TestClient, browsers: NewBrowser
) -> None:
    """The host lets in whoever says "I was Bea"; the browser that was lost has the seat no more."""
    address = with_bea(client, stranger)
    here(app, address)
    again = browsers()
    waits = again.post(f"{address}/claim", data={"number": 2})
    assert "whether you are Bea" in waits.text
    assert "tile-button" not in waits.text
    asked = LexborHTMLParser(client.get(f"{address}/seats").text)
    who = asked.css_first(".asks [name=who]")
    assert who is not None
    client.post(f"{address}/seats/yes", data={"who": str(who.attributes["value"])})

    assert "tile-button" in again.get(address).text
    assert "tile-button" not in stranger.get(address).text


def somebody_was_bea(
    app: FastAPI, client: TestClient, stranger: TestClient, browsers: NewBrowser
) -> tuple[str, TestClient]:
    """A table where another browser says "I was Bea": its address, and that browser."""
    address = with_bea(client, stranger)
    here(app, address)
    again = browsers()
    again.post(f"{address}/claim", data={"number": 2})
    return address, again


def test_a_claim_that_is_declined_gives_nothing(
    app: FastAPI, client: TestClient, stranger: TestClient, browsers: NewBrowser
) -> None:
    """The host says no: the seat stays whose it was, and nobody waits any more."""
    address, again = somebody_was_bea(app, client, stranger, browsers)
    (claim,) = seating.claims(app.state.store, stands(app, address))
    seating.answer(app.state.store, stands(app, address), claim, yes=False)

    assert seating.claims(app.state.store, stands(app, address)) == ()
    told = again.get(address).text
    assert "tile-button" not in told
    assert "The host did not let you in." in told
    assert "did not let you in" not in again.post(f"{address}/claim", data={"number": 2}).text
    assert len(seating.claims(app.state.store, stands(app, address))) == 1
    assert "tile-button" in stranger.get(address).text


def test_the_host_lets_somebody_in_from_the_table(
    app: FastAPI, client: TestClient, stranger: TestClient, browsers: NewBrowser
) -> None:
    """One tap where the host sits, who stays there; nobody else is asked."""
    address, again = somebody_was_bea(app, client, stranger, browsers)
    assert "I was Bea" not in stranger.get(address).text
    form = LexborHTMLParser(client.get(address).text).css("#claimed form")[0]
    data = {str(each.attributes["name"]): each.attributes["value"] for each in form.css("input")}
    told = client.post(str(form.attributes["action"]), data=data)

    assert told.url.path == address
    assert "tile-button" in again.get(address).text


def test_who_waits_for_an_empty_seat_is_told_so(app: FastAPI, client: TestClient) -> None:
    """Its name is only what it is called until somebody comes."""
    address = with_friends(client, seed="empty")
    for _ in range(30):
        table = stands(app, address)
        turn = table.position.state.turn
        assert turn is not None
        if table.seats[turn - 1].free:
            break
        action = table.position.view(turn).legal[0]
        app.state.store.append(table, Acted(turn, action, computer=table.computer_to_move))
    status = LexborHTMLParser(client.get(address).text).css_first("#status")

    assert status is not None
    assert status.text() == "Waiting for somebody to sit down"


def test_a_seat_moves_to_another_device_once(
    client: TestClient, stranger: TestClient, browsers: NewBrowser
) -> None:
    """The link gives the seat to whoever opens it first; the old device has it no more."""
    address = with_friends(client)
    token = link_of(client.post(f"{address}/move", data={"number": 1}).text)
    moved = stranger.post("/move", data={"token": token})
    assert "tile-button" in moved.text
    assert "tile-button" not in client.get(address).text
    second = browsers().post("/move", data={"token": token})

    assert second.status_code == 404
    assert "used or is too old" in second.text


def test_a_link_that_is_too_old_moves_nothing(
    client: TestClient, stranger: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ten minutes, not more."""
    address = with_friends(client)
    token = link_of(client.post(f"{address}/move", data={"number": 1}).text)
    monkeypatch.setattr(seating, "now", lambda: now() + seating.MOVING + timedelta(seconds=1))

    assert stranger.post("/move", data={"token": token}).status_code == 404
    assert "tile-button" in client.get(address).text


def test_nobody_moves_the_seat_of_another(client: TestClient, stranger: TestClient) -> None:
    """A link is only given for one's own seat."""
    address = with_bea(client, stranger)

    assert stranger.post(f"{address}/move", data={"number": 1}).status_code == 403


def test_looking_on_is_off_at_first_and_shows_no_hand(
    client: TestClient, stranger: TestClient
) -> None:
    """Only when the host allows it; then the board, and nothing that could be done."""
    address = with_friends(client)
    assert 'id="board"' not in stranger.get(f"{address}?watch").text
    client.post(f"{address}/seats/watch")
    seen = stranger.get(f"{address}?watch").text

    assert 'id="board"' in seen
    assert "tile-button" not in seen
    assert "You look on." in seen
    assert stranger.post(f"{address}/step", data={"seq": 1}).status_code == 403


def test_two_seats_of_one_browser_are_covered(client: TestClient) -> None:
    """Who takes a second seat of the same table shares the device from then on."""
    address = with_friends(client)
    covered = client.post(f"{address}/sit", data={"number": 2, "name": "Bea"})

    assert "tile-button" not in covered.text
    assert 'id="cover"' in covered.text


def test_who_is_away_is_shown_quietly(
    app: FastAPI, client: TestClient, stranger: TestClient
) -> None:
    """Beside the name of whoever has the table open nowhere; one's own device is always there."""
    address = with_bea(client, stranger)
    page = LexborHTMLParser(client.get(address).text)
    assert page.css_first("#plate-2 .away") is not None
    assert page.css_first("#plate-1 .away") is None
    come(app, address, 2)

    assert LexborHTMLParser(client.get(address).text).css_first(".away") is None
