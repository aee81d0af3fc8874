"""The tools for coding agents as an agent meets them: a real process, the protocol in between."""

from __future__ import annotations

import sys

import pytest
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.types import TextContent

from tests.repository import Repo

pytestmark = pytest.mark.asyncio

CODE = "pub fn load(x: Option<u8>) -> u8 {\n    x.unwrap()\n}\n"


async def called(session: ClientSession, tool: str, **arguments: str) -> str:
    """What a tool answers."""
    result = await session.call_tool(tool, dict(arguments))
    [content] = result.content
    assert isinstance(content, TextContent)
    return content.text


async def test_an_agent_is_told_what_it_broke_why_and_what_to_do_next(repo: Repo) -> None:
    repo.write("Cargo.toml", '[package]\nname = "a"\nversion = "0.1.0"\nedition = "2021"\n')
    repo.write("src/lib.rs", CODE)
    repo.commit("code")
    assert repo.ratchet("init").code == 0
    repo.commit("adopt")
    repo.write("src/lib.rs", CODE + CODE.replace("load", "more"))
    parameters = StdioServerParameters(
        command=sys.executable, args=["-m", "ratchet", "mcp"], env=repo.environment, cwd=repo.root
    )
    async with stdio_client(parameters) as streams, ClientSession(*streams) as session:
        await session.initialize()
        tools = await session.list_tools()
        assert sorted(tool.name for tool in tools.tools) == ["check", "explain", "next"]
        verdict = await called(session, "check")
        assert "src/lib.rs:5:6 error[rust/unwrap]" in verdict
        assert "never: edit baselines/" in verdict
        assert "COUNTED by rust/unwrap" in await called(session, "explain", target="src/lib.rs:5")
        assert "each unwrap is a panic" in await called(session, "explain", target="rust/unwrap")
        assert "judged by: src/lib.rs 2 → 1" in await called(session, "next", reduce="1")
        assert "there is no commit `gone`" in await called(session, "check", base="gone")
