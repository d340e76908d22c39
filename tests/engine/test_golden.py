"""Golden games, every seat's view step by step, and counts of all legal sequences.

The games in ``golden/`` are written down from the views and checked a second time against the
referee. They are written again only on request, with ``RAMAL_GOLDEN=1`` in the environment.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from engine import apply, legal, start
from engine.deal import Deal
from engine.trains import State
from engine.view import View, view
from tests.engine import referee
from tests.engine.positions import ENDLESS, deal_of, new_match, referee_of, result

GOLDEN = Path(__file__).parent / "golden"
GAMES = [
    ("longana", 2, [1, 2, 3]),
    ("longana", 3, [1, 2]),
    ("longana", 4, [1, 2]),
    ("mexican-train", 2, [1]),
    ("mexican-train", 3, [13]),
    ("mexican-train", 5, [2]),
]
"""Game, seats, and the rounds written down."""

IDS = [f"{game}-{seats}" for game, seats, _ in GAMES]


# --- Golden games -------------------------------------------------------------------------------


def chosen(step: int, actions: list[str]) -> str:
    """What is played: places of the list in turn, but a chain is not finished while it can grow."""
    if len(actions) > 1 and actions[-1] == "finish":
        actions = actions[:-1]
    return actions[step * 5 % len(actions)]


def rounds_of(game: str, seats: int, last: int) -> Iterator[list[State]]:
    """The rounds of the golden match up to the last one asked for, each with all its positions."""
    match = new_match(game, seats, "golden")
    before: State | None = None
    for number in range(1, last + 1):
        states = [match.round(number, before)]
        while states[-1].turn is not None:
            state = states[-1]
            text = chosen(len(state.history), [str(action) for action in legal(state)])
            action = next(each for each in legal(state) if str(each) == text)
            assert state.turn is not None
            assert len(states) < ENDLESS, "a round that does not end"
            states.append(apply(state, state.turn, action))
        before = states[-1]
        yield states


def listed(values: Iterable[object], between: str = " ") -> str:
    """Some values in a row, or a dash."""
    return between.join(map(str, values)) or "-"


def table_text(
    phase: str,
    turn: int | None,
    ends: dict[str, int],
    opened: list[int],
    exposed: list[str],
    stock: int,
    counts: list[int],
) -> str:
    """What everybody sees, in one line."""
    row = listed(f"{place}={end}" for place, end in ends.items())
    return (
        f"  {phase} {turn or '-'} | ends {row} | open {listed(opened)} | "
        f"exposed {listed(exposed)} | stock {stock} | counts {listed(counts)}"
    )


def seat_text(seat: int, hand: list[str], can: list[str]) -> str:
    """What one seat sees beside that."""
    return f"  {seat}: {listed(hand)}" + (f" | {listed(can, ', ')}" if can else "")


def text_of_views(everybody: View, seats: list[View]) -> list[str]:
    """A position as its views tell it."""
    in_order = sorted(
        (train for train in everybody.trains if train.open and train.owner),
        key=lambda train: train.opened or train.owner,
    )
    queue = sorted((train.queue, train.tiles[-1].tile) for train in everybody.trains if train.queue)
    ends = {str(train.owner or "public"): train.end for train in everybody.trains}
    return [
        table_text(
            everybody.phase,
            everybody.turn,
            ends,
            [train.owner for train in in_order],
            [str(double) for _, double in queue],
            everybody.stock,
            list(everybody.counts),
        ),
        *(
            seat_text(seen.seat or 0, [str(t) for t in seen.hand], [str(a) for a in seen.legal])
            for seen in seats
        ),
    ]


def text_of_referee(other: referee.Round) -> list[str]:
    """A position as the referee tells it."""
    hands = other.hands_told()
    return [
        table_text(
            other.phase,
            other.turn,
            other.ends_told(),
            other.open_told(),
            other.exposed_told(),
            other.stock_left(),
            [len(hand) for hand in hands],
        ),
        *(
            seat_text(seat, hand, other.legal() if seat == other.turn else [])
            for seat, hand in enumerate(hands, 1)
        ),
    ]


def heading(deal: Deal) -> str:
    """The first line of a round."""
    search = deal.search_from or "-"
    return f"round {deal.round}, attempt {deal.attempt}, search from {search}"


def closing(told: tuple[str, int | None, list[int], list[int]]) -> str:
    """The last line of a round."""
    reason, winner, left, scored = told
    return f"{reason}, winner {winner or '-'}, left {listed(left)}, scored {listed(scored)}"


def golden_text(game: str, seats: int, rounds: list[int]) -> str:
    """The rounds of a golden game, from the views of a spectator and of every seat."""
    lines = [f"{game}, {seats} seats, seed golden, match 1"]
    for states in rounds_of(game, seats, rounds[-1]):
        if states[0].deal.round not in rounds:
            continue
        lines += ["", heading(states[0].deal)]
        for state in states:
            if state.history:
                lines.append(f"{state.history[-1][0]}: {state.history[-1][1]}")
            lines += text_of_views(
                view(state, None), [view(state, seat) for seat in range(1, seats + 1)]
            )
        lines.append(closing(result(states[-1])))
    return "\n".join([*lines, ""])


@pytest.mark.parametrize(("game", "seats", "rounds"), GAMES, ids=IDS)
def test_golden_game(game: str, seats: int, rounds: list[int]) -> None:
    """The fixed game goes as it was written down, for everybody at the table."""
    path = GOLDEN / f"{game}-{seats}.txt"
    text = golden_text(game, seats, rounds)
    if os.environ.get("RAMAL_GOLDEN"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")

    assert path.read_text(encoding="utf-8") == text


@pytest.mark.parametrize(("game", "seats", "rounds"), GAMES, ids=IDS)
def test_golden_game_by_the_referee(game: str, seats: int, rounds: list[int]) -> None:
    """The second reading of the rules plays the written moves and tells every line the same."""
    lines = (GOLDEN / f"{game}-{seats}.txt").read_text(encoding="utf-8").splitlines()
    deals = [states[0].deal for states in rounds_of(game, seats, rounds[-1])]
    expected = lines[:1]
    at = 1
    for deal in deals:
        if deal.round not in rounds:
            continue
        other = referee_of(deal)
        expected += ["", heading(deal), *text_of_referee(other)]
        while other.turn is not None:
            move = lines[len(expected)]
            seat, action = move.split(": ", 1)
            assert int(seat) == other.turn
            assert action == chosen(at - 1, other.legal())
            at += 1
            other.do(action)
            expected += [move, *text_of_referee(other)]
        told = other.result()
        assert told is not None
        expected.append(closing(told))
        at = 1

    assert lines == expected


# --- Counts of legal sequences ------------------------------------------------------------------

# Name, deal, and how many legal sequences of 1, 2, 3, ... actions it has. The numbers were counted
# by the referee.
COUNTS: list[tuple[str, Deal, list[int]]] = [
    (
        "longana, two seats",
        new_match("longana", 2, "counts").first_round().deal,
        [1, 1, 6, 8, 24, 35, 84, 129, 159, 303, 312, 613],
    ),
    (
        "longana, three seats",
        new_match("longana", 3, "counts").first_round().deal,
        [1, 3, 6, 6, 10, 25, 45, 71, 171, 215, 304, 755, 859, 1296],
    ),
    (
        "longana, four seats",
        new_match("longana", 4, "counts").first_round().deal,
        [1, 1, 3, 6, 6, 6, 10, 25, 45, 61, 103, 258, 332, 484, 1003],
    ),
    (
        "longana, to the end",
        deal_of(
            "longana",
            ["9-9 9-6 7-5 7-7 7-1", "8-0 8-1", "3-2 8-2", "9-5 7-6 9-7 0-0"],
            search_from=1,
        ),
        [
            2,
            2,
            2,
            8,
            33,
            33,
            33,
            75,
            219,
            219,
            207,
            275,
            515,
            515,
            487,
            462,
            563,
            81,
            70,
            47,
            49,
            16,
            15,
            13,
            13,
            11,
            11,
            0,
        ],
    ),
    (
        "mexican train, two seats",
        new_match("mexican-train", 2, "counts").first_round().deal,
        [1, 4, 19, 70, 246, 922, 3715],
    ),
    (
        "mexican train, four seats",
        new_match("mexican-train", 4, "counts").first_round().deal,
        [1, 2, 4, 7, 15, 38, 85, 185, 446, 1223],
    ),
    (
        "mexican train, ten seats",
        new_match("mexican-train", 10, "counts").round(13, None).deal,
        [1, 3, 7, 10, 21, 43, 77, 142, 253, 388, 522, 646, 760, 890, 1036, 1198],
    ),
    (
        "mexican train, doubles",
        deal_of(
            "mexican-train",
            ["12-12 12-1 12-5 1-1 2-2 5-5 9-4", "12-2 10-9 6-0", "12-3 8-3 8-7"],
            "11-10 11-9 6-1 6-5 6-2 4-0",
        ),
        [
            1,
            2,
            4,
            4,
            4,
            4,
            6,
            12,
            14,
            12,
            12,
            16,
            20,
            20,
            21,
            22,
            22,
            23,
            25,
            33,
            43,
            50,
            58,
            62,
            54,
            52,
            58,
            57,
            40,
            38,
            33,
            23,
            16,
            11,
            11,
            5,
            2,
            2,
            0,
        ],
    ),
    (
        "mexican train, after a search",
        deal_of(
            "mexican-train",
            ["3-1 3-2 2-2", "3-0 2-1 1-1", "2-0 1-0"],
            "0-0 3-3",
            number=10,
        ),
        [1, 1, 1, 1, 2, 3, 3, 5, 15, 39, 47, 26, 26, 19, 5, 2, 1, 0],
    ),
]


def by_engine(state: State, depth: int) -> list[int]:
    """How many legal sequences of 1 to ``depth`` actions there are."""
    row = [state]
    counts = []
    for _ in range(depth):
        row = [apply(each, each.turn or 0, action) for each in row for action in legal(each)]
        counts.append(len(row))
    return counts


def by_referee(other: referee.Round, depth: int) -> list[int]:
    """The same, by the second reading of the rules."""
    row = [other]
    counts = []
    for _ in range(depth):
        grown = []
        for each in row:
            for action in each.legal():
                twin = each.copy()
                twin.do(action)
                grown.append(twin)
        row = grown
        counts.append(len(row))
    return counts


@pytest.mark.parametrize(
    ("deal", "counts"), [each[1:] for each in COUNTS], ids=[each[0] for each in COUNTS]
)
def test_counts_of_legal_sequences(deal: Deal, counts: list[int]) -> None:
    """Engine and referee find as many sequences of legal actions, at every length."""
    assert by_referee(referee_of(deal), len(counts)) == counts
    assert by_engine(start(deal), len(counts)) == counts


def test_counts_by_hand() -> None:
    """A round small enough for the head: one opening; two tiles for seat 2's arm; for each of them
    two for seat 1's; and after any of these four nothing fits and the round is blocked."""
    deal = deal_of("longana", ["9-9 9-1 9-2", "9-3 9-4"])

    assert by_engine(start(deal), 4) == [1, 2, 4, 0]
    assert by_referee(referee_of(deal), 4) == [1, 2, 4, 0]
