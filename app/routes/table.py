"""The table: looking at it, previewing, confirming, letting computers move, going on."""

from __future__ import annotations

from datetime import timedelta
from random import Random
from typing import Annotated, Final, cast

from fastapi import APIRouter, Depends, Form, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse

from app import hand
from app.cover import due
from app.deps import FragmentDep, LanguageDep, Seated, SeatedDep, StoreDep
from app.hand import BY_VALUE, Arrangement, Sort
from app.i18n import Language
from app.ledger import seed_of
from app.models import now
from app.pages import Notice, Pace, TablePage, Tools, render, seat_infos
from app.store import Seat, Stale, Store, Table, computer_move, fresh_seed
from app.words import Words
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
from engine.computers import Reason, choose
from engine.computers.chains import longest_chain
from engine.log import Acted, Event, IllegalEvent, NewMatch, NextRound, Redo, Restart, Undo
from engine.record import write
from engine.tiles import Tile, mask_of
from engine.view import View

router = APIRouter(prefix="/t/{table_id}")

READING: Final = timedelta(seconds=30)
"""How long the computers wait for a device that does not say again that it reads (T4)."""

Seq = Annotated[int, Form(ge=0, le=2**31)]
Text = Annotated[str, Form(max_length=40)]
PageName = Annotated[str, Form(pattern=r"^[0-9a-z]{0,16}$")]
"""What a page calls itself, so that one tab does not end what another reads."""

Order = Annotated[str, Form(max_length=600)]
"""Tiles: all of a double-twelve set and more."""


class Reader:
    """Who asks and how they want the answer. Every answer of the table is made here, so that the
    whole page, the fragment and the answer to a form are one and the same.
    """

    def __init__(
        self,
        seated: Seated,
        store: Store,
        language: Language,
        *,
        fragment: bool,
        own: int | None,
    ) -> None:
        """Sit down at the table as it stands; ``own`` is whose hand the page shows that asks."""
        self.table, held = seated
        self.key_hash = held[0].key_hash or ""
        self.shared = len(held) > 1
        self.own = own
        self.store = store
        self.language = language
        self.fragment = fragment

    @property
    def due(self) -> Seat | None:
        """Who of the people on this device acts next."""
        return due(self.table.seats, self.key_hash, self.table.position.state.turn)

    @property
    def seat(self) -> Seat | None:
        """Whose hand the answer shows; on a shared device None under the cover, and between
        rounds, when nobody has anything to hide.
        """
        if not self.shared:
            return next(seat for seat in self.table.seats if seat.key_hash == self.key_hash)
        seat = self.due
        return seat if seat and seat.shown and seat.number == self.own else None

    @property
    def number(self) -> int | None:
        """The number of that seat."""
        return self.seat.number if self.seat else None

    @property
    def words(self) -> Words:
        """The words of this table for this reader."""
        seats = seat_infos(self.table.seats, {self.number})
        return Words(self.language, seats, self.number, self.table.game)

    @property
    def round_key(self) -> str:
        """The match and the round that run: what an own order of the hand holds good for."""
        position = self.table.position
        return f"{position.match.number}.{position.state.deal.round}"

    @property
    def arrangement(self) -> Arrangement:
        """How the reader's tiles are arranged."""
        return hand.read(self.seat.arrangement, self.round_key) if self.seat else BY_VALUE

    def arrange(self, seat: Seat, arrangement: Arrangement) -> None:
        """Arrange the seat's tiles like this from now on."""
        text = hand.write(arrangement, self.round_key)
        self.table = self.store.arrange(self.table, seat, text)

    def show(
        self,
        *,
        chosen: Tile | None = None,
        preview: Action | None = None,
        notice: Notice | None = None,
        why: Reason | None = None,
        asking: bool = False,
        status: int = 200,
    ) -> Response:
        """The table as the reader's seat sees it."""
        number = self.number
        view = self.table.position.view(number)
        cover = self.due.number if self.due and number is None else None
        page = TablePage(
            table=self.table.id,
            seq=self.table.seq,
            seats=seat_infos(self.table.seats, {number}),
            pace=cast(Pace, self.table.pace),
            view=view,
            standing=self.table.position.standing(),
            seed=seed_of(self.table.position.match, over=self.table.position.match_over),
            shared=self.shared,
            cover=cover,
            news=_news(self.table, number or cover),
            chosen=chosen,
            preview=preview or _forced(view),
            notice=notice,
            step=self.table.computer_to_move,
            paused=self.table.paused,
            tools=_tools(self.table, asking=asking),
            why=why,
            arrangement=self.arrangement,
        )
        return HTMLResponse(render(page, self.language, fragment=self.fragment), status)

    def refuse(self, sentence: str, status: int) -> Response:
        """The table as it stands, and why nothing was done."""
        return self.show(notice=Notice(sentence, refused=True), status=status)

    def stale(self) -> Response:
        """The form was made for an earlier state: no harm done, and here is the present one."""
        self.table = self.store.load(self.table.id) or self.table
        return self.refuse(self.words.trouble("stale"), 409)

    def log(self, seq: int, *events: Event) -> Response | None:
        """Append to the log as of ``seq``; an answer only if that was refused."""
        if seq != self.table.seq:
            return self.stale()
        try:
            self.table = self.store.append(self.table, *events)
        except Stale:
            return self.stale()
        except (IllegalAction, IllegalEvent) as refused:
            return self.refuse(self.words.refusal(refused), 422)
        return None

    def hand_over(self) -> Response:
        """The cover, where an answer would need a hand that must not be shown."""
        return self.refuse(self.words.trouble("covered"), 409)

    def done(self, *, link: bool = False) -> Response:
        """The answer to a form that was carried out; without htmx the browser is sent to the table,
        so that a reload repeats nothing. A shared device would find the cover there, so that it
        gets its page at once.
        """
        if self.fragment or (self.shared and self.seat):
            return self.show(preview=self.link() if link else None)
        query = "?link" if link else ""
        return RedirectResponse(f"/t/{self.table.id}{query}", status_code=303)

    def link(self) -> Action | None:
        """In the first chain: the next link on offer, which begins the longest way on (M7)."""
        seat = self.number
        view = self.table.position.view(seat)
        if seat is None or view.phase != "first" or not view.legal:
            return None
        chain = longest_chain(view.train(seat).end, mask_of(view.hand))
        offered = Play(chain[0], seat) if chain else None
        return offered if offered in view.legal else None

    def reply(self) -> list[Acted]:
        """The whole reply of the computers to where the table stands, not yet saved."""
        acts: list[Acted] = []
        table = self.table
        while table.computer_to_move:
            act = computer_move(table)
            acts.append(act)
            table = table.after(act)
        return acts


async def _reader(
    request: Request,
    seated: SeatedDep,
    store: StoreDep,
    language: LanguageDep,
    fragment: FragmentDep,
    own: int | None = None,
) -> Reader:
    """Who asks. ``?own=2`` comes from the forms of a page that shows seat 2's hand on a device that
    several people share; all others, and every GET, find the cover there.
    """
    shown = own if request.method == "POST" else None
    return Reader(seated, store, language, fragment=fragment, own=shown)


ReaderDep = Annotated[Reader, Depends(_reader)]


@router.get("")
async def show(reader: ReaderDep, link: str | None = None) -> Response:
    """The table as it stands; with ``?link`` the next tile of the first chain is offered."""
    return reader.show(preview=None if link is None else reader.link())


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
            return _preview_action(reader, reader.seat, parse_action(action))
        chosen = parse_tile(tile)
        if place:
            return _preview_at(reader, reader.seat, chosen, parse_action(f"play {tile} on {place}"))
    except NotationError:
        return reader.refuse(reader.words.trouble("bad_form"), 422)
    return _preview_tile(reader, reader.seat, chosen)


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
        reader.log(reader.table.seq, *reader.reply())
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
    return _preview_tile(reader, seat, chosen) if chosen in view.hand else reader.show()


@router.post("/step")
async def step(reader: ReaderDep, seq: Seq) -> Response:
    """Let the computer to move take its action; the first who asks wins, the others see it.

    Without htmx the whole reply of the computers is taken at once. Nothing is done while somebody
    reads the rules or the record (T4).
    """
    table = reader.table
    if seq == table.seq and table.computer_to_move and not table.paused:
        reader.log(seq, *([computer_move(table)] if reader.fragment else reader.reply()))
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
    advice = choose(view, "sharp", Random(f"hint|{reader.table.id}|{seq}"))
    return reader.show(preview=advice.action, why=advice.why)


@router.post("/undo")
async def undo(reader: ReaderDep, seq: Seq) -> Response:
    """Take back the last move of a person and the computers' reply to it (T5)."""
    return reader.log(seq, Undo()) or reader.done()


@router.post("/redo")
async def redo(reader: ReaderDep, seq: Seq) -> Response:
    """Bring back what the last undo took, drawn tiles included (T5)."""
    return reader.log(seq, Redo()) or reader.done()


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
    return reader.log(seq, Restart()) or reader.done()


@router.post("/pace")
async def pace(reader: ReaderDep, pace: Annotated[Pace, Form()]) -> Response:
    """Let the computers move at another pace from now on."""
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
    reader.store.delete(reader.table.id)
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


for verb in [
    "preview",
    "confirm",
    "uncover",
    "hand",
    "step",
    "next",
    "again",
    "pace",
    "hint",
    "undo",
    "redo",
    "restart",
]:
    router.add_api_route(f"/{verb}", back, methods=["GET"])


def _preview_action(reader: Reader, seat: Seat, action: Action) -> Response:
    try:
        apply(reader.table.position.state, seat.number, action)
    except IllegalAction as refused:
        return reader.refuse(reader.words.refusal(refused), 422)
    return reader.show(preview=action)


def _preview_at(reader: Reader, seat: Seat, tile: Tile, action: Action) -> Response:
    """A place was tapped for a tile: the ghost there, or why not there; the tile stays chosen."""
    try:
        apply(reader.table.position.state, seat.number, action)
    except IllegalAction as refused:
        return _preview_tile(reader, seat, tile, why=reader.words.refusal(refused))
    return reader.show(preview=action)


def _preview_tile(reader: Reader, seat: Seat, tile: Tile, *, why: str | None = None) -> Response:
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


def _forced(view: View) -> Action | None:
    """The only legal action stands ready, unless it is a tile to be played."""
    if len(view.legal) == 1 and not isinstance(view.legal[0], Play):
        return view.legal[0]
    return None


def _tools(table: Table, *, asking: bool) -> Tools:
    position = table.position
    return Tools(
        undo=position.can_undo,
        redo=position.can_redo,
        restart=position.can_restart,
        asking=asking,
        notes=position.notes,
    )


def _news(table: Table, seat: int | None) -> tuple[tuple[int, Action], ...]:
    """What others did since the seat's own last action in this round."""
    if seat is None:
        return ()
    acts = table.position.acts
    own = [at for at, act in enumerate(acts) if act.seat == seat]
    return tuple((act.seat, act.action) for act in acts[own[-1] + 1 if own else 0 :])
