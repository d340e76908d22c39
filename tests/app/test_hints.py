"""Why a hint advises what it does: every reason of the engine is a sentence."""

from __future__ import annotations

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from selectolax.lexbor import LexborHTMLParser

from app.board import TrainBoard, board
from app.thinking import _chosen
from engine.computers.reasons import CODES, Reason
from engine.match import Match
from engine.view import view
from tests.app.test_pages import sound
from tests.app.test_routes import HTMX, sit, until_my_turn
from tests.app.test_words import whole, words


@pytest.mark.parametrize("game", ["longana", "mexican-train"])
@pytest.mark.parametrize("code", CODES)
def test_every_reason_is_a_sentence(game: str, code: str) -> None:
    """No code is without its sentence, whatever its number is."""
    for count in (1, 2, 5):
        sentence = words(game, 3).why(Reason(code, count=count, seat=2, value=5))

        assert whole(sentence)
        assert sentence.endswith(".")


def test_a_reason_names_its_facts() -> None:
    """The number, the arm's owner and the value stand in the sentence."""
    speak = words("longana", 3)

    assert (
        speak.why(Reason("blocks", seat=2, value=5))
        == "It leaves Ana's arm on a value that Ana does not have: five."
    )
    assert (
        speak.why(Reason("keeps_chain", count=4))
        == "It keeps your longest chain: 4 tiles for your arm."
    )
    assert speak.why(Reason("pips", count=1)) == "It sheds 1 pip."


def test_the_last_tile_means_what_the_game_makes_of_it() -> None:
    """In Longana it wins the round; in Mexican Train it is a round without penalty."""
    assert "win the round" in words("longana", 2).why(Reason("last_tile"))
    assert "costs you nothing" in words("mexican-train", 2).why(Reason("last_tile"))


def marked(page: LexborHTMLParser) -> set[str]:
    """The tiles of the hand that are marked, each with the reason as its description."""
    told = page.css("#hand .hinted")
    assert {each.attributes["aria-describedby"] for each in told} <= {"why"}
    return {each.attributes["value"] or "" for each in told}


@pytest.mark.parametrize("game", ["longana", "mexican-train"])
def test_a_hint_marks_what_it_speaks_of(client: TestClient, app: FastAPI, game: str) -> None:
    """Through a round: in the hand just the tiles of the reason, on the board the previewed one if
    it is of them and the plate of the seat that is spoken of; without a hint nothing is marked.
    """
    address, seen = sit(client, game, seed="marks"), 0
    table = until_my_turn(client, app, address)
    while table.position.state.turn is not None:
        at = table.position.view(1)
        seq = {"seq": str(table.seq)}
        page = sound(client.post(f"{address}/hint", data=seq, headers=HTMX).text)
        advice = _chosen(at, "sharp", f"hint|{table.id}|{table.seq}")
        tiles = {str(tile) for tile in advice.why.tiles}
        assert marked(page) == tiles & set(map(str, at.hand))
        ghost = page.css_first("#board .ghost")
        told = ghost is not None and (ghost.attributes["id"] or "")[2:] in tiles
        assert bool(page.css(".ring-told")) == told
        assert bool(page.css(".plate.hinted")) == (advice.why.seat is not None)
        action = {"action": str(advice.action)}
        plain = sound(client.post(f"{address}/preview", data=seq | action, headers=HTMX).text)
        assert not plain.css(".hinted, .ring-told, [aria-describedby=why]")
        seen += told
        client.post(f"{address}/confirm", data=seq | action, headers=HTMX)
        table = until_my_turn(client, app, address)

    assert seen > 3


def test_whose_arm_a_hint_speaks_of_is_marked() -> None:
    """The owner's plate, and no other."""
    state = Match("longana", 3, 1, "plates", seed_chosen=True).first_round()
    assert state.turn is not None
    drawn = board(view(state, state.turn), why=Reason("blocks", seat=2, value=5))
    assert not isinstance(drawn, TrainBoard)

    assert [arm.owner.seat for arm in drawn.arms if arm.owner.told] == [2]
