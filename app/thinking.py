"""Thinking that disturbs nobody: what takes long is worked out beside the event loop.

One thread of the process has one thought at a time, in the order in which they are asked for, so
that ten sharp computers do not slow down a table that only wants to be shown.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from random import Random
from typing import Final, TypeVar, TypeVarTuple

from app.tables import Table
from engine.computers import Advice, choose
from engine.log import Acted
from engine.view import View

T = TypeVar("T")
Given = TypeVarTuple("Given")

AT_ONCE: Final = frozenset({"relaxed", "steady"})
"""The levels that choose in a few milliseconds: less than it costs to hand the thought over."""

KEPT: Final = 200
"""Choices that are kept, since all devices of a table ask for the same one at the same time."""

_thread: Final = ThreadPoolExecutor(1, "thinking")


async def apart(think: Callable[[*Given], T], *given: *Given) -> T:
    """What a thought comes to, once those before it are done. Meanwhile the event loop goes on, so
    whatever the caller knew of a table may be out of date afterwards.
    """
    return await asyncio.get_running_loop().run_in_executor(_thread, think, *given)


async def computer_move(table: Table) -> Acted:
    """What the computer to move does. Its dice follow from the table's address, the sequence
    number and the seat (RECORD.md), so that whoever asks gets the same.
    """
    mover = table.mover
    assert mover is not None
    assert mover.level is not None
    view, dice = table.position.view(mover.number), f"{table.id}|{table.seq}|{mover.number}"
    if mover.level in AT_ONCE:
        advice = choose(view, mover.level, Random(dice))
    else:
        advice = await apart(_chosen, view, mover.level, dice)
    return Acted(mover.number, advice.action, computer=True)


async def hint(table: Table, view: View) -> Advice:
    """What the sharp computer would do in this seat's place; the same for whoever asks again."""
    return await apart(_chosen, view, "sharp", f"hint|{table.id}|{table.seq}")


@lru_cache(maxsize=KEPT)
def _chosen(view: View, level: str, dice: str) -> Advice:
    return choose(view, level, Random(dice))
