"""The front page: seats for people and computers, one's own tables, setting one again."""

from __future__ import annotations

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from selectolax.lexbor import LexborHTMLParser, LexborNode

from app.store import Store
from engine import GAMES
from tests.app.friends import stands
from tests.app.test_routes import HTMX, sit


def chosen(page: LexborHTMLParser, name: str) -> str | None:
    """What a select of the form stands at."""
    option = page.css_first(f"[name={name}] option[selected]")
    return option.attributes["value"] if option else None


def only(found: list[LexborNode]) -> LexborNode:
    """The one that was found."""
    (one,) = found
    return one


def test_seats_are_people_and_computers_in_any_mix(client: TestClient, app: FastAPI) -> None:
    """All people of the form sit on the browser that sent it; seat 1 is always one."""
    players = {"plays_1": "sharp", "plays_3": "human", "plays_4": "relaxed"}
    address = sit(client, "longana", seats="4", **players)
    seats = stands(app, address).seats

    assert [seat.level for seat in seats] == [None, "steady", None, "relaxed"]
    assert [seat.key_hash is not None for seat in seats] == [True, False, True, False]
    assert seats[0].key_hash == seats[2].key_hash


def test_play_now_is_against_computers(client: TestClient, app: FastAPI) -> None:
    """After a table with other people one tap still leads to an own hand."""
    sit(client, "longana", seats="3", plays_2="human", plays_3="sharp")
    answer = client.post("/play/longana")
    table = stands(app, answer.url.path)

    assert [seat.level for seat in table.seats] == [None, "steady", "sharp"]
    assert LexborHTMLParser(answer.text).css_first("#hand") is not None


def test_the_readers_name_is_kept_for_every_game(client: TestClient, app: FastAPI) -> None:
    """Who played one game under a name plays the other under it, and nobody else has that name."""
    sit(client, "longana", seats="2", name_1="Carla")
    seats = stands(app, client.post("/play/mexican-train").url.path).seats

    assert [seat.name for seat in seats] == ["Carla", "Ben", "David", "Elena"]


def test_a_table_is_set_again_with_its_seats_changed(
    client: TestClient, stranger: TestClient
) -> None:
    """The end of a match leads to a form filled as that table is; strangers get the usual one."""
    address = sit(
        client, "mexican-train", seats="3", name_2="Zoë", plays_2="human", plays_3="relaxed"
    )
    client.post("/play/mexican-train")  # a later table of the same game
    like = f"/new?like={address.removeprefix('/t/')}"
    page = LexborHTMLParser(client.get(like).text)

    assert only(page.css("[name=name_2]")).attributes["value"] == "Zoë"
    assert (chosen(page, "plays_2"), chosen(page, "plays_3")) == ("human", "relaxed")
    assert only(page.css("[name=seats][checked]")).attributes["value"] == "3"
    assert "Zoë" not in stranger.get(like).text
    assert stranger.get("/new?like=nothing").status_code == 200


def test_a_number_for_a_larger_game_becomes_the_most_of_this_one(
    client: TestClient, app: FastAPI
) -> None:
    """Seven were chosen, then Longana: its form shows four seats, and four are set."""
    assert len(stands(app, sit(client, "longana", seats="7")).seats) == 4


def test_a_table_is_deleted_by_who_sits_there(
    client: TestClient, app: FastAPI, stranger: TestClient
) -> None:
    """The front page asks before; the table goes with its log, and nobody else can do that."""
    address = sit(client, "longana")
    form = only(LexborHTMLParser(client.get("/").text).css(f'form[action="{address}/leave"]'))
    assert form.parent is not None
    assert form.parent.tag == "details"
    assert "open" not in form.parent.attributes

    assert stranger.post(f"{address}/leave").status_code == 403
    assert client.get(address).status_code == 200

    answer = client.post(f"{address}/leave", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    store: Store = app.state.store
    assert store.load(address.removeprefix("/t/")) is None
    assert client.get(address).status_code == 404
    assert address not in client.get("/").text


def test_b41_a_lost_seat_is_told_with_a_way_on(client: TestClient) -> None:
    """The cookie is gone in mid-game: the answer has a heading, a sentence and the front page."""
    address = sit(client, "longana")
    client.cookies.clear()
    answer = client.post(f"{address}/preview", data={"seq": "1", "tile": "9-9"}, headers=HTMX)
    page = LexborHTMLParser(answer.text)

    assert answer.status_code == 403
    assert page.css_first("title") is not None
    assert page.css_first("header.masthead a[href='/']") is not None
    assert only(page.css("#notice")).text().strip()


@pytest.mark.parametrize("game", GAMES)
def test_play_now_is_one_tap_to_an_own_hand(client: TestClient, app: FastAPI, game: str) -> None:
    """Play now sets a table at an unguessable address and shows the own hand there."""
    answer = client.post(f"/play/{game}")
    page = LexborHTMLParser(answer.text)

    assert answer.status_code == 200
    assert len(answer.url.path.removeprefix("/t/")) == 22
    hand = stands(app, answer.url.path).position.view(1).hand
    assert len(hand) >= {"longana": 8, "mexican-train": 15}[game]  # more after a search (M5)
    assert [each.attributes["value"] for each in page.css("#hand [name=tile]")] == list(
        map(str, hand)
    )


def test_play_now_uses_the_settings_used_last(client: TestClient, app: FastAPI) -> None:
    """Names, seats, levels and pace of the last table of that game come back."""
    sit(client, "longana", seats="3", name_1="Rosa", name_2="Tim", plays_3="sharp", pace="slow")
    again = client.post("/play/longana", follow_redirects=False).headers["location"]
    table = stands(app, again)

    assert [seat.name for seat in table.seats][:2] == ["Rosa", "Tim"]
    assert [seat.level for seat in table.seats] == [None, "steady", "sharp"]
    assert table.pace == "slow"
    assert not table.position.match.seed_chosen


@pytest.mark.parametrize(
    ("change", "status"),
    [
        ({"seats": "11"}, 422),
        ({"seats": "1"}, 422),
        ({"seats": "x"}, 422),
        ({"pace": "warp"}, 422),
        ({"plays_2": "cheat"}, 422),
        ({"name_1": "x" * 31}, 422),
        ({"name_1": "a\u202eb"}, 422),
        ({"name_1": "a\x00b"}, 422),
        ({"seed": "s" * 65}, 422),
        ({"game": "chess"}, 404),
    ],
    ids=str,
)
def test_impossible_tables_are_refused_in_words(
    client: TestClient, change: dict[str, str], status: int
) -> None:
    """What cannot be is answered with the form, a sentence and the right status."""
    fields = {"game": "longana", "seats": "2", "pace": "fast"} | change
    answer = client.post("/new", data=fields, follow_redirects=False)

    assert answer.status_code == status
    assert answer.headers["content-type"].startswith("text/html")
    assert LexborHTMLParser(answer.text).css_first("[role=alert], .refused, .notice") is not None


def test_names_are_kept_in_nfc_and_told_apart(client: TestClient, app: FastAPI) -> None:
    """Decomposed names are composed, blanks folded, and equal names numbered (B51)."""
    address = sit(
        client, "longana", name_1="  Nguye\u0302\u0303n   Thi\u0323 ", name_2="nguyễn thị"
    )
    names = [seat.name for seat in stands(app, address).seats]

    assert names == ["Nguyễn Thị", "nguyễn thị 2"]


def test_joiners_that_scripts_and_emoji_need_are_kept(client: TestClient, app: FastAPI) -> None:
    """A family is one sign of several; a name of nothing but joiners is no name."""
    address = sit(client, "longana", name_1="👩\u200d👧", name_2="\u200d")
    names = [seat.name for seat in stands(app, address).seats]

    assert names == ["👩\u200d👧", "Ben"]


def test_lobby_lists_own_tables_only(client: TestClient, stranger: TestClient) -> None:
    """Your tables: those where this browser sits; nobody else's."""
    address = sit(client, "longana")

    assert address in client.get("/").text
    assert address not in stranger.get("/").text
