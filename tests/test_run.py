"""The start script: what it installs and when, which Chromium it takes, what it says."""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

import run


class Calls(list[list[str]]):
    """Stands where subprocess.call stood: remembers the commands and answers with a code."""

    def __init__(self) -> None:
        self.failing: set[str] = set()

    def __call__(self, command: Sequence[str], **options: object) -> int:
        self.append(list(command))
        if "--clear" in command:
            make_venv()
        return int(bool(self.failing & set(command)))

    def having(self, word: str) -> list[list[str]]:
        """The commands with this word among their arguments."""
        return [command for command in self if word in command]


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Calls:
    """No command of run.py is carried out."""
    calls = Calls()
    monkeypatch.setattr(subprocess, "call", calls)
    return calls


@pytest.fixture
def lock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A lock beside an empty place for `.venv`."""
    monkeypatch.setattr(run, "VENV", tmp_path / ".venv")
    lock = tmp_path / "requirements.lock"
    lock.write_text("one==1\n")
    return lock


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine of this system with nothing on PATH but this folder, and an empty home."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for variable in ("RAMAL_CHROMIUM", "PLAYWRIGHT_BROWSERS_PATH", "PROGRAMFILES(X86)"):
        monkeypatch.delenv(variable, raising=False)
    for variable in ("HOME", "USERPROFILE", "LOCALAPPDATA", "PROGRAMFILES"):
        monkeypatch.setenv(variable, str(tmp_path))
    monkeypatch.setenv("PATH", str(folder))
    return folder


def program(path: Path) -> Path:
    """Make a file that can be started."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch(mode=0o755)
    return path


def make_venv() -> None:
    """Put a `.venv` where run.py would have made one."""
    program(run.venv_python())


# -- packages


def test_the_first_start_makes_the_venv_and_installs_with_hashes(lock: Path, calls: Calls) -> None:
    """On a bare machine the venv is made, then the lock goes in with its hashes checked."""
    run.install(lock)

    assert calls[0][1:] == ["-m", "venv", "--clear", str(run.VENV)]
    assert "--require-hashes" in calls[-1]
    assert calls[-1][-1] == str(lock)


def test_the_second_start_runs_no_command(lock: Path, calls: Calls) -> None:
    """What is installed already costs nothing."""
    make_venv()
    run.install(lock)
    calls.clear()

    run.install(lock)

    assert calls == []


def test_a_changed_lock_is_installed_into_the_venv_that_is_there(lock: Path, calls: Calls) -> None:
    """New packages come in without making `.venv` anew."""
    make_venv()
    run.install(lock)
    calls.clear()
    lock.write_text("one==2\n")

    run.install(lock)

    assert len(calls.having("install")) == 1
    assert not calls.having("venv")


def test_an_interrupted_install_is_done_again(lock: Path, calls: Calls) -> None:
    """Without a finished install there is no stamp, not even the one of an older lock."""
    make_venv()
    run.install(lock)
    lock.write_text("one==2\n")
    calls.failing.add("--require-hashes")
    with pytest.raises(run.Missing, match="network"):
        run.install(lock)
    lock.write_text("one==1\n")
    calls.failing.clear()
    calls.clear()

    run.install(lock)

    assert calls.having("install")


def test_a_broken_venv_is_made_anew(lock: Path, calls: Calls) -> None:
    """A venv whose Python or pip does not answer is replaced, not trusted."""
    make_venv()
    calls.failing.add("-c")

    run.install(lock)

    assert calls.having("--clear")


def test_each_lock_has_its_own_stamp(lock: Path, calls: Calls) -> None:
    """Having what serves is not having what tests."""
    make_venv()
    run.install(lock)
    calls.clear()
    other = lock.with_name("requirements-test.lock")
    other.write_bytes(lock.read_bytes())

    run.install(other)

    assert calls.having("install")


# -- what a machine lacks


@pytest.mark.parametrize("system", ["windows", "mac", "debian", "other"])
def test_an_old_python_is_told_what_to_install(
    system: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One sentence, for this system, that names both versions."""
    monkeypatch.setattr(run, "system", lambda: system)

    with pytest.raises(run.Missing, match=r"needs Python 3\.11 or newer, and this is Python 3\.9"):
        run.refuse_unless_able((3, 9), has_venv=True)


@pytest.mark.parametrize(
    ("system", "remedy"),
    [("debian", "sudo apt-get install python3.12-venv"), ("other", "complete Python 3.12")],
)
def test_a_missing_venv_module_is_told_what_to_install(
    system: str, remedy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Debian's bare python3 gets the name of the package that it lacks."""
    monkeypatch.setattr(run, "system", lambda: system)

    with pytest.raises(run.Missing, match=remedy):
        run.refuse_unless_able((3, 12), has_venv=False)


def test_a_good_python_is_not_refused() -> None:
    """The Python that runs this test could set Ramal up."""
    run.refuse_unless_able(sys.version_info[:2], has_venv=True)


def test_what_is_missing_is_said_on_stderr_with_code_2(
    lock: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A person reads a sentence, not a traceback; a script reads the code."""
    monkeypatch.setattr(run, "LOCK", lock)
    monkeypatch.setattr(run, "can_make_venv", lambda: False)

    code = run.main([])

    assert code == 2
    assert capsys.readouterr().err.startswith("This Python has no venv")


# -- Chromium


@pytest.mark.skipif(sys.platform == "win32", reason="Windows finds programs by their ending")
@pytest.mark.parametrize("name", run.CHROMIUM_NAMES)
def test_a_chromium_on_path_is_found(name: str, bare: Path) -> None:
    """Each of its usual names will do."""
    wanted = program(bare / name)

    assert run.find_chromium() == str(wanted)


def test_the_named_chromium_goes_first(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """RAMAL_CHROMIUM decides, whatever else is there."""
    program(bare / "chromium")
    wanted = program(bare / "mine.exe")
    monkeypatch.setenv("RAMAL_CHROMIUM", str(wanted))

    assert run.find_chromium() == str(wanted)


def test_a_wrongly_named_chromium_is_refused(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A slip in RAMAL_CHROMIUM is not healed by taking another browser."""
    program(bare / "chromium")
    monkeypatch.setenv("RAMAL_CHROMIUM", str(bare / "nowhere"))

    with pytest.raises(run.Missing, match="RAMAL_CHROMIUM"):
        run.find_chromium()


def test_a_chromium_of_playwright_is_found(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The newest that Playwright installed, when PATH has none."""
    monkeypatch.setattr(sys, "platform", "linux")
    shells = bare.parent / ".cache" / "ms-playwright"
    program(shells / "chromium_headless_shell-1100" / "chrome-linux" / "headless_shell")
    wanted = program(shells / "chromium_headless_shell-1200" / "chrome-linux" / "headless_shell")

    assert run.find_chromium() == str(wanted)


@pytest.mark.parametrize(
    ("platform", "place"),
    [
        ("win32", "Google/Chrome/Application/chrome.exe"),
        ("win32", "Microsoft/Edge/Application/msedge.exe"),
        ("darwin", "Library/Caches/ms-playwright/chromium-1200/chrome-mac/Chromium"),
    ],
)
def test_the_usual_places_of_other_systems_are_known(
    platform: str, place: str, bare: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Browsers on Windows and macOS are seldom on PATH."""
    program(bare.parent / place)
    monkeypatch.setattr(sys, "platform", platform)

    assert bare.parent / place in list(run.usual_places())


def test_without_chromium_the_check_refuses(bare: Path, calls: Calls) -> None:
    """Browser tests are never left out in silence: one sentence says what to install."""
    with pytest.raises(run.Missing, match="need a Chromium"):
        run.install_chromium()

    assert calls == []


@pytest.mark.skipif(sys.platform == "win32", reason="apt-get is Debian's")
def test_debian_installs_chromium_where_it_may(
    bare: Path, calls: Calls, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As root: the lists are renewed first, and the second package is tried after the first."""
    program(bare / "apt-get")
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    calls.failing.add("chromium-headless-shell")
    monkeypatch.setattr(run, "find_chromium", lambda: "found" if len(calls) == 4 else None)

    assert run.install_chromium() == "found"
    assert ["update" in call for call in calls] == [True, False, True, False]
    assert "chromium" in calls[-1]


@pytest.mark.skipif(sys.platform == "win32", reason="apt-get is Debian's")
def test_debian_without_rights_installs_nothing(
    bare: Path, calls: Calls, monkeypatch: pytest.MonkeyPatch
) -> None:
    """sudo is asked once whether it works without a password, and its no is taken."""
    program(bare / "apt-get")
    program(bare / "sudo")
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    calls.failing.add("--non-interactive")

    assert not run.apt_install("chromium")
    assert calls == [["sudo", "--non-interactive", "true"]]


# -- the commands


@pytest.fixture
def checking(monkeypatch: pytest.MonkeyPatch, calls: Calls) -> Calls:
    """The check on a machine where everything is installed."""
    monkeypatch.setenv("RAMAL_CHROMIUM", "")
    monkeypatch.setattr(run, "install", lambda lock: None)
    monkeypatch.setattr(run, "find_chromium", lambda: "the-chromium")
    return calls


def test_the_check_runs_everything_and_pytest_last(checking: Calls) -> None:
    """So that the last line of a good check is pytest's; no test is left out or run twice."""
    assert run.main(["test"]) == 0
    assert [call[2] for call in checking] == ["ruff", "ruff", "mypy", "pytest", "pytest"]
    assert sorted(call[-1] for call in checking[-2:]) == [
        "browser and not soak",
        "not browser and not soak",
    ]
    assert os.environ["RAMAL_CHROMIUM"] == "the-chromium"


def test_the_check_stops_at_the_first_failure(checking: Calls) -> None:
    """What failed stays at the end of the screen, and its code is the answer."""
    checking.failing.add("mypy")

    assert run.main(["test"]) == 1
    assert checking[-1][2] == "mypy"


@pytest.mark.parametrize("failing", ["browser and not soak", "not browser and not soak"])
def test_the_check_fails_where_either_tests_fail(checking: Calls, failing: str) -> None:
    """Both are run to their end, and one failure is enough."""
    checking.failing.add(failing)

    assert run.main(["test"]) == 1
    assert len(checking.having("pytest")) == 2


def test_with_arguments_only_pytest_runs(checking: Calls) -> None:
    """`python3 run.py test -k cover` is the short way to one test."""
    run.main(["test", "-k", "cover"])

    assert [call[2:] for call in checking] == [["pytest", "-k", "cover"]]


@pytest.mark.parametrize("options", [["--db", "a.sqlite3"], ["--db=a.sqlite3"]])
def test_the_database_is_meant_where_the_caller_stands(options: list[str]) -> None:
    """The app runs in its own folder, so a relative path is made absolute before."""
    here = str(Path("a.sqlite3").absolute())

    assert run.resolve_database(["--port", "9", *options]) == ["--port", "9", "--db", here]
