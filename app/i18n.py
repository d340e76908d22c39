"""Languages: which are offered, which one a reader gets, and how it writes numbers and lists.

English sentences are the keys. Every other language is one catalogue,
``locales/*/LC_MESSAGES/messages.po``, read as it is when the program starts: adding the file
offers the language.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import cache, lru_cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path
from typing import Final, Literal

from babel import Locale
from babel.dates import format_datetime
from babel.lists import format_list
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal

LOCALES: Final = Path(__file__).resolve().parent.parent / "locales"
DEFAULT: Final = "en"

_ALIASES: Final = {"tl": "fil"}
"""Browsers ask for one language under two names."""

_MOST: Final = 2_000
"""How much of an Accept-Language header is read; real ones are far shorter."""

_RANGE: Final = re.compile(
    r"\s*(?P<tag>[a-z]{1,8}(?:[-_][a-z0-9]{1,8})*)\s*(?:;\s*q\s*=\s*(?P<q>[^\s;]*)\s*)?",
    re.IGNORECASE | re.ASCII,
)
_SOUNDS_LIKE_Y: Final = re.compile(r"h?[iíIÍ](?![aeoáéó])", re.IGNORECASE)
"""Before these words Spanish says ``e`` for ``y``: Ana e Inés, but agua y hielo. Babel does not."""

_QUALITY: Final = re.compile(r"0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?", re.ASCII)


@dataclass(frozen=True, slots=True, eq=False)
class Language:
    """A language that is offered: its sentences and its habits."""

    tag: str
    locale: Locale
    catalogue: NullTranslations

    @property
    def dir(self) -> Literal["ltr", "rtl"]:
        """The direction of its script, for HTML's ``dir``."""
        return "rtl" if self.locale.text_direction == "rtl" else "ltr"

    @property
    def name(self) -> str:
        """What its own speakers call it."""
        return self.locale.get_language_name(self.locale.language) or self.tag

    def gettext(self, sentence: str) -> str:
        """The sentence in this language."""
        return self.catalogue.gettext(sentence)

    def pgettext(self, context: str, sentence: str) -> str:
        """The sentence as it is said of this: one English word may be several elsewhere."""
        return self.catalogue.pgettext(context, sentence)

    def ngettext(self, one: str, many: str, count: int) -> str:
        """The sentence in the form that goes with the count."""
        return self.catalogue.ngettext(one, many, count)

    def say(self, sentence: str, /, **facts: str) -> str:
        """The sentence in this language with its named placeholders filled in."""
        return self.gettext(sentence) % facts

    def count(self, one: str, many: str, count: int, /, **facts: str) -> str:
        """The sentence in the form that goes with the count, which it names ``%(num)s``."""
        return self.ngettext(one, many, count) % {"num": self.number(count), **facts}

    def number(self, number: int) -> str:
        """The number as it is written in this language."""
        return _decimal(number, self.tag)

    def list(self, items: Iterable[str]) -> str:
        """The items in one phrase: ``3, 5 and 6``."""
        listed = list(items)
        phrase: str = format_list(listed, locale=self.locale)
        if self.tag == "es" and len(listed) > 1 and _SOUNDS_LIKE_Y.match(listed[-1]):
            last = listed[-1]
            phrase = phrase.removesuffix(f" y {last}") + f" e {last}"
        return phrase

    def time(self, moment: datetime) -> str:
        """Day and time, of middle length."""
        return format_datetime(moment, "medium", locale=self.locale)


@cache
def _own_name(locale: Locale) -> str | None:
    """Asked for on every page, in every language."""
    return locale.get_language_name(locale.language)


@lru_cache(maxsize=10_000)
def _decimal(number: int, tag: str) -> str:
    """A number as it is written; a page shows dozens, mostly the same small ones."""
    return format_decimal(number, locale=tag)


@cache
def languages(folder: Path = LOCALES) -> dict[str, Language]:
    """Every language on offer by its tag: English first, then those that have a catalogue."""
    found = {DEFAULT: Language(DEFAULT, Locale.parse(DEFAULT), NullTranslations())}
    for path in sorted(folder.glob("*/LC_MESSAGES/messages.po")):
        tag = path.parent.parent.name
        found[tag] = Language(tag, Locale.parse(tag), _catalogue(path))
    return found


def _catalogue(path: Path) -> NullTranslations:
    """A .po file as gettext looks things up; what is not translated stays English."""
    with path.open("rb") as file:
        catalogue = read_po(file)
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return GNUTranslations(compiled)


def language(tag: str | None) -> Language | None:
    """The language that is meant by a tag such as a cookie may hold, if it is offered."""
    return _meant(tag or "", languages())


def negotiate(header: str | None, offered: dict[str, Language] | None = None) -> Language:
    """The language that an Accept-Language header likes best; English when it says nothing clear.

    Whatever else the header holds does no harm: a part that cannot be read is passed over.
    """
    choice = languages() if offered is None else offered
    wishes = sorted(_wishes(header or ""), key=lambda wish: -wish[0])  # stable: first named first
    for quality, tag in wishes:
        if quality > 0 and (found := _meant(tag, choice)):
            return found
    return choice[DEFAULT]


def _wishes(header: str) -> Iterator[tuple[float, str]]:
    """What a header asks for, with its weight."""
    for part in header[:_MOST].split(","):
        wish = _RANGE.fullmatch(part)
        if wish is None:
            continue
        quality = wish["q"]
        if quality is None:
            yield 1.0, wish["tag"]
        elif _QUALITY.fullmatch(quality):
            yield float(quality), wish["tag"]


def _meant(tag: str, offered: dict[str, Language]) -> Language | None:
    """The offered language that a tag means: ``es-419`` means ``es``, ``tl-PH`` means ``fil``."""
    parts = tag[:64].lower().replace("_", "-").split("-")
    parts[0] = _ALIASES.get(parts[0], parts[0])
    by_tag = {known.lower(): each for known, each in offered.items()}
    for length in range(len(parts), 0, -1):
        if found := by_tag.get("-".join(parts[:length])):
            return found
    return None
