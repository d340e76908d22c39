"""The longest chain, held against every walk there is, and against what a chain must be."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.computers import chains
from engine.computers.chains import MOST_PIPS, MOST_TILES, Aim, chain_mask, longest_chain
from engine.tiles import DOUBLES, SHOWING, TILES, Tile, deck, mask_of, pips_in, tile, tiles_in

AIMS = pytest.mark.parametrize("aim", [MOST_TILES, MOST_PIPS], ids=["tiles", "pips"])

values = st.integers(0, 12)
hands = st.sets(st.sampled_from(TILES), max_size=40).map(mask_of)
aims = st.sampled_from([MOST_TILES, MOST_PIPS])
no_deadline = settings(max_examples=150, deadline=None, derandomize=True, database=None)


def hand(text: str) -> int:
    """The mask of tiles in notation: ``9-4 4-4``."""
    return mask_of(tile(*map(int, each.split("-"))) for each in text.split())


def written(chain: tuple[Tile, ...]) -> str:
    """A chain in notation."""
    return " ".join(map(str, chain))


def score(tiles: int, aim: Aim) -> tuple[int, int]:
    """What the aim is to maximise, in the plainest words: a pair to be compared."""
    count, pips = tiles.bit_count(), pips_in(tiles)
    return (count, pips) if aim is MOST_TILES else (pips, count)


def every_walk(start: int, tiles: int) -> Iterator[int]:
    """The tiles of every chain from ``start``, one tile after another."""
    yield 0
    for each in tiles_in(tiles & SHOWING[start]):
        for walk in every_walk(each.other(start), tiles ^ each.bit):
            yield walk | each.bit


def some_tiles(top: int, random: Random) -> list[Tile]:
    """Tiles to take a hand from: the whole set, or one shape of it that is hard in its own way."""
    tiles = list(deck(top))
    few = random.sample(range(top + 1), 5)
    left = {value for value in range(top + 1) if random.random() < 0.3}
    return random.choice(
        [
            tiles,
            [each for each in tiles if not each.is_double],
            [each for each in tiles if {each.high, each.low} <= set(few)],
            [each for each in tiles if (each.high in left) != (each.low in left)] or tiles,
        ]
    )


@pytest.mark.parametrize("few", [-1, 3], ids=["search", "shortcut"])
@pytest.mark.parametrize("top", [9, 12])
def test_no_walk_is_better(top: int, few: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """For 2,500 hands of each set and both aims, trying every walk finds nothing better.

    This holds for the search alone, and with the shortcut where tiles form few rings.
    """
    monkeypatch.setattr(chains, "_FEW_RINGS", few)
    random = Random(top + few)
    for _ in range(2500):
        tiles = some_tiles(top, random)
        held = mask_of(random.sample(tiles, min(len(tiles), random.randint(0, 11))))
        start = random.randint(0, top)
        walks = set(every_walk(start, held))
        for aim in (MOST_TILES, MOST_PIPS):
            best = max(score(walk, aim) for walk in walks)

            assert score(chain_mask(start, held, aim), aim) == best, (start, f"{held:#x}", aim[1])


@given(values, hands, aims)
@no_deadline
def test_a_chain_can_be_laid(start: int, tiles: int, aim: Aim) -> None:
    """Each tile is from the hand, is used once, and fits the end that the one before left free."""
    chain = longest_chain(start, tiles, aim)
    end = start

    assert len(set(chain)) == len(chain)
    assert not mask_of(chain) & ~tiles
    for each in chain:
        assert end in (each.high, each.low)
        end = each.other(end)


@given(values, hands, aims)
@no_deadline
def test_nothing_fits_the_end_of_a_chain(start: int, tiles: int, aim: Aim) -> None:
    """A chain that one more tile could lengthen would not be the longest."""
    chain = longest_chain(start, tiles, aim)
    end = start
    for each in chain:
        end = each.other(end)

    assert not tiles & SHOWING[end] & ~mask_of(chain)


@given(values, hands, aims)
@no_deadline
def test_a_double_is_laid_as_soon_as_it_can_be(start: int, tiles: int, aim: Aim) -> None:
    """No tile but its double follows when a value is reached whose double is still in the hand."""
    end = start
    for each in longest_chain(start, tiles, aim):
        assert each.is_double or not tiles & DOUBLES & SHOWING[end]
        tiles ^= each.bit
        end = each.other(end)

    assert not tiles & DOUBLES & SHOWING[end]


@given(values, hands, aims)
@no_deadline
def test_the_answer_follows_from_the_question(start: int, tiles: int, aim: Aim) -> None:
    """Asking again gives the same chain; the mask is that of the chain's tiles."""
    chain = longest_chain(start, tiles, aim)

    assert chain == longest_chain(start, tiles, aim)
    assert mask_of(chain) == chain_mask(start, tiles, aim)


@given(values, hands)
@no_deadline
def test_each_aim_is_best_at_its_own(start: int, tiles: int) -> None:
    """No chain has more tiles than that of most tiles, or more pips than that of most pips."""
    long, heavy = chain_mask(start, tiles, MOST_TILES), chain_mask(start, tiles, MOST_PIPS)

    assert score(long, MOST_TILES) >= score(heavy, MOST_TILES)
    assert score(heavy, MOST_PIPS) >= score(long, MOST_PIPS)


@given(values, hands, st.sampled_from(TILES), aims)
@no_deadline
def test_one_more_tile_does_no_harm(start: int, tiles: int, more: Tile, aim: Aim) -> None:
    """The best chain with a tile added to the hand is at least as good as the one without."""
    without, having = (chain_mask(start, held, aim) for held in (tiles, tiles | more.bit))

    assert score(having, aim) >= score(without, aim)


@AIMS
@pytest.mark.parametrize(
    ("start", "tiles", "chain"),
    [
        pytest.param(3, "", "", id="no tiles"),
        pytest.param(3, "9-4 4-4 4-2", "", id="start on no tile"),
        pytest.param(3, "0-0 3-3 9-9 12-12", "3-3", id="doubles only"),
        pytest.param(0, "0-0", "0-0", id="a tile without pips"),
        pytest.param(1, "12-11 11-10 12-10 2-1", "2-1", id="the rest is out of reach"),
        pytest.param(5, "5-4 4-4", "5-4 4-4", id="a double at the end"),
        pytest.param(5, "5-4 5-5 4-4 4-3", "5-5 5-4 4-4 4-3", id="doubles in passing"),
        pytest.param(2, "3-2 4-3 4-2", "4-2 4-3 3-2", id="round and home"),
        pytest.param(6, "6-0 6-1 2-1 6-2 6-3", "6-2 2-1 6-1 6-3", id="the better dead end last"),
        pytest.param(0, "1-0 2-1 3-2 3-1 9-0", "1-0 3-1 3-2 2-1", id="a bridge to a ring"),
        pytest.param(
            0, "1-0 2-0 2-1 3-0 4-3 5-4 5-3", "2-0 2-1 1-0 3-0 5-3 5-4 4-3", id="two rings"
        ),
    ],
)
def test_chains_one_can_check_by_eye(start: int, tiles: str, chain: str, aim: Aim) -> None:
    """The named cases come out as a person would lay them, whatever the aim."""
    assert written(longest_chain(start, hand(tiles), aim)) == chain


def test_the_aims_can_differ() -> None:
    """Of a way with many tiles and one with many pips, each aim takes its own."""
    tiles = hand("12-0 1-0 2-1 3-2")

    assert written(longest_chain(0, tiles, MOST_TILES)) == "1-0 2-1 3-2"
    assert written(longest_chain(0, tiles, MOST_PIPS)) == "12-0"


def test_the_other_aim_settles_a_tie() -> None:
    """As many tiles: the one with more pips is laid. As many pips: the more tiles are."""
    assert written(longest_chain(0, hand("5-0 7-0"), MOST_TILES)) == "7-0"
    assert written(longest_chain(0, hand("7-0 2-0 3-2"), MOST_PIPS)) == "2-0 3-2"
    assert written(longest_chain(0, hand("7-0 0-0"), MOST_PIPS)) == "0-0 7-0"


@AIMS
@pytest.mark.parametrize(("top", "most"), [(9, 51), (12, 91)])
def test_a_whole_set(top: int, most: int, aim: Aim) -> None:
    """Of a double-twelve set no tile is left over. Of a double-nine set, whose ten values all have
    an odd number of tiles to others, one for each two of them but start and end has to be.
    """
    for start in range(top + 1):
        assert len(longest_chain(start, mask_of(deck(top)), aim)) == most


@pytest.mark.parametrize("start", [-1, 13])
def test_there_must_be_such_a_value(start: int) -> None:
    """A start that no tile of any set could show is a mistake, not an empty chain."""
    with pytest.raises(ValueError, match=f"no such value: {start}"):
        longest_chain(start, 0)
