"""How computers play a round out."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from engine import GAMES
from engine.actions import Action
from engine.computers import MINDS, longana, mexican_train
from engine.computers.deals import dealt, known
from engine.trains import State
from engine.view import view
from tests.engine.minds import decisions


@pytest.mark.parametrize(
    ("game", "seats"), [("longana", 2), ("longana", 4), ("mexican-train", 2), ("mexican-train", 5)]
)
def test_playouts_take_only_legal_actions(
    game: str, seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The quick habit needs no list of legal actions, yet keeps to it, to the end of the round,
    and tells the pips left as the rules count them."""
    rules, taken = GAMES[game], Counter[str]()

    def careful(state: State, action: Action) -> None:
        assert action in rules.moves(state), (action, state)
        taken[str(action).split(" ")[0]] += 1
        rules.advance(state, action)

    module = {"longana": longana, "mexican-train": mexican_train}[game]
    monkeypatch.setattr(module, "advance", careful)
    dice = Random(3)
    for state in decisions(game, seats, "playouts", 1 if game == "longana" else 0.05):
        deal = dealt(known(view(state, state.turn)), dice)
        left = MINDS[game].playouts()(deal)
        ended = rules.outcome(deal)
        assert ended is not None
        assert left == ended.left

    assert taken["play"] > 50
    assert taken["pass"] > 5


def test_winning_is_worth_more_than_losing() -> None:
    """Longana: a win is worth most with many pips in the other hands, a tie nothing, a loss the
    less the more it costs. Mexican Train: few own pips, many of others."""
    longana_worth, train_worth = MINDS["longana"].worth, MINDS["mexican-train"].worth

    assert longana_worth((0, 30), 1) > longana_worth((0, 10), 1) > longana_worth((9, 9), 1) == 0
    assert longana_worth((0, 30), 2) < longana_worth((0, 10), 2) < 0
    assert train_worth((3, 30), 1) > train_worth((3, 10), 1) > train_worth((9, 10), 1)
