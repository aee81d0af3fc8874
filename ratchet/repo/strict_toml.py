"""TOML read strictly: every mistake with its line, nothing guessed, and no input that can stall the reader."""

from __future__ import annotations

import re
import shlex
import tomllib
from typing import Any, Protocol, runtime_checkable

from ratchet.model.errors import Mistake, Place, RatchetError
from ratchet.model.shape import Shape, Wrong
from ratchet.model.snapshot import Snapshot, Unreadable
from ratchet.model.sound import compiled
from ratchet.model.value import frozen
from ratchet.syntax.toml_places import toml_places

__all__ = ["Document", "check_shape", "parse_document", "read_text"]

_MOST_BYTES = 20_000_000
_MOST_PARTS = 64
_MOST_MISTAKES = 50
_MARKER = compiled(rb"^(?:<{7} |={7}\r?$|>{7} |\|{7} )", re.MULTILINE)
# Comments and strings, also unclosed ones; possessive, so that no text makes it go back over what it has read.
_PROSE = compiled(
    r"""#[^\n]*+|\"{3}(?:[^"\\]|\\.|"(?!""))*+(?:"{3,5})?|'{3}(?:[^']|'(?!''))*+(?:'{3,5})?"""
    r"""|"(?:[^"\\\n]|\\.)*+"?|'[^'\n]*+'?""",
    re.DOTALL,
)
_POSITION = compiled(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")


@frozen
class Document:
    """A TOML file: where it stands, its bytes, its data."""

    path: str
    text: bytes
    data: dict[str, Any]


@runtime_checkable
class _Generous(Protocol):
    """A snapshot that can read beyond the size limit of sources: a large repository has a large baseline."""

    def read_up_to(self, path: str, limit: int) -> bytes: ...


def read_text(snapshot: Snapshot, path: str) -> bytes:
    """The bytes of a baseline file. Raises RatchetError."""
    try:
        return snapshot.read_up_to(path, _MOST_BYTES) if isinstance(snapshot, _Generous) else snapshot.read(path)
    except Unreadable as error:
        raise RatchetError(f"cannot read it: {error.reason}", Place(path), error.hint or _restore(path)) from error


def parse_document(path: str, text: bytes) -> Document:
    """The data of a TOML file. Raises RatchetError."""
    if len(text) > _MOST_BYTES:
        raise RatchetError(f"{len(text):,} bytes: no baseline is that large", Place(path), _restore(path))
    _refuse_conflicts(path, text)
    try:
        decoded = text.decode()
        _refuse_long_keys(path, decoded)
        return Document(path, text, tomllib.loads(decoded))
    except UnicodeDecodeError as error:
        line = text.count(b"\n", 0, error.start) + 1
        raise RatchetError("not UTF-8 text", Place(path, line), _restore(path)) from error
    except (ValueError, RecursionError, MemoryError) as error:
        raise RatchetError(*_syntax(path, text, error)) from error


def check_shape(document: Document, shape: Shape) -> None:
    """Refuse data that does not have the shape, with every mistake at once."""
    wrongs = list(shape.check(document.data, ()))
    if not wrongs:
        return
    place = toml_places(document.text)
    placed = sorted((Place(document.path, *place(wrong.path)), at) for at, wrong in enumerate(wrongs[:_MOST_MISTAKES]))
    restore = _restore(document.path)
    mistakes = [Mistake(_sentence(wrongs[at]), where, wrongs[at].hint or restore) for where, at in placed]
    if len(wrongs) > _MOST_MISTAKES:
        mistakes.append(Mistake(f"and {len(wrongs) - _MOST_MISTAKES} more mistakes", Place(document.path)))
    raise RatchetError.of(tuple(mistakes))


def _refuse_conflicts(path: str, text: bytes) -> None:
    marker = _MARKER.search(text)
    if marker is None:
        return
    raise RatchetError(
        "a merge conflict was left in it",
        Place(path, text.count(b"\n", 0, marker.start()) + 1),
        f"run: ratchet merge {shlex.quote(path)}",
    )


def _refuse_long_keys(path: str, text: str) -> None:
    """One key of 100,000 dotted parts keeps tomllib busy for 43 s and 6 GB: none of ours has more than one."""
    if all(line.count(".") <= _MOST_PARTS for line in text.split("\n")):
        return
    bare = _PROSE.sub(lambda prose: "x" + "\n" * prose[0].count("\n"), text)
    for number, line in enumerate(bare.split("\n"), 1):
        if any(part.count(".") > _MOST_PARTS for part in re.split(r"[=\[\]{},]", line)):
            raise RatchetError(f"a key of more than {_MOST_PARTS} parts", Place(path, number), _restore(path))


def _syntax(path: str, text: bytes, error: BaseException) -> tuple[str, Place, str]:
    message = str(error) if isinstance(error, ValueError) else "nested too deeply"
    at = _POSITION.search(message)
    if at is None:
        return f"not valid TOML: {message}", Place(path), _restore(path)
    line, column = (int(at[1]), int(at[2])) if at[1] else (text.count(b"\n") + 1, 0)
    return f"not valid TOML: {message[: at.start()]}", Place(path, line, column), _restore(path)


def _sentence(wrong: Wrong) -> str:
    names = [f"entry {step + 1}" if isinstance(step, int) else f"`{step}`" for step in wrong.path]
    inside = " of ".join(reversed(names[:-1] if wrong.on_key else names))
    if not inside:
        return wrong.message
    return f"{wrong.message} in {inside}" if wrong.on_key else f"{inside}: {wrong.message}"


def _restore(path: str) -> str:
    return f"git restore --source=HEAD -- {path}"
