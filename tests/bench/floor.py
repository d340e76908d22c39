"""What any table in this house would cost: the same framework and guard, one read, one committed
write and a page of the same size that is nothing but text.
"""

from __future__ import annotations

import os
from pathlib import Path
from random import Random

from fastapi import FastAPI, Response
from fastapi.responses import HTMLResponse
from jinja2 import Environment
from sqlalchemy import Engine
from sqlmodel import Session
from starlette.middleware.gzip import GZipMiddleware

from app.db import connect, upgrade
from app.guard import Guard
from app.models import TableRow

SIZE = 30_000  # letters of a page


def floor_app(engine: Engine) -> FastAPI:
    """An application that answers ``POST /floor`` on this database."""
    bare = FastAPI(openapi_url=None)
    bare.add_middleware(GZipMiddleware, minimum_size=500, compresslevel=3)
    bare.add_middleware(Guard)
    page = Environment(autoescape=True).from_string(
        "<main>{% for word in words %}<p>{{ word }}</p>\n{% endfor %}</main>"
    )
    rng = Random(2)
    words = [f"{rng.getrandbits(64):x}" * 4 for _ in range(SIZE // 72)]

    @bare.post("/floor")
    async def asked() -> Response:
        with Session(engine) as session:
            session.get(TableRow, "nothing")
            session.add(TableRow(id=f"{rng.getrandbits(64):x}", game="bench", pace="fast"))
            session.commit()
        return HTMLResponse(page.render(words=words))

    return bare


def create() -> FastAPI:
    """The same for a server process of its own, on the file that FLOOR_DB names."""
    engine = connect(Path(os.environ["FLOOR_DB"]))
    upgrade(engine)
    return floor_app(engine)
