"""Schemathesis makes requests from the OpenAPI document, sane and mad: none may be answered with a server error."""

from typing import Any

import pytest
from hypothesis import settings

from .conftest import Running

schemathesis = pytest.importorskip("schemathesis", reason="schemathesis is not installed: pip install schemathesis")

pytestmark = [pytest.mark.verifier, pytest.mark.slow]


@pytest.fixture(scope="module")
def api(server: Running) -> Any:
    return schemathesis.openapi.from_url(f"{server.address}/openapi.json")


schema = schemathesis.pytest.from_fixture("api")


@schema.parametrize()  # type: ignore[untyped-decorator]
@settings(max_examples=20, deadline=None, derandomize=True, database=None)
def test_no_request_breaks_the_server(case: Any) -> None:
    case.call_and_validate(
        checks=[
            schemathesis.checks.not_a_server_error,
            schemathesis.checks.CHECKS.get_one("response_schema_conformance"),
            schemathesis.checks.CHECKS.get_one("status_code_conformance"),
        ],
        timeout=120,
    )
