"""A real server for tests: a process of its own, on a free port, with its own database."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from types import TracebackType
from typing import IO
from urllib.request import urlopen

ROOT = Path(__file__).parent.parent


class Server:
    """``with Server(db) as server:`` runs the program; ``server.url`` is where it answers."""

    def __init__(self, db: Path | str, *options: str, port: int | None = None) -> None:
        """Prepare to serve this database, a file or the address of a PostgreSQL."""
        self.db = db
        self.options = options
        self.port = port or free_port()
        self.url = f"http://localhost:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None
        self._output: IO[bytes] | None = None
        self._said = ""

    def start(self) -> None:
        """Start, and wait until it answers."""
        command = [sys.executable, "-m", "app", "serve", "--no-browser", "--host", "127.0.0.1"]
        command += ["--port", str(self.port), *self.options]
        if isinstance(self.db, str):
            named = {"DATABASE_URL": self.db}
        else:
            named = {}
            command += ["--db", str(self.db)]
        self._output = tempfile.TemporaryFile()  # noqa: SIM115 (a pipe would fill)
        self._process = subprocess.Popen(
            command,
            cwd=ROOT,
            stdout=self._output,
            stderr=subprocess.STDOUT,
            env=os.environ | named,
            start_new_session=True,
        )
        deadline = time.monotonic() + 20
        while not _answers(self.port):
            if self._process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"the server did not start:\n{self.output()}")
            time.sleep(0.02)

    @property
    def pid(self) -> int:
        """The number of its process."""
        assert self._process is not None
        return self._process.pid

    def kill(self) -> None:
        """kill -9: no handler of the server runs."""
        assert self._process is not None
        if hasattr(os, "killpg"):
            os.killpg(self._process.pid, signal.SIGKILL)  # and its workers
        else:
            self._process.kill()
        self._end()

    def stop(self) -> str:
        """Ask it to stop, and answer what it wrote; it has to end without complaint."""
        assert self._process is not None
        self._process.send_signal(signal.SIGTERM)
        code = self._end()
        assert code in {0, -signal.SIGTERM}, self.output()
        return self.output()

    def output(self) -> str:
        """What it wrote since it was started last."""
        if self._output is not None:
            self._output.seek(0)
            self._said = self._output.read().decode()
        return self._said

    def _end(self) -> int:
        assert self._process is not None
        code = self._process.wait(timeout=10)
        self._process = None
        self.output()
        if self._output is not None:
            self._output.close()
            self._output = None
        return code

    def __enter__(self) -> Server:
        """Start."""
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Stop, if it runs."""
        if self._process is not None:
            self.kill()


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


def _answers(port: int) -> bool:
    try:
        with urlopen(f"http://localhost:{port}/healthz", timeout=10) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False
