"""Tables for a browser, set without their form, and playing by clicking, as a person does: what is
on the page decides.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, Locator, Page
from selectolax.lexbor import LexborHTMLParser

from app.db import connect
from app.store import Store
from engine import legal
from engine.actions import Play
from engine.log import Position
from tests.app.playing import play_on
from tests.server import Server

TABLES = [("longana", 4), ("mexican-train", 4), ("mexican-train", 10)]
LONG = "Wolfeschlegelsteinhausenberger"


HERE = {"Sec-Fetch-Site": "same-origin"}
"""What a form of our own pages says of itself."""
HTMX = {"HX-Request": "true"}


def set_table(
    page: Page, game: str, *, seats: int = 2, seed: str = "", pace: str = "step", **form: str
) -> str:
    """Set a table for this browser, as the form does; its address."""
    fields = {"game": game, "seats": str(seats), "seed": seed, "pace": pace, **form}
    answer = page.request.post("/new", form=dict(fields), headers=HERE, max_redirects=0)
    assert answer.status == 303
    return answer.headers["location"]


def sit(page: Page, game: str, *, seats: int = 2, seed: str = "", pace: str = "step") -> None:
    """Sit down at a new table."""
    page.goto(set_table(page, game, seats=seats, seed=seed, pace=pace))


def sit_by_form(page: Page, game: str, *, seats: int = 2, pace: str = "fast") -> None:
    """The same by the form to set a table."""
    page.goto(f"/new?game={game}")
    page.locator(f"#seats-{seats}").check(force=True)
    page.locator(f"[name=pace][value={pace}]").check(force=True)
    page.get_by_role("button", name="Sit down and play").click()
    page.locator("#table").wait_for()


def round_over(position: Position) -> bool:
    """Whether a round is over and the next one begun, so that it can be replayed."""
    return bool(position.ended) and bool(position.acts)


def played(
    context: BrowserContext,
    server: Server,
    game: str,
    seats: int,
    seed: str,
    *,
    names: Sequence[str] = (LONG,),
    until: Callable[[Position], bool] = round_over,
) -> str:
    """A table of this browser's, played at random until it stands so; its address.

    The ``names`` go round the table. Computers wait to be stepped.
    """
    named = {f"name_{at + 1}": names[at % len(names)] for at in range(seats)}
    answer = context.request.post(
        f"{server.url}/new",
        form={"game": game, "seats": str(seats), "pace": "step", "seed": seed, **named},
        headers={"Origin": server.url},
    )
    address = urlsplit(answer.url).path
    store = Store(connect(server.db))
    assert play_on(store, address, until) is not None
    store.close()
    return address


def choosing(position: Position) -> bool:
    """The person is to move, some turns into a round, and can play a tile."""
    seats = position.match.seats
    can = position.state.turn == 1 and len(position.acts) >= 3 * seats
    return can and any(isinstance(each, Play) for each in position.view(1).legal)


def ended(position: Position) -> bool:
    """A round is over and its hands are shown."""
    return position.state.turn is None


def several(position: Position) -> bool:
    """The person is to move and holds a tile that can be played in several places."""
    if not choosing(position):
        return False
    plays = [each.tile for each in position.view(1).legal if isinstance(each, Play)]
    return len(plays) > len(set(plays))


def nearly_over(*people: int) -> Callable[[Position], bool]:
    """Whether one of these seats can play one of its last two tiles; or the round is over."""

    def so(position: Position) -> bool:
        turn = position.state.turn
        if turn is None:
            return True
        held = position.state.hands[turn - 1].bit_count()
        return (
            turn in people and held <= 2 and any(isinstance(a, Play) for a in legal(position.state))
        )

    return so


def skip(page: Page, server: Server, until: Callable[[Position], bool] | None = None) -> None:
    """Play on without the page, at random, until the table stands so, or the round is nearly over
    for the first seat; then look at it.
    """
    store = Store(connect(server.db))
    assert play_on(store, urlsplit(page.url).path, until or nearly_over(1)) is not None
    store.close()
    page.reload()


def letters(page: Page, size: str, *, wide: bool = False) -> None:
    """Set all letters to a size; ``wide`` is a font that is wider than any that is installed."""
    page.evaluate(
        """([size, wide]) => {
          const sheet = new CSSStyleSheet();
          sheet.replaceSync(`html { font-size: ${size} !important }
            ${wide ? "* { letter-spacing: 0.12em !important }" : ""}`);
          document.adoptedStyleSheets = [sheet];
        }""",
        [size, wide],
    )


def seq(page: Page) -> str:
    """The number of the table's state that the page shows."""
    return page.locator("#table").get_attribute("data-seq") or ""


_SETTLED = (
    "document.querySelector('#go, #yes, .my-turn #option-1, .my-turn .playable')"
    " && !document.querySelector('.busy')"
)
_PACE = 300  # milliseconds: more than the fast pace waits before a computer's move


def settled(page: Page, *, wound: bool = False) -> None:
    """Let the computers move until the page waits for the person: their turn, or a round's end.

    They move behind the page's back, and it follows. With ``wound`` the page itself lets them, at
    their pace, which is not waited for: its clock, which has to be installed, is wound on.
    """
    if not wound:
        computers_move(page)
    while wound and not page.evaluate(f"() => Boolean({_SETTLED})"):
        before = seq(page)
        page.clock.run_for(_PACE)
        page.wait_for_function(
            f"() => ({_SETTLED}) || document.querySelector('#table').dataset.seq !== '{before}'"
        )
    page.wait_for_function(f"() => {_SETTLED}")


def computers_move(page: Page) -> None:
    """Let the computers move until a person is to, and the page show it."""
    page.wait_for_function("() => !document.querySelector('.busy')")
    if not page.locator(".step").count():
        return
    stands, address = seq(page), urlsplit(page.url).path
    while True:
        answer = page.request.post(
            f"{address}/step", form={"seq": stands}, headers={**HERE, **HTMX}
        )
        html = LexborHTMLParser(answer.text())
        table = html.css_first("#table")
        assert table is not None
        stands = table.attributes["data-seq"] or ""
        if html.css_first(".step") is None:
            break
    page.wait_for_function(f"() => document.querySelector('#table').dataset.seq === '{stands}'")


def confirm(page: Page) -> None:
    """Confirm what is previewed and wait until the table has moved on."""
    before = seq(page)
    page.get_by_role("button", name="Confirm", exact=True).click()
    page.wait_for_function(f"() => document.querySelector('#table').dataset.seq !== '{before}'")


def send(target: Locator) -> None:
    """Click what sends a plain form or leads to another page, and wait for the page that comes."""
    with target.page.expect_navigation():
        target.click()


def prepare(page: Page) -> None:
    """Preview a move of one's own: what stands ready, else a tile, else draw, pass or finish."""
    if page.locator("#yes").count() == 0:
        playable = page.locator(".my-turn .playable")
        if playable.count():
            playable.first.click()
            page.wait_for_function("() => document.querySelector('#yes, #bar [name=place]')")
            if page.locator("#yes").count() == 0:
                page.locator("#bar [name=place]").first.click()
        else:
            page.locator("#option-1").click()
        page.wait_for_function("() => document.querySelector('#yes')")


def move(page: Page) -> None:
    """Make one move of one's own."""
    prepare(page)
    confirm(page)


def play_round(page: Page, *, wound: bool = False) -> None:
    """Play until the round is over."""
    while True:
        settled(page, wound=wound)
        if page.locator("#go").count():
            return
        move(page)


def to_choose(page: Page) -> Locator:
    """Move on until a tile of one's own can be played with nothing standing ready; that tile."""
    settled(page)
    while (
        page.locator("#no").count()
        or page.locator("#yes").count()
        or not page.locator(".my-turn .playable").count()
    ):
        if page.locator("#no").count():
            page.keyboard.press("Escape")
            page.locator("#no").wait_for(state="detached")
        else:
            move(page)
            settled(page)
    value = page.locator(".my-turn .playable").first.get_attribute("value")
    return page.locator(f'.my-turn [id="tile-{value}"]')
