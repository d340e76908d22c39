"""The catalogues: every sentence in every language, with its facts and its plural forms."""

from __future__ import annotations

import ast
import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.frontend import parse_mapping_cfg
from babel.messages.pofile import read_po

from app.i18n import LOCALES, languages

ROOT = LOCALES.parent
OFFERED = ("es", "fil", "ms", "pl", "vi")
FORMS = {"es": 3, "fil": 2, "ms": 1, "pl": 3, "vi": 1}
PLACEHOLDER = re.compile(r"%\(\w+\)s")
STOPS = ".!?:…"


def catalogue(tag: str) -> Catalog:
    """A language's catalogue as it stands in its file."""
    with (LOCALES / tag / "LC_MESSAGES" / "messages.po").open("rb") as file:
        return read_po(file, locale=tag)


@cache
def sentences() -> dict[str | tuple[str, str], None]:
    """Every sentence in the code and the templates, as `make messages` finds them."""
    with (LOCALES / "babel.cfg").open(encoding="utf-8") as file:
        methods, options = parse_mapping_cfg(file)  # type: ignore[no-untyped-call]
    found: dict[str | tuple[str, str], None] = {}
    for folder in ("app", "templates"):
        for _, _, message, _, _ in extract_from_dir(
            ROOT / folder, methods, options, directory_filter=lambda _: True
        ):
            found[message if isinstance(message, str) else (message[0], message[1])] = None
    return found


def texts(message: Message) -> tuple[str, ...]:
    """A message's translations: one, or one for each plural form."""
    text = message.string
    return tuple(map(str, text)) if isinstance(text, tuple | list) else (str(text or ""),)


def pairs(known: Catalog) -> Iterator[tuple[str, str]]:
    """Each translation beside its English sentence, the plural where there is one."""
    for message in known:
        if message.id:
            english = message.id if isinstance(message.id, str) else message.id[-1]
            yield from ((english, text) for text in texts(message))


def test_a_catalogue_for_each_language_on_offer() -> None:
    """Six languages: English, whose sentences are the keys, and a file for each other."""
    assert tuple(sorted(path.parent.name for path in LOCALES.glob("*/LC_MESSAGES"))) == OFFERED


def test_sentences_are_found() -> None:
    """What the tests below compare with is there: from code, from templates, with plurals."""
    found = sentences()

    assert "Your turn" in found
    assert "Set a table" in found
    assert ("%(num)s tile", "%(num)s tiles") in found


def marked(path: Path) -> Iterator[str]:
    """The sentences that are marked for translation in a file of code."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            called = (
                node.func.attr if isinstance(node.func, ast.Attribute) else ast.unparse(node.func)
            )
            first = node.args[0] if node.args else None
            if called in {"N_", "ngettext"} and isinstance(first, ast.Constant):
                yield str(first.value)


def test_nothing_that_is_marked_escapes_the_collection() -> None:
    """The extractor does not see into every expression: what it misses would stay English."""
    collected = {one for each in sentences() for one in ([each] if isinstance(each, str) else each)}
    code = {text for path in (ROOT / "app").rglob("*.py") for text in marked(path)}

    assert len(code) > 200
    assert code - collected == set()
    assert not {"play", "draw", "pass"} & collected  # keys of a table, not words


@pytest.mark.parametrize("tag", OFFERED)
def test_every_sentence_is_translated_and_no_other(tag: str) -> None:
    """None is missing, empty or guessed, and none is left from before (`make messages`)."""
    known = catalogue(tag)
    keys = {message.id for message in known if message.id}
    holes = {m.id for m in known if m.id and (m.fuzzy or not all(texts(m)))}

    assert set(sentences()) - keys == set()
    assert keys - set(sentences()) == set()
    assert holes == set()
    assert not known.obsolete


@pytest.mark.parametrize("tag", OFFERED)
def test_facts_and_plural_forms_are_those_of_the_sentence(tag: str) -> None:
    """Each form names the facts that the sentence names; there are as many as the rule wants."""
    known = catalogue(tag)
    forms = {len(texts(each)) for each in known if isinstance(each.id, tuple)}
    wrong = [
        (english, text)
        for english, text in pairs(known)
        if set(PLACEHOLDER.findall(text)) != set(PLACEHOLDER.findall(english))
    ]

    assert known.num_plurals == FORMS[tag]
    assert forms == {FORMS[tag]}
    assert wrong == []


@pytest.mark.parametrize("tag", OFFERED)
def test_sentences_end_and_stand_as_in_english(tag: str) -> None:
    """A label stays a label and a sentence a sentence; nothing sticks out at the ends."""

    def ends(text: str) -> tuple[bool, bool, bool]:
        return text[-1:] in STOPS, text[:1] == " ", text[-1:] == " "

    wrong = [(one, other) for one, other in pairs(catalogue(tag)) if ends(one) != ends(other)]

    assert wrong == []


@pytest.mark.parametrize("tag", OFFERED)
def test_no_sentence_is_left_in_english(tag: str) -> None:
    """What has several words is said otherwise in another language, names of games apart."""
    same = {
        message.id
        for message in catalogue(tag)
        if isinstance(message.id, str)
        and message.string == message.id
        and len(re.findall(r"[A-Za-z]{3,}", PLACEHOLDER.sub("", message.id))) > 1
    }

    assert same <= {"Mexican Train"}


@pytest.mark.parametrize("tag", OFFERED)
def test_letters_are_composed(tag: str) -> None:
    """Vietnamese above all: one letter is one sign, so that it comes from one font (B51)."""
    text = (LOCALES / tag / "LC_MESSAGES" / "messages.po").read_text(encoding="utf-8")

    assert text == unicodedata.normalize("NFC", text)


def test_polish_counts_by_its_own_rule() -> None:
    """One; 2 to 4 but not 12 to 14; all others, zero too: three forms, each where it belongs."""
    polish = languages()["pl"]
    one, many = (
        "It leaves you %(num)s tile that fits the table as it stands.",
        "It leaves you %(num)s tiles that fit the table as it stands.",
    )
    words = [polish.count(one, many, n).replace(str(n), "") for n in range(130)]
    few = {n for n in range(130) if n % 10 in {2, 3, 4} and n % 100 not in {12, 13, 14}}

    assert len(set(words)) == 3
    assert {n for n in range(130) if words[n] == words[2]} == few
    assert {n for n in range(130) if words[n] == words[1]} == {1}
    assert "tile" not in "".join(words)
