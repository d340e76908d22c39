"""Mexican Train's round (Pagat version): RULES.md, M1 to M22."""

from __future__ import annotations

from functools import cache
from typing import Final

from engine.actions import (
    DRAW,
    FINISH,
    OPENS,
    PASS,
    PLAYS,
    PUBLIC,
    Action,
    Draw,
    Finish,
    IllegalAction,
    Open,
    Pass,
    Play,
)
from engine.deal import Deal
from engine.tiles import DOUBLE, SHOWING, Tile, mask_of
from engine.trains import (
    Exposed,
    NobodyCanOpen,
    Outcome,
    State,
    anyone_matches,
    next_seat,
    pips_left,
    replaced,
    round_the_table,
)

KEY: Final = "mexican-train"
TOP: Final = 12
MIN_SEATS: Final = 2
MAX_SEATS: Final = 10  # M1
ROUNDS: Final = 13  # M2
HAS_PUBLIC: Final = True
REDEALS: Final = False  # M5 finds an opener in any deal


def hand_size(seats: int) -> int:
    """M1: how many tiles each seat is dealt."""
    if seats <= 4:
        return 15
    if seats <= 6:
        return 12
    return 10 if seats <= 8 else 8


def round_double(number: int) -> Tile:
    """M2: round r opens with the double 13 - r."""
    return DOUBLE[13 - number]


def search_from(number: int, previous: State | None, seats: int) -> int | None:
    """The seat that draws first if nobody holds the round's double (M5)."""
    return (number - 1) % seats + 1


def start(deal: Deal) -> State:
    """The round at its opening, after the search for the opener (M4, M5).

    Raises NobodyCanOpen if the round's double is in no hand and not in the boneyard either, which
    only a deal set up by hand can bring about.
    """
    hands = tuple(mask_of(hand) for hand in deal.hands)
    stock = deal.stock
    wanted = round_double(deal.round).bit
    assert deal.search_from is not None
    order = round_the_table(deal.search_from, len(hands))
    while not any(hand & wanted for hand in hands):
        if not stock:
            raise NobodyCanOpen
        for seat, drawn in zip(order, stock, strict=False):  # a batch, whole while tiles last
            hands = replaced(hands, seat, hands[seat - 1] | drawn.bit)
        stock = stock[len(hands) :]
    opener = next(seat for seat, hand in enumerate(hands, 1) if hand & wanted)
    return State(deal, opener, "opening", opener, None, hands, stock)


def moves(state: State) -> list[Action]:
    """Every legal action of the seat to move, in any order; empty only after the end."""
    seat = state.turn
    if seat is None:
        return []
    if state.phase == "opening":
        return [OPENS[round_double(state.deal.round).index]]
    hand, ends = state.hands[seat - 1], state.ends
    found: list[Action] = []
    for row, place in _places(_targets(state, seat)):
        fitting = hand & SHOWING[ends[place]]
        while fitting:
            index = fitting.bit_length() - 1
            fitting ^= 1 << index
            found.append(row[index])
    if state.phase == "first":  # M7, M8
        if state.chain:
            found.append(FINISH)
        return found or [PASS]
    if found:
        return found
    return [DRAW] if state.stock and state.drawn is None else [PASS]  # M12


def _targets(state: State, seat: int) -> tuple[int, ...]:
    """The trains on which the seat may play now, in canonical order."""
    if state.phase == "first":
        return (seat,)  # M7
    if state.exposed and state.phase == "turn":
        return (state.exposed[0].on,)  # M16
    return _usual_targets(state.open, seat)  # M11, and M15 in the opportunities after a double


@cache
def _usual_targets(marked: tuple[int, ...], seat: int) -> tuple[int, ...]:
    """M11: the own train, marked ones and the public one."""
    return (*sorted({*marked, seat}), PUBLIC)


@cache
def _places(targets: tuple[int, ...]) -> tuple[tuple[tuple[Play, ...], int], ...]:
    """For each target its plays by tile index, and its place in ``State.ends``."""
    return tuple((PLAYS[on], on - 1) for on in targets)


def advance(state: State, action: Action) -> None:
    """Take a *legal* action of the seat to move; it is not checked. Changes ``state``."""
    seat = state.turn
    assert seat is not None
    if isinstance(action, Play):
        _played(state, seat, action.tile, action.on)
    elif isinstance(action, Draw):
        state.drawn = state.stock[0]
        state.stock = state.stock[1:]
        state.hands = replaced(state.hands, seat, state.hands[seat - 1] | state.drawn.bit)
    elif isinstance(action, Open):
        state.hub = action.tile
        state.hands = replaced(state.hands, seat, state.hands[seat - 1] ^ action.tile.bit)
        state.ends = (action.tile.high,) * (len(state.hands) + 1)  # M3
        state.first_turns = len(state.hands)
        _first_turn(state, seat)  # M6
    else:
        if isinstance(action, Pass) and seat not in state.open:
            state.open = tuple(sorted((*state.open, seat)))  # M8, M13
        _turn_ended(state, seat)


def _played(state: State, seat: int, tile: Tile, on: int) -> None:
    """The tile leaves the hand and lies on its train; the turn may go on, or end, or the round."""
    hand = state.hands[seat - 1] ^ tile.bit
    state.hands = replaced(state.hands, seat, hand)
    state.ends = replaced(state.ends, on, tile.pips - state.ends[on - 1])
    state.drawn = None
    if state.exposed:
        state.exposed = tuple([double for double in state.exposed if double.on != on])  # M17
    if on == seat and seat in state.open:
        state.open = tuple([marked for marked in state.open if marked != seat])  # M13
    if state.phase == "first":
        state.chain = tile
        if not hand:
            _turn_ended(state, seat)  # M7
        return
    if tile.is_double:
        state.exposed += (Exposed(tile, on),)
        state.phase = "follow"  # M14
    if not hand:
        _over(state)  # M18
    elif not tile.is_double:
        _turn_ended(state, seat)


def _turn_ended(state: State, seat: int) -> None:
    """On to the next seat: in the first turns (M6) or in normal ones."""
    following = next_seat(seat, len(state.hands))
    if not state.first_turns:
        _normal_turn(state, following)
        return
    if state.chain and state.chain.is_double:
        state.exposed += (Exposed(state.chain, seat),)  # M9
    state.first_turns -= 1
    _first_turn(state, following)


def _first_turn(state: State, seat: int) -> None:
    """The first turn of this seat, or of the next that holds a tile (M8), or what follows (M10)."""
    state.chain = None
    while state.first_turns:
        if state.hands[seat - 1]:
            state.phase, state.turn = "first", seat
            return
        state.first_turns -= 1
        seat = next_seat(seat, len(state.hands))
    if all(state.hands):
        _normal_turn(state, state.opener)
    else:
        _over(state)


def _normal_turn(state: State, seat: int) -> None:
    """The normal turn of this seat, unless the round is blocked as it begins (M19, M20)."""
    if not state.stock:
        ends = (state.exposed[0].tile.high,) if state.exposed else state.ends
        if not anyone_matches(state.hands, ends):
            _over(state)
            return
    state.phase, state.turn, state.drawn = "turn", seat, None


def _over(state: State) -> None:
    state.phase, state.turn, state.drawn = "over", None, None


def outcome(state: State) -> Outcome | None:
    """How the round ended, or None while it runs (M21)."""
    if state.phase != "over":
        return None
    left = pips_left(state)
    return Outcome("blocked" if all(state.hands) else "out", None, left, left)


def match_over(number: int, totals: tuple[int, ...]) -> bool:
    """M2: whether the match is over after this round."""
    return number == ROUNDS


def winners(totals: tuple[int, ...]) -> tuple[int, ...]:
    """The seats that won a finished match; several may share it (M22)."""
    return tuple(seat for seat, total in enumerate(totals, 1) if total == min(totals))


def refusal(state: State, seat: int, action: Action) -> IllegalAction:
    """Why this action is not legal for this seat now. Only for actions that are not."""
    if state.turn is None:
        return IllegalAction("round_over", "M10, M18")
    if seat != state.turn:
        return IllegalAction("not_your_turn", "M6", seat=state.turn)
    if isinstance(action, Open | Play) and not state.hands[seat - 1] & action.tile.bit:
        return IllegalAction("not_in_hand", "M11", tile=action.tile)
    if state.phase == "opening":
        return _refused_opening(state, action)
    if isinstance(action, Open):
        return IllegalAction("already_open", "M4")
    if isinstance(action, Play):
        if action.on > state.seats:
            return IllegalAction("no_such_place", "M3")
        return _refused_place(state, seat, action)
    return _refused_first(state, action) if state.phase == "first" else _refused(state, action)


def _refused_opening(state: State, action: Action) -> IllegalAction:
    if not isinstance(action, Open):
        return IllegalAction("open_first", "M4")
    return IllegalAction("round_double_opens", "M4", tile=round_double(state.deal.round))


def _refused_place(state: State, seat: int, play: Play) -> IllegalAction:
    if play.on not in _targets(state, seat):
        if state.phase == "first":
            return IllegalAction("own_train_only", "M7", on=play.on)
        if state.exposed and state.phase == "turn":
            oldest = state.exposed[0]
            return IllegalAction("cover_oldest", "M16", double=oldest.tile, on=oldest.on)
        return IllegalAction("closed_train", "M11", on=play.on)
    end = state.ends[play.on - 1]
    obliged = "M16" if state.exposed and state.phase == "turn" else "M11"
    rule = "M7" if state.phase == "first" else obliged
    return IllegalAction("ends_differ", rule, tile=play.tile, on=play.on, end=end)


def _refused_first(state: State, action: Action) -> IllegalAction:
    match action:
        case Draw():
            return IllegalAction("no_drawing_yet", "M8")
        case Finish():
            return IllegalAction("play_before_finish", "M7")
    return IllegalAction("must_finish" if state.chain else "must_play", "M7")


def _refused(state: State, action: Action) -> IllegalAction:
    if isinstance(action, Finish):
        return IllegalAction("no_finishing", "M7")
    if any(isinstance(each, Play) for each in moves(state)):
        return IllegalAction("must_play", "M12")
    if isinstance(action, Pass):
        return IllegalAction("must_draw", "M12")
    return IllegalAction("already_drawn" if state.drawn else "nothing_to_draw", "M12")
