"""One file → its facts: a pure function of bytes and queries."""

from __future__ import annotations

from ratchet.model.facts import FileFacts, Region
from ratchet.model.snapshot import Unreadable
from ratchet.syntax.allows import WORD_IN_ALLOWS, find_allows
from ratchet.syntax.lens import Lens
from ratchet.syntax.reading import Reading, read
from ratchet.syntax.scoping import scope_reader
from ratchet.syntax.sites import find_sites
from ratchet.syntax.source import CONFLICT, Lines, conflict_line, readable
from ratchet.syntax.wanted import EVERYTHING, Extent

__all__ = ["glance", "read_facts", "read_regions"]


def glance(lens: Lens, content: bytes, extent: Extent = EVERYTHING) -> FileFacts | None:
    """What one file says as far as its letters tell, or None where it has to be parsed. Raises as `read_facts` does."""
    source = _source(lens, content)
    if _speaks(lens, source):
        return None
    found = lens.might_find(source)
    return None if found and extent.sites else FileFacts(size=len(source), leaves_tests=found)


def read_facts(lens: Lens, content: bytes, extent: Extent = EVERYTHING) -> FileFacts:
    """What one file says, as far as it is asked for. Raises Unreadable for what is no source text."""
    source = _source(lens, content)
    reading = read(lens, source, extent)
    if reading.error_bytes and (line := conflict_line(source)):
        raise Unreadable(f"conflict markers at line {line}", "resolve the merge, then run again")
    if not reading.found and not reading.comments:
        return FileFacts((), reading.links, (), *_state(reading, source))
    lines = Lines(source)
    allows = find_allows(reading.comments, source, lines, reading.regions)
    sites, allows = find_sites(lens, reading, source, lines, allows)
    return FileFacts(sites, reading.links, allows, *_state(reading, source))


def _state(reading: Reading, source: bytes) -> tuple[int, int, int, bool]:
    return len(source), reading.error_bytes, reading.error_line, reading.leaves_tests


def _speaks(lens: Lens, source: bytes) -> bool:
    """Whether a source may hold a link or an allow, or may be unreadable, as far as its letters tell.

    Nothing but sites could be found in the rest, so that it counts as analysed without being parsed if it has no site.
    """
    return WORD_IN_ALLOWS in source or CONFLICT in source or scope_reader(lens.language).may_link(source)


def _source(lens: Lens, content: bytes) -> bytes:
    return readable(content, lens.language.name == "python")


def read_regions(lens: Lens, content: bytes) -> tuple[Region, ...]:
    """The regions alone, with their reasons, for an explanation."""
    return read(lens, _source(lens, content), all_regions=True).regions
