"""Several people on one device: which of them its pages may show (T2).

One browser may hold several seats of a table. A hand is shown only after its owner has said "I am
Ana", only in answers to what is done then, and only while that person is the next of the device's
people to act. Everything else is the cover.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.tables import Seat


def due(seats: Sequence[Seat], key_hash: str | None, turn: int | None) -> Seat | None:
    """Who of the people on one device acts next, counted from the seat whose ``turn`` it is.

    None between rounds, when there is nothing to hide.
    """
    held = [seat for seat in seats if seat.key_hash == key_hash]
    if turn is None or key_hash is None or not held:
        return None
    return min(held, key=lambda seat: (seat.number - turn) % len(seats))


def after(seats: tuple[Seat, ...], turn: int | None, then: int | None) -> tuple[Seat, ...]:
    """The seats once the turn has gone from ``turn`` to ``then``: whoever was shown stays shown
    only if they were the next to act on their device and still are.
    """

    def stays(seat: Seat) -> bool:
        nexts = (due(seats, seat.key_hash, each) for each in (turn, then))
        return all(each == seat for each in nexts)

    if not any(seat.shown for seat in seats):
        return seats
    return tuple(replace(s, shown=False) if s.shown and not stays(s) else s for s in seats)


def changed(before: Iterable[Seat], now: Iterable[Seat]) -> list[Seat]:
    """The seats of ``now`` that are shown or covered otherwise than before."""
    return [new for old, new in zip(before, now, strict=True) if old.shown != new.shown]
