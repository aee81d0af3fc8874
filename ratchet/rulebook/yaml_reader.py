"""A YAML file into plain data that knows where each of its values stands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ratchet.model.errors import Place, RatchetError
from ratchet.rulebook.plain_yaml import read_plain
from ratchet.rulebook.text_file import decode
from ratchet.rulebook.yaml_document import Document

if TYPE_CHECKING:
    from ruamel.yaml.error import MarkedYAMLError
    from ruamel.yaml.events import Event

__all__ = ["Document", "read_documents", "read_fully"]

_MOST_BYTES = 256_000
_UNSEEN_LINE_ENDS = "\x85\u2028\u2029"
# The depth is counted while the events come, but ruamel.yaml looks ahead, and for that long it is quadratic.
_BRACKETS = re.compile(r"(?:[\[{][ \t]*+){51}")


def read_documents(path: str, text: bytes) -> tuple[Document, ...]:
    """Every document of a YAML file, in order; anything but plain data is refused with its place."""
    source = decode(path, text, _MOST_BYTES)
    _refuse_unseen_line_ends(path, source)
    if found := _BRACKETS.search(source):
        raise RatchetError("more than 50 brackets open one after the other", _place(path, source, found.start()))
    plain = read_plain(path, source)
    return (plain,) if plain else read_fully(path, source)


def read_fully(path: str, source: str) -> tuple[Document, ...]:
    """The documents of a text, with all that YAML has."""
    from ratchet.rulebook.yaml_builder import Builder  # brings ruamel.yaml, which only a YAML file needs

    builder = Builder(path, source)
    for event in _events(path, source):
        builder.take(event)
    return builder.documents()


def _refuse_unseen_line_ends(path: str, source: str) -> None:
    """ruamel.yaml ends a line at these and editors do not: every place after one would be wrong."""
    for character in _UNSEEN_LINE_ENDS:
        if character in source:
            place = _place(path, source, source.index(character))
            raise RatchetError(f"the character {character!a} is not allowed", place)


def _events(path: str, source: str) -> Iterator[Event]:
    """ruamel's events, without its composer: that one recurses, and expands aliases and merge keys without end."""
    from ruamel.yaml import YAML
    from ruamel.yaml.error import MarkedYAMLError
    from ruamel.yaml.reader import ReaderError

    try:
        yield from YAML(typ="safe", pure=True).parse(source)
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = Place(path, mark.line + 1, mark.column + 1) if mark else Place(path)
        raise RatchetError(f"broken YAML: {_problem(error)}", place, _hint(error)) from error
    except ReaderError as error:
        message = f"the character {chr(error.character)!a} is not allowed"
        raise RatchetError(message, _place(path, source, error.position)) from error
    except (RecursionError, ValueError) as error:
        raise RatchetError(f"broken YAML: {error}", Place(path)) from error


def _problem(error: MarkedYAMLError) -> str:
    parts = [str(part).splitlines()[0] for part in (error.context, error.problem) if part]
    return ", ".join(parts)


def _hint(error: MarkedYAMLError) -> str:
    problem = str(error.problem)
    if "'\\t'" in problem:
        return "indent with spaces, not with tabs"
    if "cannot start any token" in problem or "mapping values" in problem:
        return "put the text in quotes, or write it as a block after `|`"
    return ""


def _place(path: str, source: str, offset: int) -> Place:
    before = source[:offset]
    return Place(path, before.count("\n") + 1, offset - before.rfind("\n"))
