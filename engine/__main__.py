"""The engine's command line: ``python -m engine verify | play | bench | arena`` (RECORD.md)."""

from __future__ import annotations

import argparse
import json
import shlex
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from engine import GAMES, apply, legal
from engine.computers import LEVELS, choose
from engine.computers.arena import PLAYERS, Contest, Pair, figure, pair
from engine.deal import normal_seed
from engine.log import Acted, NewMatch, NextRound, Position, begin, fold
from engine.match import Match, Result
from engine.record import MAX_BYTES, Fault, Player, read, write
from engine.trains import State
from engine.verify import Listener, verify
from engine.view import targets


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit code is 0, 1 for a refused record, 2 for wrong arguments."""
    parser = argparse.ArgumentParser(prog="python -m engine", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)

    verifying = commands.add_parser("verify", help="replay a record and say whether it stands")
    verifying.add_argument("file", type=Path)
    verifying.add_argument("--steps", action="store_true", help="a JSON line before every action")
    verifying.set_defaults(run=_verify)

    playing = commands.add_parser("play", help="let computers play and write the record")
    playing.add_argument("--game", choices=sorted(GAMES), required=True)
    playing.add_argument("--players", type=int, required=True)
    playing.add_argument("--seed", required=True)
    playing.add_argument("--levels", default="steady", help="one level or one for each seat")
    playing.add_argument("--rounds", type=int, help="stop after so many rounds of the match")
    playing.set_defaults(run=_play)

    benching = commands.add_parser("bench", help="measure moves and playouts a second")
    benching.add_argument("--seconds", type=float, default=1.0, help="for each line")
    benching.set_defaults(run=_bench)

    matching = commands.add_parser("arena", help="measure computers against each other")
    matching.add_argument("--game", choices=sorted(GAMES), required=True)
    matching.add_argument("--seats", type=int, default=4)
    matching.add_argument("--a", choices=list(PLAYERS), required=True)
    matching.add_argument("--b", choices=list(PLAYERS), required=True)
    matching.add_argument("--rounds", type=int, help="so many deals, each played twice")
    matching.add_argument("--matches", type=int, help="so many whole matches, each played twice")
    matching.add_argument("--seed", default="arena")
    matching.add_argument("--jobs", type=int, default=1, help="processes")
    matching.set_defaults(run=_arena)

    options = parser.parse_args(arguments)
    try:
        return int(options.run(options))
    except Fault as fault:
        print(fault, file=sys.stderr)
        return 1
    except argparse.ArgumentTypeError as error:
        parser.error(str(error))
    except BrokenPipeError:  # whoever read our output has heard enough
        sys.stderr.close()
        return 1


# --- verify --------------------------------------------------------------------------------------


def _verify(options: argparse.Namespace) -> int:
    listener = Listener(step=_print_step if options.steps else _silent, ended=_print_round)
    verify(read(_contents(options.file)), listener)
    print("ok")
    return 0


def _contents(path: Path) -> bytes:
    """The file's bytes, one more than is allowed at the most."""
    try:
        with path.open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except OSError as error:
        raise Fault(f"the file cannot be read: {error.strerror}") from None


def _silent(match: int, step: int, state: State) -> None:
    """Nothing is said of single steps."""


def _print_step(match: int, step: int, state: State) -> None:
    print(json.dumps(step_facts(match, step, state), separators=(",", ":")))


def step_facts(match: int, step: int, state: State) -> dict[str, Any]:
    """What ``--steps`` tells of a state, in the order of its keys (RECORD.md)."""
    return {
        "match": match,
        "round": state.deal.round,
        "step": step,
        "seat": state.turn,
        "legal": [str(action) for action in legal(state)],
        "ends": {str(on or "public"): state.ends[on - 1] for on in targets(state)},
        "open": list(state.open),
        "exposed": [str(double.tile) for double in state.exposed],
        "stock": len(state.stock) if GAMES[state.deal.game].HAS_PUBLIC else 0,
        "phase": state.phase,
    }


def _print_round(match: int, state: State, result: Result | None) -> None:
    where = f"match {match}, round {state.deal.round}"
    if result is None:
        print(f"{where}: running after {len(state.history)} actions")
        return
    won = f", seat {result.outcome.winner} wins" if result.outcome.winner else ""
    totals = " ".join(map(str, result.totals))
    print(f"{where}: {result.outcome.reason}{won}, totals {totals}")


# --- play ----------------------------------------------------------------------------------------


def _play(options: argparse.Namespace) -> int:
    game = GAMES[options.game]
    if not game.MIN_SEATS <= options.players <= game.MAX_SEATS:
        raise argparse.ArgumentTypeError(
            f"{options.game} has {game.MIN_SEATS} to {game.MAX_SEATS} players"
        )
    levels = options.levels.split(",")
    if set(levels) - set(LEVELS) or len(levels) not in (1, options.players):
        raise argparse.ArgumentTypeError(f"levels are {', '.join(LEVELS)}: one, or one per player")
    if options.rounds is not None and options.rounds < 1:
        raise argparse.ArgumentTypeError("rounds count from 1")
    try:
        seed = normal_seed(options.seed)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    levels = levels * options.players if len(levels) == 1 else levels
    position = begin(options.game, options.players, NewMatch(seed, seed_chosen=True))
    position = _played(position, levels, options.rounds)
    players = [Player(f"Seat {at}", "computer", level) for at, level in enumerate(levels, 1)]
    json.dump(write(players, position, whole=True), sys.stdout, ensure_ascii=False, indent=1)
    print()
    return 0


def _played(position: Position, levels: list[str], rounds: int | None) -> Position:
    """The position once computers have played so many rounds, or the whole match."""
    step = 0
    while True:
        seat = position.state.turn
        if seat is not None:
            dice = Random(f"play|{step}|{seat}")  # never from the seed (RECORD.md)
            advice = choose(position.view(seat), levels[seat - 1], dice)
            position = fold(position, Acted(seat, advice.action, computer=True))
        elif position.match_over or position.state.deal.round == rounds:
            return position
        else:
            position = fold(position, NextRound())
        step += 1


# --- arena ---------------------------------------------------------------------------------------


def _arena(options: argparse.Namespace) -> int:
    game = GAMES[options.game]
    if not game.MIN_SEATS <= options.seats <= game.MAX_SEATS:
        raise argparse.ArgumentTypeError(
            f"{options.game} has {game.MIN_SEATS} to {game.MAX_SEATS} seats"
        )
    if (options.rounds is None) == (options.matches is None):
        raise argparse.ArgumentTypeError("say how many: either --rounds or --matches")
    number = options.matches if options.rounds is None else options.rounds
    if number < 1 or options.jobs < 1:
        raise argparse.ArgumentTypeError("there is at least one round or match, and one process")
    contest = Contest(
        options.game, options.seats, options.a, options.b, options.seed, options.rounds is None
    )
    played = partial(pair, contest, time.process_time)
    if options.jobs == 1:
        pairs = list(map(played, range(1, number + 1)))
    else:
        with ProcessPoolExecutor(options.jobs) as pool:
            pairs = list(pool.map(played, range(1, number + 1)))
    print(_table(contest, pairs))
    unit = "matches" if contest.whole_matches else "rounds"
    print(
        f"again: python -m engine arena --game {contest.game} --seats {contest.seats}"
        f" --a {contest.a} --b {contest.b} --{unit} {number} --seed {shlex.quote(contest.seed)}"
    )
    return 0


def _table(contest: Contest, pairs: list[Pair]) -> str:
    """What the pairs of games say, with intervals of 95 %."""
    scored = "points" if GAMES[contest.game].ROUNDS is None else "pips"
    lines = [f"{contest.a} (A) against {contest.b} (B), {contest.game}, {contest.seats} seats"]
    for heading, unit, scale, told in (
        (f"{scored} A-B a seat and round", "", 1, [each.margins for each in pairs]),
        ("rounds won by A", " %", 100, [each.rounds for each in pairs]),
        ("matches won by A", " %", 100, [each.matches for each in pairs]),
    ):
        found = figure(told)
        if found is not None:
            number = sum(map(len, told))
            mean, give = found.mean * scale, found.give * scale
            lines.append(f"{heading:28}{mean:8.1f} ± {give:.1f}{unit}   ({number} played)")
    times = sorted(took for each in pairs for took in each.times)
    if times:
        p50, p99 = times[len(times) // 2], times[len(times) * 99 // 100]
        lines.append(
            f"{'decisions of A, CPU':28}{len(times):8}   p50 {p50 * 1000:.2f} ms,"
            f" p99 {p99 * 1000:.1f} ms, longest {times[-1] * 1000:.1f} ms"
        )
    return "\n".join(lines)


# --- bench ---------------------------------------------------------------------------------------


def _bench(options: argparse.Namespace) -> int:
    print(
        f"{'game':14}{'seats':>6}{'checked moves/s':>18}{'playout moves/s':>18}{'playouts/s':>12}"
    )
    for name, seats in (*((g, n) for g in GAMES for n in (2, 3, 4)), ("mexican-train", 8)):
        rounds = sample_rounds(name, seats)
        checked, _ = checked_moves(rounds, options.seconds)
        moves, playouts = playout_moves(rounds, options.seconds)
        print(f"{name:14}{seats:>6}{checked:>18,.0f}{moves:>18,.0f}{playouts:>12,.0f}")
    return 0


def sample_rounds(game: str, seats: int, number: int = 40) -> list[State]:
    """Rounds at their opening to measure with, dealt from fixed seeds."""
    deals = (Match(game, seats, at, "bench", seed_chosen=True) for at in range(1, number + 1))
    return [match.first_round() for match in deals]


def checked_moves(rounds: list[State], seconds: float) -> tuple[float, float]:
    """Random moves and rounds a second of CPU by the public verbs ``legal`` and ``apply``."""
    choice = Random(1).choice
    moves = played = 0
    started = time.process_time()
    while (took := time.process_time() - started) < seconds:
        for at_opening in rounds:
            state = at_opening
            while state.turn is not None:
                state = apply(state, state.turn, choice(legal(state)))
                moves += 1
            played += 1
    return moves / took, played / took


def playout_moves(rounds: list[State], seconds: float) -> tuple[float, float]:
    """Random moves and playouts a second of CPU, as computers play out: on a copy, unchecked."""
    random = Random(1).random
    game = GAMES[rounds[0].deal.game]
    listed, advance = game.moves, game.advance
    moves = played = 0
    started = time.process_time()
    while (took := time.process_time() - started) < seconds:
        for at_opening in rounds:
            state = at_opening.copy()
            while state.turn is not None:
                actions = listed(state)
                advance(state, actions[int(random() * len(actions))])
                moves += 1
            played += 1
    return moves / took, played / took


if __name__ == "__main__":
    sys.exit(main())
