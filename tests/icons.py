"""Draws the icons of an installed Ramal from ``static/icon.svg``: ``python -m tests.icons``.

A device that shapes icons itself may cut all but the middle, so those fill their square.
"""

from __future__ import annotations

import os

from playwright.sync_api import Page, sync_playwright

from tests.server import ROOT

STATIC = ROOT / "static"
ICONS = {
    # name: pixels, how much of it is the drawing; what is around has its ground
    "icon-192": (192, 1),
    "icon-512": (512, 1),
    "icon-maskable": (512, 0.8),
    "icon-apple": (180, 0.9),
}
PAGE = """<style>
  body {{ display: grid; place-items: center; width: {size}px; height: {size}px; margin: 0;
    background: {ground}; }}
  svg {{ width: {drawing}px }}
</style>"""


def draw(page: Page, name: str) -> None:
    """Draw one icon and write it down."""
    size, part = ICONS[name]
    drawing = (STATIC / "icon.svg").read_text(encoding="utf-8")
    ground = "transparent" if part == 1 else "#1f5a4c"
    page.set_viewport_size({"width": size, "height": size})
    page.set_content(PAGE.format(size=size, ground=ground, drawing=size * part) + drawing)
    page.screenshot(path=STATIC / f"{name}.png", omit_background=True)


def main() -> None:
    """Draw them all."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=os.environ["RAMAL_CHROMIUM"])
        page = browser.new_page()
        for name in ICONS:
            draw(page, name)
        browser.close()


if __name__ == "__main__":
    main()
