"""The database's tables. They are made by the migrations in alembic/ and nowhere else.

A table of the game is its settings, its seats, the seeds of its matches and one append-only log
of events in the record's notation; everything else is replayed from these by the engine.
"""

import secrets
from datetime import UTC, datetime

from sqlmodel import Field, SQLModel


def now() -> datetime:
    """The present moment, in UTC."""
    return datetime.now(UTC)


LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""What codes are made of: nothing that looks like something else."""

CODE_LENGTH = 6


def new_code() -> str:
    """A code to join by, one of 887 million."""
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))


class TableRow(SQLModel, table=True):
    """A table. ``id`` is its unguessable address and ``code`` a short one for whoever is told it;
    ``version`` rises with everything that others at the table can see.

    ``host`` is the hash of the key of the browser that looks after the seats. While it is
    ``locked`` nobody sits down; ``watching`` lets others look on.
    """

    __tablename__ = "game_table"

    id: str = Field(primary_key=True)
    game: str
    pace: str
    made_at: datetime = Field(default_factory=now)
    version: int = 0
    code: str = Field(default_factory=new_code, index=True, unique=True)
    host: str | None = None
    locked: bool = False
    watching: bool = False


class SeatRow(SQLModel, table=True):
    """A seat. ``key_hash`` is of the secret of the browser that holds it; computers have none, nor
    has a person's seat that is free. ``away`` is of whoever let a computer stand in.

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
    away: str | None = None


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


class ClaimRow(SQLModel, table=True):
    """A browser that says a seat was its own before, and waits for the host to agree; ``refused``:
    the host did not.
    """

    __tablename__ = "claim"

    table_id: str = Field(primary_key=True, foreign_key="game_table.id", ondelete="CASCADE")
    key_hash: str = Field(primary_key=True)
    number: int
    made_at: datetime = Field(default_factory=now)
    refused: bool = False


class MoveRow(SQLModel, table=True):
    """A link with which a seat is taken along to another device, once and soon."""

    __tablename__ = "move_link"

    token_hash: str = Field(primary_key=True)
    table_id: str = Field(foreign_key="game_table.id", ondelete="CASCADE")
    number: int
    until: datetime


class GuessRow(SQLModel, table=True):
    """How many wrong codes came from one address, until they are forgotten."""

    __tablename__ = "guess"

    client: str = Field(primary_key=True)
    wrong: int
    until: datetime


class WishRow(SQLModel, table=True):
    """What a seat would like to take back, bring back or restart, if the others agree (T5, T6);
    ``declined`` is the seat that would rather not.
    """

    __tablename__ = "wish"

    table_id: str = Field(primary_key=True, foreign_key="game_table.id", ondelete="CASCADE")
    kind: str
    number: int
    seq: int
    made_at: datetime = Field(default_factory=now)
    declined: int | None = None


class AgreementRow(SQLModel, table=True):
    """A browser that agreed to the wish at its table."""

    __tablename__ = "agreement"

    table_id: str = Field(primary_key=True, foreign_key="wish.table_id", ondelete="CASCADE")
    key_hash: str = Field(primary_key=True)
