"""What can be learnt from a round that has ended, by whoever played it."""

from __future__ import annotations

from fastapi import APIRouter, Response
from fastapi.responses import HTMLResponse

from app.deps import FragmentDep, LanguageDep, NotFound, NotYourSeat, SeatedDep
from app.learning import lessons
from app.ledger import moment
from app.pages import LearnPage, render, seat_infos
from app.routes.record import Number, ended
from engine.match import standing
from engine.view import view

router = APIRouter(prefix="/t/{table_id}")


@router.get("/learn/{match}/{number}")
async def learn(
    seated: SeatedDep,
    language: LanguageDep,
    fragment: FragmentDep,
    match: Number,
    number: Number,
    seat: int | None = None,
    at: int = 1,
) -> Response:
    """The moments of a round where a hint would have advised one of the reader's seats otherwise,
    one at a time, as that seat saw them. So it tells nothing new, and undo may still reach it (T5).
    """
    table, held = seated
    own = tuple(each.number for each in held)
    chosen = own[0] if seat is None else seat
    if chosen not in own:
        raise NotYourSeat
    over, state = ended(table, match, number)
    found = await lessons(table.id, match, state, chosen)
    if not 1 <= at <= max(1, len(found)):
        raise NotFound
    lesson = found[at - 1] if found else None
    then = moment(state, lesson.step if lesson else 0).state
    page = LearnPage(
        table=table.id,
        game=table.game,
        seats=seat_infos(table.seats, {chosen}),
        match=match,
        round=number,
        seat=chosen,
        own=own,
        view=view(then, chosen) if lesson else None,
        standing=standing(over.match, (*over.states[: number - 1], then)),
        lesson=lesson,
        at=at,
        moments=tuple(each.step for each in found),
        steps=len(state.history),
        settled=match != table.position.match.number or number <= len(table.position.settled),
    )
    return HTMLResponse(render(page, language, fragment=fragment))
