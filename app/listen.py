"""Brings a process the numbers that other processes tell: PostgreSQL's LISTEN.

One connection for each process, which comes back by itself. What was told while it was away is
asked for then.
"""

from __future__ import annotations

import asyncio
import logging

import psycopg
from sqlalchemy import URL
from sqlalchemy.exc import SQLAlchemyError

from app.live import Live
from app.store import CHANNEL, Store

log = logging.getLogger("ramal")

AGAIN = 1.0
"""Seconds until the next attempt where the database is away."""


async def listen(url: URL, live: Live, store: Store) -> None:
    """Hear what other processes tell, until this is cancelled."""
    address = url.set(drivername="postgresql").render_as_string(hide_password=False)
    while True:
        try:
            connection = await psycopg.AsyncConnection.connect(
                address, autocommit=True, keepalives_idle=30, keepalives_interval=10
            )
            async with connection:
                await connection.execute(f"LISTEN {CHANNEL}")
                live.ask(store)
                async for note in connection.notifies():
                    table_id, version = note.payload.split()
                    live.tell(table_id, int(version))
        except (psycopg.Error, SQLAlchemyError):  # whatever it was: who hears nothing must say so
            log.warning("the database does not answer; it is tried again")
        await asyncio.sleep(AGAIN)
