"""What changed files mean to a verdict, told of their bytes: the part of an answer that may meet a hostile file."""

from __future__ import annotations

import marshal  # as for the code of every module; the bytes come from the process that this one is for

from ratchet.model.essence import essence_of, is_aside
from ratchet.syntax.facts import looking
from ratchet.syntax.lens_keeping import lens_of
from ratchet.syntax.wanted import Extent

TYPE_CHECKING = False
if TYPE_CHECKING:
    Asked = tuple[bytes, bytes, bool, str, bool]

__all__ = ["tell"]


def tell(request: bytes) -> bytes:
    """Of every file that is asked for, what it means now, and its size."""
    files: tuple[Asked, ...] = marshal.loads(request)
    return " ".join(_told(*each) for each in files).encode()


def _told(content: bytes, kept: bytes, only_production: bool, before: str, doubted: bool) -> str:
    """A `doubted` file is parsed whatever words it holds; what it meant `before` says if it is put aside."""
    lens, aside = lens_of(kept), is_aside(before)
    facts = looking(lens, Extent(doubted, not (only_production and aside)))(content)
    return f"{essence_of(facts, only_production, aside)} {facts.size}"
