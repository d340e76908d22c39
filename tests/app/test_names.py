"""The names that friends sit under: told apart, whole, and nothing but names."""

from __future__ import annotations

import unicodedata

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from selectolax.lexbor import LexborHTMLParser
from sqlalchemy import update
from sqlmodel import col

from app.models import SeatRow
from app.seats import clean_name, different
from app.store import Store
from tests.app.friends import in_play, stands, with_friends


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        ("Ana", "Ana 2"),
        ("\uff21na", "\uff21na 2"),
        ("", "Ben"),
        ("Nguye\u0302\u0303n", "Nguy\u1ec5n"),
    ],
)
def test_names_of_friends_are_told_apart(
    app: FastAPI, client: TestClient, stranger: TestClient, sent: str, kept: str
) -> None:
    """Look-alikes get a number, names are kept composed, and without one the seat's own stays."""
    address = with_friends(client)
    stranger.post(f"{address}/sit", data={"number": 2, "name": sent})

    assert stands(app, address).seats[1].name == kept


@pytest.mark.parametrize(
    "name", ["x" * 31, "a\u202eb", "a\x00b", "\u200b", "x" * 201, "x" * 10_000]
)
def test_names_that_cannot_be_are_refused(
    app: FastAPI, client: TestClient, stranger: TestClient, name: str
) -> None:
    """Too long, endless, or with characters that hide or turn the text: 422 in a sentence that does
    not repeat them, and the seat stays free.
    """
    address = with_friends(client)
    answer = stranger.post(f"{address}/sit", data={"number": 2, "name": name})

    assert answer.status_code == 422
    assert name not in answer.text
    assert stands(app, address).seats[1].free


FORMATS = "%(name)s %s {0} %"


MARKUP = "<b>&amp;\"'</b>{{ 7*7 }}"


@pytest.mark.parametrize("name", [FORMATS, MARKUP, "../../x", "null", "\U0001f469\u200d\U0001f467"])
def test_a_name_is_a_name_and_nothing_else(
    app: FastAPI, client: TestClient, stranger: TestClient, name: str
) -> None:
    """Placeholders, markup, template signs: shown as typed, on every page that names a seat."""
    address = in_play(app, client, stranger)
    store: Store = app.state.store
    table = stands(app, address)
    with store.changing(table.id) as (session, _):
        session.exec(update(SeatRow).where(col(SeatRow.number) == 2).values(name=name))
    stranger.post(f"{address}/undo", data={"seq": table.seq})
    for browser in (client, stranger):
        for path in ("", "/seats"):
            answer = browser.get(f"{address}{path}")
            assert answer.status_code == 200
            assert name in LexborHTMLParser(answer.text).text()
            assert "<b>&amp;" not in answer.text


@pytest.mark.parametrize(
    "name",
    [
        "An\u200da",  # joiners between letters that do not join
        "A\u200cna",
        "\u0410\u043da",  # Cyrillic capital A and en, which is no n: another name
        "\u0410na",  # Cyrillic capital A
        "An\u0430",  # Cyrillic a
        "\u0391na",  # Greek capital alpha
        "\uff21na",  # wide
        "\U0001d400na",  # mathematical bold
        "aNA",
    ],
)
def test_a_name_that_looks_like_another_gets_a_number(name: str) -> None:
    """Whatever letters it is made of."""
    told = different(["Ana", clean_name(name)])[1]

    assert told == (name if "\u043d" in name else f"{name} 2")


@pytest.mark.parametrize(
    "name", ["\u3164", "\u2800", "A\u115f", "Ana\uffa0", "A\u034fna", "A\u2066na", "A\u00adna"]
)
def test_a_name_has_no_letters_that_cannot_be_seen(name: str) -> None:
    """Fillers and blank patterns are letters by name only; marks of direction are none."""
    with pytest.raises(ValueError, match="visible"):
        clean_name(name)


def test_letters_are_whole_in_the_record(client: TestClient) -> None:
    """A Vietnamese name, sent in pieces, is composed in the file as it is at the table."""
    name = "Đặng Hữu Ước"
    address = with_friends(client, name_1=unicodedata.normalize("NFD", name))
    record = client.get(f"{address}/record")

    assert name in record.content.decode()
    assert name in client.get(address).text
