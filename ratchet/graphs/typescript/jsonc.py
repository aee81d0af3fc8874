"""JSON as people write it in tsconfig.json: with comments and trailing commas."""

from __future__ import annotations

import json
from typing import TypeAlias

from ratchet.model.sound import compiled

__all__ = ["Json", "Unparsable", "parse"]

Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | float | bool | None"

_NOISE = compiled(r"(\"(?:[^\"\\]++|\\[\s\S])*+\"?)|//[^\n\r]*+|/\*(?:[^*]++|\*(?!/))*+(?:\*/|\Z)")
_TRAILING = compiled(r"(\"(?:[^\"\\]++|\\[\s\S])*+\"?)|,(?=\s*+[}\]])")
_NOT_LINES = compiled(r"[^\n]")


class Unparsable(Exception):
    """Text that is no JSON; the line is 0 where it is unknown."""

    def __init__(self, reason: str, line: int = 0) -> None:
        super().__init__(reason)
        self.reason = reason
        self.line = line


def parse(content: bytes) -> Json:
    """The value of a document. Raises Unparsable."""
    text = content.decode("utf-8-sig", errors="replace")
    plain = _NOISE.sub(lambda match: match[1] or _NOT_LINES.sub(" ", match.group()), text)
    plain = _TRAILING.sub(lambda match: match[1] or " ", plain)
    try:
        parsed: Json = json.loads(plain)
    except json.JSONDecodeError as error:
        raise Unparsable(error.msg, error.lineno) from None
    except (RecursionError, ValueError):
        raise Unparsable("it is nested too deeply, or a number in it is too long") from None
    return parsed
