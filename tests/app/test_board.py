"""The picture of the table: geometry that must hold whatever is played, and the marks on it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations, pairwise

import pytest

from app import sprite
from app.board import Arm, LonganaBoard, TrainBoard, board
from app.lines import HALF, Half, Placed, Rect
from engine import GAMES, apply, legal
from engine.actions import PUBLIC, Open, Pass, Play
from engine.match import Match
from engine.tiles import Tile, deck, tile
from engine.trains import State
from engine.view import Laid, Train, View, view

WAYS = {"bottom": (0, 1), "right": (1, 0), "top": (0, -1), "left": (-1, 0)}
SEATED = {
    2: ("bottom", "top"),
    3: ("bottom", "right", "left"),
    4: ("bottom", "right", "top", "left"),
}
TABLES = [("longana", 2), ("longana", 3), ("longana", 4), ("mexican-train", 2)] + [
    ("mexican-train", seats) for seats in (3, 6, 10)
]


@cache
def played(game: str, seats: int, seed: int) -> tuple[State, ...]:
    """Every state of a round played at random; own places are preferred, so that lines get long."""
    rng = random.Random(f"{game} {seats} {seed}")
    state = Match(game, seats, 1, str(seed), seed_chosen=True).first_round()
    states = [state]
    while state.turn is not None:
        actions = legal(state)
        own = [each for each in actions if isinstance(each, Play) and each.on == state.turn]
        state = apply(state, state.turn, rng.choice(own or actions))
        states.append(state)
    return tuple(states)


def some_views(game: str, seats: int) -> Iterator[View]:
    """Views of some random rounds once they are opened, from changing seats."""
    for seed in range(4):
        for at, state in enumerate(played(game, seats, seed)):
            if state.hub and (at % 3 == seed % 3 or state.turn is None):
                yield view(state, at % seats + 1)


def crosses(seats: int) -> Iterator[tuple[View, LonganaBoard]]:
    """Longana's views and their pictures."""
    for seen in some_views("longana", seats):
        drawn = board(seen)
        assert isinstance(drawn, LonganaBoard)
        yield seen, drawn


def rows(seats: int) -> Iterator[tuple[View, TrainBoard]]:
    """Mexican Train's views and their pictures."""
    for seen in some_views("mexican-train", seats):
        drawn = board(seen)
        assert isinstance(drawn, TrainBoard)
        yield seen, drawn


@cache
def long_chain(hub: Tile, length: int, seed: int, *, doubles: bool) -> tuple[Tile, ...]:
    """A chain of double-nine tiles from the hub, with as many or as few doubles as can be."""
    rng = random.Random(seed)
    while True:
        left, end, chain = set(deck(9)) - {hub}, hub.high, list[Tile]()
        while len(chain) < length:
            fitting = sorted(each for each in left if end in (each.high, each.low))
            if not fitting:
                break
            wanted = [each for each in fitting if each.is_double == doubles]
            chain.append(rng.choice(wanted or fitting))
            left.remove(chain[-1])
            end = chain[-1].other(end)
        else:
            return tuple(chain)


def with_arm(seen: View, owner: int, chain: tuple[Tile, ...]) -> View:
    """The view with one arm replaced by this chain."""
    end = seen.hub.high if seen.hub else 0
    for each in chain:
        end = each.other(end)
    arm = Train(owner, tuple(Laid(each, owner) for each in chain), end, False, None, None)
    trains = tuple(arm if train.owner == owner else train for train in seen.trains)
    return replace(seen, trains=trains)


def gap(one: Rect, other: Rect) -> int:
    """How far apart two rectangles are, level or upright; below 0 where they overlap."""
    return max(
        one.x - other.x - other.width,
        other.x - one.x - one.width,
        one.y - other.y - other.height,
        other.y - one.y - one.height,
    )


def inside(inner: Rect, outer: Rect) -> bool:
    """Whether one rectangle holds the other."""
    return (
        outer.x <= inner.x
        and outer.y <= inner.y
        and inner.x + inner.width <= outer.x + outer.width
        and inner.y + inner.height <= outer.y + outer.height
    )


def touch(one: Rect, other: Rect) -> bool:
    """Whether two rectangles share an edge at least as long as half a tile."""
    across = min(one.x + one.width, other.x + other.width) - max(one.x, other.x)
    along = min(one.y + one.height, other.y + other.height) - max(one.y, other.y)
    return (across == 0 and along >= HALF) or (along == 0 and across >= HALF)


def face(placed: Placed, half: Half) -> Rect:
    """What of a tile touches its neighbour: one half, or the whole of a double."""
    return placed.box if placed.tile.is_double else Rect(half.x, half.y, HALF, HALF)


def centre(box: Rect) -> tuple[float, float]:
    """The middle of a rectangle."""
    return box.x + box.width / 2, box.y + box.height / 2


def check_line(hub: Placed | None, tiles: tuple[Placed, ...]) -> None:
    """A line of tiles touches end to end, equal pips together, its doubles across."""
    line = ((hub,) if hub else ()) + tiles
    for before, after in pairwise(line):
        assert touch(face(before, before.halves[1]), face(after, after.halves[0]))
        assert before.halves[1].value == after.halves[0].value
        if after.tile.is_double:
            assert after.lying != before.lying
    for placed in line:
        assert placed.lying == (placed.box.width > placed.box.height)
        assert {(half.x, half.y) for half in placed.halves} == {
            (placed.box.x, placed.box.y),
            (placed.box.x + placed.box.width - HALF, placed.box.y + placed.box.height - HALF),
        }
        assert sorted(half.value for half in placed.halves) == [placed.tile.low, placed.tile.high]


def check_cross(drawn: LonganaBoard) -> None:
    """All laws of the cross: lines hold together, and keep apart from each other and themselves."""
    lines = []
    for arm in drawn.arms:
        check_line(drawn.hub, arm.tiles)
        boxes = [drawn.centre, *(placed.box for placed in arm.tiles)]
        if arm.place:
            boxes.append(arm.place.slot)
            assert inside(arm.place.spot, drawn.box)
            assert gap(arm.place.spot, arm.place.slot) < 0
        lines.append(boxes)
        x, y = WAYS[arm.side]
        for box in boxes:
            assert inside(box, drawn.box)
            assert centre(box)[0] * y - centre(box)[1] * x >= -HALF  # its own quarter
    for boxes in lines:
        for (at, one), (after, other) in combinations(enumerate(boxes), 2):
            assert gap(one, other) == 0 if after == at + 1 else gap(one, other) >= HALF / 2
    for boxes, others in combinations(lines, 2):
        for one in boxes[1:]:
            assert all(gap(one, other) >= HALF / 2 for other in others[1:])
    assert drawn.span * HALF >= drawn.box.width


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_tiles_of_the_cross_touch_and_never_overlap(seats: int) -> None:
    """In any round every line holds together, and nothing overlaps or leaves the picture."""
    for _, drawn in crosses(seats):
        check_cross(drawn)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("doubles", [True, False])
def test_the_longest_arm_fits(seats: int, doubles: bool) -> None:
    """31 tiles in one arm fit, whoever looks, whatever doubles lie in it, beside short arms."""
    seen = view(played("longana", seats, 0)[1], 1)
    assert seen.hub is not None
    for seed in range(6):
        chain = long_chain(seen.hub, 31, seed, doubles=doubles)
        for owner in range(1, seats + 1):
            drawn = board(with_arm(seen, owner, chain))
            assert isinstance(drawn, LonganaBoard)
            check_cross(drawn)
            assert 1 / 2 <= drawn.box.width / drawn.box.height <= 2


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("doubles", [True, False])
def test_the_longest_arm_can_be_read_on_a_phone(seats: int, doubles: bool) -> None:
    """8 tiles a seat and no drawing: all but the opening double in one arm is the most there is.
    In the 336 by 290 px that a phone of 360 by 640 leaves, a half is then still 11 px wide.
    """
    seen = view(played("longana", seats, 0)[1], 1)
    assert seen.hub is not None
    most = sum(seen.counts)
    assert most == 8 * seats - 1
    for seed in range(6):
        chain = long_chain(seen.hub, most, seed, doubles=doubles)
        for owner in range(1, seats + 1):
            drawn = board(with_arm(seen, owner, chain))
            assert isinstance(drawn, LonganaBoard)
            assert HALF * min(336 / drawn.box.width, 290 / drawn.box.height) >= 11


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_several_long_arms_fit(seats: int) -> None:
    """All arms long at once keep to their quarters, whatever the lengths."""
    seen = view(played("longana", seats, 0)[1], 1)
    assert seen.hub is not None
    for seed in range(40):
        rng, long = random.Random(seed), seen
        for owner in range(1, seats + 1):
            chain = long_chain(seen.hub, 18, seed * 4 + owner, doubles=bool(seed % 2))
            long = with_arm(long, owner, chain[: rng.randint(6, 18)])
        drawn = board(long)
        assert isinstance(drawn, LonganaBoard)
        check_cross(drawn)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_viewer_sits_at_the_bottom_and_the_next_seat_to_the_right(seats: int) -> None:
    """Each seat has its own arm before it, and turns run counter-clockwise (L1)."""
    state = played("longana", seats, 0)[-1]
    for seat in (*range(1, seats + 1), None):
        drawn = board(view(state, seat))
        assert isinstance(drawn, LonganaBoard)
        first = seat or 1
        expected = [(first - 1 + step) % seats + 1 for step in range(seats)]
        assert [arm.owner.seat for arm in drawn.arms] == expected
        assert tuple(arm.side for arm in drawn.arms) == SEATED[seats]
        for arm in drawn.arms:
            box = arm.tiles[0].box if arm.tiles else _slot(arm)
            x, y = centre(box)
            way = WAYS[arm.side]
            assert (x * way[1], y * way[0]) == (0, 0)
            assert x * way[0] + y * way[1] > 0


def _slot(arm: Arm) -> Rect:
    assert arm.place is not None
    return arm.place.slot


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_preview_moves_nothing(seats: int) -> None:
    """The ghost is added at the arm's end; picture, tiles and the other places stay as they are."""
    for seed in range(3):
        for state in played("longana", seats, seed)[1:-1]:
            assert state.turn is not None
            seen = view(state, state.turn)
            plain = board(seen)
            assert isinstance(plain, LonganaBoard)
            for action in seen.legal:
                if isinstance(action, Play):
                    shown = board(seen, ghost=action)
                    assert isinstance(shown, LonganaBoard)
                    check_cross(shown)
                    _check_ghost(plain, shown, action)


def _check_ghost(plain: LonganaBoard, shown: LonganaBoard, action: Play) -> None:
    assert shown.box == plain.box
    for before, after in zip(plain.arms, shown.arms, strict=True):
        if after.owner.seat != action.on:
            assert after == before
            continue
        assert after.tiles[:-1] == before.tiles
        ghost = after.tiles[-1]
        assert (ghost.tile, ghost.ghost, after.place) == (action.tile, True, None)
        if not action.tile.is_double:
            assert before.place is not None
            assert ghost.box == before.place.slot


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_laid_tiles_keep_their_places(seats: int) -> None:
    """From move to move tiles stay where they are; only a greater reach lays them anew."""
    kept = moved = 0
    for seed in range(6):
        for before, after in pairwise(played("longana", seats, seed)[1:]):
            one, other = (
                {p.tile: p.box for p in every_tile(board(view(s, 1)))} for s in (before, after)
            )
            if one.items() <= other.items():
                kept += 1
            else:
                moved += 1
    assert moved * 8 < kept


def test_rows_are_in_order() -> None:
    """Own train first, then the public one, then the others in turn order (M3)."""
    for seats in (2, 3, 6, 10):
        state = played("mexican-train", seats, 0)[-1]
        for seat in (*range(1, seats + 1), None):
            drawn = board(view(state, seat))
            assert isinstance(drawn, TrainBoard)
            first = seat or 1
            others = [(first - 1 + step) % seats + 1 for step in range(1, seats)]
            assert [row.owner.seat for row in drawn.rows] == [first, PUBLIC, *others]
            assert [row.owner.count for row in drawn.rows[:1]] == [
                state.hands[first - 1].bit_count()
            ]
            assert drawn.rows[1].owner.count is None


@pytest.mark.parametrize("seats", [2, 3, 6, 10])
def test_tiles_of_a_row_touch_and_stay_in_it(seats: int) -> None:
    """Every train starts at the hub, holds together and fits its picture."""
    for seen, drawn in rows(seats):
        assert sum(len(row.tiles) for row in drawn.rows) == sum(len(t.tiles) for t in seen.trains)
        for row in drawn.rows:
            check_line(drawn.depot, row.tiles)
            for placed in row.tiles:
                assert inside(placed.box, Rect(HALF, 0, row.width - HALF, drawn.height))
            for one, other in combinations(row.tiles, 2):
                assert gap(one.box, other.box) >= 0


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_before_the_opening_the_table_stands_ready(game: str, seats: int) -> None:
    """All seats with their counts are there, no tile is, and a ghost lies in the middle."""
    state = played(game, seats, 0)[0]
    seen = view(state, state.turn)
    drawn, (opening, *_) = board(seen), seen.legal
    assert isinstance(opening, Open)
    shown = board(seen, ghost=opening)
    assert drawn.hub is None
    assert shown.hub is not None
    assert (shown.hub.tile, shown.hub.ghost) == (opening.tile, True)
    lines = drawn.arms if isinstance(drawn, LonganaBoard) else drawn.rows
    owners = {line.owner.seat: line.owner.count for line in lines}
    expected: dict[int, int | None] = dict(enumerate(seen.counts, 1))
    assert owners == expected | ({PUBLIC: None} if GAMES[game].HAS_PUBLIC else {})
    assert not any(line.tiles for line in lines)
    assert [line.owner.turn for line in lines] == [line.owner.seat == seen.turn for line in lines]


def every_tile(drawn: LonganaBoard | TrainBoard) -> list[Placed]:
    """All tiles of a picture, the hub included."""
    lines = drawn.arms if isinstance(drawn, LonganaBoard) else drawn.rows
    return [*([drawn.hub] if drawn.hub else []), *(each for line in lines for each in line.tiles)]


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_the_newest_tiles_are_marked(game: str, seats: int) -> None:
    """One tile is marked as played last, and those are fresh that the caller names."""
    for seen in some_views(game, seats):
        laid = [act.tile for _, act in seen.history if isinstance(act, Open | Play)]
        drawn = every_tile(board(seen, fresh=frozenset(laid[-3:])))
        assert [each.tile for each in drawn if each.last] == laid[-1:]
        assert {each.tile for each in drawn if each.fresh} == set(laid[-3:])
        assert sorted(each.tile for each in drawn) == sorted(laid)
        assert not any(each.ghost for each in drawn)


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_lit_places_and_the_ghost(game: str, seats: int) -> None:
    """The places named are lit, except the one on which the ghost lies."""
    for state in played(game, seats, 1)[1:-1:2]:
        seen = view(state, state.turn)
        plays = [each for each in seen.legal if isinstance(each, Play)]
        for play in plays[:3]:
            places = frozenset(each.on for each in plays if each.tile == play.tile)
            assert _lit(board(seen, lit=places)) == places
            shown = board(seen, lit=places, ghost=play)
            assert _lit(shown) == places - {play.on}
            assert [each.tile for each in every_tile(shown) if each.ghost] == [play.tile]


def _lit(drawn: LonganaBoard | TrainBoard) -> set[int]:
    if isinstance(drawn, TrainBoard):
        return {row.owner.seat for row in drawn.rows if row.lit}
    return {arm.owner.seat for arm in drawn.arms if arm.place and arm.place.lit}


def test_a_double_shows_its_place_across() -> None:
    """While a double is chosen, a place shows where it would lie, just as its ghost does."""
    compared = 0
    for seed in range(12):
        for state in played("longana", 4, seed)[1:-1]:
            seen = view(state, state.turn)
            for play in seen.legal:
                if isinstance(play, Play) and play.tile.is_double:
                    lit, ghost = board(seen, chosen=play.tile), board(seen, ghost=play)
                    assert isinstance(lit, LonganaBoard)
                    slots = {arm.owner.seat: arm.place.slot for arm in lit.arms if arm.place}
                    (found,) = (each.box for each in every_tile(ghost) if each.ghost)
                    assert slots[play.on] == found
                    compared += 1
    assert compared > 20


def test_exposed_doubles_carry_their_place_in_the_queue() -> None:
    """The double at a train's end, and the train's owner, show when it is to be covered (M16)."""
    seen_queues = set()
    for seats in (2, 3, 6, 10):
        for seen, drawn in rows(seats):
            for row in drawn.rows:
                queue = seen.train(row.owner.seat).queue
                assert row.owner.queue == queue
                assert [each.queue for each in row.tiles if each.queue] == (
                    [queue] if queue else []
                )
                if queue:
                    assert row.tiles[-1].queue == queue
                    seen_queues.add(queue)
    assert {1, 2} <= seen_queues


def test_the_order_of_opening_shows_where_two_arms_are_open() -> None:
    """L12 needs the order only among several open arms; the marker itself always shows."""
    both = 0
    for seen, drawn in crosses(4):
        several = sum(train.open for train in seen.trains) > 1
        for arm in drawn.arms:
            train = seen.train(arm.owner.seat)
            assert arm.owner.open == train.open
            assert arm.owner.opened == (train.opened if several else None)
            both += several
    assert both


def test_places_are_large_enough_for_a_finger() -> None:
    """At 360 px wide, less the frame around the picture, a place takes at least 44 px."""
    for seats in (2, 3, 4):
        for _, drawn in crosses(seats):
            for arm in drawn.arms:
                if arm.place:
                    assert arm.place.spot.width * 320 / drawn.box.width >= 43.5
                    assert arm.place.spot.width == arm.place.spot.height


def test_a_pass_leaves_the_picture_alone() -> None:
    """Passing opens an arm; no tile moves and none is newer than before."""
    for before, after in pairwise(played("longana", 3, 0)[1:]):
        if isinstance(after.history[-1][1], Pass):
            assert every_tile(board(view(before, 1))) == every_tile(board(view(after, 1)))


def test_the_sprite_is_what_its_module_draws() -> None:
    """static/tiles.svg is written by `python -m app.sprite`, never by hand."""
    assert sprite.FILE.read_text(encoding="utf-8") == sprite.svg()


def test_every_half_has_its_pips() -> None:
    """0 to 12 pips on each half, apart from one another, the same when the tile is turned about."""
    for value, pips in enumerate(sprite.PIPS):
        assert len(set(pips)) == value
        about = {(HALF - x, HALF - y) for x, y in pips}
        assert about == set(pips)
        assert set(sprite.turned(sprite.turned(pips))) == set(pips)
        radius = 4.4 if value < 10 else 3.55
        for one, other in combinations(pips, 2):
            assert (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2 > (2 * radius + 0.4) ** 2
    assert tile(0, 0).pips == len(sprite.PIPS[0])
