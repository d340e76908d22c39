"""A finger on the glass, told to the browser as a touch screen would."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Locator, Page

Point = tuple[float, float]


def centre(target: Locator) -> Point:
    """The middle of an element in the window."""
    box = target.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


class Finger:
    """One finger, with a clock of its own that runs ahead, so that nothing has to wait."""

    def __init__(self, page: Page) -> None:
        """Above the page."""
        self._cdp = page.context.new_cdp_session(page)
        self._now = time.time()

    def _send(self, kind: str, *points: Point, after: float) -> None:
        self._now += after
        at = [{"x": x, "y": y} for x, y in points]
        event = {"type": kind, "touchPoints": at, "timestamp": self._now}
        self._cdp.send("Input.dispatchTouchEvent", event)

    def down(self, at: Point) -> None:
        """Touch."""
        self._send("touchStart", at, after=0.1)

    def move(self, to: Point, *, after: float = 0.02) -> None:
        """Move there, so many seconds later."""
        self._send("touchMove", to, after=after)

    def up(self) -> None:
        """Lift."""
        self._send("touchEnd", after=0.1)

    def hold_and_drag(self, start: Point, *way: Point) -> None:
        """Hold long enough to carry, then along the way."""
        self.down(start)
        self.move((start[0] + 8, start[1] + 2), after=0.5)
        for point in way:
            self.move(point)

    def swipe(self, start: Point, dx: float, dy: float, steps: int = 10) -> None:
        """A quick swipe."""
        self.down(start)
        for step in range(1, steps + 1):
            self.move((start[0] + dx * step / steps, start[1] + dy * step / steps), after=0.012)
        self.up()


@contextmanager
def touch_page(browser: Browser, base_url: str, width: int, height: int) -> Iterator[Page]:
    """A page on a device with a touch screen."""
    context = browser.new_context(
        base_url=base_url,
        has_touch=True,
        is_mobile=True,
        viewport={"width": width, "height": height},
    )
    context.set_default_timeout(8_000)
    yield context.new_page()
    context.close()
