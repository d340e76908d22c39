"""The record: a table's play as a JSON file (RECORD.md, "The file"), written and read.

What stands in a record is checked by engine/verify.py.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from engine import GAMES
from engine.actions import move_text
from engine.deal import commitment
from engine.log import Position
from engine.match import Match, Result, results
from engine.trains import State

FORMAT: Final = "ramal-record/1"
MAX_BYTES: Final = 16 * 1024 * 1024


class Fault(ValueError):
    """Why a record is refused: one line that names match, round and action where there are such."""


class Player(NamedTuple):
    """A seat in a record: ``kind`` is ``human`` or ``computer``, ``level`` a computer's."""

    name: str
    kind: str
    level: str | None = None


# --- writing -------------------------------------------------------------------------------------


def write(players: Iterable[Player], position: Position, *, whole: bool = False) -> dict[str, Any]:
    """The record of a table as a JSON value.

    Of a running match it holds no seed, and the rounds that undo cannot reach any more, so that
    it can leave the server;
    ``whole`` adds both, for a table without secrets (computers among themselves, tests).
    """
    over = position.match_over
    rounds = position.rounds if whole else position.settled
    matches = [_match(match, states, seed=True) for match, states in position.earlier]
    matches.append(_match(position.match, rounds, seed=over or whole))
    return {
        "format": FORMAT,
        "game": position.match.game,
        "seats": [
            {"name": p.name, "kind": p.kind} | ({"level": p.level} if p.level else {})
            for p in players
        ],
        "matches": matches,
    }


def _match(match: Match, states: tuple[State, ...], *, seed: bool) -> dict[str, Any]:
    told = results(tuple(state for state in states if state.phase == "over"))
    game = GAMES[match.game]
    over = bool(told) and game.match_over(told[-1].round, told[-1].totals)
    return {
        "match": match.number,
        "seed": match.seed if seed else None,
        "seed_chosen": match.seed_chosen,
        "commitment": None if match.seed_chosen else commitment(match.seed),
        "rounds": [
            _round(state, told[at] if at < len(told) else None) for at, state in enumerate(states)
        ],
        "winners": list(game.winners(told[-1].totals)) if over else [],
    }


def _round(state: State, result: Result | None) -> dict[str, Any]:
    deal = state.deal
    return {
        "round": deal.round,
        "attempt": deal.attempt,
        "search_from": deal.search_from,
        "hands": [[str(tile) for tile in hand] for hand in deal.hands],
        "stock": [str(tile) for tile in deal.stock],
        "actions": [move_text(seat, action) for seat, action in state.history],
        "result": result and _result(result),
    }


def _result(result: Result) -> dict[str, Any]:
    ended = result.outcome
    return {
        "reason": ended.reason,
        "winner": ended.winner,
        "left": list(ended.left),
        "scored": list(ended.scored),
        "totals": list(result.totals),
    }


# --- reading -------------------------------------------------------------------------------------


def read(data: bytes) -> Any:
    """The JSON value in a file's bytes. Raises Fault if it is too large or no JSON in UTF-8."""
    if len(data) > MAX_BYTES:
        raise Fault("the file is larger than 16 MB")
    try:
        return json.loads(data.decode("utf-8"), parse_constant=_no_constant)
    except UnicodeDecodeError:
        raise Fault("the file is not UTF-8") from None
    except RecursionError:
        raise Fault("the file is nested too deeply") from None
    except ValueError as error:
        raise Fault(f"the file is not JSON: {error}"[:200].replace("\n", " ")) from None


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")
