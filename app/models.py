"""The database's tables. They are made by the migrations in alembic/ and nowhere else.

A table of the game is its settings, its seats, the seeds of its matches and one append-only log
of events in the record's notation; everything else is replayed from these by the engine.
"""

from datetime import UTC, datetime

from sqlmodel import Field, SQLModel


def now() -> datetime:
    """The present moment, in UTC."""
    return datetime.now(UTC)


class TableRow(SQLModel, table=True):
    """A table. ``id`` is its unguessable address; ``version`` rises with everything that others at
    the table can see.
    """

    __tablename__ = "game_table"

    id: str = Field(primary_key=True)
    game: str
    pace: str
    made_at: datetime = Field(default_factory=now)
    version: int = 0


class SeatRow(SQLModel, table=True):
    """A seat. ``key_hash`` is of the secret of the browser that holds it; computers have none.

    ``shown``: on a device that several people share, this one's hand may be shown.
    ``arrangement`` is how its tiles are arranged, as app/hand.py writes it.
    """

    __tablename__ = "seat"

    table_id: str = Field(primary_key=True, foreign_key="game_table.id", ondelete="CASCADE")
    number: int = Field(primary_key=True)
    name: str
    kind: str
    level: str | None = None
    key_hash: str | None = Field(default=None, index=True)
    shown: bool = False
    arrangement: str = ""


class MatchRow(SQLModel, table=True):
    """The seed of a match; secret until the match is over."""

    __tablename__ = "match"

    table_id: str = Field(primary_key=True, foreign_key="game_table.id", ondelete="CASCADE")
    number: int = Field(primary_key=True)
    seed: str
    seed_chosen: bool


class EventRow(SQLModel, table=True):
    """An event of a table's log. The key (table, seq) is the lock: of two writers for the same
    place in the log exactly one succeeds.
    """

    __tablename__ = "event"

    table_id: str = Field(primary_key=True, foreign_key="game_table.id", ondelete="CASCADE")
    seq: int = Field(primary_key=True)
    text: str
    computer: bool = False
    at: datetime = Field(default_factory=now)


class PauseRow(SQLModel, table=True):
    """A page has the rules or the record open; the computers wait ``until`` then (T4)."""

    __tablename__ = "pause"

    table_id: str = Field(primary_key=True, foreign_key="game_table.id", ondelete="CASCADE")
    reader: str = Field(primary_key=True)
    until: datetime


class PresenceRow(SQLModel, table=True):
    """A page that a browser has open at a table, as of ``seen_at``."""

    __tablename__ = "presence"

    table_id: str = Field(primary_key=True, foreign_key="game_table.id", ondelete="CASCADE")
    key_hash: str = Field(primary_key=True)
    page: str = Field(primary_key=True)
    seen_at: datetime
