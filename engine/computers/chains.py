"""The exact longest chain that can be laid from an end with the tiles given.

Take the values as points and each tile as a line between two of them, a double as a loop. A chain
is then a *trail*, a walk that uses no line twice. To try every walk is quickest where the tiles
form few rings, but takes seconds for a large hand. As a rule few tiles have to stay behind, so
otherwise this searches for the tiles **left out**.

* **Parity (Euler).** To walk through a value uses up two of its halves. So call a value *wrong* if
  it is shown an odd number of times, and ``start`` if it is shown an even number of times. In a
  chain just one value is wrong, its end; and connected tiles with one wrong value are a chain.
  A double shows its value twice and never hinders.
* **Branches.** A wrong value is the end, or else it loses a tile. So there is a case in which it
  is the end, and one for each tile that may be the first it loses, those before it being kept.
  No choice is looked at twice. What is no longer connected with ``start`` is lost as well.
* **Bound.** The worth of a tile is that of its two halves. Every wrong value but the end loses at
  least one of the halves that show it. So no chain of a case is worth more than all its tiles
  less these halves.
* **Best first.** The case with the highest bound goes first. If tiles join its wrong values, but
  for the end, in pairs, and the rest holds together without them, then the rest is a chain worth
  as much as the bound. No case can hold a better one.

This is branch and bound (Land and Doig, 1960), best first like A*. The order in which the tiles
then lie is Hierholzer's (1873). Nothing is cut short, so the worst case is exponential. It takes
made-up hands to feel it, such as two groups of values, each with nearly all the tiles within it,
that only the start holds together; tests/bench/bench_chains.py has the worst one known.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from heapq import heappop, heappush
from itertools import pairwise
from typing import Final, NamedTuple

from engine.tiles import DOUBLE, DOUBLES, MAX_PIPS, SHOWING, TILES, Tile, tile, tiles_in

Aim = tuple[int, ...]
"""What to strive for: the worth of a half tile by its value, summed up for every set of values.

Sets of values are masks too: ``aim[1 << value]`` is one half, ``aim[wrong]`` one of each value.
"""


def _aim(halves: Iterable[int]) -> Aim:
    """The sums for all sets of values. The halves must rise with the value."""
    sums = [0]
    for half in halves:
        sums += [half + others for others in sums]
    return tuple(sums)


_VALUES: Final = range(MAX_PIPS + 1)

MOST_TILES: Final = _aim(1024 + value for value in _VALUES)
"""Most tiles, then most pips: a tile is worth 2048 and its pips; all 91 tiles have 1092 pips."""

MOST_PIPS: Final = _aim(1024 * value + 1 for value in _VALUES)
"""Most pips, then most tiles: a tile is worth 1024 for each of its pips, and 2."""

_ALL: Final = (1 << len(_VALUES)) - 1
"""The set of all values."""

_LINKS: Final = tuple(showing & ~DOUBLES for showing in SHOWING)
"""By value: the mask of the tiles that lead from it to another value."""

_FEW_RINGS: Final = 3
"""Up to so many rings among connected tiles it is quicker to try every walk: a few hundred."""


class _Case(NamedTuple):
    """A case yet to be looked into. They sort by rank, the highest bound first."""

    rank: int  # the bound with its sign turned
    tiles: int  # those not left out
    kept: int  # those of them that must stay
    wrong: int  # the wrong values
    ends: int  # the values at which the chain may end
    worth: int  # of the tiles


def longest_chain(start: int, tiles: int, aim: Aim = MOST_TILES) -> tuple[Tile, ...]:
    """The best chain from the value ``start`` with tiles of a mask, in the order of play.

    A double lies where its value is first reached. Which of several equally good chains it is
    follows from the arguments alone, but by no simpler rule than the order of the search. The
    chain is empty if no tile shows ``start``. Raises ValueError if there is no such value.
    """
    return _in_a_row(start, chain_mask(start, tiles, aim))


def chain_mask(start: int, tiles: int, aim: Aim = MOST_TILES) -> int:
    """The tiles of ``longest_chain`` as a mask, for those who only count or weigh them.

    Raises ValueError if there is no such value.
    """
    if start not in _VALUES:
        raise ValueError(f"no such value: {start}")
    case = _whole(start, _connected(start, tiles), 0, _ALL, aim)
    if (case.tiles & ~DOUBLES).bit_count() - case.ends.bit_count() < _FEW_RINGS:
        return _by_walking(start, case.tiles, aim)[1]
    cases = [case]
    while True:
        case = heappop(cases)
        tiles = _connected(start, case.tiles)
        if tiles != case.tiles:
            case = _whole(start, tiles, case.kept, case.ends, aim)
            if case.ends and not case.kept & ~tiles:
                heappush(cases, case)
            continue
        free = tiles & ~case.kept
        losers = case.wrong & ~_cheapest_end(case.wrong, case.ends)
        order = sorted(_in(losers), key=lambda value: (free & _LINKS[value]).bit_count())
        rest = _less_pairs(start, tiles, order, free)
        if rest is not None:
            return rest
        for branch in _branches(case, order[0], aim):
            heappush(cases, branch)


def _by_walking(start: int, tiles: int, aim: Aim) -> tuple[int, int]:
    """What the best chain is worth and its tiles, found by trying every walk."""
    best = (0, 0)
    for step in tiles_in(tiles & DOUBLE[start].bit or tiles & SHOWING[start]):
        worth, rest = _by_walking(step.other(start), tiles ^ step.bit, aim)
        worth += aim[1 << step.high] + aim[1 << step.low]
        best = max(best, (worth, rest | step.bit))
    return best


def _whole(start: int, tiles: int, kept: int, ends: int, aim: Aim) -> _Case:
    """The case of all these connected tiles, with those of the ends that they show."""
    wrong = shown = 1 << start
    worth = 0
    for value in _VALUES:
        halves = (tiles & SHOWING[value]).bit_count() + (tiles & DOUBLE[value].bit).bit_count()
        if halves:
            shown |= 1 << value
            wrong ^= (halves & 1) << value
            worth += halves * aim[1 << value]
    return _case(tiles, kept, wrong, ends & shown, worth, aim)


def _case(tiles: int, kept: int, wrong: int, ends: int, worth: int, aim: Aim) -> _Case:
    """A case with its bound."""
    loss = aim[wrong ^ _cheapest_end(wrong, ends)]
    return _Case(loss - worth, tiles, kept, wrong, ends, worth)


def _cheapest_end(wrong: int, ends: int) -> int:
    """The end, as a set of one value, with which the fewest and lowest halves would be lost."""
    spared = wrong & ends
    return 1 << spared.bit_length() - 1 if spared else ends & -ends


def _branches(case: _Case, value: int, aim: Aim) -> Iterator[_Case]:
    """What may become of a wrong value: it is the end, or one or another tile is left out."""
    _, tiles, kept, wrong, ends, worth = case
    if ends >> value & 1:
        yield _case(tiles, kept, wrong, 1 << value, worth, aim)
        ends ^= 1 << value
    if ends:
        for out in tiles_in(tiles & ~kept & _LINKS[value]):
            both = 1 << out.high | 1 << out.low
            yield _case(tiles ^ out.bit, kept, wrong ^ both, ends, worth - aim[both], aim)
            kept |= out.bit


def _less_pairs(start: int, tiles: int, order: list[int], free: int) -> int | None:
    """The tiles without one for each pair of wrong values, if they pair off and stay connected."""
    alone = order.copy()
    while alone:
        ways = free & _LINKS[alone.pop(0)]
        other = next((value for value in alone if ways & _LINKS[value]), None)
        if other is None:
            return None
        tiles ^= ways & _LINKS[other]
        alone.remove(other)
    return tiles if _connected(start, tiles) == tiles else None


def _connected(start: int, tiles: int) -> int:
    """Those of the tiles that can be reached from ``start``."""
    reached, more = 0, tiles & SHOWING[start]
    while more != reached:
        reached = more
        for showing in SHOWING:
            if showing & more:
                more |= showing & tiles
    return reached


def _in(values: int) -> list[int]:
    """The values of a set, from low to high."""
    return [value for value in _VALUES if values >> value & 1]


def _in_a_row(start: int, tiles: int) -> tuple[Tile, ...]:
    """All of these tiles as one chain.

    Walk on until the walk is stuck; then step back, and wherever a tile is still unused walk on
    from there. The values in the order of stepping back are the whole trail in reverse.
    """
    walk, row = [start], []
    while walk:
        value = walk[-1]
        ways = tiles & DOUBLE[value].bit or tiles & SHOWING[value]
        if ways:
            step = TILES[ways.bit_length() - 1]
            tiles ^= step.bit
            walk.append(step.other(value))
        else:
            row.append(walk.pop())
    return tuple(tile(a, b) for a, b in pairwise(reversed(row)))
