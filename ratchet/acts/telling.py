"""What changed files mean to a verdict, told of their bytes: the part of an answer that may meet a hostile file."""

from __future__ import annotations

import marshal  # as for the code of every module; the bytes come from the process that this one is for

from ratchet.model.essence import essence_of, is_aside
from ratchet.model.value import replace
from ratchet.syntax.facts import glance, read_facts
from ratchet.syntax.lens_keeping import lens_of
from ratchet.syntax.wanted import Extent

TYPE_CHECKING = False
if TYPE_CHECKING:
    Asked = tuple[bytes, bytes, bool, str, bool]

__all__ = ["tell"]

_SMALL = 8_000


def tell(request: bytes) -> bytes:
    """Of every file that is asked for, what it means now, and its size."""
    files: tuple[Asked, ...] = marshal.loads(request)
    return " ".join(_told(*each) for each in files).encode()


def _told(content: bytes, kept: bytes, only_production: bool, before: str, doubted: bool) -> str:
    """A `doubted` file is parsed whatever its letters tell; what it meant `before` says if it is put aside."""
    lens, aside = lens_of(kept), is_aside(before)
    extent = Extent(doubted, not only_production, not aside)
    facts = None if doubted else glance(lens, content, extent)
    if facts is None:
        # Where all of a file parses it says the same in one piece, and what splits a small one takes longer than that.
        lens = replace(lens, by_items=False) if len(content) < _SMALL else lens
        facts = read_facts(lens, content, extent)
    return f"{essence_of(facts, only_production, aside)} {facts.size}"
