"""What an unquoted YAML word means: true, false, nothing, a whole number, and otherwise text."""

from __future__ import annotations

import re

__all__ = ["is_sound", "plain_value"]

_WORDS: dict[str, bool | None] = {
    "": None,
    "~": None,
    **dict.fromkeys(("null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_MOST_DIGITS = 18


def plain_value(word: str) -> str | int | bool | None:
    """The value of an unquoted word; dates, fractions, `yes` and `0o17` stay text."""
    if word in _WORDS:
        return _WORDS[word]
    if not re.fullmatch(r"[-+]?(?:0|[1-9][0-9]*)", word):
        return word
    if len(word) > _MOST_DIGITS:
        raise ValueError(f"a number of {len(word)} digits is too long")
    return int(word)


def is_sound(text: str) -> bool:
    """Whether a text can be written out again: the escape `\\ud800` makes half a character, which cannot."""
    return text.isascii() or not re.search("[\ud800-\udfff]", text)
