"""Playing by clicking, as a person does: what is on the page decides."""

from __future__ import annotations

from playwright.sync_api import Page, expect


def sit(page: Page, game: str, *, seats: int = 2, seed: str = "", pace: str = "fast") -> None:
    """Set a table by its form and sit down."""
    page.goto(f"/new?game={game}")
    page.locator(f"#seats-{seats}").check(force=True)
    page.locator(f"[name=pace][value={pace}]").check(force=True)
    if seed:
        page.get_by_text("Deal from a seed").click()
        page.get_by_label("Seed", exact=True).fill(seed)
    page.get_by_role("button", name="Sit down and play").click()
    expect(page.locator("#table")).to_be_visible()


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

    With ``wound`` their pace is not waited for: the page's clock, which has to be installed, is
    wound on.
    """
    while wound and not page.evaluate(f"() => Boolean({_SETTLED})"):
        before = seq(page)
        page.clock.run_for(_PACE)
        page.wait_for_function(
            f"() => ({_SETTLED}) || document.querySelector('#table').dataset.seq !== '{before}'"
        )
    page.wait_for_function(f"() => {_SETTLED}")


def confirm(page: Page) -> None:
    """Confirm what is previewed and wait until the table has moved on."""
    before = seq(page)
    page.get_by_role("button", name="Confirm", exact=True).click()
    page.wait_for_function(f"() => document.querySelector('#table').dataset.seq !== '{before}'")


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
