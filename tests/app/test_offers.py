"""What a page offers is what the engine allows."""

from __future__ import annotations

from random import Random

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from selectolax.lexbor import LexborHTMLParser

from engine import GAMES
from engine.actions import Open, Play
from tests.app.friends import stands, with_friends


@pytest.mark.parametrize("game", GAMES)
def test_what_is_offered_is_what_is_legal(app: FastAPI, client: TestClient, game: str) -> None:
    """Through a round: raised tiles, buttons and hint are the engine's list of legal actions, out
    of turn there are none; whatever else is sent is refused and stores nothing.
    """
    address = with_friends(client, game, friends=0)
    rng, met = Random(3), set()
    while (table := stands(app, address)).position.state.turn is not None:
        view = table.position.view(1)
        page = LexborHTMLParser(client.get(address).text)
        raised = {each.attributes["value"] for each in page.css("#hand .playable")}
        offered = {each.attributes["value"] for each in page.css("[name=action]")}
        legal = {str(each) for each in view.legal}
        plain = {str(each) for each in view.legal if not isinstance(each, Open | Play)}
        assert raised == {str(each.tile) for each in view.legal if isinstance(each, Open | Play)}
        assert {each for each in offered if " " not in str(each)} == plain
        assert offered <= legal
        for action in {"draw", "pass", "finish"} - legal:
            sent = {"seq": table.seq, "action": action}
            assert client.post(f"{address}/confirm", data=sent).status_code == 422
        assert stands(app, address).seq == table.seq
        if legal:
            met |= {each.split()[0] for each in legal}
            sent = {"seq": table.seq, "action": rng.choice(sorted(legal))}
            client.post(f"{address}/confirm", data=sent, headers={"HX-Request": "true"})
        else:
            step = {"seq": table.seq}
            client.post(f"{address}/step", data=step, headers={"HX-Request": "true"})

    assert "play" in met
