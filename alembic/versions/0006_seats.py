"""Seats that friends take: join codes, hosts, who waits to come back, one-time links.

Revision ID: 0006
Revises: 0005
Create Date: 2026-11-30 11:45:03.512210
"""

import secrets

import sqlalchemy as sa
import sqlmodel
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

_LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"


def upgrade() -> None:
    text, moment = sqlmodel.sql.sqltypes.AutoString(), sqlmodel.sql.sqltypes.UTCDateTime()
    # Columns are only added: a table that is made anew takes along what hangs on the old one.
    with op.batch_alter_table("game_table", schema=None) as batch_op:
        batch_op.add_column(sa.Column("code", text, nullable=False, server_default=""))
        batch_op.add_column(sa.Column("host", text, nullable=True))
        batch_op.add_column(sa.Column("locked", sa.Boolean(), nullable=False, server_default="0"))
        batch_op.add_column(sa.Column("watching", sa.Boolean(), nullable=False, server_default="0"))
    with op.batch_alter_table("seat", schema=None) as batch_op:
        batch_op.add_column(sa.Column("away", text, nullable=True))
    _fill()
    op.create_index("ix_game_table_code", "game_table", ["code"], unique=True)
    op.create_table(
        "claim",
        sa.Column("table_id", text, nullable=False),
        sa.Column("key_hash", text, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("made_at", moment, nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["game_table.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "key_hash"),
    )
    op.create_table(
        "move_link",
        sa.Column("token_hash", text, nullable=False),
        sa.Column("table_id", text, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("until", moment, nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["game_table.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("token_hash"),
    )
    op.create_table(
        "guess",
        sa.Column("client", text, nullable=False),
        sa.Column("wrong", sa.Integer(), nullable=False),
        sa.Column("until", moment, nullable=False),
        sa.PrimaryKeyConstraint("client"),
    )
    op.create_table(
        "wish",
        sa.Column("table_id", text, nullable=False),
        sa.Column("kind", text, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["game_table.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id"),
    )
    op.create_table(
        "agreement",
        sa.Column("table_id", text, nullable=False),
        sa.Column("key_hash", text, nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["wish.table_id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "key_hash"),
    )


def _fill() -> None:
    """Give the tables that are there a code, and make host whoever sits first there."""
    connection = op.get_bind()
    table = sa.table("game_table", sa.column("id"), sa.column("code"), sa.column("host"))
    seat = sa.table("seat", sa.column("table_id"), sa.column("number"), sa.column("key_hash"))
    for (table_id,) in connection.execute(sa.select(table.c.id)).all():
        host = connection.execute(
            sa.select(seat.c.key_hash)
            .where(seat.c.table_id == table_id, seat.c.key_hash.is_not(None))
            .order_by(seat.c.number)
        ).scalar()
        code = "".join(secrets.choice(_LETTERS) for _ in range(6))
        connection.execute(
            table.update().where(table.c.id == table_id).values(code=code, host=host)
        )


def downgrade() -> None:
    for name in ("agreement", "wish", "guess", "move_link", "claim"):
        op.drop_table(name)
    with op.batch_alter_table("seat", schema=None) as batch_op:
        batch_op.drop_column("away")
    with op.batch_alter_table("game_table", schema=None) as batch_op:
        batch_op.drop_index("ix_game_table_code")
        for name in ("watching", "locked", "host", "code"):
            batch_op.drop_column(name)
