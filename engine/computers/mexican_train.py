"""How computers think about Mexican Train: pips outside the best own chain are what costs."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Final, NamedTuple

from engine.actions import DRAW, FINISH, PASS, PLAYS, PUBLIC, Action, Play
from engine.computers.chains import longest_chain
from engine.computers.deals import Known
from engine.computers.mind import Mind
from engine.computers.reasons import Judged, Reason, chain_told, sheds
from engine.mexican_train import advance
from engine.tiles import SHOWING, Tile, mask_of, pips_in, tiles_in
from engine.trains import State

MEAN: Final = 0.5
"""How much the mean of the others' pips counts against one's own."""


class Style(NamedTuple):
    """How much each part of a judgement weighs; seats differ a little."""

    chain: float = 0.6
    closes: float = 10.0
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
    return {
        "loose": -float(pips_in(hand & ~chain)),
        "chain": -style.chain * pips_in(chain),
        "closes": style.closes * (action.on == seat and seat in known.table.open),
        "double": style.double * action.tile.is_double,
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


def _reason(known: Known, chosen: Action, part: str) -> Reason | None:
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
    if part == "double":
        covers = tuple(tiles_in(after.hands[seat - 1] & SHOWING[chosen.tile.high]))
        return Reason("coverable", tiles=covers) if covers else None
    return sheds(chosen, known.view.legal)


def _worth(left: tuple[int, ...], seat: int) -> float:
    """What an end is worth to a seat: few pips of one's own, many of the others."""
    mine = left[seat - 1]
    return MEAN * (sum(left) - mine) / (len(left) - 1) - mine


@dataclass(frozen=True, slots=True)
class _Plan:
    """A seat's chain for its train: the value at which it begins, the mask of its tiles, the play
    of the first and the plan of the others; both None if there are no tiles.
    """

    start: int
    mask: int
    head: Play | None = None
    rest: _Plan | None = None


Plans = dict[tuple[int, int, int], _Plan]
"""Plans by seat, end of its train and hand: worked out once for all playouts of a decision."""


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
            key = seat, end, hand
            plan = plans.get(key) or plans.setdefault(key, _planned(seat, end, hand))
        action = _habit(state, seat, hand & ~plan.mask, plan)
        running[seat - 1] = plan.rest if action is plan.head else plan
        advance(state, action)
    return tuple(map(pips_in, state.hands))


def _planned(seat: int, end: int, hand: int) -> _Plan:
    """The plan of a seat with this hand."""
    starts = [end]
    chain = longest_chain(end, hand)
    for tile in chain:
        starts.append(tile.other(starts[-1]))
    plan = _Plan(starts.pop(), 0)
    for tile in reversed(chain):
        plan = _Plan(starts.pop(), plan.mask | tile.bit, PLAYS[seat][tile.index], plan)
    return plan


def _habit(state: State, seat: int, loose: int, plan: _Plan) -> Action:
    """What a seat does in a playout. One of the legal actions, found without listing them."""
    ends = state.ends
    if state.phase == "first":
        return plan.head or (FINISH if state.chain else PASS)
    if state.exposed and state.phase == "turn":
        on = state.exposed[0].on
        fits = state.hands[seat - 1] & SHOWING[ends[on - 1]]
        if plan.head and on == seat and not fits & loose:
            return plan.head
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
        if plan.head and not fits:
            return plan.head
    if fits:
        return PLAYS[on][fits.bit_length() - 1]
    return DRAW if state.stock and state.drawn is None else PASS


MEXICAN_TRAIN: Final = Mind(
    judged=_judged,
    reason=_reason,
    playouts=lambda: partial(_play_out, plans={}),
    worth=_worth,
    candidates=lambda view: 1 if view.phase == "first" else 6,
    playouts_at_most=400,
    trust=0.1,
)
