"""What a computer works out of the hidden tiles, and the deals that agree with it."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from engine.computers.deals import Known, dealt, known
from engine.tiles import SHOWING, mask_of
from engine.trains import State
from engine.view import view
from tests.engine.minds import TABLES, decisions
from tests.engine.positions import new_match, played, round_of


@pytest.mark.parametrize(
    ("game", "seats"), [*TABLES, ("longana", 3), ("mexican-train", 3), ("mexican-train", 10)]
)
def test_what_is_known_is_true(game: str, seats: int) -> None:
    """In every position the table is worked out right, every hand agrees with what is known of
    it, and so does every deal; from draws and passes much is known."""
    dice = Random(1)
    barred = 0
    for state, _ in played(new_match(game, seats, "known")):
        if state.turn is not None and dice.random() < 0.2:
            what = known(view(state, state.turn), trusting=False)  # at random one may finish early
            check_table(what.table, state)
            check_hands(what, state)
            check_hands(what, dealt(what, dice))
            barred += any(any(bars) for bars in what.barred)

    assert barred > 3


def check_table(table: State, state: State) -> None:
    """The table is the same in all but what is hidden."""
    for part in (
        "phase",
        "turn",
        "hub",
        "ends",
        "open",
        "exposed",
        "drawn",
        "first_turns",
        "chain",
    ):
        assert getattr(table, part) == getattr(state, part), part


def check_hands(what: Known, state: State) -> None:
    """Hands and boneyard have their sizes and no tile that they cannot have."""
    assert len(state.stock) == what.view.stock
    assert state.hands[what.seat - 1] == mask_of(what.view.hand)
    for seat, hand in enumerate(state.hands, 1):
        assert hand.bit_count() == what.view.counts[seat - 1]
        assert not hand & what.lacks(seat)
        assert seat == what.seat or agrees(hand, what.barred[seat - 1])


def agrees(hand: int, bars: tuple[int, ...]) -> bool:
    """Whether the tiles of a hand can be what these bars leave possible. Of any two bars one holds
    the other, so the narrowest choose first and may take any tile."""
    for bar in sorted(bars, key=int.bit_count, reverse=True):
        free = hand & ~bar
        if not free:
            return False
        hand ^= free & -free
    return True


def test_who_passes_lacks_what_could_have_been_played() -> None:
    """L8: seat 2 passes on an 8, so no deal gives it one; L3: nor a double above 8-8."""
    state = round_of(
        "longana",
        ["8-8 8-7 9-6", "7-6 5-0 4-0", "8-1 2-0 3-0"],
        moves=["1: open 8-8", "2: pass"],
    )
    what = known(view(state, 3))

    assert not SHOWING[8] & mask_of(what.unseen) & ~what.lacks(2)
    assert what.lacks(1) >> 54 & 1  # 9-9


def test_who_finishes_is_taken_to_have_no_more() -> None:
    """A first chain that ends on a 5 leaves no 5 in that hand, unless nobody is trusted."""
    hands = ["12-12 12-5 9-8", "12-7 3-2 1-0", "12-1 4-3 2-0"]
    state = round_of(
        "mexican-train", hands, "6-6", moves=["1: open 12-12", "1: play 12-5 on 1", "1: finish"]
    )

    assert known(view(state, 2)).lacks(1) & SHOWING[5]
    assert not known(view(state, 2), trusting=False).lacks(1) & SHOWING[5]


def test_deals_differ_and_give_every_tile_a_place() -> None:
    """Each unseen tile comes to every hand that may have it, and into the boneyard."""
    state = next(
        each for each in decisions("mexican-train", 3, "deals", 1) if len(each.history) > 60
    )
    what, rng = known(view(state, state.turn), trusting=False), Random(2)
    places: dict[str, Counter[int]] = {str(tile): Counter() for tile in what.unseen}
    for _ in range(400):
        deal = dealt(what, rng)
        for seat, hand in enumerate(deal.hands, 1):
            if seat != what.seat:
                for tile in what.unseen:
                    places[str(tile)][seat] += bool(hand & tile.bit)
        for tile in deal.stock:
            places[str(tile)][0] += 1

    for tile in what.unseen:
        may = {seat for seat in range(1, 4) if any(not b & tile.bit for b in what.barred[seat - 1])}
        came = {seat for seat, times in places[str(tile)].items() if times and seat}
        assert came == may
        assert places[str(tile)].total() == 400
