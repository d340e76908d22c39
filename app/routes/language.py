"""Choosing a language on pages that hold nothing half done."""

from __future__ import annotations

import re
from typing import Annotated, Final

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import RedirectResponse

from app import i18n
from app.language import keep

router = APIRouter()

# One slash and then none, no backslash, nothing but what is printed: browsers drop tabs and line
# ends from an address and read a backslash as a slash, and both could make it another site's.
_HERE: Final = re.compile(r"/(?!/)[!-\[\]-~]{0,2000}")


@router.post("/language")
async def choose(
    request: Request,
    language: Annotated[str, Form()] = "",
    address: Annotated[str, Form(alias="next")] = "",
) -> Response:
    """Keep the language, if it is offered, and go back to the page."""
    response = RedirectResponse(here(address), status_code=303)
    if chosen := i18n.language(language):
        keep(request, response, chosen)
    return response


def here(address: str) -> str:
    """The address, if it is one of this site; else the front page."""
    return address if _HERE.fullmatch(address) else "/"
