"""The rules of Ramal's games: pure, on the standard library alone.

``GAMES`` maps a game's key to its rules; whoever asks it never needs to know which game it is.
The same verbs serve both: ``start``, ``legal``, ``apply``, ``outcome`` and ``view``.
"""

from __future__ import annotations

from operator import attrgetter
from typing import Final, Protocol

from engine import longana, mexican_train
from engine.actions import PUBLIC, Action, IllegalAction, Open, Play
from engine.deal import Deal
from engine.tiles import Tile
from engine.trains import NobodyCanOpen, Outcome, State


class Game(Protocol):
    """What a game's module offers. Rules of a round, then those of the match around it."""

    @property
    def KEY(self) -> str: ...
    @property
    def TOP(self) -> int: ...
    @property
    def MIN_SEATS(self) -> int: ...
    @property
    def MAX_SEATS(self) -> int: ...
    @property
    def ROUNDS(self) -> int | None: ...
    @property
    def HAS_PUBLIC(self) -> bool: ...
    @property
    def REDEALS(self) -> bool: ...

    def start(self, deal: Deal) -> State: ...
    def moves(self, state: State) -> list[Action]: ...
    def advance(self, state: State, action: Action) -> None: ...
    def refusal(self, state: State, seat: int, action: Action) -> IllegalAction: ...
    def outcome(self, state: State) -> Outcome | None: ...
    def hand_size(self, seats: int) -> int: ...
    def search_from(self, number: int, previous: State | None, seats: int) -> int | None: ...
    def match_over(self, number: int, totals: tuple[int, ...]) -> bool: ...
    def winners(self, totals: tuple[int, ...]) -> tuple[int, ...]: ...


GAMES: Final[dict[str, Game]] = {
    longana.KEY: longana,
    mexican_train.KEY: mexican_train,
}


_RANK: Final = attrgetter("rank")


def start(deal: Deal) -> State:
    """The round that this deal begins. Raises NobodyCanOpen (L6)."""
    return GAMES[deal.game].start(deal)


def can_open(deal: Deal) -> bool:
    """Whether anybody can open the round that this deal begins (L6)."""
    try:
        start(deal)
    except NobodyCanOpen:
        return False
    return True


def legal(state: State) -> tuple[Action, ...]:
    """Every legal action of the seat to move, in canonical order, without repeats.

    Empty only when the round is over: a forced pass is listed like any other action.
    """
    return tuple(sorted(GAMES[state.deal.game].moves(state), key=_RANK))


def apply(state: State, seat: int, action: Action) -> State:
    """The state after ``seat`` takes ``action``. Raises IllegalAction; ``state`` stays as it is."""
    game = GAMES[state.deal.game]
    if seat != state.turn or action not in game.moves(state):
        raise game.refusal(state, seat, action)
    after = state.copy()
    game.advance(after, action)
    after.history = (*state.history, (seat, action))
    return after


def refusals(state: State, seat: int, tile: Tile) -> tuple[IllegalAction, ...]:
    """Why the seat cannot play this tile: the refusal at each place of the table, in their order.

    A single one where no place matters, such as before the opening or out of turn. Only for tiles
    that no legal action plays.
    """
    game = GAMES[state.deal.game]
    if not state.ends or seat != state.turn:
        return (game.refusal(state, seat, Open(tile)),)
    places = (*range(1, state.seats + 1), *((PUBLIC,) if game.HAS_PUBLIC else ()))
    return tuple(game.refusal(state, seat, Play(tile, on)) for on in places)


def outcome(state: State) -> Outcome | None:
    """How the round ended, or None while it runs."""
    return GAMES[state.deal.game].outcome(state)
