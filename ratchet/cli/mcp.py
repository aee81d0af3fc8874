"""`ratchet mcp`: tools for coding agents."""

from __future__ import annotations

import click

from ratchet.cli.plumbing.extras import need

__all__ = ["command"]


@click.command("mcp")
def command() -> int:
    """Serve a coding agent over standard input and output (the Model Context Protocol).

    Three tools: check, explain and next. They read; none of them writes a file.

    Needs the extra `mcp`: pip install "ratchet-lint[mcp]"
    """
    need("mcp", "mcp")
    from ratchet.servers.agents import serve

    serve()
    return 0
