"""One text → what was seen in it: in the items of it that matter, or in the whole of it."""

from __future__ import annotations

from ratchet.syntax.allows import WORD_IN_ALLOWS
from ratchet.syntax.form import Tellings
from ratchet.syntax.lens import Lens
from ratchet.syntax.scoping import scope_reader
from ratchet.syntax.tree_reading import Reading, parsed, read_tree
from ratchet.syntax.wanted import EVERYTHING, Extent

__all__ = ["Reading", "read"]


def read(
    lens: Lens,
    source: bytes,
    extent: Extent = EVERYTHING,
    tellings: Tellings | None = None,
    in_one: bool = False,
    all_regions: bool = False,
) -> Reading:
    """Read a text as a tree: the items of it that matter, or the whole of it, which is asked for as `in_one`, or safer.

    Without a find, a link or an inline allow nothing asks for regions: then there are none, unless all are asked for.
    """
    reader = scope_reader(lens.language)
    text = reader.plain(source)
    if lens.by_items and not in_one and (items := reader.items(text)):
        from ratchet.syntax.item_reading import read_items  # a file that is read as a whole does without

        if (reading := read_items(lens, text, items, extent, tellings)) is not None:
            return reading
    text, tree = parsed(lens.language, text)
    speaks = all_regions or (in_one and WORD_IN_ALLOWS in text) or reader.may_link(text)
    return read_tree(lens, tree, text, speaks)
