"""What one seat, or a spectator, may know of a round: the one window on a ``State``.

A ``View`` is built from nothing, field by field; whatever is not put in cannot leak. Pages,
computers, hints and records are given views and never see a ``State`` (T2, T3).
"""

from __future__ import annotations

from dataclasses import dataclass

from engine import GAMES, legal, outcome
from engine.actions import PUBLIC, Action, Play
from engine.tiles import Tile, tiles_in
from engine.trains import Outcome, Phase, State


@dataclass(frozen=True, slots=True)
class Laid:
    """A tile on the table and the seat that played it."""

    tile: Tile
    seat: int


@dataclass(frozen=True, slots=True)
class Train:
    """An arm or a train, as everybody sees it.

    ``owner`` is a seat or ``PUBLIC``; ``tiles`` run from the hub outward; ``end`` is the value to
    match. ``opened`` is its place in the order of opening among Longana's open arms (1 was opened
    first), ``queue`` the place of the exposed double at its end (1 is to be covered first, M16).
    """

    owner: int
    tiles: tuple[Laid, ...]
    end: int
    open: bool
    opened: int | None
    queue: int | None


@dataclass(frozen=True, slots=True)
class View:
    """A round as ``seat`` knows it; ``seat`` is None for a spectator.

    ``hand`` is the seat's own, from high to low, and ``drawn`` the tile that it drew for the
    running opportunity (M12). ``legal`` is empty unless it is this seat's turn. ``counts`` are the
    tiles in each hand and ``searched`` the tiles each seat drew in the search for the opener (M5),
    seat 1 first. ``history`` is what was done since the opening, in order. ``hands`` is None until
    the round is over and then shows them all.
    """

    game: str
    round: int
    seat: int | None
    seats: int
    phase: Phase
    turn: int | None
    opener: int
    search_from: int | None
    searched: tuple[int, ...]
    hub: Tile | None
    trains: tuple[Train, ...]
    hand: tuple[Tile, ...]
    drawn: Tile | None
    counts: tuple[int, ...]
    stock: int
    legal: tuple[Action, ...]
    history: tuple[tuple[int, Action], ...]
    outcome: Outcome | None
    hands: tuple[tuple[Tile, ...], ...] | None

    def train(self, target: int) -> Train:
        """The arm or train of a seat, or the public one. Raises IndexError if there is none."""
        return self.trains[target - 1]


def view(state: State, seat: int | None) -> View:
    """What ``seat`` may know of the round; None is a spectator.

    Raises ValueError if there is no such seat.
    """
    if seat is not None and not 1 <= seat <= state.seats:
        raise ValueError(f"no seat {seat}")
    ended = outcome(state)
    on_turn = seat is not None and seat == state.turn
    return View(
        game=state.deal.game,
        round=state.deal.round,
        seat=seat,
        seats=state.seats,
        phase=state.phase,
        turn=state.turn,
        opener=state.opener,
        search_from=state.deal.search_from,
        searched=_searched(state),
        hub=state.hub,
        trains=_trains(state),
        hand=() if seat is None else tuple(tiles_in(state.hands[seat - 1])),
        drawn=state.drawn if on_turn else None,
        counts=tuple(hand.bit_count() for hand in state.hands),
        stock=len(state.stock),
        legal=legal(state) if on_turn else (),
        history=state.history,
        outcome=ended,
        hands=tuple(tuple(tiles_in(hand)) for hand in state.hands) if ended else None,
    )


def _trains(state: State) -> tuple[Train, ...]:
    """The arms or trains by seat, the public one last; none before the opening."""
    laid: dict[int, list[Laid]] = {target: [] for target in targets(state)}
    for seat, action in state.history:
        if isinstance(action, Play):
            laid[action.on].append(Laid(action.tile, seat))
    queue = {double.on: place for place, double in enumerate(state.exposed, 1)}
    ordered = not GAMES[state.deal.game].HAS_PUBLIC
    return tuple(
        Train(
            owner=target,
            tiles=tuple(tiles),
            end=state.ends[target - 1],
            open=target == PUBLIC or target in state.open,
            opened=state.open.index(target) + 1 if ordered and target in state.open else None,
            queue=queue.get(target),
        )
        for target, tiles in laid.items()
    )


def targets(state: State) -> tuple[int, ...]:
    """Every place to play: the seats, the public train last; none before the opening."""
    if not state.ends:
        return ()
    seats = tuple(range(1, state.seats + 1))
    return (*seats, PUBLIC) if len(state.ends) > state.seats else seats


def _searched(state: State) -> tuple[int, ...]:
    """How many tiles each seat drew in the search for the opener (M5), worked out from counts."""
    held = [hand.bit_count() for hand in state.hands]
    for seat, action in state.history:
        if isinstance(action, Play) or str(action).startswith("open"):
            held[seat - 1] += 1
        elif str(action) == "draw":
            held[seat - 1] -= 1
    return tuple(now - len(hand) for now, hand in zip(held, state.deal.hands, strict=True))
