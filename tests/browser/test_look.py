"""What must be in sight and in reach: on any screen, with large letters, wide fonts, long names."""

from __future__ import annotations

import re
from functools import partial

import pytest
from playwright.sync_api import BrowserContext, FloatRect, Locator, Page, expect

from engine.actions import Play
from engine.log import Position
from tests.browser.conftest import SCREENS
from tests.browser.table import (
    LONG,
    TABLES,
    choosing,
    ended,
    letters,
    played,
    several,
)
from tests.server import Server

NAMES = [
    LONG,
    "Donaudampfschifffahrtskapitäns",
    "春夏秋冬花鳥風月雪月花山川草木日月星辰天地玄黄宇宙洪荒春夏",
]

# What stands out of the window at its sides, but for what a strip that scrolls holds.
OUT = """() => {
  const wide = document.documentElement.clientWidth;
  const out = [];
  if (document.documentElement.scrollWidth > wide) out.push("the page");
  for (const node of document.querySelectorAll("body *")) {
    if (node.closest(".strip, #bar .buttons, .scroll, .unseen, .skip, svg *")) continue;
    const box = node.getBoundingClientRect();
    if (box.width && (box.right > wide + 1 || box.left < -1)) out.push(node.outerHTML.slice(0, 90));
  }
  return out;
}"""
# How far each name's letters are from its symbol, as far as they are seen.
GAPS = """way => [...document.querySelectorAll(".plate, .hands tbody tr")].map((row) => {
  const symbol = row.querySelector(".symbol").getBoundingClientRect();
  const name = row.querySelector(".name"), box = name.getBoundingClientRect();
  const range = document.createRange();
  range.selectNodeContents(name);
  const text = range.getBoundingClientRect();
  return way === "ltr" ? Math.max(text.left, box.left) - symbol.right
    : symbol.left - Math.min(text.right, box.right);
})"""
COVERED = """node => {
  const box = node.getBoundingClientRect();
  const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return !(hit && (node.contains(hit) || hit.contains(node)));
}"""


def reach(target: Locator) -> None:
    """It can be brought into the window and there is nothing on it."""
    target.scroll_into_view_if_needed()
    expect(target).to_be_in_viewport(ratio=0.9)
    assert not target.evaluate(COVERED)


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_the_table_fits_every_width(
    page: Page, context: BrowserContext, server: Server, game: str, seats: int
) -> None:
    """On any screen, with large and wide letters and the longest names, during a round and at its
    end, the page does not scroll sideways and nothing stands out of it.
    """
    for until in (choosing, ended):
        page.goto(played(context, server, game, seats, "width", names=NAMES, until=until))
        for width, height in SCREENS:
            page.set_viewport_size({"width": width, "height": height})
            for size in ("100%", "200%"):
                for wide in (False, True):
                    letters(page, size, wide=wide)
                    assert page.evaluate(OUT) == [], (width, size, wide, until.__name__)


@pytest.mark.parametrize(
    "path", ["/", "/new?game=longana", "/new?game=mexican-train", "/t/nowhere"]
)
def test_plain_pages_fit_every_width(page: Page, path: str) -> None:
    """Pages without a table fit, too, whatever the font."""
    page.goto(path)
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        for size in ("100%", "200%"):
            for wide in (False, True):
                letters(page, size, wide=wide)
                assert page.evaluate(OUT) == [], (width, size, wide)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_whole_cross_is_in_sight(
    page: Page, context: BrowserContext, server: Server, seats: int
) -> None:
    """On any screen every plate and the picture are within the board's stage, the hand is in the
    window, and what there is to press is, too.
    """
    page.goto(played(context, server, "longana", seats, "cross", names=[LONG], until=choosing))
    for width, height in SCREENS[1:]:
        page.set_viewport_size({"width": width, "height": height})
        stage = page.locator("#main").bounding_box()
        assert stage is not None
        for part in page.locator(".plate, #cross").all():
            box = part.bounding_box()
            assert box is not None
            assert box["y"] >= stage["y"], (width, height)
            assert box["y"] + box["height"] <= stage["y"] + stage["height"], (width, height)
        for target in ("#hand [name=tile] >> nth=0", "#hint"):
            expect(page.locator(target)).to_be_in_viewport(ratio=0.9)


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_letters_twice_as_large_on_a_phone(
    page: Page, context: BrowserContext, server: Server, game: str, seats: int
) -> None:
    """At 200 % text the page scrolls while the board stays: its head is whole, and hand, preview
    and Confirm are reached beside a board of a usable height.
    """
    page.set_viewport_size({"width": 360, "height": 640})
    page.goto(played(context, server, game, seats, "large", names=["Ana", LONG], until=choosing))
    letters(page, "200%")
    for part in page.locator(".top .home, .top h1 > *, .top .button").all():
        reach(part)
    board, play = page.locator("#main").bounding_box(), page.locator(".play").bounding_box()
    assert board is not None
    assert play is not None
    assert play["y"] >= board["y"] + board["height"] - 1

    reach(page.locator("#hand [name=tile]").last)
    playable = page.locator(".my-turn .playable").first
    reach(playable)
    playable.click()
    page.locator("#yes, #bar [name=place]").first.wait_for()
    if not page.locator("#yes").count():
        reach(page.locator("#bar [name=place]").first)
        page.locator("#bar [name=place]").first.click()
    reach(page.locator("#yes"))
    shown = page.locator("#main").bounding_box()
    assert shown is not None
    assert min(640, shown["y"] + shown["height"]) - max(0, shown["y"]) >= 240
    reach(page.locator("#no"))


def test_large_letters_on_a_large_screen(
    page: Page, context: BrowserContext, server: Server
) -> None:
    """With room for it, 200 % text leaves the board whole: nothing scrolls inside."""
    inner = "node => node.scrollHeight - node.clientHeight"
    for game, seats in TABLES[:2]:
        page.goto(played(context, server, game, seats, "room", names=["Ana"], until=choosing))
        for width, height in SCREENS[3:]:
            page.set_viewport_size({"width": width, "height": height})
            letters(page, "200%")
            assert page.locator("#main").evaluate(inner) <= 1, (game, width)
            expect(page.locator("#hand [name=tile]").last).to_be_in_viewport(ratio=0.9)


@pytest.mark.parametrize(("game", "seats"), TABLES)
@pytest.mark.parametrize("size", ["100%", "200%"])
def test_the_end_of_a_round_on_a_phone(
    page: Page, context: BrowserContext, server: Server, game: str, seats: int, size: str
) -> None:
    """The page scrolls from the board to the last hand; nothing scrolls within it, and the next
    round can be begun from everywhere. With usual letters the points of four players are in sight
    at once.
    """
    page.set_viewport_size({"width": 360, "height": 640})
    page.goto(played(context, server, game, seats, "over", names=["Ana"], until=ended))
    letters(page, size)
    expect(page.get_by_role("heading", name="Round 1 is over")).to_be_in_viewport(ratio=1)
    reach(page.locator("#go"))
    if game == "longana":
        expect(page.locator("#cross")).to_be_in_viewport(ratio=0.95)
    ending = page.locator(".ending")
    assert ending.evaluate("node => node.scrollHeight - node.clientHeight") <= 1
    if size == "100%":
        for total in page.locator(".hands tbody .total").all()[:4]:
            expect(total).to_be_in_viewport(ratio=0.9)
            assert not total.evaluate(COVERED)
    for part in page.locator(".hands tbody :is(th, .held)").all():
        part.evaluate("node => node.scrollIntoView({ block: 'center' })")
        expect(part).to_be_in_viewport(ratio=0.9)
        assert not part.evaluate(COVERED)
        expect(page.locator("#go")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(("seats", "half"), [(2, 44), (4, 44), (7, 34), (10, 24)])
def test_rows_use_the_room_of_a_tablet(
    page: Page, context: BrowserContext, server: Server, seats: int, half: int
) -> None:
    """All trains are in sight at once, with tiles as large as that allows, and names of a usual
    length are whole.
    """
    page.set_viewport_size({"width": 820, "height": 1180})
    names = ["Maximiliano"]
    page.goto(played(context, server, "mexican-train", seats, "room", names=names, until=choosing))
    assert page.locator("#main").evaluate("node => node.scrollHeight - node.clientHeight") <= 1
    tile = page.locator(".train .tile").first.bounding_box()
    assert tile is not None
    assert min(tile["width"], tile["height"]) >= half
    cut = "all => all.filter((each) => each.scrollWidth > each.clientWidth).length"
    assert page.locator(".plate .name").evaluate_all(cut) == 0


def test_the_board_tells_that_there_is_more(
    page: Page, context: BrowserContext, server: Server
) -> None:
    """Ten seats on a phone: the board fades out at the edge beyond which more trains lie, and only
    there. The own train stays in sight at the own turn, however far one scrolls.
    """
    page.set_viewport_size({"width": 360, "height": 640})
    page.goto(played(context, server, "mexican-train", 10, "more", names=["Ana"], until=choosing))
    stage, mine = page.locator("#main"), page.locator(".train.mine")

    def fades() -> list[str]:
        script = (
            "node => ['::before', '::after'].map((edge) => getComputedStyle(node, edge).content)"
        )
        found: list[str] = stage.evaluate(script)
        return found

    stage.evaluate("node => node.scrollTo(0, 0)")
    expect(stage).not_to_have_class(re.compile("more-up"))
    assert fades() == ["none", '""']
    expect(mine).to_be_in_viewport(ratio=1)
    stage.evaluate("node => node.scrollTo(0, 60)")
    expect(stage).to_have_class(re.compile("more-up.*more-down|more-down.*more-up"))
    stage.evaluate("node => node.scrollTo(0, 1e5)")
    expect(stage).not_to_have_class(re.compile("more-down"))
    assert fades()[1] == "none"
    expect(mine).to_be_in_viewport(ratio=1)
    assert not mine.locator(".name").evaluate(COVERED)
    page.set_viewport_size({"width": 360, "height": 1600})
    expect(stage).not_to_have_class(re.compile("more"))


def choice(position: Position) -> bool:
    """The person may play one tile in several places, and holds another that fits nowhere."""
    view = position.view(1)
    fitting = {each.tile for each in view.legal if isinstance(each, Play)}
    return several(position) and len(fitting) < len(view.hand)


def stands(page: Page, board: FloatRect | None, said: str) -> None:
    """The board is where it was, and what is said is seen in full."""
    expect(page.locator(said)).to_be_visible()
    assert page.locator("#main").bounding_box() == board, (page.viewport_size, said)
    for words in page.locator(".bar .words > *").all():
        assert not words.evaluate(COVERED), (page.viewport_size, said)


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_the_board_keeps_its_height(
    page: Page, context: BrowserContext, server: Server, game: str, seats: int
) -> None:
    """Whatever is said below it, a choice, a preview, a refusal or a hint, and however long: the
    board is as high as before, and the words are whole and on top.
    """
    names = ["Ana", "Maximiliano José"]
    page.goto(played(context, server, game, seats, "still", names=names, until=choice))
    for width, height in SCREENS[1:]:
        page.set_viewport_size({"width": width, "height": height})
        before = page.locator("#main").bounding_box()
        still = partial(stands, page, before)
        tiles = page.locator("#hand .playable")
        for tile in tiles.all():
            tile.click()
            page.locator("#yes, #bar [name=place]").first.wait_for()
            places = page.locator("#bar [name=place]").count()
            if places:
                still("#status")
                page.locator("#bar [name=place]").first.click()
            still("#preview")
            page.locator("#no").click()
            expect(page.locator("#no")).to_have_count(0)
            if places:
                break
        page.locator("#hand .tile-button:not(.playable)").first.click()
        still("#notice")
        page.locator("#hint").click()
        still("#why")
        page.locator("#no").click()
        expect(page.locator("#no")).to_have_count(0)


def test_names_stand_beside_their_symbols_from_right_to_left(
    page: Page, context: BrowserContext, server: Server
) -> None:
    """Where a language is written from the right, each name begins beside its seat's symbol,
    whichever way the name itself is written.
    """
    names = ["Ana", LONG, "\u05d0\u05e0\u05d4"]
    for game, seats in TABLES[:2]:
        page.goto(played(context, server, game, seats, "rtl", names=names, until=ended))
        for width, height in SCREENS:
            page.set_viewport_size({"width": width, "height": height})
            for way in ("ltr", "rtl"):
                page.evaluate(f"() => {{ document.documentElement.dir = '{way}'; }}")
                for gap in page.evaluate(GAPS, way):
                    assert 0 <= gap <= 12, (width, way)


def test_nothing_sticks_to_its_neighbour_in_the_side_panel(
    page: Page, context: BrowserContext, server: Server
) -> None:
    """Headings, sentences, tables and buttons beside the table keep a distance."""
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(played(context, server, "mexican-train", 10, "M5", until=searched))
    expect(page.locator("#lines li").last).to_contain_text("in search of it")
    close = """() => [...document.querySelectorAll(".side section > * + *")]
      .filter((node) => node.getBoundingClientRect().top
        - node.previousElementSibling.getBoundingClientRect().bottom < 4)
      .map((node) => node.outerHTML.slice(0, 80))"""
    assert page.evaluate(close) == []


def searched(position: Position) -> bool:
    """Nobody held the opening double, so that everybody drew for it."""
    return any(position.view(1).searched)
