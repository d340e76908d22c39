"""Tells open pages that a table changed: numbers only, never content.

Each open page holds one stream, on which it hears the table's version. What has changed it asks for
itself, as its own seat and in its own language. A reader that is slow misses old numbers and gets
the newest; one that is dead holds up nobody.

A stream is ended after a while and opened again by its page: so the server knows without a word
from the page who is still there, also where a phone went to sleep and the network says nothing.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncGenerator, Iterator
from contextlib import contextmanager

from anyio import Event

from app import presence
from app.presence import ABSENT
from app.store import Store

LIFE = 30.0
"""Seconds after which a stream is ended: twice within the time after which a person is absent."""


class Follower:
    """One page's ear: wakes it with the newest number of its table, whichever thread tells it."""

    def __init__(self) -> None:
        """Listen on the running loop."""
        self._loop = asyncio.get_running_loop()
        self._rung = asyncio.Event()
        self._newest = -1
        self._over = False

    def hear(self, version: int) -> None:
        """The table's version is this now; older news are forgotten."""
        self._loop.call_soon_threadsafe(self._hear, version)

    def _hear(self, version: int) -> None:
        if version > self._newest:
            self._newest = version
            self._rung.set()

    async def until(self, stop: Event) -> None:
        """Wait for no number any more once this is set."""
        await stop.wait()
        self._over = True
        self._rung.set()

    async def newer(self, version: int) -> int | None:
        """Wait for a number that is higher than this, and answer the newest; None: it is over."""
        while self._newest <= version and not self._over:
            self._rung.clear()
            await self._rung.wait()
        return None if self._over else self._newest


class Live:
    """Who follows which table in this process."""

    def __init__(self) -> None:
        """Begin with nobody."""
        self._followers: defaultdict[str, set[Follower]] = defaultdict(set)
        self._partings: dict[tuple[str, str, str], asyncio.TimerHandle] = {}

    def count(self) -> int:
        """How many streams are open."""
        return sum(map(len, self._followers.values()))

    def tell(self, table_id: str, version: int) -> None:
        """Wake all that follow this table. Any thread may do so."""
        for follower in tuple(self._followers.get(table_id, ())):
            follower.hear(version)

    def ask(self, store: Store) -> None:
        """Tell where the followed tables stand: something may have gone unheard."""
        for table_id in tuple(self._followers):
            version = store.version(table_id)
            if version is not None:
                self.tell(table_id, version)

    @contextmanager
    def _following(self, table_id: str) -> Iterator[Follower]:
        follower = Follower()
        self._followers[table_id].add(follower)
        try:
            yield follower
        finally:
            self._followers[table_id].discard(follower)
            if not self._followers[table_id]:
                del self._followers[table_id]

    async def numbers(
        self, store: Store, table_id: str, key_hash: str | None, page: str, stop: Event
    ) -> AsyncGenerator[int, None]:
        """The version of a table, now and after each change, for one page of one browser, which is
        present by that; it ends when it has lived long enough, or the program is to stop. Without a
        key the page belongs to nobody who sits there.
        """
        with self._following(table_id) as follower:
            arrived = self._arrive(store, table_id, key_hash, page)
            if arrived is None:
                return
            stopping = asyncio.create_task(follower.until(stop))
            clock = asyncio.get_running_loop().time
            end = clock() + LIFE
            newer: int | None
            newer, version = arrived
            try:
                while newer is not None:
                    yield newer
                    version = max(version, newer)
                    newer = await asyncio.wait_for(follower.newer(version), end - clock())
            except TimeoutError:
                pass  # its page opens the next one
            finally:
                stopping.cancel()

    def _arrive(
        self, store: Store, table_id: str, key_hash: str | None, page: str
    ) -> tuple[int, int] | None:
        """The table's version before and after this page's reader has come."""
        if key_hash is None:
            version = store.version(table_id)
            return None if version is None else (version, version)
        arrived = presence.arrive(store, table_id, key_hash, page)
        if arrived is not None:
            self._watch(store, table_id, key_hash, page)
        return arrived

    def _watch(self, store: Store, table_id: str, key_hash: str, page: str) -> None:
        """See later whether this page has come again, or its reader is absent now."""
        who = table_id, key_hash, page

        def part() -> None:
            del self._partings[who]
            presence.part(store, table_id)

        if pending := self._partings.get(who):
            pending.cancel()
        later = ABSENT.total_seconds() + 1
        self._partings[who] = asyncio.get_running_loop().call_later(later, part)
