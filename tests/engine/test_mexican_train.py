"""Mexican Train's rules, each by its number: a deal set up by hand, moves, and what must follow."""

# Tests are named after the rules, capital letters included.
# ruff: noqa: N802

from __future__ import annotations

import pytest

from engine import GAMES, start
from engine.match import Match, standing
from engine.trains import NobodyCanOpen, State
from engine.view import view
from tests.engine.positions import (
    after,
    all_tiles,
    can,
    deal_of,
    ends,
    exposed,
    hand,
    matches,
    new_match,
    played,
    refused,
    result,
    round_of,
)


def train_round(
    *hands: str, stock: str = "", moves: list[str] | None = None, number: int = 1
) -> State:
    """A round of Mexican Train after these moves."""
    return round_of("mexican-train", hands, stock, moves=moves or [], number=number)


FIRST_TURNS = [
    "1: open 12-12",
    "1: play 12-1 on 1",
    "1: finish",
    "2: play 12-2 on 2",
    "2: finish",
    "3: play 12-3 on 3",
    "3: finish",
]


def in_turn(first: str, second: str, third: str, *moves: str, stock: str = "") -> State:
    """Three seats with these tiles at the first normal turn, which is seat 1's, and what follows.

    All trains are closed; they end in 1, 2 and 3, the public one in 12.
    """
    hands = [f"12-12 12-1 {first}", f"12-2 {second}", f"12-3 {third}"]
    return train_round(*hands, stock=stock, moves=[*FIRST_TURNS, *moves])


# --- Players and deal ---------------------------------------------------------------------------


def test_M1_two_to_ten_seats() -> None:
    """The game says itself how many seats it takes."""
    game = GAMES["mexican-train"]

    assert (game.MIN_SEATS, game.MAX_SEATS, game.HAS_PUBLIC) == (2, 10, True)


@pytest.mark.parametrize(
    ("seats", "size"),
    [(2, 15), (3, 15), (4, 15), (5, 12), (6, 12), (7, 10), (8, 10), (9, 8), (10, 8)],
)
def test_M1_tiles_for_each_seat(seats: int, size: int) -> None:
    """All 91 tiles: so many in each hand and the rest in the boneyard."""
    deal = new_match("mexican-train", seats, "deal").first_round().deal
    dealt = [str(tile) for hand in (*deal.hands, deal.stock) for tile in hand]

    assert len(dealt) == 91
    assert set(dealt) == all_tiles("mexican-train")
    assert [len(hand) for hand in deal.hands] == [size] * seats
    assert len(deal.stock) == 91 - seats * size


def test_M1_the_boneyard_has_a_fixed_order() -> None:
    """Draws take its tiles from the first on, whoever draws."""
    state = in_turn("6-5", "7-5", "8-5", stock="11-10 11-9 11-8 11-7")
    state = after(state, "1: draw", "1: pass", "2: draw", "2: pass", "3: draw", "3: pass")

    assert [hand(state, seat) for seat in (1, 2, 3)] == ["11-10 6-5", "11-9 7-5", "11-8 8-5"]
    assert [str(tile) for tile in state.stock] == ["11-7"]


@pytest.mark.parametrize(("number", "double"), [(r, f"{13 - r}-{13 - r}") for r in range(1, 14)])
def test_M2_round_r_opens_with_the_double_13_less_r(number: int, double: str) -> None:
    """12-12 opens round 1, 0-0 round 13, whatever other doubles are held."""
    others = [f"{v}-{v}" for v in range(13) if f"{v}-{v}" != double]
    state = train_round(" ".join(others), f"{double} 12-11", number=number)

    assert can(state) == [f"open {double}"]
    assert state.turn == 2


def test_M2_a_match_is_exactly_thirteen_rounds() -> None:
    """Whole matches: rounds 1 to 13 in order, over after the last and not before."""
    assert GAMES["mexican-train"].ROUNDS == 13
    for match in matches("thirteen", longana=0, mexican_train=1):
        rounds = tuple(state for state, action in played(match) if action is None)

        assert [state.deal.round for state in rounds] == list(range(1, 14))
        assert [str(state.hub) for state in rounds] == [f"{v}-{v}" for v in range(12, -1, -1)]
        assert standing(match, rounds[:-1]).winners == ()
        assert standing(match, rounds).winners != ()


@pytest.mark.parametrize("seats", range(2, 11))
def test_M3_a_train_each_and_a_public_one(seats: int) -> None:
    """All start at the opening double; the public train is open from the start, no other is."""
    state = new_match("mexican-train", seats, "trains").first_round()
    assert state.ends == ()
    state = after(state, f"{state.turn}: open 12-12")
    trains = view(state, None).trains

    assert state.ends == (12,) * (seats + 1)
    assert [train.owner for train in trains] == [*range(1, seats + 1), 0]
    assert [train.open for train in trains] == [False] * seats + [True]
    assert state.open == ()


def test_M3_an_untouched_train_has_the_opening_doubles_value() -> None:
    """The public train keeps 12 until a tile lies on it, then shows that tile's far end."""
    state = in_turn("12-5 6-1", "7-2", "8-3")

    assert ends(state) == [1, 2, 3, 12]
    assert ends(after(state, "1: play 12-5 on public")) == [1, 2, 3, 5]


def test_M3_there_is_no_train_of_a_seat_that_does_not_play() -> None:
    """A place that this table does not have is refused."""
    assert refused(in_turn("12-5 6-1", "7-2", "8-3"), "1: play 6-1 on 4") == "no_such_place"


# --- Opener -------------------------------------------------------------------------------------


@pytest.mark.parametrize("holder", [1, 2, 3])
def test_M4_the_holder_of_the_rounds_double_opens(holder: int) -> None:
    """Whoever holds it, and nobody else, with nothing else."""
    hands = ["12-1 10-10", "12-2 9-9", "12-3 8-8"]
    hands[holder - 1] += " 11-11"
    state = train_round(*hands, number=2)
    other = holder % 3 + 1

    assert (state.opener, state.turn, state.phase) == (holder, holder, "opening")
    assert can(state) == ["open 11-11"]
    assert refused(state, f"{other}: pass") == f"not_your_turn seat {holder}"


def test_M4_nothing_but_the_rounds_double_opens() -> None:
    """Other doubles, other tiles, drawing, passing and finishing are refused."""
    state = train_round("12-12 11-11 12-1", "12-2", stock="5-4")

    assert refused(state, "1: open 11-11") == "round_double_opens tile 12-12"
    assert refused(state, "1: open 12-1") == "round_double_opens tile 12-12"
    assert refused(state, "1: open 9-9") == "not_in_hand tile 9-9"
    for move in ["1: play 12-1 on 1", "1: draw", "1: pass", "1: finish"]:
        assert refused(state, move) == "open_first"


def test_M4_no_second_opening() -> None:
    """Once the round is open, a double is played, not opened with."""
    state = train_round("12-12 11-11 12-1", "12-2", moves=["1: open 12-12"])

    assert refused(state, "1: open 11-11") == "already_open"


@pytest.mark.parametrize(
    ("number", "stock", "hands", "left", "opener", "searched"),
    [
        # round 1: from seat 1; the batch is finished though its first tile was the opener
        (1, "12-12 5-4 5-3 5-2", ["12-12 6-1", "7-2 5-4", "8-3 5-3"], "5-2", 1, (1, 1, 1)),
        (1, "5-4 5-3 12-12", ["6-1 5-4", "7-2 5-3", "12-12 8-3"], "", 3, (1, 1, 1)),
        # two batches
        (
            1,
            "5-4 5-3 5-2 5-1 12-12 5-0 4-3",
            ["6-1 5-4 5-1", "12-12 7-2 5-3", "8-3 5-2 5-0"],
            "4-3",
            2,
            (2, 2, 2),
        ),
        # round 2: from seat 2, coming back to seat 1
        (2, "5-4 5-3 11-11 4-3", ["11-11 6-1", "7-2 5-4", "8-3 5-3"], "4-3", 1, (1, 1, 1)),
        # every batch starts at the same seat
        (
            2,
            "5-4 5-3 5-2 11-11 4-3 4-2 4-1",
            ["6-1 5-2 4-2", "11-11 7-2 5-4", "8-3 5-3 4-3"],
            "4-1",
            2,
            (2, 2, 2),
        ),
        # round 3: from seat 3; round 4 from seat 1 again
        (3, "5-4 10-10 5-3", ["10-10 6-1", "7-2 5-3", "8-3 5-4"], "", 1, (1, 1, 1)),
        (4, "5-4 9-9 5-3", ["6-1 5-4", "9-9 7-2", "8-3 5-3"], "", 2, (1, 1, 1)),
        # the boneyard ends within the batch
        (2, "5-4 11-11", ["6-1", "7-2 5-4", "11-11 8-3"], "", 3, (0, 1, 1)),
        (1, "5-4 5-3 5-2 12-12", ["12-12 6-1 5-4", "7-2 5-3", "8-3 5-2"], "", 1, (2, 1, 1)),
        (3, "5-4 5-3 5-2 5-1 10-10", ["10-10 6-1 5-3", "7-2 5-2", "8-3 5-4 5-1"], "", 1, (2, 1, 2)),
        # nobody needs to draw
        (12, "5-4 5-3", ["6-1", "7-2", "8-3 1-1"], "5-4 5-3", 3, (0, 0, 0)),
    ],
)
def test_M5_complete_batches_until_somebody_holds_the_double(
    number: int, stock: str, hands: list[str], left: str, opener: int, searched: tuple[int, ...]
) -> None:
    """One tile each, from the round's seat on and round the table; a batch is always finished, and
    the last goes as far as the boneyard reaches."""
    dealt = ["6-1", "7-2", "8-3 1-1" if number == 12 else "8-3"]
    state = train_round(*dealt, stock=stock, number=number)

    assert [hand(state, seat) for seat in (1, 2, 3)] == hands
    assert " ".join(map(str, state.stock)) == left
    assert (state.opener, state.turn) == (opener, opener)
    assert view(state, None).searched == searched
    assert state.history == ()


@pytest.mark.parametrize(
    ("seats", "firsts"),
    [
        (2, [1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1]),
        (3, [1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3, 1]),
        (10, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 1, 2, 3]),
    ],
)
def test_M5_the_first_to_draw_moves_on_with_the_rounds(seats: int, firsts: list[int]) -> None:
    """Seat 1 in round 1, seat 2 in round 2, and after the last seat again seat 1."""
    match = new_match("mexican-train", seats, "search")

    assert [match.round(r, None).deal.search_from for r in range(1, 14)] == firsts


def test_M5_a_double_that_is_nowhere_cannot_open() -> None:
    """Only a deal set up by hand can lack the round's double; it is refused."""
    with pytest.raises(NobodyCanOpen):
        start(deal_of("mexican-train", ["6-1", "7-2"], "5-4 5-3 5-2"))


# --- First turns --------------------------------------------------------------------------------


def test_M6_first_turns_go_round_from_the_holder() -> None:
    """The holder has the first one, then each once in turn order; then the opener's normal turn."""
    state = train_round(
        "12-1 5-0", "12-12 12-2 6-0", "12-3 7-0", stock="11-10", moves=["2: open 12-12"]
    )
    seen = [(state.turn, state.phase)]
    for move in [
        "2: play 12-2 on 2",
        "2: finish",
        "3: play 12-3 on 3",
        "3: finish",
        "1: play 12-1 on 1",
        "1: finish",
    ]:
        state = after(state, move)
        seen.append((state.turn, state.phase))

    assert seen == [
        (2, "first"),
        (2, "first"),
        (3, "first"),
        (3, "first"),
        (1, "first"),
        (1, "first"),
        (2, "turn"),
    ]


def test_M7_a_chain_of_any_length() -> None:
    """Tile after tile on the own train, each matching the one before, doubles among them."""
    state = train_round("12-12 12-1 1-1 5-1 5-3 6-0", "12-2 7-0", moves=["1: open 12-12"])
    listed = [can(state)]
    for tile in ["12-1", "1-1", "5-1", "5-3"]:
        state = after(state, f"1: play {tile} on 1")
        listed.append(can(state))

    assert listed == [
        ["play 12-1 on 1"],
        ["play 5-1 on 1", "play 1-1 on 1", "finish"],
        ["play 5-1 on 1", "finish"],
        ["play 5-3 on 1", "finish"],
        ["finish"],
    ]
    assert ends(state) == [3, 12, 12]
    assert (state.turn, after(state, "1: finish").turn) == (1, 2)


def test_M7_own_train_only() -> None:
    """In a first turn neither the public train nor another seat's takes a tile, open or not."""
    state = train_round(
        "12-12 7-0", "12-2 12-4 2-0", "12-3 6-0", moves=["1: open 12-12", "1: pass"]
    )

    assert state.open == (1,)
    assert can(state) == ["play 12-4 on 2", "play 12-2 on 2"]
    assert refused(state, "2: play 12-2 on public") == "own_train_only on 0"
    assert refused(state, "2: play 12-2 on 1") == "own_train_only on 1"
    assert refused(state, "2: play 12-2 on 3") == "own_train_only on 3"
    assert refused(state, "2: play 2-0 on 2") == "ends_differ tile 2-0 on 2 end 12"

    chain = after(state, "2: play 12-2 on 2")

    assert refused(chain, "2: play 12-4 on public") == "own_train_only on 0"


def test_M7_finishing_whenever_one_likes_after_a_tile() -> None:
    """Not before a tile; afterwards even with a playable tile in hand."""
    state = train_round("12-12 12-1 5-1 5-4", "12-2 7-0", moves=["1: open 12-12"])

    assert refused(state, "1: finish") == "play_before_finish"

    state = after(state, "1: play 12-1 on 1")

    assert can(state) == ["play 5-1 on 1", "finish"]
    assert after(state, "1: finish").turn == 2
    assert hand(after(state, "1: finish"), 1) == "5-4 5-1"


def test_M7_who_can_start_a_chain_must() -> None:
    """Passing is for those without a tile to start; within a chain it is finished, not passed."""
    state = train_round("12-12 12-1 5-1 5-4", "12-2 7-0", stock="9-8", moves=["1: open 12-12"])

    assert refused(state, "1: pass") == "must_play"
    assert refused(after(state, "1: play 12-1 on 1"), "1: pass") == "must_finish"
    assert refused(after(state, "1: play 12-1 on 1", "1: play 5-1 on 1"), "1: draw") == (
        "no_drawing_yet"
    )


def test_M7_an_empty_hand_ends_the_turn_by_itself() -> None:
    """With its last tile laid a seat need not finish; the round goes on (M9)."""
    state = train_round(
        "12-12 12-1", "12-2 7-0", "12-3 6-0", moves=["1: open 12-12", "1: play 12-1 on 1"]
    )

    assert (state.turn, state.phase, state.open) == (2, "first", ())


def test_M7_finishing_belongs_to_first_turns() -> None:
    """In a normal turn, and in an opportunity after a double, there is nothing to finish."""
    state = in_turn("6-1 1-1 5-4", "7-2", "8-3")

    assert refused(state, "1: finish") == "no_finishing"
    assert refused(after(state, "1: play 1-1 on 1"), "1: finish") == "no_finishing"


def test_M8_without_a_tile_to_start_one_passes_and_opens() -> None:
    """No drawing in a first turn, even from a full boneyard; the own train is marked."""
    state = train_round(
        "12-12 7-0 6-5", "12-2 8-0", stock="12-4 12-5 12-6", moves=["1: open 12-12"]
    )

    assert can(state) == ["pass"]
    assert refused(state, "1: draw") == "no_drawing_yet"
    assert refused(state, "1: finish") == "play_before_finish"

    state = after(state, "1: pass")

    assert (state.turn, state.phase, state.open) == (2, "first", (1,))
    assert len(state.stock) == 3
    assert state.exposed == ()


def test_M8_an_empty_hand_has_had_its_first_turn() -> None:
    """An opener whose only tile was the double neither passes nor opens; the next seat plays."""
    state = train_round("12-12", "12-2 8-0", "7-0", moves=["1: open 12-12"])

    assert (state.turn, state.phase, state.open) == (2, "first", ())

    state = after(state, "2: play 12-2 on 2", "2: finish", "3: pass")

    assert (state.phase, state.open) == ("over", (3,))
    assert result(state) == ("out", None, [0, 8, 7], [0, 8, 7])


def test_M9_a_double_is_exposed_when_the_turn_that_ends_in_it_ends() -> None:
    """While the chain runs it is not; after finishing on it it is, and obliges nobody yet."""
    state = train_round(
        "12-12 12-1 1-1 6-0",
        "12-2 8-0 1-0",
        "12-3 7-0",
        moves=["1: open 12-12", "1: play 12-1 on 1", "1: play 1-1 on 1"],
    )

    assert exposed(state) == []
    assert can(state) == ["finish"]

    state = after(state, "1: finish")

    assert exposed(state) == ["1-1 on 1"]
    assert can(state) == ["play 12-2 on 2"]  # an own first turn, not 1-0 on the double
    assert refused(state, "2: play 1-0 on 1") == "own_train_only on 1"


def test_M9_a_double_followed_in_the_same_chain_never_was_exposed() -> None:
    """Only the chain's last tile counts, and the opening double never does."""
    state = train_round(
        "12-12 12-1 1-1 5-1 6-0",
        "12-2 8-0",
        moves=["1: open 12-12", "1: play 12-1 on 1", "1: play 1-1 on 1", "1: play 5-1 on 1"],
    )

    assert exposed(state) == []
    assert exposed(after(state, "1: finish")) == []


def test_M9_the_opening_double_is_never_exposed() -> None:
    """After an opening that no seat followed normal turns begin without an obligation."""
    state = train_round(
        "12-12 7-0 6-5",
        "8-0 8-1",
        stock="12-4 12-5",
        moves=["1: open 12-12", "1: pass", "2: pass"],
    )

    assert (state.phase, state.turn, exposed(state)) == ("turn", 1, [])
    assert can(after(state, "1: draw")) == [
        "play 12-4 on 1",
        "play 12-4 on 2",
        "play 12-4 on public",
    ]


def test_M9_an_empty_hand_ends_nothing_before_all_have_had_their_first_turn() -> None:
    """The others still take theirs; going out on a double exposes it all the same."""
    state = train_round(
        "12-12 12-1 1-1",
        "12-2 8-0",
        "7-0 6-5",
        moves=["1: open 12-12", "1: play 12-1 on 1", "1: play 1-1 on 1"],
    )

    assert (state.turn, state.phase, exposed(state)) == (2, "first", ["1-1 on 1"])

    state = after(state, "2: play 12-2 on 2", "2: finish")

    assert (state.turn, state.phase) == (3, "first")

    state = after(state, "3: pass")

    assert (state.phase, state.turn) == ("over", None)
    assert result(state) == ("out", None, [0, 8, 18], [0, 8, 18])


def test_M9_the_last_first_turn_may_empty_the_hand() -> None:
    """Then the round ends with it, though there is a boneyard and others could play on."""
    state = train_round(
        "12-12 12-1 12-6",
        "12-2",
        stock="12-4",
        moves=["1: open 12-12", "1: play 12-1 on 1", "1: finish", "2: play 12-2 on 2"],
    )

    assert (state.turn, can(state)) == (None, [])
    assert result(state) == ("out", None, [18, 0], [18, 0])


@pytest.mark.parametrize("stock", ["", "12-4 12-5"])
def test_M10_two_seats_may_be_out_after_the_first_turns(stock: str) -> None:
    """The round ends with both, whatever the boneyard holds; each counts its own pips, none."""
    state = train_round(
        "12-12 12-1",
        "12-2",
        "7-0",
        stock=stock,
        moves=["1: open 12-12", "1: play 12-1 on 1", "2: play 12-2 on 2", "3: pass"],
    )

    assert result(state) == ("out", None, [0, 0, 7], [0, 0, 7])


def test_M10_normal_turns_begin_with_the_opener_under_the_oldest_double() -> None:
    """Doubles that ended first turns oblige in the order in which they were played: here seat 2
    opened, so its double comes before those of 3 and 1."""
    state = train_round(
        "12-1 1-1 2-0",
        "12-12 12-2 2-2 3-0",
        "12-3 3-3 9-8",
        moves=[
            "2: open 12-12",
            "2: play 12-2 on 2",
            "2: play 2-2 on 2",
            "2: finish",
            "3: play 12-3 on 3",
            "3: play 3-3 on 3",
            "3: finish",
            "1: play 12-1 on 1",
            "1: play 1-1 on 1",
            "1: finish",
        ],
    )

    assert exposed(state) == ["2-2 on 2", "3-3 on 3", "1-1 on 1"]
    assert (state.turn, state.phase) == (2, "turn")
    assert [train.queue for train in view(state, None).trains] == [3, 1, 2, None]
    assert can(state) == ["pass"]  # 3-0 matches only the second oldest
    assert refused(state, "2: play 3-0 on 3") == "cover_oldest double 2-2 on 2"


# --- Normal turns -------------------------------------------------------------------------------


def test_M11_own_train_marked_trains_and_the_public_one() -> None:
    """One tile on the own train, on a marked one or on the public one; not on a closed one."""
    state = in_turn("6-1 12-5 7-2 8-3 9-4", "10-9", "11-7")

    assert can(state) == ["play 12-5 on public", "play 6-1 on 1"]
    assert refused(state, "1: play 7-2 on 2") == "closed_train on 2"
    assert refused(state, "1: play 8-3 on 3") == "closed_train on 3"
    assert refused(state, "1: play 9-4 on 1") == "ends_differ tile 9-4 on 1 end 1"
    assert after(state, "1: play 6-1 on 1").turn == 2


def test_M11_a_marked_train_is_everybodys() -> None:
    """After 2 and 3 passed, seat 1 may play on both their trains too."""
    state = in_turn(
        "6-1 12-5 7-2 8-3", "10-9", "11-7", "1: play 12-5 on public", "2: pass", "3: pass"
    )

    assert state.open == (2, 3)
    assert can(state) == ["play 8-3 on 3", "play 7-2 on 2", "play 6-1 on 1"]


def test_M11_no_priority_among_marked_trains() -> None:
    """Longana's order of opening has no place here: any marked train with the end will do."""
    state = train_round(
        "12-12 7-0 12-5",
        "9-8 7-6",
        "9-7 8-6",
        "11-9 8-5",
        moves=["1: open 12-12", "1: play 12-5 on 1", "1: finish", "2: pass", "3: pass", "4: pass"],
        stock="12-4",
    )
    state = after(state, "1: draw")

    assert can(state) == [f"play 12-4 on {place}" for place in (2, 3, 4, "public")]


def test_M12_who_can_play_must() -> None:
    """With a placement neither drawing nor passing is possible, whatever the boneyard holds."""
    state = in_turn("6-1 9-4", "7-2", "8-3", stock="11-10")

    assert can(state) == ["play 6-1 on 1"]
    assert refused(state, "1: draw") == "must_play"
    assert refused(state, "1: pass") == "must_play"


def test_M12_who_cannot_draws_one_tile() -> None:
    """Drawing comes before passing while the boneyard has a tile."""
    state = in_turn("9-4", "7-2", "8-3", stock="11-10 5-0")

    assert can(state) == ["draw"]
    assert refused(state, "1: pass") == "must_draw"
    assert refused(state, "2: draw") == "not_your_turn seat 1"

    state = after(state, "1: draw")

    assert (state.turn, state.phase, len(state.stock)) == (1, "turn", 1)
    assert hand(state, 1) == "11-10 9-4"
    assert can(state) == ["pass"]
    assert refused(state, "1: draw") == "already_drawn"
    assert after(state, "1: pass").turn == 2


def test_M12_a_drawn_tile_that_fits_is_played() -> None:
    """It cannot be kept; it goes wherever it may go."""
    state = in_turn("9-4", "7-2", "8-3", "1: draw", stock="12-8 5-0")

    assert can(state) == ["play 12-8 on public"]
    assert refused(state, "1: pass") == "must_play"
    assert refused(state, "1: draw") == "must_play"

    state = after(state, "1: play 12-8 on public")

    assert (state.turn, state.open, hand(state, 1)) == (2, (), "9-4")


def test_M12_with_an_empty_boneyard_one_passes_at_once() -> None:
    """There is nothing to draw, and the refusal says so; who drew the last tile is told that."""
    state = in_turn("9-4", "7-2", "8-3")
    last = in_turn("9-4", "7-2", "8-3", "1: draw", stock="11-10")

    assert can(state) == ["pass"]
    assert refused(state, "1: draw") == "nothing_to_draw"
    assert can(last) == ["pass"]
    assert refused(last, "1: draw") == "already_drawn"


def test_M12_each_turn_has_its_own_draw() -> None:
    """Having drawn in one turn forbids nothing in the next."""
    state = in_turn("9-4", "7-5", "8-5", stock="11-10 11-9 11-8 11-7")
    state = after(state, "1: draw", "1: pass", "2: draw", "2: pass", "3: draw", "3: pass")

    assert can(state) == ["draw"]


def test_M13_passing_marks_the_own_train() -> None:
    """A pass opens it, a second one changes nothing, and no other train is touched."""
    state = in_turn("9-4 12-5", "10-9", "8-3 8-7", "1: play 12-5 on public", "2: pass")

    assert state.open == (2,)

    state = after(state, "3: play 8-3 on 3", "1: pass", "2: pass")

    assert state.open == (1, 2)


def test_M13_playing_elsewhere_keeps_the_own_mark() -> None:
    """The player passed before and now plays, but on the public train: the mark stays."""
    state = in_turn(
        "6-5 6-4", "12-6 10-9", "8-3 8-7", "1: pass", "2: play 12-6 on public", "3: play 8-3 on 3"
    )

    assert can(state) == ["play 6-5 on public", "play 6-4 on public"]
    assert after(state, "1: play 6-5 on public").open == (1,)


def test_M13_only_a_tile_of_its_owner_removes_the_mark() -> None:
    """A guest leaves the train marked; the owner's own tile on it closes it."""
    state = in_turn("9-4 8-7", "9-1 10-9", "8-3 8-0", "1: pass", "2: play 9-1 on 1")

    assert (ends(state), state.open) == ([9, 2, 3, 12], (1,))

    state = after(state, "3: play 8-3 on 3")

    assert can(state) == ["play 9-4 on 1"]
    assert after(state, "1: play 9-4 on 1").open == ()


def test_M13_covering_a_double_on_the_own_train_removes_the_mark() -> None:
    """Whatever the reason the tile was played there: here seat 2 is obliged to (M16)."""
    state = train_round(
        "12-12 12-1 12-5 5-5 9-8",
        "7-6 7-3",
        stock="11-10 11-9 5-2 11-8",
        moves=[
            "1: open 12-12",
            "1: play 12-1 on 1",
            "1: finish",
            "2: pass",
            "1: play 12-5 on 2",
            "2: draw",
            "2: pass",
            "1: play 5-5 on 2",
            "1: draw",
            "1: pass",
        ],
    )

    assert (state.open, exposed(state)) == ((1, 2), ["5-5 on 2"])

    state = after(state, "2: draw", "2: play 5-2 on 2")

    assert (state.open, exposed(state)) == ((1,), [])


def test_M13_covering_a_double_elsewhere_keeps_the_mark() -> None:
    """Seat 2 passed before and covers on seat 1's train: its own stays open."""
    state = in_turn(
        "1-1 12-5 9-4 8-7",
        "7-6 10-9",
        "8-3 6-0",
        "1: play 12-5 on public",
        "2: draw",
        "2: pass",
        "3: play 8-3 on 3",
        "1: play 1-1 on 1",
        "1: draw",
        "1: pass",
        "2: draw",
        "2: play 7-1 on 1",
        stock="11-10 11-9 7-1 11-8",
    )

    assert (state.open, exposed(state)) == ((1, 2), [])


def test_M13_the_marks_after_a_double_and_a_pass() -> None:
    """A double on the own train removes the mark, and passing afterwards sets it again."""
    state = in_turn("1-1 10-4 9-4", "7-1 7-5", "8-3 8-5", stock="11-10 11-9")
    state = after(state, "1: play 1-1 on 1", "1: draw", "1: pass")

    assert state.open == (1,)


# --- Doubles ------------------------------------------------------------------------------------


def test_M14_a_double_must_be_followed_at_once() -> None:
    """Its player has another opportunity, on any train they may normally use, and must take it."""
    state = in_turn("1-1 12-5 6-1 7-2", "7-0", "8-3", "1: play 1-1 on 1", stock="11-10")

    assert (state.turn, state.phase, exposed(state)) == (1, "follow", ["1-1 on 1"])
    assert can(state) == ["play 12-5 on public", "play 6-1 on 1"]
    assert refused(state, "1: pass") == "must_play"
    assert refused(state, "1: draw") == "must_play"
    assert after(state, "1: play 6-1 on 1").turn == 2
    assert exposed(after(state, "1: play 6-1 on 1")) == []
    assert exposed(after(state, "1: play 12-5 on public")) == ["1-1 on 1"]


def test_M14_another_double_gives_another_opportunity() -> None:
    """And so on, until a tile that is not a double is played."""
    state = in_turn(
        "12-5 1-1 2-2 5-5 6-2 9-4",
        "10-9 7-1",
        "8-3 8-7",
        "1: play 12-5 on public",
        "2: pass",
        "3: play 8-3 on 3",
    )
    phases = [(state.turn, state.phase)]
    for move in ["1: play 1-1 on 1", "1: play 5-5 on public", "1: play 2-2 on 2"]:
        state = after(state, move)
        phases.append((state.turn, state.phase))

    assert phases == [(1, "turn"), (1, "follow"), (1, "follow"), (1, "follow")]
    assert exposed(state) == ["1-1 on 1", "5-5 on public", "2-2 on 2"]
    assert can(state) == ["play 6-2 on 2"]

    state = after(state, "1: play 6-2 on 2")

    assert (state.turn, state.phase) == (2, "turn")
    assert exposed(state) == ["1-1 on 1", "5-5 on public"]


def test_M14_each_opportunity_has_its_own_draw() -> None:
    """Having drawn the double, its player may draw again to follow it, once."""
    state = in_turn("10-4 9-4", "7-0", "8-3", stock="1-1 11-10 11-9")
    state = after(state, "1: draw")

    assert can(state) == ["play 1-1 on 1"]

    state = after(state, "1: play 1-1 on 1")

    assert (state.phase, can(state)) == ("follow", ["draw"])
    assert refused(state, "1: pass") == "must_draw"

    state = after(state, "1: draw")

    assert (state.turn, state.phase, can(state)) == (1, "follow", ["pass"])
    assert refused(state, "1: draw") == "already_drawn"

    state = after(state, "1: pass")

    assert (state.turn, state.phase, state.open) == (2, "turn", (1,))
    assert exposed(state) == ["1-1 on 1"]


def test_M14_a_drawn_tile_follows_the_double() -> None:
    """Drawn for that opportunity it is played at once; a drawn double gives yet another."""
    plain = in_turn("1-1 9-4", "7-0", "8-3", "1: play 1-1 on 1", "1: draw", stock="12-6 11-10")

    assert can(plain) == ["play 12-6 on public"]
    assert after(plain, "1: play 12-6 on public").turn == 2

    state = in_turn(
        "12-5 1-1 9-4",
        "10-9",
        "8-3 8-7",
        "1: play 12-5 on public",
        "2: draw",
        "2: pass",
        "3: play 8-3 on 3",
        "1: play 1-1 on 1",
        "1: draw",
        "1: play 2-2 on 2",
        stock="11-10 2-2 7-2 11-9",
    )

    assert (state.phase, exposed(state), can(state)) == (
        "follow",
        ["1-1 on 1", "2-2 on 2"],
        ["draw"],
    )

    state = after(state, "1: draw")

    assert can(state) == ["play 7-2 on 2"]
    assert exposed(after(state, "1: play 7-2 on 2")) == ["1-1 on 1"]


def test_M14_with_an_empty_boneyard_one_passes() -> None:
    """Without a tile to follow and none to draw, the pass ends the turn and marks the train."""
    state = in_turn("1-1 9-4", "7-1", "8-3", "1: play 1-1 on 1")

    assert can(state) == ["pass"]
    assert refused(state, "1: draw") == "nothing_to_draw"

    state = after(state, "1: pass")

    assert (state.turn, state.open, exposed(state)) == (2, (1,), ["1-1 on 1"])


def test_M15_exposed_doubles_do_not_restrict_their_own_player() -> None:
    """In the follow-up any train of M11 will do: here five places of which one is the double's."""
    state = in_turn(
        "12-5 2-2 1-1 6-1 6-2 8-5 9-3",
        "10-9",
        "11-10",
        "1: play 12-5 on public",
        "2: pass",
        "3: pass",
        "1: play 2-2 on 2",
    )

    assert exposed(state) == ["2-2 on 2"]
    assert can(state) == [
        "play 9-3 on 3",
        "play 8-5 on public",
        "play 6-2 on 2",
        "play 6-1 on 1",
        "play 1-1 on 1",
    ]


def test_M15_closed_trains_stay_closed_in_the_follow_up() -> None:
    """M11 applies: another seat's train that is not marked takes nothing."""
    state = in_turn("1-1 7-2 8-3 6-1 9-4", "10-9", "11-10", "1: play 1-1 on 1")

    assert can(state) == ["play 6-1 on 1"]
    assert refused(state, "1: play 7-2 on 2") == "closed_train on 2"
    assert refused(state, "1: play 8-3 on 3") == "closed_train on 3"
    assert refused(state, "1: play 9-4 on public") == "ends_differ tile 9-4 on 0 end 12"


def test_M15_the_doubles_left_exposed_oblige_once_the_turn_ends() -> None:
    """Followed elsewhere, the double obliges the next seat, not the player before."""
    state = in_turn("1-1 12-5 9-4", "7-1 7-2", "8-3", "1: play 1-1 on 1")

    assert can(state) == ["play 12-5 on public"]
    assert can(after(state, "1: play 12-5 on public")) == ["play 7-1 on 1"]


def test_M16_only_the_oldest_exposed_double_may_be_covered() -> None:
    """On whatever train it lies, a private one included; anything else is refused, and the one
    tile ends the turn."""
    state = in_turn(
        "1-1 12-5 9-4", "7-1 7-2 10-5", "8-3", "1: play 1-1 on 1", "1: play 12-5 on public"
    )

    assert (state.open, exposed(state)) == ((), ["1-1 on 1"])
    assert can(state) == ["play 7-1 on 1"]
    assert refused(state, "2: play 7-2 on 2") == "cover_oldest double 1-1 on 1"
    assert refused(state, "2: play 10-5 on public") == "cover_oldest double 1-1 on 1"
    assert refused(state, "2: play 7-2 on 1") == "ends_differ tile 7-2 on 1 end 1"
    assert refused(state, "2: draw") == "must_play"
    assert refused(state, "2: pass") == "must_play"

    state = after(state, "2: play 7-1 on 1")

    assert (state.turn, state.phase, exposed(state)) == (3, "turn", [])
    assert (ends(state), state.open) == ([7, 2, 3, 5], ())


def three_doubles(second: str, third: str, *moves: str, stock: str = "") -> State:
    """1-1 on 1, 5-5 on the public train and 2-2 on the marked train 2 are exposed, in this order;
    seat 1 could not follow and passed; seat 2 begins its turn."""
    state = in_turn(
        "12-5 1-1 2-2 5-5 9-4",
        f"10-9 {second}",
        f"8-3 {third}",
        "1: play 12-5 on public",
        "2: draw",
        "2: pass",
        "3: play 8-3 on 3",
        "1: play 1-1 on 1",
        "1: play 5-5 on public",
        "1: play 2-2 on 2",
        "1: draw",
        "1: pass",
        stock=f"11-10 11-9 {stock}",
    )
    return after(state, *moves)


def test_M16_the_oldest_of_several() -> None:
    """Newer ones wait, also when they lie on the own train or could be covered."""
    state = three_doubles("6-0", "8-7", stock="6-1 6-5")

    assert exposed(state) == ["1-1 on 1", "5-5 on public", "2-2 on 2"]
    assert (state.turn, state.phase, state.open) == (2, "turn", (1, 2))
    assert can(state) == ["draw"]

    state = after(state, "2: draw")

    assert can(state) == ["play 6-1 on 1"]

    state = after(state, "2: play 6-1 on 1")

    assert (state.turn, exposed(state)) == (3, ["5-5 on public", "2-2 on 2"])
    assert state.open == (1, 2)  # covering on train 1 is no tile of seat 1, nor on train 2


def test_M16_without_a_tile_one_draws_once_and_passes() -> None:
    """A drawn tile that fits elsewhere only, even on a newer double, is not played."""
    state = three_doubles("6-0", "8-7", stock="7-5 6-2 11-8")
    state = after(state, "2: draw")

    assert hand(state, 2) == "11-10 10-9 7-5 6-0"
    assert can(state) == ["pass"]
    assert refused(state, "2: play 7-5 on public") == "cover_oldest double 1-1 on 1"
    assert refused(state, "2: draw") == "already_drawn"

    state = after(state, "2: pass")

    assert (state.turn, exposed(state)) == (3, ["1-1 on 1", "5-5 on public", "2-2 on 2"])
    assert can(state) == ["draw"]  # the next seat faces the same oldest double


def test_M16_the_next_seat_faces_whatever_is_then_the_oldest() -> None:
    """With 1-1 covered, seat 3 must cover 5-5 on the public train."""
    state = three_doubles("6-0", "8-5 8-2", "2: draw", "2: play 6-1 on 1", stock="6-1 11-8")

    assert can(state) == ["play 8-5 on public"]
    assert refused(state, "3: play 8-2 on 2") == "cover_oldest double 5-5 on 0"

    state = after(state, "3: play 8-5 on public")

    assert (state.turn, exposed(state)) == (1, ["2-2 on 2"])


def test_M16_no_opportunity_follows_a_cover() -> None:
    """Covering ends the turn though the seat could play again elsewhere."""
    state = in_turn(
        "1-1 12-5 9-4", "7-1 7-2 10-5", "8-3", "1: play 1-1 on 1", "1: play 12-5 on public"
    )

    assert refused(after(state, "2: play 7-1 on 1"), "2: play 7-2 on 2") == "not_your_turn seat 3"


def test_M17_doubles_are_covered_by_any_tile_on_them() -> None:
    """By the follow-up itself (M14), by one of several follow-ups (M15) or as an obligation
    (M16); the others keep their order."""
    base = in_turn(
        "12-5 1-1 5-5 6-1 10-5 9-4",
        "7-1 10-9",
        "8-3 8-7",
        "1: play 12-5 on public",
        "2: draw",
        "2: pass",
        "3: play 8-3 on 3",
        stock="11-10",
    )
    follow = after(base, "1: play 5-5 on public", "1: play 10-5 on public")
    newest = after(base, "1: play 1-1 on 1", "1: play 5-5 on public", "1: play 10-5 on public")
    older = after(base, "1: play 1-1 on 1", "1: play 5-5 on public", "1: play 6-1 on 1")

    assert exposed(follow) == []
    assert exposed(newest) == ["1-1 on 1"]
    assert exposed(older) == ["5-5 on public"]
    assert exposed(after(newest, "2: play 7-1 on 1")) == []


def test_M17_the_order_is_that_of_playing_not_of_seats() -> None:
    """A double played later on a lower seat's train stands behind an earlier one."""
    state = in_turn(
        "12-5 1-1 5-5 9-4",
        "10-9 7-0",
        "8-3 8-7",
        "1: play 12-5 on public",
        "2: draw",
        "2: pass",
        "3: play 8-3 on 3",
        "1: play 5-5 on public",
        "1: play 1-1 on 1",
        stock="11-10 11-9",
    )

    assert exposed(state) == ["5-5 on public", "1-1 on 1"]
    assert [train.queue for train in view(state, 2).trains] == [2, None, None, 1]


# --- End of a round -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hands", "moves", "left", "exposing"),
    [
        # a plain tile
        (("6-1", "7-2 9-8", "8-3 5-4"), ["1: play 6-1 on 1"], [0, 26, 20], []),
        # a double, which need not be followed
        (("1-1", "7-2 9-8", "8-3 5-4"), ["1: play 1-1 on 1"], [0, 26, 20], ["1-1 on 1"]),
        # the follow-up of a double
        (
            ("1-1 12-6", "7-2 9-8", "8-3 5-4"),
            ["1: play 1-1 on 1", "1: play 12-6 on public"],
            [0, 26, 20],
            ["1-1 on 1"],
        ),
        # a double after a double
        (
            ("1-1 6-6 12-6", "7-2 9-8", "8-3 5-4"),
            [
                "1: play 12-6 on public",
                "2: play 7-2 on 2",
                "3: play 8-3 on 3",
                "1: play 6-6 on public",
                "1: play 1-1 on 1",
            ],
            [0, 17, 9],
            ["6-6 on public", "1-1 on 1"],
        ),
        # a cover
        (
            ("1-1 12-6 9-4", "7-1", "8-3 5-4"),
            ["1: play 1-1 on 1", "1: play 12-6 on public", "2: play 7-1 on 1"],
            [13, 0, 20],
            [],
        ),
    ],
)
def test_M18_the_last_tile_ends_the_round_at_once(
    hands: tuple[str, str, str], moves: list[str], left: list[int], exposing: list[str]
) -> None:
    """Whatever the tile and the reason; what was exposed is shown as it lay."""
    state = in_turn(*hands, *moves, stock="11-10")

    assert (state.phase, state.turn, can(state)) == ("over", None, [])
    assert result(state) == ("out", None, left, left)
    assert exposed(state) == exposing


def test_M18_nothing_is_legal_after_the_end() -> None:
    """Whoever acts then is told that the round is over."""
    state = in_turn("6-1", "7-2 9-8", "8-3 5-4", "1: play 6-1 on 1", stock="11-10")

    for move in ["2: play 7-2 on 2", "1: draw", "2: pass", "1: finish", "3: open 12-12"]:
        assert refused(state, move) == "round_over"


def test_M19_blocked_when_nobody_can_ever_play_again() -> None:
    """The boneyard is empty and no hand matches any train: the next turn does not begin."""
    state = in_turn("6-1 9-4", "8-7", "10-9", "1: play 6-1 on 1")

    assert ends(state) == [6, 2, 3, 12]
    assert result(state) == ("blocked", None, [13, 15, 19], [13, 15, 19])


def test_M19_not_while_the_boneyard_has_a_tile() -> None:
    """The same table with one tile to draw goes on, until it is drawn and its turn is over."""
    state = in_turn("6-1 9-4", "8-7", "10-9", "1: play 6-1 on 1", stock="11-10")

    assert (state.phase, can(state)) == ("turn", ["draw"])

    state = after(state, "2: draw")  # the last tile: nobody can play, but a turn is running

    assert (state.phase, state.turn, can(state)) == ("turn", 2, ["pass"])

    state = after(state, "2: pass")

    assert result(state) == ("blocked", None, [13, 36, 19], [13, 36, 19])
    assert state.open == (2,)


def test_M19_a_closed_train_counts() -> None:
    """A tile that matches only somebody else's closed train keeps the round going."""
    state = in_turn("6-1 9-2", "8-7", "10-9", "1: play 6-1 on 1")

    assert (state.phase, state.turn, can(state)) == ("turn", 2, ["pass"])


def test_M19_one_cycle_of_passes_is_no_block() -> None:
    """All three pass; then seat 1's tile fits train 2, which was opened meanwhile."""
    state = in_turn("9-2 9-4", "8-7", "10-9", "1: pass", "2: pass", "3: pass")

    assert (state.phase, state.turn, state.open) == ("turn", 1, (1, 2, 3))
    assert can(state) == ["play 9-2 on 2"]


def test_M19_is_not_decided_inside_a_turn() -> None:
    """After a double that nobody can cover the player still passes; then the round is blocked."""
    state = in_turn("1-1 9-4", "8-7", "10-9", "1: play 1-1 on 1")

    assert (state.phase, can(state)) == ("follow", ["pass"])

    state = after(state, "1: pass")

    assert result(state) == ("blocked", None, [13, 15, 19], [13, 15, 19])
    assert exposed(state) == ["1-1 on 1"]


def test_M19_not_before_all_first_turns_are_over() -> None:
    """Seats that can never play still have their first turns; the first normal turn does not
    begin any more."""
    state = train_round("12-12 7-0", "8-0", "9-0", moves=["1: open 12-12"])
    phases = []
    for move in ["1: pass", "2: pass"]:
        state = after(state, move)
        phases.append((state.turn, state.phase))

    assert phases == [(2, "first"), (3, "first")]
    assert result(after(state, "3: pass")) == ("blocked", None, [7, 8, 9], [7, 8, 9])


def test_M20_an_impossible_obligation_is_a_block() -> None:
    """No hand matches the oldest exposed double and the boneyard is empty, although tiles would
    fit other trains and a newer double."""
    state = in_turn(
        "12-5 1-1 5-5 9-4",
        "10-9 7-2 8-5",
        "8-3 8-7",
        "1: play 12-5 on public",
        "2: play 7-2 on 2",
        "3: play 8-3 on 3",
        "1: play 1-1 on 1",
        "1: play 5-5 on public",
        "1: pass",
    )

    assert exposed(state) == ["1-1 on 1", "5-5 on public"]
    assert result(state) == ("blocked", None, [13, 32, 15], [13, 32, 15])


def test_M20_not_while_the_boneyard_has_a_tile() -> None:
    """With a tile left to draw the obligation may still be met."""
    state = in_turn(
        "1-1 12-5 9-4", "10-9 7-2", "8-3", "1: play 1-1 on 1", "1: play 12-5 on public",
        stock="11-10",
    )  # fmt: skip

    assert (state.phase, can(state)) == ("turn", ["draw"])
    assert after(state, "2: draw", "2: pass").phase == "over"


def test_M20_one_tile_in_any_hand_that_fits_the_oldest_is_enough() -> None:
    """Seat 2 passes, and seat 3, which holds it, covers."""
    state = in_turn(
        "1-1 12-5 9-4", "10-9 7-2", "8-1 8-7", "1: play 1-1 on 1", "1: play 12-5 on public"
    )

    assert can(state) == ["pass"]
    assert can(after(state, "2: pass")) == ["play 8-1 on 1"]


def test_M20_a_newer_double_that_nobody_can_cover_is_no_block_yet() -> None:
    """Only the oldest obliges: once it is covered, the next one blocks."""
    state = in_turn(
        "12-5 1-1 5-5 9-4",
        "10-9 7-2 7-1",
        "8-3 8-7",
        "1: play 12-5 on public",
        "2: play 7-2 on 2",
        "3: play 8-3 on 3",
        "1: play 1-1 on 1",
        "1: play 5-5 on public",
        "1: pass",
    )

    assert can(state) == ["play 7-1 on 1"]
    assert result(after(state, "2: play 7-1 on 1"))[0] == "blocked"


@pytest.mark.parametrize(
    ("hands", "left"),
    [
        (["0-0 12-11", "7-5"], [23, 12]),  # the double blank is gone: it opened
        (["0-0 1-1", "9-8"], [2, 17]),
    ],
)
def test_M21_every_seat_adds_the_pips_in_its_own_hand(hands: list[str], left: list[int]) -> None:
    """Also in a block, and the lowest wins no prize."""
    state = train_round(*hands, number=13, moves=["1: open 0-0", "1: pass", "2: pass"])

    assert result(state) == ("blocked", None, left, left)


def test_M21_the_double_blank_left_in_a_hand_counts_nothing() -> None:
    """Never 50."""
    state = train_round("12-12 0-0 1-0", "7-6", moves=["1: open 12-12", "1: pass", "2: pass"])

    assert result(state) == ("blocked", None, [1, 13], [1, 13])


def thirteenth(*hands: str) -> State:
    """A last round that is blocked at its first normal turn with the tiles beside 0-0 left."""
    moves = ["1: open 0-0", *(f"{seat}: pass" for seat in range(1, len(hands) + 1))]
    return train_round(f"0-0 {hands[0]}", *hands[1:], number=13, moves=moves)


@pytest.mark.parametrize(
    ("hands", "winners"),
    [
        (["2-1", "3-1"], (1,)),
        (["3-1", "2-1"], (2,)),
        (["3-1", "2-2"], (1, 2)),
        (["4-1", "3-2", "8-7"], (1, 2)),
        (["8-7", "4-1", "3-2", "9-6"], (2, 3)),
        (["4-2", "5-1", "3-3"], (1, 2, 3)),
    ],
)
def test_M22_the_lowest_total_wins_and_ties_share(
    hands: list[str], winners: tuple[int, ...]
) -> None:
    """After the 13th round all seats with the lowest total win together."""
    match = Match("mexican-train", len(hands), 1, "by hand", seed_chosen=True)

    assert standing(match, (thirteenth(*hands),)).winners == winners


def test_M22_totals_decide_not_the_last_round() -> None:
    """A seat that was lowest in the last round only does not win."""
    twelfth = train_round("1-1 3-2", "9-8", number=12, moves=["1: open 1-1", "1: pass", "2: pass"])
    match = Match("mexican-train", 2, 1, "by hand", seed_chosen=True)
    before = standing(match, (twelfth,))
    stands = standing(match, (twelfth, thirteenth("9-7", "2-1")))

    assert (before.totals, before.winners) == ((5, 17), ())
    assert (stands.totals, stands.winners) == ((21, 20), (2,))
