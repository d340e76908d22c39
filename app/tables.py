"""What a table and its seats are, as they are loaded: values that know no database."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from app import cover
from engine.log import Event, Position, fold
from engine.record import Player

Kind = Literal["human", "computer"]


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat of a table: ``key_hash`` tells which browser holds it, None that a computer does.

    ``shown`` is set while a device that several people share may show this one's hand.
    ``arrangement`` is how its tiles are arranged, as app/hand.py writes it. ``away`` tells which
    browser let a computer stand in, and may have the seat again. A person's seat without a key is
    free.
    """

    number: int
    name: str
    kind: Kind
    level: str | None
    key_hash: str | None
    shown: bool = False
    arrangement: str = ""
    away: str | None = None

    @property
    def free(self) -> bool:
        """Whether a friend may sit down here."""
        return self.kind == "human" and self.key_hash is None


@dataclass(frozen=True, slots=True)
class Wish:
    """What a seat asked the others for: to take back, bring back or restart (T5, T6).

    ``agreed`` are the hashes of the browsers that said yes, and ``declined`` is the seat that said
    no. ``waits``: it was made just now, and the computers wait for the answer.
    """

    kind: Literal["undo", "redo", "restart"]
    number: int
    agreed: frozenset[str] = frozenset()
    declined: int | None = None
    waits: bool = True


@dataclass(frozen=True, slots=True)
class Table:
    """A table as it stands after event number ``seq``. Its position holds secrets.

    ``version`` rises with everything that others can see, events or not.
    ``reading`` says that somebody reads the rules or the record, for whom the computers wait (T4).
    ``code`` is what friends join by, ``host`` whose browser looks after the seats; while it is
    ``locked`` nobody sits down, and ``watching`` lets others look on. ``claimed``: somebody says
    that a seat was theirs. ``wish`` is what waits for the others to agree, or was declined.
    """

    id: str
    game: str
    pace: str
    seats: tuple[Seat, ...]
    seq: int
    position: Position
    version: int
    reading: bool
    code: str
    host: str | None
    locked: bool
    watching: bool
    claimed: bool
    wish: Wish | None

    @property
    def mover(self) -> Seat | None:
        """Whose turn it is; None at the end of a round."""
        turn = self.position.state.turn
        return None if turn is None else self.seats[turn - 1]

    @property
    def computer_to_move(self) -> bool:
        """Whether a computer is to move."""
        return self.mover is not None and self.mover.kind == "computer"

    @property
    def paused(self) -> bool:
        """Whether the computers wait: for somebody who reads (T4), or for an answer (T5)."""
        return self.reading or (self.wish is not None and self.wish.waits)

    @property
    def devices(self) -> frozenset[str]:
        """The browsers at which people of this table sit."""
        return frozenset(seat.key_hash for seat in self.seats if seat.key_hash)

    @property
    def several(self) -> bool:
        """Whether people sit at several devices, so that others have a say (T5)."""
        return len(self.devices) > 1

    @property
    def alone(self) -> bool:
        """Whether nobody sits at another device, or may come back to a seat: the table goes with
        the last browser that leaves.
        """
        return len({key for seat in self.seats for key in (seat.key_hash, seat.away) if key}) < 2

    def after(self, event: Event) -> Table:
        """The table as it will stand once the event is saved; whatever was wished for is over."""
        position = fold(self.position, event)
        seats = cover.after(self.seats, self.position.state.turn, position.state.turn)
        return replace(self, seq=self.seq + 1, position=position, seats=seats, wish=None)

    def players(self) -> tuple[Player, ...]:
        """The seats as a record names them."""
        return tuple(Player(seat.name, seat.kind, seat.level) for seat in self.seats)
