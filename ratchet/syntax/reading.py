"""Read one text: parse it, and take from its tree what rules and scopes ask for."""

from __future__ import annotations

from ratchet.syntax.allows import WORD_IN_ALLOWS
from ratchet.syntax.lens import Lens
from ratchet.syntax.scoping import scope_reader
from ratchet.syntax.tree_reading import Reading, parsed, read_tree

__all__ = ["Reading", "read"]


def read(lens: Lens, source: bytes, all_regions: bool = False) -> Reading:
    """Read a text as one tree.

    Without a find, a link or an inline allow nothing asks for regions: then there are none, unless all are asked for.
    """
    text, tree = parsed(lens.language, source)
    speaks = all_regions or WORD_IN_ALLOWS in text or scope_reader(lens.language).may_link(text)
    return read_tree(lens, tree, text, speaks)
