"""The rules of each game, to read."""

from __future__ import annotations

from typing import Final

from fastapi import APIRouter, Response
from fastapi.responses import HTMLResponse

from app.deps import FragmentDep, LanguageDep, NotFound
from app.pages import RulesPage, SeatInfo, render
from engine import GAMES

router = APIRouter(prefix="/rules")

SEATS: Final = tuple(
    SeatInfo(number, name, "human", None, mine=number == 1)
    for number, name in enumerate(("Maria", "Ana", "Ben", "Carla"), 1)
)
"""Who sits at the tables of the examples; the reader is the first."""


@router.get("/{game}")
async def rules(game: str, language: LanguageDep, fragment: FragmentDep) -> Response:
    """The rules of a game: a page, or for htmx what goes into a panel."""
    if game not in GAMES:
        raise NotFound
    return HTMLResponse(render(RulesPage(game, SEATS), language, fragment=fragment))
