"""A table's log: what was confirmed, taken back, brought back and dealt, and where that leads.

The log is the truth: a ``Position`` is the fold of its events, and the same events always lead to
the same position (T5, T6, T7).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property, reduce

from engine import apply
from engine.actions import Action, move_text, parse_move
from engine.match import Match, Standing, standing
from engine.trains import State
from engine.view import View, view


@dataclass(frozen=True, slots=True)
class Acted:
    """A seat's confirmed action; ``computer`` tells who chose it, which is what undo asks."""

    seat: int
    action: Action
    computer: bool

    def __str__(self) -> str:
        """The notation: ``2: play 9-4 on 2``."""
        return move_text(self.seat, self.action)


@dataclass(frozen=True, slots=True)
class Undo:
    """T5: takes back one human action and the computers' reply to it."""

    def __str__(self) -> str:
        """The notation."""
        return "undo"


@dataclass(frozen=True, slots=True)
class Redo:
    """T5: brings back what the last undo took."""

    def __str__(self) -> str:
        """The notation."""
        return "redo"


@dataclass(frozen=True, slots=True)
class Restart:
    """T6: back to the round's own deal."""

    def __str__(self) -> str:
        """The notation."""
        return "restart"


@dataclass(frozen=True, slots=True)
class NextRound:
    """The next round of the match is dealt."""

    def __str__(self) -> str:
        """The notation."""
        return "next"


@dataclass(frozen=True, slots=True)
class NewMatch:
    """The next match begins, or a table's first. Its text does not tell the seed."""

    seed: str
    seed_chosen: bool

    def __str__(self) -> str:
        """The notation."""
        return "match"


Event = Acted | Undo | Redo | Restart | NextRound | NewMatch


class IllegalEvent(ValueError):
    """An event that the log refuses. ``code`` is one of ``CODES``."""

    def __init__(self, code: str, rule: str) -> None:
        """Build the refusal, with the rule that it comes from."""
        assert code in CODES, code
        super().__init__(f"{code.replace('_', ' ')} ({rule})")
        self.code = code
        self.rule = rule


CODES = frozenset(
    {"nothing_to_undo", "nothing_to_redo", "match_over", "round_running", "match_running"}
)


@dataclass(frozen=True, slots=True)
class Note:
    """That something was taken back, brought back or restarted when ``after`` actions stood."""

    after: int
    event: Undo | Redo | Restart


@dataclass(frozen=True)  # no slots: they would leave ``standing`` no room
class Position:
    """Where a table stands. It holds secrets: pages get ``view`` and ``standing`` of it.

    ``ended`` are the last states of the finished rounds of this match, and ``earlier`` those of the
    matches before it. ``states`` is the running round from its deal on, one state more than
    ``acts``, the actions that stand. ``undone`` is what can be brought back, the newest last;
    ``notes`` tell of it, and say nothing of where the table stands.
    """

    match: Match
    ended: tuple[State, ...]
    earlier: tuple[tuple[Match, tuple[State, ...]], ...]
    states: tuple[State, ...]
    acts: tuple[Acted, ...] = ()
    undone: tuple[tuple[Acted, ...], ...] = ()
    notes: tuple[Note, ...] = field(default=(), compare=False)

    @property
    def state(self) -> State:
        """The running round, or the last one when it is over."""
        return self.states[-1]

    @property
    def rounds(self) -> tuple[State, ...]:
        """This match's rounds where they stand, the running one last."""
        return (*self.ended, self.state)

    @property
    def settled(self) -> tuple[State, ...]:
        """The rounds of this match of which all may be told, boneyard included: those that undo
        cannot reach any more (T5).
        """
        return self.rounds if self.match_over else self.ended

    def view(self, seat: int | None) -> View:
        """What a seat, or a spectator, may know of the round."""
        return view(self.state, seat)

    @cached_property
    def standing(self) -> Standing:
        """Where the match stands, as everybody knows it; asked for many times, counted once."""
        return standing(self.match, self.rounds)

    @property
    def match_over(self) -> bool:
        """Whether the match is over, and its seed no longer secret."""
        return bool(self.standing.winners)

    @property
    def can_undo(self) -> bool:
        """T5: whether a human action of this round can be taken back."""
        return any(not act.computer for act in self.acts) and not self.match_over

    @property
    def can_restart(self) -> bool:
        """T6: whether there is anything to restart."""
        return bool(self.acts) and not self.match_over

    @property
    def can_redo(self) -> bool:
        """T5: whether something that was taken back can be brought back."""
        return bool(self.undone)


def begin(game: str, seats: int, event: NewMatch) -> Position:
    """The position of a new table: round 1 of match 1, dealt."""
    match = Match(game, seats, 1, event.seed, event.seed_chosen)
    return Position(match, (), (), (match.first_round(),))


def fold(position: Position, event: Event) -> Position:
    """The position after an event. Raises IllegalAction or IllegalEvent."""
    match event:
        case Acted():
            return _acted(position, event)
        case Undo():
            return _undone(position)
        case Redo():
            return _redone(position)
        case Restart():
            return _restarted(position)
        case NextRound():
            return _next_round(position)
        case NewMatch():
            return _new_match(position, event)


def replay(game: str, seats: int, events: Iterable[Event]) -> Position:
    """The position that a whole log leads to; its first event is a NewMatch."""
    events = iter(events)
    first = next(events)
    assert isinstance(first, NewMatch)
    return reduce(fold, events, begin(game, seats, first))


def parse_event(text: str, *, computer: bool) -> Event:
    """The event with this text, except ``match``, whose seed the text does not tell.

    Raises NotationError.
    """
    plain: dict[str, Event] = {str(e): e for e in (Undo(), Redo(), Restart(), NextRound())}
    if text in plain:
        return plain[text]
    seat, action = parse_move(text)
    return Acted(seat, action, computer)


def _acted(position: Position, act: Acted) -> Position:
    after = apply(position.state, act.seat, act.action)
    return replace(
        position,
        states=(*position.states, after),
        acts=(*position.acts, act),
        undone=(),  # a new action drops what could be redone
    )


def _undone(position: Position) -> Position:
    if position.match_over:
        raise IllegalEvent("match_over", "T5")
    if not position.can_undo:
        raise IllegalEvent("nothing_to_undo", "T5")
    keep = max(at for at, act in enumerate(position.acts) if not act.computer)
    return replace(
        position,
        states=position.states[: keep + 1],
        acts=position.acts[:keep],
        undone=(*position.undone, position.acts[keep:]),
        notes=(*position.notes, Note(keep, Undo())),
    )


def _redone(position: Position) -> Position:
    if not position.undone:
        raise IllegalEvent("nothing_to_redo", "T5")
    *undone, back = position.undone
    position = reduce(_acted, back, position)
    notes = (*position.notes, Note(len(position.acts), Redo()))
    return replace(position, undone=tuple(undone), notes=notes)


def _restarted(position: Position) -> Position:
    if position.match_over:
        raise IllegalEvent("match_over", "T6")
    notes = (*position.notes, Note(0, Restart()))
    return replace(position, states=position.states[:1], acts=(), undone=(), notes=notes)


def _next_round(position: Position) -> Position:
    if position.state.turn is not None:
        raise IllegalEvent("round_running", "M2")
    if position.match_over:
        raise IllegalEvent("match_over", "L18, M2")
    following = position.match.round(position.state.deal.round + 1, position.state)
    return Position(position.match, position.rounds, position.earlier, (following,))


def _new_match(position: Position, event: NewMatch) -> Position:
    if not position.match_over:
        raise IllegalEvent("match_running", "L18, M22")
    old = position.match
    match = old._replace(number=old.number + 1, seed=event.seed, seed_chosen=event.seed_chosen)
    earlier = (*position.earlier, (old, position.rounds))
    return Position(match, (), earlier, (match.first_round(),))
