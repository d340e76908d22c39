"""Every route under made-up requests (schemathesis): always an answer in words, never a 5xx."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from fastapi import FastAPI
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.main import create_app
from app.routes import health, join, language, learn, live, lobby, record, rules, seats, table
from tests.app.friends import with_friends
from tests.conftest import HOME, new_database, settings_for

EXAMPLES = 4  # for each route; `make soak` makes many more


def operations() -> list[Any]:
    """What can be asked for, as the routes themselves say."""
    bare = FastAPI()
    for module in (health, join, language, learn, live, lobby, record, rules, seats, table):
        bare.include_router(module.router)
    schema = schemathesis.openapi.from_dict(bare.openapi())
    found: list[Any] = [each.ok() for each in schema.get_all_operations()]  # type: ignore[union-attr]
    return [each for each in found if not each.path.endswith("/live")]  # a stream has no end


OPERATIONS = operations()


@pytest.fixture(scope="module")
def seated(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[TestClient, str]]:
    """A browser, and the id of a table where it sits."""
    with new_database(request, tmp_path_factory.mktemp("fuzz")) as database:
        made = create_app(settings_for(database))
        with TestClient(made, base_url=HOME, headers={"Origin": HOME}) as client:
            yield client, with_friends(client).removeprefix("/t/")


def ask(seated: tuple[TestClient, str], operation: Any, data: st.DataObject) -> None:
    """One made-up request, at the own table or at any."""
    client, table_id = seated
    case = data.draw(operation.as_strategy())
    if "table_id" in case.path_parameters and data.draw(st.booleans()):
        case.path_parameters["table_id"] = table_id
    body = case.body if isinstance(case.body, dict) else None
    query = {key: str(value) for key, value in (case.query or {}).items()}
    form = {key: str(value) for key, value in body.items()} if body else None
    answer = client.request(case.method, case.formatted_path, params=query, data=form)

    assert answer.status_code < 500
    assert answer.status_code < 400 or not answer.text.startswith(("{", "["))


@pytest.mark.parametrize("operation", OPERATIONS, ids=[each.label for each in OPERATIONS])
@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_no_request_breaks_anything(
    seated: tuple[TestClient, str], operation: Any, data: st.DataObject
) -> None:
    """A few of each in every check."""
    ask(seated, operation, data)


@pytest.mark.soak
@pytest.mark.parametrize("operation", OPERATIONS, ids=[each.label for each in OPERATIONS])
@settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_many_requests_break_nothing(
    seated: tuple[TestClient, str], operation: Any, data: st.DataObject
) -> None:
    """The same, for long."""
    ask(seated, operation, data)
