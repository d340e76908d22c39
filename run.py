#!/usr/bin/env python3
"""Start Ramal, or check it, on a machine that has nothing but Python 3.11 or newer.

    python3 run.py [--port N] [--host H] [--db FILE] [--no-browser]
    python3 run.py test [pytest arguments]

The first start makes `.venv` beside this file and installs the locked packages into it; later
starts find them there. `test` also needs a Chromium: it takes the one RAMAL_CHROMIUM names, or
one it finds, or installs Debian's. With arguments it runs only pytest, with them.

Standard library only. It must still parse on Python 3.8, to be able to say what is missing.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib
import importlib.util
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
LOCK = ROOT / "requirements.lock"
TEST_LOCK = ROOT / "requirements-test.lock"
OLDEST = (3, 11)

CHECKS = (
    ("ruff", "format", "--check", "."),
    ("ruff", "check", "."),
    ("mypy", "engine", "app", "tests"),
)
BROWSER_TESTS = ("pytest", "-m", "browser and not soak")
OTHER_TESTS = ("pytest", "-m", "not browser and not soak")
CHROMIUM_NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
)
NEWER_PYTHON = {
    "windows": "install it with `winget install Python.Python.3.13` or from python.org, "
    "then start `py run.py`",
    "mac": "install it with `brew install python` or from python.org, then start `python3 run.py`",
    "debian": "install it with `sudo apt-get install python3 python3-venv` "
    "(Debian 12, Ubuntu 24.04 or newer have it), then start `python3 run.py`",
    "other": "install it with the system's package manager or from python.org, "
    "then start this again with it",
}
CHROMIUM_HELP = {
    "windows": "install Chrome, Edge or Chromium",
    "mac": "install Chrome or Chromium",
    "debian": "install one with `sudo apt-get install chromium`",
    "other": "install Chromium or Chrome with the system's package manager",
}


class Missing(Exception):
    """Something this machine lacks; its text is one sentence that says what to do."""


def main(arguments: list[str]) -> int:
    """Do what the command line asks and return the exit code, 2 when the machine lacks a thing."""
    try:
        if arguments[:1] in (["-h"], ["--help"]):
            print(__doc__.strip())
            return 0
        if arguments[:1] == ["test"]:
            return check(arguments[1:])
        serve(arguments)
    except Missing as missing:
        print(missing, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


def serve(options: list[str]) -> NoReturn:
    """Start the app with these options; where the system can do so, in this very process."""
    install(LOCK)
    command = [str(venv_python()), "-m", "app", "serve", *resolve_database(options)]
    sys.stdout.flush()
    os.chdir(ROOT)
    if sys.platform == "win32":
        process = subprocess.Popen(command)
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the app itself: let it close
        sys.exit(process.wait())
    os.execv(command[0], command)


def resolve_database(options: list[str]) -> list[str]:
    """Make the path after --db absolute: the app starts in its own folder, not the caller's."""
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    parser.add_argument("--db", type=os.path.abspath)
    known, others = parser.parse_known_args(options)
    return [*others, "--db", known.db] if known.db else others


def check(arguments: list[str]) -> int:
    """Run every check up to the first that fails, or only pytest when it is given arguments."""
    if sys.version_info >= OLDEST and not can_make_venv():
        apt_install(f"python{sys.version_info[0]}.{sys.version_info[1]}-venv")
    install(TEST_LOCK)
    os.environ["RAMAL_CHROMIUM"] = find_chromium() or install_chromium()
    for command in [("pytest", *arguments)] if arguments else CHECKS:
        say(" ".join(command))
        code = subprocess.call([str(venv_python()), "-m", *command], cwd=ROOT)
        if code:
            return code
    return 0 if arguments else run_all_tests()


def run_all_tests() -> int:
    """Run the browser's tests beside all others, since a browser mostly waits; what these say is
    shown as it comes, and what the browser's say when they are done. The code is of what failed.
    """
    say(" ".join(OTHER_TESTS) + " and, beside it, " + " ".join(BROWSER_TESTS))
    python = [str(venv_python()), "-m"]
    with tempfile.TemporaryFile() as output, ThreadPoolExecutor(1) as beside:

        def in_a_browser() -> int:
            command = [*python, *BROWSER_TESTS]
            return subprocess.call(command, cwd=ROOT, stdout=output, stderr=subprocess.STDOUT)

        browser = beside.submit(in_a_browser)
        others = subprocess.call([*python, *OTHER_TESTS], cwd=ROOT)
        failed = browser.result()
        output.seek(0)
        print(output.read().decode(errors="replace"), flush=True)
    return others or failed


# -- packages ---------------------------------------------------------------------------------


def install(lock: Path) -> None:
    """Bring `.venv` to what this lock says, unless its stamp tells that it is there already."""
    stamp = VENV / (lock.name + ".installed")
    wanted = hashlib.sha256(lock.read_bytes()).hexdigest()
    if venv_python().exists() and stamp.exists() and stamp.read_text() == wanted:
        return
    if not venv_works():
        refuse_unless_able(sys.version_info[:2], can_make_venv())
        say("Setting up .venv")
        run_or_miss(
            [sys.executable, "-m", "venv", "--clear", str(VENV)],
            "Python could not make .venv here (see above): is this folder writable?",
        )
    stamp.unlink(missing_ok=True)  # so that an interrupted install is done again
    say("Installing the packages of " + lock.name + " (a minute, only this time)")
    pip = [str(venv_python()), "-m", "pip", "install", "--quiet", "--no-input"]
    run_or_miss(
        [*pip, "--disable-pip-version-check", "--require-hashes", "--requirement", str(lock)],
        "The packages could not be installed (see above): check the network and start this again.",
    )
    stamp.write_text(wanted)


def venv_python() -> Path:
    """The Python of `.venv`, whether it is there or not."""
    return VENV / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")


def venv_works() -> bool:
    """Whether `.venv` is whole: an interrupted start or a removed Python leaves a broken one."""
    probe = f"import sys, pip; sys.exit(sys.version_info < {OLDEST})"
    command = [str(venv_python()), "-c", probe]
    return venv_python().exists() and not subprocess.call(command, stderr=subprocess.DEVNULL)


def can_make_venv() -> bool:
    """Whether this Python brings venv and pip along: Debian's does not without python3-venv."""
    importlib.invalidate_caches()
    return all(importlib.util.find_spec(name) for name in ("venv", "ensurepip"))


def refuse_unless_able(version: tuple[int, ...], has_venv: bool) -> None:
    """Raise Missing when this Python is too old for Ramal, or cannot make a `.venv`."""
    running = ".".join(map(str, version))
    if version < OLDEST:
        raise Missing(
            f"Ramal needs Python 3.11 or newer, and this is Python {running}: "
            f"{NEWER_PYTHON[system()]}."
        )
    if not has_venv:
        remedy = {"debian": f"install it with `sudo apt-get install python{running}-venv`"}
        raise Missing(
            "This Python has no venv or no ensurepip module, so it cannot set up .venv: "
            f"{remedy.get(system(), f'install a complete Python {running}')}, "
            "then start this again."
        )


# -- Chromium ---------------------------------------------------------------------------------


def find_chromium() -> str | None:
    """Path of a Chromium: the one RAMAL_CHROMIUM names, or one on PATH, or in a usual place.

    Raises:
        Missing: RAMAL_CHROMIUM names something that is not there.
    """
    named = os.environ.get("RAMAL_CHROMIUM")
    if named:
        found = shutil.which(named)
        if not found:
            raise Missing(f"RAMAL_CHROMIUM says {named}, which is not a program: mend or unset it.")
        return found
    on_path = filter(None, map(shutil.which, CHROMIUM_NAMES))
    return next(on_path, None) or next(map(str, filter(Path.is_file, usual_places())), None)


def usual_places() -> Iterator[Path]:
    """Where Windows, macOS and Playwright keep browsers of Chromium's family."""
    home = Path.home()
    if sys.platform == "win32":
        local = Path(os.environ.get("LOCALAPPDATA", home))
        folders = [os.environ.get("PROGRAMFILES"), os.environ.get("PROGRAMFILES(X86)"), str(local)]
        for product in ("Google/Chrome", "Chromium", "Microsoft/Edge"):
            program = "msedge.exe" if "Edge" in product else "chrome.exe"
            yield from (Path(f, product, "Application", program) for f in folders if f)
    elif sys.platform == "darwin":
        local = home / "Library/Caches"
        for name in ("Google Chrome", "Chromium", "Microsoft Edge"):
            yield Path("/Applications", f"{name}.app/Contents/MacOS", name)
    else:
        local = home / ".cache"
    playwright = Path(os.environ.get("PLAYWRIGHT_BROWSERS_PATH") or local / "ms-playwright")
    ending = ".exe" if sys.platform == "win32" else ""
    for name in ("*headless?shell", "chrome", "Chromium", "Google Chrome for Testing"):
        yield from sorted(playwright.glob(f"chromium*/**/{name}{ending}"), reverse=True)


def install_chromium() -> str:
    """Install Debian's Chromium where that is allowed and return its path, or raise Missing."""
    for package in ("chromium-headless-shell", "chromium"):
        if apt_install(package, "fonts-dejavu-core"):
            found = find_chromium()
            if found:
                return found
    raise Missing(
        "The browser tests need a Chromium and none was found: "
        f"{CHROMIUM_HELP[system()]}, or name one in RAMAL_CHROMIUM, then start this again."
    )


# -- the machine ------------------------------------------------------------------------------


def system() -> str:
    """Which kind of system this is: the key of the advice to give."""
    known = {"win32": "windows", "darwin": "mac"}.get(sys.platform)
    return known or ("debian" if shutil.which("apt-get") else "other")


def apt_install(*packages: str) -> bool:
    """Install packages if this is a Debian and we may; return whether they are there now."""
    if not shutil.which("apt-get"):
        return False
    is_root = sys.platform != "win32" and os.geteuid() == 0
    as_root = [] if is_root else ["sudo", "--non-interactive"]
    if as_root and (not shutil.which("sudo") or not quietly([*as_root, "true"])):
        return False
    say(f"Installing {' '.join(packages)} with apt-get")
    apt = [*as_root, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "--quiet=2"]
    install_them = [*apt, "install", "--yes", "--no-install-recommends", *packages]
    return quietly([*apt, "update"]) and quietly(install_them)


def quietly(command: list[str]) -> bool:
    """Run a command without its chatter and return whether it succeeded; errors are shown."""
    return not subprocess.call(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)


def run_or_miss(command: list[str], sentence: str) -> None:
    """Run a command; when it fails, raise Missing with this sentence."""
    if subprocess.call(command, stdin=subprocess.DEVNULL):
        raise Missing(sentence)


def say(step: str) -> None:
    """Tell the person at the terminal what happens now."""
    print(f"{step} …", flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
