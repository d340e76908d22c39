"""Pages that follow each other: the stream of numbers, the number alone, and what has changed."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Annotated

from anyio import Event
from fastapi import APIRouter, Form, Query, Request, Response
from fastapi.responses import PlainTextResponse
from sse_starlette import EventSourceResponse, ServerSentEvent

from app import thinking
from app.deps import StoreDep, VisitedDep
from app.live import Live
from app.reader import Reader
from app.routes.table import Seq, Text, back, preview_tile
from app.visitor import VisitorDep
from engine.actions import Action, NotationError, parse_action, parse_tile
from engine.tiles import Tile

router = APIRouter(prefix="/t/{table_id}")

PageName = Annotated[str, Query(pattern=r"^[0-9a-z]{0,16}$")]
"""What a page calls itself, so that it is the same one when its stream is opened again."""

Flag = Annotated[bool, Form()]

PATIENCE = 10
"""Seconds after which a reader that takes nothing is given up."""


@router.get("/live")
async def live(
    request: Request, visited: VisitedDep, store: StoreDep, page: PageName = ""
) -> Response:
    """The table's version, at once and after every change: a number and nothing else. Who has no
    seat hears it too, and is not counted as present.
    """
    if request.state.bare:
        return Response(media_type="text/event-stream")
    table, held = visited
    key_hash = held[0].key_hash if held else None
    streams: Live = request.app.state.live

    stop = Event()

    async def told() -> AsyncIterator[ServerSentEvent]:
        async for version in streams.numbers(store, table.id, key_hash, page, stop):
            yield ServerSentEvent(data=str(version))

    return EventSourceResponse(
        told(), ping=0, send_timeout=PATIENCE, shutdown_event=stop, shutdown_grace_period=1
    )


@router.get("/version")
async def version(visited: VisitedDep) -> Response:
    """The number alone: for pages that nobody looks at, and for those that lost their stream."""
    return PlainTextResponse(str(visited[0].version))


@router.post("/follow")
async def follow(
    visitor: VisitorDep,
    seq: Seq,
    own: int | None = None,
    watch: str | None = None,
    joining: str | None = None,
    seating: str | None = None,
    tile: Text = "",
    action: Text = "",
    hint: Flag = False,
    asking: Flag = False,
) -> Response:
    """The table as it stands now, for a page that shows it as of ``seq``. What was half made there
    (a tile chosen, an action previewed, a restart asked for) stays if it still holds good.
    """
    if seating is not None and visitor.held:
        return visitor.seats()
    reader = visitor.reader(own, watch=watch is not None)
    if (reader is None) != (joining is not None):  # the seat was lost or won: another page
        return Response(headers={"HX-Refresh": "true"})
    if reader is None:
        return visitor.join()
    if asking and reader.table.position.can_restart:
        return reader.show(asking=True)
    try:
        chosen = parse_tile(tile) if tile else None
        previewed = parse_action(action) if action else None
    except NotationError:
        return reader.show()
    same = seq == reader.table.seq
    return await _kept(reader, chosen, previewed, same=same, hint=hint) or reader.show()


router.add_api_route("/follow", back, methods=["GET"])


async def _kept(
    reader: Reader, chosen: Tile | None, previewed: Action | None, *, same: bool, hint: bool
) -> Response | None:
    """The table with what was half made; None if nothing was, or if it cannot be any more."""
    seat = reader.seat
    if seat is None:
        return None
    view = reader.table.position.view(seat.number)
    if previewed in view.legal:
        advice = await thinking.hint(reader.table, view) if hint else None
        why = advice.why if advice and advice.action == previewed else None
        return reader.show(preview=previewed, why=why)
    if same and chosen in view.hand:
        return preview_tile(reader, seat, chosen)
    return None
