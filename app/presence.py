"""Who has a table open, by the streams and forms of their pages; a row for each page.

It may tell others that somebody came or went, but only if that is so: a reload, a look at the rules
or a short sleep is no absence.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final

from sqlalchemy import Connection, String, bindparam, delete, update
from sqlmodel import Session, col, select
from sqlmodel.sql.sqltypes import UTCDateTime

from app.models import PresenceRow, TableRow, now
from app.store import Store

ABSENT = timedelta(seconds=60)
"""How long somebody counts as present whose page is open no more: a reload, a look at the rules
or a short sleep is no absence.
"""

EVER: Final = datetime(2000, 1, 1, tzinfo=UTC)
"""Before anybody was anywhere."""

PAGES = 20
"""How many open pages of one browser at one table are kept count of: the newest."""

# Said once: to build a question takes longer than to ask it.
_TABLE: Final = bindparam("table", type_=String)
_LOCKED: Final = select(TableRow.version).where(col(TableRow.id) == _TABLE).with_for_update()
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
)
_HERE: Final = (
    select(PresenceRow.key_hash)
    .where(
        PresenceRow.table_id == _TABLE,
        PresenceRow.seen_at > bindparam("since", type_=UTCDateTime),
    )
    .distinct()
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


def present(store: Store, table_id: str) -> set[str]:
    """The browsers, by the hash of their key, that have the table open or had it just now."""
    with store.asking() as connection:
        return _present(connection, table_id, now() - ABSENT)


def here(store: Store, table_id: str, key_hash: str) -> set[str]:
    """Who is present, and who asks: that browser is here, also without a stream."""
    return {*present(store, table_id), key_hash}


def arrive(store: Store, table_id: str, key_hash: str, page: str) -> tuple[int, int] | None:
    """A page of this browser is open at the table now. Answers the table's version without that
    and with it, if there is such a table: who comes need not be told of it.
    """
    at = now()
    who = {"table": table_id, "since": at - ABSENT}
    with store.asking() as connection:
        seen = connection.execute(_SEEN, {**who, "key": key_hash, "by": page, "now": at}).first()
        version, somebody_parted = connection.execute(_GUESTS, who).first() or (0, True)
    if seen and not somebody_parted:
        return version, version  # as most often: it was here just now, and so were all others
    return _meet(
        store, table_id, PresenceRow(table_id=table_id, key_hash=key_hash, page=page, seen_at=at)
    )


def part(store: Store, table_id: str) -> None:
    """See who has been away for so long that they are absent now."""
    _meet(store, table_id, None)


def _meet(store: Store, table_id: str, arrived: PresenceRow | None) -> tuple[int, int] | None:
    """Bring the list of who is present up to date; others see that only if it changed."""
    with store.reading() as session:
        # Locked, so that of two who part at once the second sees that nobody is left.
        found = session.execute(_LOCKED, {"table": table_id}).scalar()
        if found is None:
            return None
        version: int = found
        before = _present(session.connection(), table_id)
        if arrived is not None:
            session.merge(arrived)
            _let_go(session, arrived)
        session.exec(
            delete(PresenceRow).where(
                col(PresenceRow.table_id) == table_id,
                col(PresenceRow.seen_at) <= now() - ABSENT,
            )
        )
        changed = _present(session.connection(), table_id) ^ before
        if changed:
            version = store.raised(session, table_id)
        alone = arrived is not None and changed == {arrived.key_hash}
        session.commit()
    if changed:
        store.tell(table_id, version)
    return version - alone, version


def _present(connection: Connection, table_id: str, since: datetime = EVER) -> set[str]:
    """The browsers that were at the table after then, as far as that is kept."""
    return set(connection.execute(_HERE, {"table": table_id, "since": since}).scalars())


def _let_go(session: Session, arrived: PresenceRow) -> None:
    """Forget the pages that a browser opened long before this one, if there are very many."""
    session.flush()
    mine = select(PresenceRow).where(
        PresenceRow.table_id == arrived.table_id, PresenceRow.key_hash == arrived.key_hash
    )
    for more in session.exec(mine.order_by(col(PresenceRow.seen_at).desc()).offset(PAGES)):
        session.delete(more)
    session.flush()
