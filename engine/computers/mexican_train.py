"""How computers think about Mexican Train: pips outside the best own chain are what costs."""

from __future__ import annotations

from functools import partial
from typing import Final, NamedTuple

from engine.actions import PUBLIC, Action, Play
from engine.computers.chains import longest_chain
from engine.computers.deals import Known
from engine.computers.mexican_train_playout import play_out
from engine.computers.mind import Mind
from engine.computers.reasons import Judged, Reason, chain_told, sheds
from engine.tiles import SHOWING, Tile, mask_of, pips_in, tiles_in
from engine.trains import State
from engine.view import View

MEAN: Final = 0.5
"""How much the mean of the others' pips counts against one's own."""

A_TILE: Final = 10.0
"""What a tile that is laid in the first turn counts at first sight."""


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
    return {"begins": A_TILE * len(chain), "pips": 0.01 * sum(each.pips for each in chain)}


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


def _candidates(view: View, judged: list[Judged]) -> list[Judged]:
    """The best; in a first turn those with which as many tiles can be laid as with any, or one
    less.
    """
    if view.phase != "first":
        return judged[:12]
    return [each for each in judged if each.value > judged[0].value - 1.5 * A_TILE]


def _playouts_at_most(view: View) -> int:
    """Fewer in a first turn, since everybody's long chains are planned in each."""
    return 300 if view.phase == "first" else 700


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


MEXICAN_TRAIN: Final = Mind(
    judged=_judged,
    reason=_reason,
    playouts=lambda: partial(play_out, plans={}),
    worth=_worth,
    candidates=_candidates,
    playouts_at_most=_playouts_at_most,
    trust=0.05,
)
