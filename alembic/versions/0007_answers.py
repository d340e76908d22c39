"""Since when a wish waits, who declined it, and that a claim was refused.

Revision ID: 0007
Revises: 0006
Create Date: 2026-11-30 16:20:41.733182
"""

import sqlalchemy as sa
import sqlmodel
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    moment = sqlmodel.sql.sqltypes.UTCDateTime()
    with op.batch_alter_table("claim", schema=None) as batch_op:
        batch_op.add_column(sa.Column("refused", sa.Boolean(), nullable=False, server_default="0"))
    long_ago = "1970-01-01 00:00:00"
    with op.batch_alter_table("wish", schema=None) as batch_op:
        batch_op.add_column(sa.Column("made_at", moment, nullable=False, server_default=long_ago))
        batch_op.add_column(sa.Column("declined", sa.Integer(), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("wish", schema=None) as batch_op:
        batch_op.drop_column("declined")
        batch_op.drop_column("made_at")
    with op.batch_alter_table("claim", schema=None) as batch_op:
        batch_op.drop_column("refused")
