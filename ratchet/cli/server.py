"""`ratchet server`: the language server for editors."""

from __future__ import annotations

import click

from ratchet.cli.plumbing.extras import need

__all__ = ["command"]


@click.command("server")
def command() -> int:
    """Serve an editor over standard input and output (the Language Server Protocol).

    New sites are errors or warnings, debt that was there before is a hint; hovering explains a line, and code actions
    explain a site or allow it with a reason. Files count as the editor has them, saved or not.

    Needs the extra `lsp`: pip install "ratchet-lint[lsp]"
    """
    need("pygls", "lsp")
    from ratchet.servers.editor import serve

    serve()
    return 0
