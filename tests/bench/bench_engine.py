"""Moves a second of the engine against the PyPI package ``dominoes``, in one run.

``python -m tests.bench.bench_engine [SECONDS]``. Both play at random through their public API; the
last column is the unchecked way that computers play out. The three are measured in turns, so that
a busy machine slows all of them, and each ratio is the median over the turns.
"""

from __future__ import annotations

import sys
import time
from random import Random
from statistics import median

import dominoes

from engine.__main__ import checked_moves, playout_moves, sample_rounds

TABLES = [(game, seats) for game in ("longana", "mexican-train") for seats in (2, 4)]
TABLES.append(("mexican-train", 8))
TURNS = 9


def peer_moves(seconds: float) -> float:
    """Moves a second of CPU of ``dominoes``: a new game for each, as its documentation plays."""
    choice = Random(1).choice
    moves = 0
    started = time.process_time()
    while (took := time.process_time() - started) < seconds:
        game = dominoes.Game.new()
        while game.result is None:
            game.make_move(*choice(game.valid_moves))
            moves += 1
    return moves / took


def main() -> None:
    """Print the table."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 0.3
    print("moves a second of CPU, and how many times the peer's (median of turns)")
    print(
        f"{'game':15}{'seats':>5}{'dominoes':>10}{'checked':>10}{'ratio':>7}{'playout':>10}{'ratio':>7}"
    )
    for game, seats in TABLES:
        rounds = sample_rounds(game, seats)
        turns = [
            (
                peer_moves(seconds),
                checked_moves(rounds, seconds)[0],
                playout_moves(rounds, seconds)[0],
            )
            for _ in range(TURNS)
        ]
        peer, checked, playout = (median(column) for column in zip(*turns, strict=True))
        checked_ratio = median(turn[1] / turn[0] for turn in turns)
        playout_ratio = median(turn[2] / turn[0] for turn in turns)
        print(
            f"{game:15}{seats:>5}{peer:>10,.0f}{checked:>10,.0f}{checked_ratio:>7.2f}"
            f"{playout:>10,.0f}{playout_ratio:>7.2f}"
        )


if __name__ == "__main__":
    main()
