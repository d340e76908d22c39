"""The table read out: all that a look would tell, and nothing that it would not."""

from __future__ import annotations

import pytest

from app.summary import summary
from engine.actions import Open, Play
from engine.match import standing
from engine.trains import State
from engine.view import view
from tests.app.test_pages import announced, tiles_named
from tests.app.test_words import NAMES, whole, words
from tests.engine.positions import TABLES, new_match, played, round_of
from tests.engine.test_mexican_train import three_doubles


def read(state: State, me: int | None, *ended: State) -> tuple[str, ...]:
    """What is read to the reader at seat ``me``, after these rounds."""
    game = state.deal.game
    stands = standing(new_match(game, state.seats, "summary"), (*ended, state))
    return summary(words(game, state.seats, me), view(state, me), stands)


def test_two_open_arms_are_read_with_the_order_of_opening() -> None:
    """Longana: whose turn, the double, every arm with its end and state, the tiles of each."""
    hands = ["9-9 8-1", "8-7 8-0", "7-6 6-0", "9-1 9-4 5-0"]
    state = round_of("longana", hands, moves=["1: open 9-9", "2: pass", "3: pass"])

    assert read(state, 3) == (
        "It is Carla's turn.",
        "The opening double is the double nine.",
        "Your arm ends in nine and is open, no. 2 in the order of opening.",
        "Carla's arm ends in nine and is closed.",
        "Maria's arm ends in nine and is closed.",
        "Ana's arm ends in nine and is open, no. 1 in the order of opening.",
        "You hold 2 tiles: seven–six and six–blank.",
        "Carla holds 3 tiles.",
        "Maria holds 1 tile.",
        "Ana holds 2 tiles.",
    )


def test_exposed_doubles_are_read_in_the_order_of_covering() -> None:
    """Mexican Train: what is to be covered first comes first; the boneyard is counted."""
    assert read(three_doubles("6-0", "8-7", stock="6-1"), 2) == (
        "It is your turn.",
        "The opening double is the double twelve.",
        (
            "To be covered, in this order: the double one on Maria's train, "
            "the double five on the public train, and the double two on your train."
        ),
        "Your train ends in two and is open.",
        "The public train ends in five.",
        "Ben's train ends in eight and is not open.",
        "Maria's train ends in one and is open.",
        "You hold 3 tiles: eleven–ten, ten–nine, and six–blank.",
        "Ben holds 1 tile.",
        "Maria holds 2 tiles.",
        "1 tile is in the boneyard.",
    )


def test_before_the_opening_there_are_no_trains() -> None:
    """What is not there yet is said to be missing."""
    told = read(round_of("longana", ["9-9 8-1", "8-7 8-0"]), None)

    assert told == (
        "It is Maria's turn.",
        "The round has not been opened yet.",
        "Maria holds 2 tiles.",
        "Ana holds 2 tiles.",
    )


@pytest.mark.parametrize(("game", "number"), TABLES)
def test_everything_is_told_and_nothing_hidden(game: str, number: int) -> None:
    """At any position and for any reader: whole sentences, every seat, no tile out of sight."""
    ended: tuple[State, ...] = ()
    for at, (state, _) in enumerate(played(new_match(game, number, "summary"))):
        over = state.turn is None
        for me in (None, 1, number) if at % 37 == 0 or over else ():
            seen = view(state, me)
            told = read(state, me, *ended)
            laid = {a.tile for _, a in state.history if isinstance(a, Open | Play)}

            assert all(whole(each) and each.endswith(".") for each in told)
            assert tiles_named(" ".join(told)) <= laid | set(seen.hand) | announced(seen)
            for seat, name in enumerate(NAMES[:number], 1):
                assert any(name in each for each in told) or seat == me
            assert len(told) >= len(seen.trains) + number
        ended = (*ended, state) if over else ended
        if at > 400:
            return
