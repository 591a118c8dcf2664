"""Schemathesis makes requests from the OpenAPI document, sane and mad: none may be answered with a server error."""

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable

from .conftest import Running

schemathesis = pytest.importorskip("schemathesis", reason="schemathesis is not installed: pip install schemathesis")

pytestmark = pytest.mark.slow
CHECKS = ("not_a_server_error", "response_schema_conformance", "status_code_conformance")


@pytest.mark.parametrize("mode", ["POSITIVE", "NEGATIVE"])
def test_no_request_breaks_the_server(server: Running, mode: str) -> None:
    api = schemathesis.openapi.from_url(f"{server.address}/openapi.json")
    checks = [schemathesis.checks.CHECKS.get_one(name) for name in CHECKS]
    tried = 0

    @settings(max_examples=10, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
    def ask(case: Any) -> None:
        nonlocal tried
        tried += 1
        case.call_and_validate(checks=checks, timeout=120)

    for found in api.get_all_operations():
        requests = found.ok().as_strategy(generation_mode=schemathesis.GenerationMode[mode])
        with suppress(Unsatisfiable):  # there is nothing to get wrong in some of them
            given(case=requests)(ask)()
    assert tried > 100
