"""The ledger of a table, and its finished rounds step by step."""

from __future__ import annotations

from typing import Annotated, TypeVar

from fastapi import APIRouter, Path, Query, Response
from fastapi.responses import HTMLResponse

from app.deps import FragmentDep, LanguageDep, NotFound, SeatedDep
from app.ledger import Ended, matches, moment, scores
from app.pages import LedgerPage, ReplayPage, render, seat_infos
from app.tables import Seat, Table
from engine.match import standing
from engine.trains import State
from engine.view import view

T = TypeVar("T")

router = APIRouter(prefix="/t/{table_id}")

Number = Annotated[int, Path()]
Shown = Annotated[int | None, Query(alias="match")]


@router.get("/ledger")
async def ledger(
    seated: SeatedDep, language: LanguageDep, fragment: FragmentDep, number: Shown = None
) -> Response:
    """The scores of the running match, or of the one that is asked for, and the present round."""
    table, held = seated
    position = table.position
    told = tuple(scores(each) for each in matches(position))
    match = told[-1] if number is None else _numbered(told, number)
    running = match is told[-1]
    page = LedgerPage(
        table=table.id,
        game=table.game,
        seats=seat_infos(table.seats, _reader(held)),
        match=match,
        matches=told,
        round=position.state.deal.round,
        settled=len(position.settled if running else match.rounds),
        history=position.view(None).history if running else (),
    )
    return HTMLResponse(render(page, language, fragment=fragment))


@router.get("/replay/{match}/{number}")
async def replay(
    seated: SeatedDep,
    language: LanguageDep,
    fragment: FragmentDep,
    match: Number,
    number: Number,
    step: int = 0,
) -> Response:
    """A finished round as it stood after ``step`` actions; all else is not found."""
    table, held = seated
    over, state = _settled(table, match, number)
    try:
        then = moment(state, step)
    except IndexError:
        raise NotFound from None
    page = ReplayPage(
        table=table.id,
        game=table.game,
        seats=seat_infos(table.seats, _reader(held)),
        match=match,
        view=view(then.state, next(iter(_reader(held)), None)),
        standing=standing(over.match, (*over.states[: number - 1], then.state)),
        hands=then.hands,
        acted=then.acted,
        drawn=then.drawn,
        step=step,
        steps=then.steps,
    )
    return HTMLResponse(render(page, language, fragment=fragment))


def ended(table: Table, match: int, number: int) -> tuple[Ended, State]:
    """A match, and the round of it with this number once it has ended. Raises NotFound else."""
    found = _numbered(matches(table.position), match)
    return found, _numbered(found.states, number)


def _settled(table: Table, match: int, number: int) -> tuple[Ended, State]:
    """The same, but for a round that undo can still reach: what was hidden in it would tell too
    much (T5).
    """
    if match == table.position.match.number and number > len(table.position.settled):
        raise NotFound
    return ended(table, match, number)


def _reader(held: tuple[Seat, ...]) -> set[int]:
    """The reader's seat, unless several people read it on one device."""
    return {held[0].number} if len(held) == 1 else set()


def _numbered(items: tuple[T, ...], number: int) -> T:
    """The match or round of this number, counted from 1. Raises NotFound if there is none."""
    if not 1 <= number <= len(items):
        raise NotFound
    return items[number - 1]
