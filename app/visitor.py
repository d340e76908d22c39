"""Who comes to a table, with a seat or without: the pages about its seats are made here."""

from __future__ import annotations

from functools import cached_property
from typing import Annotated
from urllib.parse import urlsplit

from fastapi import Depends, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from app import addresses, presence, seating
from app.deps import FragmentDep, LanguageDep, StoreDep, VisitedDep
from app.pages import Invitation, JoinPage, Notice, SeatsPage, render, seat_infos
from app.reader import Reader
from app.refusals import trouble
from app.seats import give_key, hash_of, key_of, new_key


class Visitor:
    """Who asks about the seats of a table. A browser without a key gets one with the first answer
    that gives it something to keep.
    """

    def __init__(
        self,
        request: Request,
        visited: VisitedDep,
        store: StoreDep,
        language: LanguageDep,
        fragment: FragmentDep,
    ) -> None:
        """Come to the table."""
        self.table, self.held = visited
        self.request = request
        self.store = store
        self.language = language
        self.fragment = fragment
        self.key = key_of(request) or new_key()
        self.key_hash = hash_of(self.key)

    @property
    def own(self) -> set[int]:
        """The numbers of this browser's seats."""
        return {seat.number for seat in self.held}

    @property
    def hosting(self) -> bool:
        """Whether it looks after the seats."""
        return self._host == self.key_hash

    @cached_property
    def _here(self) -> set[str]:
        """The browsers that are here, this one included."""
        return presence.here(self.store, self.table.id, self.key_hash)

    @property
    def _host(self) -> str | None:
        """Whose browser looks after the seats now."""
        return seating.host_now(self.table, self._here)

    def reader(self, own: int | None, *, watch: bool) -> Reader | None:
        """The visitor as a reader of the table: with a seat, or looking on where one may."""
        if not self.held and not (watch and self.table.watching):
            return None
        seated = self.table, self.held
        return Reader(seated, self.store, self.language, fragment=self.fragment, own=own)

    def to_table(self) -> Response:
        """Go to the table, and keep the key."""
        response = RedirectResponse(f"/t/{self.table.id}", 303)
        give_key(self.request, response, self.key)
        return response

    def to_seats(self) -> Response:
        """Go to the page about the seats."""
        return RedirectResponse(f"/t/{self.table.id}/seats", 303)

    def refuse(self, code: str, status: int = 409) -> Response:
        """The page about the seats as they are now, and why nothing was done."""
        self.table = self.store.load(self.table.id) or self.table
        return self.seats(code, status) if self.held else self.join(code, status)

    def join(self, refused: str | None = None, status: int = 200) -> Response:
        """The page of somebody without a seat."""
        claims = seating.claims(self.store, self.table)
        own = [each.seat.number for each in claims if each.key_hash == self.key_hash]
        page = JoinPage(
            table=self.table.id,
            version=self.table.version,
            game=self.table.game,
            seats=seat_infos(self.table.seats, (), key_hash=self.key_hash),
            locked=self.table.locked,
            watching=self.table.watching,
            claimed=own[0] if own else None,
            refused=seating.refused(self.store, self.table, self.key_hash),
            notice=self._notice(refused),
        )
        return HTMLResponse(render(page, self.language, fragment=self.fragment), status)

    def seats(
        self, refused: str | None = None, status: int = 200, *, token: str | None = None
    ) -> Response:
        """The page of those who sit here; ``token`` takes one of their seats along."""
        table, found = self.table, addresses.offered(self.request)
        host = self._host
        page = SeatsPage(
            table=table.id,
            version=table.version,
            game=table.game,
            seats=seat_infos(table.seats, self.own, key_hash=self.key_hash, present=self._here),
            code=table.code,
            invitations=tuple(_invitation(f"{each}/t/{table.id}") for each in found),
            bare=not found or urlsplit(found[0]).netloc != self.request.url.netloc,
            host=next((s.name for s in table.seats if s.key_hash and s.key_hash == host), ""),
            hosting=self.hosting,
            locked=table.locked,
            watching=table.watching,
            alone=table.alone,
            claims=seating.claims_told(self.store, table) if self.hosting else (),
            move=_invitation(f"{found[0]}/move#{token}") if token and found else None,
            notice=self._notice(refused),
        )
        return HTMLResponse(render(page, self.language, fragment=self.fragment), status)

    def _notice(self, code: str | None) -> Notice | None:
        return Notice(trouble(self.language, code), refused=True) if code else None


VisitorDep = Annotated[Visitor, Depends()]


def _invitation(address: str) -> Invitation:
    return Invitation(address, addresses.qr(address))
