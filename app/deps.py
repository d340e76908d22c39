"""What routes ask for: the store, the reader's language, and the seat a request comes from."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request

from app.i18n import Language
from app.language import reader_language
from app.seats import seat_of
from app.store import Seat, Store, Table


class NotFound(Exception):
    """There is nothing at this address."""


class NoSuchTable(Exception):
    """There is no table at this address."""


class NotYourSeat(Exception):
    """The browser holds no seat at this table."""


def _store(request: Request) -> Store:
    store: Store = request.app.state.store
    return store


def wants_fragment(request: Request) -> bool:
    """Whether htmx asks, which puts the answer into the page it has."""
    return request.headers.get("hx-request") == "true"


StoreDep = Annotated[Store, Depends(_store)]
LanguageDep = Annotated[Language, Depends(reader_language)]
FragmentDep = Annotated[bool, Depends(wants_fragment)]


def _seated(request: Request, table_id: str, store: StoreDep) -> tuple[Table, Seat]:
    """The table and the seat of it that this browser holds."""
    table = store.load(table_id)
    if table is None:
        raise NoSuchTable
    seat = seat_of(table, request)
    if seat is None:
        raise NotYourSeat
    return table, seat


SeatedDep = Annotated[tuple[Table, Seat], Depends(_seated)]
