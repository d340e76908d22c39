"""How computers think about Longana: a long own arm, and few pips when the round is blocked."""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.actions import Action, Open, Play
from engine.computers.chains import longest_chain
from engine.computers.deals import Known
from engine.computers.longana_playout import Playouts
from engine.computers.mind import Mind
from engine.computers.reasons import Judged, Reason, chain_told, sheds
from engine.tiles import SHOWING, Tile, mask_of
from engine.trains import State
from engine.view import View

WIN: Final = 400.0
"""What winning a round is worth beside the points that it brings; docs/computers.md has others."""


class Style(NamedTuple):
    """How much each part of a judgement weighs; seats differ a little."""

    chain: float = 10.0
    pips: float = 1.0
    own: float = 6.0
    values: float = 1.0
    blocks: float = 4.0


STYLES: Final = (Style(), Style(chain=9.0, values=1.5), Style(chain=11.0, blocks=5.0))


def _judged(known: Known) -> list[Judged]:
    """Every legal action at first sight, the best first."""
    style = STYLES[(known.seat - 1) % len(STYLES)]
    found = [Judged(action, _parts(known, action, style)) for action in known.view.legal]
    return sorted(found, key=lambda each: -each.value)


def _parts(known: Known, action: Action, style: Style) -> dict[str, float]:
    """What it leaves for the own arm and in the hand, and what it does to others."""
    if not isinstance(action, Play | Open):
        return {}
    after, seat = known.after(action), known.seat
    on = action.on if isinstance(action, Play) else None
    return {
        "chain": style.chain * len(_chain(after, seat)),
        "pips": style.pips * action.tile.pips,
        "own": style.own * (on == seat and seat in known.table.open),
        "values": style.values * _values(after.hands[seat - 1]),
        "blocks": style.blocks * (on is not None and _blocked(known, after, on)),
    }


def _chain(state: State, seat: int) -> tuple[Tile, ...]:
    """The longest chain that the seat has for its arm."""
    return longest_chain(state.ends[seat - 1], state.hands[seat - 1])


def _longest(known: Known) -> int:
    """The tiles of the longest chain for the own arm before the seat moves."""
    return len(_chain(known.table, known.seat)) if known.table.ends else 0


def _values(hand: int) -> int:
    """How many different values a hand shows."""
    return sum(1 for showing in SHOWING if showing & hand)


def _blocked(known: Known, after: State, on: int) -> bool:
    """Whether the owner of an arm certainly has nothing to play on its end."""
    held = ~known.lacks(on) & mask_of(known.unseen)
    return on != known.seat and not held & SHOWING[after.ends[on - 1]]


def _reason(known: Known, chosen: Action, part: str) -> Reason | None:
    """A true reason for an action from a part of its judgement; None if there is none."""
    if not isinstance(chosen, Play | Open):
        return None
    after, seat = known.after(chosen), known.seat
    if part == "chain":
        return chain_told(chosen, seat, _longest(known), _chain(after, seat))
    if part == "values":
        return Reason("values", count=_values(after.hands[seat - 1]))
    if part == "blocks" and isinstance(chosen, Play):
        return Reason("blocks", seat=chosen.on, value=after.ends[chosen.on - 1])
    return sheds(chosen, known.view.legal) if part == "pips" else None


def _worth(left: tuple[int, ...], seat: int) -> float:
    """What an end is worth to a seat: L14, L16 and L17 in one, and that points are not all."""
    lowest = min(left)
    if left.count(lowest) > 1:
        return 0.0
    gain = WIN + sum(left)
    return gain if left[seat - 1] == lowest else -gain / (len(left) - 1)


def _playouts_at_most(view: View) -> int:
    """More with two seats, which play a round out in half the time."""
    return 1800 if view.seats == 2 else 800


LONGANA: Final = Mind(
    judged=_judged,
    reason=_reason,
    playouts=Playouts,
    worth=_worth,
    candidates=lambda _, judged: judged[:8],
    playouts_at_most=_playouts_at_most,
    trust=0.2,
)
