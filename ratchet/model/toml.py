"""TOML 1.1, which cargo reads, by the reader of TOML 1.0 that comes with Python."""

from __future__ import annotations

import tomllib

from ratchet.model.sound import compiled

__all__ = ["loads"]

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re

# In the order of the groups: comment, text with escapes, mark, line end; all else, texts without escapes too, stays.
_TOKEN = compiled(
    r"(#[^\n]*+)"
    r'|("{3}(?:[^"\\]|\\[\s\S]|"(?!""))*+"{3,5}|"(?:[^"\\\n]|\\.)*+")'
    r"|([\[\]{},])"
    r"|(\r?\n)"
    r"|'{3}(?:[^']|'(?!''))*+'{3,5}|'[^'\n]*+'"
    r"|[ \t]++|[^#\"'\[\]{},\r\n \t]++|[\s\S]"
)
_COMMENT, _TEXT, _MARK, _LINE = 1, 2, 3, 4
_ESCAPE = compiled(r"\\(?:(e)|x([0-9A-Fa-f]{2})|[\s\S])")


def loads(text: str) -> dict[str, object]:
    """The data of a TOML file of either version. Raises ValueError, with the place that TOML 1.0 ends at."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        older = _in_first_version(text)
        if older != text:
            try:
                return tomllib.loads(older)
            except tomllib.TOMLDecodeError:
                pass
        raise


def _in_first_version(text: str) -> str:
    """The same data without what 1.1 added: lines, comments and a last comma in inline tables, `\\e` and `\\x00`."""
    parts: list[str] = []
    opened: list[str] = []
    comma, last = -1, ""
    for found in _TOKEN.finditer(text):
        kind, part = found.lastindex or 0, found[0]
        inline = opened[-1:] == ["{"]
        if kind == _TEXT:
            part = _ESCAPE.sub(_escaped, part)
        elif kind in (_COMMENT, _LINE) and inline:
            part = " "
        elif kind == _MARK and part in "[{":
            opened.append(part)
        elif kind == _MARK and part in "]}" and opened and opened.pop() == "{" and comma >= 0:
            parts[comma] = ""
        if part.strip() and kind != _COMMENT:
            comma = len(parts) if inline and part == "," and last not in ("{", ",") else -1
            last = part
        parts.append(part)
    return "".join(parts)


def _escaped(found: re.Match[str]) -> str:
    if found[1]:
        return r"\u001b"
    return rf"\u00{found[2]}" if found[2] else found[0]
