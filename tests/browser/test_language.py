"""Choosing a language in a real browser, at a server that offers English and a little Polish."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import pytest
import uvicorn
from playwright.sync_api import Browser, Page, expect

from app.config import Settings
from app.main import create_app
from tests.browser.table import seq, settled, sit
from tests.conftest import polyglot


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The program within this process, where the offered languages can be put in its place."""
    folder = tmp_path_factory.mktemp("polyglot")
    patch = polyglot(folder / "locales")
    made = create_app(Settings(db=folder / "ramal.sqlite3"))
    server = uvicorn.Server(uvicorn.Config(made, port=0, ws="none", log_level="error"))
    listening = server.config.bind_socket()
    listening.listen()  # whoever comes early waits
    thread = threading.Thread(target=server.run, args=([listening],))
    thread.start()
    yield f"http://localhost:{listening.getsockname()[1]}"
    server.should_exit = True
    thread.join()
    listening.close()
    patch.undo()


@pytest.fixture
def browser_context_args(browser_context_args: dict[str, Any], home: str) -> dict[str, Any]:
    """Relative addresses are found there."""
    return browser_context_args | {"base_url": home}


def test_the_menu_by_keyboard(page: Page) -> None:
    """Enter opens it, Esc closes it and gives the focus back, Enter on a name chooses."""
    page.goto("/rules/longana")
    opener = page.get_by_role("button", name="Language: English")
    opener.focus()
    page.keyboard.press("Enter")
    polish = page.get_by_role("button", name="Polski")
    expect(polish).to_be_visible()
    page.keyboard.press("Escape")
    expect(polish).to_be_hidden()
    expect(opener).to_be_focused()

    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(polish).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("html")).to_have_attribute("lang", "pl")
    assert page.url.endswith("/rules/longana")


def test_the_form_keeps_what_was_typed(page: Page) -> None:
    """To another language and back: names, numbers and the pace stay as they were filled in."""
    page.goto("/new?game=longana")
    page.locator("#seats-3").check(force=True)
    page.locator("[name=name_1]").fill("Zoë")
    page.locator("[name=pace][value=slow]").check(force=True)
    for tag in ("pl", "en"):
        page.locator("[popovertarget=languages]").click()
        page.locator(f"#language-{tag}").click()
        expect(page.locator("html")).to_have_attribute("lang", tag)
        expect(page.locator("[name=name_1]")).to_have_value("Zoë")
        expect(page.locator("#seats-3")).to_be_checked()
        expect(page.locator("[name=pace][value=slow]")).to_be_checked()


def test_the_preview_stays(page: Page) -> None:
    """At the table the ghost is there again, and a reload finds the table, not a form's answer."""
    sit(page, "mexican-train", seed="browser hint")
    settled(page)
    page.keyboard.press("Escape")
    if page.locator("#yes").count() == 0:
        page.get_by_role("button", name="Hint").click()
    expect(page.locator("#yes")).to_have_text("Confirm")
    sent = page.locator("#confirm [name=action]").get_attribute("value") or ""
    table, before = page.url, seq(page)
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("button", name="Polski").click()
    expect(page.locator("#yes")).to_have_text("Zatwierdź")
    expect(page.locator("#confirm [name=action]")).to_have_value(sent)
    assert seq(page) == before
    expect(page).to_have_url(table)
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "pl")
    assert seq(page) == before


def test_without_javascript(browser: Browser, home: str) -> None:
    """The menus are forms: they work without a script, at the table too."""
    context = browser.new_context(java_script_enabled=False, base_url=home)
    page = context.new_page()
    page.goto("/")
    page.locator("[popovertarget=languages]").click()
    page.locator("#language-pl").click()
    expect(page.locator("html")).to_have_attribute("lang", "pl")
    page.locator(".game.longana .primary").click()
    page.locator("[popovertarget=settings]").first.click()
    page.locator("#language-en").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.locator("#table")).to_be_visible()
    context.close()
