"""From a seed to a deal: RECORD.md, "The deal" (format ``ramal/1``), and the commitment.

The algorithm is written down and fixed, so that anyone can check a finished match on any machine.
Nothing here draws random numbers: a seed comes in, the same deal always comes out.
"""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Iterator
from typing import NamedTuple

from engine.tiles import Tile, deck

MAX_SEED = 64


class Deal(NamedTuple):
    """All that a round follows from. Secret until the round is over.

    ``hands`` and ``stock`` stand as dealt, before any search for the opener; ``attempt`` counts
    redeals from 1 (L6); ``search_from`` is the seat where the search for the opener starts.
    """

    game: str
    round: int
    attempt: int
    search_from: int | None
    hands: tuple[tuple[Tile, ...], ...]
    stock: tuple[Tile, ...]


def normal_seed(text: str) -> str:
    """The seed that was typed, in NFC. Raises ValueError unless it has 1 to 64 code points.

    Lone surrogates are refused too, since the deal is made from the seed's UTF-8.
    """
    seed = unicodedata.normalize("NFC", text)
    if not 1 <= len(seed) <= MAX_SEED or any("\ud800" <= c <= "\udfff" for c in seed):
        raise ValueError("a seed has 1 to 64 characters")
    return seed


def commitment(seed: str) -> str:
    """What is shown of a secret seed from the start: SHA-256 of ``ramal/1|SEED`` in hexadecimal."""
    return hashlib.sha256(f"ramal/1|{seed}".encode()).hexdigest()


def dealt(
    key: tuple[str, str, int, int, int], top: int, seats: int, hand_size: int
) -> tuple[tuple[tuple[Tile, ...], ...], tuple[Tile, ...]]:
    """The hands, seat 1 first, and the stock of one deal of the set up to the double ``top``.

    ``key`` is (game, seed, match, round, attempt); the deal depends on it and on nothing else.
    """
    cards = list(deck(top))
    words = _words("ramal/1|" + "|".join(map(str, key)))
    for i in range(len(cards) - 1, 0, -1):  # Fisher-Yates
        j = _below(i + 1, words)
        cards[i], cards[j] = cards[j], cards[i]
    hands = tuple(tuple(cards[s * hand_size : (s + 1) * hand_size]) for s in range(seats))
    return hands, tuple(cards[seats * hand_size :])


def _words(key: str) -> Iterator[int]:
    """An endless stream of 32-bit words: eight big-endian ones from each hashed block."""
    block = 0
    while True:
        digest = hashlib.sha256(f"{key}|{block}".encode()).digest()
        for at in range(0, 32, 4):
            yield int.from_bytes(digest[at : at + 4], "big")
        block += 1


def _below(n: int, words: Iterator[int]) -> int:
    """A number from 0 to n - 1, each as likely: words past the last whole multiple are skipped."""
    limit = (1 << 32) // n * n
    return next(word for word in words if word < limit) % n
