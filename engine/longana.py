"""Longana's round (Cuban trains, Pérez/Cytro version): RULES.md, L1 to L18."""

from __future__ import annotations

from typing import Final

from engine.actions import OPENS, PASS, PLAYS, Action, Draw, Finish, IllegalAction, Open, Pass, Play
from engine.deal import Deal
from engine.tiles import DOUBLES, SHOWING, Tile, mask_of, tiles_in
from engine.trains import (
    NobodyCanOpen,
    Outcome,
    State,
    anyone_matches,
    next_seat,
    pips_left,
    replaced,
    round_the_table,
)

KEY: Final = "longana"
TOP: Final = 9
MIN_SEATS: Final = 2
MAX_SEATS: Final = 4  # L1
ROUNDS: Final = None  # as many as it takes (L18)
TARGET: Final = 100
HAS_PUBLIC: Final = False
REDEALS: Final = True  # L6


def hand_size(seats: int) -> int:
    """L2: 8 tiles each, however many play."""
    return 8


def search_from(number: int, previous: State | None, seats: int) -> int | None:
    """The seat at which the search for the opener of a round starts; None where L3 decides.

    ``previous`` is the end of the round before; it is needed from round 2 on.
    """
    if number == 1:
        return None  # L3
    assert previous is not None
    won = outcome(previous)
    assert won is not None
    return won.winner or next_seat(previous.opener, seats)  # L4, L5


def start(deal: Deal) -> State:
    """The round at its opening. Raises NobodyCanOpen if no hand holds a double (L6)."""
    hands = tuple(mask_of(hand) for hand in deal.hands)
    opener = _opener(hands, deal.search_from)
    return State(deal, opener, "opening", opener, None, hands, stock=())


def _opener(hands: tuple[int, ...], search: int | None) -> int:
    """The seat that opens: the highest double's (L3) or the first found with one (L4, L5)."""
    if search is None:
        doubles = [hand & DOUBLES for hand in hands]
        if any(doubles):
            return doubles.index(max(doubles)) + 1
    else:
        for seat in round_the_table(search, len(hands)):
            if hands[seat - 1] & DOUBLES:
                return seat
    raise NobodyCanOpen


def moves(state: State) -> list[Action]:
    """Every legal action of the seat to move, in any order; empty only after the end."""
    if state.turn is None:
        return []
    if state.phase == "opening":
        doubles = list(tiles_in(state.hands[state.turn - 1] & DOUBLES))
        if state.deal.search_from is None:
            doubles = doubles[:1]  # L3: the highest, which this seat holds
        return [OPENS[double.index] for double in doubles]
    return _plays(state, state.turn) or [PASS]  # L8


def _plays(state: State, seat: int) -> list[Action]:
    """Every tile of the seat on every arm where it may go (L9, L12)."""
    hand, ends, opened = state.hands[seat - 1], state.ends, state.open
    found: list[Action] = []
    for arm, end in enumerate(ends, 1):
        fitting = hand & SHOWING[end]
        if fitting and arm != seat:
            if arm not in opened:
                fitting &= DOUBLES  # L9: a double goes on closed arms too
            elif arm != _first_opened(state, seat, end):
                continue  # L12
        while fitting:
            index = fitting.bit_length() - 1
            fitting ^= 1 << index
            found.append(PLAYS[arm][index])
    return found


def _first_opened(state: State, seat: int, end: int) -> int:
    """Of the open arms of others that show this end value, the one opened first (L12)."""
    return next(arm for arm in state.open if arm != seat and state.ends[arm - 1] == end)


def advance(state: State, action: Action) -> None:
    """Take a *legal* action of the seat to move; it is not checked. Changes ``state``."""
    seat = state.turn
    assert seat is not None
    state.turn = next_seat(seat, len(state.hands))
    if isinstance(action, Play):
        tile, on = action.tile, action.on
        state.ends = replaced(state.ends, on, tile.pips - state.ends[on - 1])
        if seat in state.open:
            state.open = tuple([arm for arm in state.open if arm != seat])  # L11
        _played(state, seat, tile)
    elif isinstance(action, Open):
        state.hub, state.phase = action.tile, "turn"
        state.ends = (action.tile.high,) * len(state.hands)
        _played(state, seat, action.tile)
    elif seat not in state.open:
        state.open += (seat,)  # L10


def _played(state: State, seat: int, tile: Tile) -> None:
    """The tile has left the hand; the round may be over."""
    hand = state.hands[seat - 1] ^ tile.bit
    state.hands = replaced(state.hands, seat, hand)
    if not hand or not anyone_matches(state.hands, state.ends):  # L14, L15
        state.phase, state.turn = "over", None


def outcome(state: State) -> Outcome | None:
    """How the round ended, or None while it runs (L14, L16, L17)."""
    if state.phase != "over":
        return None
    left = pips_left(state)
    if not all(state.hands):
        winner: int | None = state.hands.index(0) + 1
        reward = sum(left)  # L14: the winner's own hand is empty
    else:
        lowest = min(left)
        winner = left.index(lowest) + 1 if left.count(lowest) == 1 else None  # L17
        reward = sum(left)  # L16: all pips, the winner's own included
    scored = tuple(reward if seat == winner else 0 for seat in range(1, state.seats + 1))
    return Outcome("out" if not all(state.hands) else "blocked", winner, left, scored)


def match_over(number: int, totals: tuple[int, ...]) -> bool:
    """L18: whether the match is over after this round, with these totals."""
    return max(totals) >= TARGET


def winners(totals: tuple[int, ...]) -> tuple[int, ...]:
    """The seat that won a finished match (L18)."""
    return (totals.index(max(totals)) + 1,)


def refusal(state: State, seat: int, action: Action) -> IllegalAction:
    """Why this action is not legal for this seat now. Only for actions that are not."""
    if state.turn is None:
        return IllegalAction("round_over", "L14, L15")
    if seat != state.turn:
        return IllegalAction("not_your_turn", "L7, L8", seat=state.turn)
    match action:
        case Draw():
            return IllegalAction("no_drawing", "L2")
        case Finish():
            return IllegalAction("no_finishing", "L8")
    if isinstance(action, Open | Play) and not state.hands[seat - 1] & action.tile.bit:
        return IllegalAction("not_in_hand", "L8", tile=action.tile)
    if state.phase == "opening":
        return _refused_opening(state, action)
    match action:
        case Open():
            return IllegalAction("already_open", "L7")
        case Pass():
            return IllegalAction("must_play", "L8")
    assert isinstance(action, Play)
    if not 1 <= action.on <= state.seats:
        return IllegalAction("no_such_place", "L1")
    return _refused_place(state, seat, action)


def _refused_opening(state: State, action: Action) -> IllegalAction:
    if not isinstance(action, Open):
        return IllegalAction("open_first", "L7")
    if not action.tile.is_double:
        return IllegalAction("not_a_double", "L4", tile=action.tile)
    (forced,) = moves(state)
    assert isinstance(forced, Open)
    return IllegalAction("highest_double_opens", "L3", tile=forced.tile)


def _refused_place(state: State, seat: int, play: Play) -> IllegalAction:
    end = state.ends[play.on - 1]
    if end not in (play.tile.high, play.tile.low):
        return IllegalAction("ends_differ", "L9", tile=play.tile, on=play.on, end=end)
    if play.on not in state.open:
        return IllegalAction("closed_arm", "L9", tile=play.tile, on=play.on)
    first = _first_opened(state, seat, end)
    return IllegalAction("earlier_opened_first", "L12", tile=play.tile, on=play.on, first=first)
