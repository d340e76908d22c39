"""The reasons for a choice: each is held against the position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import permutations

from engine import apply, legal
from engine.actions import Action, Open, Play
from engine.computers import MINDS, Reason
from engine.computers.chains import longest_chain
from engine.computers.deals import known
from engine.computers.reasons import CODES
from engine.tiles import SHOWING, Tile, mask_of, tiles_in
from engine.trains import State
from engine.view import view
from tests.engine.minds import TABLES, advice, decisions
from tests.engine.positions import new_match, round_of


def check_reason(state: State, action: Action, why: Reason) -> None:
    """What the reason says is so."""
    seat = state.turn
    assert seat is not None
    after = apply(state, seat, action)
    if "chain" in why.code:
        assert isinstance(action, Play | Open)
        check_chain(state, after, action.tile, why)
    elif isinstance(action, Play | Open):
        assert TRUE[why.code](state, after, seat, action, why), (why, action, state)
    else:
        assert why.code in ("only_move", "any_move", "tried")


def check_chain(state: State, after: State, tile: Tile, why: Reason) -> None:
    """The tiles are in the hand and can be laid in this order; no chain is longer if it says so."""
    assert state.turn is not None
    at, begins = state.turn - 1, why.code == "begins_chain"
    end = (state if begins else after).ends[at]
    longest = longest_chain(end, state.hands[at])
    assert why.count == len(why.tiles) > 1
    assert not mask_of(why.tiles) & ~(state if begins else after).hands[at]
    assert (why.tiles[0] == tile) == begins
    assert why.code == "leaves_chain" or len(longest) == why.count
    for each in why.tiles:
        assert end in (each.high, each.low)
        end = each.other(end)


def fitting(after: State, seat: int) -> list[Tile]:
    """The tiles of a seat that could be played if it were its turn, and no double exposed."""
    ends = {after.ends[seat - 1], after.ends[-1], *(after.ends[on - 1] for on in after.open)}
    return [each for each in tiles_in(after.hands[seat - 1]) if {each.high, each.low} & ends]


def sheds_most(state: State) -> int:
    """The most pips that a legal action sheds."""
    return max(each.tile.pips for each in legal(state) if isinstance(each, Play | Open))


TRUE: dict[str, Callable[[State, State, int, Play | Open, Reason], bool]] = {
    "only_move": lambda state, after, seat, action, why: len(legal(state)) == 1,
    "last_tile": lambda state, after, seat, action, why: not after.hands[seat - 1],
    "closes": lambda state, after, seat, action, why: seat in set(state.open) - set(after.open),
    "coverable": lambda state, after, seat, action, why: (
        action.tile.is_double
        and list(why.tiles) == list(tiles_in(after.hands[seat - 1] & SHOWING[action.tile.high]))
        and bool(why.tiles)
    ),
    "ways": lambda state, after, seat, action, why: (
        list(why.tiles) == fitting(after, seat) and why.count == len(why.tiles) > 0
    ),
    "values": lambda state, after, seat, action, why: (
        why.count == sum(1 for each in SHOWING if each & after.hands[seat - 1])
    ),
    "blocks": lambda state, after, seat, action, why: (
        isinstance(action, Play)
        and why.seat == action.on != seat
        and why.value == after.ends[action.on - 1]
        and not after.hands[action.on - 1] & SHOWING[why.value]
    ),
    "most_pips": lambda state, after, seat, action, why: (
        why.count == action.tile.pips == sheds_most(state)
    ),
    "pips": lambda state, after, seat, action, why: why.count == action.tile.pips,
    "tried": lambda state, after, seat, action, why: why.count > 1,
    "any_move": lambda state, after, seat, action, why: len(legal(state)) > 1,
}


def test_every_reason_that_could_be_given_is_true() -> None:
    """Whatever is chosen, whatever the next best is: each part of the judgement that speaks for
    the one has a true reason or none; and all kinds come up."""
    seen: Counter[str] = Counter()
    for at, (game, seats) in enumerate(TABLES * 3):
        mind = MINDS[game]
        for state in decisions(game, seats, f"reasons {at}", 0.25):
            what = known(view(state, state.turn))
            judged = mind.judged(what)
            for one, other in permutations(judged, 2):
                for part, worth in one.parts.items():
                    if worth <= other.parts.get(part, 0.0):
                        continue
                    why = mind.reason(what, one.action, part)
                    if why is not None:
                        check_reason(state, one.action, why)
                        seen[why.code] += 1

    assert not set(CODES) - set(seen) - {"only_move", "any_move", "last_tile", "tried"}, seen


def test_the_reason_given_is_true() -> None:
    """Along whole rounds, at every level."""
    for game, seats in TABLES:
        state = new_match(game, seats, "told").first_round()
        while state.turn is not None:
            for level in ("relaxed", "steady", *(["sharp"] if len(state.history) % 4 == 0 else [])):
                told = advice(state, level)
                check_reason(state, told.action, told.why)
            state = apply(state, state.turn, told.action)


def test_the_last_tile_is_told_as_such() -> None:
    """Not as the longest chain of one tile, and even where nothing else can be done."""
    state = round_of("longana", ["9-9 9-1", "8-0 7-0"], moves=["1: open 9-9", "2: pass"])

    assert advice(state, "sharp").why.code == "last_tile"
    assert advice(state, "relaxed").why.tiles == view(state, 1).hand
