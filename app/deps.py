"""What routes ask for: the store, the reader's language, and the seat a request comes from.

All of it is ``async``: FastAPI gives every other dependency to a thread, which costs more than what
is done there.
"""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request

from app.i18n import Language
from app.language import reader_language
from app.seats import held_by, key_of
from app.store import Store
from app.tables import Seat, Table


class NotFound(Exception):
    """There is nothing at this address."""


class NoSuchTable(Exception):
    """There is no table at this address."""


class NotYourSeat(Exception):
    """The browser holds no seat at this table."""


async def _store(request: Request) -> Store:
    store: Store = request.app.state.store
    return store


def wants_fragment(request: Request) -> bool:
    """Whether htmx asks, which puts the answer into the page it has."""
    return request.headers.get("hx-request") == "true"


async def _language(request: Request) -> Language:
    return reader_language(request)


async def _fragment(request: Request) -> bool:
    return wants_fragment(request)


StoreDep = Annotated[Store, Depends(_store)]
LanguageDep = Annotated[Language, Depends(_language)]
FragmentDep = Annotated[bool, Depends(_fragment)]


Seated = tuple[Table, tuple[Seat, ...]]


async def _visited(request: Request, table_id: str, store: StoreDep) -> Seated:
    """The table and the seats of it that this browser holds, if any."""
    table = store.load(table_id)
    if table is None:
        raise NoSuchTable
    return table, held_by(key_of(request), table)


VisitedDep = Annotated[Seated, Depends(_visited)]


async def _seated(visited: VisitedDep) -> Seated:
    """The table and the seats of it that this browser holds, of which there is at least one."""
    if not visited[1]:
        raise NotYourSeat
    return visited


SeatedDep = Annotated[Seated, Depends(_seated)]
