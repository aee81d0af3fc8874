"""What an editor offers to do about a site: explain it, or allow it with a reason."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lsprotocol import types

from ratchet.servers.diagnostics import SOURCE

__all__ = ["EXPLAIN", "actions_for"]

EXPLAIN = "ratchet.explain"
_HASH = (".py", ".pyi", ".toml", ".yaml", ".yml", ".sh", ".rb")


def actions_for(uri: str, lines: Sequence[str], diagnostics: Sequence[types.Diagnostic]) -> list[types.CodeAction]:
    """For each of our diagnostics the two things that can be done without changing code."""
    ours = [each for each in diagnostics if each.source == SOURCE and isinstance(each.code, str)]
    return [action for each in ours for action in _actions(uri, lines, each, str(each.code))]


def _actions(uri: str, lines: Sequence[str], each: types.Diagnostic, rule: str) -> Iterator[types.CodeAction]:
    line = each.range.start.line
    yield types.CodeAction(
        title=f"ratchet: explain why this counts ({rule})",
        kind=types.CodeActionKind.QuickFix,
        diagnostics=[each],
        command=types.Command("explain", EXPLAIN, arguments=[uri, line + 1]),
    )
    text = lines[line] if line < len(lines) else ""
    indent = text[: len(text) - len(text.lstrip())]
    mark = "#" if uri.endswith(_HASH) else "//"
    comment = f'{indent}{mark} ratchet: allow({rule}) reason="…"\n'
    start = types.Position(line, 0)
    yield types.CodeAction(
        title=f"ratchet: allow {rule} here, with a reason",
        kind=types.CodeActionKind.QuickFix,
        diagnostics=[each],
        edit=types.WorkspaceEdit(changes={uri: [types.TextEdit(types.Range(start, start), comment)]}),
    )
