"""Runs the migrations on the connection that the app hands over."""

from alembic import context
from sqlmodel import SQLModel

import app.models  # noqa: F401  (fills SQLModel.metadata)

connection = context.config.attributes.get("connection")
if connection is None:
    from app.config import Settings
    from app.db import connect

    connection = connect(Settings().database).connect()

context.configure(
    connection=connection,
    target_metadata=SQLModel.metadata,
    render_as_batch=True,  # SQLite cannot alter most of a table in place
)
with context.begin_transaction():
    context.run_migrations()
