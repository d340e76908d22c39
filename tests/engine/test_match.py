"""Matches: rounds in order, deals from one seed, totals, and who wins."""

# Tests are named after the rules, capital letters included.
# ruff: noqa: N802

from __future__ import annotations

import pytest

from engine import GAMES
from engine.match import Match, results, standing
from engine.trains import State
from tests.engine.positions import TABLES, matches, new_match, played, result, round_of
from tests.engine.referee import by_the_book


def ends_of_rounds(match: Match) -> tuple[State, ...]:
    """The last states of all rounds of a match played at random."""
    return tuple(state for state, action in played(match) if action is None)


def has_double(hand: list[str]) -> bool:
    """Whether a hand in notation holds a double."""
    return any(tile.split("-")[0] == tile.split("-")[1] for tile in hand)


def test_the_games_go_by_their_keys() -> None:
    """The record's names of the games, exactly so."""
    assert {key: game.KEY for key, game in GAMES.items()} == {
        "longana": "longana",
        "mexican-train": "mexican-train",
    }
    assert {key: game.TOP for key, game in GAMES.items()} == {"longana": 9, "mexican-train": 12}
    assert GAMES["longana"].ROUNDS is None


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_T7_a_match_is_dealt_from_its_own_seed(game: str, seats: int) -> None:
    """Every round follows from seed, game, match, round and attempt, and comes again the same."""
    top = 9 if game == "longana" else 12
    match = Match(game, seats, 3, "a seed", seed_chosen=True)
    state = match.first_round()
    key = f"ramal/1|{game}|a seed|3|1|{state.deal.attempt}"

    assert [str(tile) for hand in (*state.deal.hands, state.deal.stock) for tile in hand] == (
        by_the_book(key, top)
    )
    assert match.first_round() == state
    assert Match(game, seats, 4, "a seed", seed_chosen=True).first_round().deal != state.deal
    assert Match(game, seats, 3, "b seed", seed_chosen=True).first_round().deal != state.deal


def test_L6_only_a_deal_without_any_double_is_dealt_again() -> None:
    """Of many first rounds: every attempt before the one played holds no double in any hand, and
    the one that is played holds one."""
    redealt = 0
    for at in range(300):
        deal = new_match("longana", 2, f"redeal {at}").first_round().deal
        for attempt in range(1, deal.attempt + 1):
            deck = by_the_book(f"ramal/1|longana|redeal {at}|1|1|{attempt}", 9)
            assert has_double(deck[:16]) == (attempt == deal.attempt)
        redealt += deal.attempt > 1

    assert redealt >= 3


def test_L6_later_rounds_are_dealt_again_too() -> None:
    """A round after the first has attempts of its own, and its search stays with the winner."""
    won = round_of("longana", ["6-6", "5-4"], moves=["1: open 6-6"])
    redealt = 0
    for at in range(300):
        deal = new_match("longana", 2, f"redeal {at}").round(2, won).deal
        deck = by_the_book(f"ramal/1|longana|redeal {at}|1|2|{deal.attempt}", 9)
        assert (deal.round, deal.search_from) == (2, 1)
        assert [str(tile) for hand in deal.hands for tile in hand] == deck[:16]
        redealt += deal.attempt > 1

    assert redealt >= 3


def test_L6_mexican_train_never_deals_again() -> None:
    """There the search of M5 finds the opener in every deal."""
    for match in matches("attempts", longana=0, mexican_train=3):
        assert all(match.round(number, None).deal.attempt == 1 for number in range(1, 14))


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_totals_are_the_sums_of_the_rounds(game: str, seats: int) -> None:
    """After every round, for every seat; the winners are told when the match is over only."""
    match = new_match(game, seats, "totals")
    ended = ends_of_rounds(match)
    told = results(ended)
    sums = [0] * seats
    for state, one in zip(ended, told, strict=True):
        sums = [a + b for a, b in zip(sums, result(state)[3], strict=True)]
        assert list(one.totals) == sums
        assert one.round == state.deal.round
        assert list(one.outcome.scored) == result(state)[3]
    stands = standing(match, ended)

    assert stands.results == told
    assert stands.totals == tuple(sums)
    assert (stands.match, stands.round) == (1, len(ended))
    assert [standing(match, ended[:n]).winners for n in range(1, len(ended))] == (
        [()] * (len(ended) - 1)
    )
    best = max(sums) if game == "longana" else min(sums)
    assert stands.winners == tuple(s for s in range(1, seats + 1) if sums[s - 1] == best)


@pytest.mark.parametrize("game", GAMES)
def test_a_running_round_does_not_count_yet(game: str) -> None:
    """While it runs, totals are those before it, and its number is told."""
    match = new_match(game, 2, "running")
    first = match.first_round()
    fresh = standing(match, (first,))
    first_end = ends_of_rounds(match)[0]
    second = standing(match, (first_end, match.round(2, first_end)))

    assert (fresh.totals, fresh.results, fresh.round, fresh.winners) == ((0, 0), (), 1, ())
    assert (second.round, len(second.results)) == (2, 1)
    assert second.totals == standing(match, (first_end,)).totals == tuple(result(first_end)[3])
    assert fresh.rounds == {"longana": None, "mexican-train": 13}[game]
