"""`claimwise mcp`, spoken to by the client of the `mcp` package over standard input and output."""

import asyncio
import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, StdioServerParameters

pytestmark = pytest.mark.slow


def talk(cache: Path, *calls: tuple[str, dict[str, Any]]) -> tuple[list[str], list[Any]]:
    """Start the server as an assistant does, list its tools, and call some."""
    server = StdioServerParameters(
        command=sys.executable,
        args=["-c", "from claimwise.cli import main; main()", "mcp"],
        env=os.environ | {"CLAIMWISE_CACHE": str(cache)},
    )

    async def conversation() -> tuple[list[str], list[Any]]:
        async with Client(server, read_timeout_seconds=300) as client:
            tools = [tool.name for tool in (await client.list_tools()).tools]
            return tools, [await client.call_tool(name, arguments) for name, arguments in calls]

    return asyncio.run(conversation())


def error_of(answer: Any) -> str:
    assert answer.is_error
    return str(answer.content[0].text)


def test_the_tools_and_what_they_say(cache: Path) -> None:
    claim = "Inactivated influenza vaccines cannot cause influenza."
    tools, [verdict, question, found, nothing, document, missing] = talk(
        cache,
        ("check_claim", {"claim": claim, "documents": 3}),
        ("check_claim", {"claim": "Is this a question?"}),
        ("search_evidence", {"claim": claim, "documents": 2}),
        ("search_evidence", {"claim": claim, "documents": 0}),
        ("get_document", {"doc_id": "vaccines-02"}),
        ("get_document", {"doc_id": "nowhere"}),
    )
    assert sorted(tools) == ["check_claim", "get_document", "search_evidence"]
    told = json.loads(verdict.content[0].text)
    assert told["verdict"] in {"SUPPORTED", "REFUTED", "CONFLICTING", "NOT_ENOUGH_EVIDENCE"}
    assert len(told["evidence"]) == 3
    assert "is a question" in error_of(question)
    assert "vaccines-02" in "".join(block.text for block in found.content)
    assert "documents" in error_of(nothing)
    assert json.loads(document.content[0].text)["id"] == "vaccines-02"
    assert "no document" in error_of(missing)
