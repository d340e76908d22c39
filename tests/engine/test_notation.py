"""The notation: tiles, actions and moves as text and back, their order, and refusals' codes."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.actions import (
    CODES,
    DRAW,
    FINISH,
    PASS,
    PUBLIC,
    Action,
    IllegalAction,
    NotationError,
    Open,
    Play,
    move_text,
    parse_action,
    parse_move,
    parse_tile,
)
from engine.tiles import DOUBLE, DOUBLES, SHOWING, TILES, Tile, deck, mask_of, tile, tiles_in
from tests.engine.positions import FIXED, can, round_of

TILE = r"(1[0-2]|[0-9])-(1[0-2]|[0-9])"
GRAMMAR = re.compile(
    rf"open {TILE}|play {TILE} on (?:public|[1-9]|10)|draw|pass|finish",
)
"""The notation, written down a second time; that the high end stands first is checked apart."""

every_tile = st.sampled_from(TILES)
every_action: st.SearchStrategy[Action] = st.one_of(
    st.builds(Open, every_tile),
    st.builds(Play, every_tile, st.integers(0, 10)),
    st.sampled_from([DRAW, PASS, FINISH]),
)


@pytest.mark.parametrize(
    ("a", "b", "text"),
    [(9, 4, "9-4"), (4, 9, "9-4"), (12, 0, "12-0"), (0, 0, "0-0"), (3, 3, "3-3")],
)
def test_a_tile_is_written_high_end_first(a: int, b: int, text: str) -> None:
    """Whichever way round it is named."""
    assert str(tile(a, b)) == text
    assert parse_tile(text) is tile(a, b)


@pytest.mark.parametrize(
    "text",
    ["4-9", "9-04", "09-4", "9-4 ", " 9-4", "9–4", "13-0", "9", "9-", "-1-0", "٩-٤", "", "9-4-1"],
)
def test_nothing_else_is_a_tile(text: str) -> None:
    """No leading zeros, blanks, other dashes or digits, and no low end first."""
    with pytest.raises(NotationError) as caught:
        parse_tile(text)
    assert caught.value.text == text


@pytest.mark.parametrize(("a", "b"), [(13, 0), (0, 13), (-1, 4), (4, -1), (-1, -1)])
def test_there_is_no_such_tile(a: int, b: int) -> None:
    """Ends run from 0 to 12."""
    with pytest.raises(ValueError, match="no such tile"):
        tile(a, b)
    with pytest.raises(ValueError, match="no such tile"):
        Tile(max(a, b), min(a, b))


def test_the_sets_have_each_tile_once() -> None:
    """55 tiles to double nine, 91 to double twelve, in canonical order."""
    for top, count in [(9, 55), (12, 91)]:
        texts = [str(each) for each in deck(top)]

        assert texts == [f"{high}-{low}" for high in range(top + 1) for low in range(high + 1)]
        assert len(texts) == len(set(texts)) == count


@pytest.mark.parametrize(
    ("text", "pips", "double"),
    [("9-4", 13, False), ("12-12", 24, True), ("0-0", 0, True), ("12-0", 12, False)],
)
def test_pips_are_the_sum_of_both_ends(text: str, pips: int, double: bool) -> None:
    """The double blank counts nothing, and is a double."""
    assert (parse_tile(text).pips, parse_tile(text).is_double) == (pips, double)


def test_masks_stand_for_tiles() -> None:
    """What shows a value, and what is a double, is found by looking at every tile."""
    for value in range(13):
        showing = [each for each in TILES if value in (each.high, each.low)]

        assert SHOWING[value] == mask_of(showing)
        assert len(list(tiles_in(SHOWING[value]))) == 13
        assert str(DOUBLE[value]) == f"{value}-{value}"
        assert [each.other(value) for each in showing] == [
            each.low if each.high == value else each.high for each in showing
        ]
    assert {str(each) for each in tiles_in(DOUBLES)} == {f"{v}-{v}" for v in range(13)}


@given(st.sets(every_tile))
@FIXED
def test_a_mask_lists_its_tiles_from_high_to_low(chosen: set[Tile]) -> None:
    """By high end, then by low end, each once."""
    assert list(tiles_in(mask_of(chosen))) == sorted(
        chosen, key=lambda each: (each.high, each.low), reverse=True
    )


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (Open(tile(9, 9)), "open 9-9"),
        (Play(tile(9, 4), 2), "play 9-4 on 2"),
        (Play(tile(12, 0), 10), "play 12-0 on 10"),
        (Play(tile(9, 4), PUBLIC), "play 9-4 on public"),
        (DRAW, "draw"),
        (PASS, "pass"),
        (FINISH, "finish"),
    ],
)
def test_actions_are_written_as_the_record_has_them(action: Action, text: str) -> None:
    """Each kind of action has one text, which reads back as it."""
    assert str(action) == text
    assert parse_action(text) == action
    assert parse_move(f"2: {text}") == (2, action)
    assert move_text(2, action) == f"2: {text}"


@given(every_action, st.integers(1, 10))
@FIXED
def test_every_action_reads_back(action: Action, seat: int) -> None:
    """Writing and reading are each other's reverse, and the text is in the grammar."""
    assert parse_action(str(action)) == action
    assert parse_move(move_text(seat, action)) == (seat, action)
    assert GRAMMAR.fullmatch(str(action))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "PASS",
        "pass ",
        " pass",
        "pass\n",
        "draw 9-4",
        "open",
        "open  9-9",
        "open 4-9",
        "open 13-13",
        "play 9-4",
        "play 9-4 on",
        "play 9-4 on 0",
        "play 9-4 on 11",
        "play 9-4 on 02",
        "play 9-4 on Public",
        "play 9-4  on 2",
        "play 9-4 on 2 ",
        "play 4-9 on 2",
        "play 9-4 at 2",
        "play 9-4 on \uff12",
        "undo",
        "1: pass",
    ],
)
def test_nothing_else_is_an_action(text: str) -> None:
    """Exactly one space where one stands, small letters, existing tiles and places."""
    with pytest.raises(NotationError):
        parse_action(text)


@pytest.mark.parametrize(
    "text",
    [
        "pass",
        "0: pass",
        "01: pass",
        "-1: pass",
        "1:pass",
        "1 : pass",
        "1:  pass",
        "1: ",
        ": pass",
        "100: pass",
        "1: pass\n",
        "\n1: pass",
        "\uff11: pass",
        "a: pass",
        "1: 2: pass",
    ],
)
def test_nothing_else_is_a_move(text: str) -> None:
    """A seat from 1, a colon, one space and an action."""
    with pytest.raises(NotationError):
        parse_move(text)


@given(
    st.one_of(st.text(max_size=24), st.from_regex(GRAMMAR), st.from_regex(GRAMMAR, fullmatch=True))
)
@FIXED
def test_whatever_can_be_read_is_written_the_same(text: str) -> None:
    """Any text is either refused or the very text of what it reads as: there is one spelling."""
    written = GRAMMAR.fullmatch(text) and all(
        int(high) >= int(low) for high, low in re.findall(rf"{TILE}", text)
    )
    try:
        action = parse_action(text)
    except NotationError:
        assert not written
    else:
        assert written
        assert str(action) == text


def test_canonical_order() -> None:
    """Tiles from high to low, one tile's places by seat with the public train last; then finish."""
    state = round_of(
        "mexican-train",
        ["12-12 12-11 12-10 12-2 9-8", "8-7", "8-6"],
        "12-1 12-3",
        moves=[
            "1: open 12-12",
            "1: play 12-11 on 1",
            "1: finish",
            "2: pass",
            "3: pass",
        ],
    )

    assert can(state) == [
        "play 12-10 on 2",
        "play 12-10 on 3",
        "play 12-10 on public",
        "play 12-2 on 2",
        "play 12-2 on 3",
        "play 12-2 on public",
    ]


def test_a_refusal_has_a_known_code() -> None:
    """A misspelt code is a slip of the programmer's, not a reason."""
    with pytest.raises(AssertionError):
        IllegalAction("no_such_reason", "L8")
    assert "not_in_hand" in CODES
    assert str(IllegalAction("not_in_hand", "L8", tile=tile(9, 4))) == "not in hand (L8), tile 9-4"
