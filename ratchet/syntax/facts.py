"""One file → its facts: a pure function of bytes and queries."""

from __future__ import annotations

from ratchet.model.facts import FileFacts, Region
from ratchet.model.snapshot import Unreadable
from ratchet.syntax.allows import find_allows
from ratchet.syntax.lens import Lens
from ratchet.syntax.reading import read
from ratchet.syntax.sites import find_sites
from ratchet.syntax.source import Lines, conflict_line, readable

__all__ = ["read_facts", "read_regions"]


def read_facts(lens: Lens, content: bytes) -> FileFacts:
    """Everything one file says. Raises Unreadable for what is no source text."""
    source = readable(content, lens.language.name == "python")
    reading = read(lens, source)
    if reading.error_bytes and (line := conflict_line(source)):
        raise Unreadable(f"conflict markers at line {line}", "resolve the merge, then run again")
    if not reading.found and not reading.comments:
        return FileFacts((), reading.links, (), len(source), reading.error_bytes, reading.error_line)
    lines = Lines(source)
    allows = find_allows(reading.comments, source, lines, reading.regions)
    sites, allows = find_sites(lens, reading, source, lines, allows)
    return FileFacts(sites, reading.links, allows, len(source), reading.error_bytes, reading.error_line)


def read_regions(lens: Lens, content: bytes) -> tuple[Region, ...]:
    """The regions alone, with their reasons, for an explanation."""
    return read(lens, readable(content, lens.language.name == "python"), all_regions=True).regions
