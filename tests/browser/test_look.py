"""What must be in sight and in reach: on any screen, with large letters, wide fonts, long names."""

from __future__ import annotations

import re
from functools import partial

import pytest
from playwright.sync_api import Browser, BrowserContext, FloatRect, Locator, Page, expect

from engine.actions import Play
from engine.log import Position
from tests.browser.contrast import faint_marks, faint_words
from tests.browser.table import LONG, letters, move, played, seq, settled, sit
from tests.server import Server

SCREENS = [(320, 568), (360, 640), (640, 360), (820, 1180), (1440, 900)]
NAMES = {
    "Latin": LONG,
    "German": "Donaudampfschifffahrtskapitäns",
    "Chinese": "春夏秋冬花鳥風月雪月花山川草木日月星辰天地玄黄宇宙洪荒春夏",
}
TABLES = [("longana", 4), ("mexican-train", 4), ("mexican-train", 10)]

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


def choosing(position: Position) -> bool:
    """The person is to move, some turns into a round, and can play a tile."""
    seats = position.match.seats
    can = position.state.turn == 1 and len(position.acts) >= 3 * seats
    return can and any(isinstance(each, Play) for each in position.view(1).legal)


def ended(position: Position) -> bool:
    """A round is over and its hands are shown."""
    return position.state.turn is None


def reach(target: Locator) -> None:
    """It can be brought into the window and there is nothing on it."""
    target.scroll_into_view_if_needed()
    expect(target).to_be_in_viewport(ratio=0.9)
    assert not target.evaluate(COVERED)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_the_table_fits_every_width(
    page: Page, context: BrowserContext, server: Server, game: str, seats: int, name: str
) -> None:
    """On any screen, with large and wide letters and the longest names, during a round and at its
    end, the page does not scroll sideways and nothing stands out of it.
    """
    for until in (choosing, ended):
        page.goto(played(context, server, game, seats, name, names=[NAMES[name]], until=until))
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


@pytest.mark.parametrize("wide", [False, True])
def test_own_train_is_in_sight_when_it_is_ones_turn(page: Page, wide: bool) -> None:
    """Ten seats on a phone: at the own turn the whole own row is within the board, and stays so
    when a tile is previewed there.
    """
    page.set_viewport_size({"width": 360, "height": 640})
    sit(page, "mexican-train", seats=10, seed="newcomer")
    if wide:
        letters(page, "100%", wide=True)
    settled(page)
    inside = """() => {
        const row = document.querySelector('.train.mine').getBoundingClientRect();
        const stage = document.querySelector('#main').getBoundingClientRect();
        return row.top >= stage.top - 1 && row.bottom <= stage.bottom + 1;
    }"""
    page.wait_for_function(inside)
    if page.locator(".my-turn .playable").count():
        page.locator(".my-turn .playable").first.click()
        page.locator("#board .ghost").wait_for()
        page.wait_for_function(inside)


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


SEATS = [*(f"seat-{seat}" for seat in range(1, 11)), "public"]
MARKS = [
    *((seat, ground) for seat in SEATS for ground in ("panel", "turn", "ground")),
    *((f"pip-{value}", "ivory") for value in range(1, 13)),
    *((mark, ground) for mark in ("glow", "edge", "felt-ink") for ground in ("felt", "felt-deep")),
    *(("rim-dark", ground) for ground in ("glow", "ivory")),
    *(("due", ground) for ground in ("edge", "ivory")),
    *(("accent", ground) for ground in ("panel", "ground")),
]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_word_and_mark_stands_out(
    page: Page, context: BrowserContext, server: Server, scheme: str
) -> None:
    """In both themes letters stand out by 4.5 to 1, and signs, pips and rings by 3 to 1."""
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.set_viewport_size({"width": 1440, "height": 900})
    for game, seats in TABLES:
        address = played(context, server, game, seats, "faint", until=choosing)
        page.goto(address)
        page.locator(".my-turn .playable").first.click()
        page.locator("#yes, #bar [name=place]").first.wait_for()
        assert faint_words(page) == []
        page.goto(played(context, server, game, seats, "faint end", until=ended))
        assert faint_words(page) == []
        page.goto(f"{played(context, server, game, seats, 'faint record')}/ledger")
        assert faint_words(page) == []
        page.goto(f"{page.url.removesuffix('/ledger')}/replay/1/1?step=9")
        assert faint_words(page) == []
    assert faint_marks(page, MARKS) == []
    for path in ("/", "/new?game=longana", "/t/nowhere"):
        page.goto(path)
        assert faint_words(page) == []


def test_forced_colours_show_what_is_lit(
    page: Page, context: BrowserContext, server: Server
) -> None:
    """With the system's colours the chosen tile, the lit places, the newest tile, what is pressed
    and what has the focus are marked in the system's own highlight.
    """
    page.emulate_media(forced_colors="active")
    for game, seats in TABLES[:2]:
        page.goto(played(context, server, game, seats, "forced", until=several))
        highlight = page.evaluate(
            """() => {
              document.body.style.outline = "1px solid Highlight";
              const colour = getComputedStyle(document.body).outlineColor;
              document.body.style.outline = "";
              return colour;
            }"""
        )
        assert computed(page.locator("#board .ring-last"), "stroke") == highlight
        for tile in page.locator(".my-turn .playable").all():
            tile.click()
            page.locator("#yes, #bar [name=place]").first.wait_for()
            if page.locator("#bar [name=place]").count():
                break
        assert computed(page.locator("[aria-pressed=true] .bone"), "outline-color") == highlight
        if game == "longana":
            assert computed(page.locator(".end.lit .slot").first, "stroke") == highlight
        else:
            before = "node => getComputedStyle(node, '::before').borderTopColor"
            assert page.locator(".train .target").first.evaluate(before) == highlight
        target = page.locator("#board .target").first
        target.focus()
        page.keyboard.press("Shift+Tab")
        page.keyboard.press("Tab")
        expect(target).to_be_focused()
        assert computed(target, "outline-style") == "solid"
        page.locator("#bar [name=place]").first.click()
        assert computed(page.locator("#yes"), "background-color") == highlight


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
        for at in range(tiles.count()):
            tiles.nth(at).click()
            page.locator("#yes, #bar [name=place]").first.wait_for()
            if page.locator("#bar [name=place]").count():
                still("#status")
                page.locator("#bar [name=place]").first.click()
            still("#preview")
            page.locator("#no").click()
            expect(page.locator("#no")).to_have_count(0)
        page.locator("#hand .tile-button:not(.playable)").first.click()
        still("#notice")
        page.locator("#hint").click()
        still("#why")
        page.locator("#no").click()
        expect(page.locator("#no")).to_have_count(0)


def several(position: Position) -> bool:
    """The person is to move and holds a tile that can be played in several places."""
    if not choosing(position):
        return False
    plays = [each.tile for each in position.view(1).legal if isinstance(each, Play)]
    return len(plays) > len(set(plays))


def computed(target: Locator, name: str) -> str:
    """A computed style."""
    found: str = target.evaluate(f"node => getComputedStyle(node).getPropertyValue('{name}')")
    return found


@pytest.mark.parametrize("name", ["Ana", LONG, "\u05d0\u05e0\u05d4"])
def test_names_stand_beside_their_symbols_from_right_to_left(
    page: Page, context: BrowserContext, server: Server, name: str
) -> None:
    """Where a language is written from the right, each name begins beside its seat's symbol,
    whichever way the name itself is written.
    """
    for game, seats in TABLES[:2]:
        page.goto(played(context, server, game, seats, "rtl", names=[name], until=ended))
        for width, height in SCREENS:
            page.set_viewport_size({"width": width, "height": height})
            for way in ("ltr", "rtl"):
                page.evaluate(f"() => {{ document.documentElement.dir = '{way}'; }}")
                for gap in page.evaluate(GAPS, way):
                    assert 0 <= gap <= 12, (width, way)


def test_ones_tables_are_reached_without_scrolling(page: Page) -> None:
    """On a phone the newest table and the way to play are on the first screen; more tables lie
    beside, where the row fades out.
    """
    page.set_viewport_size({"width": 360, "height": 640})
    for _ in range(3):
        sit(page, "longana")
    page.goto("/")
    expect(page.locator(".tables a").first).to_be_in_viewport(ratio=0.9)
    expect(page.get_by_role("button", name="Play now").first).to_be_in_viewport(ratio=0.9)
    expect(page.locator(".tables ul")).to_have_class(re.compile("more-right"))


@pytest.mark.parametrize("scripts", [True, False])
def test_the_steps_of_a_replay_are_in_reach(
    browser: Browser, context: BrowserContext, server: Server, scripts: bool
) -> None:
    """On a phone, wherever one has scrolled to."""
    address = played(context, server, "mexican-train", 4, "steps")
    phone = browser.new_context(
        base_url=server.url,
        java_script_enabled=scripts,
        storage_state=context.storage_state(),
        viewport={"width": 360, "height": 640},
    )
    page = phone.new_page()
    page.goto(f"{address}/replay/1/1?step=9")
    expect(page.locator("#replay-on")).to_be_in_viewport(ratio=1)
    page.mouse.wheel(0, 400)
    expect(page.locator("#replay-on")).to_be_in_viewport(ratio=1)
    page.locator("#replay-on").click()
    expect(page.get_by_text("Step 10 of")).to_be_visible()
    expect(page.locator("#replay-on")).to_be_in_viewport(ratio=1)
    phone.close()


@pytest.mark.parametrize("scripts", [True, False])
def test_another_game_loses_nothing_that_was_written(
    browser: Browser, base_url: str, scripts: bool
) -> None:
    """On the form to set a table the game can be changed to and fro: names, levels, pace and seed
    stay, only seats that the game lacks are not shown, and the table is set as the form stands.
    """
    context = browser.new_context(base_url=base_url, java_script_enabled=scripts)
    page = context.new_page()
    page.goto("/new?game=mexican-train")
    page.locator("#seats-7").check(force=True)
    page.locator("[name=name_1]").fill("Zoë")
    page.locator("[name=plays_3]").select_option("sharp")
    page.locator("[name=pace][value=step]").check(force=True)
    page.locator("summary").click()
    page.locator("[name=seed]").fill("kept")
    page.get_by_role("radio", name="Longana").check(force=True)
    expect(page.locator(".setting .seat:visible")).to_have_count(4)
    expect(page.locator(".counts label:visible")).to_have_text(["2", "3", "4"])
    page.get_by_role("radio", name="Mexican Train").check(force=True)
    expect(page.locator(".setting .seat:visible")).to_have_count(7)
    page.get_by_role("radio", name="Longana").check(force=True)
    page.get_by_role("button", name="Sit down and play").click()
    expect(page.locator("#table.longana")).to_be_visible()
    expect(page.locator("#board .plate")).to_have_count(4)
    expect(page.locator("#plate-1 .name")).to_have_text("Zoë")
    assert "kept" not in page.url
    context.close()


def test_choices_of_pace_stand_in_even_rows(page: Page) -> None:
    """On the form to set a table and beside the table no choice stands in a row of its own."""
    lengths = """all => {
      const tops = all.map((each) => Math.round(each.getBoundingClientRect().top));
      return [...new Set(tops)].map((top) => tops.filter((other) => other === top).length);
    }"""
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        page.goto("/new?game=longana")
        assert len(set(page.locator(".pace .choices label").evaluate_all(lengths))) == 1, width
    sit(page, "longana")
    assert len(set(page.locator("#pace button").evaluate_all(lengths))) == 1


def test_nothing_sticks_to_its_neighbour_in_the_side_panel(
    page: Page, context: BrowserContext, server: Server
) -> None:
    """Headings, sentences, tables and buttons beside the table keep a distance."""
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(played(context, server, "mexican-train", 10, "M5", until=searched))
    expect(page.locator(".side .log > .quiet").last).to_contain_text("in search of it")
    close = """() => [...document.querySelectorAll(".side section > * + *")]
      .filter((node) => node.getBoundingClientRect().top
        - node.previousElementSibling.getBoundingClientRect().bottom < 4)
      .map((node) => node.outerHTML.slice(0, 80))"""
    assert page.evaluate(close) == []


def searched(position: Position) -> bool:
    """Nobody held the opening double, so that everybody drew for it."""
    return any(position.view(1).searched)


def long_train(position: Position) -> bool:
    """The person is to move, and some train has thirty tiles."""
    if position.state.turn != 1:
        return False
    return any(len(train.tiles) >= 30 for train in position.view(1).trains)


def test_a_long_train_shows_its_end_and_can_be_looked_through(
    page: Page, context: BrowserContext, server: Server
) -> None:
    """Thirty tiles on a phone: the newest is in its strip, an arrow at the other edge tells that
    more lie hidden, and the strip scrolls, also by keys, to the buffer where the train begins.
    """
    page.set_viewport_size({"width": 360, "height": 640})
    page.goto(played(context, server, "mexican-train", 3, "long", until=long_train))
    strips = page.locator(".strip").all()
    strip = next(each for each in strips if each.locator(".tile").count() >= 30)
    strip.scroll_into_view_if_needed()
    tiles, start = strip.locator(".tile"), strip.locator(".start")
    expect(tiles.last).to_be_in_viewport(ratio=0.95)
    expect(start).not_to_be_in_viewport()
    arrow = edge(page, strip)

    strip.focus()
    hidden = strip.evaluate("node => node.scrollWidth - node.clientWidth")
    assert hidden > 300
    page.keyboard.press("ArrowLeft")
    page.wait_for_function("node => node.scrollLeft < 0", arg=strip.element_handle())
    strip.evaluate("node => { node.scrollLeft = -1e5; }")
    expect(start).to_be_in_viewport()
    buffer = edge(page, strip)
    assert buffer != arrow
    page.goto(played(page.context, server, "mexican-train", 3, "short", until=begun))
    assert edge(page, page.locator("#strip-public")) == buffer


def begun(position: Position) -> bool:
    """The round is opened and the person to move."""
    return bool(position.acts) and position.state.turn == 1


def edge(page: Page, strip: Locator) -> bytes:
    """How the strip looks at its left edge."""
    strip.scroll_into_view_if_needed()
    page.evaluate("() => document.activeElement.blur()")
    box = strip.bounding_box()
    assert box is not None
    middle = box["y"] + box["height"] / 2
    clip = {"x": box["x"] + 1, "y": middle - 6, "width": 10, "height": 12}
    return page.screenshot(clip=clip, animations="disabled")  # type: ignore[arg-type]


def test_the_newest_tile_is_in_sight_after_a_play(page: Page) -> None:
    """Ten seats on a phone: after each move, whoever made it, the tile laid is on the board where
    it can be seen, also in a strip that was scrolled away from its end.
    """
    page.set_viewport_size({"width": 360, "height": 640})
    sit(page, "mexican-train", seats=10, seed="follow", pace="step")
    inside = """() => {
      const tile = document.querySelector("#board .last")?.getBoundingClientRect();
      const strip = document.querySelector("#board .strip:has(.last)")?.getBoundingClientRect();
      const stage = document.querySelector("#main").getBoundingClientRect();
      return !strip || tile.left >= strip.left - 1 && tile.right <= strip.right + 1 &&
        tile.top >= stage.top - 1 && tile.bottom <= stage.bottom + 1;
    }"""
    for _ in range(25):
        page.evaluate(
            "() => document.querySelectorAll('.strip').forEach((e) => { e.scrollLeft = -1e5; })"
        )
        before = seq(page)
        if page.locator("#next-step").count():
            page.locator("#next-step").click()
            page.wait_for_function(
                f"() => document.querySelector('#table').dataset.seq !== '{before}'"
            )
            if not page.locator(".my-turn").count():
                page.wait_for_function(inside)
        else:
            move(page)
            page.wait_for_function(inside)
