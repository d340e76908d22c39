"""Seeds and deals, worked out a second time from the written-down algorithm (T7)."""

# Tests are named after the rules, capital letters included.
# ruff: noqa: N802

from __future__ import annotations

import hashlib
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import GAMES
from engine.deal import MAX_SEED, commitment, dealt, normal_seed
from engine.tiles import Tile
from tests.engine.positions import FIXED, TABLES
from tests.engine.referee import by_the_book

seeds = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=20)


def in_order(hands: tuple[tuple[Tile, ...], ...], stock: tuple[Tile, ...]) -> list[str]:
    """A whole deal, seat 1's first tile first."""
    return [str(tile) for hand in (*hands, stock) for tile in hand]


@given(seeds, st.integers(1, 99), st.integers(1, 99), st.integers(1, 9), st.sampled_from(TABLES))
@FIXED
def test_T7_the_deal_follows_the_written_down_steps(
    seed: str, match: int, number: int, attempt: int, table: tuple[str, int]
) -> None:
    """For any key: the deck in canonical order, shuffled by SHA-256 words, dealt from seat 1 on."""
    game, seats = table
    top = 9 if game == "longana" else 12
    size = GAMES[game].hand_size(seats)
    hands, stock = dealt((game, seed, match, number, attempt), top, seats, size)

    assert in_order(hands, stock) == by_the_book(
        f"ramal/1|{game}|{seed}|{match}|{number}|{attempt}", top
    )
    assert [len(hand) for hand in hands] == [size] * seats


KNOWN = [
    (
        ("longana", "ramal", 1, 1, 1),
        (
            "9-3 4-1 4-2 9-7 7-0 8-2 7-2 2-1 3-2 2-0 6-1 9-2 5-5 8-0 9-6 3-1 1-1 8-3 5-3 8-5 "
            "0-0 3-0 9-9 7-6 8-7 8-1 7-4 7-7 6-5 9-1 5-4 7-5 7-3 4-0 8-8 6-2 7-1 5-1 6-4 3-3 "
            "1-0 8-6 5-0 9-8 5-2 4-3 6-0 8-4 6-6 9-5 9-4 6-3 2-2 9-0 4-4"
        ),
    ),
    (
        ("mexican-train", "Größe 7", 2, 13, 1),
        (
            "8-4 6-2 6-6 10-4 12-8 7-1 9-4 4-2 3-0 4-4 11-11 12-4 6-0 12-0 9-5 0-0 10-9 12-5 "
            "11-3 8-5 8-8 8-6 1-1 7-2 7-6 9-2 7-4 10-2 10-10 6-1 6-3 2-0 7-0 5-2 5-4 2-1 7-5 "
            "8-1 5-3 10-3 3-2 2-2 8-2 8-3 11-4 8-7 6-5 1-0 4-0 12-9 5-1 12-2 5-0 3-1 12-7 "
            "10-1 12-1 8-0 4-3 11-0 11-7 11-6 9-1 12-11 12-12 9-0 11-8 10-6 6-4 5-5 9-6 11-2 "
            "3-3 10-5 12-10 10-0 9-7 9-9 12-3 10-7 11-9 11-5 7-3 9-3 4-1 11-10 9-8 10-8 12-6 "
            "7-7 11-1"
        ),
    ),
]


@pytest.mark.parametrize(("key", "deck"), KNOWN, ids=["longana", "mexican-train"])
def test_T7_a_seed_deals_the_same_for_ever(key: tuple[str, str, int, int, int], deck: str) -> None:
    """Two deals are kept as text: no version may ever deal them otherwise."""
    game = GAMES[key[0]]

    assert " ".join(in_order(*dealt(key, game.TOP, 2, game.hand_size(2)))) == deck


def test_T7_words_past_the_last_whole_multiple_are_skipped() -> None:
    """Such a word comes about once in two million deals; this is one, and skipping matters."""
    deck = in_order(*dealt(("longana", "2381416", 1, 1, 1), 9, 2, 8))

    assert deck == by_the_book("ramal/1|longana|2381416|1|1|1", 9)
    assert deck != by_the_book("ramal/1|longana|2381416|1|1|1", 9, skipping=False)


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_T7_the_deal_depends_on_every_part_of_its_key(game: str, seats: int) -> None:
    """Another seed, match, round or attempt deals otherwise; the same one deals the same."""
    top, size = GAMES[game].TOP, GAMES[game].hand_size(seats)
    keys = [("a", 1, 1, 1), ("b", 1, 1, 1), ("a", 2, 1, 1), ("a", 1, 2, 1), ("a", 1, 1, 2)]
    deals = [dealt((game, *key), top, seats, size) for key in keys]

    assert len(set(deals)) == len(keys)
    assert dealt((game, *keys[0]), top, seats, size) == deals[0]


def test_T7_the_seats_do_not_change_the_shuffle() -> None:
    """It is the same deck that is handed out, however many sit down."""
    two, four = (in_order(*dealt(("longana", "x", 1, 1, 1), 9, n, 8)) for n in (2, 4))

    assert two == four


@pytest.mark.parametrize(
    "seed",
    ["a", "ramal", "x" * 64, "  ", "Größe 7", "🁢🂓", "|", "a\tb", "\u00e9" * 64, "\ufb01\u2460"],
)
def test_T7_a_typed_seed_is_kept(seed: str) -> None:
    """1 to 64 characters in NFC, whatever they are."""
    assert normal_seed(seed) == seed


def test_T7_a_typed_seed_is_normalised() -> None:
    """The same letters typed in pieces are the same seed; the length counts after that."""
    assert normal_seed("e\u0301") == "\u00e9"
    assert normal_seed("e\u0301" * 64) == "\u00e9" * 64
    assert normal_seed("A\u030a") == normal_seed("\u212b") == "\u00c5"


@pytest.mark.parametrize(
    "seed", ["", "x" * 65, "\u00e9" * 65, "e\u0301" * 65, "\ud800", "a\udfff", "\udc80" * 3]
)
def test_T7_what_is_no_seed(seed: str) -> None:
    """None, too long a one, or one with halves of characters, which have no UTF-8."""
    with pytest.raises(ValueError, match="1 to 64"):
        normal_seed(seed)


@given(st.one_of(st.text(max_size=80), st.text(st.characters(), max_size=80)))
@FIXED
def test_T7_a_seed_that_was_taken_is_taken_unchanged_again(text: str) -> None:
    """Whatever is accepted is short, in NFC and stays itself."""
    try:
        seed = normal_seed(text)
    except ValueError:
        nfc = unicodedata.normalize("NFC", text)
        assert not 1 <= len(nfc) <= 64 or any(unicodedata.category(c) == "Cs" for c in nfc)
    else:
        assert 1 <= len(seed) <= MAX_SEED == 64
        assert unicodedata.is_normalized("NFC", seed)
        assert normal_seed(seed) == seed


def test_T7_the_commitment_is_the_hash_of_the_seed() -> None:
    """SHA-256 of ``ramal/1|SEED`` in hexadecimal, the seed in UTF-8."""
    for seed in ["k3v7", "Größe 7"]:
        assert commitment(seed) == hashlib.sha256(b"ramal/1|" + seed.encode("utf-8")).hexdigest()
    assert commitment("a") != commitment("b")
