"""What a seat can learn from a round that has ended: worked out beside the event loop, kept, and
put so that the page can draw it. It knows no more than the seat did then.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING, Any, Final

from app.board import board
from app.i18n import Language
from app.speech import game_name
from app.thinking import apart
from app.words import Words
from engine.actions import Open, Play
from engine.computers.lessons import Lesson, greatest, looked_at
from engine.trains import State

if TYPE_CHECKING:
    from app.pages import LearnPage

KEPT: Final = 500
"""Rounds, as one seat played them, of which the lessons are kept: they took a second or more."""

Key = tuple[str, int, int, int, int]
"""The table, the match, the round, the seat, and of what was done there a short mark: undo may let
the round end in another way.
"""

_kept: Final[OrderedDict[Key, tuple[Lesson, ...]]] = OrderedDict()
_one: Final = asyncio.Lock()


async def lessons(table_id: str, match: int, state: State, seat: int) -> tuple[Lesson, ...]:
    """What the seat can learn from a round that has ended, in the order of play; always the same.

    Decision by decision, so that computers who are to move need not wait for all of them; and one
    round at a time, so that whoever asks for the same finds it kept.
    """
    key = table_id, match, state.deal.round, seat, hash(state.history)
    async with _one:
        if key not in _kept:
            _kept[key] = await _worked_out(state, seat, Random(f"learn|{key[1:4]}"))
        _kept.move_to_end(key)
        while len(_kept) > KEPT:
            _kept.popitem(last=False)
        return _kept[key]


async def _worked_out(state: State, seat: int, rng: Random) -> tuple[Lesson, ...]:
    decisions = looked_at(state, seat, rng)
    found: list[Lesson] = []
    while (more := await apart(_next, decisions)) is not None:
        found += more
    return tuple(sorted(greatest(found), key=lambda each: each.step))


def _next(decisions: Iterator[tuple[Lesson, ...]]) -> tuple[Lesson, ...] | None:
    return next(decisions, None)


def learn(page: LearnPage, language: Language) -> dict[str, Any]:
    """What the page's templates are given."""
    words = Words(language, page.seats, page.seat, page.game)
    given = {"words": words, "seats": page.seats, "game": game_name(language, page.game)}
    if page.view is None or page.lesson is None:
        return given
    better = page.lesson.better
    ghost = better if isinstance(better, Open | Play) else None
    return given | {
        "view": page.view,
        "standing": page.standing,
        "board": board(page.view, ghost=ghost, why=page.lesson.reason),
        "played": words.action(page.seat, page.lesson.taken),
        "better": words.preview(better, page.view),
        "better_tile": ghost and ghost.tile,
    }
