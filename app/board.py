"""The picture of the table: a ``View`` turned into coordinates, pure.

Longana is a cross of arms around the hub (``LonganaBoard``), Mexican Train a row for each train
(``TrainBoard``). Lengths are SVG units: a half of a tile is ``HALF`` long and wide. No words and
no HTML: the templates draw what is told here. What is legal is not asked here either; the caller
says which places are ``lit``.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import ClassVar, Final, Literal, NamedTuple

from app.lines import HALF, Half, Line, Placed, Rect, Tip, Vector, around, inner_ends, lay
from engine import GAMES
from engine.actions import PUBLIC, Open, Play
from engine.computers import Reason
from engine.tiles import Tile
from engine.trains import round_the_table
from engine.view import Laid, Train, View

Side = Literal["bottom", "right", "top", "left"]

KEPT: Final = 10_000
"""Arms and trains that are kept as they were laid: at a time, one of a table's changes."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where an arm goes on: ``slot`` is where the next tile would lie, ``spot`` the area to tap."""

    slot: Rect
    spot: Rect
    lit: bool


@dataclass(frozen=True, slots=True)
class Owner:
    """Whose an arm or train is, and how that seat stands.

    ``seat`` may be ``PUBLIC``, which holds no tiles (``count`` is None). ``opened`` is the place
    in the order of opening, given only while that order can matter (L12). ``queue`` is the place
    of the exposed double at its end. ``told``: a hint speaks of it.
    """

    seat: int
    mine: bool
    turn: bool
    count: int | None
    open: bool
    opened: int | None
    queue: int | None
    told: bool


@dataclass(frozen=True, slots=True)
class Arm:
    """An arm of the cross; ``place`` is None where the ghost lies and before the opening."""

    owner: Owner
    side: Side
    tiles: tuple[Placed, ...]
    place: Place | None


@dataclass(frozen=True, slots=True)
class LonganaBoard:
    """The cross. ``box`` is the picture, ``span`` its width in halves, rounded up to fours."""

    layout: ClassVar[str] = "cross"
    box: Rect
    span: int
    centre: Rect
    hub: Placed | None
    arms: tuple[Arm, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """A train in a picture of its own, ``width`` by ``TrainBoard.height``, the hub at its start."""

    owner: Owner
    width: int
    tiles: tuple[Placed, ...]
    lit: bool
    ghost: bool


@dataclass(frozen=True, slots=True)
class TrainBoard:
    """One row for each train; ``depot`` is the hub as it lies across the start of every row."""

    layout: ClassVar[str] = "rows"
    height: ClassVar[int] = 2 * HALF
    hub: Placed | None
    depot: Placed | None
    stock: int
    rows: tuple[Row, ...]


def board(
    view: View,
    *,
    lit: frozenset[int] = frozenset(),
    ghost: Play | Open | None = None,
    fresh: frozenset[Tile] = frozenset(),
    chosen: Tile | None = None,
    why: Reason | None = None,
) -> LonganaBoard | TrainBoard:
    """The picture of this view.

    ``lit`` are the places where the chosen tile may go, ``ghost`` is the previewed action and
    ``fresh`` are the tiles laid since the reader's last move. If the ``chosen`` tile is told and a
    double, places show how it would lie across. What the reason ``why`` speaks of is marked.
    """
    double = chosen is not None and chosen.is_double
    marks = _Marks(_last_laid(view), fresh, lit, ghost, double, why or _SILENT)
    draw = _rows if GAMES[view.game].HAS_PUBLIC else _cross
    return draw(view, marks)


class _Marks(NamedTuple):
    """What is to be marked on the table."""

    last: Tile | None
    fresh: frozenset[Tile]
    lit: frozenset[int]
    ghost: Play | Open | None
    double: bool
    why: Reason

    def ghostly(self, placed: Placed) -> Placed:
        """The previewed tile with its marks."""
        return replace(placed, ghost=True, told=placed.tile in self.why.tiles)

    def on(self, placed: Placed, *, queue: int | None = None) -> Placed:
        """The tile with its marks."""
        last, fresh = placed.tile == self.last, placed.tile in self.fresh
        if not (last or fresh or queue):
            return placed
        return replace(placed, last=last, fresh=fresh, queue=queue)


_SILENT: Final = Reason("")
"""Where there is no hint."""


def _last_laid(view: View) -> Tile | None:
    laid = (action.tile for _, action in reversed(view.history) if isinstance(action, Open | Play))
    return next(laid, None)


def _trains(view: View) -> dict[int, Train]:
    """The arms or trains by owner; before the opening empty ones, so that there is a table."""
    if view.trains:
        return {train.owner: train for train in view.trains}
    owners = [*range(1, view.seats + 1), *([PUBLIC] if GAMES[view.game].HAS_PUBLIC else [])]
    return {
        owner: Train(owner, (), end=-1, open=owner == PUBLIC, opened=None, queue=None)
        for owner in owners
    }


def _owner(view: View, train: Train, why: Reason) -> Owner:
    seat = train.owner
    ordered = sum(each.opened is not None for each in view.trains) > 1
    return Owner(
        seat=seat,
        mine=seat == view.seat,
        turn=seat == view.turn,
        count=None if seat == PUBLIC else view.counts[seat - 1],
        open=train.open,
        opened=train.opened if ordered else None,
        queue=train.queue,
        told=seat == why.seat,
    )


# --- Mexican Train: rows


def _rows(view: View, marks: _Marks) -> TrainBoard:
    """Own train first, then the public one, then the others in turn order."""
    trains = _trains(view)
    viewer = view.seat or 1
    order = (viewer, PUBLIC, *tuple(round_the_table(viewer, view.seats))[1:])
    hub = _hub(view, marks, Rect(0, 0, 2 * HALF, HALF))
    depot = _hub(view, marks, Rect(0, 0, HALF, 2 * HALF))
    rows = tuple(_row(view, trains[target], marks) for target in order)
    return TrainBoard(hub, depot, view.stock, rows)


def _row(view: View, train: Train, marks: _Marks) -> Row:
    laid, tip = _straight(train.tiles, view.hub.high if view.hub else 0)
    tiles = [marks.on(placed) for placed in laid[:-1]]
    tiles += [marks.on(placed, queue=train.queue) for placed in laid[-1:]]
    ghost = _ghost_on(marks, train.owner)
    if ghost is not None:
        tiles.append(marks.ghostly(lay(tip, ghost, train.end)))
        tip = tip.after(ghost)
    lit = train.owner in marks.lit and ghost is None
    return Row(_owner(view, train, marks.why), tip.at.x, tuple(tiles), lit, ghost is not None)


@lru_cache(maxsize=KEPT)
def _straight(tiles: tuple[Laid, ...], hub: int) -> tuple[tuple[Placed, ...], Tip]:
    """A train's tiles laid in a row, and the end of it."""
    tip = Tip(Vector(HALF, HALF), Vector(1, 0))
    placed: list[Placed] = []
    for tile, inner in inner_ends(hub, tiles):
        placed.append(lay(tip, tile, inner))
        tip = tip.after(tile)
    return tuple(placed), tip


def _hub(view: View, marks: _Marks, box: Rect) -> Placed | None:
    """The opening double in this box, laid or only previewed."""
    ghost = marks.ghost.tile if isinstance(marks.ghost, Open) else None
    tile = view.hub or ghost
    if tile is None:
        return None
    lying = box.width > box.height
    second = (box.x + HALF, box.y) if lying else (box.x, box.y + HALF)
    halves = (Half(tile.high, box.x, box.y), Half(tile.low, *second))
    placed = Placed(tile, box, halves, lying)
    return marks.on(placed) if view.hub else marks.ghostly(placed)


def _ghost_on(marks: _Marks, owner: int) -> Tile | None:
    """The tile previewed on this arm or train."""
    ghost = marks.ghost
    return ghost.tile if isinstance(ghost, Play) and ghost.on == owner else None


# --- Longana: the cross

SIDES: Final[dict[int, tuple[Side, ...]]] = {
    2: ("bottom", "top"),
    3: ("bottom", "right", "left"),
    4: ("bottom", "right", "top", "left"),
}
"""By number of seats: where they sit, from the viewer on; turns run counter-clockwise."""

_WAYS: Final = {
    "bottom": Vector(0, 1),
    "right": Vector(1, 0),
    "top": Vector(0, -1),
    "left": Vector(-1, 0),
}
_REACH: Final = Vector(6 * HALF, 9 * HALF // 2)
"""How far arms reach across and down before they bend, unless all need more room. The place for the
picture is wider than high on most screens."""
_MARGIN: Final = HALF // 4
_TAP: Final = 44 / 320
"""A finger's 44 px in a picture 320 px wide (a phone's)."""


class _Laid(NamedTuple):
    """An arm's tiles, the end of their line, and where the next tile would lie."""

    tiles: tuple[Placed, ...]
    tip: Tip
    onward: Tip


def _cross(view: View, marks: _Marks) -> LonganaBoard:
    trains, sides = _trains(view), SIDES[view.seats]
    owners = round_the_table(view.seat or 1, view.seats)
    seated = {side: trains[owner] for side, owner in zip(sides, owners, strict=True)}
    laid = _smallest_fit(view, seated)
    size = (2 * HALF, HALF) if view.seats == 2 else (HALF, 2 * HALF)
    centre = around(Vector(0, 0), *size)
    hub = _hub(view, marks, centre)
    box = _picture(sides, tuple(laid.values()))
    arms = tuple(_arm(view, side, seated[side], laid[side], marks, box) for side in sides)
    span = -(-box.width // (4 * HALF)) * 4
    return LonganaBoard(box, span, centre, hub, arms)


def _smallest_fit(view: View, seated: dict[Side, Train]) -> dict[Side, _Laid]:
    """The arms within the least reach that holds them; laid tiles move only when that grows."""
    hub = view.hub.high if view.hub else 0
    reach = _REACH
    while True:
        laid: dict[Side, _Laid] = {}
        for side, train in seated.items():
            line = _wound(train.tiles, hub, _start(side, view.seats), _WAYS[side], reach)
            if line is None:
                break
            laid[side] = line
        else:
            return laid
        reach = reach.plus(Vector(HALF, HALF))


def _start(side: Side, seats: int) -> Vector:
    """Where an arm leaves the hub, which lies across for two seats and stands for more."""
    across = seats == 2 or side in ("right", "left")
    return _WAYS[side].times(HALF // 2 if across else HALF)


@lru_cache(maxsize=KEPT)
def _wound(
    tiles: tuple[Laid, ...], hub: int, start: Vector, way: Vector, reach: Vector
) -> _Laid | None:
    """The tiles of an arm laid within its reach; None if there is no room for one more."""
    line = Line(start, way, reach)
    placed: list[Placed] = []
    for tile, inner in inner_ends(hub, tiles):
        at = line.lay(tile, inner)
        if at is None:
            return None
        placed.append(at)
    onward = line.onward()
    if onward is None:
        return None
    return _Laid(tuple(placed), line.tip, onward)


def _slot(tip: Tip) -> Rect:
    """Where a tile that is not a double lies at this tip."""
    size = (2 * HALF, HALF) if tip.way.x else (HALF, 2 * HALF)
    return around(tip.at.plus(tip.way.times(HALF)), *size)


def _across(tip: Tip) -> Rect:
    """Where a double lies at this tip."""
    size = (HALF, 2 * HALF) if tip.way.x else (2 * HALF, HALF)
    return around(tip.at.plus(tip.way.times(HALF // 2)), *size)


def _picture(sides: tuple[Side, ...], lines: tuple[_Laid, ...]) -> Rect:
    """Even around the hub, lower where nobody sits, and as much larger as the arms need.

    There is room for whatever may come next, so that a preview never changes the picture.
    """
    boxes = [placed.box for line in lines for placed in line.tiles]
    boxes += [next_box for line in lines for next_box in (_slot(line.onward), _across(line.tip))]
    across, down = _REACH
    top = -down if "top" in sides else -2 * HALF
    left = min(-across, *(box.x for box in boxes)) - _MARGIN
    top = min(top, *(box.y for box in boxes)) - _MARGIN
    right = max(across, *(box.x + box.width for box in boxes)) + _MARGIN
    bottom = max(down, *(box.y + box.height for box in boxes)) + _MARGIN
    return Rect(left, top, right - left, bottom - top)


def _arm(view: View, side: Side, train: Train, line: _Laid, marks: _Marks, box: Rect) -> Arm:
    tiles = tuple(marks.on(placed) for placed in line.tiles)
    ghost, place = _ghost_on(marks, train.owner), None
    if ghost is not None:
        tip = line.tip if ghost.is_double else line.onward
        tiles += (marks.ghostly(lay(tip, ghost, train.end)),)
    elif view.hub is not None:
        place = _place(line, box, lit=train.owner in marks.lit, double=marks.double)
    return Arm(_owner(view, train, marks.why), side, tiles, place)


def _place(line: _Laid, box: Rect, *, lit: bool, double: bool) -> Place:
    """The end of an arm, with an area a finger can tap, kept inside the picture."""
    tip = line.tip if double else line.onward
    slot = _across(tip) if double else _slot(tip)
    side = max(2 * HALF, round(box.width * _TAP / 2) * 2)
    x, y, *_ = around(tip.at.plus(tip.way.times(side // 2)), side, side)
    x = min(max(x, box.x), box.x + box.width - side)
    y = min(max(y, box.y), box.y + box.height - side)
    return Place(slot, Rect(x, y, side, side), lit)
