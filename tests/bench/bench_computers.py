"""How long computers think: CPU time of a decision, by game, seats and level.

``python -m tests.bench.bench_computers [ROUNDS]``. The rounds are played by the level itself; only
decisions in which there is a choice count. Aims: relaxed and steady below 10 ms, sharp with a 99th
percentile below 250 ms in Mexican Train and below 100 ms in Longana.
"""

from __future__ import annotations

import sys
import time
from random import Random

from engine import apply
from engine.computers import LEVELS, choose
from engine.match import Match
from engine.view import view

TABLES = [("longana", 2), ("longana", 4), ("mexican-train", 2), ("mexican-train", 4)]
TABLES.append(("mexican-train", 8))


def decisions(game: str, seats: int, level: str, rounds: int) -> list[float]:
    """The milliseconds of each decision in so many rounds."""
    times = []
    for number in range(1, rounds + 1):
        state = Match(game, seats, number, "bench", seed_chosen=True).first_round()
        while state.turn is not None:
            seen = view(state, state.turn)
            rng = Random(f"{number} {len(state.history)}")
            started = time.process_time()
            action = choose(seen, level, rng).action
            if len(seen.legal) > 1:
                times.append((time.process_time() - started) * 1000)
            state = apply(state, state.turn, action)
    return times


def main() -> None:
    """Print the table."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    print("milliseconds of CPU for a decision")
    print(f"{'game':15}{'seats':>5}  {'level':8}{'number':>7}{'p50':>9}{'p99':>9}{'longest':>9}")
    for game, seats in TABLES:
        for level in LEVELS:
            times = sorted(decisions(game, seats, level, rounds))
            p50, p99 = times[len(times) // 2], times[len(times) * 99 // 100]
            print(
                f"{game:15}{seats:>5}  {level:8}{len(times):>7}{p50:>9.2f}{p99:>9.2f}"
                f"{times[-1]:>9.2f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
