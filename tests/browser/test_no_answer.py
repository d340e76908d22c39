"""What a page does when its question gets no answer, or none that it can use."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.browser.table import seq, settled, sit


@pytest.mark.parametrize("status", [None, 500, 503, 413])
def test_b41_no_answer_is_said_and_the_control_works_again(
    browser: Browser, base_url: str, status: int | None
) -> None:
    """Cut off or answered by a fault: a sentence that is announced, the table as it was, none of
    the answer in it; and the same tap does its work as soon as it can.
    """
    with browser.new_context(base_url=base_url, locale="en-GB") as context:
        page = context.new_page()
        sit(page, "longana", seed="browser hint")
        settled(page)
        before, hint = seq(page), page.get_by_role("button", name="Hint")
        if page.locator("#no").count():
            page.locator("#no").click()

        def fail(route: Route) -> None:
            if status is None:
                route.abort()
            else:
                route.fulfill(status=status, body="<h1>Traceback</h1>", content_type="text/html")

        page.route("**/hint*", fail)
        hint.click()
        lost = page.locator("#lost[role=alert]")
        expect(lost).to_contain_text("got no answer")
        expect(page.get_by_text("Traceback")).to_have_count(0)
        assert seq(page) == before

        page.unroute("**/hint*")
        hint.click()
        expect(page.locator("#why")).not_to_be_empty()
        expect(lost).to_be_hidden()
