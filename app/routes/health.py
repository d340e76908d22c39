"""Whether the program is well: for whoever watches over a server."""

from __future__ import annotations

import os

from fastapi import APIRouter, Request

from app.deps import StoreDep

router = APIRouter()


@router.get("/healthz")
async def health(request: Request, store: StoreDep) -> dict[str, object]:
    """The database answers, so many tables are in it, and so many pages follow one by this process.

    Where the database does not answer, neither does this: 503.
    """
    streams = request.app.state.live.count()
    return {"ok": True, "tables": store.count(), "process": os.getpid(), "streams": streams}
