"""A TOML file into plain data, strictly and in bounded time."""

from __future__ import annotations

import re

from ratchet.model.errors import Place, RatchetError
from ratchet.model.sound import compiled
from ratchet.rulebook.text_file import decode

__all__ = ["read_toml"]

_MOST_BYTES = 1_000_000
# tomllib needs time and memory with the square of a key's parts: 43 s and 6 GB for one key of 100,000 parts.
_DOTTED = compiled(
    r"""(?<![\w-]) (?: (?: [\w-]++ | "(?:\\.|[^"\\\n])*+" | '[^'\n]*+' ) [ \t]*+ \. [ \t]*+ ){32}""", re.VERBOSE
)
_CONFLICT = compiled(r"^(?:<<<<<<<|>>>>>>>) ", re.MULTILINE)
_WHERE = compiled(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")


def read_toml(path: str, text: bytes) -> dict[str, object]:
    """The data of a TOML file; whatever is wrong with it is refused with its place."""
    import tomllib

    source = decode(path, text, _MOST_BYTES)
    if found := _CONFLICT.search(source):
        hint = f"resolve the conflict, then `git add {path}`"
        raise RatchetError("the file holds the marks of a merge conflict", _place(path, source, found), hint)
    if found := _DOTTED.search(source):
        raise RatchetError("a key of more than 32 parts is refused", _place(path, source, found))
    try:
        return tomllib.loads(source)
    except tomllib.TOMLDecodeError as error:
        raise _broken(path, source, str(error)) from error
    except RecursionError as error:
        raise RatchetError("broken TOML: values nest too deep", Place(path)) from error
    except ValueError as error:  # Python refuses to turn more than 4,300 digits into a number
        number = re.search(r"[\d_]{4300,}", source)
        place = _place(path, source, number) if number else Place(path)
        raise RatchetError("broken TOML: a number has too many digits", place) from error


def _broken(path: str, source: str, text: str) -> RatchetError:
    where = _WHERE.search(text)
    if where and where[1]:
        place = Place(path, int(where[1]), int(where[2]))
    else:
        place = Place(path, source.count("\n") + 1, len(source) - source.rfind("\n"))
    return RatchetError(f"broken TOML: {_WHERE.sub('', text)}", place)


def _place(path: str, source: str, found: re.Match[str]) -> Place:
    before = source[: found.start()]
    return Place(path, before.count("\n") + 1, found.start() - before.rfind("\n"))
