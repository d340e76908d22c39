"""Ways to a table from elsewhere: its short code, and the link that takes a seat along."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from app import seating
from app.deps import LanguageDep, StoreDep
from app.i18n import Language
from app.pages import CodePage, MovePage, Notice, render
from app.refusals import trouble
from app.seating import Unseated
from app.seats import give_key, hash_of, key_of, new_key

router = APIRouter()

Text = Annotated[str, Form(max_length=200)]
MOST = 40  # letters of a code that are read


@router.get("/join")
async def code_form(language: LanguageDep) -> Response:
    """Where a code is written."""
    return HTMLResponse(render(CodePage(), language))


@router.post("/join")
async def join(
    request: Request, store: StoreDep, language: LanguageDep, code: Text = ""
) -> Response:
    """Go to the table with this code."""
    code = code[:MOST]
    client = request.client.host if request.client else ""
    try:
        table_id = seating.by_code(store, code, client)
    except Unseated as refused:
        page = CodePage(code, _notice(language, refused.code))
        return HTMLResponse(render(page, language), 429)
    if table_id is None:
        page = CodePage(code, _notice(language, "wrong_code"))
        return HTMLResponse(render(page, language), 404)
    return RedirectResponse(f"/t/{table_id}", 303)


@router.get("/j/{code}")
async def join_by_address(language: LanguageDep, code: str) -> Response:
    """The form, filled in: an address that is short enough to be read out. Opening it tries no
    code, so that another site's pictures cannot use up somebody's guesses.
    """
    return HTMLResponse(render(CodePage(code[:MOST]), language))


@router.get("/move")
async def move_form(language: LanguageDep) -> Response:
    """Where a seat arrives on another device. The word that gives it stands behind the address's #,
    so that it is in no log.
    """
    return HTMLResponse(render(MovePage(), language))


@router.post("/move")
async def move(
    request: Request, store: StoreDep, language: LanguageDep, token: Text = ""
) -> Response:
    """Take the seat that this word gives."""
    key = key_of(request) or new_key()
    table_id = seating.moved(store, token.strip(), hash_of(key))
    if table_id is None:
        page = MovePage(_notice(language, "moved_already"))
        return HTMLResponse(render(page, language), 404)
    response = RedirectResponse(f"/t/{table_id}", 303)
    give_key(request, response, key)
    return response


def _notice(language: Language, code: str) -> Notice:
    return Notice(trouble(language, code), refused=True)
