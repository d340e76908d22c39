"""Replaying a record: whatever does not follow from the rules is refused, naming its place.

Verification goes through matches, rounds and actions in order, so that whoever listens has heard
of everything that stands before the fault. Values are checked for their JSON kind before they are
used: a file can hold anything.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from engine import GAMES, Game, apply, start
from engine.actions import IllegalAction, NotationError, parse_move, parse_tile
from engine.computers import LEVELS
from engine.deal import Deal, commitment, normal_seed
from engine.match import Match, Result, results
from engine.record import FORMAT, Fault
from engine.tiles import Tile, deck
from engine.trains import NobodyCanOpen, State

T = TypeVar("T")


def _unheard(*_: object) -> None:
    """Nobody listens."""


@dataclass(frozen=True, slots=True)
class Listener:
    """Who is told of what stands: ``step`` before every action and after the last of each round
    (match, step from 0, state), ``ended`` after each round (match, state, result or None).
    """

    step: Callable[[int, int, State], None] = _unheard
    ended: Callable[[int, State, Result | None], None] = _unheard


@dataclass(slots=True)
class _Place:
    """Where in the record we are, for the text of a fault."""

    names: dict[str, int] = field(default_factory=dict)

    def fault(self, reason: str) -> Fault:
        """The fault here, in one line."""
        where = ", ".join(f"{name} {number}" for name, number in self.names.items())
        return Fault(f"{where}: {reason}" if where else reason)

    def at(self, **names: int) -> None:
        """Move on: the names given replace all that are not before them."""
        order = ("match", "round", "action")
        depth = order.index(next(iter(names)))
        kept = {name: number for name, number in self.names.items() if name in order[:depth]}
        self.names = kept | names


@dataclass(frozen=True, slots=True)
class _Table:
    """What the whole record says of itself."""

    name: str
    game: Game
    seats: int
    setup: bool


@dataclass(frozen=True, slots=True)
class _Seed:
    """What a match says of its seed; ``text`` is None while it is secret."""

    match: int
    text: str | None


def verify(record: Any, listener: Listener | None = None) -> None:
    """Replay a record (a JSON value). Raises Fault where it does not follow from the rules."""
    place = _Place()
    told = listener or Listener()
    table, matches = _heading(_kind(record, dict, "the record", place), place)
    for at, match in enumerate(matches):
        over = _verify_match(table, match, at, at == len(matches) - 1, place, told)
        if not over and at < len(matches) - 1:
            raise place.fault("the match is not over, but another follows")


# --- kinds of values -----------------------------------------------------------------------------

_KINDS: Final = {dict: "an object", list: "a list", str: "a text", int: "a number", bool: "a truth"}


def _kind(value: Any, wanted: type[T], what: str, place: _Place) -> T:
    """The value, if its JSON kind is the one wanted; true and 1.0 are no numbers here."""
    if type(value) is not wanted:
        raise place.fault(f"{what} is not {_KINDS[wanted]}")
    return value


def _at(holder: dict[str, Any], key: str, wanted: type[T], place: _Place) -> T:
    """The value of a key that must be there, of the kind wanted."""
    if key not in holder:
        raise place.fault(f"{key} is missing")
    return _kind(holder[key], wanted, key, place)


def _at_or_none(holder: dict[str, Any], key: str, wanted: type[T], place: _Place) -> T | None:
    """The value of a key that must be there, of the kind wanted or null."""
    if key in holder and holder[key] is None:
        return None
    return _at(holder, key, wanted, place)


# --- the record, its matches ---------------------------------------------------------------------


def _heading(record: dict[str, Any], place: _Place) -> tuple[_Table, list[Any]]:
    if _at(record, "format", str, place) != FORMAT:
        raise place.fault("unknown format")
    _kind(record.get("note", ""), str, "note", place)
    setup = _kind(record.get("setup", False), bool, "setup", place)
    name = _at(record, "game", str, place)
    if name not in GAMES:
        raise place.fault("unknown game")
    game = GAMES[name]
    seats = _at(record, "seats", list, place)
    if not game.MIN_SEATS <= len(seats) <= game.MAX_SEATS:
        raise place.fault(f"{len(seats)} seats")
    for number, seat in enumerate(seats, 1):
        _check_seat(_kind(seat, dict, f"seat {number}", place), number, place)
    return _Table(name, game, len(seats), setup), _at(record, "matches", list, place)


def _check_seat(seat: dict[str, Any], number: int, place: _Place) -> None:
    _at(seat, "name", str, place)
    kind = _at(seat, "kind", str, place)
    if kind not in ("human", "computer"):
        raise place.fault(f"seat {number} is neither human nor computer")
    if "level" in seat and (kind == "human" or seat["level"] not in LEVELS):
        raise place.fault(f"seat {number} has a wrong level")


def _verify_match(
    table: _Table, value: Any, at: int, last: bool, place: _Place, told: Listener
) -> bool:
    """Replay a match; whether it is over."""
    place.at(match=at + 1)
    match = _kind(value, dict, "the match", place)
    if _at(match, "match", int, place) != at + 1:
        raise place.fault("matches do not count from 1 without gaps")
    seed = _check_seed(table, match, at + 1, place)
    rounds = _at(match, "rounds", list, place)
    ends: list[State] = []
    over = False
    for index, each in enumerate(rounds):
        place.at(match=at + 1)
        if over:
            raise place.fault("a round follows after the match is over")
        state = _verify_round(table, seed, each, tuple(ends), place, told)
        if state.turn is not None and not (last and index == len(rounds) - 1):
            raise place.fault("only a record's last round may be running")
        ends.append(state)
        over = state.turn is None and _is_over(table, ends)
    place.at(match=at + 1)
    _check_winners(table, match, ends, over, place)
    return over


def _is_over(table: _Table, ends: list[State]) -> bool:
    return table.game.match_over(ends[-1].deal.round, results(tuple(ends))[-1].totals)


def _check_seed(table: _Table, match: dict[str, Any], number: int, place: _Place) -> _Seed:
    """The seed's kinds, and that the commitment is to it. Set-ups may leave them out."""
    if table.setup:
        match = {"seed": None, "seed_chosen": False, "commitment": None} | match
    seed = _at_or_none(match, "seed", str, place)
    chosen = _at(match, "seed_chosen", bool, place)
    promised = _at_or_none(match, "commitment", str, place)
    if seed is not None:
        _check_seed_text(seed, place)
    if not table.setup and chosen != (promised is None):
        raise place.fault("a seed has a commitment exactly if nobody chose it")
    if promised is not None:
        if len(promised) != 64 or set(promised) - set("0123456789abcdef"):
            raise place.fault("the commitment is no SHA-256 in hexadecimal")
        if seed is not None and promised != commitment(seed):
            raise place.fault("the commitment does not belong to the seed")
    return _Seed(number, seed)


def _check_seed_text(seed: str, place: _Place) -> None:
    try:
        normal = normal_seed(seed)
    except ValueError as error:
        raise place.fault(str(error)) from None
    if normal != seed:
        raise place.fault("the seed is not in NFC")


def _check_winners(
    table: _Table, match: dict[str, Any], ends: list[State], over: bool, place: _Place
) -> None:
    if table.setup and "winners" not in match:
        return
    winners = _at(match, "winners", list, place)
    follow = list(table.game.winners(results(tuple(ends))[-1].totals)) if over else []
    if not _same(winners, follow):
        raise place.fault(f"the winners are {follow}")


def _same(value: Any, wanted: Any) -> bool:
    """Equal, and of equal kinds all through: 1 is neither true nor 1.0."""
    if type(value) is not type(wanted):
        return False
    if isinstance(wanted, list):
        return len(value) == len(wanted) and all(map(_same, value, wanted))
    return bool(value == wanted)


# --- a round -------------------------------------------------------------------------------------


def _verify_round(
    table: _Table,
    seed: _Seed,
    value: Any,
    before: tuple[State, ...],
    place: _Place,
    told: Listener,
) -> State:
    """Replay a round after those ``before`` it in its match; where it ends or stands."""
    round_ = _kind(value, dict, "the round", place)
    number = _at(round_, "round", int, place)
    place.at(round=number)
    _check_number(table, number, before, place)
    deal = _read_deal(table, round_, number, before, place)
    _check_deal(table, seed, deal, place)
    try:
        state = start(deal)
    except NobodyCanOpen:
        raise place.fault("nobody can open") from None
    actions = _at(round_, "actions", list, place)
    for at, text in enumerate(actions):
        told.step(seed.match, at, state)
        place.at(action=at)
        state = _act(state, _kind(text, str, "the action", place), place)
    told.step(seed.match, len(actions), state)
    place.at(round=number)
    result = results((*before, state))[-1] if state.turn is None else None
    _check_result(round_, result, place)
    told.ended(seed.match, state, result)
    return state


def _check_number(table: _Table, number: int, before: tuple[State, ...], place: _Place) -> None:
    if number < 1 or (table.game.ROUNDS is not None and number > table.game.ROUNDS):
        raise place.fault("no such round")
    if not table.setup and number != len(before) + 1:
        raise place.fault("rounds do not count from 1 without gaps")


def _read_deal(
    table: _Table, round_: dict[str, Any], number: int, before: tuple[State, ...], place: _Place
) -> Deal:
    """The deal as the record tells it, of the right kinds, sizes and tiles."""
    attempt = _at(round_, "attempt", int, place)
    if attempt < 1:
        raise place.fault("attempts count from 1")
    hands = tuple(
        _tiles(table, _kind(hand, list, "a hand", place), place)
        for hand in _at(round_, "hands", list, place)
    )
    if len(hands) != table.seats:
        raise place.fault(f"{len(hands)} hands for {table.seats} seats")
    stock = _tiles(table, _at(round_, "stock", list, place), place)
    everything = [tile for hand in (*hands, stock) for tile in hand]
    if len(set(everything)) != len(everything):
        raise place.fault("a tile stands twice")
    if not all(hands):
        raise place.fault("a hand is empty")
    search_from = _search_from(table, round_, number, before, place)
    return Deal(table.name, number, attempt, search_from, hands, stock)


def _tiles(table: _Table, texts: list[Any], place: _Place) -> tuple[Tile, ...]:
    tiles = []
    for text in texts:
        try:
            tile = parse_tile(_kind(text, str, "a tile", place))
        except NotationError:
            raise place.fault(f"{text[:20]!r} is no tile") from None
        if tile.high > table.game.TOP:
            raise place.fault(f"{tile} is no tile of this game")
        tiles.append(tile)
    return tuple(tiles)


def _search_from(
    table: _Table, round_: dict[str, Any], number: int, before: tuple[State, ...], place: _Place
) -> int | None:
    """Where the search for the opener starts; it must follow, unless a set-up leaves it free."""
    told = _at_or_none(round_, "search_from", int, place)
    previous = before[-1] if before and before[-1].deal.round == number - 1 else None
    unsearched = number == 1 and table.game.search_from(1, None, table.seats) is None  # L3
    if table.setup and previous is None and not unsearched:
        if told is None or not 1 <= told <= table.seats:
            raise place.fault("search_from is no seat")
        return told
    wanted = table.game.search_from(number, previous, table.seats)
    if told != wanted:
        raise place.fault(f"the search for the opener starts at {wanted}")
    return told


def _check_deal(table: _Table, seed: _Seed, deal: Deal, place: _Place) -> None:
    """That the tiles are the set's, dealt as the rules say and as the seed does."""
    if table.setup:
        return
    game, size = table.game, table.game.hand_size(table.seats)
    if any(len(hand) != size for hand in deal.hands):
        raise place.fault(f"a hand does not hold {size} tiles")
    if sum(map(len, deal.hands)) + len(deal.stock) != len(deck(game.TOP)):
        raise place.fault("a tile of the set is missing")
    if seed.text is not None:
        match = Match(table.name, table.seats, seed.match, seed.text, seed_chosen=True)
        wanted = match.deal(deal.round, deal.search_from)
        if wanted.attempt != deal.attempt:
            raise place.fault(f"the first attempt with an opener is {wanted.attempt}")
        if wanted != deal:
            raise place.fault("the deal does not follow from the seed")
    elif deal.attempt > 1 and not game.REDEALS:
        raise place.fault("the first attempt always has an opener")


def _act(state: State, text: str, place: _Place) -> State:
    try:
        seat, action = parse_move(text)
        return apply(state, seat, action)
    except (NotationError, IllegalAction) as error:
        raise place.fault(str(error)) from None


def _check_result(round_: dict[str, Any], result: Result | None, place: _Place) -> None:
    told = _at_or_none(round_, "result", dict, place)
    if result is None or told is None:
        if (result is None) != (told is None):
            over = "over" if result else "not over"
            raise place.fault(f"the round is {over}, and its result says otherwise")
        return
    ended = result.outcome
    wanted = {
        "reason": ended.reason,
        "winner": ended.winner,
        "left": list(ended.left),
        "scored": list(ended.scored),
        "totals": list(result.totals),
    }
    for key, value in wanted.items():
        if key not in told:
            raise place.fault(f"{key} is missing in the result")
        if not _same(told[key], value):
            raise place.fault(f"{key} is {value} in the result")
