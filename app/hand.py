"""How a seat has its tiles arranged: by value, for its own arm or train, or in its own order.

Only the page asks for it: everywhere else a hand goes from high to low. An own order belongs to the
round in which it was made, so that a new round begins with a hand that is in order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, get_args

from engine.actions import Open, parse_tile
from engine.computers.chains import longest_chain
from engine.tiles import Tile, mask_of
from engine.view import View

Sort = Literal["value", "train", "own"]
SORTS: Final[tuple[Sort, ...]] = get_args(Sort)


@dataclass(frozen=True, slots=True)
class Arrangement:
    """How the tiles are sorted, and the order that the seat gave them in the running round."""

    sort: Sort = "value"
    own: tuple[Tile, ...] = ()


BY_VALUE: Final = Arrangement()
"""Nothing was chosen yet."""


class Stands(NamedTuple):
    """A tile as it stands in the hand: the half on top, and whether it is of the longest chain."""

    tile: Tile
    top: int
    linked: bool


def arranged(view: View, arrangement: Arrangement) -> tuple[Stands, ...]:
    """The hand of this view as it is arranged, each tile once."""
    if arrangement.sort == "train":
        return _for_train(view)
    order = _in_order(view, arrangement.own) if arrangement.sort == "own" else view.hand
    return tuple(Stands(tile, tile.high, linked=False) for tile in order)


def _in_order(view: View, own: Sequence[Tile]) -> tuple[Tile, ...]:
    """The own order first; the others after it by value, and at the very end the one just drawn."""
    known = tuple(dict.fromkeys(tile for tile in own if tile in view.hand))
    others = [tile for tile in view.hand if tile not in known]
    return known + tuple(sorted(others, key=lambda tile: tile == view.drawn))


def _for_train(view: View) -> tuple[Stands, ...]:
    """The longest chain from the end of the own arm or train, laid as it would be played; then the
    rest by value. Before the opening the chain begins with the double to open with that lets it be
    longest; for who opens not, nothing has an end yet, and all is rest.
    """
    if view.trains and view.seat is not None:
        chain = _chain(view.train(view.seat).end, view.hand)
    else:
        opens = (action.tile for action in view.legal if isinstance(action, Open))
        chain = max((_opened(tile, view.hand) for tile in opens), key=len, default=())
    linked = {each.tile for each in chain}
    rest = (tile for tile in view.hand if tile not in linked)
    return (*chain, *(Stands(tile, tile.high, linked=False) for tile in rest))


def _opened(double: Tile, hand: Sequence[Tile]) -> tuple[Stands, ...]:
    """A double, and the longest chain from it."""
    others = [tile for tile in hand if tile != double]
    return (Stands(double, double.high, linked=True), *_chain(double.high, others))


def _chain(end: int, hand: Sequence[Tile]) -> tuple[Stands, ...]:
    """The longest chain of these tiles from an end, each turned as it would lie."""
    chain: list[Stands] = []
    for tile in longest_chain(end, mask_of(hand)):
        chain.append(Stands(tile, end, linked=True))
        end = tile.other(end)
    return tuple(chain)


def rearranged(
    view: View, arrangement: Arrangement, sort: Sort, order: Sequence[Tile] = ()
) -> Arrangement:
    """The arrangement sorted anew. The own order is the one told, else the last of this round, else
    the one that is shown; tiles that are not in the hand are left out of it, and none is missing.
    """
    if sort != "own":
        return Arrangement(sort, arrangement.own)
    shown = tuple(each.tile for each in arranged(view, arrangement))
    return Arrangement("own", _in_order(view, order or arrangement.own or shown))


def moved(order: Sequence[Tile], tile: Tile, places: int) -> tuple[Tile, ...]:
    """The order with one tile moved so many places on; past one end it comes in at the other."""
    others = [each for each in order if each != tile]
    at = (order.index(tile) + places) % len(order)
    return (*others[:at], tile, *others[at:])


def write(arrangement: Arrangement, round_key: str) -> str:
    """The arrangement as it is kept: ``own 1.3 9-4 6-6``, with the round of its order."""
    return " ".join((arrangement.sort, round_key, *map(str, arrangement.own)))


def read(text: str, round_key: str) -> Arrangement:
    """What ``write`` kept, without the order if that is of another round; by value if nothing is.

    Raises NotationError if a tile cannot be read.
    """
    sort, key, tiles = f"{text}  ".split(" ", 2)
    own = order_of(tiles) if key == round_key else ()
    return Arrangement(next((each for each in SORTS if each == sort), "value"), own)


def order_of(text: str) -> tuple[Tile, ...]:
    """The tiles of a text like ``9-4 6-6``. Raises NotationError."""
    return tuple(parse_tile(each) for each in text.split())
