"""A `waivers.toml` as the pieces people wrote: its first lines, and each waiver with the comments above it."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Sequence
from itertools import pairwise

from ratchet.model.value import frozen, replace
from ratchet.model.waiver import Waiver
from ratchet.repo.canonical import waivers_header
from ratchet.repo.ledger_reading import waivers_in, waivers_of
from ratchet.repo.ledger_writing import waiver_text

__all__ = ["Pieces", "join_pieces", "pieces_of"]

_BLOCK = re.compile(r"^(?:[ \t]*#[^\n]*\n)*[ \t]*\[\[[ \t]*waiver[ \t]*\]\]", re.MULTILINE)
_TITLE = re.compile(r"# [^\n]* — ratchet: [^\n]*\n?")


@frozen
class Pieces:
    """The text before the first waiver, and the waivers, each with its text."""

    head: str
    waivers: tuple[tuple[Waiver, str], ...]


def pieces_of(path: str, text: bytes) -> Pieces:
    """The pieces of a file; waivers in another form than `[[waiver]]` have no text. Raises RatchetError."""
    waivers = tuple(replace(waiver, place=None) for waiver in waivers_of(waivers_in(path, text)))
    whole = text.decode().replace("\r\n", "\n")
    title = _TITLE.match(whole)
    starts = [found.start() for found in _BLOCK.finditer(whole, title.end() if title else 0)]
    if len(starts) != len(waivers):
        return Pieces(title[0].strip() if title else "", tuple((waiver, "") for waiver in waivers))
    cuts = [*starts, len(whole)]
    texts = [whole[start:end].strip() for start, end in pairwise(cuts)]
    return Pieces(whole[: cuts[0]].strip(), tuple(zip(waivers, texts, strict=True)))


def join_pieces(path: str, pieces: Pieces) -> bytes:
    """The file with these pieces; where they do not mean what they should, it is written anew without comments."""
    expected = tuple(waiver for waiver, _ in pieces.waivers)
    blocks = [text or _fresh(path, waiver) for waiver, text in pieces.waivers]
    joined = _joined(pieces.head, blocks)
    read = tuple(replace(waiver, place=None) for waiver in waivers_of(waivers_in(path, joined)))
    if read == expected:
        return joined
    header = waivers_header(posixpath.dirname(path) or ".").strip()
    return _joined(header, [_fresh(path, waiver) for waiver in expected])


def _joined(head: str, blocks: Sequence[str]) -> bytes:
    return "\n\n".join(part for part in (head, *blocks) if part).encode() + b"\n"


def _fresh(path: str, waiver: Waiver) -> str:
    return waiver_text(path, waiver).decode().strip()
