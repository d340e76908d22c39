"""Who sits down, gets up, comes back and looks after the seats: what is written of it.

The store opens every transaction; what is decided here is decided under the lock of the table, so
that of twenty who want one seat exactly one gets it.
"""

from __future__ import annotations

import ipaddress
import secrets
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from sqlalchemy import delete, update
from sqlmodel import Session, col, select

from app.models import ClaimRow, GuessRow, MoveRow, SeatRow, TableRow, now
from app.seats import different, hash_of
from app.store import WAITING, Store
from app.tables import Seat, Table

MOVING: Final = timedelta(minutes=10)
"""How long a link to take a seat along is good."""

CLAIMS: Final = 10
"""How many who say that a seat was theirs are asked about at a table: the newest of them."""

GUESSES: Final = 20
FORGOTTEN: Final = timedelta(minutes=10)
"""How many wrong codes one address may try in this time."""


class Unseated(Exception):
    """The seat cannot be had; ``code`` names the sentence that says why."""

    def __init__(self, code: str) -> None:
        """Keep the sentence's code."""
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True)
class Claim:
    """Somebody without a seat says that ``seat`` was theirs."""

    key_hash: str
    seat: Seat


def sit(store: Store, table: Table, number: int, name: str, key_hash: str) -> None:
    """Take a free seat under a name, which gets a number if it looks like another's.

    Raises Unseated if the table is locked, or somebody else was faster.
    """
    with store.changing(table.id) as (session, _):
        rows = _rows(session, table.id)
        _ask_if_open(session, table.id)
        row = rows.get(number)
        if row is None or row.kind != "human" or row.key_hash is not None:
            raise Unseated("seat_gone")
        others = [each.name for each in rows.values() if each.number != number]
        row.name = different([*others, name or row.name])[-1]
        row.key_hash = key_hash
        session.add(row)
        _host_if_none(session, table.id, key_hash)
        _drop_claims(session, table.id, key_hash)


def get_up(store: Store, table: Table, key_hash: str) -> None:
    """Leave all seats of this browser to friends. The table goes with its last person: nobody else
    sits here or lets a computer stand in.
    """
    with store.changing(table.id) as (session, _):
        rows = _rows(session, table.id).values()
        for row in rows:
            if key_hash in (row.key_hash, row.away):
                _vacate(session, row)
        _pass_on(session, table.id)
        if not any(row.key_hash or row.away for row in rows):
            store.remove(session, table.id)


def free(store: Store, table: Table, number: int) -> None:
    """Let anybody sit down at this seat, whoever or whatever holds it."""
    with store.changing(table.id) as (session, _):
        row = _rows(session, table.id).get(number)
        if row is not None:
            _vacate(session, row)
        _pass_on(session, table.id)


def stand_in(store: Store, table: Table, number: int, level: str) -> None:
    """Let a computer play for this seat; who held it may have it back."""
    with store.changing(table.id) as (session, _):
        row = _rows(session, table.id).get(number)
        if row is not None and row.kind == "human":
            row.kind, row.level, row.away, row.key_hash = "computer", level, row.key_hash, None
            row.shown, row.arrangement = False, ""
            session.add(row)
            _drop_moves(session, row)
        _pass_on(session, table.id)


def come_back(store: Store, table: Table, number: int) -> None:
    """Give a seat back by the computer to whoever had it; without one it becomes free."""
    with store.changing(table.id) as (session, _):
        row = _rows(session, table.id).get(number)
        if row is not None and row.kind == "computer":
            row.kind, row.level, row.key_hash, row.away = "human", None, row.away, None
            session.add(row)
            _host_if_none(session, table.id, row.key_hash)


def rule(store: Store, table: Table, **values: bool) -> None:
    """Lock or unlock the table (``locked``), and let others look on or not (``watching``)."""
    with store.changing(table.id) as (session, _):
        session.exec(update(TableRow).where(col(TableRow.id) == table.id).values(**values))


def host_now(table: Table, present: set[str]) -> str | None:
    """Whose browser looks after the seats: the host's, or while it is gone another that is here,
    that of the lowest seat.
    """
    if table.host in present or not present & table.devices:
        return table.host
    return next(seat.key_hash for seat in table.seats if seat.key_hash in present)


# --- coming back as a stranger


def claim(store: Store, table: Table, number: int, key_hash: str) -> None:
    """Say that this seat was one's own, and wait for the host to agree.

    Raises Unseated if the table is locked, or the seat is nobody's.
    """
    with store.changing(table.id) as (session, _):
        _ask_if_open(session, table.id)
        row = _rows(session, table.id).get(number)
        if row is None or not (row.key_hash or row.away):
            raise Unseated("seat_gone")
        session.merge(ClaimRow(table_id=table.id, key_hash=key_hash, number=number))
        session.flush()
        newest = select(ClaimRow).where(ClaimRow.table_id == table.id)
        for more in session.exec(newest.order_by(col(ClaimRow.made_at).desc()).offset(CLAIMS)):
            session.delete(more)


def claims(store: Store, table: Table) -> tuple[Claim, ...]:
    """Who waits to come back to which seat."""
    with store.reading() as session:
        rows = session.exec(
            select(ClaimRow)
            .where(
                ClaimRow.table_id == table.id,
                ClaimRow.made_at > now() - WAITING,
                col(ClaimRow.refused).is_(False),
            )
            .order_by(col(ClaimRow.made_at))
        ).all()
    return tuple(Claim(row.key_hash, table.seats[row.number - 1]) for row in rows)


def called(key_hash: str) -> str:
    """What a form calls a browser that waits: nothing that could be used elsewhere."""
    return hash_of(key_hash)[:12]


def claims_told(store: Store, table: Table) -> tuple[tuple[str, str], ...]:
    """Who waits to come back: what the host's form sends of each, and the name of the seat."""
    return tuple((called(each.key_hash), each.seat.name) for each in claims(store, table))


def refused(store: Store, table: Table, key_hash: str) -> bool:
    """Whether this browser asked to come back, and the host did not agree."""
    with store.reading() as session:
        row = session.get(ClaimRow, (table.id, key_hash))
        return row is not None and row.refused


def answer(store: Store, table: Table, claimed: Claim, *, yes: bool) -> None:
    """Let whoever waits have the seat, or not."""
    with store.changing(table.id) as (session, _):
        row = _rows(session, table.id)[claimed.seat.number]
        if yes:
            was = row.key_hash or row.away
            row.kind, row.level, row.away, row.shown = "human", None, None, False
            row.key_hash = claimed.key_hash
            session.add(row)
            _drop_moves(session, row)
            session.exec(
                update(TableRow)
                .where(col(TableRow.id) == table.id, col(TableRow.host) == was)
                .values(host=claimed.key_hash)
            )
            _pass_on(session, table.id)
            _drop_claims(session, table.id, claimed.key_hash)
        else:
            mine = col(ClaimRow.table_id) == table.id, col(ClaimRow.key_hash) == claimed.key_hash
            session.exec(update(ClaimRow).where(*mine).values(refused=True))


# --- taking a seat to another device


def moving(store: Store, table: Table, number: int) -> str:
    """A word that gives this seat to whoever brings it first, for ten minutes; an earlier one for
    it is good no more.
    """
    token = secrets.token_urlsafe(12)
    with store.changing(table.id) as (session, _):
        session.exec(delete(MoveRow).where(col(MoveRow.until) < now()))
        _drop_moves(session, _rows(session, table.id)[number])
        session.add(
            MoveRow(
                token_hash=hash_of(token), table_id=table.id, number=number, until=now() + MOVING
            )
        )
    return token


def moved(store: Store, token: str, key_hash: str) -> str | None:
    """Take the seat that this word gives; the table's id, None if it is no good (any more)."""
    with store.reading() as session:
        row = session.get(MoveRow, hash_of(token))
        found = row.table_id if row is not None and row.until > now() else None
    table = store.load(found) if found else None
    if table is None:
        return None
    with store.changing(table.id) as (session, _):
        row = session.get(MoveRow, hash_of(token))
        if row is None:
            return None  # somebody else was faster
        seat = _rows(session, table.id)[row.number]
        _drop_moves(session, seat)
        was, seat.key_hash, seat.shown = seat.key_hash, key_hash, False
        session.add(seat)
        session.exec(
            update(TableRow)
            .where(col(TableRow.id) == table.id, col(TableRow.host) == was)
            .values(host=key_hash)
        )
    return table.id


# --- codes


def by_code(store: Store, code: str, client: str) -> str | None:
    """The table with this code. None is a wrong guess, and counted against ``client``.

    Raises Unseated when that address has guessed too often.
    """
    who = hash_of(_household(client))
    plain = "".join(code.split()).replace("-", "").upper()
    with store.reading() as session:
        guessed = session.get(GuessRow, who)
        if guessed is not None and guessed.until > now() and guessed.wrong >= GUESSES:
            raise Unseated("too_many")
        found = session.exec(select(TableRow.id).where(TableRow.code == plain)).first()
        if found is None:
            _count(session, who)
            session.commit()
    return found


def _household(client: str) -> str:
    """What of an address one household cannot choose: of IPv6 the first half."""
    try:
        address = ipaddress.ip_address(client.split("%", maxsplit=1)[0])
    except ValueError:
        return client
    if address.version == 4 or address.ipv4_mapped:
        return client
    return str(ipaddress.ip_network((int(address), 64), strict=False))


# --- within a transaction


def _rows(session: Session, table_id: str) -> dict[int, SeatRow]:
    """The seats by their number, the lowest first."""
    rows = select(SeatRow).where(SeatRow.table_id == table_id).order_by(col(SeatRow.number))
    return {row.number: row for row in session.exec(rows)}


def _vacate(session: Session, row: SeatRow) -> None:
    """Nobody sits here any more."""
    row.kind, row.level, row.key_hash, row.away = "human", None, None, None
    row.shown, row.arrangement = False, ""
    session.add(row)
    _drop_moves(session, row)


def _drop_moves(session: Session, row: SeatRow) -> None:
    """Links to take this seat along are good no more: they were for whoever had it until now."""
    session.exec(
        delete(MoveRow).where(
            col(MoveRow.table_id) == row.table_id, col(MoveRow.number) == row.number
        )
    )


def _ask_if_open(session: Session, table_id: str) -> None:
    """Raises Unseated if the host has locked the table."""
    if session.exec(select(TableRow.locked).where(TableRow.id == table_id)).one():
        raise Unseated("locked")


def _host_if_none(session: Session, table_id: str, key_hash: str | None) -> None:
    session.exec(
        update(TableRow)
        .where(col(TableRow.id) == table_id, col(TableRow.host).is_(None))
        .values(host=key_hash)
    )


def _count(session: Session, client: str) -> None:
    """One more wrong guess from there. It is the database that counts: others may come at once."""
    session.exec(delete(GuessRow).where(col(GuessRow.until) <= now()))
    one_more = update(GuessRow).where(col(GuessRow.client) == client)
    counted = session.exec(one_more.values(wrong=col(GuessRow.wrong) + 1))
    if not counted.rowcount:
        session.add(GuessRow(client=client, wrong=1, until=now() + FORGOTTEN))


def _pass_on(session: Session, table_id: str) -> None:
    """Let the host be somebody who sits here: the lowest seat if the host got up."""
    session.flush()
    held = [row.key_hash for row in _rows(session, table_id).values() if row.key_hash]
    row = session.get_one(TableRow, table_id)
    if row.host not in held:
        row.host = held[0] if held else None
        session.add(row)


def _drop_claims(session: Session, table_id: str, key_hash: str) -> None:
    session.exec(
        delete(ClaimRow).where(
            col(ClaimRow.table_id) == table_id, col(ClaimRow.key_hash) == key_hash
        )
    )
