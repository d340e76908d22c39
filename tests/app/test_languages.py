"""Every page in every language: nothing of it stays English, and each says which one it is."""

from __future__ import annotations

import re

import pytest
from selectolax.lexbor import LexborHTMLParser

from app.i18n import languages
from tests.app.test_locales import OFFERED, sentences
from tests.screens import Visitor


def english(tag: str) -> set[str]:
    """English sentences of three words and more that this language says otherwise."""
    language = languages()[tag]
    whole = [each for each in sentences() if isinstance(each, str) and "%(" not in each]
    return {
        each
        for each in whole
        if len(re.findall(r"[A-Za-z]+", each)) > 2 and language.gettext(each) != each
    }


def words(html: str) -> str:
    """What a page says: its text and the names of its controls, in single spaces."""
    page = LexborHTMLParser(html)
    named = [
        each.attributes[name] or ""
        for name in ("aria-label", "title", "alt")
        for each in page.css(f"[{name}]")
    ]
    root = page.root
    assert root is not None
    return " ".join(" ".join([root.text(separator=" "), *named]).split())


@pytest.mark.parametrize("tag", OFFERED)
def test_every_page_is_all_in_one_language(visited: Visitor, tag: str) -> None:
    """All screens and fragments, in each state: each says its language and mixes in no other."""
    whole, fragments = visited.whole_in[tag], visited.fragments_in[tag]
    left = english(tag)

    assert len(left) > 150
    assert whole.keys() == fragments.keys() == visited.whole.keys()
    for name, html in whole.items():
        assert f'<html lang="{tag}" dir="ltr"' in html, name
    for name, html in [*whole.items(), *fragments.items()]:
        said = words(html)
        assert not [each for each in left if each in said], name


def test_the_check_sees_english(visited: Visitor) -> None:
    """The English pages hold hundreds of those sentences: what is looked for can be found."""
    said = " ".join(words(html) for html in visited.whole.values())

    assert sum(each in said for each in english("pl")) > 150
