"""Who asks at a table and how they want the answer: every page of a table is answered here."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import Annotated, cast

from fastapi import Depends, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from app import consent, hand, presence, seating, thinking
from app.cover import due
from app.deps import FragmentDep, LanguageDep, Seated, SeatedDep, StoreDep
from app.hand import BY_VALUE, Arrangement
from app.i18n import Language
from app.ledger import seed_of
from app.pages import Notice, Pace, TablePage, Tools, WishInfo, render, seat_infos
from app.store import Stale, Store
from app.tables import Seat, Table
from app.words import Words
from engine.actions import Action, IllegalAction, Play
from engine.computers import Reason
from engine.computers.chains import longest_chain
from engine.log import Acted, Event, IllegalEvent
from engine.tiles import Tile, mask_of
from engine.view import View


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
        """Sit down at the table as it stands, or look on without a seat; ``own`` is whose hand the
        page shows that asks.
        """
        self.table, held = seated
        self.held = held
        self.key_hash = (held[0].key_hash if held else None) or ""
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
            return next((s for s in self.table.seats if s.key_hash == self.key_hash), None)
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
        several = self.table.several
        page = TablePage(
            table=self.table.id,
            seq=self.table.seq,
            version=self.table.version,
            seats=seat_infos(self.table.seats, {number}, present=self._here if several else None),
            pace=cast(Pace, self.table.pace),
            view=view,
            standing=self.table.position.standing,
            seed=seed_of(self.table.position.match, over=self.table.position.match_over),
            shared=self.shared,
            cover=cover,
            news=_news(self.table, number or cover),
            chosen=chosen,
            preview=preview or _forced(view),
            notice=notice,
            step=self.table.computer_to_move and bool(self.held),
            paused=self.table.paused,
            reading=self.table.reading,
            tools=_tools(self.table, asking=asking),
            why=why,
            arrangement=self.arrangement,
            several=several,
            alone=self.table.alone,
            invite=any(seat.free for seat in self.table.seats),
            looking_on=not self.held,
            claims=self._claims(),
            wish=self._wish(),
            learn=_ended(self.table) if self.held else None,
        )
        return HTMLResponse(render(page, self.language, fragment=self.fragment), status)

    @property
    def _hosting(self) -> bool:
        """Whether this browser looks after the seats."""
        return seating.host_now(self.table, self._here) == self.key_hash

    @cached_property
    def _here(self) -> set[str]:
        """The browsers that are here, this one included."""
        return presence.here(self.store, self.table.id, self.key_hash)

    def _claims(self) -> tuple[tuple[str, str], ...]:
        """Who says to the host that a seat was theirs."""
        if not (self.table.claimed and self._hosting):
            return ()
        return seating.claims_told(self.store, self.table)

    def _wish(self) -> WishInfo | None:
        """What somebody asked for, as this reader is told."""
        wish = self.table.wish
        if wish is None or not self.held:
            return None
        mine = self.table.seats[wish.number - 1].key_hash == self.key_hash
        answered = self.key_hash in wish.agreed
        return WishInfo(wish.kind, wish.number, mine, answered, wish.declined)

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

    def take_back(self, kind: consent.Kind, seq: int) -> Response:
        """Take back, bring back or restart: at once where all people sit on this device, else once
        all others that are there agree (T5, T6).
        """
        if not self.table.several:
            return self.log(seq, consent.EVENTS[kind]()) or self.done()
        if seq != self.table.seq:
            return self.stale()
        if self.table.position.state.turn is None:
            return self.refuse(self.words.trouble("hands_shown"), 422)
        try:
            self.table.after(consent.EVENTS[kind]())
        except IllegalEvent as refused:
            return self.refuse(self.words.refusal(refused), 422)
        number = self.number or self.held[0].number
        self.table = replace(self.table, wish=consent.wish(self.store, self.table, kind, number))
        return self.if_agreed()

    def if_agreed(self) -> Response:
        """Do what is wished for if nobody is left to be asked."""
        wish = self.table.wish
        if wish and not wish.declined and not consent.asked(self.table, wish, self._here):
            return self.log(self.table.seq, consent.EVENTS[wish.kind]()) or self.done()
        return self.done()

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

    async def let_computers(self) -> None:
        """Let the computer to move take its action; without htmx their whole reply is taken. What
        they thought of is dropped if meanwhile the table moved on, a seat changed hands or somebody
        began to read (T4).
        """
        before = self.table
        acts = await self._reply()
        now = self.store.load(before.id)
        if now is None:
            raise Stale
        self.table = now
        if now.seq == before.seq and now.players() == before.players() and not now.paused:
            self.log(now.seq, *acts)

    async def _reply(self) -> list[Acted]:
        """What the computers do, as far as this answer goes; not yet saved."""
        acts: list[Acted] = []
        table = self.table
        while table.computer_to_move and not (self.fragment and acts):
            act = await thinking.computer_move(table)
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
    posts = request.method == "POST"
    shown = own if posts else None
    table, held = seated
    if posts and not fragment and table.several:  # without scripts there is no stream
        presence.arrive(store, table.id, held[0].key_hash or "", "")
    return Reader(seated, store, language, fragment=fragment, own=shown)


ReaderDep = Annotated[Reader, Depends(_reader)]


def _forced(view: View) -> Action | None:
    """The only legal action stands ready, unless it is a tile to be played."""
    if len(view.legal) == 1 and not isinstance(view.legal[0], Play):
        return view.legal[0]
    return None


def _tools(table: Table, *, asking: bool) -> Tools:
    position = table.position
    ended = table.several and position.state.turn is None  # the hands were shown
    return Tools(
        undo=position.can_undo and not ended,
        redo=position.can_redo and not ended,
        restart=position.can_restart and not ended,
        asking=asking,
        notes=position.notes,
    )


def _ended(table: Table) -> tuple[int, int] | None:
    """The last round that has ended, by its match and its number."""
    position = table.position
    rounds = position.ended if position.state.turn is not None else position.rounds
    if rounds:
        return position.match.number, len(rounds)
    if position.earlier:
        match, before = position.earlier[-1]
        return match.number, len(before)
    return None


def _news(table: Table, seat: int | None) -> tuple[tuple[int, Action], ...]:
    """What others did since the seat's own last action in this round."""
    if seat is None:
        return ()
    acts = table.position.acts
    own = [at for at, act in enumerate(acts) if act.seat == seat]
    return tuple((act.seat, act.action) for act in acts[own[-1] + 1 if own else 0 :])
