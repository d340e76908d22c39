"""Requests that nobody honest sends, and what every answer says about itself."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from app.store import Store
from tests.app.test_routes import VERBS

LAN = "http://192.168.1.20:8000"


@pytest.fixture
def bare(app: FastAPI) -> Iterator[TestClient]:
    """A client that sends no header of its own accord, at an address of a home network."""
    with TestClient(app, base_url=LAN) as made:
        yield made


def tables(app: FastAPI) -> int:
    """How many tables there are."""
    store: Store = app.state.store
    return store.count()


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Sec-Fetch-Site": "same-origin"}, 303),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({"Sec-Fetch-Site": "none"}, 403),
        ({"Sec-Fetch-Site": "cross-site", "Origin": LAN}, 403),
        ({"Origin": LAN}, 303),
        ({"Origin": "http://192.168.1.20"}, 403),
        ({"Origin": "https://192.168.1.20:8000"}, 403),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://[bad"}, 403),
        ({"Origin": "http://evil.example", "Referer": f"{LAN}/"}, 403),
        ({"Referer": f"{LAN}/new"}, 303),
        ({"Referer": "http://evil.example/"}, 403),
        ({"Referer": f"http://evil.example/{LAN}"}, 403),
        ({}, 403),
    ],
    ids=str,
)
def test_writes_come_from_our_own_pages_only(
    bare: TestClient, app: FastAPI, headers: dict[str, str], status: int
) -> None:
    """Sec-Fetch-Site, else Origin, else Referer decides; what fails changes nothing (B14)."""
    answer = bare.post("/play/longana", headers=headers, follow_redirects=False)

    assert answer.status_code == status
    assert tables(app) == (status == 303)
    if status == 403:
        assert "another site" in answer.text


@pytest.mark.parametrize(
    ("host", "known"),
    [
        ("192.168.1.20:8000", True),
        ("127.0.0.1:8000", True),
        ("[::1]:8000", True),
        ("localhost", True),
        ("kitchen.local:8000", True),
        ("evil.example", False),
        ("localhost.evil.example", False),
        ("", False),
        ("[", False),
    ],
)
def test_only_own_names_are_answered_to(bare: TestClient, host: str, known: bool) -> None:
    """A stranger's name that points here gets a sentence and no page (DNS rebinding)."""
    answer = bare.get("/", headers={"Host": host})

    assert (answer.status_code == 200) is known
    if not known:
        assert answer.status_code == 421
        assert "Play now" not in answer.text


def test_bodies_are_limited(client: TestClient, app: FastAPI) -> None:
    """More than 16 kB is refused, whether its length was announced or not."""
    large = b"seed=" + b"x" * 20_000
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    announced = client.post("/new", content=large, headers=form)
    streamed = client.post("/new", content=iter([large[:9_000], large[9_000:]]), headers=form)

    assert announced.status_code == 413
    assert streamed.status_code == 413
    assert "more than this table reads" in announced.text
    assert "more than this table reads" in streamed.text
    assert tables(app) == 0


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/", 200),
        ("/new?game=longana", 200),
        ("/nothing", 404),
        ("/t/short", 404),
        ("/t/%00", 404),
        ("/t/AAAAAAAAAAAAAAAAAAAAAA", 404),
        ("/new?game=../../etc", 404),
        ("/static/../app/main.py", 404),
        ("/static/%2e%2e/pyproject.toml", 404),
        ("/openapi.json", 404),
        ("/docs", 404),
    ],
)
def test_every_answer_carries_its_guards(client: TestClient, path: str, status: int) -> None:
    """Policy, sniffing, referrer and frame headers on every answer; private pages are not kept."""
    answer = client.get(path)

    assert answer.status_code == status
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "same-origin"
    assert answer.headers["x-frame-options"] == "DENY"
    assert answer.headers["cache-control"] == "no-store"
    assert "HX-Request" in answer.headers["vary"]
    assert answer.headers["content-type"].startswith("text/html")
    assert "Traceback" not in answer.text
    assert '{"detail"' not in answer.text


def test_static_files_by_version_may_be_kept(client: TestClient) -> None:
    """Only files asked for by version are kept for long."""
    assert "immutable" in client.get("/static/style.css?v=1").headers["cache-control"]
    assert client.get("/static/style.css").headers["cache-control"] == "no-cache"


@pytest.mark.parametrize("path", ["/", "/new?game=longana", "/nothing", "/static/style.css"])
def test_head_is_answered_as_get_without_the_page(client: TestClient, path: str) -> None:
    """HEAD: the status and the kind of GET's answer, and nothing of its body."""
    page, bare = client.get(path), client.head(path)

    assert bare.status_code == page.status_code
    assert bare.headers["content-type"] == page.headers["content-type"]
    assert bare.content == b""


def test_body_for_a_table_is_limited_too(client: TestClient) -> None:
    """Where a form's fields are read for the page, too much of it is refused all the same."""
    address = client.post("/play/longana", follow_redirects=False).headers["location"]
    for verb in VERBS:
        answer = client.post(f"{address}/{verb}", data={"seq": "1", "action": "x" * 20_000})
        assert answer.status_code == 413
        assert "more than this table reads" in answer.text


def test_reading_changes_nothing(client: TestClient, app: FastAPI) -> None:
    """GET and HEAD on the addresses of writes do nothing."""
    address = client.post("/play/longana", follow_redirects=False).headers["location"]
    store: Store = app.state.store
    before = store.load(address.removeprefix("/t/"))
    for path in ("/play/longana", *(f"{address}/{verb}" for verb in ("confirm", "step", "next"))):
        for method in ("GET", "HEAD", "PUT", "DELETE"):
            answer = client.request(method, path, follow_redirects=False)
            opened = method in {"GET", "HEAD"} and path.startswith(address)
            assert answer.status_code == (303 if opened else 405)
    assert tables(app) == 1
    assert store.load(address.removeprefix("/t/")) == before


@pytest.mark.parametrize(
    "form",
    [
        {},
        {"seq": "x", "action": "draw"},
        {"seq": "-1", "action": "draw"},
        {"seq": "99999999999999999999", "action": "draw"},
        {"seq": "1" * 5000, "action": "draw"},
        {"seq": "1", "action": "d" * 500},
        {"seq": "1", "tile": "x" * 500},
        {"seq": "1", "action": "\x00"},
        {"seq": "1", "tile": "9-9", "place": "\u0662"},
    ],
    ids=lambda form: str(form)[:40],
)
@pytest.mark.parametrize("htmx", [True, False])
def test_bad_forms_get_a_sentence(client: TestClient, form: dict[str, str], htmx: bool) -> None:
    """A form that no page of ours sends is answered with a page in words, never raw JSON."""
    address = client.post("/play/longana", follow_redirects=False).headers["location"]
    headers = {"HX-Request": "true"} if htmx else {}
    for verb in VERBS:
        answer = client.post(f"{address}/{verb}", data=form, headers=headers)
        assert answer.status_code < 500
        assert answer.headers["content-type"].startswith("text/html")
        assert '"detail"' not in answer.text
        if htmx:
            assert "<html" not in answer.text


def test_a_fault_of_ours_is_a_sentence_too(app: FastAPI, caplog: pytest.LogCaptureFixture) -> None:
    """An unexpected error: status 500, a page in words with the same headers, and a log line."""

    @app.get("/fault")
    async def fault() -> None:
        raise RuntimeError("a secret 9-4")

    with TestClient(app, base_url="http://localhost", raise_server_exceptions=False) as client:
        answer = client.get("/fault")

    assert answer.status_code == 500
    assert "went wrong" in answer.text
    assert "9-4" not in answer.text
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert "a request failed" in caplog.text
