"""The whole way of a table through its routes, with and without htmx."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from selectolax.lexbor import LexborHTMLParser

from app.tables import Table
from engine import GAMES, legal
from engine.actions import Open, Play
from engine.record import read
from engine.verify import verify
from tests.app.friends import stands
from tests.app.playing import play_on

VERBS = ("preview", "confirm", "step", "next", "again", "pace", "hint", "undo", "redo", "restart")
HTMX = {"HX-Request": "true"}


def sit(client: TestClient, game: str, **form: str) -> str:
    """Set a table and sit down at it; its address."""
    fields = {"game": game, "seats": "2", "pace": "fast", **form}
    answer = client.post("/new", data=fields, follow_redirects=False)
    assert answer.status_code == 303
    return answer.headers["location"]


def until_my_turn(client: TestClient, app: FastAPI, address: str) -> Table:
    """Let the computers move until seat 1 is to move or the round is over."""
    table = stands(app, address)
    while table.computer_to_move:
        client.post(f"{address}/step", data={"seq": table.seq}, headers=HTMX)
        table = stands(app, address)
    return table


@pytest.mark.parametrize("htmx", [True, False], ids=["htmx", "forms"])
@pytest.mark.parametrize(("game", "seats"), [("longana", "4"), ("mexican-train", "3")])
def test_a_match_can_be_played_to_its_end(
    client: TestClient, app: FastAPI, game: str, seats: str, htmx: bool
) -> None:
    """A match by forms from the deal to the end: confirm, steps, next rounds; its record then
    verifies. Of Mexican Train's rounds all but the first and the last are played without forms.
    """
    address = sit(client, game, seats=seats, seed="whole")
    headers = HTMX if htmx else {}
    rng = Random(5)
    table = stands(app, address)
    while not table.position.match_over:
        if (game, table.position.state.deal.round) == ("mexican-train", 2):
            play_on(app.state.store, address, lambda at: at.state.deal.round == 13)
            table = stands(app, address)
        seq = {"seq": str(table.seq)}
        if table.position.state.turn is None:
            answer = client.post(f"{address}/next", data=seq, headers=headers)
        elif table.computer_to_move:
            answer = client.post(f"{address}/step", data=seq, headers=headers)
        else:
            action = str(rng.choice(legal(table.position.state)))
            answer = client.post(
                f"{address}/confirm", data=seq | {"action": action}, headers=headers
            )
        assert answer.status_code == 200
        table = stands(app, address)

    record = client.get(f"{address}/record")
    verify(read(record.content))
    assert record.json()["matches"][0]["seed"] == "whole"
    assert record.json()["matches"][0]["winners"]
    assert client.post(f"{address}/again", data={"seq": table.seq}).status_code == 200
    assert stands(app, address).position.match.number == 2


def test_preview_stores_nothing(client: TestClient, app: FastAPI) -> None:
    """T1: previews of every legal action change nothing in the table, and show a Confirm form."""
    address = sit(client, "mexican-train", seed="preview")
    table = until_my_turn(client, app, address)
    for action in legal(table.position.state):
        answer = client.post(
            f"{address}/preview", data={"seq": table.seq, "action": str(action)}, headers=HTMX
        )
        form = LexborHTMLParser(answer.text).css_first("form#confirm")
        assert answer.status_code == 200
        assert form is not None
        sent = form.css_first("[name=action]")
        assert sent is not None
        assert sent.attributes["value"] == str(action)

    assert stands(app, address) == table


def test_tapping_a_tile_shows_its_place_its_places_or_the_reason(
    client: TestClient, app: FastAPI
) -> None:
    """A tile with one place is previewed, with several lights them, with none says why."""
    address = sit(client, "mexican-train", seed="tap")
    table = until_my_turn(client, app, address)
    seen: set[int] = set()
    for turns in range(200):
        if table.position.state.turn is None or (turns > 12 and seen == {0, 1, 2}):
            break
        moves = legal(table.position.state)
        for tile in table.position.view(1).hand:
            places = [a for a in moves if isinstance(a, Play | Open) and a.tile == tile]
            answer = client.post(
                f"{address}/preview", data={"seq": table.seq, "tile": str(tile)}, headers=HTMX
            )
            page = LexborHTMLParser(answer.text)
            lit = {b.attributes["value"] for b in page.css("#bar [name=place], .target")}
            kind = min(len(places), 2)
            seen.add(kind)
            assert answer.status_code == 200
            if kind == 1:
                sent = page.css_first("form#confirm [name=action]")
                assert sent is not None
                assert sent.attributes["value"] == str(places[0])
            elif kind == 2:
                assert lit == {str(a).rsplit(" ", 1)[1] for a in places}
            else:
                assert page.css_first("[role=alert], .refused, .notice") is not None
        client.post(
            f"{address}/confirm", data={"seq": table.seq, "action": str(moves[0])}, headers=HTMX
        )
        table = until_my_turn(client, app, address)

    assert seen == {0, 1, 2}


def test_stale_and_repeated_forms_do_no_harm(client: TestClient, app: FastAPI) -> None:
    """A form for an earlier state changes nothing and answers the present board and a sentence."""
    address = sit(client, "longana", seed="stale")
    table = until_my_turn(client, app, address)
    form = {"seq": str(table.seq), "action": str(legal(table.position.state)[0])}
    assert client.post(f"{address}/confirm", data=form, headers=HTMX).status_code == 200
    after = stands(app, address)

    for headers in (HTMX, {}):
        again = client.post(f"{address}/confirm", data=form, headers=headers)
        assert again.status_code == 409
        assert "moved on" in again.text
        assert f'value="{after.seq}"' in again.text or "step" in again.text
    assert stands(app, address).seq == after.seq


def test_illegal_actions_get_a_sentence(client: TestClient, app: FastAPI) -> None:
    """What the rules refuse is answered with the board and a sentence, and stored nowhere."""
    address = sit(client, "longana", seed="illegal")
    table = until_my_turn(client, app, address)
    for action, sentence in (
        ("draw", "no drawing in Longana"),
        ("pass", "must play"),
        ("play 12-12 on 1", "not in your hand"),
        ("play 9-9 on 7", ""),
        ("nonsense", "could not be read"),
        ("pläy 9-9 on 1", "could not be read"),
    ):
        for path in ("confirm", "preview"):
            answer = client.post(
                f"{address}/{path}", data={"seq": table.seq, "action": action}, headers=HTMX
            )
            assert answer.status_code == 422, action
            assert sentence in answer.text
    assert stands(app, address).seq == table.seq


def test_next_round_and_new_match_wait_for_their_time(client: TestClient, app: FastAPI) -> None:
    """A next round in a running one and a new match in a running match are refused in words."""
    address = sit(client, "longana", seed="early")
    table = stands(app, address)
    for path, sentence in (("next", "round is still"), ("again", "match is still")):
        answer = client.post(f"{address}/{path}", data={"seq": table.seq}, headers=HTMX)
        assert answer.status_code == 422
        assert sentence in answer.text
    assert stands(app, address).seq == table.seq


def test_undo_redo_and_restart(client: TestClient, app: FastAPI) -> None:
    """T5, T6: undo takes the own move back with the computers' reply, redo brings all of it back,
    restart asks first and goes back to the deal; the log says so.
    """
    address = sit(client, "mexican-train", seed="undo", seats="3")
    before = until_my_turn(client, app, address)
    action = str(legal(before.position.state)[0])
    client.post(f"{address}/confirm", data={"seq": before.seq, "action": action}, headers=HTMX)
    after = until_my_turn(client, app, address)

    undone = client.post(f"{address}/undo", data={"seq": after.seq}, headers=HTMX)
    assert "taken back" in undone.text
    assert stands(app, address).position == replace(
        before.position, undone=(after.position.acts[len(before.position.acts) :],)
    )
    redone = client.post(f"{address}/redo", data={"seq": after.seq + 1}, headers=HTMX)
    assert "brought back" in redone.text
    assert stands(app, address).position == after.position

    form = {"seq": str(after.seq + 2)}
    asked = client.post(f"{address}/restart", data=form, headers=HTMX)
    assert "Restart this round from its deal?" in asked.text
    assert stands(app, address).position == after.position
    done = client.post(f"{address}/restart", data=form | {"sure": "yes"}, headers=HTMX)
    assert "restarted" in done.text
    assert stands(app, address).position.acts == ()
    assert stands(app, address).position.state.deal == before.position.state.deal


def test_nothing_to_take_back_is_said(client: TestClient, app: FastAPI) -> None:
    """Undo and redo are refused in words where there is nothing, and their buttons are off."""
    address = sit(client, "longana", seed="none")
    table = stands(app, address)
    page = LexborHTMLParser(client.get(address).text)
    for verb, sentence in (("undo", "nothing to take back"), ("redo", "nothing to bring back")):
        answer = client.post(f"{address}/{verb}", data={"seq": table.seq}, headers=HTMX)
        assert answer.status_code == 422
        assert sentence in answer.text
        button = page.css_first(f"#{verb}")
        assert button is not None
        assert "disabled" in button.attributes


@pytest.mark.parametrize("game", GAMES)
def test_hint_previews_a_legal_move_and_says_why(
    client: TestClient, app: FastAPI, game: str
) -> None:
    """At every decision of a round the hint previews a legal action, gives a reason and stores
    nothing; out of turn it says who is awaited.
    """
    address = sit(client, game, seed="hint", seats="2")
    kinds = set()
    table = stands(app, address)
    while table.position.state.turn is not None:
        answer = client.post(f"{address}/hint", data={"seq": table.seq}, headers=HTMX)
        assert stands(app, address) == table
        if table.computer_to_move:
            assert answer.status_code == 422
            client.post(f"{address}/step", data={"seq": table.seq}, headers=HTMX)
        else:
            page = LexborHTMLParser(answer.text)
            sent, why = page.css_first("form#confirm [name=action]"), page.css_first("#why")
            assert sent is not None
            assert why is not None
            assert len(why.text()) > 10
            action = sent.attributes["value"] or ""
            kinds.add(action.split(" ")[0])
            form = {"seq": str(table.seq), "action": action}
            assert client.post(f"{address}/confirm", data=form, headers=HTMX).status_code == 200
        table = stands(app, address)

    assert "play" in kinds


def test_step_is_done_once_for_all_who_ask(client: TestClient, app: FastAPI) -> None:
    """Asked twice for the same computer move, it is made once, and it is no fault to ask."""
    for number in range(20):
        address = sit(client, "longana", seed=f"step {number}", seats="4")
        table = stands(app, address)
        if table.computer_to_move:
            break
    for _ in range(2):
        answer = client.post(f"{address}/step", data={"seq": table.seq}, headers=HTMX)
        assert answer.status_code == 200
    assert stands(app, address).seq == table.seq + 1


def test_seat_belongs_to_the_browser_that_took_it(
    client: TestClient, stranger: TestClient, app: FastAPI
) -> None:
    """Others see that the seat is taken, at every address of the table, and change nothing."""
    address = sit(client, "mexican-train", seed="mine")
    table = until_my_turn(client, app, address)
    hand = [str(tile) for tile in table.position.view(1).hand]
    action = str(legal(table.position.state)[0])
    form = {"seq": str(table.seq), "action": action, "tile": hand[0], "pace": "slow"}
    for method, path in [
        ("GET", ""),
        ("GET", "/record"),
        *(("POST", f"/{verb}") for verb in VERBS),
    ]:
        for key in (None, "x" * 43):
            stranger.cookies.clear()
            if key:
                stranger.cookies.set("ramal", key)
            data = form if method == "POST" else None
            answer = stranger.request(method, f"{address}{path}", data=data)
            assert answer.status_code == (403 if path else 200)
            assert "taken" in answer.text
            assert 'id="board"' not in answer.text
            assert not any(
                f">{tile}<" in answer.text or f'"{tile}"' in answer.text for tile in hand
            )
    assert stands(app, address) == table


def test_cookie_is_out_of_reach_and_only_its_hash_is_stored(
    client: TestClient, app: FastAPI
) -> None:
    """The key is HttpOnly and SameSite, and neither in the page nor in the database."""
    answer = client.post("/play/longana", follow_redirects=False)
    cookie = answer.headers["set-cookie"]
    key = client.cookies["ramal"]
    page = client.get(answer.headers["location"])
    seats = stands(app, answer.headers["location"]).seats

    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert key not in page.text
    assert key not in answer.headers["location"]
    assert all(seat.key_hash != key for seat in seats)
    assert seats[0].key_hash is not None


def test_running_record_holds_no_secret(client: TestClient, app: FastAPI) -> None:
    """The download in a running match tells neither its seed nor the running round."""
    address = client.post("/play/longana", follow_redirects=False).headers["location"]
    table = until_my_turn(client, app, address)
    record = client.get(f"{address}/record")

    assert table.position.match.seed not in record.text
    assert record.json()["matches"][-1]["seed"] is None
    assert record.json()["matches"][-1]["rounds"] == []


def test_tables_have_different_secret_deals(client: TestClient, app: FastAPI) -> None:
    """Fifty tables set at once have fifty addresses, seeds and deals (B16)."""
    tables = []
    for _ in range(50):
        answer = client.post("/play/longana", follow_redirects=False)
        tables.append(stands(app, answer.headers["location"]))

    assert len({table.id for table in tables}) == 50
    assert len({table.position.match.seed for table in tables}) == 50
    assert len({table.position.state.deal for table in tables}) == 50
    assert all(len(table.position.match.seed) == 26 for table in tables)


def test_seed_typed_by_a_person_deals_the_same_again(client: TestClient, app: FastAPI) -> None:
    """T7: a chosen seed is normalised, marked as chosen and deals the same hands again."""
    first = stands(app, sit(client, "longana", seed="cafe\u0301"))
    second = stands(app, sit(client, "longana", seed="café"))

    assert first.position.state.deal == second.position.state.deal
    assert first.position.match.seed_chosen


def test_record_is_a_download_of_json(client: TestClient) -> None:
    """The record comes as a file with a name."""
    answer = client.get(f"{sit(client, 'longana')}/record")

    assert answer.headers["content-disposition"].startswith("attachment")
    assert json.loads(answer.content)["format"] == "ramal-record/1"


def test_b42_an_address_for_forms_leads_to_the_table(client: TestClient) -> None:
    """Opened again, as by a restored tab without JavaScript, it is the table; nothing changes."""
    address = sit(client, "longana")
    for verb in VERBS:
        answer = client.get(f"{address}/{verb}", follow_redirects=False)
        assert (answer.status_code, answer.headers["location"]) == (303, address)


def test_t6_without_anything_played_there_is_nothing_to_restart(
    client: TestClient, app: FastAPI
) -> None:
    """A forged restart of an untouched round is refused in words and adds nothing to the log."""
    address = sit(client, "longana", plays_2="human", seed="restart")
    before = stands(app, address).seq
    answer = client.post(f"{address}/restart", data={"seq": before, "sure": "yes"}, headers=HTMX)

    assert answer.status_code == 422
    assert stands(app, address).seq == before


def test_m5_the_search_for_the_opener_is_told(client: TestClient, app: FastAPI) -> None:
    """Everybody drew before anybody could act: the first line of the log says so, and until one has
    acted it is the first of the news.
    """
    for seed in range(60):
        address = sit(client, "mexican-train", seats="3", seed=f"search {seed}")
        table = until_my_turn(client, app, address)
        state = table.position.state
        if any(table.position.view(1).searched) and state.phase == "first" and state.chain is None:
            break
    page = LexborHTMLParser(client.get(address).text)
    told = "Nobody held the opening double"

    assert told in page.css("#lines li")[-1].text()
    news = page.css("#news li") or page.css(".bar .latest")
    assert told in news[0].text()
