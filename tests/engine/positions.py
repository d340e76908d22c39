"""Rounds in notation, for tests: set one up, play moves, ask what it says; and random play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from random import Random

import pytest
from hypothesis import settings

from engine import GAMES, apply, legal, outcome, start
from engine.actions import Action, Finish, IllegalAction, Play, parse_move, parse_tile
from engine.deal import Deal
from engine.match import Match, standing
from engine.tiles import Tile, tiles_in
from engine.trains import State
from tests.engine import referee

FIXED = settings(max_examples=200, deadline=None, derandomize=True, database=None)
"""Hypothesis as the check runs it: the same examples every time, in seconds."""

TABLES = [("longana", n) for n in range(2, 5)] + [("mexican-train", n) for n in range(2, 11)]
"""Both games with every number of seats."""


ENDLESS = 4000
"""More actions than any round can have: 91 tiles, drawn and played, and two passes of ten seats
between any two of these."""


def tiles(text: str) -> tuple[Tile, ...]:
    """The tiles of a text like ``9-9 9-4``."""
    return tuple(parse_tile(each) for each in text.split())


def deal_of(
    game: str,
    hands: Sequence[str],
    stock: str = "",
    *,
    number: int | None = None,
    search_from: int | None = None,
) -> Deal:
    """A deal set up by hand; the search starts where the rules say unless another seat is given.

    Longana's round counts as the first (L3) unless ``search_from`` names a seat (L4).
    """
    if game == "longana":
        number = number or (1 if search_from is None else 2)
    else:
        number = number or 1
        search_from = search_from or (number - 1) % len(hands) + 1  # M5
    dealt = tuple(tiles(hand) for hand in hands)
    together = [*(each for hand in dealt for each in hand), *tiles(stock)]
    assert len(set(together)) == len(together), "a tile stands twice in the test's own deal"
    return Deal(game, number, 1, search_from, dealt, tiles(stock))


def round_of(
    game: str,
    hands: Sequence[str],
    stock: str = "",
    *,
    moves: Sequence[str] = (),
    number: int | None = None,
    search_from: int | None = None,
) -> State:
    """The round of a deal set up by hand, after these moves."""
    return after(start(deal_of(game, hands, stock, number=number, search_from=search_from)), *moves)


def after(state: State, *moves: str) -> State:
    """The round after these moves (``2: play 9-4 on 2``), each of which must be legal."""
    for move in moves:
        state = apply(state, *parse_move(move))
    return state


def can(state: State) -> list[str]:
    """What the seat to move can do, as texts in the order given."""
    return [str(action) for action in legal(state)]


def refused(state: State, move: str) -> str:
    """How a move is refused: its code and facts, ``closed_arm tile 9-4 on 1``."""
    with pytest.raises(IllegalAction) as caught:
        apply(state, *parse_move(move))
    return " ".join([caught.value.code, *(f"{k} {v}" for k, v in caught.value.facts.items())])


def ends(state: State) -> list[int]:
    """The ends by seat, the public train's last."""
    return list(state.ends)


def exposed(state: State) -> list[str]:
    """The exposed doubles, oldest first: ``6-6 on 2``."""
    return [f"{double.tile} on {double.on or 'public'}" for double in state.exposed]


def hand(state: State, seat: int) -> str:
    """A hand from high to low: ``9-9 9-4``."""
    return " ".join(str(each) for each in tiles_in(state.hands[seat - 1]))


def result(state: State) -> tuple[str, int | None, list[int], list[int]]:
    """Reason, winner, pips left and what was scored in a round that is over."""
    ended = outcome(state)
    assert ended is not None
    return ended.reason, ended.winner, list(ended.left), list(ended.scored)


def told(state: State) -> dict[str, object]:
    """All that the rules say of a position, in the words that the referee uses too."""
    places = [*(str(seat) for seat in range(1, state.seats + 1)), "public"]
    ended = outcome(state)
    return {
        "turn": state.turn,
        "phase": state.phase,
        "opener": state.opener,
        "legal": can(state),
        "ends": dict(zip(places, state.ends, strict=False)),
        "open": list(state.open),
        "exposed": [str(double.tile) for double in state.exposed],
        "stock": len(state.stock),
        "hands": [[str(each) for each in tiles_in(hand)] for hand in state.hands],
        "result": ended and result(state),
    }


def told_by(other: referee.Round) -> dict[str, object]:
    """The same of a referee's round."""
    return {
        "turn": other.turn,
        "phase": other.phase,
        "opener": other.opener,
        "legal": other.legal(),
        "ends": other.ends_told(),
        "open": other.open_told(),
        "exposed": other.exposed_told(),
        "stock": other.stock_left(),
        "hands": other.hands_told(),
        "result": other.result(),
    }


def referee_of(deal: Deal) -> referee.Round:
    """The referee's round of the same deal. Raises CannotOpen (L6)."""
    hands = [[str(each) for each in hand] for hand in deal.hands]
    if deal.game == "longana":
        return referee.Longana(hands, deal.search_from)
    assert deal.search_from is not None
    stock = [str(each) for each in deal.stock]
    return referee.MexicanTrain(hands, stock, deal.round, deal.search_from)


class Player:
    """A random player with habits of its own, so that rare positions come about too."""

    def __init__(self, dice: Random) -> None:
        self.dice = dice
        self.finishes = dice.choice([0.02, 0.2, 0.9])  # a tile once played, how soon to finish
        self.habit = dice.choice(["any", "any", "doubles", "elsewhere", "high", "low"])

    def choose(self, state: State) -> Action:
        """One of the legal actions."""
        actions = list(legal(state))
        if len(actions) > 1 and isinstance(actions[-1], Finish):
            finish = actions.pop()
            if self.dice.random() < self.finishes:
                return finish
        liked = [action for action in actions if self.likes(state, action)]
        return self.dice.choice(liked or actions)

    def likes(self, state: State, action: Action) -> bool:
        """Whether an action is to this player's taste."""
        if not isinstance(action, Play):
            return False
        if self.habit == "doubles":
            return action.tile.is_double
        if self.habit == "elsewhere":
            return action.on != state.turn
        if self.habit == "high":
            return action.tile.pips > 9
        return self.habit == "low" and action.tile.pips < 9


def new_match(game: str, seats: int, seed: str) -> Match:
    """A match with a seed that a person chose."""
    return Match(game, seats, 1, seed, seed_chosen=True)


def played(match: Match) -> Iterator[tuple[State, Action | None]]:
    """A whole match at random: every position with what its seat does next, None at a round's end.

    The match's own seed is the dice's too, so that a failure names what brings it back.
    """
    dice = Random(str(match))
    ended: tuple[State, ...] = ()
    for number in count(1):
        state = match.round(number, ended[-1] if ended else None)
        players = [Player(dice) for _ in range(match.seats)]
        while state.turn is not None:
            assert len(state.history) < ENDLESS, "a round that does not end"
            action = players[state.turn - 1].choose(state)
            yield state, action
            state = apply(state, state.turn, action)
        yield state, None
        ended = (*ended, state)
        if standing(match, ended).winners:
            return


def matches(law: str, longana: int, mexican_train: int) -> Iterator[Match]:
    """So many matches of each game for each number of seats; every law has seeds of its own."""
    for game, seats in TABLES:
        for at in range(longana if game == "longana" else mexican_train):
            yield new_match(game, seats, f"{law} {at}")


def all_tiles(game: str) -> set[str]:
    """The texts of the whole set."""
    top = GAMES[game].TOP
    return {f"{high}-{low}" for high in range(top + 1) for low in range(high + 1)}
