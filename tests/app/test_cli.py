"""The program as a process of its own."""

from __future__ import annotations

import os
import re
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import httpx2 as httpx
import pytest

from tests.server import ROOT, Server


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """The program, serving an empty database."""
    with Server(tmp_path / "ramal.sqlite3") as running:
        yield running


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The same for several tests, which neither stop it nor mind each other."""
    with Server(tmp_path_factory.mktemp("running") / "ramal.sqlite3") as made:
        yield made


def test_nobody_is_taken_for_a_proxy(running: Server) -> None:
    """X-Forwarded headers change nothing: an origin that only they would make ours is refused."""
    claimed = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "10.0.0.1"}
    url = running.url
    origin = url.replace("http:", "https:")
    answer = httpx.post(f"{url}/play/longana", headers={"Origin": origin, **claimed})
    honest = httpx.post(f"{url}/play/longana", headers={"Origin": url, **claimed})

    assert answer.status_code == 403
    assert honest.status_code == 303
    assert "secure" not in honest.headers["set-cookie"].lower()


def test_head_has_no_body_on_the_wire(running: Server) -> None:
    """After HEAD the same connection answers the next request: nothing was left in between."""
    with httpx.Client(base_url=running.url) as client:
        assert client.head("/").status_code == 200
        assert "Ramal" in client.get("/").text


def test_a_named_proxy_is_believed(tmp_path: Path) -> None:
    """Where it is told so, https is what the proxy says: the cookie is for https only, and the
    proxy's own name is one under which the server answers.
    """
    options = ("--proxy", "127.0.0.1", "--public-url", "https://games.example/")
    with Server(tmp_path / "ramal.sqlite3", *options) as server:
        told = {
            "Host": "games.example",
            "Origin": "https://games.example",
            "X-Forwarded-Proto": "https",
            "X-Forwarded-For": "192.0.2.7",
        }
        answer = httpx.post(f"{server.url}/play/longana", headers=told)
        other = httpx.post(f"{server.url}/play/longana", headers=told | {"Host": "other.example"})

    assert answer.status_code == 303
    assert "secure" in answer.headers["set-cookie"].lower()
    assert other.status_code == 421


@contextmanager
def following(server: Server, number: int) -> Iterator[None]:
    """Keep so many streams of one table open, each of which has said its first number."""
    with (
        httpx.Client(base_url=server.url, headers={"Origin": server.url}) as client,
        ExitStack() as all_,
    ):
        address = client.post("/play/longana").headers["location"]
        for _ in range(number):
            stream = all_.enter_context(client.stream("GET", f"{address}/live"))
            assert next(stream.iter_lines()).startswith("data: ")
        yield


def test_stops_within_seconds_while_pages_follow(server: Server) -> None:
    """SIGTERM ends it cleanly and without complaint, with open streams and idle connections."""
    with httpx.Client(base_url=server.url) as client, following(server, 5):
        client.get("/")
        asked = time.monotonic()
        output = server.stop()

    assert time.monotonic() - asked < 3
    assert "stopped" in output
    assert "ERROR" not in output


def test_log_lines_tell_nothing_secret(server: Server) -> None:
    """Lines for what happened have no names, keys, seeds or addresses, but for an address's end."""
    with httpx.Client(base_url=server.url, headers={"Origin": server.url}) as client:
        form = {"game": "longana", "seats": "2", "pace": "fast", "seed": "hush", "name_1": "Zelda"}
        answer = client.post("/new", data=form)
        address = answer.headers["location"]
        client.get(address)
        client.get(f"{address}/version")
        client.post(f"{address}/leave")
        key = client.cookies["ramal"]
    output = server.stop()

    assert f"table …{address[-4:]} set: longana for 2" in output
    assert f"table …{address[-4:]} taken away" in output
    for secret in ("Zelda", "hush", key, address, address[-5:]):
        assert secret not in output


def ramal(*words: str, **named: str) -> subprocess.CompletedProcess[str]:
    """Run the command to its end."""
    return subprocess.run(
        [sys.executable, "-m", "app", *words],
        cwd=ROOT,
        env=os.environ | named,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_sqlite_is_for_one_process(server: Server, tmp_path: Path) -> None:
    """Several workers, or another server on the same file, are refused in a sentence: numbers would
    not get from one to the other.
    """
    several = ramal("serve", "--workers", "2", "--db", str(tmp_path / "new.sqlite3"))
    second = ramal("serve", "--db", str(server.db))

    assert several.returncode == second.returncode == 2
    assert several.stderr.startswith("SQLite is for one process")
    assert second.stderr.startswith("Another Ramal serves")
    server.kill()
    server.start()  # what was killed holds nothing


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("mysql://nobody@127.0.0.1/x", "DATABASE_URL has to begin with postgresql+psycopg://."),
        ("nonsense", "DATABASE_URL is no address of a database."),
        ("postgresql+psycopg://127.0.0.1:port/x", "DATABASE_URL is no address of a database."),
        ("postgresql+psycopg://127.0.0.1/x?ssl=yes", "The database cannot be used so: invalid"),
        ("postgresql+psycopg://nobody@127.0.0.1:9/x", "The database does not answer:"),
    ],
)
def test_a_database_that_cannot_be_used_is_said(address: str, sentence: str) -> None:
    """One sentence and exit code 2, never a traceback."""
    answer = ramal("serve", DATABASE_URL=address)
    assert answer.returncode == 2
    assert answer.stderr.startswith(sentence)
    assert "Traceback" not in answer.stderr


@pytest.mark.parametrize("command", ["tables", "prune"])
def test_every_command_says_that_it_cannot_use_the_database(command: str) -> None:
    """In the same way."""
    answer = ramal(command, DATABASE_URL="nonsense")
    assert answer.returncode == 2
    assert answer.stderr == "DATABASE_URL is no address of a database.\n"


def test_a_setting_that_cannot_be_is_said() -> None:
    """By its name."""
    wrong = ramal("serve", "--public-url", "games.example")
    assert wrong.returncode == 2
    assert "public_url" in wrong.stderr


def test_a_missing_driver_is_said(tmp_path: Path) -> None:
    """What to type, for the Python that runs here; also where only a part of it is missing."""
    (tmp_path / "psycopg.py").write_text("raise ImportError('no pq wrapper available')")
    address = "postgresql+psycopg://127.0.0.1/x"
    answer = ramal("serve", DATABASE_URL=address, PYTHONPATH=str(tmp_path))

    assert answer.returncode == 2
    assert answer.stderr == (
        f'PostgreSQL needs one more package: {sys.executable} -m pip install "psycopg[binary]"\n'
    )


def test_backup_tables_and_prune(server: Server, tmp_path: Path) -> None:
    """While the server runs: a copy that holds every table and overwrites nothing, a list of the
    tables by the ends of their addresses, and unused ones taken away.
    """
    with httpx.Client(base_url=server.url, headers={"Origin": server.url}) as client:
        addresses = [client.post("/play/longana").headers["location"] for _ in range(2)]
    db = ["--db", str(server.db)]
    copy = tmp_path / "copy.sqlite3"

    assert ramal("backup", str(copy), *db).returncode == 0
    assert ramal("backup", str(copy), *db).stderr.endswith("name a new file.\n")
    assert ramal("backup", str(tmp_path / "x"), "--db", str(tmp_path / "none")).returncode == 2
    listed = ramal("tables", "--db", str(copy)).stdout.splitlines()
    assert [line.split()[-1] for line in listed] == [f"…{each[-4:]}" for each in addresses]
    with closing(sqlite3.connect(server.db)) as raw, raw:
        raw.execute(
            "UPDATE event SET at = '2020-01-01' WHERE table_id = ?", [addresses[0].split("/")[-1]]
        )
    assert ramal("prune", *db).stdout == "Taken away: 1.\n"
    assert len(ramal("tables", *db).stdout.splitlines()) == 1


@pytest.mark.skipif(not Path("/proc/self/limits").exists(), reason="only Linux tells of others")
def test_it_may_open_many_files(running: Server) -> None:
    """Each open page is an open file; where the system lets it, the program can have thousands."""
    limits = Path(f"/proc/{running.pid}/limits").read_text()
    soft, hard = re.findall(r"Max open files\s+(\d+)\s+(\d+)", limits)[0]
    assert int(soft) >= min(8192, int(hard))
