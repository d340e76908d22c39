"""Taking back among several devices: one asks, and all others that are there agree or not (T5, T6).

A wish holds for the state of the table in which it was made: any event ends it.
"""

from __future__ import annotations

from typing import Final, Literal

from sqlalchemy import delete
from sqlmodel import Session, col

from app.models import AgreementRow, WishRow
from app.store import Stale, Store
from app.tables import Table, Wish
from engine.log import Redo, Restart, Undo

Kind = Literal["undo", "redo", "restart"]

EVENTS: Final[dict[Kind, type[Undo] | type[Redo] | type[Restart]]] = {
    "undo": Undo,
    "redo": Redo,
    "restart": Restart,
}
"""What is done once everybody agrees."""


def asked(table: Table, wish: Wish, present: set[str]) -> set[str]:
    """The browsers that have yet to agree, of those that are there; who is away does not count."""
    own = table.seats[wish.number - 1].key_hash
    return (present & table.devices) - wish.agreed - {own or ""}


def wish(store: Store, table: Table, kind: Kind, number: int) -> Wish:
    """Ask the others; what was asked before is dropped."""
    with store.changing(table.id) as (session, _):
        session.exec(delete(WishRow).where(col(WishRow.table_id) == table.id))
        session.add(WishRow(table_id=table.id, kind=kind, number=number, seq=table.seq))
    return Wish(kind, number)


def agree(store: Store, table: Table, wish: Wish, key_hash: str) -> None:
    """Say yes for the people at this browser. Raises Stale if that is not asked any more."""
    with store.changing(table.id) as (session, _):
        _ask_if_wished(session, table, wish)
        session.merge(AgreementRow(table_id=table.id, key_hash=key_hash))


def decline(store: Store, table: Table, wish: Wish, number: int) -> None:
    """This seat says no. Raises Stale if that is not asked any more."""
    with store.changing(table.id) as (session, _):
        row = _ask_if_wished(session, table, wish)
        row.declined = number
        session.add(row)


def withdraw(store: Store, table: Table, wish: Wish) -> None:
    """Whoever asked thought better of it. Raises Stale if that is not asked any more."""
    with store.changing(table.id) as (session, _):
        session.delete(_ask_if_wished(session, table, wish))


def _ask_if_wished(session: Session, table: Table, wish: Wish) -> WishRow:
    """The wish as it is kept. Raises Stale if meanwhile it was withdrawn or declined, or another
    was put in its place: who answers speaks of the one they saw.
    """
    row = session.get(WishRow, table.id)
    if row is None or row.declined:
        raise Stale
    if (row.kind, row.number, row.seq) != (wish.kind, wish.number, table.seq):
        raise Stale
    return row
