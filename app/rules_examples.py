"""The drawn examples of the rules pages: rounds set up by hand and played by the engine.

A scene is a position and a few things that its reader, always seat 1, might do there. Whether each
may be done is asked of the engine, so that an example cannot say anything but what is played here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Final

from markupsafe import Markup, escape

from app.board import LonganaBoard, TrainBoard, board
from app.lines import HALF, Rect
from app.shown import Held
from app.speech import N_, capital, game_name
from app.words import Words
from engine import GAMES, apply, start
from engine.actions import (
    PUBLIC,
    Action,
    Draw,
    Finish,
    IllegalAction,
    Open,
    Pass,
    Play,
    parse_action,
    parse_move,
    parse_tile,
)
from engine.deal import Deal
from engine.tiles import deck
from engine.trains import State
from engine.view import View, view

if TYPE_CHECKING:
    from app.i18n import Language
    from app.pages import RulesPage

READER: Final = 1


@dataclass(frozen=True, slots=True)
class Step:
    """What is played on from the scene before, what is told of it, and what is asked there."""

    moves: tuple[str, ...]
    caption: str
    asks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Setup:
    """A round: what each seat is dealt, what lies on top of the boneyard, and its steps."""

    hands: tuple[str, ...]
    steps: tuple[Step, ...]
    stock: str = ""


@dataclass(frozen=True, slots=True)
class Claim:
    """Something the reader might do, and how the rules refuse it; None where they allow it."""

    action: Action
    refused: IllegalAction | None


@dataclass(frozen=True, slots=True)
class Scene:
    """A position as the reader sees it; ``box`` is the part of Longana's picture that is drawn."""

    caption: str
    view: View
    board: LonganaBoard | TrainBoard
    box: Rect | None
    claims: tuple[Claim, ...]

    @property
    def hand(self) -> list[Held]:
        """The reader's tiles, if there is anything to be done with them."""
        playable = {each.tile for each in self.view.legal if isinstance(each, Open | Play)}
        drawn = self.view.drawn
        hand = self.view.hand if self.claims else ()
        return [Held(tile, tile in playable, False, tile == drawn) for tile in hand]

    def names(self, on: int, words: Words) -> list[str]:
        """The tiles of an arm or train from the hub outward, as they are spoken."""
        return [words.tile(laid.tile) for laid in self.view.train(on).tiles]


_FIRST_CHAINS: Final = (
    "1: open 12-12",
    "1: play 12-9 on 1",
    "1: finish",
    "2: play 12-7 on 2",
    "2: finish",
    "3: play 12-5 on 3",
    "3: finish",
)

SETUPS: Final[dict[str, dict[str, Setup]]] = {
    "longana": {
        "arms": Setup(
            (
                "8-2 8-0 7-2 5-4 4-3 4-1 4-0 2-1",
                "9-4 8-6 8-5 7-3 7-1 6-3 6-1 5-1",
                "9-9 9-6 8-3 6-2 6-0 5-0 3-1 3-0",
            ),
            (
                Step(
                    ("3: open 9-9",),
                    N_(
                        "Ben opened with the double nine. You hold no nine, so you have to pass. "
                        "Passing opens your arm."
                    ),
                    ("pass", "play 5-4 on 1"),
                ),
                Step(
                    (
                        "1: pass",
                        "2: play 9-4 on 2",
                        "3: play 9-6 on 3",
                        "1: pass",
                        "2: pass",
                        "3: play 6-2 on 3",
                    ),
                    N_(
                        "You have passed twice, and then Ana passed: your arm and hers are open. "
                        "4–1 may go on Ana's arm, and because you have played a tile, your own "
                        "arm closes. 2–1 matches Ben's arm, but that arm is closed."
                    ),
                    ("play 4-1 on 2", "play 2-1 on 3"),
                ),
            ),
        ),
        "priority": Setup(
            (
                "9-5 8-5 8-3 8-1 7-3 6-4 5-3 4-1",
                "9-9 9-8 9-7 9-6 9-4 7-5 7-4 7-0",
                "6-5 6-0 5-4 5-2 4-3 4-2 3-2 2-1",
                "8-7 8-2 8-0 7-2 6-3 6-2 3-1 3-0",
            ),
            (
                Step(
                    ("2: open 9-9", "3: pass", "4: pass"),
                    N_(
                        "Ben passed first and Carla after him, so both their arms are open, and "
                        "both end in nine. Of the two, 9–5 must take Ben's arm. Your own arm is "
                        "always a free choice."
                    ),
                    ("play 9-5 on 1", "play 9-5 on 3", "play 9-5 on 4"),
                ),
            ),
        ),
        "doubles": Setup(
            (
                "9-5 8-4 8-3 7-2 7-0 6-6 6-1 4-1",
                "9-7 9-6 9-4 9-3 9-2 7-5 6-0 5-3",
                "9-9 9-8 8-1 7-1 6-5 5-4 5-2 2-1",
            ),
            (
                Step(
                    ("3: open 9-9", "1: play 9-5 on 1", "2: play 9-6 on 2", "3: play 9-8 on 3"),
                    N_(
                        "Ana's arm ends in six and is closed. The double six may be played there "
                        "all the same; 6–1 may not."
                    ),
                    ("play 6-6 on 2", "play 6-1 on 2"),
                ),
                Step(
                    ("1: play 6-6 on 2",),
                    N_(
                        "The double lies across, and the end of the arm is still six. Nothing "
                        "branches off, and there is no extra turn: Ana plays next."
                    ),
                ),
            ),
        ),
    },
    "mexican-train": {
        "chain": Setup(
            (
                "12-12 12-9 12-3 11-1 9-4 8-7 8-6 8-3 7-3 6-2 5-3 5-2 5-1 4-1 3-1",
                "12-8 12-7 12-6 12-5 12-2 12-0 11-10 10-3 10-2 9-0 8-2 8-1 7-2 6-5 6-1",
                "12-10 12-1 11-7 11-4 11-0 10-9 10-8 10-0 9-2 8-5 7-6 6-4 5-4 4-3 4-2",
            ),
            (
                Step(
                    ("1: open 12-12", "1: play 12-9 on 1", "1: play 9-4 on 1"),
                    N_(
                        "Your first turn. After 12–9 and 9–4 you may go on with 4–1, or finish "
                        "although 4–1 fits. 12–3 would match the public train, but a first turn "
                        "stays on your own."
                    ),
                    ("play 4-1 on 1", "finish", "play 12-3 on public"),
                ),
            ),
        ),
        "follow": Setup(
            (
                "12-12 12-9 12-4 11-10 11-2 11-0 9-9 9-2 8-5 7-3 7-2 7-1 6-1 6-0 5-0",
                "12-11 12-10 12-7 12-3 12-0 9-7 9-3 8-6 8-3 8-1 6-5 6-4 5-2 5-1 3-1",
                "12-5 11-8 11-3 10-9 10-5 10-4 10-2 9-0 8-7 8-2 7-6 6-2 5-4 5-3 4-2",
            ),
            (
                Step(
                    (*_FIRST_CHAINS, "1: play 9-9 on 1"),
                    N_(
                        "You have just played the double nine and must follow it, on any train "
                        "that is yours to use. 9–2 covers the double. 12–4 on the public train "
                        "will do as well, but it leaves the double to the next player. Ana's "
                        "train is not marked open."
                    ),
                    ("play 9-2 on 1", "play 12-4 on public", "play 7-3 on 2", "pass"),
                ),
            ),
        ),
        "cover": Setup(
            (
                "12-12 12-9 11-5 11-3 11-1 10-0 9-5 8-3 7-4 7-3 7-0 6-2 5-1 5-0 3-1",
                "12-11 12-10 12-6 12-4 12-1 11-10 11-9 9-0 8-7 8-4 6-6 6-5 6-3 6-1 6-0",
                "12-8 12-0 11-4 11-0 10-7 10-3 9-2 8-8 8-5 8-2 8-1 8-0 5-4 5-3 4-2",
            ),
            (
                Step(
                    (
                        "1: open 12-12",
                        "1: play 12-9 on 1",
                        "1: finish",
                        "2: play 12-6 on 2",
                        "2: play 6-6 on 2",
                        "2: finish",
                        "3: play 12-8 on 3",
                        "3: play 8-8 on 3",
                        "3: finish",
                    ),
                    N_(
                        "Ana's first chain ended in the double six, Ben's after it in the double "
                        "eight. The double six is older, so nothing else may be played, although "
                        "Ana's train is not marked open."
                    ),
                    ("play 6-2 on 2", "play 8-3 on 3", "play 9-5 on 1"),
                ),
                Step(
                    ("1: play 6-2 on 2",),
                    N_(
                        "6–2 covered the double six and ended your turn. Now the double eight is "
                        "the oldest, and Ana has to cover it."
                    ),
                ),
            ),
        ),
        "draw": Setup(
            (
                "12-12 12-9 11-0 10-2 8-7 8-6 8-2 8-1 7-2 7-1 6-1 5-2 5-1 5-0 3-1",
                "12-10 12-8 12-7 12-6 12-4 12-3 12-1 11-9 11-6 10-1 9-0 8-0 7-5 6-4 6-0",
                "12-5 12-0 11-10 11-3 10-8 10-7 9-2 8-5 7-6 6-5 6-3 5-4 5-3 4-2 4-1",
            ),
            (
                Step(
                    _FIRST_CHAINS,
                    N_(
                        "Your train ends in nine and the public train in twelve, and you hold "
                        "neither. You draw one tile before you may pass."
                    ),
                    ("draw", "pass"),
                ),
                Step(
                    ("1: draw",),
                    N_(
                        "You drew 8–3, which does not fit. There is no second draw: you pass, and "
                        "your train is marked open."
                    ),
                    ("pass", "draw"),
                ),
            ),
            stock="8-3",
        ),
        "close": Setup(
            (
                "11-10 11-2 11-1 10-3 10-1 9-7 9-3 8-4 7-3 7-2 6-1 5-2 5-1 5-0 3-1",
                "12-12 12-11 12-10 12-7 12-6 12-4 12-0 8-7 8-6 8-3 8-1 7-6 6-5 6-2 6-0",
                "12-9 12-8 12-5 11-8 11-4 10-9 10-8 10-4 9-1 9-0 8-2 6-3 5-4 5-3 4-2",
            ),
            (
                Step(
                    (
                        "2: open 12-12",
                        "2: play 12-7 on 2",
                        "2: finish",
                        "3: play 12-5 on 3",
                        "3: finish",
                        "1: pass",
                        "2: play 12-6 on public",
                        "3: play 12-8 on 1",
                    ),
                    N_(
                        "You passed in your first turn, so your train is marked open, and Ben has "
                        "played 12–8 on it. 8–4 on your own train closes it. 6–1 on the public "
                        "train is just as legal, but closes nothing."
                    ),
                    ("play 8-4 on 1", "play 6-1 on public"),
                ),
                Step(
                    ("1: play 6-1 on public",),
                    N_(
                        "6–1 went on the public train, so your train is still marked open, and "
                        "the others may go on playing there."
                    ),
                ),
            ),
        ),
    },
}
"""By game and by what the example is about."""

_TRIED: Final = {
    ("own", False): N_("%(tile)s on your arm"),
    ("other", False): N_("%(tile)s on %(owner)s's arm"),
    ("own", True): N_("%(tile)s on your train"),
    ("other", True): N_("%(tile)s on %(owner)s's train"),
    ("public", True): N_("%(tile)s on the public train"),
}


_TILE: Final = re.compile(r"\d+–\d+")


def deal_of(game: str, setup: Setup) -> Deal:
    """The deal of a first round: these hands, and all other tiles in the boneyard or unused."""
    hands = tuple(tuple(map(parse_tile, hand.split())) for hand in setup.hands)
    top = tuple(map(parse_tile, setup.stock.split()))
    held = {*top, *(tile for hand in hands for tile in hand)}
    stock = (*top, *(tile for tile in deck(GAMES[game].TOP) if tile not in held))
    return Deal(game, 1, 1, GAMES[game].search_from(1, None, len(hands)), hands, stock)


@cache
def examples(game: str) -> dict[str, tuple[Scene, ...]]:
    """The examples of a game, played once."""
    return {key: tuple(_scenes(game, setup)) for key, setup in SETUPS[game].items()}


def _scenes(game: str, setup: Setup) -> Iterable[Scene]:
    states = accumulate(setup.steps, _after, initial=start(deal_of(game, setup)))
    next(states)  # before anything was played
    for step, state in zip(setup.steps, states, strict=True):
        seen = view(state, READER)
        drawn = board(seen)
        claims = tuple(_claim(state, parse_action(each)) for each in step.asks)
        box = _around(drawn) if isinstance(drawn, LonganaBoard) else None
        yield Scene(step.caption, seen, drawn, box, claims)


def _after(state: State, step: Step) -> State:
    for move in step.moves:
        state = apply(state, *parse_move(move))
    return state


def _claim(state: State, action: Action) -> Claim:
    try:
        apply(state, READER, action)
    except IllegalAction as refused:
        return Claim(action, refused)
    return Claim(action, None)


def _around(cross: LonganaBoard) -> Rect:
    """What there is to see of a cross: the hub, the tiles, and the signs at the ends."""
    boxes = [cross.centre]
    for arm in cross.arms:
        boxes += [placed.box for placed in arm.tiles]
        if arm.place is not None:
            slot = arm.place.slot
            x, y = slot.x + slot.width // 2, slot.y + slot.height // 2
            boxes.append(Rect(x - HALF // 2, y - HALF // 2, HALF, HALF))
    room = HALF // 2
    left, top = min(box.x for box in boxes) - room, min(box.y for box in boxes) - room
    right = max(box.x + box.width for box in boxes) + room
    bottom = max(box.y + box.height for box in boxes) + room
    return Rect(left, top, right - left, bottom - top)


def tried(words: Words, action: Action) -> str:
    """What the reader would like to do, whether the rules allow it or not."""
    if isinstance(action, Draw | Pass | Finish):
        return words.option(action)
    assert isinstance(action, Play)
    whose = "public" if action.on == PUBLIC else words.whose(action.on)
    return words.say(
        _TRIED[whose, words.trains], tile=words.written(action.tile), owner=words.owner(action.on)
    )


def whole(text: str) -> Markup:
    """The text with every tile in it, such as ``9–4``, kept on one line."""
    return Markup(_TILE.sub(r'<span class="whole">\g<0></span>', str(escape(text))))  # noqa: S704


def rules(page: RulesPage, language: Language) -> dict[str, Any]:
    """What the rules' templates draw."""
    game = GAMES[page.game]
    words = Words(language, page.seats, READER, page.game)
    return {
        "words": words,
        "game": game_name(language, page.game),
        "games": [(key, game_name(language, key)) for key in GAMES],
        "arms": not game.HAS_PUBLIC,
        "examples": examples(page.game),
        "tried": tried,
        "capital": capital,
        "whole": whole,
    }
