"""Taking back among several devices: one asks, and the others agree or not (T5, T6)."""

# ruff: noqa: N802

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from selectolax.lexbor import LexborHTMLParser
from sqlalchemy import delete

from app import consent
from app.models import PresenceRow
from app.store import Stale, Store
from app.tables import Table, Wish
from engine.log import Acted, NextRound
from tests.app.friends import here, in_play, stands, with_bea
from tests.conftest import NewBrowser

pytestmark = pytest.mark.both


def undo_asked(app: FastAPI, client: TestClient, stranger: TestClient) -> tuple[str, int]:
    """A table where Ana asks Bea to take a move back: its address, and the last event's number."""
    address = in_play(app, client, stranger)
    seq = stands(app, address).seq
    client.post(f"{address}/undo", data={"seq": seq})
    return address, seq


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
    """Agreeing to one's own wish only withdraws it."""
    address, seq = undo_asked(app, client, stranger)
    client.post(f"{address}/wish", data={"seq": seq, "agree": "true", "kind": "undo"})

    assert (stands(app, address).seq, stands(app, address).wish) == (seq, None)


def test_T5_a_no_is_told_and_another_wish_may_follow(
    app: FastAPI, client: TestClient, stranger: TestClient
) -> None:
    """Bea would rather not: everybody reads so, and no yes comes after it."""
    address, seq = undo_asked(app, client, stranger)
    answer = {"seq": seq, "kind": "undo"}
    told = stranger.post(f"{address}/wish", data={**answer, "agree": "false"})
    for page in (told, client.get(address)):
        wish = LexborHTMLParser(page.text).css_first("#wish")
        assert wish is not None
        assert "Bea would rather not" in wish.text()
        assert not wish.css("button")
    late = stranger.post(f"{address}/wish", data={**answer, "agree": "true"})
    assert late.status_code == 409
    assert stands(app, address).seq == seq

    client.post(f"{address}/restart", data={"seq": seq, "sure": "yes"})
    wish_now = stands(app, address).wish
    assert wish_now is not None
    assert (wish_now.kind, wish_now.declined) == ("restart", None)


def test_T5_the_computers_wait_for_an_answer(
    app: FastAPI, client: TestClient, stranger: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A computer that is to move would end the wish before anybody could answer: it waits, but not
    for ever, and no longer than until somebody says no.
    """
    address = with_bea(client, stranger, friends=1, seats="3", seed="waits")
    here(app, address)
    table = computer_next(app, address)
    client.post(f"{address}/undo", data={"seq": table.seq})
    client.post(f"{address}/step", data={"seq": table.seq})
    assert stands(app, address).seq == table.seq
    no = {"seq": table.seq, "kind": "undo", "agree": "false"}
    stranger.post(f"{address}/wish", data=no)
    client.post(f"{address}/step", data={"seq": table.seq})
    assert stands(app, address).seq > table.seq

    table = computer_next(app, address)
    client.post(f"{address}/undo", data={"seq": table.seq})
    monkeypatch.setattr("app.store.ANSWERING", timedelta(0))
    client.post(f"{address}/step", data={"seq": table.seq})
    assert stands(app, address).seq > table.seq


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
    address, seq = undo_asked(app, client, stranger)
    form = LexborHTMLParser(stranger.get(address).text).css("#wish input")
    data = {str(each.attributes["name"]): str(each.attributes["value"]) for each in form}
    client.post(f"{address}/restart", data={"seq": seq, "sure": "yes"})
    late = stranger.post(f"{address}/wish", data={**data, "agree": "true"})

    assert late.status_code == 409
    wish = stands(app, address).wish
    assert wish is not None
    assert (wish.kind, wish.agreed) == ("restart", frozenset())


def computer_next(app: FastAPI, address: str) -> Table:
    """Play on at random until a person has acted and a computer is to move."""
    store: Store = app.state.store
    while True:
        table = stands(app, address)
        turn = table.position.state.turn
        if turn is None:
            store.append(table, NextRound())
        elif table.computer_to_move and table.position.can_undo:
            return table
        else:
            action = table.position.view(turn).legal[0]
            store.append(table, Acted(turn, action, computer=table.computer_to_move))


def yes(store: Store, table: Table, wish: Wish) -> None:
    """Bea agrees."""
    consent.agree(store, table, wish, table.seats[1].key_hash or "")


def no(store: Store, table: Table, wish: Wish) -> None:
    """Bea declines."""
    consent.decline(store, table, wish, 2)


@pytest.mark.parametrize("answer", [yes, no, consent.withdraw])
def test_an_answer_is_never_for_another_wish(
    app: FastAPI,
    client: TestClient,
    stranger: TestClient,
    answer: Callable[[Store, Table, Wish], None],
) -> None:
    """Bea's answer was on its way when another process withdrew the wish, or put another in its
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
            consent.withdraw(store, now, now.wish)
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
    address, seq = undo_asked(app, client, stranger)
    yes = {"seq": seq, "agree": "true", "kind": "undo"}
    first, second = (stranger.post(f"{address}/wish", data=yes) for _ in range(2))

    assert (first.status_code, second.status_code) == (200, 409)
    assert stands(app, address).seq == seq + 1
