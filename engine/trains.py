"""What Longana's arms and Mexican Train's trains share: the state of a round and its places.

Both games lay tiles in lines from one opening double, the hub. A ``State`` is a value: the rules
make new ones and never change one. It holds everybody's hand, so only the engine touches it;
others get a ``View`` of it (engine/view.py).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, NamedTuple

from engine.actions import Action
from engine.deal import Deal
from engine.tiles import SHOWING, Tile, pips_in

Phase = Literal["opening", "first", "turn", "follow", "over"]
"""``opening``: the hub is to be played; ``first``: a first turn (M7); ``turn``: a normal turn;
``follow``: another opportunity after a double (M14); ``over``."""


class Exposed(NamedTuple):
    """An exposed double and the train at whose end it lies (M9, M14)."""

    tile: Tile
    on: int


@dataclass(slots=True)
class State:
    """Where a round stands. Seats are numbered from 1; tuples with one entry per seat start with
    seat 1, those with one per train have the public train last.

    ``hands`` are masks. ``ends`` is empty before the opening. ``open`` lists the seats whose arm
    or train is open: in the order of opening in Longana (L12), ascending in Mexican Train.
    ``exposed`` is oldest first. ``drawn`` is the tile drawn for the running opportunity (M12).
    ``first_turns`` counts the first turns not yet over; ``chain`` is the newest tile of the running
    one's chain. ``history`` is what was done since the deal; it names no hidden tile.

    A state is a value: ``apply`` answers a new one. Only a game's ``advance`` changes one, and
    only a ``copy`` of its own; all fields are immutable, so a copy shares them.
    """

    deal: Deal
    opener: int
    phase: Phase
    turn: int | None
    hub: Tile | None
    hands: tuple[int, ...]
    stock: tuple[Tile, ...]
    ends: tuple[int, ...] = ()
    open: tuple[int, ...] = ()
    exposed: tuple[Exposed, ...] = ()
    drawn: Tile | None = None
    first_turns: int = 0
    chain: Tile | None = None
    history: tuple[tuple[int, Action], ...] = ()

    @property
    def seats(self) -> int:
        """How many seats play."""
        return len(self.hands)

    def copy(self) -> State:
        """A state of its own that stands the same."""
        return State(
            self.deal,
            self.opener,
            self.phase,
            self.turn,
            self.hub,
            self.hands,
            self.stock,
            self.ends,
            self.open,
            self.exposed,
            self.drawn,
            self.first_turns,
            self.chain,
            self.history,
        )


class Outcome(NamedTuple):
    """How a round ended: ``left`` are the pips in each hand, ``scored`` this round's points
    (Longana) or penalties (Mexican Train), ``winner`` Longana's winner, if there was one.
    """

    reason: Literal["out", "blocked"]
    winner: int | None
    left: tuple[int, ...]
    scored: tuple[int, ...]


class NobodyCanOpen(ValueError):
    """A deal in which no seat can open the round (L6)."""


def next_seat(seat: int, seats: int) -> int:
    """The next seat in turn order."""
    return seat % seats + 1


def round_the_table(seat: int, seats: int) -> Iterable[int]:
    """All seats once, in turn order, from ``seat`` on."""
    return (*range(seat, seats + 1), *range(1, seat))


def replaced(values: tuple[int, ...], place: int, value: int) -> tuple[int, ...]:
    """The tuple with the entry of a seat (or of ``PUBLIC``, the last) replaced."""
    if place:
        return values[: place - 1] + (value,) + values[place:]  # noqa: RUF005 (half the time)
    return values[:-1] + (value,)  # noqa: RUF005


def anyone_matches(hands: Iterable[int], ends: Iterable[int]) -> bool:
    """Whether any tile in any hand shows any of these end values."""
    wanted = 0
    for end in ends:
        wanted |= SHOWING[end]
    for hand in hands:  # a loop, not any(): asked after every move of a playout
        if hand & wanted:
            return True
    return False


def pips_left(state: State) -> tuple[int, ...]:
    """The pips in each hand."""
    return tuple(pips_in(hand) for hand in state.hands)
