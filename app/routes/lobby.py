"""The front page: play now, set a table, come back to one's tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import cast, get_args

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse
from starlette.datastructures import FormData

from app.deps import LanguageDep, NotFound, StoreDep
from app.i18n import Language
from app.pages import LobbyPage, Notice, Pace, SetTablePage, TableCard, render, seat_infos
from app.refusals import trouble
from app.seats import clean_name, different, give_key, hash_of, held_by, key_of, new_key
from app.store import Store
from app.tables import Seat, Table
from engine import GAMES
from engine.computers import LEVELS
from engine.deal import normal_seed

router = APIRouter()

NAMES = ("Ana", "Ben", "Carla", "David", "Elena", "Felix", "Gina", "Hugo", "Iris", "Jonas")
"""Names for the seats of a new table, which can all be changed: as many as any game can have."""

HUMAN = "human"
FRIEND = "friend"
"""A seat for a person on this device, and one that waits for a friend; any other is a computer's
level.
"""

USUAL_SEATS = 4
USUAL_LEVEL = "steady"
USUAL_PACE: Pace = "normal"
PACES: tuple[Pace, ...] = get_args(Pace)


@router.get("/")
async def lobby(request: Request, store: StoreDep, language: LanguageDep) -> Response:
    """The front page, with the tables at which this browser sits."""
    key = key_of(request)
    tables = store.tables_of(hash_of(key)) if key else []
    page = LobbyPage(tuple(_card(table, key) for table in tables))
    return HTMLResponse(render(page, language))


@router.post("/play/{game}")
async def play_now(game: str, request: Request, store: StoreDep) -> Response:
    """Start a match against computers at once, with the settings last used on this browser."""
    usual = _usual(request, store, game)
    computers = [USUAL_LEVEL if each in {HUMAN, FRIEND} else each for each in usual.players[1:]]
    return _set(request, store, replace(usual, players=(HUMAN, *computers)))


@router.get("/new")
async def set_table(
    request: Request,
    store: StoreDep,
    language: LanguageDep,
    game: str = "longana",
    like: str | None = None,
) -> Response:
    """The form to set a table, filled as the table ``like`` is if this browser sits there."""
    table = store.load(like) if like else None
    if table is not None and held_by(key_of(request), table):
        return HTMLResponse(render(_alike(table), language))
    return HTMLResponse(render(_usual(request, store, game), language))


@router.post("/new")
async def set_table_done(request: Request, store: StoreDep, language: LanguageDep) -> Response:
    """Set the table, or show the form again with a sentence that says what cannot be."""
    form = await request.form()
    page, code = _read(form, _usual(request, store, _text(form, "game")))
    if "update" in form:  # the number of seats was changed without JavaScript
        return HTMLResponse(render(page, language))
    if code is not None:
        refused = _with_notice(page, language, code)
        return HTMLResponse(render(refused, language), status_code=422)
    return _set(request, store, page)


def _usual(request: Request, store: Store, game: str) -> SetTablePage:
    """What the form holds at first: as this browser last set a table of this game, for the reader
    by the name that they last played under.

    Raises NotFound if there is no such game.
    """
    if game not in GAMES:
        raise NotFound
    key = key_of(request)
    tables = store.tables_of(hash_of(key)) if key else []
    last = next((table for table in tables if table.game == game), None)
    usual = SetTablePage(game, USUAL_SEATS, NAMES, _players(()), USUAL_PACE, seed="")
    if last is not None:
        usual = _alike(last)
    me = tables[0].seats[0].name if tables else usual.names[0]
    others = [name for name in (*usual.names[1:], usual.names[0]) if name != me]
    return replace(usual, names=(me, *others)[: len(NAMES)])


def _alike(table: Table) -> SetTablePage:
    """The form as it would set this table again, with names and computers for more seats."""
    names = [seat.name for seat in table.seats]
    spare = [name for name in NAMES if name not in names]
    host = table.seats[0].key_hash
    players = [seat.level or (HUMAN if seat.key_hash == host else FRIEND) for seat in table.seats]
    return SetTablePage(
        game=table.game,
        seats=len(names),
        names=(*names, *spare)[: len(NAMES)],
        players=_players(players),
        pace=cast(Pace, table.pace),
        seed="",
    )


def _players(known: Sequence[str]) -> tuple[str, ...]:
    """Who plays at each seat: the reader, then as known, then computers."""
    return (HUMAN, *known[1:], *(USUAL_LEVEL,) * len(NAMES))[: len(NAMES)]


def _read(form: FormData, usual: SetTablePage) -> tuple[SetTablePage, str | None]:
    """The form as it was sent, and the code of the sentence that says what is wrong with it.

    It holds the seats of every game, so that another can be chosen and nothing that was written is
    lost. A number of seats that was chosen for a larger game becomes the most of this one.
    """
    game = GAMES[usual.game]
    code: str | None = None
    seats, pace = _text(form, "seats"), _text(form, "pace")
    names, players = list(usual.names), list(usual.players)
    for at in range(len(NAMES)):
        player = _text(form, f"plays_{at + 1}") or players[at]
        if player not in (HUMAN, FRIEND, *LEVELS):
            code = "bad_form"
        else:
            players[at] = player
        try:
            names[at] = clean_name(_text(form, f"name_{at + 1}")) or names[at]
        except ValueError:
            code = "bad_name"
    seed = _text(form, "seed").strip()
    if seed:
        try:
            seed = normal_seed(seed)
        except ValueError:
            code = "bad_seed"
    possible = {str(n): min(n, game.MAX_SEATS) for n in range(game.MIN_SEATS, len(NAMES) + 1)}
    if seats not in possible or pace not in PACES:
        code = "bad_form"
    page = SetTablePage(
        game=usual.game,
        seats=possible.get(seats, usual.seats),
        names=different(names),
        players=_players(players),
        pace=next((known for known in PACES if known == pace), usual.pace),
        seed=seed,
    )
    return page, code


def _with_notice(page: SetTablePage, language: Language, code: str) -> SetTablePage:
    return replace(page, notice=Notice(trouble(language, code), refused=True))


def _set(request: Request, store: Store, page: SetTablePage) -> Response:
    """Set the table; the browser that asked holds the seats of all its people."""
    key = key_of(request) or new_key()
    hashes = {HUMAN: hash_of(key), FRIEND: None}
    seats = [
        Seat(number, name, "human", None, hashes[player])
        if player in hashes
        else Seat(number, name, "computer", player, None)
        for number, name, player in zip(
            range(1, page.seats + 1), page.names, page.players, strict=False
        )
    ]
    table_id = store.set_table(page.game, seats, page.pace, page.seed or None)
    friends = FRIEND in page.players[: page.seats]
    goal = f"/t/{table_id}/seats" if friends else f"/t/{table_id}"  # first of all they are invited
    response = RedirectResponse(goal, status_code=303)
    give_key(request, response, key)
    return response


def _text(form: FormData, name: str) -> str:
    value = form.get(name)
    return value if isinstance(value, str) else ""


def _card(table: Table, key: str | None) -> TableCard:
    mine = {seat.number for seat in held_by(key, table)}
    standing = table.position.standing
    return TableCard(
        table=table.id,
        game=table.game,
        seats=seat_infos(table.seats, mine),
        match=standing.match,
        round=standing.round,
        awaited=table.position.state.turn,
        over=bool(standing.winners),
        alone=table.alone,
    )
