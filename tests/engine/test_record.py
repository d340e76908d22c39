"""Records: written, read, verified and refused (RECORD.md)."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine import GAMES, legal
from engine.log import Acted, NewMatch, NextRound, Position, Redo, Restart, Undo, begin, fold
from engine.record import MAX_BYTES, Fault, Player, read, write
from engine.trains import State
from engine.verify import Listener, verify

SCENARIOS = Path(__file__).parent.parent / "scenarios"
ACCEPTED = sorted((SCENARIOS / "accepted").glob("*.json"))
REFUSED = sorted((SCENARIOS / "refused").glob("*.json"))

# What the faults of some scenarios must name: the place and the reason.
NAMED = {
    "L02-draw": ("match 1, round 2, action 1", "no drawing"),
    "L03-wrong-opener": ("match 1, round 1, action 0", ""),
    "L04-L05-search-from-the-wrong-seat": ("match 1, round 3", "search"),
    "L09-closed-arm": ("match 1, round 2, action 1", "closed arm (L9)"),
    "L12-priority": ("match 1, round 2, action 3", "earlier opened first (L12)"),
    "M07-finish-later": ("match 1, round 2, action 4", "no finishing"),
    "M12-second-draw": ("match 1, round 2, action 4", "already drawn (M12)"),
    "M16-not-the-oldest-double": ("match 1, round 5, action 9", "cover oldest (M16)"),
    "after-the-end": ("match 1, round 2, action 1", "round over"),
    "file-two-spaces": ("match 1, round 1, action 0", "notation"),
    "file-tile-twice": ("match 1, round 2", "twice"),
    "file-wrong-total": ("match 1, round 2", "totals"),
    "file-wrong-winners-mexican-train": ("match 1", "winners"),
    "wrong-seat": ("match 1, round 2, action 0", "not your turn"),
}


def played(game: str, seats: int, seed: str, *, rounds: int) -> Position:
    """A table at which so many rounds were played at random, some of it taken back."""
    rng = Random(seed)
    position = begin(game, seats, NewMatch(seed, seed_chosen=False))
    done = 0
    while done < rounds:
        if position.state.turn is None:
            done += 1
            if position.match_over:
                position = fold(position, NewMatch(f"{seed}+", seed_chosen=True))
            else:
                position = fold(position, NextRound())
            continue
        action = rng.choice(legal(position.state))
        position = fold(position, Acted(position.state.turn, action, rng.random() < 0.7))
        if rng.random() < 0.03 and position.can_undo:
            position = fold(position, Undo())
            if rng.random() < 0.5:
                position = fold(position, Redo())
        elif rng.random() < 0.003:
            position = fold(position, Restart())
    return position


def players(seats: int) -> list[Player]:
    """Seats as a record names them."""
    return [Player(f"P{n}", "computer" if n % 2 else "human", None) for n in range(1, seats + 1)]


@pytest.mark.parametrize("path", ACCEPTED, ids=lambda path: path.stem)
def test_accepted_scenario_verifies(path: Path) -> None:
    """Every scenario that follows from the rules stands."""
    verify(read(path.read_bytes()))


@pytest.mark.parametrize("path", REFUSED, ids=lambda path: path.stem)
def test_refused_scenario_is_refused_in_one_line(path: Path) -> None:
    """Every scenario with a fault is refused, in one line that names the place and the reason."""
    with pytest.raises(Fault) as caught:
        verify(read(path.read_bytes()))

    line = str(caught.value)
    place, reason = NAMED.get(path.stem, ("", ""))
    assert line
    assert len(line.splitlines()) == 1
    assert line.startswith(place)
    assert reason in line


@pytest.mark.parametrize(
    ("game", "seats"), [("longana", 2), ("longana", 4), ("mexican-train", 3), ("mexican-train", 10)]
)
def test_record_of_any_log_verifies(game: str, seats: int) -> None:
    """What is written from a log, undone actions left out, always verifies: whole and public."""
    for number in range(6):
        position = played(game, seats, f"log {number}", rounds=number * 2)

        verify(write(players(seats), position, whole=True))
        verify(write(players(seats), position))


def test_public_record_of_a_running_match_keeps_its_secrets() -> None:
    """A record that leaves the server holds finished rounds only, and a running match's no seed."""
    position = played("longana", 3, "secret", rounds=2)
    position = fold(position, Acted(position.state.turn or 0, legal(position.state)[0], True))

    told = write(players(3), position)["matches"][-1]

    assert told["seed"] is None
    assert [each["result"] is not None for each in told["rounds"]] == [True] * len(told["rounds"])
    assert len(told["rounds"]) == len(position.ended)
    assert position.match.seed not in json.dumps(told)


def test_finished_match_tells_its_seed() -> None:
    """When the match is over its seed stands in the record, and its deals follow from it."""
    position = begin("longana", 2, NewMatch("told", seed_chosen=False))
    rng = Random(1)
    while not position.match_over:
        turn = position.state.turn
        event = Acted(turn, rng.choice(legal(position.state)), False) if turn else NextRound()
        position = fold(position, event)

    told = write(players(2), position)

    assert told["matches"][0]["seed"] == "told"
    assert told["matches"][0]["winners"] == list(position.standing.winners)
    verify(told)


def test_listener_hears_every_step_before_a_fault() -> None:
    """Each action is announced before it is taken, the faulty one too, and each end after it."""
    record = read((SCENARIOS / "refused" / "M16-not-the-oldest-double.json").read_bytes())
    heard: list[tuple[int, int, str]] = []

    def step(match: int, step: int, state: State) -> None:
        heard.append((state.deal.round, step, state.phase))

    with pytest.raises(Fault, match="action 9"):
        verify(record, Listener(step=step))

    assert [each[:2] for each in heard] == [(5, at) for at in range(10)]


# --- whatever a file may hold --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "not JSON"),
        (b"{", "not JSON"),
        (b"[1,2", "not JSON"),
        (b'{"format": NaN}', "not JSON"),
        (b"\xff\xfe{}", "not UTF-8"),
        (b"[" * 200_000, "deeply"),
        (b'{"a":' * 200_000, "deeply"),
        (b"1" * 5_000, "not JSON"),
        (b" " * (MAX_BYTES + 1), "16 MB"),
        (b'{"format": "ramal-record/1"\n"game"}', "not JSON"),
    ],
    ids=lambda value: value[:16] if isinstance(value, bytes) else value,
)
def test_what_is_no_record_file_is_refused(data: bytes, reason: str) -> None:
    """Bytes that are no JSON record are refused in one line."""
    with pytest.raises(Fault, match=reason) as caught:
        verify(read(data))

    assert len(str(caught.value).splitlines()) == 1


def _paths(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The way to every value in a JSON value."""
    found = [path]
    if isinstance(value, dict | list):
        for key, each in value.items() if isinstance(value, dict) else enumerate(value):
            found += _paths(each, (*path, key))
    return found


def _changed(record: Any, path: tuple[Any, ...], change: Any) -> Any:
    """A copy of the record with the value there replaced, or removed if ``change`` is a marker."""
    if not path:
        return change
    changed = copy.deepcopy(record)
    holder = changed
    for key in path[:-1]:
        holder = holder[key]
    if change is _changed:
        del holder[path[-1]]
    else:
        holder[path[-1]] = change
    return changed


@pytest.mark.parametrize("change", [[], {}, "x", -1, 10**30, 1.0, True, None, "\ud800", _changed])
def test_value_of_a_wrong_kind_is_refused(change: Any) -> None:
    """Any one value replaced by another kind, or a key left out, is refused, unless free."""
    record = write(players(2), played("longana", 2, "kinds", rounds=1), whole=True)
    verify(record)
    tried = 0

    for path in _paths(record):
        original = record
        for key in path:
            original = original[key]
        same = type(original) is type(change) and original == change
        left_out_of_a_list = change is _changed and not (path and isinstance(path[-1], str))
        free = path and (path[-1] == "name" and isinstance(change, str))
        secret = path and path[-1] == "seed" and change is None
        emptied = change == [] and path and path[-1] in {"matches", "rounds", "actions"}
        if emptied or same or left_out_of_a_list or free or secret:
            continue
        tried += 1
        with pytest.raises(Fault) as caught:
            verify(_changed(record, path, change))
        assert len(str(caught.value).splitlines()) == 1, path

    assert tried > 30


def test_truth_values_are_no_numbers() -> None:
    """``true`` does not pass for 1, nor 1.0 for 1, where a number stands in a result."""
    record = read((SCENARIOS / "accepted" / "L14-out-with-a-double.json").read_bytes())
    result = record["matches"][0]["rounds"][0]["result"]
    assert result["winner"] in (1, 2)

    for wrong in (True, float(result["winner"])):
        with pytest.raises(Fault, match="winner"):
            verify(_changed(record, ("matches", 0, "rounds", 0, "result", "winner"), wrong))


@pytest.mark.parametrize("game", GAMES)
def test_numbers_of_seats_outside_the_game_are_refused(game: str) -> None:
    """L1, M1: one seat too few or too many is refused."""
    for seats in (GAMES[game].MIN_SEATS - 1, GAMES[game].MAX_SEATS + 1):
        record = {
            "format": "ramal-record/1",
            "game": game,
            "seats": [{"name": "A", "kind": "human"}] * seats,
            "matches": [],
        }
        with pytest.raises(Fault, match="seats"):
            verify(record)


def test_unknown_keys_are_ignored_and_empty_records_stand() -> None:
    """Keys a reader does not know do no harm; ``matches`` and ``rounds`` may be empty."""
    record: dict[str, Any] = {
        "format": "ramal-record/1",
        "game": "longana",
        "seats": [{"name": "A", "kind": "human", "hat": 3}, {"name": "B", "kind": "human"}],
        "matches": [],
        "later": {"version": [2]},
    }
    verify(record)
    record["matches"] = [
        {
            "match": 1,
            "seed": None,
            "seed_chosen": True,
            "commitment": None,
            "rounds": [],
            "winners": [],
        }
    ]
    verify(record)


def test_match_after_an_unfinished_one_is_refused() -> None:
    """A match follows only a finished one."""
    record = write(players(2), played("longana", 2, "two", rounds=0), whole=True)
    match = record["matches"][0] | {"rounds": []}
    record["matches"] = [match, match | {"match": 2}]

    with pytest.raises(Fault, match="not over"):
        verify(record)
