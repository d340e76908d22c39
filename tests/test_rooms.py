"""The walls between the rooms, and what must never get into the tree."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
ENGINE = sorted((ROOT / "engine").rglob("*.py"))
TEMPLATES = sorted((ROOT / "templates").rglob("*.*"))
LOCKS = [ROOT / "requirements.lock", ROOT / "requirements-test.lock"]

# Where the engine could meet the clock, the disk, the network or hidden dice.
OUTSIDE = {"time", "os", "socket", "secrets", "pathlib"}

# Written in pieces, so that this file does not hold what it looks for.
REGISTRIES = [
    ".".join(parts)
    for parts in (
        ("pypi", "org"),
        ("files", "pythonhosted"),
        ("registry", "npmjs"),
        ("registry", "yarnpkg"),
        ("deb", "debian"),
        ("proxy", "golang"),
        ("crates", "io"),
    )
]
MACHINE_PATHS = ["/" + folder + "/" for folder in ("work", "root", "farm", "home/[a-z]+", "tmp/w")]
FORBIDDEN = re.compile(
    "|".join(
        [re.escape(host) for host in REGISTRIES] + [rf"(?<![\w.}}/-]){p}" for p in MACHINE_PATHS]
    )
)


def tree() -> list[Path]:
    """Every file that git tracks or would add."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listing = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return [path for name in listing.split("\0") if name and (path := ROOT / name).is_file()]


def imports(path: Path) -> Iterator[str]:
    """The absolute dotted names that a module imports, anywhere in it."""
    package = path.relative_to(ROOT).parent.parts
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            yield ".".join([*above, *(node.module or "").split(".")]).rstrip(".")


def name(path: Path) -> str:
    """How a test's id calls a file."""
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("path", ENGINE, ids=name)
def test_engine_imports_only_the_standard_library_and_itself(path: Path) -> None:
    """The engine runs wherever Python runs: it knows no package and not the app."""
    strangers = {
        module
        for module in imports(path)
        if module.split(".")[0] not in sys.stdlib_module_names | {"engine"}
    }

    assert not strangers


@pytest.mark.parametrize("path", [p for p in ENGINE if p.name != "__main__.py"], ids=name)
def test_engine_is_pure(path: Path) -> None:
    """No clock, disk, network or hidden dice; computers may name the type of the dice given."""
    allowed = {"random"} if "computers" in path.parts else set()
    reached = {module.split(".")[0] for module in imports(path)} & (OUTSIDE | {"random"})

    assert not reached - allowed


def test_engine_never_imports_the_app() -> None:
    """The app asks the engine; the engine does not know that there is an app."""
    guilty = [name(path) for path in ENGINE if "app" in {m.split(".")[0] for m in imports(path)}]

    assert ENGINE
    assert not guilty


def test_no_file_names_a_registry_or_a_path_of_one_machine() -> None:
    """The tree works anywhere: packages are named, never the place they were fetched from."""
    guilty = []
    for path in tree():
        text = path.read_bytes().decode("utf-8", errors="ignore")
        guilty += [f"{name(path)}: {match[0]}" for match in FORBIDDEN.finditer(text)]

    assert not guilty


def test_no_lock_that_holds_addresses_is_in_the_tree() -> None:
    """uv's, pip's and npm's own locks write down registry addresses; ours do not."""
    locks = re.compile(r"uv\.lock|pylock.*\.toml|(package-lock|npm-shrinkwrap)\.json|yarn\.lock")

    assert not [name(path) for path in tree() if locks.fullmatch(path.name)]


def test_run_parses_on_python_3_8() -> None:
    """An old Python must get as far as the sentence that says it is too old."""
    ast.parse((ROOT / "run.py").read_text(encoding="utf-8"), feature_version=(3, 8))


@pytest.mark.parametrize("path", TEMPLATES, ids=name)
def test_templates_keep_to_the_strict_policy(path: Path) -> None:
    """No inline style or handler, which the browser would refuse, and no unescaped text."""
    inline = re.compile(r"""\sstyle\s*=|\son[a-z]+\s*=\s*["'{]|hx-on\b|\|\s*safe\b""")

    assert not inline.findall(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("lock", LOCKS, ids=name)
def test_locks_have_hashes_and_no_addresses(lock: Path) -> None:
    """Every locked package is pinned to one version and its files' hashes, and to no place."""
    text = lock.read_text(encoding="utf-8")
    entries = text.replace("\\\n", " ").splitlines()

    assert entries
    assert all(re.match(r"[a-z0-9-]+==\S+ .*--hash=sha256:[0-9a-f]{64}", e) for e in entries)
    assert "://" not in text


def test_both_locks_agree() -> None:
    """The check runs what is served: the test lock holds every line of the other."""
    served, tested = (set(lock.read_text(encoding="utf-8").splitlines()) for lock in LOCKS)

    assert served <= tested


@pytest.mark.parametrize("room", ["static", "tests"])
def test_vendored_scripts_are_what_their_readme_says(room: str) -> None:
    """A vendored file is byte for byte the published one whose sum was written down."""
    vendor = ROOT / room / "vendor"
    sums = dict(
        re.findall(r"sha256\((\S+)\) = ([0-9a-f]{64})", (vendor / "README.md").read_text("utf-8"))
    )
    scripts = {path.name: sha256(path.read_bytes()).hexdigest() for path in vendor.glob("*.js")}

    assert scripts == sums


def test_every_known_fault_is_held_by_tests_that_are_there() -> None:
    """Each row of docs/faults.md names tests, and all that it names can be run."""
    rows = re.findall(
        r"^\| \d.*", (ROOT / "docs" / "faults.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    named = [re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", row) for row in rows]
    missing = [
        f"{path}::{test}"
        for row in named
        for path, test in row
        if f"def {test}(" not in (ROOT / path).read_text(encoding="utf-8")
    ]

    assert rows
    assert all(named)
    assert missing == []
