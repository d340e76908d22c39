"""Sitting down, coming back, and looking after the seats of a table."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Form, Response
from fastapi.responses import RedirectResponse

from app import seating
from app.deps import NotYourSeat
from app.seating import Unseated
from app.seats import clean_name
from app.visitor import VisitorDep

router = APIRouter(prefix="/t/{table_id}")

STAND_IN = "steady"
"""How a computer plays that stands in for somebody."""

Text = Annotated[str, Form(max_length=200)]
Number = Annotated[int, Form(ge=1, le=10)]
To = Annotated[Literal["seats", "table"], Form()]
What = Literal[
    "free", "computer", "person", "lock", "unlock", "watch", "unwatch", "yes", "no", "end"
]


@router.get("")
async def show(visitor: VisitorDep, link: str | None = None, watch: str | None = None) -> Response:
    """The table as it stands; with ``?link`` the next tile of the first chain is offered.

    Who holds no seat is shown which are free, or with ``?watch`` looks on if that is allowed.
    """
    reader = visitor.reader(None, watch=watch is not None)
    if reader is None:
        return visitor.join()
    return reader.show(preview=None if link is None else reader.link())


@router.post("/sit")
async def sit(visitor: VisitorDep, number: Number, name: Text = "") -> Response:
    """Take a free seat under a name; of several who want it, the first one gets it."""
    try:
        seating.sit(visitor.store, visitor.table, number, clean_name(name), visitor.key_hash)
    except ValueError:
        return visitor.refuse("bad_name", 422)
    except Unseated as refused:
        return visitor.refuse(refused.code)
    return visitor.to_table()


@router.post("/claim")
async def claim(visitor: VisitorDep, number: Number) -> Response:
    """Say "I was Ana", and wait for the host to agree."""
    try:
        if not visitor.held:
            seating.claim(visitor.store, visitor.table, number, visitor.key_hash)
    except Unseated as refused:
        return visitor.refuse(refused.code)
    return visitor.to_table()


@router.post("/back")
async def come_back(visitor: VisitorDep, number: Number) -> Response:
    """Take the seat again for which one had let a computer stand in."""
    seats = visitor.table.seats[number - 1 : number]
    if not any(seat.away == visitor.key_hash for seat in seats):
        return visitor.refuse("seat_gone")
    seating.come_back(visitor.store, visitor.table, number)
    return visitor.to_table()


@router.post("/move")
async def move(visitor: VisitorDep, number: Number) -> Response:
    """Show the link that takes one of the reader's own seats to another device."""
    if number not in visitor.own:
        raise NotYourSeat
    return visitor.seats(token=seating.moving(visitor.store, visitor.table, number))


@router.get("/seats")
async def seats(visitor: VisitorDep) -> Response:
    """Who sits at the table, how others get there, and what its host may do."""
    return visitor.seats() if visitor.held else visitor.join()


@router.post("/seats/{what}")
async def look_after(
    visitor: VisitorDep, what: What, number: Number = 0, who: Text = "", to: To = "seats"
) -> Response:
    """What the host may do with the seats, and everybody with their own. Who only stands in for the
    host may let a computer play for the host, but not give the host's seat and hand away.

    ``to`` names the page that asks.
    """
    if not visitor.held:
        raise NotYourSeat
    store, table = visitor.store, visitor.table
    own = what == "computer" and number in visitor.own
    hosts = {seat.number for seat in table.seats if seat.key_hash and seat.key_hash == table.host}
    taken = what == "free" and number in hosts - visitor.own
    if taken or not (own or visitor.hosting):
        return visitor.refuse("not_host", 403)
    match what:
        case "free":
            seating.free(store, table, number)
        case "computer":
            seating.stand_in(store, table, number, STAND_IN)
        case "person":
            seating.come_back(store, table, number)
        case "lock" | "unlock":
            seating.rule(store, table, locked=what == "lock")
        case "watch" | "unwatch":
            seating.rule(store, table, watching=what == "watch")
        case "yes" | "no":
            for each in seating.claims(store, table):
                if seating.called(each.key_hash) == who:
                    seating.answer(store, table, each, yes=what == "yes")
        case "end":
            store.delete(table.id)
            return RedirectResponse("/", 303)
    return visitor.to_table() if to == "table" else visitor.to_seats()
