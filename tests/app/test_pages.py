"""Pages: each renders whatever the position, is sound HTML, and holds no hidden tile."""

from __future__ import annotations

import gzip
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from gettext import NullTranslations

import pytest
from babel import Locale
from babel.messages.extract import extract_from_dir
from selectolax.lexbor import LexborHTMLParser, LexborNode

from app.drawing import static
from app.i18n import Language, languages
from app.ledger import Seed
from app.pages import (
    ROOT,
    STATIC,
    LobbyPage,
    MessagePage,
    Notice,
    Page,
    SeatInfo,
    SetTablePage,
    TableCard,
    TablePage,
    render,
)
from app.words import Words
from engine import GAMES
from engine.actions import Action, Open, Play
from engine.deal import commitment
from engine.log import Acted, NewMatch, NextRound, Position, begin, fold
from engine.match import standing
from engine.tiles import TILES, Tile
from engine.trains import State
from engine.view import View, view
from tests.engine.positions import TABLES, new_match, played

ENGLISH = languages()["en"]
TABLE = "A" * 22
NAMES = ("Maria", "Ana", "Ben", "Carla", "Dora", "Emil", "Fina", "Gus", "Hana", "Ivo")
LONG = "Wolfeschlegelsteinhausenberger"
SECRET = Seed(text=None, chosen=False, commitment=commitment("secret"))


def seats(number: int, mine: int | None = 1) -> tuple[SeatInfo, ...]:
    """Seats with these names; the reader's is a person's, the others computers'."""
    return tuple(
        SeatInfo(
            seat,
            NAMES[seat - 1],
            "human" if seat == 1 else "computer",
            None if seat == 1 else "steady",
            mine=seat == mine,
        )
        for seat in range(1, number + 1)
    )


def table(seen: View, ended: tuple[State, ...], **given: object) -> TablePage:
    """The table's page for a view, after these rounds."""
    page = TablePage(
        version=1,
        table=TABLE,
        seq=len(seen.history) + 1,
        seats=seats(seen.seats, seen.seat),
        pace="normal",
        view=seen,
        standing=standing(new_match(seen.game, seen.seats, "pages"), ended),
        seed=SECRET,
        news=seen.history[-3:],
        step=seen.turn not in (None, seen.seat),
    )
    return replace(page, **given)  # type: ignore[arg-type]


def positions(game: str, number: int, every: int, most: int) -> Iterator[tuple[State, TablePage]]:
    """Some positions of a random match, each with the page that seat 1 sees."""
    ended: tuple[State, ...] = ()
    for at, (state, _) in enumerate(played(new_match(game, number, "pages"))):
        over = state.turn is None
        if at % every == 0 or over:
            yield state, table(view(state, 1), (*ended, state))
        if over:
            ended = (*ended, state)
        if at > most:
            return


def variants(page: TablePage) -> Iterator[TablePage]:
    """The page as it stands, with tiles tapped, with actions previewed, with a notice."""
    yield page
    legal = page.view.legal
    for action in {legal[0], legal[-1]} if legal else ():
        yield replace(page, preview=action)
    for action in legal[:1]:
        if isinstance(action, Open | Play):
            yield replace(page, chosen=action.tile)
    yield replace(page, notice=Notice("No.", refused=True), pace="step")


OTHERS: dict[str, Page] = {
    "lobby, empty": LobbyPage(()),
    "lobby": LobbyPage(
        (
            TableCard(TABLE, "longana", seats(4), 1, 3, awaited=1, over=False, alone=True),
            TableCard(TABLE, "longana", seats(2), 1, 3, awaited=2, over=False, alone=False),
            TableCard(
                TABLE, "mexican-train", seats(10), 2, 13, awaited=None, over=True, alone=True
            ),
            TableCard(TABLE, "mexican-train", seats(3), 1, 2, awaited=None, over=False, alone=True),
        ),
        Notice("Welcome back."),
    ),
    "set longana": SetTablePage("longana", 4, NAMES[:4], ("steady",) * 4, "normal", ""),
    "set mexican train": SetTablePage(
        "mexican-train", 10, NAMES, ("sharp",) * 10, "step", "a seed", Notice("No.", refused=True)
    ),
    "message": MessagePage("Taken", Notice("The seats are taken.", refused=True), 403),
}


def one(page: LexborHTMLParser, selector: str) -> LexborNode:
    """The first element of a page that answers to a selector; there has to be one."""
    found = page.css_first(selector)
    assert found is not None, selector
    return found


def sound(html: str) -> LexborHTMLParser:
    """The parsed page, after the checks that every page must pass."""
    page = LexborHTMLParser(html)
    ids = Counter(node.attributes["id"] for node in page.css("[id]"))
    assert not [each for each, times in ids.items() if times > 1]
    assert not re.search(r"""\sstyle\s*=|\son[a-z]+\s*=|javascript:|hx-on|js:""", html)
    assert all(node.attributes.get("src") for node in page.css("script"))
    assert not page.css("style")
    assert "{{" not in html
    assert "%(" not in html
    for form in page.css("form:not([method=dialog])"):
        assert form.attributes["method"] == "post"
        assert form.attributes["action"]
        if "data-hx-post" in form.attributes:
            assert form.attributes["data-hx-post"] == form.attributes["action"]
            beside = form.attributes["action"].endswith("/hand")  # no event of the table
            assert beside or form.css_first("[name=seq]") is not None
    for node in page.css("[form], [for], [aria-labelledby], [aria-describedby], [popovertarget]"):
        for key in ("form", "for", "aria-labelledby", "aria-describedby", "popovertarget"):
            assert all(each in ids for each in (node.attributes.get(key) or "").split())
    assert all("alt" in node.attributes for node in page.css("img"))
    for field in page.css("input:not([type=hidden]), select"):
        assert field.parent is not None
        assert field.parent.tag == "label"
    for button in page.css("button"):
        assert button.text(strip=True) or button.attributes.get("aria-label")
    return page


@pytest.mark.parametrize(("game", "number"), TABLES)
def test_table_renders_at_any_position(game: str, number: int) -> None:
    """Whole or as a fragment, at every phase, with whatever is chosen: sound, and the same."""
    for at, (_, page) in enumerate(positions(game, number, every=71, most=430)):
        for each in variants(page):
            fragment = render(each, ENGLISH, fragment=True)
            parsed = sound(fragment)

            assert one(parsed, "#table").attributes["data-seq"] == str(each.seq)
            assert (parsed.css_first("#confirm") is not None) == (each.preview is not None)
            assert (parsed.css_first(".step") is not None) == each.step
        if at % 5 == 0:
            whole = render(page, ENGLISH)
            assert len(sound(whole).css("main")) == 1
            assert fragment_of(page) in KEPT.sub(r"\1\2</div>", whole)


KEPT = re.compile(
    r'(<div id="spoken-languages"[^>]*>\n).*?</div>(?=\n</fieldset>)'
    r'|(<div id="by-script"[^>]*>\n).*?</div>(?=\n</section>)',
    re.DOTALL,
)
"""Settings that the browser keeps: whole pages bring them once, fragments leave them alone."""


def fragment_of(page: TablePage) -> str:
    """The page's fragment without the title that only htmx takes from it."""
    return render(page, ENGLISH, fragment=True).split("</title>\n")[1].strip()


@pytest.mark.parametrize("page", OTHERS.values(), ids=OTHERS)
def test_every_other_page_renders(page: Page) -> None:
    """The pages without a table are sound too, with one heading of the first order."""
    parsed = sound(render(page, ENGLISH))

    assert len(parsed.css("h1")) == 1
    assert len(parsed.css("main#main")) == 1
    assert one(parsed, "html").attributes["lang"] == "en"
    assert one(parsed, "a.skip").attributes["href"] == "#main"


SPOKEN = {Words(ENGLISH, seats(2), 1, "longana").tile(tile): tile for tile in TILES}
WRITTEN = {(tile.high, tile.low): tile for tile in TILES}


def tiles_named(html: str) -> set[Tile]:
    """Every tile that a page names or draws, in whatever way."""
    page = LexborHTMLParser(html)
    named = {SPOKEN[each] for each in re.findall("|".join(SPOKEN), html)}
    for high, low in re.findall(r"(?<![\w-])(\d{1,2})[-–](\d{1,2})(?![\w-])", html):
        named.update({WRITTEN[int(high), int(low)]} if int(high) >= int(low) else ())
    for drawn in page.css("svg.bone:not(.back), g.tile"):
        halves = [
            int(found[1])
            for use in drawn.css("use")
            if (found := re.search(r"#(?:up|side)-(\d+)$", use.attributes["href"] or ""))
        ]
        named.add(WRITTEN[max(halves), min(halves)])
    return named


def test_tiles_are_found_however_they_are_named() -> None:
    """The search itself finds tiles by spoken name, in figures, in ids and as drawings."""
    drawn = '<svg class="bone"><use href="x#body"/><use href="x#up-3"/><use href="x#up-8"/></svg>'
    html = f'<i id="t-9-4" title="nine–four, new">9–1</i><b value="7-2">double six</b>{drawn}'

    assert {str(tile) for tile in tiles_named(html)} == {"9-4", "9-1", "7-2", "6-6", "8-3"}


@pytest.mark.parametrize(("game", "number"), TABLES)
def test_no_hidden_tile_is_in_the_page(game: str, number: int) -> None:
    """While a round runs a page names the reader's tiles and those on the table, and no other."""
    for state, page in positions(game, number, every=49, most=250):
        seen = page.view
        laid = {a.tile for _, a in state.history if isinstance(a, Open | Play)}
        open_to_all = {tile for hand in seen.hands or () for tile in hand}
        may = laid | set(seen.hand) | open_to_all | announced(seen)
        for each in variants(page):
            assert tiles_named(render(each, ENGLISH, fragment=each is not page)) <= may


def announced(seen: View) -> set[Tile]:
    """The double that opens a round of Mexican Train is known from its number."""
    if not GAMES[seen.game].HAS_PUBLIC:
        return set()
    return {WRITTEN[13 - r, 13 - r] for r in (seen.round, seen.round + 1) if r <= 13}


def test_a_secret_seed_is_not_in_the_page() -> None:
    """Until the match is over its page tells the commitment alone; then both."""
    state = next(played(new_match("longana", 2, "pages")))[0]
    page = table(view(state, 1), (state,))
    over = replace(page, seed=Seed("secret", chosen=False, commitment=commitment("secret")))

    assert "secret</code>" not in render(page, ENGLISH)
    assert commitment("secret") in render(page, ENGLISH)
    assert "secret</code>" in render(over, ENGLISH)
    assert commitment("secret") in render(over, ENGLISH)


def test_the_end_of_a_round_shows_every_hand() -> None:
    """At a round's end all hands are shown, with pips, what was scored, totals, and one way on."""
    state, page = next(
        each
        for each in positions("mexican-train", 4, every=10**6, most=10**4)
        if each[0].turn is None
    )
    parsed = sound(render(page, ENGLISH))
    rows = parsed.css(".hands tbody tr")
    assert page.view.outcome is not None
    left = page.view.outcome.left

    assert [len(row.css("svg.bone")) for row in rows] == [len(h) for h in page.view.hands or ()]
    assert [int(row.css("td.number")[0].text()) for row in rows] == list(left)
    assert one(parsed, "#next").attributes["action"] == f"/t/{TABLE}/next"
    assert parsed.css_first("#hand") is None
    assert state.turn is None


def finished(game: str, number: int) -> Position:
    """A match played to its end at random."""
    position = begin(game, number, NewMatch("pages", seed_chosen=True))
    for state, action in played(new_match(game, number, "pages")):
        if action is not None:
            assert state.turn is not None
            position = fold(position, Acted(state.turn, action, computer=False))
        elif not position.match_over:
            position = fold(position, NextRound())
    return position


@pytest.mark.parametrize(("game", "number"), [("longana", 3), ("mexican-train", 10)])
def test_the_end_of_a_match_shows_every_round(game: str, number: int) -> None:
    """At a match's end each round has its line and each seat a curve to its total, the seed is
    told, and a new match is offered.
    """
    position = finished(game, number)
    page = table(position.view(1), position.rounds)
    parsed = sound(render(page, ENGLISH))

    assert len(parsed.css(".scores tbody tr")) == len(position.standing.results)
    assert len(parsed.css(".ending .chart polyline")) == number
    legend = [int(total.text().replace(",", "")) for total in parsed.css(".ending .legend b")]
    assert legend == list(position.standing.totals)
    assert one(parsed, "#again").attributes["action"] == f"/t/{TABLE}/again"
    assert len(parsed.css(".go-on :is(button, a)")) == 1
    assert parsed.css_first(f'a[href="/t/{TABLE}/record"]') is not None


@pytest.mark.parametrize(
    ("pace", "delay"), [("slow", "2500ms"), ("normal", "1200ms"), ("fast", "250ms")]
)
def test_computers_are_asked_at_the_pace(pace: str, delay: str) -> None:
    """The page asks for a computer's step after the pace; step by step it waits for a tap."""
    page = waiting_page()
    step = one(sound(render(replace(page, pace=pace), ENGLISH)), ".step")  # type: ignore[arg-type]
    by_hand = one(sound(render(replace(page, pace="step"), ENGLISH)), ".step")

    assert step.attributes["data-hx-trigger"] == f"load delay:{delay}, submit, again"
    assert by_hand.attributes["data-hx-trigger"] == "submit, again"
    assert step.attributes["action"] == f"/t/{TABLE}/step"


def waiting_page() -> TablePage:
    """A page on which a computer is to move."""
    return next(page for _, page in positions("longana", 4, every=1, most=99) if page.step)


def test_a_reply_of_several_steps_is_listed() -> None:
    """What computers did at one go can be read step by step beside the hand."""
    page = next(p for _, p in positions("longana", 4, every=1, most=99) if len(p.news) == 3)
    speak = Words(ENGLISH, page.seats, 1, "longana")
    listed = sound(render(page, ENGLISH)).css("#news li")

    assert [each.text() for each in listed] == [speak.action(*each) for each in page.news]


def test_names_are_text_and_nothing_else() -> None:
    """A name with markup in it is shown as it was typed, in the page, the log and the title."""
    page = waiting_page()
    rogue = '<b onclick="x">&amp;'
    named = tuple(replace(seat, name=f"{rogue}{seat.number}") for seat in page.seats)
    html = render(replace(page, seats=named), ENGLISH)

    assert "<b " not in html
    assert f"{rogue}2" in one(LexborHTMLParser(html), "#side").text()


def loaded(page: str) -> set[str]:
    """The static files that a page makes a browser load, and the scripts that those import."""
    files = set(re.findall(r'"/static/([\w./-]+\.(?:css|js|svg|webmanifest))[?#"]', page))
    todo = [name for name in files if name.endswith(".js") and "/" not in name]
    while todo:
        script = (STATIC / todo.pop()).read_text(encoding="utf-8")
        new = set(re.findall(r'from "\./([\w.]+)"|import "\./([\w.]+)"', script))
        todo += [name for pair in new for name in pair if name and name not in files]
        files |= set(todo)
    return files


def test_what_is_sent_stays_small() -> None:
    """The largest answer to a move is under 15 kB and a first page under 100 kB, compressed."""

    def packed(content: bytes) -> int:
        return len(gzip.compress(content, 6))

    pages = [page for _, page in positions("mexican-train", 10, every=40, most=400)]
    long = [replace(p, seats=tuple(replace(s, name=LONG) for s in p.seats)) for p in pages]
    move = max(packed(render(page, ENGLISH, fragment=True).encode()) for page in long)
    page = render(LobbyPage(()), ENGLISH)
    files = loaded(page)
    first = packed(page.encode()) + sum(packed((STATIC / name).read_bytes()) for name in files)

    assert {"style.css", "hand.css", "vendor/htmx.js", "drag.js", "places.js", "tiles.svg"} <= files

    assert move < 15_000
    assert first < 100_000


class Asked(NullTranslations):
    """A catalogue that notes which sentences are asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.sentences: set[str] = set()

    def gettext(self, message: str) -> str:
        self.sentences.add(message)
        return message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        self.sentences.add(msgid1)
        return super().ngettext(msgid1, msgid2, n)


def test_translators_find_every_sentence() -> None:
    """Whatever a page asks for stands where the translators' tool looks for it."""
    asked = Asked()
    language = Language("en", Locale("en"), asked)
    for game, number in (("longana", 3), ("mexican-train", 4)):
        for _, page in positions(game, number, every=23, most=500):
            for each in variants(page):
                render(each, language)
    for other in OTHERS.values():
        render(other, language)
    mapping = [("**.py", "python"), ("**.html", "jinja2")]
    options = {"**.html": {"newstyle_gettext": "true", "trimmed": "true", "silent": "false"}}
    found = {
        message if isinstance(message, str) else message[0]
        for folder in ("app", "templates")
        for _, _, message, _, _ in extract_from_dir(ROOT / folder, mapping, options)
    }

    assert len(asked.sentences) > 100
    assert asked.sentences <= found


def test_static_addresses_change_with_their_files() -> None:
    """Files may be kept for ever because a changed file has another address."""
    addresses = [static(name) for name in ("style.css", "app.js", "icon.svg")]

    assert all(re.fullmatch(r"/static/[\w./-]+\?v=[0-9a-f]{10}", each) for each in addresses)
    assert len({each.split("=")[1] for each in addresses}) == 3


def test_the_theme_is_there_before_the_page_is_painted() -> None:
    """The script that puts it on stops the page until it has run, after all style sheets; and the
    browser's own bar has the colour of the ground.
    """
    head = one(LexborHTMLParser(render(LobbyPage(()), ENGLISH)), "head")
    loaded = [each.tag for each in head.css("link[rel=stylesheet], script")]
    script = head.css("script")[0]

    assert (script.attributes["src"] or "").startswith("/static/theme.js")
    assert not {"defer", "async", "type"} & set(script.attributes)
    assert loaded == ["link"] * loaded.count("link") + ["script"] * loaded.count("script")
    bars = [each.attributes["content"] for each in head.css("meta[name=theme-color]")]
    assert bars == re.findall(r"--ground: (#\w+);", (STATIC / "board.css").read_text())


def chosen_with_places(page: TablePage) -> tuple[Tile, int] | None:
    """A tile of the hand that has several places, and how many."""
    counted = Counter(a.tile for a in page.view.legal if isinstance(a, Play))
    return next(((tile, n) for tile, n in counted.items() if n > 1), None)


def test_a_tile_with_several_places_offers_each_in_words() -> None:
    """Beside the lit places on the board each place has a worded button of the same form."""
    page, (tile, count) = next(
        (page, found)
        for _, page in positions("mexican-train", 5, every=1, most=10**4)
        if (found := chosen_with_places(page))
    )
    parsed = sound(render(replace(page, chosen=tile), ENGLISH))
    buttons = parsed.css("#bar button[form=choose]")
    sent = {button.attributes["value"] for button in buttons}
    wanted: list[Action] = [a for a in page.view.legal if isinstance(a, Play) and a.tile == tile]

    assert len(buttons) == count
    assert sent == {str(action).rsplit(" ", 1)[1] for action in wanted}
    assert one(parsed, "#choose [name=tile]").attributes["value"] == str(tile)
    assert len(parsed.css("#board button.target")) == count
