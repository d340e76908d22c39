"""The exact chain against a plain depth-first search over all walks, in one run.

``python -m tests.bench.bench_chains``. Both get the same random hands of a double-twelve set and
look for most tiles; the search only as far as it ends in good time. Then come made-up hands that
are hard for the engine. Times are of the CPU, in milliseconds.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from itertools import combinations, product
from random import Random
from statistics import median

from engine.computers.chains import longest_chain
from engine.tiles import SHOWING, TILES, mask_of, tile, tiles_in

Question = tuple[int, int]
"""The start and the mask of a hand."""

SEARCHED = {8: 2000, 10: 2000, 12: 2000, 15: 1000, 18: 300, 20: 60}
"""By the size of a hand: how many are given to the depth-first search."""

SIZES = (8, 10, 12, 15, 18, 20, 25, 30, 40, 50, 60)
HANDS = 2000

WORST = (
    "12-11 12-9 12-5 12-3 12-0 11-9 11-5 11-3 11-0 10-5 10-4 9-5 9-3 9-0 8-8 8-7 8-6 8-4 8-2 8-1 "
    "7-6 7-4 7-2 7-1 6-6 6-4 6-2 6-1 5-3 5-0 4-4 4-2 4-1 3-0 2-2 2-1 1-1 0-0"
)
"""The hand that took longest of all that a search for such hands came upon; it starts at 10."""


def depth_first(start: int, tiles: int) -> int:
    """What the best chain is worth, by trying every walk."""
    best = 0
    for each in tiles_in(tiles & SHOWING[start]):
        worth = 2048 + each.pips + depth_first(each.other(start), tiles ^ each.bit)
        best = max(best, worth)
    return best


def exact(start: int, tiles: int) -> int:
    """What the best chain is worth, by the engine."""
    return sum(2048 + each.pips for each in longest_chain(start, tiles))


def timed(ask: Callable[[int, int], int], questions: Iterable[Question]) -> list[tuple[float, int]]:
    """The time that each question takes, and the answer."""
    answers = []
    for start, tiles in questions:
        started = time.process_time()
        answer = ask(start, tiles)
        answers.append(((time.process_time() - started) * 1000, answer))
    return answers


def columns(times: list[float]) -> str:
    """Median, 99th percentile and maximum."""
    ranked = sorted(times)
    return f"{median(ranked):10.3f}{ranked[len(ranked) * 99 // 100]:10.3f}{ranked[-1]:10.3f}"


def random_hands(size: int, count: int) -> list[Question]:
    """The same hands in every run."""
    random = Random(size)
    return [(random.randrange(13), mask_of(random.sample(TILES, size))) for _ in range(count)]


def two_groups(start: int, higher: list[int], lower: list[int]) -> int:
    """All tiles within two groups of values, and one tile from the start to each group."""
    within = {tile(*pair) for group in (higher, lower) for pair in combinations(group, 2)}
    return mask_of(within | {tile(start, higher[0]), tile(start, lower[0])})


def worst_hands() -> dict[str, list[Question]]:
    """Hands that no deal makes likely, but whose bounds promise far more than there is."""
    hands = {"all tiles": [(start, mask_of(TILES)) for start in range(13)]}
    for few in range(2, 7):
        most, rest = range(13 - few), range(13 - few, 13)
        tiles = mask_of(tile(a, b) for a, b in product(most, rest))
        hands[f"{few} values to {13 - few}"] = [(start, tiles) for start in range(13)]
    hands["two groups"] = []
    for start in range(13):
        others = [value for value in range(13) if value != start]
        hands["two groups"].append((start, two_groups(start, others[1::2], others[::2])))
    worst = mask_of(tile(*map(int, each.split("-"))) for each in WORST.split())
    hands["worst known"] = [(10, worst)]
    return hands


def main() -> None:
    """Print the tables."""
    heads = f"{'median':>10}{'p99':>10}{'max':>10}"
    print(f"{'tiles':>16}{'hands':>7}{heads}   depth-first:{heads}{'ratio of means':>16}")
    for size in SIZES:
        hands = random_hands(size, HANDS)
        ours = timed(exact, hands)
        line = f"{size:>16}{HANDS:>7}{columns([took for took, _ in ours])}"
        if size in SEARCHED:
            theirs = timed(depth_first, hands[: SEARCHED[size]])
            same = ours[: SEARCHED[size]]
            if [worth for _, worth in theirs] != [worth for _, worth in same]:
                raise SystemExit("The two do not agree.")
            ratio = sum(took for took, _ in theirs) / sum(took for took, _ in same)
            line += f"{SEARCHED[size]:>14}{columns([took for took, _ in theirs])}{ratio:>16.1f}"
        print(line, flush=True)
    for name, questions in worst_hands().items():
        ours = timed(exact, questions)
        print(f"{name:>16}{len(questions):>7}{columns([took for took, _ in ours])}")


if __name__ == "__main__":
    main()
