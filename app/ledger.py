"""The ledger and the replay: what is told of rounds that have ended, and how pages put it.

The one place of the app beside the engine's own window that reads finished states; whatever leaves
it is public by then. Boneyards and unused tiles never leave it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from app.board import board
from app.chart import chart
from app.i18n import Language
from app.speech import N_, game_name
from app.words import Words
from engine import GAMES, apply, start
from engine.actions import Action, Draw
from engine.deal import commitment
from engine.log import Position
from engine.longana import TARGET
from engine.match import Match, Standing, standing
from engine.tiles import Tile, tiles_in
from engine.trains import Outcome, State

if TYPE_CHECKING:
    from app.pages import LedgerPage, ReplayPage, SeatInfo

_WENT_OUT: Final = N_("You went out")
_THEY: Final = N_("%(names)s went out")
_YOU_AND: Final = N_("You and %(names)s went out")


@dataclass(frozen=True, slots=True)
class Ended:
    """The rounds of one match that have ended. They hold secrets and are no part of any page."""

    match: Match
    states: tuple[State, ...]
    over: bool

    def standing(self) -> Standing:
        """Where the match stood after them."""
        if self.states:
            return standing(self.match, self.states)
        match = self.match
        nothing = (0,) * match.seats
        return Standing(match.number, 1, GAMES[match.game].ROUNDS, (), nothing, ())


@dataclass(frozen=True, slots=True)
class Seed:
    """What may be told of a match's seed: ``text`` is None while it is secret, ``commitment``
    None when a person chose it (T7).
    """

    text: str | None
    chosen: bool
    commitment: str | None


@dataclass(frozen=True, slots=True)
class RoundLine:
    """A finished round: ``out`` are the seats without tiles, ``best`` who won it (Longana) or had
    the lowest penalty (Mexican Train), ``totals`` after it.
    """

    number: int
    outcome: Outcome
    out: tuple[int, ...]
    best: tuple[int, ...]
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MatchScores:
    """A match as everybody knows it, with a line for each of its finished rounds."""

    standing: Standing
    rounds: tuple[RoundLine, ...]
    seed: Seed

    @property
    def number(self) -> int:
        """Which match of the table it is."""
        return self.standing.match

    @property
    def totals(self) -> tuple[int, ...]:
        """The totals so far, seat 1 first."""
        return self.standing.totals

    @property
    def winners(self) -> tuple[int, ...]:
        """Who won it; nobody yet while it runs."""
        return self.standing.winners


@dataclass(frozen=True, slots=True)
class Moment:
    """A finished round as it stood after ``step`` of its ``steps`` actions.

    ``acted`` is the action that led there, ``drawn`` the tile that it drew.
    """

    state: State
    step: int
    steps: int
    acted: tuple[int, Action] | None
    drawn: Tile | None

    @property
    def hands(self) -> tuple[tuple[Tile, ...], ...]:
        """Every hand, from high to low."""
        return tuple(tuple(tiles_in(hand)) for hand in self.state.hands)


def seed_of(match: Match, *, over: bool) -> Seed:
    """What may be told of the match's seed, now that it is over or not."""
    return Seed(
        text=match.seed if over else None,
        chosen=match.seed_chosen,
        commitment=None if match.seed_chosen else commitment(match.seed),
    )


def matches(position: Position) -> tuple[Ended, ...]:
    """The matches of a table, the running one last, with those of their rounds that have ended."""
    done = tuple(state for state in position.rounds if state.turn is None)
    return (
        *(Ended(match, states, over=True) for match, states in position.earlier),
        Ended(position.match, done, over=position.match_over),
    )


def scores(ended: Ended) -> MatchScores:
    """What everybody may know of a match."""
    match = ended.match
    stood = ended.standing()
    return MatchScores(
        standing=stood,
        rounds=tuple(
            RoundLine(
                number=result.round,
                outcome=result.outcome,
                out=tuple(seat for seat, hand in enumerate(state.hands, 1) if not hand),
                best=_best(match.game, result.outcome),
                totals=result.totals,
            )
            for state, result in zip(ended.states, stood.results, strict=True)
        ),
        seed=seed_of(match, over=ended.over),
    )


def moment(ended: State, step: int) -> Moment:
    """A finished round after ``step`` of its actions. Raises IndexError if it has not so many."""
    acts = ended.history
    if not 0 <= step <= len(acts):
        raise IndexError(step)
    state = before = start(ended.deal)
    for seat, action in acts[:step]:
        before, state = state, apply(state, seat, action)
    acted = acts[step - 1] if step else None
    drawn = None
    if acted is not None and isinstance(acted[1], Draw):
        at = acted[0] - 1
        drawn = next(tiles_in(state.hands[at] & ~before.hands[at]), None)
    return Moment(state, step, len(acts), acted, drawn)


def _best(game: str, ended: Outcome) -> tuple[int, ...]:
    if GAMES[game].HAS_PUBLIC:
        lowest = min(ended.scored)
        return tuple(seat for seat, each in enumerate(ended.scored, 1) if each == lowest)
    return (ended.winner,) if ended.winner else ()


# --- what the templates draw -----------------------------------------------------------------


def ledger(page: LedgerPage, language: Language) -> dict[str, Any]:
    """What the ledger's templates are given."""
    words = Words(language, page.seats, _me(page.seats), page.game)
    lines = page.match.rounds
    goal = None if words.trains else TARGET
    return {
        "words": words,
        "seats": page.seats,
        "match": page.match,
        "game": game_name(language, page.game),
        "lines": [(line, _how(words, line)) for line in lines],
        "chart": chart([line.totals for line in lines], goal) if lines else None,
        "goal": goal,
        "won": [sum(seat.number in each.winners for each in page.matches) for seat in page.seats],
        "log": [(seat, words.action(seat, action)) for seat, action in page.history][::-1],
    }


def replay(page: ReplayPage, language: Language) -> dict[str, Any]:
    """What the replay's templates are given."""
    words = Words(language, page.seats, _me(page.seats), page.game)
    view = page.view
    ended = view.outcome
    return {
        "words": words,
        "seats": page.seats,
        "view": view,
        "standing": page.standing,
        "game": game_name(language, page.game),
        "board": board(view),
        "told": _told(words, page),
        "ends": words.outcome(view) if ended else (),
        "rows": [
            (seat, page.hands[at], ended.scored[at] if ended else None)
            for at, seat in enumerate(page.seats)
        ],
    }


def _told(words: Words, page: ReplayPage) -> str:
    """The action in words; unlike at the table, a draw names its tile."""
    if page.acted is None:
        return ""
    seat, action = page.acted
    if page.drawn is None:
        return words.action(seat, action)
    return words.say(
        N_("You drew the %(tile)s") if seat == words.me else N_("%(name)s drew the %(tile)s"),
        name=words.name(seat),
        tile=words.written(page.drawn),
    )


def _me(seats: Iterable[SeatInfo]) -> int | None:
    return next((seat.number for seat in seats if seat.mine), None)


def _how(words: Words, line: RoundLine) -> str:
    """How a round ended, in two or three words."""
    if line.outcome.reason == "blocked":
        return words.say(N_("Blocked"))
    if line.out == (words.me,):
        return words.say(_WENT_OUT)
    others = words.language.list(words.name(seat) for seat in line.out if seat != words.me)
    if words.me in line.out:
        return words.say(_YOU_AND, names=others)
    return words.say(_THEY, names=others)
