"""How computers think about Mexican Train: pips outside the best own chain are what costs."""

from __future__ import annotations

from functools import partial
from typing import Final, NamedTuple

from engine.actions import DRAW, FINISH, PASS, PLAYS, PUBLIC, Action, Play
from engine.computers.chains import longest_chain
from engine.computers.deals import Known
from engine.computers.mind import Mind
from engine.computers.reasons import Judged, Reason, chain_told, sheds
from engine.mexican_train import advance, moves
from engine.tiles import SHOWING, Tile, mask_of, pips_in, tiles_in
from engine.trains import State

MEAN: Final = 0.5
"""How much the mean of the others' pips counts against one's own."""


class Style(NamedTuple):
    """How much each part of a judgement weighs; seats differ a little."""

    chain: float = 0.6
    closes: float = 10.0
    stuck: float = 20.0
    ways: float = 3.0
    double: float = 5.0


STYLES: Final = (Style(), Style(chain=0.75, ways=2.5), Style(closes=8.0, double=6.0))


def _judged(known: Known) -> list[Judged]:
    """Every legal action at first sight, the best first."""
    style = STYLES[(known.seat - 1) % len(STYLES)]
    first = known.view.phase == "first"
    found = [
        Judged(action, _first_turn(known, action) if first else _turn(known, action, style))
        for action in known.view.legal
    ]
    return sorted(found, key=lambda each: -each.value)


def _first_turn(known: Known, action: Action) -> dict[str, float]:
    """The longest chain is laid, and of equals the one with most pips."""
    if not isinstance(action, Play):
        return {"begins": 0.0}
    chain = (action.tile, *_chain(known.after(action), known.seat))
    return {"begins": 10.0 * len(chain), "pips": 0.01 * sum(each.pips for each in chain)}


def _turn(known: Known, action: Action, style: Style) -> dict[str, float]:
    """What it leaves in the hand, and whether the next turns will be easy."""
    if not isinstance(action, Play):
        return {}
    after, seat = known.after(action), known.seat
    hand, chain = after.hands[seat - 1], mask_of(_chain(after, seat))
    double = action.tile.is_double
    stuck = double and after.turn == seat and not isinstance(moves(after)[0], Play)
    return {
        "loose": -float(pips_in(hand & ~chain)),
        "chain": -style.chain * pips_in(chain),
        "closes": style.closes * (action.on == seat and seat in known.table.open),
        "stuck": -style.stuck * stuck,
        "double": style.double * double,
        "ways": style.ways * _fitting(after, seat).bit_count(),
    }


def _chain(state: State, seat: int) -> tuple[Tile, ...]:
    """The longest chain that the seat has for its train."""
    return longest_chain(state.ends[seat - 1], state.hands[seat - 1])


def _fitting(state: State, seat: int) -> int:
    """The tiles of the seat that fit on its own train, on a marked one or on the public one."""
    wanted = SHOWING[state.ends[seat - 1]] | SHOWING[state.ends[PUBLIC - 1]]
    for on in state.open:
        wanted |= SHOWING[state.ends[on - 1]]
    return wanted & state.hands[seat - 1]


def _reason(known: Known, chosen: Action, other: Action, part: str) -> Reason | None:
    """A true reason for an action from a part of its judgement; None if there is none."""
    if not isinstance(chosen, Play):
        return None
    after, seat = known.after(chosen), known.seat
    if part in ("begins", "loose"):
        longest = len(_chain(known.table, seat))
        return chain_told(chosen, seat, longest, _chain(after, seat))
    if part == "closes":
        return Reason("closes", tiles=(chosen.tile,))
    if part == "ways":
        fitting = tuple(tiles_in(_fitting(after, seat)))
        return Reason("ways", count=len(fitting), tiles=fitting) if fitting else None
    if part == "stuck" and isinstance(other, Play) and not chosen.tile.is_double:
        return Reason("holds_double", tiles=(other.tile,))
    if part in ("double", "stuck"):
        covers = tuple(tiles_in(after.hands[seat - 1] & SHOWING[chosen.tile.high]))
        return Reason("coverable", tiles=covers) if covers else None
    return sheds(chosen, known.view.legal)


def _worth(left: tuple[int, ...], seat: int) -> float:
    """What an end is worth to a seat: few pips of one's own, many of the others."""
    mine = left[seat - 1]
    return MEAN * (sum(left) - mine) / (len(left) - 1) - mine


class _Plan(NamedTuple):
    """A seat's chain for its train: the value at which it begins, its tiles, and their mask."""

    start: int
    chain: tuple[Tile, ...]
    mask: int

    def next(self) -> _Plan:
        """The plan once its first tile is laid."""
        tile = self.chain[0]
        return _Plan(tile.other(self.start), self.chain[1:], self.mask ^ tile.bit)


Plans = dict[tuple[int, int], _Plan]
"""Plans by the end of the train and the hand, worked out once for all playouts of a decision."""


def _play_out(state: State, plans: Plans) -> tuple[int, ...]:
    """Play a round to its end, everybody by the same habit; the pips left. Changes ``state``.

    Each seat plans its longest chain for its own train. First go the heaviest tiles that are not
    part of it, wherever they fit; then the chain.
    """
    running: list[_Plan | None] = [None] * len(state.hands)
    while (seat := state.turn) is not None:
        hand, end = state.hands[seat - 1], state.ends[seat - 1]
        plan = running[seat - 1]
        if plan is None or plan.start != end or plan.mask & ~hand:
            plan = plans.get((end, hand)) or _planned(plans, end, hand)
            running[seat - 1] = plan
        action = _habit(state, seat, hand & ~plan.mask, plan)
        if plan.chain and action is PLAYS[seat][plan.chain[0].index]:
            running[seat - 1] = plan.next()
        advance(state, action)
    return tuple(map(pips_in, state.hands))


def _planned(plans: Plans, end: int, hand: int) -> _Plan:
    chain = longest_chain(end, hand)
    plans[end, hand] = plan = _Plan(end, chain, mask_of(chain))
    return plan


def _habit(state: State, seat: int, loose: int, plan: _Plan) -> Action:
    """What a seat does in a playout. One of the legal actions, found without listing them."""
    ends = state.ends
    if state.phase == "first":
        if plan.chain:
            return PLAYS[seat][plan.chain[0].index]
        return FINISH if state.chain else PASS
    if state.exposed and state.phase == "turn":
        on = state.exposed[0].on
        fits = state.hands[seat - 1] & SHOWING[ends[on - 1]]
        if fits and on == seat and not fits & loose:
            return PLAYS[seat][plan.chain[0].index]
        fits = fits & loose or fits
    else:
        on, fits = PUBLIC, loose & SHOWING[ends[PUBLIC - 1]]
        for place in state.open:
            others = loose & SHOWING[ends[place - 1]]
            if others > fits:
                on, fits = place, others
        others = loose & SHOWING[ends[seat - 1]]
        if others > fits:
            on, fits = seat, others
        if not fits and plan.chain:
            return PLAYS[seat][plan.chain[0].index]
    if fits:
        return PLAYS[on][fits.bit_length() - 1]
    return DRAW if state.stock and state.drawn is None else PASS


MEXICAN_TRAIN: Final = Mind(
    judged=_judged,
    reason=_reason,
    playouts=lambda: partial(_play_out, plans={}),
    worth=_worth,
    candidates=6,
    playouts_at_most=400,
)
