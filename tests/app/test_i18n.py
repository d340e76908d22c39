"""Languages: what a browser asks for, and what it gets."""

from pathlib import Path

import pytest

from app.i18n import Language, languages, negotiate

POLISH = """\
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Language: pl\\n"
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && "
"(n%100<10 || n%100>=20) ? 1 : 2);\\n"

msgid "Your turn"
msgstr "Twoja kolej"

#, fuzzy
msgid "The match is over."
msgstr "zgadywane"

#, python-format
msgid "%(num)s tile"
msgid_plural "%(num)s tiles"
msgstr[0] "%(num)s kamień"
msgstr[1] "%(num)s kamienie"
msgstr[2] "%(num)s kamieni"
"""


@pytest.fixture(scope="module")
def offered(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Language]:
    """English, and languages whose catalogues hold little or nothing."""
    folder = tmp_path_factory.mktemp("locales")
    for tag in ("es", "fil", "pl"):
        file = folder / tag / "LC_MESSAGES" / "messages.po"
        file.parent.mkdir(parents=True)
        head = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n'
        file.write_text(POLISH if tag == "pl" else head, encoding="utf-8")
    return languages(folder)


@pytest.mark.parametrize(
    ("header", "tag"),
    [
        (None, "en"),
        ("", "en"),
        ("pl", "pl"),
        ("PL-pl", "pl"),
        ("pl_PL", "pl"),
        ("es-419", "es"),
        ("es-419,es;q=0.9,en;q=0.8", "es"),
        ("fil", "fil"),
        ("tl", "fil"),
        ("tl-PH", "fil"),
        ("en_AE", "en"),
        ("de, pl;q=0.5", "pl"),
        ("en;q=0.3, pl;q=0.7", "pl"),
        ("pl;q=0, es", "es"),
        ("pl;q=0", "en"),
        ("zh-TW, zh-Hant-HK, pt, nb, no, sr-Latn", "en"),
        ("*", "en"),
        ("*;q=0.5, es;q=0.4", "es"),
        (";", "en"),
        (",,,;;;===", "en"),
        ("es;q=2", "en"),
        ("es;q=", "en"),
        ("es;q=NaN", "en"),
        ("es;q=-1, pl;q=0.1", "pl"),
        ("es;q=1e9", "en"),
        ("../../etc/passwd", "en"),
        ("ñandú, 日本語, \x00", "en"),
        ("x" * 10_000, "en"),
        ("de," * 4_000 + "pl", "en"),
        ("-".join(["pl"] * 3_000), "pl"),
    ],
)
def test_best_offered_language_is_chosen(
    offered: dict[str, Language], header: str | None, tag: str
) -> None:
    """Whatever a browser sends, the reader gets the best language there is, else English."""
    assert negotiate(header, offered).tag == tag


@pytest.mark.parametrize(
    ("count", "text"),
    [
        (0, "0 kamieni"),
        (1, "1 kamień"),
        (2, "2 kamienie"),
        (4, "4 kamienie"),
        (5, "5 kamieni"),
        (11, "11 kamieni"),
        (12, "12 kamieni"),
        (14, "14 kamieni"),
        (21, "21 kamieni"),
        (22, "22 kamienie"),
        (25, "25 kamieni"),
        (100, "100 kamieni"),
        (101, "101 kamieni"),
        (102, "102 kamienie"),
        (112, "112 kamieni"),
        (114, "114 kamieni"),
        (122, "122 kamienie"),
        (1234, "1\xa0234 kamienie"),
    ],
)
def test_plural_form_follows_the_catalogue(
    offered: dict[str, Language], count: int, text: str
) -> None:
    """The catalogue's own rule picks the form, and numbers are written as its readers do."""
    assert offered["pl"].count("%(num)s tile", "%(num)s tiles", count) == text


def test_what_is_not_translated_stays_english(offered: dict[str, Language]) -> None:
    """A missing sentence and one that was only guessed come in English, never as a hole."""
    polish = offered["pl"]

    assert polish.gettext("Your turn") == "Twoja kolej"
    assert polish.gettext("The match is over.") == "The match is over."
    assert polish.gettext("Waiting for %(name)s") == "Waiting for %(name)s"


def test_lists_follow_the_language(offered: dict[str, Language]) -> None:
    """Several things in one phrase are joined as the language joins them."""
    assert offered["en"].list(["3", "5", "6"]) == "3, 5, and 6"
    assert offered["es"].list(["3", "5", "6"]) == "3, 5 y 6"
    assert offered["pl"].list(["3"]) == "3"


@pytest.mark.parametrize(
    ("last", "phrase"),
    [
        ("Inés", "Ana e Inés"),
        ("Ítalo", "Ana e Ítalo"),
        ("Hilda", "Ana e Hilda"),
        ("Hielo", "Ana y Hielo"),
        ("Yago", "Ana y Yago"),
        ("Ben", "Ana y Ben"),
    ],
)
def test_spanish_lists_sound_right(offered: dict[str, Language], last: str, phrase: str) -> None:
    """Before the sound of i it says e for y, and leaves everybody's y in the names alone."""
    assert offered["es"].list(["Ana", last]) == phrase
    assert offered["es"].list(["Bo y Li", "Ana", last]) == f"Bo y Li, {phrase}"


def test_every_language_names_itself_and_its_direction(offered: dict[str, Language]) -> None:
    """A menu of languages calls each by its own name; none of these is written right to left."""
    assert {each.name for each in offered.values()} == {"English", "español", "Filipino", "polski"}
    assert {each.dir for each in offered.values()} == {"ltr"}


def test_english_is_always_on_offer(tmp_path: Path) -> None:
    """Without any catalogue the table speaks English."""
    assert list(languages(tmp_path)) == ["en"]
    assert next(iter(languages())) == "en"
