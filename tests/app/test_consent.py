"""Taking back among several devices: one asks, and the others agree or not (T5, T6)."""

# ruff: noqa: N802

from __future__ import annotations

from collections.abc import Callable

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from selectolax.lexbor import LexborHTMLParser
from sqlalchemy import delete

from app import consent
from app.models import PresenceRow
from app.store import Stale, Store
from app.tables import Table, Wish
from engine.log import Acted
from tests.app.friends import in_play, stands
from tests.conftest import NewBrowser

pytestmark = pytest.mark.both


@pytest.mark.parametrize("what", ["undo", "restart"])
def test_T5_T6_others_agree_before_anything_is_taken_back(
    app: FastAPI, client: TestClient, stranger: TestClient, what: str
) -> None:
    """The wish alone changes nothing and everybody sees it; a yes carries it out."""
    address = in_play(app, client, stranger)
    before = stands(app, address)
    asked = client.post(f"{address}/{what}", data={"seq": before.seq, "sure": "yes"})
    assert stands(app, address).seq == before.seq
    assert "the others are asked" in asked.text
    assert "Ana asks" in stranger.get(address).text
    stranger.post(f"{address}/wish", data={"seq": before.seq, "agree": "true", "kind": what})

    after = stands(app, address)
    assert after.seq == before.seq + 1
    assert after.position.notes
    assert after.wish is None


def test_T5_who_asked_cannot_agree_for_others(
    app: FastAPI, client: TestClient, stranger: TestClient
) -> None:
    """Agreeing to one's own wish only withdraws it; a no drops it."""
    address = in_play(app, client, stranger)
    seq = stands(app, address).seq
    client.post(f"{address}/undo", data={"seq": seq})
    client.post(f"{address}/wish", data={"seq": seq, "agree": "true", "kind": "undo"})
    assert (stands(app, address).seq, stands(app, address).wish) == (seq, None)
    client.post(f"{address}/undo", data={"seq": seq})
    stranger.post(f"{address}/wish", data={"seq": seq, "agree": "false", "kind": "undo"})

    assert (stands(app, address).seq, stands(app, address).wish) == (seq, None)


def test_T5_an_action_withdraws_the_wish(
    app: FastAPI, client: TestClient, stranger: TestClient
) -> None:
    """Whatever happens next at the table, the wish is over, and a late yes does nothing."""
    address = in_play(app, client, stranger)
    table = stands(app, address)
    client.post(f"{address}/undo", data={"seq": table.seq})
    store: Store = app.state.store
    action = store.load(table.id)
    assert action is not None
    turn = action.position.state.turn
    assert turn is not None
    played = store.append(
        action, Acted(turn, action.position.view(turn).legal[0], computer=turn == 3)
    )
    assert stands(app, address).wish is None
    late = stranger.post(
        f"{address}/wish", data={"seq": table.seq, "agree": "true", "kind": "undo"}
    )

    assert late.status_code == 409
    assert stands(app, address).seq == played.seq


def test_T5_who_is_away_does_not_count(
    app: FastAPI, client: TestClient, stranger: TestClient
) -> None:
    """With nobody else there it is done at once."""
    address = in_play(app, client, stranger)
    table = stands(app, address)
    wish = Wish("undo", 1, frozenset())
    everybody = set(table.devices)
    host = table.seats[0].key_hash
    assert consent.asked(table, wish, everybody) == everybody - {host}

    assert consent.asked(table, wish, {host or ""}) == set()


def test_T5_who_plays_by_plain_forms_is_asked_too(
    app: FastAPI, client: TestClient, stranger: TestClient
) -> None:
    """Without scripts there is no stream; a form that was sent tells that somebody is there."""
    address = in_play(app, client, stranger)
    with app.state.store.reading() as session:
        session.exec(delete(PresenceRow))
        session.commit()
    stranger.post(f"{address}/preview", data={"seq": stands(app, address).seq})
    seq = stands(app, address).seq
    client.post(f"{address}/undo", data={"seq": seq})

    assert (stands(app, address).seq, stands(app, address).wish is not None) == (seq, True)


def test_a_yes_is_for_what_was_asked(
    app: FastAPI, client: TestClient, stranger: TestClient
) -> None:
    """Bea's page asks for an undo; until she says yes, a restart is asked instead: not agreed."""
    address = in_play(app, client, stranger)
    seq = stands(app, address).seq
    client.post(f"{address}/undo", data={"seq": seq})
    form = LexborHTMLParser(stranger.get(address).text).css("#wish input")
    data = {str(each.attributes["name"]): str(each.attributes["value"]) for each in form}
    client.post(f"{address}/restart", data={"seq": seq, "sure": "yes"})
    late = stranger.post(f"{address}/wish", data={**data, "agree": "true"})

    assert late.status_code == 409
    wish = stands(app, address).wish
    assert wish is not None
    assert (wish.kind, wish.agreed) == ("restart", frozenset())


def yes(store: Store, table: Table, wish: Wish) -> None:
    """Bea agrees."""
    consent.agree(store, table, wish, table.seats[1].key_hash or "")


@pytest.mark.parametrize("answer", [yes, consent.drop])
def test_an_answer_is_never_for_another_wish(
    app: FastAPI,
    client: TestClient,
    stranger: TestClient,
    answer: Callable[[Store, Table, Wish], None],
) -> None:
    """Bea's answer was on its way when another process dropped the wish, or put another in its
    place: it is too late, and changes nothing.
    """
    address = in_play(app, client, stranger)
    store: Store = app.state.store
    consent.wish(store, stands(app, address), "undo", 1)
    seen = stands(app, address)
    assert seen.wish is not None
    for meanwhile in ("restart", None):
        if meanwhile == "restart":
            consent.wish(store, seen, "restart", 1)
        else:
            now = stands(app, address)
            assert now.wish is not None
            consent.drop(store, now, now.wish)
        before = stands(app, address)
        with pytest.raises(Stale):
            answer(store, seen, seen.wish)
        assert stands(app, address) == before


def test_nobody_without_a_seat_asks_or_agrees(
    app: FastAPI, client: TestClient, stranger: TestClient, browsers: NewBrowser
) -> None:
    """Neither strangers nor who looks on; the wish waits for those who sit there."""
    address = in_play(app, client, stranger)
    client.post(f"{address}/seats/watch")
    seq = stands(app, address).seq
    client.post(f"{address}/undo", data={"seq": seq})
    other = browsers()
    for verb in ("wish", "wish?watch", "undo?watch", "redo", "restart?own=1"):
        data = {"seq": seq, "agree": "true", "kind": "undo", "sure": "yes"}
        assert other.post(f"{address}/{verb}", data=data).status_code == 403

    wish = stands(app, address).wish
    assert wish is not None
    assert wish.agreed == frozenset()


def test_two_yeses_take_back_once(app: FastAPI, client: TestClient, stranger: TestClient) -> None:
    """The same form twice, or for an earlier state: the second finds that the table has moved."""
    address = in_play(app, client, stranger)
    seq = stands(app, address).seq
    client.post(f"{address}/undo", data={"seq": seq})
    yes = {"seq": seq, "agree": "true", "kind": "undo"}
    first, second = (stranger.post(f"{address}/wish", data=yes) for _ in range(2))

    assert (first.status_code, second.status_code) == (200, 409)
    assert stands(app, address).seq == seq + 1
