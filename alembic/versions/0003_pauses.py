"""Who reads the rules or the record at a table, so that its computers wait.

Revision ID: 0003
Revises: 0002
"""

import sqlalchemy as sa
import sqlmodel
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "pause",
        sa.Column("table_id", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("reader", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("until", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["game_table.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "reader"),
    )


def downgrade() -> None:
    op.drop_table("pause")
