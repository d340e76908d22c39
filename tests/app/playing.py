"""Tables played on at random, without pages, to where a test begins."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from app.store import Store, fresh_seed
from app.tables import Table
from engine import legal
from engine.log import Acted, Event, NewMatch, NextRound, Position, fold

ENOUGH = 4_000
"""Events: more than two matches of thirteen rounds have."""


def play_on(store: Store, address: str, until: Callable[[Position], bool]) -> Table | None:
    """Play at random until the table stands so, all in one transaction.

    None if it did not come to that: a match may be over, or a round blocked, before its time.
    """
    table = store.load(address.removeprefix("/t/"))
    assert table is not None
    position, events, rng = table.position, list[Event](), Random(7)
    while not until(position):
        state = position.state
        if len(events) > ENOUGH:
            return None
        if state.turn is not None:
            action = rng.choice(legal(state))
            events.append(Acted(state.turn, action, computer=state.turn > 1))
        elif position.match_over:
            events.append(NewMatch(fresh_seed(), seed_chosen=False))
        else:
            events.append(NextRound())
        position = fold(position, events[-1])
    return store.append(table, *events)
