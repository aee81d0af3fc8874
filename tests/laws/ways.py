"""The ways in which a file can be read, which have to say the same."""

from __future__ import annotations

from ratchet.model.facts import FileFacts
from ratchet.model.value import replace
from ratchet.syntax.facts import looking, read_facts
from ratchet.syntax.form import Tellings
from ratchet.syntax.lens import Lens
from ratchet.syntax.tellings import tellings
from ratchet.syntax.wanted import EVERYTHING, Extent

__all__ = ["as_a_whole", "by_letters", "in_every_way"]

_KNOWN: dict[int, tuple[Lens, Tellings]] = {}


def as_a_whole(lens: Lens, source: bytes) -> FileFacts:
    """What a file says as one tree."""
    return read_facts(replace(lens, by_items=False), source)


def by_letters(lens: Lens, source: bytes, extent: Extent = EVERYTHING) -> FileFacts:
    """What a file says where letters alone may tell something; what they tell of a lens is found out once."""
    if id(lens) not in _KNOWN:
        _KNOWN[id(lens)] = lens, tellings(lens)
    return read_facts(lens, source, extent, _KNOWN[id(lens)][1])


def in_every_way(lens: Lens, source: bytes) -> list[FileFacts]:
    """What a file says by items, by letters, and at a glance if that will do."""
    told = by_letters(lens, source)
    return [read_facts(lens, source), told, looking(lens, EVERYTHING, _KNOWN[id(lens)][1])(source)]
