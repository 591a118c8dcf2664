"""`claimwise mcp`, spoken to by the client of the `mcp` package over standard input and output."""

import asyncio
import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, StdioServerParameters


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


def test_the_tools_and_what_they_find(cache: Path) -> None:
    claim = "Inactivated influenza vaccines cannot cause influenza."
    tools, [found, document, missing, bad] = talk(
        cache,
        ("search_evidence", {"claim": claim, "documents": 2}),
        ("get_document", {"doc_id": "vaccines-02"}),
        ("get_document", {"doc_id": "nowhere"}),
        ("search_evidence", {"claim": claim, "documents": 0}),
    )
    assert sorted(tools) == ["check_claim", "get_document", "search_evidence"]
    assert "vaccines-02" in "".join(block.text for block in found.content)
    assert json.loads(document.content[0].text)["id"] == "vaccines-02"
    assert missing.is_error
    assert "no document" in missing.content[0].text
    assert bad.is_error


@pytest.mark.verifier
def test_a_claim_is_checked(cache: Path) -> None:
    _, [verdict, refused] = talk(
        cache,
        ("check_claim", {"claim": "Inactivated influenza vaccines cannot cause influenza.", "documents": 3}),
        ("check_claim", {"claim": "Is this a question?"}),
    )
    told = json.loads(verdict.content[0].text)
    assert told["verdict"] in {"SUPPORTED", "REFUTED", "CONFLICTING", "NOT_ENOUGH_EVIDENCE"}
    assert len(told["evidence"]) == 3
    assert refused.is_error
    assert "is a question" in refused.content[0].text
