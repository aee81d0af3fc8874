"""XML, in which every character is one that XML can carry."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from ratchet.formats.paint import inert

__all__ = ["HEAD", "element", "text"]

HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
_ENTITIES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;"})
_HASHES = re.compile("#(?=#)")  # with two of them lines command some CI systems
_BEYOND = re.compile("[\ufdd0-\ufdef\ufffe\uffff]")  # no characters: neither XML nor its readers agree on them


def text(value: str) -> str:
    """The text of an element, in which only newlines steer."""
    lines = "\n".join(inert(line) for line in value.split("\n"))
    shown = _BEYOND.sub(lambda found: f"\\u{ord(found[0]):04x}", lines)
    return _HASHES.sub("&#35;", shown.translate(_ENTITIES))


def element(name: str, attributes: Mapping[str, str | int], children: Iterable[str] = ()) -> str:
    """An element on lines of its own; children are made by this function too, or one piece of text."""
    start = " ".join([name, *(f'{key}="{_attribute(str(value))}"' for key, value in attributes.items())])
    inside = "".join(children)
    if not inside:
        return f"<{start}/>\n"
    return f"<{start}>\n{inside}</{name}>\n" if inside.startswith("<") else f"<{start}>{inside}</{name}>\n"


def _attribute(value: str) -> str:
    return text(inert(value))
