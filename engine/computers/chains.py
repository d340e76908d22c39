"""The exact longest chain that can be laid from an end with the tiles given.

Take the values as points and each tile as a line between two of them, a double as a loop. A chain
is then a *trail*, a walk that uses no line twice. Trying every walk takes seconds for a large
hand; but as a rule few tiles have to stay behind, so this searches for the tiles **left out**.

* **Parity (Euler).** To walk through a value uses up two of its halves. So call a value *wrong* if
  it is shown an odd number of times, and ``start`` if it is shown an even number of times. In a
  chain just one value is wrong, its end; and connected tiles with one wrong value are a chain.
  A double shows its value twice and never hinders.
* **Branches.** A wrong value is the end, or else it loses a tile. So there is a case in which it
  is the end, and one for each tile that may be the first it loses, those before it being kept.
  No choice is looked at twice.
* **Bound.** The worth of a tile is that of its two halves. Every wrong value but the end loses at
  least one of the halves that show it. No chain in a case is worth more than all of its tiles
  less these halves; ``_more_lost`` adds to them.
* **Bridges.** A tile that alone joins two parts is crossed once, without return: it is needed if
  the end lies beyond it, and if not, all beyond is lost. To leave out a tile that is no bridge
  cuts nothing off. So the tiles of a case are always connected.
* **Best first.** The case with the highest bound goes first. If tiles join its wrong values in
  pairs, and the rest holds together without them, then the rest is a chain worth no less than
  the bound: no case can hold a better one.

This is branch and bound (Land and Doig, 1960), best first like A*. The order in which the tiles
then lie is Hierholzer's (1873). Nothing is cut short: the worst case is exponential, but only made
up hands, such as all tiles that join three values to the ten others, take more than a moment.
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

_LINKS: Final = tuple(showing & ~DOUBLES for showing in SHOWING)
"""By value: the mask of the tiles that lead from it to another value."""


class _Case(NamedTuple):
    """A case yet to be looked into. They sort by rank, the highest bound first."""

    rank: int  # the bound with its sign turned
    tiles: int  # those not left out
    kept: int  # those of them that must stay
    wrong: int  # the wrong values
    ends: int  # the values at which the chain may end
    worth: int  # of the tiles
    settled: bool  # whether the bridges have been seen to


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
    tiles = _connected(start, tiles)
    ends = sum(1 << value for value in _VALUES if value == start or tiles & _LINKS[value])
    wrong, worth = _weigh(start, tiles, aim)
    cases = [_case(-worth, tiles, 0, wrong, ends, worth, aim)]
    while True:
        case = heappop(cases)
        if not case.settled:
            for part in _settle(start, case, aim):
                heappush(cases, part)
            continue
        free = case.tiles & ~case.kept
        losers = case.wrong ^ _cheapest_end(case.wrong, case.ends)
        order = sorted(_in(case.wrong & losers), key=lambda v: (free & _LINKS[v]).bit_count())
        rank = aim[losers] + _more_lost(order, losers, free, case.ends, aim) - case.worth
        if rank > case.rank:
            heappush(cases, case._replace(rank=rank))
            continue
        rest = _less_pairs(start, case.tiles, order, free)
        if rest is not None:
            return rest
        for branch in _branches(case, order[0], aim):
            heappush(cases, branch)


def _case(
    rank: int,
    tiles: int,
    kept: int,
    wrong: int,
    ends: int,
    worth: int,
    aim: Aim,
    settled: bool = False,
) -> _Case:
    """A case with its simple bound, or the ``rank`` of the case it comes from if that is worse."""
    rank = max(rank, aim[wrong ^ _cheapest_end(wrong, ends)] - worth)
    return _Case(rank, tiles, kept, wrong, ends, worth, settled)


def _cheapest_end(wrong: int, ends: int) -> int:
    """The end, as a set of one value, with which the fewest and lowest halves would be lost."""
    spared = wrong & ends
    return 1 << spared.bit_length() - 1 if spared else ends & -ends


def _settle(start: int, case: _Case, aim: Aim) -> Iterator[_Case]:
    """One case for each part, between bridges, in which the end may lie."""
    bridges = _bridges(start, case.tiles)
    if not bridges:
        yield case._replace(settled=True)
        return
    parts: dict[int, int] = {}
    for end in _in(case.ends):
        needed = 0
        for bridge, values, _ in bridges:
            if values >> end & 1:
                needed |= bridge
        parts[needed] = parts.get(needed, 0) | 1 << end
    for needed, ends in parts.items():
        tiles = case.tiles
        for bridge, _, showing in bridges:
            if not bridge & needed:
                tiles &= ~showing
        if not case.kept & ~tiles:
            wrong, worth = _weigh(start, tiles, aim)
            yield _case(case.rank, tiles, case.kept | needed, wrong, ends, worth, aim, True)


def _branches(case: _Case, value: int, aim: Aim) -> Iterator[_Case]:
    """What may become of a wrong value: it is the end, or one or another tile is left out."""
    rank, tiles, kept, wrong, ends, worth, _ = case
    if ends >> value & 1:
        yield _case(rank, tiles, kept, wrong, 1 << value, worth, aim)
        ends ^= 1 << value
    if ends:
        for out in tiles_in(tiles & ~kept & _LINKS[value]):
            both = 1 << out.high | 1 << out.low
            yield _case(rank, tiles ^ out.bit, kept, wrong ^ both, ends, worth - aim[both], aim)
            kept |= out.bit


def _more_lost(order: list[int], losers: int, free: int, ends: int, aim: Aim) -> int:
    """What is lost for certain beyond one half for each loser.

    Take a group of losers, sure not to be the end, of which no two share a tile. Each loses a tile
    of its own, so the far halves of these tiles are lost too. Where that comes to more than the
    halves that the losers outside the group lose anyway, it comes on top.
    """
    group = shared = far_halves = 0
    for value in order:
        ways = free & _LINKS[value]
        if ways and not (ways & shared or ends >> value & 1):
            group |= 1 << value
            shared |= ways
            lowest = TILES[(ways & -ways).bit_length() - 1]
            far_halves += aim[1 << lowest.other(value)]
    return max(0, far_halves - aim[losers & ~group])


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


def _bridges(start: int, tiles: int) -> list[tuple[int, int, int]]:
    """The bridges among connected tiles, each with the values beyond it and all that shows them.

    Grow a tree from ``start``. The tiles that lead out of one of its branches show just one value
    of that branch, so they are the exclusive or of the tiles at its values. A bridge is part of
    every tree, and it alone leads out of the branch that it carries.
    """
    leading_out = [tiles & links for links in _LINKS]
    unseen = [value for value in _VALUES if leading_out[value] and value != start]
    tree = [(start, start)]
    for below, _ in tree:  # grows on the way
        if not unseen:
            break
        ways = leading_out[below]
        near = [value for value in unseen if leading_out[value] & ways]
        if near:
            tree += [(value, below) for value in near]
            unseen = [value for value in unseen if value not in near]
    values = [1 << value for value in _VALUES]
    showing = list(SHOWING)
    bridges = []
    for value, below in tree[:0:-1]:
        ways = leading_out[value]
        if not ways & ways - 1:
            bridges.append((ways, values[value], showing[value]))
        leading_out[below] ^= ways
        values[below] |= values[value]
        showing[below] |= showing[value]
    return bridges


def _connected(start: int, tiles: int) -> int:
    """Those of the tiles that can be reached from ``start``."""
    reached, more = 0, tiles & SHOWING[start]
    while more != reached:
        reached = more
        for showing in SHOWING:
            if showing & more:
                more |= showing & tiles
    return reached


def _weigh(start: int, tiles: int, aim: Aim) -> tuple[int, int]:
    """The wrong values among connected tiles, and what the tiles are worth."""
    wrong, worth = 1 << start, 0
    for value in _VALUES:
        halves = (tiles & SHOWING[value]).bit_count() + (tiles & DOUBLE[value].bit).bit_count()
        wrong ^= (halves & 1) << value
        worth += halves * aim[1 << value]
    return wrong, worth


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
