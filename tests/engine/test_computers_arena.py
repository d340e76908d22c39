"""The arena: computers against each other, measured fairly and repeatably."""

from __future__ import annotations

from itertools import count

import pytest

from engine.__main__ import main
from engine.computers.arena import PLAYERS, Contest, Pair, figure, pair


def tick() -> float:
    """A clock by which every decision takes a second."""
    return float(next(TICKS))


TICKS = count()


def rounds(game: str, seats: int, a: str, b: str, number: int) -> list[Pair]:
    """So many pairs of rounds."""
    contest = Contest(game, seats, a, b, "test", whole_matches=False)
    return [pair(contest, tick, at) for at in range(1, number + 1)]


@pytest.mark.parametrize("player", ["greedy", "greedy+", "steady"])
@pytest.mark.parametrize(("game", "seats"), [("longana", 2), ("longana", 3), ("mexican-train", 4)])
def test_one_player_against_itself_is_even(game: str, seats: int, player: str) -> None:
    """Seats are swapped on equal deals, so that two players without dice come out exactly even."""
    for each in rounds(game, seats, player, player, 3):
        assert sum(each.margins) == pytest.approx(0)
        assert sum(each.rounds) == 1
        assert len(each.margins) == 2


def test_a_pair_can_be_repeated() -> None:
    """The same contest and number give the same, with sharp and relaxed too."""
    contest = Contest("longana", 2, "sharp", "relaxed", "again", whole_matches=False)

    assert pair(contest, tick, 1) == pair(contest, tick, 1)
    assert set(pair(contest, tick, 1).times) == {1.0}


def test_whole_matches_count_rounds_and_winners() -> None:
    """Thirteen rounds twice, and two matches won by somebody."""
    contest = Contest("mexican-train", 2, "greedy+", "random", "match", whole_matches=True)
    told = pair(contest, tick, 1)

    assert len(told.margins) == len(told.rounds) == 26
    assert len(told.matches) == 2
    assert all(0 <= share <= 1 for share in told.matches)


def test_better_players_win_more() -> None:
    """The chain of Mexican Train's first turn makes greedy better, and steady is better than what
    is below it."""
    order = [
        ("mexican-train", 4, "greedy+", "greedy", 12),
        ("mexican-train", 4, "steady", "relaxed", 12),
        ("longana", 4, "relaxed", "random", 60),
        ("longana", 4, "steady", "relaxed", 60),
        ("longana", 2, "steady", "greedy", 150),
    ]
    for game, seats, a, b, number in order:
        found = figure([each.rounds for each in rounds(game, seats, a, b, number)])
        assert found is not None
        assert found.mean - found.give / 2 > 0.5, (game, a, b, found)


def test_the_interval_is_of_the_pairs() -> None:
    """The two games of a pair hang together: they are one sample, whose mean counts by its size."""
    assert figure([[], []]) is None
    even = figure([[1.0, 0.0], [0.0, 1.0], [1.0, 0.0]])
    assert even == (0.5, 0.0)
    uneven = figure([[1.0, 1.0], [0.0, 0.0]])
    assert uneven is not None
    assert uneven.mean == 0.5
    assert uneven.give == pytest.approx(1.96 * 0.5)
    longer = figure([[1.0] * 6, [0.0] * 2])
    assert longer is not None
    assert longer.mean == 0.75


def test_the_command_prints_figures_and_how_to_repeat_them(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Means with intervals, times, and a command that gives the same figures."""
    call = ["arena", "--game", "longana", "--seats", "2", "--a", "steady", "--b", "greedy"]
    assert main([*call, "--matches", "2", "--seed", "two words"]) == 0
    first = capsys.readouterr().out.splitlines()
    assert main([*call, "--matches", "2", "--seed", "two words", "--jobs", "2"]) == 0
    second = capsys.readouterr().out.splitlines()

    assert first[:4] == second[:4]
    assert first[0] == "steady (A) against greedy (B), longana, 2 seats"
    assert "±" in first[1]
    assert (
        first[-1] == "again: python -m engine " + " ".join(call) + " --matches 2 --seed 'two words'"
    )


@pytest.mark.parametrize(
    "wrong",
    [
        ["--rounds", "1", "--matches", "1"],
        [],
        ["--rounds", "0"],
        ["--rounds", "1", "--seats", "5"],
        ["--rounds", "1", "--jobs", "0"],
    ],
    ids=" ".join,
)
def test_the_command_refuses_what_cannot_be(
    wrong: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """Impossible settings get a sentence and exit 2."""
    call = ["arena", "--game", "longana", "--a", "steady", "--b", "greedy"]
    with pytest.raises(SystemExit) as ended:
        main([*call, *wrong])

    assert ended.value.code == 2
    assert "error" in capsys.readouterr().err


def test_yardsticks_are_no_levels() -> None:
    """They are in the arena only."""
    assert set(PLAYERS) == {"random", "greedy", "greedy+", "relaxed", "steady", "sharp"}
