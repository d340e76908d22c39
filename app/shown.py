"""What the pages' templates are given beside the page: worked out here, drawn there.

Legality is not asked here: whether a tile can be played is whether ``view.legal`` plays it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from app.board import board
from app.chart import chart
from app.hand import arranged, moved
from app.i18n import Language
from app.speech import N_, Speech, capital, game_name, level_name, pace_name
from app.summary import summary
from app.words import Words
from engine import GAMES
from engine.actions import PUBLIC, Action, Draw, Finish, Open, Pass, Play
from engine.computers import LEVELS
from engine.deal import MAX_SEED
from engine.longana import TARGET
from engine.tiles import Tile

if TYPE_CHECKING:
    from app.pages import JoinPage, LobbyPage, SeatsPage, SetTablePage, TableCard, TablePage

PACES: Final = ("step", "slow", "normal", "fast")
_DELAYS: Final = {"slow": "2500ms", "normal": "1200ms", "fast": "250ms"}
MAX_NAME: Final = 30
MOST_ACROSS: Final = 8
"""Tiles side by side on a screen 360 px wide, 44 px for each."""


@dataclass(frozen=True, slots=True)
class Held:
    """A tile in the reader's hand: whether some legal action plays it, whether it was tapped.

    ``top`` is the half on top; ``linked`` marks the longest chain where the hand is sorted for it;
    ``spoken`` is the tile in words. ``told``: a hint speaks of it.
    """

    tile: Tile
    playable: bool
    chosen: bool
    drawn: bool
    top: int | None = None
    linked: bool = False
    spoken: str = ""
    told: bool = False


@dataclass(frozen=True, slots=True)
class Button:
    """A choice to press: what the form sends, what it says, whether it is the one previewed."""

    value: str
    text: str
    pressed: bool


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the log: the seat that acted, in words; ``fresh`` since the reader's last move."""

    seat: int
    text: str
    fresh: bool


@dataclass(frozen=True, slots=True)
class Row:
    """A seat in the standings, and at the end of a round what it held and scored."""

    seat: int
    name: str
    level: str
    mine: bool
    turn: bool
    tiles: int
    total: int
    won: bool
    left: int
    scored: int
    hand: tuple[Tile, ...]


def table(page: TablePage, language: Language) -> dict[str, Any]:
    """What the table's templates draw."""
    view = page.view
    words = Words(language, page.seats, view.seat, view.game)
    preview = page.preview
    chosen = page.chosen or (preview.tile if isinstance(preview, Open | Play) else None)
    places = places_for(view.legal, chosen)
    # Where several people read the log, it calls each by their name.
    told = Words(language, page.seats, None if page.shared else view.seat, view.game)
    news = [told.action(*each) for each in page.news]
    search = words.search(view)
    if search and not any(seat == view.seat for seat, _ in view.history):
        news.insert(0, search)  # M5: nobody saw it, and the hands are larger
    hand = _hand(words, page, chosen)
    goal = None if words.trains else TARGET
    return {
        "words": words,
        "title": words.hand_over(page.cover) if page.cover else words.turn(view),
        "view": view,
        "seats": page.seats,
        "standing": page.standing,
        "game": game_name(language, view.game),
        "my_turn": view.turn is not None and view.turn == view.seat,
        "chosen": chosen,
        "forced": view.legal == (preview,) and not isinstance(preview, Play),
        "hand": hand,
        "move": _move([held.tile for held in hand], chosen),
        "across": _across(len(view.hand)),
        "across_most": MOST_ACROSS,
        "places": _place_buttons(words, places, preview),
        "options": _options(words, page),
        "board": board(
            view,
            lit=frozenset(places),
            ghost=preview if isinstance(preview, Open | Play) else None,
            fresh=frozenset(a.tile for _, a in page.news if isinstance(a, Open | Play)),
            chosen=chosen,
            why=page.why,
        ),
        "log": _log(told, page, search),
        "summary": summary(words, view, page.standing),
        "news": news,
        "latest": news[-1] if news else "",
        "rows": _rows(page, language),
        "results": [(each.round, each.outcome.scored) for each in page.standing.results],
        "goal": goal,
        "chart": chart([each.totals for each in page.standing.results], goal)
        if page.standing.winners
        else None,
        "delay": _DELAYS.get(page.pace),
        "paces": [Button(pace, pace_name(language, pace), pace == page.pace) for pace in PACES],
    }


def places_for(legal: tuple[Action, ...], tile: Tile | None) -> tuple[int, ...]:
    """Where a tile may be played."""
    return tuple(each.on for each in legal if isinstance(each, Play) and each.tile == tile)


def _hand(words: Words, page: TablePage, chosen: Tile | None) -> list[Held]:
    playable = {each.tile for each in page.view.legal if isinstance(each, Open | Play)}
    told = page.why.tiles if page.why else ()
    return [
        Held(
            each.tile,
            playable=each.tile in playable,
            chosen=each.tile == chosen,
            drawn=each.tile == page.view.drawn,
            top=each.top,
            linked=each.linked,
            spoken=words.held(each.tile, playable=each.tile in playable),
            told=each.tile in told,
        )
        for each in arranged(page.view, page.arrangement)
    ]


def _move(hand: list[Tile], chosen: Tile | None) -> tuple[str, str] | None:
    """The orders with the chosen tile one place nearer to the start and to the end; None where no
    tile of the hand is chosen.
    """
    if chosen not in hand:
        return None
    back, on = (moved(hand, chosen, places) for places in (-1, 1))
    return " ".join(map(str, back)), " ".join(map(str, on))


def _across(tiles: int) -> int:
    """How many tiles stand side by side on a narrow screen, in rows of about the same length."""
    rows = max(1, -(-tiles // MOST_ACROSS))
    return max(1, -(-tiles // rows))


def _place_buttons(words: Words, places: tuple[int, ...], preview: Action | None) -> list[Button]:
    """The places for the chosen tile in words; none where there is nothing to choose."""
    if len(places) < 2:
        return []
    pressed = preview.on if isinstance(preview, Play) else None
    return [
        Button(str(on) if on != PUBLIC else "public", capital(words.place(on)), on == pressed)
        for on in places
    ]


def _options(words: Words, page: TablePage) -> list[Button]:
    """What can be done without a tile, to be previewed like everything else."""
    return [
        Button(str(each), words.option(each), each == page.preview)
        for each in page.view.legal
        if isinstance(each, Draw | Pass | Finish)
    ]


def _log(words: Words, page: TablePage, search: str | None) -> list[Line]:
    """The round so far in words, the newest first, with what was taken back where it was."""
    history = page.view.history
    fresh_from = len(history) - len(page.news)
    lines: list[Line] = []
    notes = list(page.tools.notes)
    for at in range(len(history) + 1):
        while notes and (notes[0].after <= at or at == len(history)):
            lines.append(Line(0, words.note(notes.pop(0)), fresh=False))
        if at < len(history):
            seat, action = history[at]
            lines.append(Line(seat, words.action(seat, action), at >= fresh_from))
    return [*lines[::-1], Line(0, search, fresh=False)] if search else lines[::-1]


def _rows(page: TablePage, language: Language) -> list[Row]:
    view, ended = page.view, page.view.outcome
    return [
        Row(
            seat=seat.number,
            name=seat.name,
            level=level_name(language, seat.level) if seat.level else "",
            mine=seat.mine,
            turn=seat.number == view.turn,
            tiles=view.counts[at],
            total=page.standing.totals[at],
            won=seat.number in (page.standing.winners or _round_winner(page)),
            left=ended.left[at] if ended else 0,
            scored=ended.scored[at] if ended else 0,
            hand=view.hands[at] if view.hands else (),
        )
        for at, seat in enumerate(page.seats)
    ]


def _round_winner(page: TablePage) -> tuple[int, ...]:
    ended = page.view.outcome
    return (ended.winner,) if ended and ended.winner else ()


def lobby(page: LobbyPage, language: Language) -> dict[str, Any]:
    """What the front page draws."""
    return {
        "games": [(key, game_name(language, key), rules) for key, rules in GAMES.items()],
        "cards": [_card(card, language) for card in page.tables],
    }


def _card(card: TableCard, language: Language) -> dict[str, Any]:
    speech = Speech(language, card.seats, None, card.game)
    people = [seat for seat in card.seats if seat.mine]
    alone = len(people) == 1
    return {
        "card": card,
        "game": game_name(language, card.game),
        "others": language.list(seat.name for seat in card.seats if not (alone and seat.mine)),
        "mine": alone and card.awaited == people[0].number,
        "awaited": speech.name(card.awaited) if card.awaited else "",
    }


def _games_for(seats: int) -> str:
    """The games that so many can play."""
    rules = GAMES.items()
    return " ".join(key for key, each in rules if each.MIN_SEATS <= seats <= each.MAX_SEATS)


def set_table(page: SetTablePage, language: Language) -> dict[str, Any]:
    """What the form to set a table draws."""
    return {
        "games": [(key, game_name(language, key)) for key in GAMES],
        "counts": [(seats, _games_for(seats)) for seats in range(2, len(page.names) + 1)],
        "players": [
            ("human", language.gettext(N_("a person here"))),
            ("friend", language.gettext(N_("a friend by link"))),
        ]
        + [
            (each, language.say(N_("computer, %(level)s"), level=level_name(language, each)))
            for each in LEVELS
        ],
        "paces": [(pace, pace_name(language, pace)) for pace in PACES],
        "max_seed": MAX_SEED,
        "max_name": MAX_NAME,
    }


def seated(page: JoinPage | SeatsPage, language: Language) -> dict[str, Any]:
    """What the pages about a table's seats draw."""
    return {
        "game": game_name(language, page.game),
        "levels": {each: level_name(language, each) for each in LEVELS},
        "waiting": [seat for seat in page.seats if seat.free],
        "here_already": language.list(seat.name for seat in page.seats if not seat.free),
        "max_name": MAX_NAME,
    }
