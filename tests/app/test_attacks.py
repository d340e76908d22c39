"""Friends and strangers who try what they should not: seats, links, claims, agreements, names."""

from __future__ import annotations

import re
from urllib.parse import urljoin

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from sqlalchemy import func
from sqlmodel import SQLModel, select

from app import presence, seating
from app.models import ClaimRow, GuessRow, MoveRow, PauseRow, PresenceRow, now
from app.presence import PAGES
from app.routes.table import READING
from app.store import WAITING, Store
from tests.app.friends import come, here, link_of, stands, with_bea, with_friends
from tests.conftest import HOME, NewBrowser

pytestmark = pytest.mark.both


def rows(app: FastAPI, kind: type[SQLModel]) -> int:
    """How many rows of this kind are kept."""
    store: Store = app.state.store
    with store.reading() as session:
        return session.exec(select(func.count()).select_from(kind)).one()


# --- links that take a seat along


@pytest.mark.parametrize("how", ["leave", "free", "computer", "move", "claim"])
def test_a_link_is_no_good_once_the_seat_has_changed_hands(
    app: FastAPI, client: TestClient, stranger: TestClient, browsers: NewBrowser, how: str
) -> None:
    """Whoever kept a link for a seat that was theirs takes it from nobody who sits there now."""
    address = with_bea(client, stranger)
    here(app, address)
    kept = link_of(stranger.post(f"{address}/move", data={"number": 2}).text)
    other = browsers()
    match how:
        case "leave":
            stranger.post(f"{address}/leave")
            other.post(f"{address}/sit", data={"number": 2, "name": "Cleo"})
        case "free":
            client.post(f"{address}/seats/free", data={"number": 2})
            other.post(f"{address}/sit", data={"number": 2, "name": "Cleo"})
        case "computer":
            client.post(f"{address}/seats/computer", data={"number": 2})
        case "move":
            again = link_of(stranger.post(f"{address}/move", data={"number": 2}).text)
            other.post("/move", data={"token": again})
        case _:
            other.post(f"{address}/claim", data={"number": 2})
            (claim,) = seating.claims(app.state.store, stands(app, address))
            seating.answer(app.state.store, stands(app, address), claim, yes=True)
    before = stands(app, address).seats[1]
    thief = browsers().post("/move", data={"token": kept})

    assert thief.status_code == 404
    assert "tile-button" not in thief.text
    assert stands(app, address).seats[1] == before


def test_one_link_for_a_seat_at_a_time(app: FastAPI, client: TestClient) -> None:
    """Asked for again and again, there is the newest link only."""
    address = with_friends(client)
    links = [link_of(client.post(f"{address}/move", data={"number": 1}).text) for _ in range(3)]
    assert rows(app, MoveRow) == 1

    assert client.post("/move", data={"token": links[0]}).status_code == 404
    assert client.post("/move", data={"token": links[2]}).status_code == 200


# --- claims


def test_claims_are_bounded(app: FastAPI, client: TestClient, browsers: NewBrowser) -> None:
    """However many say that a seat was theirs, the host is asked about the newest few."""
    address = with_friends(client)
    here(app, address)
    for _ in range(seating.CLAIMS + 3):
        browsers().post(f"{address}/claim", data={"number": 1})
    last = browsers()
    last.post(f"{address}/claim", data={"number": 1})
    assert rows(app, ClaimRow) == seating.CLAIMS

    assert "whether you are Ana" in last.get(address).text


def test_a_locked_table_takes_no_claims(
    app: FastAPI, client: TestClient, stranger: TestClient
) -> None:
    """The page offers none then, and a form that was sent all the same asks nobody."""
    address = with_friends(client)
    client.post(f"{address}/seats/lock")
    refused = stranger.post(f"{address}/claim", data={"number": 1})

    assert refused.status_code == 409
    assert not stands(app, address).claimed


@pytest.mark.parametrize("number", [2, 4, 10])
def test_only_a_persons_seat_is_claimed(
    app: FastAPI, client: TestClient, stranger: TestClient, number: int
) -> None:
    """A free seat, a computer's, and one that is not there were nobody's."""
    address = with_friends(client)
    refused = stranger.post(f"{address}/claim", data={"number": number})

    assert refused.status_code == 409
    assert not stands(app, address).claimed


@pytest.mark.parametrize("number", ["0", "-1", "11", "99", "x"])
def test_a_seat_that_no_table_has_is_refused(
    client: TestClient, stranger: TestClient, number: str
) -> None:
    """In a sentence, whatever was to be done with it."""
    address = with_friends(client)
    for browser, verb in (
        (stranger, "sit"),
        (stranger, "claim"),
        (stranger, "back"),
        (client, "move"),
        (client, "seats/free"),
    ):
        answer = browser.post(f"{address}/{verb}", data={"number": number})
        assert answer.status_code == 422
        assert answer.text.startswith("<!doctype html>")


def test_a_page_whose_seat_was_lost_is_loaded_anew(
    app: FastAPI, client: TestClient, stranger: TestClient
) -> None:
    """Whatever it asks for first, be it a computer's step by itself: then it says what to do."""
    address = with_bea(client, stranger)
    client.post(f"{address}/seats/free", data={"number": 2})
    seq = {"seq": stands(app, address).seq}
    for verb in ("step", "preview", "hint", "undo"):
        answer = stranger.post(f"{address}/{verb}", data=seq, headers={"HX-Request": "true"})
        assert (answer.status_code, answer.headers.get("HX-Refresh")) == (403, "true")
    assert "seats are free" in stranger.get(address).text


def test_a_claim_that_nobody_answered_is_asked_about_no_more(
    app: FastAPI, client: TestClient, stranger: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After half an hour neither the table nor the page about its seats speaks of it."""
    address = with_friends(client)
    here(app, address)
    stranger.post(f"{address}/claim", data={"number": 1})
    assert "Somebody at another" in client.get(address).text
    for module in ("app.store", "app.seating"):
        monkeypatch.setattr(f"{module}.now", lambda: now() + WAITING)

    assert "Somebody at another" not in client.get(address).text
    assert "Somebody at another" not in client.get(f"{address}/seats").text


def test_a_form_that_names_no_seat_frees_none(app: FastAPI, client: TestClient) -> None:
    """Nothing happens to seat 1 because a number was left out."""
    address = with_friends(client)
    for what in ("free", "computer"):
        client.post(f"{address}/seats/{what}")

    assert stands(app, address).seats[0].key_hash is not None


# --- who looks after the seats, and who leaves


def test_a_host_without_scripts_is_host(
    app: FastAPI, client: TestClient, stranger: TestClient
) -> None:
    """A page without a stream counts while it asks: what the host is offered, the host may do."""
    address = with_bea(client, stranger)
    come(app, address, 2)
    assert "/seats/lock" in client.get(f"{address}/seats").text

    assert client.post(f"{address}/seats/lock").status_code == 200
    assert stands(app, address).locked


def test_a_host_without_scripts_is_told_of_claims(
    app: FastAPI, client: TestClient, stranger: TestClient, browsers: NewBrowser
) -> None:
    """At the table, too."""
    address = with_bea(client, stranger)
    come(app, address, 2)
    browsers().post(f"{address}/claim", data={"number": 2})

    assert "Somebody at another" in client.get(address).text


def test_a_table_waits_for_whom_a_computer_stands_in(
    app: FastAPI, client: TestClient, stranger: TestClient
) -> None:
    """The last other person leaves: whoever lets a computer play may still have the seat again."""
    address = with_bea(client, stranger)
    stranger.post(f"{address}/seats/computer", data={"number": 2})
    assert "Nobody else sits here" not in client.get(address).text
    client.post(f"{address}/leave")
    back = stranger.post(f"{address}/back", data={"number": 2})

    assert "tile-button" in back.text
    table = stands(app, address)
    assert table.host == table.seats[1].key_hash


def test_who_gives_the_last_seat_to_a_computer_has_it_back(
    app: FastAPI, client: TestClient, stranger: TestClient
) -> None:
    """Nobody sits there then, nobody else gets the seat, the table is still listed and taken up."""
    address = with_friends(client, friends=1, plays_2="relaxed")
    client.post(f"{address}/seats/computer", data={"number": 1})
    assert stands(app, address).devices == frozenset()
    assert stranger.post(f"{address}/back", data={"number": 1}).status_code == 409
    assert stranger.post(f"{address}/sit", data={"number": 1}).status_code == 409
    assert address in client.get("/").text
    back = client.post(f"{address}/back", data={"number": 1})

    assert "tile-button" in back.text
    assert stands(app, address).host == stands(app, address).seats[0].key_hash


def test_nobody_loses_the_table_who_sat_down_just_now(
    app: FastAPI, client: TestClient, stranger: TestClient
) -> None:
    """Ana leaves as the only one, while Bea sits down: whether others sit there is asked last."""
    address = with_friends(client)
    before = stands(app, address)
    stranger.post(f"{address}/sit", data={"number": 2, "name": "Bea"})
    seating.get_up(app.state.store, before, before.host or "")

    assert stands(app, address).seats[1].name == "Bea"


# --- what is counted and kept


def guess(app: FastAPI, *clients: str) -> None:
    """Try a wrong code from each of these addresses."""
    for client in clients:
        assert seating.by_code(app.state.store, "222222", client) is None


def test_codes_are_guessed_by_households(app: FastAPI) -> None:
    """A household chooses among countless IPv6 addresses: they count as one; others guess on."""
    guess(app, *(f"2001:db8:0:1::{number:x}" for number in range(seating.GUESSES)))
    with pytest.raises(seating.Unseated):
        guess(app, "2001:db8:0:1:ffff::1")

    guess(app, "2001:db8:0:2::1", "192.0.2.1", "192.0.2.2", "::ffff:192.0.2.3", "")


def test_guesses_are_forgotten(app: FastAPI, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is counted no more is not kept either."""
    guess(app, *(f"192.0.2.{number}" for number in range(5)))
    monkeypatch.setattr(seating, "now", lambda: now() + seating.FORGOTTEN)
    guess(app, "192.0.2.9")

    assert rows(app, GuessRow) == 1


def test_open_pages_of_a_browser_are_bounded(app: FastAPI, client: TestClient) -> None:
    """Thousands of made-up pages leave few rows; whoever has them is as present as with one."""
    table = stands(app, with_friends(client))
    for number in range(200):
        presence.arrive(app.state.store, table.id, table.host or "", f"p{number}")

    assert rows(app, PresenceRow) == PAGES
    assert presence.present(app.state.store, table.id) == {table.host}


def test_what_was_read_long_ago_is_not_kept(
    app: FastAPI, client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pages that went away without a word leave nothing once the next one reads."""
    address = with_friends(client)
    for number in range(5):
        client.post(f"{address}/pause", data={"page": f"p{number}"})
    monkeypatch.setattr("app.store.now", lambda: now() + READING)
    client.post(f"{address}/pause", data={"page": "later"})

    assert rows(app, PauseRow) == 1


# --- what an address may say


QUERIES = ["own=1", "own=2", "watch", "joining", "own=1&watch", "own=2&joining", "watch&joining"]


@pytest.mark.parametrize("query", [*QUERIES, "own=1&watch&joining"])
def test_no_address_shows_a_hand_to_who_has_none(
    app: FastAPI, client: TestClient, stranger: TestClient, query: str
) -> None:
    """Without a seat, with looking on allowed or not, and under the cover of a shared device."""
    address = with_friends(client, plays_2="human")
    for watching in ("unwatch", "watch"):
        client.post(f"{address}/seats/{watching}")
        seq = {"seq": stands(app, address).seq}
        for browser in (stranger, client):
            answers = [browser.get(f"{address}?{query}")]
            for verb in ("follow", "preview", "hint", "step", "hand"):
                data = {**seq, "tile": "9-4"}
                answers.append(browser.post(f"{address}/{verb}?{query}", data=data))
            assert not any("tile-button" in answer.text for answer in answers)


@pytest.mark.parametrize(
    "path", ["//evil.example/x", "//evil.example/new/", "/t/%5C%5Cevil.example/undo", "/new/"]
)
def test_no_address_leads_to_another_site(client: TestClient, path: str) -> None:
    """Wherever an address sends one on, and whatever its page links to, it is here."""
    answer = client.get(f"{HOME}{path}", follow_redirects=False)
    goal = answer.headers.get("location", "/")

    assert urljoin(f"{HOME}/", goal).startswith(f"{HOME}/")
    assert not re.search(r'(?:href|action)="(?://|[^"]*evil)', answer.text)


def test_a_browser_is_known_for_a_year(client: TestClient) -> None:
    """Whoever comes back days later still has the seat: the key outlives the browser's session."""
    answer = client.post("/play/longana", follow_redirects=False)
    kept = re.search(r"Max-Age=(\d+)", answer.headers["set-cookie"])

    assert kept is not None
    assert int(kept[1]) >= 365 * 24 * 60 * 60
