"""The only writer: sets tables, loads them, and appends to their logs.

An append is one transaction that takes the next sequence number; the key (table, seq) lets exactly
one of several writers have it. A position is kept in memory by (table, seq) and may be dropped at
any time: it is only the replay of the log.

Whatever others at the table can see raises the table's version in the same transaction, and once
that is saved, the store tells the new number to whoever listens (app/live.py).
"""

from __future__ import annotations

import logging
import secrets
from base64 import b32encode
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import (
    Connection,
    Engine,
    Integer,
    String,
    bindparam,
    delete,
    func,
    insert,
    or_,
    update,
)
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col, select
from sqlmodel.sql.sqltypes import UTCDateTime

from app import cover
from app.db import shared, snapshots
from app.models import (
    AgreementRow,
    ClaimRow,
    EventRow,
    MatchRow,
    PauseRow,
    SeatRow,
    TableRow,
    WishRow,
    now,
)
from app.tables import Seat, Table, Wish
from engine.log import Acted, Event, NewMatch, Position, begin, fold, parse_event

log = logging.getLogger("ramal")

Tell = Callable[[str, int], None]
"""Hears of a table that its version is this now."""

ANSWERING = timedelta(seconds=30)
"""How long the computers wait for the others to agree to a wish, or not."""

WAITING = timedelta(minutes=30)
"""How long somebody who says that a seat was theirs is asked about."""

CHANNEL = "ramal"
"""Where PostgreSQL carries "table version" from one process to all."""

KEPT = 500
"""Positions kept in memory: more tables than one worker has in play at a time."""


class Stale(Exception):
    """A write meant for an earlier state of the table: its ``seq`` is not the last any more, or the
    table is gone.
    """


@dataclass(frozen=True, slots=True)
class Use:
    """How much a table is used: so many events, the last of them then."""

    id: str
    game: str
    events: int
    last: datetime


# Said once: to build a question takes longer than to ask it.
_TABLE: Final = bindparam("table", type_=String)
_LAST: Final = select(func.max(EventRow.seq)).where(EventRow.table_id == _TABLE)
_READ: Final = select(PauseRow).where(
    PauseRow.table_id == _TABLE, PauseRow.until > bindparam("now", type_=UTCDateTime)
)
_CLAIMED: Final = select(ClaimRow).where(
    ClaimRow.table_id == _TABLE,
    ClaimRow.made_at > bindparam("asked", type_=UTCDateTime),
    col(ClaimRow.refused).is_(False),
)
_ABOUT: Final = ("game", "pace", "version", "code", "host", "locked", "watching")
_STANDING: Final = (
    select(*(getattr(TableRow, each) for each in _ABOUT))
    .add_columns(_LAST.scalar_subquery(), _READ.exists(), _CLAIMED.exists())
    .add_columns(WishRow.seq, WishRow.kind, WishRow.number, WishRow.declined, WishRow.made_at)
    .add_columns(*(getattr(SeatRow, each) for each in Seat.__annotations__))
    .join(SeatRow)
    .outerjoin(WishRow, col(WishRow.table_id) == col(TableRow.id))
    .where(col(TableRow.id) == _TABLE)
    .order_by(col(SeatRow.number))
)
"""A table beside each of its seats."""
_SEATS: Final = len(_STANDING.selected_columns) - len(Seat.__annotations__)
"""Where in such a row the seat begins."""
_AGREED: Final = select(AgreementRow.key_hash).where(AgreementRow.table_id == _TABLE)
_RAISED: Final = (
    update(TableRow)
    .where(col(TableRow.id) == _TABLE)
    .values(version=col(TableRow.version) + 1)
    .returning(col(TableRow.version))
    .execution_options(synchronize_session=False)
)
_NOTIFY: Final = select(func.pg_notify(CHANNEL, bindparam("news", type_=String)))
_VERSION: Final = select(TableRow.version).where(col(TableRow.id) == _TABLE)
_LOGGED: Final = insert(EventRow)
_EVENTS: Final = (
    select(EventRow.seq, EventRow.text, EventRow.computer)
    .where(EventRow.table_id == _TABLE, EventRow.seq > bindparam("after", type_=Integer))
    .order_by(col(EventRow.seq))
)
_SEEDS: Final = (
    select(MatchRow.seed, MatchRow.seed_chosen)
    .where(MatchRow.table_id == _TABLE, MatchRow.number > bindparam("after", type_=Integer))
    .order_by(col(MatchRow.number))
)


def fresh_seed() -> str:
    """A new random seed: 26 letters and digits of base 32, which hold 130 random bits (T7)."""
    return b32encode(secrets.token_bytes(17)).decode()[:26].lower()


def tail(table_id: str) -> str:
    """So much of a table's address as may stand in a log: it tells tables apart and opens none."""
    return f"…{table_id[-4:]}"


class Store:
    """Tables in the database."""

    def __init__(self, engine: Engine, tell: Tell = lambda _id, _version: None) -> None:
        """Work on this database, and tell of every change; other processes hear it by PostgreSQL's
        NOTIFY.
        """
        self._engine = engine
        self._snapshots = snapshots(engine)
        self._notifies = shared(engine)
        self.tell = tell
        self._positions: OrderedDict[str, tuple[int, Position]] = OrderedDict()

    def close(self) -> None:
        """Let go of the database."""
        self._engine.dispose()

    def set_table(self, game: str, seats: Sequence[Seat], pace: str, seed: str | None) -> str:
        """Set a new table and deal its first round; ``seed`` None draws one. Answers its id."""
        table_id = secrets.token_urlsafe(16)
        with Session(self._engine) as session:
            host = next((seat.key_hash for seat in seats if seat.key_hash), None)
            session.add(TableRow(id=table_id, game=game, pace=pace, host=host))
            session.flush()
            for seat in seats:
                session.add(_row(table_id, seat))
            session.flush()
            match = NewMatch(seed or fresh_seed(), seed_chosen=seed is not None)
            _add(session.connection(), table_id, 1, match, match=1)
            session.commit()
        log.info("table %s set: %s for %d", tail(table_id), game, len(seats))
        return table_id

    def load(self, table_id: str) -> Table | None:
        """The table with this id as it stands now, if there is one."""
        if "\0" in table_id:
            return None  # PostgreSQL refuses even to look for it
        with self._snapshots.connect() as connection:
            return self._load(connection, table_id)

    def append(self, table: Table, *events: Event) -> Table:
        """The table after these events, which are saved all or none.

        Raises Stale if something else was appended since ``table`` was loaded: the key (table,
        seq) is taken then. Raises IllegalAction or IllegalEvent if the log refuses an event.
        """
        before = table.seats
        steps = [(event, table := table.after(event)) for event in events]
        try:
            with self._writing(table.id) as (connection, version):
                for event, then in steps:
                    _add(connection, then.id, then.seq, event, then.position.match.number)
                _show(connection, table.id, cover.changed(before, table.seats))
        except IntegrityError:
            raise Stale from None
        table = replace(table, version=version)
        self._keep(table)
        return table

    def count(self) -> int:
        """How many tables there are."""
        with Session(self._engine) as session:
            return session.exec(select(func.count()).select_from(TableRow)).one()

    def set_pace(self, table_id: str, pace: str) -> None:
        """Let the table's computers move at another pace."""
        with self.changing(table_id) as (session, _):
            session.exec(update(TableRow).where(col(TableRow.id) == table_id).values(pace=pace))

    def show(self, table: Table, shown: Seat) -> Table:
        """The table once one of the people on a shared device has said who they are."""
        seats = tuple(
            replace(seat, shown=seat.number == shown.number)
            if seat.key_hash == shown.key_hash
            else seat
            for seat in table.seats
        )
        with self._writing(table.id) as (connection, version):
            _show(connection, table.id, cover.changed(table.seats, seats))
        return replace(table, seats=seats, version=version)

    def delete(self, table_id: str) -> None:
        """Take the table away with all that was played at it."""
        with self.changing(table_id) as (session, _):
            self.remove(session, table_id)

    def remove(self, session: Session, table_id: str) -> None:
        """The same within a transaction in which more is decided."""
        session.exec(delete(TableRow).where(col(TableRow.id) == table_id))
        self._positions.pop(table_id, None)
        log.info("table %s taken away", tail(table_id))

    def prune(self, days: int) -> int:
        """Take away the tables at which nothing has happened for so many days; how many."""
        unused = (
            select(EventRow.table_id)
            .group_by(EventRow.table_id)
            .having(func.max(EventRow.at) < now() - timedelta(days=days))
        )
        with Session(self._engine) as session:
            gone = session.exec(delete(TableRow).where(col(TableRow.id).in_(unused)))
            session.commit()
            return gone.rowcount

    def uses(self) -> list[Use]:
        """Every table, by when something happened there last: the oldest first."""
        last = func.max(EventRow.at).label("last")
        with Session(self._engine) as session:
            rows = session.execute(
                select(TableRow.id, TableRow.game, func.count(), last)
                .join(EventRow)
                .group_by(col(TableRow.id), col(TableRow.game))
                .order_by(last)
            )
            return [Use(*row) for row in rows]

    def pause(self, table_id: str, reader: str, until: datetime | None) -> None:
        """Let the computers wait for what this page reads; None: it has done so (T4)."""
        if until is not None and self._waits_longer(table_id, reader, until):
            return  # nobody sees a difference
        with self.changing(table_id) as (session, _):
            over = col(PauseRow.table_id) == table_id, col(PauseRow.until) <= now()
            session.exec(delete(PauseRow).where(*over))
            if until is not None:
                session.merge(PauseRow(table_id=table_id, reader=reader, until=until))
            elif row := session.get(PauseRow, (table_id, reader)):
                session.delete(row)

    def _waits_longer(self, table_id: str, reader: str, until: datetime) -> bool:
        """Whether this page lets the computers wait already, which they now do ``until`` then."""
        mine = col(PauseRow.table_id) == table_id, col(PauseRow.reader) == reader
        with Session(self._engine) as session:
            renewed = session.exec(
                update(PauseRow).where(*mine, col(PauseRow.until) > now()).values(until=until)
            )
            session.commit()
            return bool(renewed.rowcount)

    def version(self, table_id: str) -> int | None:
        """The number of the table's last change, if there is such a table."""
        with Session(self._engine) as session:
            return session.execute(_VERSION, {"table": table_id}).scalar()

    def arrange(self, table: Table, arranged: Seat, arrangement: str) -> Table:
        """The table with a seat's tiles arranged in another way. The log knows nothing of it."""
        seats = tuple(
            replace(seat, arrangement=arrangement) if seat.number == arranged.number else seat
            for seat in table.seats
        )
        mine = col(SeatRow.table_id) == table.id, col(SeatRow.number) == arranged.number
        with Session(self._engine) as session:
            session.exec(update(SeatRow).where(*mine).values(arrangement=arrangement))
            session.commit()
        return replace(table, seats=seats)

    def tables_of(self, key_hash: str, limit: int = 20) -> list[Table]:
        """The tables at which this browser holds a seat, newest first."""
        held = select(SeatRow.table_id).where(
            or_(col(SeatRow.key_hash) == key_hash, col(SeatRow.away) == key_hash)
        )
        newest = (
            select(TableRow.id)
            .where(col(TableRow.id).in_(held))
            .order_by(col(TableRow.made_at).desc())
            .limit(limit)
        )
        with self._snapshots.connect() as connection:
            ids = connection.execute(newest).scalars().all()
            return [table for id_ in ids if (table := self._load(connection, id_)) is not None]

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """A transaction that changes nothing others at a table can see."""
        with Session(self._engine) as session:
            yield session

    @contextmanager
    def asking(self) -> Iterator[Connection]:
        """The same without a session, saved at its end: what is done with every page."""
        with self._engine.begin() as connection:
            yield connection

    @contextmanager
    def changing(self, table_id: str) -> Iterator[tuple[Session, int]]:
        """A transaction in which something changes that others at the table can see, and the
        table's version then, which is told once all is saved.

        The raised version is also the lock: from here on nobody else writes to this table. Raises
        Stale if the table is gone.
        """
        with self._writing(table_id) as (connection, version), Session(connection) as session:
            yield session, version
            session.commit()

    @contextmanager
    def _writing(self, table_id: str) -> Iterator[tuple[Connection, int]]:
        """The same without a session: what is done with every move."""
        with self._engine.begin() as connection:
            version = self.raised(connection, table_id)
            yield connection, version
        self.tell(table_id, version)

    def raised(self, session: Session | Connection, table_id: str) -> int:
        """The table's version, raised within a transaction that is to be told of once it is saved.

        Raises Stale if the table is gone.
        """
        version: int | None = session.execute(_RAISED, {"table": table_id}).scalar()
        if version is None:
            raise Stale
        if self._notifies:
            session.execute(_NOTIFY, {"news": f"{table_id} {version}"})
        return version

    def _load(self, connection: Connection, table_id: str) -> Table | None:
        at = now()
        asked = {"table": table_id, "now": at, "asked": at - WAITING}
        rows = connection.execute(_STANDING, asked).all()
        if not rows:
            return None
        about, seats = rows[0][:_SEATS], tuple(Seat(*row[_SEATS:]) for row in rows)
        game, pace, version, code, host, locked, watching, seq, reading, claimed, *wish = about
        known = self._positions.get(table_id)
        if known is None or known[0] != seq:
            known = _replayed(connection, table_id, game, len(seats), known)
        table = Table(
            table_id,
            game,
            pace,
            seats,
            *known,
            version,
            reading,
            code,
            host,
            locked,
            watching,
            claimed,
            _wish(connection, table_id, *wish[1:]) if wish[0] == seq else None,
        )
        self._keep(table)
        return table

    def _keep(self, table: Table) -> None:
        self._positions[table.id] = table.seq, table.position
        self._positions.move_to_end(table.id)
        while len(self._positions) > KEPT:
            self._positions.popitem(last=False)


def _row(table_id: str, seat: Seat) -> SeatRow:
    return SeatRow(
        table_id=table_id,
        number=seat.number,
        name=seat.name,
        kind=seat.kind,
        level=seat.level,
        key_hash=seat.key_hash,
    )


def _show(connection: Connection, table_id: str, seats: list[Seat]) -> None:
    """Save who is shown and who is covered."""
    for seat in seats:
        connection.execute(
            update(SeatRow)
            .where(col(SeatRow.table_id) == table_id, col(SeatRow.number) == seat.number)
            .values(shown=seat.shown)
        )


def _add(connection: Connection, table_id: str, seq: int, event: Event, match: int) -> None:
    """Put an event into the transaction, and the seed of the match that it begins."""
    if isinstance(event, NewMatch):
        begun = MatchRow(
            table_id=table_id, number=match, seed=event.seed, seed_chosen=event.seed_chosen
        )
        connection.execute(insert(MatchRow), begun.model_dump())
    computer = isinstance(event, Acted) and event.computer
    row = EventRow(table_id=table_id, seq=seq, text=str(event), computer=computer)
    connection.execute(_LOGGED, row.model_dump())


def _wish(
    connection: Connection,
    table_id: str,
    kind: Any,
    number: int,
    declined: int | None,
    made_at: datetime,
) -> Wish:
    """What is wished for at a table, and who has agreed or declined."""
    agreed = connection.execute(_AGREED, {"table": table_id}).scalars()
    waits = declined is None and now() - made_at < ANSWERING
    return Wish(kind, number, frozenset(agreed), declined, waits)


def _replayed(
    connection: Connection, table_id: str, game: str, seats: int, known: tuple[int, Position] | None
) -> tuple[int, Position]:
    """The last event's number and the position there, from a known one or from the beginning."""
    seq, position = known or (0, None)
    begun = position.match.number if position else 0
    matches = iter(connection.execute(_SEEDS, {"table": table_id, "after": begun}).all())
    for number, text, computer in connection.execute(_EVENTS, {"table": table_id, "after": seq}):
        event = (
            NewMatch(*next(matches)) if text == "match" else parse_event(text, computer=computer)
        )
        if position is None:
            assert isinstance(event, NewMatch)
            position = begin(game, seats, event)
        else:
            position = fold(position, event)
        seq = number
    assert position is not None
    return seq, position
