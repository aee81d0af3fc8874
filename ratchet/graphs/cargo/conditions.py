"""The key of a `[target.…]` table in the form in which cargo prints it."""

from __future__ import annotations

import re
from collections.abc import Iterator

__all__ = ["normal_form"]

# The tokens of cargo-platform: only spaces separate, and a string has no escapes.
_TOKEN = re.compile(r' *(?:[(),=]|"[^"]*"|(?:r#)?[A-Za-z_]\w*)', re.ASCII)
# Cargo reads and prints these as the constants, though they are written as names.
_CONSTANTS = {"r#true": "true", "r#false": "false"}
_DEEPEST = 100


class _Malformed(Exception):
    """No condition as cargo reads it."""


def normal_form(target: str) -> str:
    """`cfg( any( unix,windows ) )` → `cfg(any(unix, windows))`; a triple, and what cargo cannot read, as written."""
    if not (target.startswith("cfg(") and target.endswith(")")):
        return target
    try:
        tokens = list(_tokens(target[4:-1]))
        text, at = _expression(tokens, 0, 0)
    except _Malformed:
        return target
    return f"cfg({text})" if at == len(tokens) - 1 else target


def _tokens(text: str) -> Iterator[str]:
    """Marks, strings and names, and an empty token at the end."""
    at, end = 0, len(text.rstrip(" "))
    while at < end:
        if (found := _TOKEN.match(text, at)) is None:
            raise _Malformed
        yield found[0].strip(" ")
        at = found.end()
    yield ""


def _expression(tokens: list[str], at: int, depth: int) -> tuple[str, int]:
    """One condition from a token onwards, and the number of the token behind it."""
    word = tokens[at]
    if not word or word[0] in '(),="' or depth > _DEEPEST:
        raise _Malformed
    if word in {"all", "any", "not"}:
        at = _behind(tokens, at + 1, "(")
        return _listed(word, tokens, at, depth) if word != "not" else _negated(tokens, at, depth)
    if tokens[at + 1] != "=":
        return _CONSTANTS.get(word, word), at + 1
    if tokens[at + 2][:1] != '"':
        raise _Malformed
    return f"{word} = {tokens[at + 2]}", at + 3


def _negated(tokens: list[str], at: int, depth: int) -> tuple[str, int]:
    inner, at = _expression(tokens, at, depth + 1)
    return f"not({inner})", _behind(tokens, at, ")")


def _listed(word: str, tokens: list[str], at: int, depth: int) -> tuple[str, int]:
    """The conditions of `all(…)` or `any(…)`, with or without a comma at the end."""
    parts: list[str] = []
    while tokens[at] != ")":
        part, at = _expression(tokens, at, depth + 1)
        parts.append(part)
        if tokens[at] != ",":
            break
        at += 1
    return f"{word}({', '.join(parts)})", _behind(tokens, at, ")")


def _behind(tokens: list[str], at: int, mark: str) -> int:
    if tokens[at] != mark:
        raise _Malformed
    return at + 1
