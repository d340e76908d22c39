"""Choosing a language: by a menu that goes back, or in the middle of something that stays."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from selectolax.lexbor import LexborHTMLParser, LexborNode

from app.language import COOKIE
from engine import legal
from engine.actions import Play
from tests.app.friends import stands
from tests.app.test_cover import Tablet
from tests.app.test_routes import HTMX, sit, until_my_turn
from tests.conftest import polyglot

FAR = "http://evil.example"


@pytest.fixture(autouse=True)
def offered(tmp_path: Path) -> Iterator[None]:
    """English and a little Polish."""
    patch = polyglot(tmp_path)
    yield
    patch.undo()


def lang(html: str) -> str | None:
    """The language that a whole page says it is in."""
    return one(html, "html").attributes["lang"]


def one(html: str, selector: str) -> LexborNode:
    """The first element that answers to a selector; there has to be one."""
    found = LexborHTMLParser(html).css_first(selector)
    assert found is not None, selector
    return found


def test_a_chosen_language_stays(client: TestClient) -> None:
    """The menu's button goes back to the page, which comes in that language from then on."""
    answer = client.post(
        "/language", data={"language": "pl", "next": "/new?game=longana"}, follow_redirects=False
    )
    cookie = answer.headers["set-cookie"]

    assert answer.status_code == 303
    assert answer.headers["location"] == "/new?game=longana"
    assert cookie.startswith("ramal-language=pl;")
    assert {"HttpOnly", "Path=/", "SameSite=lax"} <= set(cookie.split("; "))
    assert "Max-Age=34560000" in cookie
    page = client.get("/new?game=longana", headers={"Accept-Language": "en"})
    assert lang(page.text) == "pl"
    assert "Nakryj stół" in page.text


@pytest.mark.parametrize(
    "address",
    [
        "//evil.example",
        "////evil.example",
        "/\\evil.example",
        "\\/evil.example",
        "/\t/evil.example",
        "\t//evil.example",
        " //evil.example",
        "https:evil.example",
        "https://evil.example/",
        "javascript:alert(1)",
        "evil.example",
        "/\r\nSet-Cookie: ramal=x",
        "/\n/evil.example",
        "/rules/longana\x00",
        "/t/ł",
        "/" + "x" * 9_000,
        "",
    ],
    ids=ascii,
)
def test_the_way_back_stays_on_this_site(client: TestClient, address: str) -> None:
    """Whatever is sent as the next page, the browser never leaves, nor gets a header (B13)."""
    answer = client.post(
        "/language", data={"language": "pl", "next": address}, follow_redirects=False
    )

    assert answer.status_code == 303
    assert answer.headers["location"] == "/"
    assert len(answer.headers.get_list("set-cookie")) == 1


@pytest.mark.parametrize("address", ["/%09/evil.example", "/t/x?a=1&b=/c", "/rules/longana#M3"])
def test_the_way_back_is_any_page_of_this_site(client: TestClient, address: str) -> None:
    """Paths with everything that may stand in one are gone back to."""
    answer = client.post("/language", data={"next": address}, follow_redirects=False)

    assert answer.headers["location"] == address


@pytest.mark.parametrize(
    "value",
    ["xx", "", "../../etc/passwd", "pl/../../x", "x" * 7_000, "język", "日本語", "\x00", ";", "*"],
    ids=lambda value: ascii(value)[:20],
)
def test_a_strange_language_does_no_harm(client: TestClient, value: str) -> None:
    """Unknown, path-like, long or non-ASCII values choose nothing, wherever they stand (B50)."""
    sent = client.post("/language", data={"language": value, "next": "/"}, follow_redirects=False)
    asked = client.post("/new", params={"language": value}, data={"game": "longana", "update": ""})
    raw = value.encode().replace(b"\x00", b"%00").replace(b";", b"%3B")
    kept = client.get("/", headers={b"Cookie": COOKIE.encode() + b"=" + raw})

    assert sent.status_code == 303
    assert asked.status_code == 200
    assert kept.status_code == 200
    assert "set-cookie" not in sent.headers
    assert "set-cookie" not in asked.headers
    assert lang(asked.text) == lang(kept.text) == "en"


@pytest.mark.parametrize("method", ["GET", "HEAD"])
@pytest.mark.parametrize("path", ["/", "/new?game=longana", "/nothing", "/language"])
def test_looking_chooses_nothing(client: TestClient, method: str, path: str) -> None:
    """A link cannot change a language: GET and HEAD take no notice of the parameter."""
    answer = client.request(method, path, params={"language": "pl", "game": "longana"})

    assert "set-cookie" not in answer.headers
    if method == "GET":
        assert lang(answer.text) == "en"


def test_another_site_chooses_nothing(client: TestClient) -> None:
    """A form on another site changes no language."""
    for path in ("/language", "/new?language=pl"):
        answer = client.post(path, data={"language": "pl"}, headers={"Origin": FAR})
        assert answer.status_code == 403
        assert "set-cookie" not in answer.headers
        assert lang(answer.text) == "en"


def test_a_half_filled_form_keeps_what_it_holds(client: TestClient) -> None:
    """The form to set a table comes back in the other language, as it was filled (B47)."""
    form = {"game": "longana", "seats": "3", "pace": "slow", "name_2": "Zoë", "update": ""}
    answer = client.post("/new?language=pl", data=form)

    assert answer.status_code == 200
    assert answer.headers["set-cookie"].startswith("ramal-language=pl;")
    assert "Nakryj stół" in answer.text
    assert one(answer.text, "[name=name_2]").attributes["value"] == "Zoë"
    assert "checked" in one(answer.text, "#seats-3").attributes
    assert lang(client.get("/").text) == "pl"


def test_enter_in_the_form_sets_the_table(client: TestClient) -> None:
    """The first button that belongs to the form is its own, not one of the languages'."""
    page = LexborHTMLParser(client.get("/new?game=longana").text)
    buttons = page.css("#setting button:not([type=button]), button[form=setting]")

    assert "formaction" not in buttons[0].attributes
    assert buttons[-1].attributes["formaction"] == "/new?language=pl"


def switch(client: TestClient, html: str) -> str:
    """Press Polish in the settings of a table's page; the page that comes."""
    form = one(html, "form#speak")
    fields = {
        each.attributes["name"] or "": each.attributes["value"] or ""
        for each in form.css("input[type=hidden]")
    }
    to = one(html, "#language-pl").attributes["formaction"] or ""
    assert to.startswith(form.attributes["action"] or "?")
    answer = client.post(to, data=fields)
    assert answer.status_code == 200
    assert lang(answer.text) == "pl"
    return answer.text


def test_a_preview_survives_the_switch(client: TestClient, app: FastAPI) -> None:
    """A previewed action, a tile with several places and a hint are there again (B47)."""
    address = sit(client, "mexican-train", seed="tap")
    table = until_my_turn(client, app, address)
    seen: set[str] = set()
    while table.position.state.turn is not None and len(seen) < 3:
        seq = {"seq": str(table.seq)}
        tiles = [str(each.tile) for each in legal(table.position.state) if isinstance(each, Play)]
        for ask in ({"tile": tile} for tile in tiles):
            before = client.post(f"{address}/preview", data=seq | ask).text
            after = switch(client, before)
            kind = "#confirm [name=action]" if 'id="confirm"' in before else "#choose [name=tile]"
            seen.add(kind)
            assert one(after, kind).attributes == one(before, kind).attributes
        before = client.post(f"{address}/hint", data=seq).text
        if LexborHTMLParser(before).css_first("#why"):
            seen.add("#why")
            assert one(switch(client, before), "#why").text() == one(before, "#why").text()
        client.cookies.delete(COOKIE)
        action = str(legal(table.position.state)[0])
        client.post(f"{address}/confirm", data=seq | {"action": action}, headers=HTMX)
        table = until_my_turn(client, app, address)

    assert seen == {"#confirm [name=action]", "#choose [name=tile]", "#why"}


def test_a_question_survives_the_switch(client: TestClient, app: FastAPI) -> None:
    """ "Restart this round?" is asked in the other language, and not done."""
    address = sit(client, "longana", seed="restart")
    table = until_my_turn(client, app, address)
    seq = {"seq": str(table.seq)}
    action = str(legal(table.position.state)[0])
    client.post(f"{address}/confirm", data=seq | {"action": action}, headers=HTMX)
    table = until_my_turn(client, app, address)
    asked = switch(client, client.post(f"{address}/restart", data={"seq": str(table.seq)}).text)

    assert one(asked, "#sure [name=sure]").attributes["value"] == "yes"
    assert one(asked, "#sure button").text(strip=True) == "Od nowa"
    assert stands(app, address) == table


def test_with_nothing_previewed_the_table_comes_as_it_stands(
    client: TestClient, app: FastAPI
) -> None:
    """Also when the page is older than the table: nothing was asked that could be stale."""
    address = sit(client, "longana", seed="plain")
    table = until_my_turn(client, app, address)
    old, action = table.seq, str(legal(table.position.state)[0])
    client.post(f"{address}/confirm", data={"seq": str(old), "action": action}, headers=HTMX)
    table = until_my_turn(client, app, address)
    answer = client.post(f"{address}/preview?language=pl", data={"seq": str(old)})

    assert answer.status_code == 200
    assert lang(answer.text) == "pl"
    assert one(answer.text, "#table").attributes["data-seq"] == str(table.seq) != str(old)
    assert not LexborHTMLParser(answer.text).css("[role=alert].refused:not(#lost)")
    assert stands(app, address) == table


def test_a_switch_neither_lifts_the_cover_nor_lays_it(client: TestClient, app: FastAPI) -> None:
    """Under the cover no hand comes with the other language, also if that person was shown last;
    with the hand in sight the hand stays (B47).
    """
    tablet = Tablet(client, app, "longana")
    tablet.computers()
    uncovered = tablet.uncover(htmx=False).text
    assert LexborHTMLParser(uncovered).css("#hand")
    covered = tablet.get().text
    for html, cover in ((uncovered, False), (covered, True)):
        client.cookies.delete(COOKIE)
        after = LexborHTMLParser(switch(client, html))
        assert bool(after.css("#cover")) is cover
        assert bool(after.css("#hand")) is not cover


def test_a_fragment_speaks_the_chosen_language_too(client: TestClient, app: FastAPI) -> None:
    """What htmx puts into the page follows the cookie."""
    address = sit(client, "longana", seed="plain")
    table = until_my_turn(client, app, address)
    client.post("/language", data={"language": "pl"})
    action = str(legal(table.position.state)[0])
    form = {"seq": str(table.seq), "action": action}
    answer = client.post(f"{address}/preview", data=form, headers=HTMX)

    assert "<html" not in answer.text
    assert one(answer.text, "#yes").text(strip=True) == "Zatwierdź"


@pytest.mark.parametrize("path", ["/", "/rules/longana", "/nothing?x=1", "/t/AAAA"])
def test_every_page_calls_each_language_by_its_own_name(client: TestClient, path: str) -> None:
    """The menu says "Polski", marked as Polish, and leads back to where it stands."""
    html = client.get(path).text
    button = one(html, "#language-pl")

    assert button.text(strip=True) == "Polski"
    assert button.attributes["lang"] == "pl"
    assert button.attributes["aria-pressed"] == "false"
    assert one(html, "#speak [name=next]").attributes["value"] == path
    assert one(html, "#language-en").attributes["aria-pressed"] == "true"


def test_a_replay_comes_back_at_its_step(client: TestClient, app: FastAPI) -> None:
    """The replay changes its step without another page; its way back goes along."""
    address = sit(client, "longana", seed="replay")
    table = stands(app, address)
    while len(table.position.settled) < 1:
        seq = {"seq": str(table.seq)}
        if table.position.state.turn is None:
            client.post(f"{address}/next", data=seq, headers=HTMX)
        else:
            action = str(legal(table.position.state)[0])
            client.post(f"{address}/confirm", data=seq | {"action": action}, headers=HTMX)
        table = until_my_turn(client, app, address)
    fragment = client.get(f"{address}/replay/1/1?step=3", headers=HTMX).text
    whole = client.get(f"{address}/replay/1/1?step=3").text

    assert one(whole, "#language-pl").attributes["form"] == "replay-language"
    for html in (fragment, whole):
        way = one(html, "#replay #replay-language [name=next]").attributes["value"]
        assert way == f"{address}/replay/1/1?step=3"
