"""Longana's rules, each by its number: a deal set up by hand, moves, and what must follow."""

# Tests are named after the rules, capital letters included.
# ruff: noqa: N802

from __future__ import annotations

import pytest

from engine import GAMES, longana, outcome, start
from engine.match import Match, standing
from engine.trains import NobodyCanOpen, State
from engine.view import view
from tests.engine.positions import (
    after,
    all_tiles,
    can,
    deal_of,
    ends,
    hand,
    matches,
    new_match,
    played,
    refused,
    result,
    round_of,
)


def longana_round(*hands: str, moves: list[str] | None = None, search: int | None = None) -> State:
    """A round of Longana after these moves."""
    return round_of("longana", hands, moves=moves or [], search_from=search)


# --- Players and deal ---------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_L1_each_seat_owns_one_arm_that_starts_at_the_opening_double(seats: int) -> None:
    """So many seats, so many arms, each with the opening double's value as its end."""
    state = new_match("longana", seats, "arms").first_round()
    opener = state.turn
    opened = after(state, f"{opener}: {can(state)[0]}")

    assert not state.ends
    assert opened.hub is not None
    assert opened.ends == (opened.hub.high,) * seats
    assert [arm.owner for arm in view(opened, 1).trains] == list(range(1, seats + 1))


def test_L1_two_to_four_seats() -> None:
    """The game says itself how many seats it takes, and has no public place."""
    game = GAMES["longana"]

    assert (game.MIN_SEATS, game.MAX_SEATS, game.HAS_PUBLIC) == (2, 4, False)


def test_L1_there_is_no_arm_of_a_seat_that_does_not_play_and_no_public_one() -> None:
    """A place that this table does not have is refused, even where the ends would match."""
    state = longana_round("9-9 9-1", "9-2 8-0", moves=["1: open 9-9"])

    assert refused(state, "2: play 9-2 on 3") == "no_such_place"
    assert refused(state, "2: play 9-2 on public") == "no_such_place"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_L2_eight_tiles_each_and_the_rest_unused(seats: int) -> None:
    """All 55 tiles are dealt, 8 to each seat; the rest lies unused and is no stock to draw from."""
    state = new_match("longana", seats, "deal").first_round()
    dealt = [str(tile) for hand in (*state.deal.hands, state.deal.stock) for tile in hand]

    assert len(dealt) == 55
    assert set(dealt) == all_tiles("longana")
    assert [len(hand) for hand in state.deal.hands] == [8] * seats
    assert [mask.bit_count() for mask in state.hands] == [8] * seats
    assert len(state.deal.stock) == 55 - 8 * seats
    assert state.stock == ()
    assert view(state, 1).stock == 0


def test_L2_there_is_no_drawing() -> None:
    """Drawing is refused in the opening and afterwards, with and without a placement."""
    state = longana_round("9-9 9-1", "9-2 8-0")
    opened = after(state, "1: open 9-9")
    stuck = longana_round("9-9 9-1", "8-7 8-0", moves=["1: open 9-9"])

    assert refused(state, "1: draw") == "no_drawing"
    assert refused(opened, "2: draw") == "no_drawing"
    assert refused(stuck, "2: draw") == "no_drawing"


# --- Opening ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hands", "opener", "opening"),
    [
        (["8-8 3-3 9-8", "9-9 0-0 5-4"], 2, "open 9-9"),
        (["3-3 2-1", "5-4 2-2"], 1, "open 3-3"),
        (["7-6 7-0", "9-8 9-7", "0-0 9-6"], 3, "open 0-0"),
        (["1-1 9-8", "0-0 2-2", "9-7 3-2", "2-0 1-0"], 2, "open 2-2"),
        (["5-5 6-6 7-7 9-6", "9-8 9-7"], 1, "open 7-7"),
    ],
)
def test_L3_the_highest_double_in_any_hand_must_open(
    hands: list[str], opener: int, opening: str
) -> None:
    """In a match's first round its holder opens, and with nothing else."""
    state = longana_round(*hands)

    assert (state.opener, state.turn, state.phase) == (opener, opener, "opening")
    assert can(state) == [opening]


def test_L3_a_lower_double_of_the_holder_is_refused() -> None:
    """The refusal names the double that must open."""
    state = longana_round("8-8 9-8", "9-9 0-0 5-4")

    assert refused(state, "2: open 0-0") == "highest_double_opens tile 9-9"
    assert refused(state, "1: open 8-8") == "not_your_turn seat 2"


@pytest.mark.parametrize(
    ("hands", "search", "opener", "openings"),
    [
        (["9-9 9-8", "4-4 1-1 9-7"], 2, 2, ["open 4-4", "open 1-1"]),
        (["9-9 8-8 0-0 9-8", "4-4 1-1 9-7"], 1, 1, ["open 9-9", "open 8-8", "open 0-0"]),
        (["9-9 9-8", "4-3 9-7", "7-7 5-5 1-0"], 2, 3, ["open 7-7", "open 5-5"]),
        (["9-9 9-8", "4-3 9-7", "5-0 1-0"], 2, 1, ["open 9-9"]),
        (["9-8 8-0", "3-3 9-7", "6-6 1-0", "2-1 2-0"], 4, 2, ["open 3-3"]),
    ],
)
def test_L4_the_search_starts_at_the_winner_and_the_first_seat_found_chooses(
    hands: list[str], search: int, opener: int, openings: list[str]
) -> None:
    """Any own double of the first seat with one, in turn order from the winner of the round
    before; nobody else's higher double matters."""
    state = longana_round(*hands, search=search)

    assert (state.opener, state.turn) == (opener, opener)
    assert can(state) == openings
    for opening in openings:
        assert str(after(state, f"{opener}: {opening}").hub) == opening.removeprefix("open ")


def test_L4_only_a_double_opens() -> None:
    """A tile that is no double, a double of somebody else and a pass are refused."""
    state = longana_round("9-9 9-8", "4-4 1-1 9-7", search=2)

    assert refused(state, "2: open 9-7") == "not_a_double tile 9-7"
    assert refused(state, "2: open 9-9") == "not_in_hand tile 9-9"
    assert refused(state, "2: pass") == "open_first"
    assert refused(state, "2: play 9-7 on 2") == "open_first"


@pytest.mark.parametrize("winner", [1, 2, 3])
def test_L4_the_winner_of_the_round_before_searches_first(winner: int) -> None:
    """Whoever won, by going out or in a block, is where the next search starts."""
    hands = ["7-6 7-5", "8-6 8-5", "6-5 7-4"]
    hands[winner - 1] = "9-9"
    won = longana_round(*hands, moves=[f"{winner}: open 9-9"])
    hands = ["7-6 7-5", "8-6 8-5", "6-5 7-4"]
    hands[winner - 1] = "1-0"
    hands[winner % 3] = "9-9 4-3"
    blocked = longana_round(*hands, moves=[f"{winner % 3 + 1}: open 9-9"])

    assert result(won)[:2] == ("out", winner)
    assert result(blocked)[:2] == ("blocked", winner)
    assert longana.search_from(2, won, 3) == winner
    assert longana.search_from(7, blocked, 3) == winner


@pytest.mark.parametrize(("opener", "search"), [(1, 2), (2, 3), (3, 1)])
def test_L5_after_a_tie_the_search_starts_next_to_the_opener(opener: int, search: int) -> None:
    """After a round that nobody won the seat next to its opener is asked first."""
    hands = ["7-6 7-5", "8-5 7-4", "8-6 7-3"]
    hands[opener - 1] = "9-9 3-0"
    hands[opener % 3] = "2-1"
    tied = longana_round(*hands, moves=[f"{opener}: open 9-9"])

    assert result(tied)[:2] == ("blocked", None)
    assert longana.search_from(2, tied, 3) == search


@pytest.mark.parametrize(
    ("hands", "opener"),
    [
        (["9-9 9-8", "1-1 9-7", "0-0 9-6"], 2),
        (["9-9 9-8", "2-1 9-7", "0-0 9-6"], 3),
        (["9-9 9-8", "2-1 9-7", "3-0 9-6"], 1),
    ],
)
def test_L5_the_search_reaches_the_previous_opener_last(hands: list[str], opener: int) -> None:
    """When seat 1 opened the tied round, 2 and 3 are asked before it."""
    assert longana_round(*hands, search=2).opener == opener


@pytest.mark.parametrize("search", [None, 1, 2])
def test_L6_without_any_double_the_deal_is_not_played(search: int | None) -> None:
    """A deal in which no seat holds a double is refused, however the opener is looked for."""
    with pytest.raises(NobodyCanOpen):
        start(deal_of("longana", ["9-8 7-6", "5-4 3-2"], "9-9 8-8", search_from=search))


@pytest.mark.parametrize("search", [None, 1, 2])
@pytest.mark.parametrize("only", [0, 1])
def test_L6_one_double_anywhere_forbids_a_redeal(search: int | None, only: int) -> None:
    """Even the double blank, in whichever hand, is enough to play the deal."""
    hands = ["9-8 7-6", "5-4 3-2"]
    hands[only] += " 0-0"

    assert start(deal_of("longana", hands, search_from=search)).opener == only + 1


@pytest.mark.parametrize(
    ("hands", "moves", "turn"),
    [
        (["9-9 9-1", "9-2 8-0", "9-3 7-0"], ["1: open 9-9"], 2),
        (["9-1 8-1", "9-9 9-2", "9-3 7-0"], ["2: open 9-9"], 3),
        (["9-1 8-1", "9-2 8-0", "9-9 9-3"], ["3: open 9-9"], 1),
    ],
)
def test_L7_the_opening_is_one_double_and_the_next_seat_follows(
    hands: list[str], moves: list[str], turn: int
) -> None:
    """The opener's turn is over with the double; the seat next to it plays, wrapping to seat 1."""
    state = longana_round(*hands, moves=moves)

    assert (state.turn, state.phase) == (turn, "turn")
    assert refused(state, f"{turn - 1 or 3}: pass") == f"not_your_turn seat {turn}"


def test_L7_no_second_opening() -> None:
    """Once the round is open a double is played like any tile, not opened with."""
    state = longana_round("9-9 9-1", "9-2 2-2", moves=["1: open 9-9"])

    assert refused(state, "2: open 2-2") == "already_open"


# --- A turn -------------------------------------------------------------------------------------


def test_L8_a_turn_is_one_tile() -> None:
    """After one tile it is the next seat's turn, round and round."""
    state = longana_round("9-9 9-1 1-0", "9-2 2-1", "9-3 3-1", moves=["1: open 9-9"])
    turns = [state.turn]
    for move in ["2: play 9-2 on 2", "3: play 9-3 on 3", "1: play 9-1 on 1"]:
        state = after(state, move)
        turns.append(state.turn)

    assert turns == [2, 3, 1, 2]


def test_L8_who_can_play_must_play() -> None:
    """With a placement, passing is refused; it is not even listed."""
    state = longana_round("9-9 9-1", "9-2 8-0", moves=["1: open 9-9"])

    assert can(state) == ["play 9-2 on 2"]
    assert refused(state, "2: pass") == "must_play"


def test_L8_passing_without_a_placement() -> None:
    """A seat that cannot place anything can pass, only that, and the next seat plays."""
    state = longana_round("9-9 9-1", "8-7 8-0", moves=["1: open 9-9"])

    assert can(state) == ["pass"]
    assert refused(state, "1: pass") == "not_your_turn seat 2"
    assert after(state, "2: pass").turn == 1


def test_L8_there_is_nothing_to_finish() -> None:
    """Finishing belongs to the other game."""
    state = longana_round("9-9 9-1", "9-2 8-0")

    assert refused(state, "1: finish") == "no_finishing"
    assert refused(after(state, "1: open 9-9"), "2: finish") == "no_finishing"


def test_L8_only_tiles_in_the_own_hand() -> None:
    """Neither another seat's tile nor one that is on the table or unused can be played."""
    state = longana_round("9-9 9-1", "9-2 8-0", moves=["1: open 9-9"])

    assert refused(state, "2: play 9-1 on 2") == "not_in_hand tile 9-1"
    assert refused(state, "2: play 9-9 on 2") == "not_in_hand tile 9-9"
    assert refused(state, "2: play 9-5 on 2") == "not_in_hand tile 9-5"


ONE_ARM_EACH = ["1: open 9-9", "2: play 9-4 on 2", "3: play 9-3 on 3", "1: play 9-1 on 1"]
"""Ends 1, 4 and 3 on closed arms; seat 2 to move."""


@pytest.mark.parametrize(
    ("rest", "legal"),
    [
        ("4-0 4-2 8-7", ["play 4-2 on 2", "play 4-0 on 2"]),  # own arm, by either end
        ("7-4 8-7", ["play 7-4 on 2"]),
        ("3-0 1-0 8-7", ["pass"]),  # closed arms of others
        ("3-3 8-7", ["play 3-3 on 3"]),  # doubles go on closed arms
        ("1-1 3-3 4-4", ["play 4-4 on 2", "play 3-3 on 3", "play 1-1 on 1"]),
        ("3-3 3-1 4-1", ["play 4-1 on 2", "play 3-3 on 3"]),
        ("0-0 8-8 7-7", ["pass"]),  # but only where the end matches
        ("9-0 9-8 0-0", ["pass"]),  # the opening double itself is covered on every side
    ],
)
def test_L9_targets_on_closed_arms(rest: str, legal: list[str]) -> None:
    """The own arm takes what matches; a closed arm of another seat takes only doubles."""
    hands = ["9-9 9-1 5-5 2-1", f"9-4 {rest}", "9-3 6-5 6-3"]
    state = longana_round(*hands, moves=ONE_ARM_EACH)

    assert (ends(state), state.open, state.turn) == ([1, 4, 3], (), 2)
    assert can(state) == legal


def test_L9_a_closed_arm_refuses_what_is_no_double() -> None:
    """The refusal tells a closed arm from ends that differ."""
    hands = ["9-9 9-1 5-5 2-1", "9-4 3-0 3-3 4-0", "9-3 6-5 6-3"]
    state = longana_round(*hands, moves=ONE_ARM_EACH)

    assert refused(state, "2: play 3-0 on 3") == "closed_arm tile 3-0 on 3"
    assert refused(state, "2: play 3-0 on 1") == "ends_differ tile 3-0 on 1 end 1"
    assert refused(state, "2: play 3-3 on 2") == "ends_differ tile 3-3 on 2 end 4"
    assert refused(state, "2: play 4-0 on 1") == "ends_differ tile 4-0 on 1 end 1"


def test_L9_an_open_arm_of_another_seat_takes_any_tile() -> None:
    """An arm that its owner opened by passing is everybody's, with or without tiles on it."""
    state = longana_round(
        "9-9 9-1 9-5 6-2", "8-7 8-0 5-2", moves=["1: open 9-9", "2: pass"]
    )  # arm 2 is open and untouched

    assert can(state) == ["play 9-5 on 1", "play 9-5 on 2", "play 9-1 on 1", "play 9-1 on 2"]

    state = after(state, "1: play 9-5 on 2")

    assert (ends(state), state.open) == ([9, 5], (2,))
    assert can(state) == ["play 5-2 on 2"]

    state = after(state, "2: play 5-2 on 2")  # which closes it

    assert (ends(state), state.open) == ([9, 2], ())
    assert can(state) == ["play 9-1 on 1"]


def test_L9_an_untouched_arm_has_the_opening_doubles_value() -> None:
    """It can be played on like any other, by its owner also when others' arms have grown."""
    state = longana_round("9-9 8-6", "9-4 5-4", "9-3 6-5", moves=["1: open 9-9"])
    later = after(state, "2: play 9-4 on 2")

    assert ends(state) == [9, 9, 9]
    assert can(state) == ["play 9-4 on 2"]
    assert ends(later) == [9, 4, 9]
    assert can(later) == ["play 9-3 on 3"]


def test_L10_passing_opens_the_own_arm() -> None:
    """The passer's arm is open afterwards, no other."""
    state = longana_round("9-9 9-1", "8-7 8-0", "9-2 6-0", moves=["1: open 9-9"])

    assert state.open == ()
    assert after(state, "2: pass").open == (2,)
    assert [arm.open for arm in view(after(state, "2: pass"), None).trains] == [False, True, False]


MASTER = [
    "1: open 9-9",
    "2: pass",
    "3: pass",
    "4: play 9-5 on 2",
    "1: play 9-6 on 3",
    "2: pass",
    "3: pass",
    "4: play 7-6 on 3",
    "1: play 7-5 on 2",
]
"""Arms 2 and 3 both end in 7 and are open, 2 first; 1 and 4 are closed at 9; seat 2 to move."""


def master(second: str, third: str, *moves: str) -> State:
    """The position of MASTER with these tiles in hands 2 and 3, and what follows."""
    return longana_round(
        "9-9 9-6 7-5 7-7 7-1", second, third, "9-5 7-6 9-7 0-0", moves=[*MASTER, *moves]
    )


def test_L10_a_second_pass_keeps_the_place_in_the_order() -> None:
    """Whoever passes with an open arm changes nothing: 2 stays before 3."""
    state = master("8-0 8-1", "3-2 8-2")
    later = after(state, "2: pass")

    assert state.open == (2, 3)
    assert later.open == (2, 3)
    assert after(later, "3: pass").open == (2, 3)


@pytest.mark.parametrize(
    ("second", "play"),
    [
        ("7-0 8-0", "play 7-0 on 2"),  # on itself
        ("7-0 8-0", "play 7-0 on 3"),  # on another open arm
        ("7-7 8-0", "play 7-7 on 3"),  # a double there
    ],
)
def test_L11_playing_anywhere_closes_the_own_arm(second: str, play: str) -> None:
    """On the own arm or on another open one: the own arm closes, the others stay."""
    state = longana_round("9-9 9-6 7-5 7-1", second, "3-2 8-2", "9-5 7-6 9-7 0-0", moves=MASTER)

    assert state.open == (2, 3)
    assert after(state, f"2: {play}").open == (3,)


def test_L11_a_double_on_a_closed_arm_closes_the_own_arm_too() -> None:
    """Wherever the tile lies, the player is back in the game."""
    state = longana_round(
        "6-6 6-5 4-0",
        "5-5 8-0",
        "8-4 8-1",
        moves=["1: open 6-6", "2: pass", "3: pass", "1: play 6-5 on 1"],
    )

    assert (ends(state), state.open) == ([5, 6, 6], (2, 3))
    assert can(state) == ["play 5-5 on 1"]
    assert after(state, "2: play 5-5 on 1").open == (3,)


def test_L11_playing_does_not_open_or_close_other_arms() -> None:
    """The arm that the tile lies on stays as it was: open ones open, closed ones closed."""
    onto_open = master("7-0 8-0", "3-2 8-2", "2: play 7-0 on 3")
    onto_own = master("7-0 8-0", "3-2 8-2", "2: play 7-0 on 2")

    assert [arm.open for arm in view(onto_open, 1).trains] == [False, False, True, False]
    assert [arm.open for arm in view(onto_own, 1).trains] == [False, False, True, False]


def test_L11_opening_again_takes_the_last_place() -> None:
    """2 opened first, closed by playing and passes again: now 3 stands before it."""
    state = master(
        "7-0 8-4", "3-2 8-2", "2: play 7-0 on 2", "3: pass", "4: play 9-7 on 4", "1: play 7-1 on 3"
    )

    assert state.open == (3,)
    assert can(state) == ["pass"]
    assert after(state, "2: pass").open == (3, 2)
    assert [arm.opened for arm in view(after(state, "2: pass"), 4).trains] == [None, 2, 1, None]


def test_L12_priority_of_the_arm_that_was_opened_first() -> None:
    """Of two open arms of others with the same end, the tile goes on the one opened first."""
    state = longana_round(
        "9-9 8-1",
        "8-7 8-0",
        "7-6 6-0",
        "9-1 9-4 5-0",
        moves=["1: open 9-9", "2: pass", "3: pass"],
    )

    assert state.open == (2, 3)
    assert can(state) == ["play 9-4 on 2", "play 9-4 on 4", "play 9-1 on 2", "play 9-1 on 4"]
    assert refused(state, "4: play 9-1 on 3") == "earlier_opened_first tile 9-1 on 3 first 2"


def test_L12_other_values_do_not_compete() -> None:
    """An open arm with another end is free, also when one with a lower place shows something
    else."""
    state = longana_round(
        "9-9 9-6 7-5 7-1",
        "8-0 8-1",
        "3-2 8-2",
        "9-5 7-6 9-7 0-0",
        moves=[*MASTER[:4]],
    )  # arm 2 ends in 5, arm 3 in 9, both open

    assert (ends(state), state.open) == ([9, 5, 9, 9], (2, 3))
    assert can(state) == ["play 9-6 on 1", "play 9-6 on 3", "play 7-5 on 2"]


@pytest.mark.parametrize(
    ("second", "third", "moves", "legal"),
    [
        # own arm opened first, another's later: the own one does not force
        ("7-0 8-0", "3-2 8-2", [], ["play 7-0 on 2", "play 7-0 on 3"]),
        # another's opened first, the own one later: the own one is not forced
        ("8-0 8-1", "7-0 8-2", ["2: pass"], ["play 7-0 on 2", "play 7-0 on 3"]),
    ],
)
def test_L12_the_own_arm_is_outside_the_priority(
    second: str, third: str, moves: list[str], legal: list[str]
) -> None:
    """It neither forces nor is forced, whichever of the two was opened first."""
    assert can(master(second, third, *moves)) == legal


def test_L12_doubles_stand_under_the_priority_and_closed_arms_outside_it() -> None:
    """A double goes on the first of two open arms, never on the second, or on a closed arm; a
    tile that is no double does not reach the closed one."""
    state = master("8-0 8-1", "3-2 8-2", "2: pass", "3: pass", "4: play 9-7 on 4")

    assert (ends(state), state.open) == ([9, 7, 7, 7], (2, 3))
    assert can(state) == ["play 7-7 on 2", "play 7-7 on 4", "play 7-1 on 2"]
    assert refused(state, "1: play 7-7 on 3") == "earlier_opened_first tile 7-7 on 3 first 2"
    assert refused(state, "1: play 7-1 on 3") == "earlier_opened_first tile 7-1 on 3 first 2"
    assert refused(state, "1: play 7-1 on 4") == "closed_arm tile 7-1 on 4"


def test_L12_the_order_is_that_of_opening_not_of_seats() -> None:
    """With the opener in the middle, seat 4's arm may be opened before seat 1's."""
    state = longana_round(
        "8-7 8-0",
        "9-1 9-4 5-0",
        "9-9 8-1",
        "7-6 6-0",
        moves=["3: open 9-9", "4: pass", "1: pass"],
    )

    assert state.open == (4, 1)
    assert can(state) == ["play 9-4 on 2", "play 9-4 on 4", "play 9-1 on 2", "play 9-1 on 4"]
    assert refused(state, "2: play 9-4 on 1") == "earlier_opened_first tile 9-4 on 1 first 4"


def test_L12_of_three_open_arms_only_the_first_may_be_played_on() -> None:
    """Second and third place are refused alike, and the refusal names the first."""
    state = longana_round(
        "9-9 9-1 9-4 5-0",
        "8-7 8-0",
        "7-6 6-0",
        "8-6 6-1",
        moves=["1: open 9-9", "2: pass", "3: pass", "4: pass"],
    )

    assert can(state) == ["play 9-4 on 1", "play 9-4 on 2", "play 9-1 on 1", "play 9-1 on 2"]
    assert refused(state, "1: play 9-1 on 3") == "earlier_opened_first tile 9-1 on 3 first 2"
    assert refused(state, "1: play 9-1 on 4") == "earlier_opened_first tile 9-1 on 4 first 2"


def test_L12_a_tile_may_choose_between_its_two_ends() -> None:
    """Priority is asked for each value by itself: 7-1 may go on a first-opened 7 or 1."""
    state = longana_round(
        "9-9 7-1 9-0 0-0",
        "5-3 9-7 9-2",
        "5-2 9-1 6-2",
        moves=["1: open 9-9", "2: play 9-7 on 2", "3: play 9-1 on 3", "1: play 9-0 on 1"],
    )
    state = after(state, "2: pass", "3: pass")

    assert (ends(state), state.open) == ([0, 7, 1], (2, 3))
    assert can(state) == ["play 7-1 on 2", "play 7-1 on 3", "play 0-0 on 1"]


def test_L13_a_double_keeps_the_end_and_gives_no_extra_turn() -> None:
    """The arm's end stays, no arm is added, and the next seat plays."""
    hands = ["9-9 9-1 5-5 2-1", "9-4 4-4 3-3 4-0", "9-3 6-5 6-3"]
    state = longana_round(*hands, moves=[*ONE_ARM_EACH, "2: play 4-4 on 2"])

    assert (ends(state), state.turn, state.phase) == ([1, 4, 3], 3, "turn")
    assert len(view(state, 1).trains) == 3
    assert state.exposed == ()

    on_closed = longana_round(*hands, moves=[*ONE_ARM_EACH, "2: play 3-3 on 3"])

    assert (ends(on_closed), on_closed.turn, on_closed.open) == ([1, 4, 3], 3, ())
    assert can(on_closed) == ["play 6-3 on 3"]


# --- End of a round -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hands", "moves", "winner", "left", "scored"),
    [
        # the opening double counts as the last tile
        (["9-9", "9-8 1-0", "9-7 2-0"], ["1: open 9-9"], 1, [0, 18, 18], [36, 0, 0]),
        # a plain tile on the own arm
        (
            ["9-9 9-1", "9-2 6-5"],
            ["1: open 9-9", "2: play 9-2 on 2", "1: play 9-1 on 1"],
            1,
            [0, 11],
            [11, 0],
        ),
        # a plain tile on somebody else's arm
        (
            ["9-9 9-1", "8-0 6-5"],
            ["1: open 9-9", "2: pass", "1: play 9-1 on 2"],
            1,
            [0, 19],
            [19, 0],
        ),
        # a double on a closed arm
        (
            ["9-9 4-4", "9-4 9-0", "9-1 1-0"],
            ["1: open 9-9", "2: play 9-4 on 2", "3: play 9-1 on 3", "1: play 4-4 on 2"],
            1,
            [0, 9, 1],
            [10, 0, 0],
        ),
        # the double blank left elsewhere counts nothing
        (["0-0 6-5", "9-9"], ["2: open 9-9"], 2, [11, 0], [0, 11]),
    ],
)
def test_L14_the_last_tile_wins_all_other_pips(
    hands: list[str], moves: list[str], winner: int, left: list[int], scored: list[int]
) -> None:
    """The round is over at once, and its winner scores the pips left in all other hands."""
    state = longana_round(*hands, moves=moves)

    assert (state.phase, state.turn, can(state)) == ("over", None, [])
    assert result(state) == ("out", winner, left, scored)


def test_L14_comes_before_L15() -> None:
    """A last tile that also leaves nobody able to play is going out, not a block."""
    state = longana_round(
        "9-9 9-1", "9-2 8-7", moves=["1: open 9-9", "2: play 9-2 on 2", "1: play 9-1 on 1"]
    )  # 8-7 fits neither 1 nor 2

    assert result(state) == ("out", 1, [0, 15], [15, 0])

    opened = longana_round("5-5", "0-0 1-0", moves=["1: open 5-5"])

    assert result(opened) == ("out", 1, [0, 1], [1, 0])

    blank = longana_round("5-5", "0-0", "4-3", moves=["1: open 5-5"])  # no tie with seat 2's 0

    assert result(blank) == ("out", 1, [0, 0, 7], [7, 0, 0])


def test_L14_nothing_is_legal_after_the_end() -> None:
    """Whoever acts after the last tile is told that the round is over."""
    state = longana_round("9-9", "9-8 1-0", moves=["1: open 9-9"])

    for move in ["1: pass", "2: play 9-8 on 2", "2: pass", "2: draw", "1: open 9-9"]:
        assert refused(state, move) == "round_over"


@pytest.mark.parametrize(
    ("hands", "moves", "at"),
    [
        # right after the opening
        (["9-9 2-1", "8-7 3-0"], ["1: open 9-9"], [9, 9]),
        # by a tile on the own arm
        (["9-9 2-1", "9-4 2-0"], ["1: open 9-9", "2: play 9-4 on 2"], [9, 4]),
        # by a tile on somebody else's open arm
        (
            ["9-9 9-6 2-1", "8-7 8-0"],
            ["1: open 9-9", "2: pass", "1: play 9-6 on 2"],
            [9, 6],
        ),
        # by a double that covers nothing new
        (
            ["9-9 4-4 2-1", "9-4 7-2", "9-5 8-2"],
            ["1: open 9-9", "2: play 9-4 on 2", "3: play 9-5 on 3", "1: play 4-4 on 2"],
            [9, 4, 5],
        ),
    ],
)
def test_L15_blocked_at_once_when_no_tile_matches_any_arm(
    hands: list[str], moves: list[str], at: list[int]
) -> None:
    """It is decided after every action, the opening included, and not one action earlier."""
    before = longana_round(*hands, moves=moves[:-1])
    state = after(before, moves[-1])

    assert before.phase != "over"
    assert (state.phase, state.turn, ends(state)) == ("over", None, at)
    assert result(state)[0] == "blocked"


@pytest.mark.parametrize(
    "hands",
    [
        ["9-9 2-1", "9-4 2-0"],  # the next seat's
        ["9-9 9-1", "8-4 2-0"],  # the opener's
        ["9-9 2-1", "8-4 2-0", "8-7 3-0", "9-0 1-0"],  # the last seat's
    ],
)
def test_L15_one_matching_tile_in_any_hand_is_no_block(hands: list[str]) -> None:
    """As long as any tile in any hand matches any arm's end, the round goes on."""
    assert longana_round(*hands, moves=["1: open 9-9"]).phase == "turn"


def test_L15_a_closed_arm_counts() -> None:
    """A tile that matches only a closed arm of somebody else keeps the round going: the arm opens
    when its owner passes."""
    state = longana_round(
        "9-9 4-0 8-2", "9-4 8-3", moves=["1: open 9-9", "2: play 9-4 on 2"]
    )  # only seat 1's 4-0 fits, on seat 2's closed arm

    assert can(state) == ["pass"]
    assert state.phase == "turn"


def test_L15_one_cycle_of_passes_is_no_block() -> None:
    """Everybody has passed once, and the first passer can play on an arm opened meanwhile."""
    state = longana_round(
        "9-9 4-0 8-2",
        "9-4 8-3",
        "8-7 6-5",
        moves=["1: open 9-9", "2: play 9-4 on 2", "3: pass", "1: pass", "2: pass"],
    )

    assert (state.phase, state.turn, state.open) == ("turn", 3, (3, 1, 2))
    assert can(state) == ["pass"]

    state = after(state, "3: pass")  # the third pass in a row, and 3 has passed twice

    assert can(state) == ["play 4-0 on 2"]
    assert result(after(state, "1: play 4-0 on 2")) == ("blocked", 1, [10, 11, 26], [47, 0, 0])


@pytest.mark.parametrize(
    ("hands", "winner", "left", "scored"),
    [
        (["9-9 2-1", "8-7 3-0"], 1, [3, 18], [21, 0]),
        (["9-9 8-7", "2-1"], 2, [15, 3], [0, 18]),
        (["9-9 8-7", "6-5", "0-0 1-0"], 3, [15, 11, 1], [0, 0, 27]),
        # the two highest are equal: no tie for lowest
        (["9-9 8-4", "7-5", "2-1", "6-6"], 3, [12, 12, 3, 12], [0, 0, 39, 0]),
        # the double blank alone: nothing left, yet not out
        (["9-9 8-7", "0-0"], 2, [15, 0], [0, 15]),
    ],
)
def test_L16_the_single_lowest_hand_wins_all_pips(
    hands: list[str], winner: int, left: list[int], scored: list[int]
) -> None:
    """In a block the lowest scores the pips of all hands, its own included."""
    state = longana_round(*hands, moves=["1: open 9-9"])

    assert result(state) == ("blocked", winner, left, scored)


@pytest.mark.parametrize(
    ("hands", "left"),
    [
        (["9-9 3-0", "2-1"], [3, 3]),
        (["9-9 3-0", "8-7", "2-1"], [3, 15, 3]),
        (["9-9 4-0", "3-1", "2-2"], [4, 4, 4]),
        (["9-9 8-7", "2-1", "3-0", "6-5"], [15, 3, 3, 11]),
    ],
)
def test_L17_a_tie_for_lowest_scores_nothing(hands: list[str], left: list[int]) -> None:
    """There is no winner, whoever opened and however many share the lowest."""
    state = longana_round(*hands, moves=["1: open 9-9"])

    assert result(state) == ("blocked", None, left, [0] * len(left))


# --- End of a match -----------------------------------------------------------------------------

# Rounds that seat 1 wins at once by opening with its only tile: 60, 39, 40 and 41 points.
SIXTY = ["5-5", "9-8 9-7 9-6 8-4"]
THIRTY_NINE = ["5-5", "9-8 9-7 4-2"]
FORTY = ["5-5", "9-8 9-7 4-3"]
FORTY_ONE = ["5-5", "9-8 9-7 4-4"]


@pytest.mark.parametrize(
    ("second", "totals", "winners"),
    [(THIRTY_NINE, (99, 0), ()), (FORTY, (100, 0), (1,)), (FORTY_ONE, (101, 0), (1,))],
)
def test_L18_a_hundred_points_or_more_win(
    second: list[str], totals: tuple[int, ...], winners: tuple[int, ...]
) -> None:
    """99 are not enough, exactly 100 are, and so is more."""
    rounds = tuple(
        round_of("longana", hands, number=number, moves=["1: open 5-5"])
        for number, hands in enumerate([SIXTY, second], 1)
    )
    stands = standing(Match("longana", 2, 1, "by hand", seed_chosen=True), rounds)

    assert stands.totals == totals
    assert stands.winners == winners


def test_L18_the_winner_is_whoever_reaches_the_hundred() -> None:
    """Seats collect for themselves: 60 and 41 of two seats do not make a winner."""
    other_way = list(reversed(FORTY_ONE))
    first = round_of("longana", SIXTY, moves=["1: open 5-5"])
    second = round_of("longana", other_way, number=2, search_from=2, moves=["2: open 5-5"])
    third = round_of("longana", FORTY, number=3, search_from=2, moves=["1: open 5-5"])
    match = Match("longana", 2, 1, "by hand", seed_chosen=True)

    assert standing(match, (first, second)).totals == (60, 41)
    assert standing(match, (first, second)).winners == ()
    assert standing(match, (first, second, third)).winners == (1,)


def test_L18_a_match_goes_on_exactly_until_somebody_has_a_hundred() -> None:
    """In whole matches the totals add up, stay below 100 before the last round, and end above."""
    for match in matches("hundred", longana=8, mexican_train=0):
        rounds = tuple(state for state, action in played(match) if action is None)
        totals = [0] * match.seats
        for number, state in enumerate(rounds, 1):
            assert max(totals) < 100
            assert state.deal.round == number
            ended = outcome(state)
            assert ended is not None
            totals = [total + more for total, more in zip(totals, ended.scored, strict=True)]
        stands = standing(match, rounds)

        assert max(totals) >= 100
        assert stands.totals == tuple(totals)
        assert stands.winners == (totals.index(max(totals)) + 1,)
        assert sum(total >= 100 for total in totals) == 1


def test_L4_L5_rounds_of_a_match_follow_from_each_other() -> None:
    """Round 1 has no search (L3); every later one starts it at the winner (L4) or next to the
    previous opener (L5)."""
    seen = {"won": 0, "tied": 0}
    for match in matches("follow", longana=40, mexican_train=0):
        before: State | None = None
        for state, action in played(match):
            if action is not None:
                continue
            if before is None:
                assert state.deal.search_from is None
            else:
                won = result(before)[1]
                seen["won" if won else "tied"] += 1
                assert state.deal.search_from == (won or before.opener % match.seats + 1)
            before = state

    assert min(seen.values()) > 0


def test_notation_helper_refuses_a_deal_with_a_tile_twice() -> None:
    """The tests' own set-ups are checked: a slip there must not pass as a rule."""
    with pytest.raises(AssertionError):
        longana_round("9-9 9-1", "9-1")
    assert hand(longana_round("1-0 9-9", "9-1"), 1) == "9-9 1-0"
