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
from typing import Any, Final, Literal

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
from app.db import shared
from app.models import (
    AgreementRow,
    ClaimRow,
    EventRow,
    MatchRow,
    PauseRow,
    PresenceRow,
    SeatRow,
    TableRow,
    WishRow,
    now,
)
from engine.log import Acted, Event, NewMatch, Position, begin, fold, parse_event
from engine.record import Player

log = logging.getLogger("ramal")

Kind = Literal["human", "computer"]

Tell = Callable[[str, int], None]
"""Hears of a table that its version is this now."""

ABSENT = timedelta(seconds=60)
"""How long somebody counts as present whose page is open no more: a reload, a look at the rules
or a short sleep is no absence.
"""

PAGES = 20
"""How many open pages of one browser at one table are kept count of: the newest."""

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

    ``agreed`` are the hashes of the browsers that said yes.
    """

    kind: Literal["undo", "redo", "restart"]
    number: int
    agreed: frozenset[str]


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
    ClaimRow.table_id == _TABLE, ClaimRow.made_at > bindparam("asked", type_=UTCDateTime)
)
_ABOUT: Final = ("game", "pace", "version", "code", "host", "locked", "watching")
_STANDING: Final = (
    select(*(getattr(TableRow, each) for each in _ABOUT))
    .add_columns(_LAST.scalar_subquery(), _READ.exists(), _CLAIMED.exists())
    .add_columns(WishRow.kind, WishRow.number, WishRow.seq)
    .add_columns(*(getattr(SeatRow, each) for each in Seat.__annotations__))
    .join(SeatRow)
    .outerjoin(WishRow, col(WishRow.table_id) == col(TableRow.id))
    .where(col(TableRow.id) == _TABLE)
    .order_by(col(SeatRow.number))
)
"""A table beside each of its seats."""
_AGREED: Final = select(AgreementRow.key_hash).where(AgreementRow.table_id == _TABLE)
_RAISED: Final = (
    update(TableRow)
    .where(col(TableRow.id) == _TABLE)
    .values(version=col(TableRow.version) + 1)
    .returning(col(TableRow.version))
    .execution_options(synchronize_session=False)
)
_NOTIFY: Final = select(func.pg_notify(CHANNEL, bindparam("news", type_=String)))
_SEEN: Final = (
    update(PresenceRow)
    .where(
        col(PresenceRow.table_id) == _TABLE,
        col(PresenceRow.key_hash) == bindparam("key", type_=String),
        col(PresenceRow.page) == bindparam("by", type_=String),
        col(PresenceRow.seen_at) > bindparam("since", type_=UTCDateTime),
    )
    .values(seen_at=bindparam("now", type_=UTCDateTime))
    .returning(col(PresenceRow.page))
    .execution_options(synchronize_session=False)
)
_GUESTS: Final = select(
    TableRow.version,
    select(PresenceRow)
    .where(
        PresenceRow.table_id == _TABLE,
        PresenceRow.seen_at <= bindparam("since", type_=UTCDateTime),
    )
    .exists(),
).where(col(TableRow.id) == _TABLE)
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


@dataclass(frozen=True, slots=True)
class Table:
    """A table as it stands after event number ``seq``. Its position holds secrets.

    ``version`` rises with everything that others can see, events or not.
    ``paused`` says that somebody reads the rules or the record, for whom the computers wait (T4).
    ``code`` is what friends join by, ``host`` whose browser looks after the seats; while it is
    ``locked`` nobody sits down, and ``watching`` lets others look on. ``claimed``: somebody says
    that a seat was theirs. ``wish`` is what waits for the others to agree.
    """

    id: str
    game: str
    pace: str
    seats: tuple[Seat, ...]
    seq: int
    position: Position
    version: int
    paused: bool
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
    def devices(self) -> frozenset[str]:
        """The browsers at which people of this table sit."""
        return frozenset(seat.key_hash for seat in self.seats if seat.key_hash)

    def after(self, event: Event) -> Table:
        """The table as it will stand once the event is saved; whatever was wished for is over."""
        position = fold(self.position, event)
        seats = cover.after(self.seats, self.position.state.turn, position.state.turn)
        return replace(self, seq=self.seq + 1, position=position, seats=seats, wish=None)

    def players(self) -> tuple[Player, ...]:
        """The seats as a record names them."""
        return tuple(Player(seat.name, seat.kind, seat.level) for seat in self.seats)


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
        self._notifies = shared(engine)
        self._tell = tell
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
            match = NewMatch(seed or fresh_seed(), seed_chosen=seed is not None)
            _add(session, table_id, 1, match, match=1)
            session.commit()
        log.info("table %s set: %s for %d", tail(table_id), game, len(seats))
        return table_id

    def load(self, table_id: str) -> Table | None:
        """The table with this id as it stands now, if there is one."""
        with self._engine.connect() as connection:
            return self._load(connection, table_id)

    def append(self, table: Table, *events: Event) -> Table:
        """The table after these events, which are saved all or none.

        Raises Stale if something else was appended since ``table`` was loaded: the key (table,
        seq) is taken then. Raises IllegalAction or IllegalEvent if the log refuses an event.
        """
        before = table.seats
        steps = [(event, table := table.after(event)) for event in events]
        try:
            with self.changing(table.id) as (session, version):
                for event, then in steps:
                    _add(session, then.id, then.seq, event, then.position.match.number)
                _show(session, table.id, cover.changed(before, table.seats))
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
        with self.changing(table.id) as (session, version):
            _show(session, table.id, cover.changed(table.seats, seats))
        return replace(table, seats=seats, version=version)

    def delete(self, table_id: str) -> None:
        """Take the table away with all that was played at it."""
        with self.changing(table_id) as (session, _):
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

    def present(self, table_id: str) -> set[str]:
        """The browsers, by the hash of their key, that have the table open or had it just now."""
        with Session(self._engine) as session:
            return _present(session, table_id, now() - ABSENT)

    def arrive(self, table_id: str, key_hash: str, page: str) -> tuple[int, int] | None:
        """A page of this browser is open at the table now. Answers the table's version without that
        and with it, if there is such a table: who comes need not be told of it.
        """
        at = now()
        who = {"table": table_id, "since": at - ABSENT}
        with Session(self._engine) as session:
            seen = session.execute(_SEEN, {**who, "key": key_hash, "by": page, "now": at}).first()
            session.commit()
            version, somebody_parted = session.execute(_GUESTS, who).first() or (0, True)
        if seen and not somebody_parted:
            return version, version  # as most often: it was here just now, and so were all others
        return self._meet(
            table_id, PresenceRow(table_id=table_id, key_hash=key_hash, page=page, seen_at=at)
        )

    def part(self, table_id: str) -> None:
        """See who has been away for so long that they are absent now."""
        self._meet(table_id, None)

    def _meet(self, table_id: str, arrived: PresenceRow | None) -> tuple[int, int] | None:
        """Bring the list of who is present up to date; others see that only if it changed."""
        with Session(self._engine) as session:
            # Locked, so that of two who part at once the second sees that nobody is left.
            found = session.execute(_VERSION.with_for_update(), {"table": table_id}).scalar()
            if found is None:
                return None
            version: int = found
            before = _present(session, table_id)
            if arrived is not None:
                session.merge(arrived)
                _let_go(session, arrived)
            session.exec(
                delete(PresenceRow).where(
                    col(PresenceRow.table_id) == table_id,
                    col(PresenceRow.seen_at) <= now() - ABSENT,
                )
            )
            changed = _present(session, table_id) ^ before
            if changed:
                version = self._raise(session, table_id)
            alone = arrived is not None and changed == {arrived.key_hash}
            session.commit()
        if changed:
            self._tell(table_id, version)
        return version - alone, version

    def arrange(self, table: Table, arranged: Seat, arrangement: str) -> Table:
        """The table with a seat's tiles arranged in another way. The log knows nothing of it."""
        seats = tuple(
            replace(seat, arrangement=arrangement) if seat.number == arranged.number else seat
            for seat in table.seats
        )
        with Session(self._engine) as session:
            row = session.get(SeatRow, (table.id, arranged.number))
            if row is not None:
                row.arrangement = arrangement
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
        with self._engine.connect() as connection:
            ids = connection.execute(newest).scalars().all()
            return [table for id_ in ids if (table := self._load(connection, id_)) is not None]

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """A transaction that changes nothing others at a table can see."""
        with Session(self._engine) as session:
            yield session

    @contextmanager
    def changing(self, table_id: str) -> Iterator[tuple[Session, int]]:
        """A transaction in which something changes that others at the table can see, and the
        table's version then, which is told once all is saved.

        The raised version is also the lock: from here on nobody else writes to this table. Raises
        Stale if the table is gone.
        """
        with Session(self._engine) as session:
            version = self._raise(session, table_id)
            yield session, version
            session.commit()
        self._tell(table_id, version)

    def _raise(self, session: Session, table_id: str) -> int:
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
        game, pace, version, code, host, locked, watching, seq, paused, claimed, *wish = rows[0][
            :13
        ]
        seats = tuple(Seat(*row[13:]) for row in rows)
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
            paused,
            code,
            host,
            locked,
            watching,
            claimed,
            _wish(connection, table_id, *wish) if wish[2] == seq else None,
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


def _present(session: Session, table_id: str, since: datetime | None = None) -> set[str]:
    """The browsers that were at the table, or were there since then."""
    found = select(PresenceRow.key_hash).where(PresenceRow.table_id == table_id).distinct()
    if since is not None:
        found = found.where(PresenceRow.seen_at > since)
    return set(session.exec(found).all())


def _let_go(session: Session, arrived: PresenceRow) -> None:
    """Forget the pages that a browser opened long before this one, if there are very many."""
    session.flush()
    mine = select(PresenceRow).where(
        PresenceRow.table_id == arrived.table_id, PresenceRow.key_hash == arrived.key_hash
    )
    for more in session.exec(mine.order_by(col(PresenceRow.seen_at).desc()).offset(PAGES)):
        session.delete(more)
    session.flush()


def _show(session: Session, table_id: str, seats: list[Seat]) -> None:
    """Save who is shown and who is covered."""
    for seat in seats:
        session.exec(
            update(SeatRow)
            .where(col(SeatRow.table_id) == table_id, col(SeatRow.number) == seat.number)
            .values(shown=seat.shown)
        )


def _add(session: Session, table_id: str, seq: int, event: Event, match: int) -> None:
    """Put an event into the transaction, and the seed of the match that it begins."""
    if isinstance(event, NewMatch):
        session.add(
            MatchRow(
                table_id=table_id, number=match, seed=event.seed, seed_chosen=event.seed_chosen
            )
        )
    computer = isinstance(event, Acted) and event.computer
    row = EventRow(table_id=table_id, seq=seq, text=str(event), computer=computer)
    session.connection().execute(_LOGGED, row.model_dump())


def _wish(connection: Connection, table_id: str, kind: Any, number: int, _seq: int) -> Wish:
    """What is wished for at a table, and who has agreed."""
    agreed = connection.execute(_AGREED, {"table": table_id}).scalars()
    return Wish(kind, number, frozenset(agreed))


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
