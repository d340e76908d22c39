"""Positions in which computers have something to decide, for their tests."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engine import legal
from engine.computers import Advice, choose
from engine.trains import State
from engine.view import view
from tests.engine.positions import new_match, played

TABLES = [("longana", 2), ("longana", 4), ("mexican-train", 2), ("mexican-train", 4)]


def decisions(game: str, seats: int, seed: str, share: float) -> Iterator[State]:
    """Positions of a random match in which there is something to decide, or a share of them."""
    dice = Random(f"decisions {game} {seats} {seed}")
    for state, _ in played(new_match(game, seats, seed)):
        if state.turn is not None and len(legal(state)) > 1 and dice.random() < share:
            yield state


def advice(state: State, level: str) -> Advice:
    """What a computer of this level does here, by dice that follow from the place in the round."""
    assert state.turn is not None
    return choose(view(state, state.turn), level, Random(f"{len(state.history)}"))
