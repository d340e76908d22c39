"""The table: looking at it, previewing, confirming, letting computers move, going on."""

from __future__ import annotations

from datetime import timedelta
from typing import Annotated, Final

from fastapi import APIRouter, Form, Response
from fastapi.responses import JSONResponse, RedirectResponse
from fastapi.routing import APIRoute

from app import consent, hand, thinking
from app.hand import Sort
from app.models import now
from app.pages import Notice, Pace
from app.reader import Reader, ReaderDep
from app.seating import get_up
from app.store import Stale, fresh_seed
from app.tables import Seat
from engine import apply, refusals
from engine.actions import (
    Action,
    Draw,
    IllegalAction,
    NotationError,
    Open,
    Play,
    parse_action,
    parse_tile,
)
from engine.log import Acted, IllegalEvent, NewMatch, NextRound
from engine.record import write
from engine.tiles import Tile

router = APIRouter(prefix="/t/{table_id}")

READING: Final = timedelta(seconds=30)
"""How long the computers wait for a device that does not say again that it reads (T4)."""

Seq = Annotated[int, Form(ge=0, le=2**31)]
Text = Annotated[str, Form(max_length=40)]
PageName = Annotated[str, Form(pattern=r"^[0-9a-z]{0,16}$")]
"""What a page calls itself, so that one tab does not end what another reads."""

Order = Annotated[str, Form(max_length=600)]
"""Tiles: all of a double-twelve set and more."""


@router.post("/uncover")
async def uncover(reader: ReaderDep, seat: Annotated[int, Form()]) -> Response:
    """Somebody says "I am Ana": show her hand, if she is the next of the people on this device."""
    if reader.due is not None and reader.due.number == seat:
        reader.table = reader.store.show(reader.table, reader.due)
        reader.own = seat
    return reader.done()


@router.post("/preview")
async def preview(
    reader: ReaderDep, seq: Seq, tile: Text = "", place: Text = "", action: Text = ""
) -> Response:
    """What an action would do (T1): nothing is stored, nobody is told. Without one, a preview is
    cancelled, and nothing was asked that could be stale.
    """
    if not (action or tile):
        return reader.done()
    if seq != reader.table.seq:
        return reader.stale()
    if reader.seat is None:
        return reader.hand_over()
    try:
        if action:
            return _preview(reader, reader.seat, parse_action(action))
        chosen = parse_tile(tile)
        if place:
            play = parse_action(f"play {tile} on {place}")
            return _preview(reader, reader.seat, play, chosen)
    except NotationError:
        return reader.refuse(reader.words.trouble("bad_form"), 422)
    return preview_tile(reader, reader.seat, chosen)


@router.post("/confirm")
async def confirm(reader: ReaderDep, seq: Seq, action: Text) -> Response:
    """Take an action of the reader's seat. Without htmx the computers' whole reply follows."""
    if seq != reader.table.seq:
        return reader.stale()
    seat = reader.seat
    if seat is None:
        return reader.hand_over()
    try:
        act = Acted(seat.number, parse_action(action), computer=False)
    except NotationError:
        return reader.refuse(reader.words.trouble("bad_form"), 422)
    refused = reader.log(seq, act)
    if refused is not None:
        return refused
    if isinstance(act.action, Draw) and reader.arrangement.sort == "own":
        view = reader.table.position.view(seat.number)
        told = hand.rearranged(view, reader.arrangement, "own")
        reader.arrange(seat, told)  # the tile stays where it came
    if not (reader.fragment or reader.table.paused):
        await reader.let_computers()
    return reader.done(link=isinstance(act.action, Open | Play))


@router.post("/hand")
async def arrange(
    reader: ReaderDep, sort: Annotated[Sort, Form()] = "own", order: Order = "", tile: Text = ""
) -> Response:
    """Arrange the reader's tiles. It is no event of the table, so it asks for no number.

    A chosen ``tile`` stays so.
    """
    try:
        told = hand.order_of(order)
        chosen = parse_tile(tile) if tile else None
    except NotationError:
        return reader.refuse(reader.words.trouble("bad_form"), 422)
    seat = reader.seat
    if seat is None:
        return reader.hand_over()
    view = reader.table.position.view(seat.number)
    reader.arrange(seat, hand.rearranged(view, reader.arrangement, sort, told))
    return preview_tile(reader, seat, chosen) if chosen in view.hand else reader.show()


@router.post("/step")
async def step(reader: ReaderDep, seq: Seq) -> Response:
    """Let the computer to move take its action; the first who asks wins, the others see it.

    Without htmx the whole reply of the computers is taken at once. Nothing is done while somebody
    reads the rules or the record (T4).
    """
    table = reader.table
    if seq == table.seq and table.computer_to_move and not table.paused:
        await reader.let_computers()
    return reader.done()


@router.post("/next")
async def next_round(reader: ReaderDep, seq: Seq) -> Response:
    """Deal the next round of the match."""
    return reader.log(seq, NextRound()) or reader.done()


@router.post("/again")
async def new_match(reader: ReaderDep, seq: Seq) -> Response:
    """Begin the next match with the same seats and a fresh random seed."""
    return reader.log(seq, NewMatch(fresh_seed(), seed_chosen=False)) or reader.done()


@router.post("/hint")
async def hint(reader: ReaderDep, seq: Seq) -> Response:
    """Preview a move of the reader's own seat, and why: from what the seat knows, no more (T3)."""
    if seq != reader.table.seq:
        return reader.stale()
    if reader.seat is None:
        return reader.hand_over()
    view = reader.table.position.view(reader.seat.number)
    if not view.legal:
        return reader.refuse(reader.words.turn(view), 422)
    advice = await thinking.hint(reader.table, view)
    return reader.show(preview=advice.action, why=advice.why)


@router.post("/undo")
async def undo(reader: ReaderDep, seq: Seq) -> Response:
    """Take back the last move of a person and the computers' reply to it (T5)."""
    return reader.take_back("undo", seq)


@router.post("/redo")
async def redo(reader: ReaderDep, seq: Seq) -> Response:
    """Bring back what the last undo took, drawn tiles included (T5)."""
    return reader.take_back("redo", seq)


@router.post("/restart")
async def restart(reader: ReaderDep, seq: Seq, sure: Text = "") -> Response:
    """Go back to this round's own deal (T6); asks first."""
    if seq != reader.table.seq:
        return reader.stale()
    if not reader.table.position.can_restart:
        nothing = IllegalEvent("nothing_to_undo", "T6")
        return reader.refuse(reader.words.refusal(nothing), 422)
    if not sure:
        return reader.show(asking=True)
    return reader.take_back("restart", seq)


@router.post("/wish")
async def answer_wish(
    reader: ReaderDep, seq: Seq, agree: Annotated[bool, Form()], kind: Text = ""
) -> Response:
    """Say yes or no to what somebody wished to take back, or think better of it oneself. The form
    names what it speaks of: meanwhile something else may be asked.
    """
    wish = reader.table.wish
    if seq != reader.table.seq or wish is None or wish.kind != kind:
        return reader.stale()
    store, table, key_hash = reader.store, reader.table, reader.key_hash
    try:
        if table.seats[wish.number - 1].key_hash == key_hash:
            consent.withdraw(store, table, wish)
        elif agree:
            consent.agree(store, table, wish, key_hash)
        else:
            consent.decline(store, table, wish, reader.held[0].number)
    except Stale:
        return reader.stale()
    reader.table = reader.store.load(reader.table.id) or reader.table
    return reader.if_agreed()


@router.post("/pace")
async def pace(reader: ReaderDep, pace: Annotated[Pace, Form()]) -> Response:
    """Let the computers move at another pace from now on."""
    if pace != reader.table.pace:
        reader.store.set_pace(reader.table.id, pace)
    reader.table = reader.store.load(reader.table.id) or reader.table
    return reader.done()


@router.post("/pause", status_code=204)
async def pause(reader: ReaderDep, page: PageName = "") -> None:
    """A page has the rules or the record open: the computers wait, for a while (T4)."""
    reader.store.pause(reader.table.id, reader.key_hash + page, now() + READING)


@router.post("/resume", status_code=204)
async def resume(reader: ReaderDep, page: PageName = "") -> None:
    """That page has closed them."""
    reader.store.pause(reader.table.id, reader.key_hash + page, None)


@router.post("/leave")
async def leave(reader: ReaderDep) -> Response:
    """Leave the table for good; with nobody else at it, it is taken away."""
    get_up(reader.store, reader.table, reader.key_hash)
    return RedirectResponse("/", status_code=303)


@router.get("/record")
async def record(reader: ReaderDep) -> Response:
    """The record as a file; of a running match its finished rounds only, and not its seed."""
    table = reader.table
    return JSONResponse(
        write(table.players(), table.position),
        headers={"Content-Disposition": f'attachment; filename="ramal-{table.game}.json"'},
    )


async def back(table_id: str) -> Response:
    """An address that only forms are answered at, opened again: the table is meant."""
    return RedirectResponse(f"/t/{table_id}", status_code=303)


for form in [each for each in router.routes if isinstance(each, APIRoute)]:
    if form.methods == {"POST"}:
        router.add_api_route(form.path.removeprefix(router.prefix), back, methods=["GET"])


def _preview(reader: Reader, seat: Seat, action: Action, chosen: Tile | None = None) -> Response:
    """The ghost of an action, or why it cannot be; a tile that was chosen for it stays so."""
    try:
        apply(reader.table.position.state, seat.number, action)
    except IllegalAction as refused:
        why = reader.words.refusal(refused)
        return preview_tile(reader, seat, chosen, why=why) if chosen else reader.refuse(why, 422)
    return reader.show(preview=action)


def preview_tile(reader: Reader, seat: Seat, tile: Tile, *, why: str | None = None) -> Response:
    """A tile was tapped: its one place as a ghost, its several places lit, or why there is none.

    ``why`` tells instead why it cannot go where it was meant to.
    """
    position = reader.table.position
    view = position.view(seat.number)
    found = [
        action for action in view.legal if isinstance(action, Open | Play) and action.tile == tile
    ]
    if not found and why is None:
        why = reader.words.why_not(tile, refusals(position.state, seat.number, tile))
    return reader.show(
        chosen=tile if tile in view.hand else None,
        preview=found[0] if len(found) == 1 else None,
        notice=Notice(why, refused=True) if why else None,
    )
