"""``python -m engine``, as a person or another program runs it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
SCENARIOS = ROOT / "tests" / "scenarios"
KEYS = ["match", "round", "step", "seat", "legal", "ends", "open", "exposed", "stock", "phase"]


def engine(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command without any package but the standard library (-I -S keeps others out)."""
    start = f"import sys; sys.path.insert(0, {str(ROOT)!r}); import runpy; "
    start += "runpy.run_module('engine', run_name='__main__', alter_sys=True)"
    return subprocess.run(
        [sys.executable, "-I", "-S", "-c", start, *arguments],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_verify_prints_a_line_a_round_then_ok() -> None:
    """A record that stands: one line per round, then ok, exit 0, nothing on standard error."""
    done = engine("verify", str(SCENARIOS / "accepted" / "M22-whole-match.json"))

    lines = done.stdout.splitlines()
    assert (done.returncode, done.stderr) == (0, "")
    assert lines[-1] == "ok"
    assert len(lines) == 14


@pytest.mark.parametrize(
    "name", ["L12-priority.json", "file-format.json", "file-wrong-total.json", "wrong-seat.json"]
)
def test_verify_refuses_in_one_line(name: str) -> None:
    """A fault: one line on standard error, exit 1, no traceback, no ok."""
    done = engine("verify", str(SCENARIOS / "refused" / name))

    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1
    assert "Traceback" not in done.stderr
    assert "ok" not in done.stdout.splitlines()


def test_steps_are_json_lines_in_the_order_of_their_keys() -> None:
    """``--steps``: a line before every action and one after the last of each round."""
    path = SCENARIOS / "accepted" / "M16-oldest-of-several.json"
    done = engine("verify", "--steps", str(path))
    steps = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    actions = json.loads(path.read_text())["matches"][0]["rounds"][0]["actions"]

    assert all(list(step) == KEYS for step in steps)
    assert [step["step"] for step in steps] == list(range(len(actions) + 1))
    first = '{"match":1,"round":13,"step":0,"seat":1,"legal":["open 0-0"],"ends":{},"open":[],'
    assert done.stdout.startswith(first + '"exposed":[],"stock":0,"phase":"opening"}\n')
    assert steps[1]["ends"] == {"1": 0, "2": 0, "public": 0}
    assert steps[7]["exposed"] == ["5-5", "6-6"]
    assert steps[7]["legal"] == ["play 6-5 on 1"]
    assert (steps[-1]["seat"], steps[-1]["legal"], steps[-1]["phase"]) == (None, [], "over")


def test_steps_before_a_fault_stand() -> None:
    """The steps up to the faulty action are printed before it is refused."""
    done = engine("verify", "--steps", str(SCENARIOS / "refused" / "L12-priority.json"))
    steps = [json.loads(line) for line in done.stdout.splitlines()]

    assert done.returncode == 1
    assert [step["step"] for step in steps] == [0, 1, 2, 3]


def test_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    """No file, a folder: one line, exit 1."""
    for path in (tmp_path / "none.json", tmp_path):
        done = engine("verify", str(path))

        assert done.returncode == 1
        assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("game", ["longana", "mexican-train"])
def test_play_writes_a_record_that_verifies(tmp_path: Path, game: str) -> None:
    """Computers play the rounds asked for; the same call writes the same record; it stands."""
    call = ["play", "--game", game, "--players", "3", "--seed", "ñandú", "--rounds", "2"]
    call += ["--levels", "sharp,steady,relaxed"]
    done = engine(*call)
    path = tmp_path / "record.json"
    path.write_text(done.stdout, encoding="utf-8")
    record = json.loads(done.stdout)

    assert done.returncode == 0
    assert engine(*call).stdout == done.stdout
    assert record["matches"][0]["seed"] == "ñandú"
    assert [seat["level"] for seat in record["seats"]] == ["sharp", "steady", "relaxed"]
    assert len(record["matches"][0]["rounds"]) == 2
    assert engine("verify", str(path)).stdout.endswith("ok\n")


@pytest.mark.parametrize(
    "wrong",
    [
        ["--players", "5"],
        ["--players", "2", "--levels", "clever"],
        ["--players", "2", "--rounds", "0"],
        ["--players", "2", "--seed", ""],
    ],
    ids=" ".join,
)
def test_play_refuses_what_cannot_be(wrong: list[str]) -> None:
    """Impossible settings get a sentence and exit 2."""
    done = engine("play", "--game", "longana", "--seed", "x", *wrong)

    assert done.returncode == 2
    assert "Traceback" not in done.stderr


def test_bench_prints_a_line_for_each_table() -> None:
    """Playouts and moves a second, for both games and several seat counts."""
    done = engine("bench", "--seconds", "0.01")

    assert done.returncode == 0
    assert len([line for line in done.stdout.splitlines() if line.startswith("longana")]) == 3
    assert len([line for line in done.stdout.splitlines() if line.startswith("mexican")]) == 4
