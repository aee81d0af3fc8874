"""One file → its facts: a pure function of bytes and queries."""

from __future__ import annotations

from collections.abc import Callable

from ratchet.model.facts import FileFacts, Region
from ratchet.model.snapshot import Unreadable
from ratchet.model.value import replace
from ratchet.syntax.allows import WORD_IN_ALLOWS, find_allows
from ratchet.syntax.lens import Lens
from ratchet.syntax.reading import read
from ratchet.syntax.scoping import scope_reader
from ratchet.syntax.sites import find_sites
from ratchet.syntax.source import CONFLICT, Lines, conflict_line, name_as_kept, readable
from ratchet.syntax.wanted import EVERYTHING, Extent

_CONFLICT = CONFLICT.rstrip()  # looked for in two thirds of the time: what ends with a blank is nearly everywhere

__all__ = ["glance", "looking", "read_facts", "read_regions"]


def glance(lens: Lens, content: bytes, extent: Extent = EVERYTHING) -> FileFacts | None:
    """What one file says where no parse can add to it, else None. Raises as `read_facts` does."""
    source = _source(lens, content)
    facts = None if _is_marked(source) else _glance(lens, source, extent)
    return _named(facts, content) if facts else None


def read_facts(lens: Lens, content: bytes) -> FileFacts:
    """What one file says. Raises Unreadable for what is no source text."""
    source = _source(lens, content)
    return _named(_read(lens, source, _is_marked(source)), content)


def looking(lens: Lens, extent: Extent) -> Callable[[bytes], FileFacts]:
    """What does the same with one content after the other, and parses those of which more than a glance is needed."""
    needs_parse = extent.whole

    def look(content: bytes) -> FileFacts:
        source = _source(lens, content)
        is_marked = _is_marked(source)
        facts = None if is_marked or needs_parse else _glance(lens, source, extent)
        return _named(_read(lens, source, is_marked) if facts is None else facts, content)

    return look


def _named(facts: FileFacts, content: bytes) -> FileFacts:
    """Facts with the name of their content, where that is another one in git."""
    name = name_as_kept(content)
    return replace(facts, kept_as=name) if name else facts


def _glance(lens: Lens, source: bytes, extent: Extent) -> FileFacts | None:
    """Nothing but links and sites could be found in a source without marks: if it has none it is analysed."""
    if scope_reader(lens.language).may_link(source):
        return None
    found = lens.might_find(source)
    return None if found and extent.sites else FileFacts(size=len(source), leaves_sites=found)


def _read(lens: Lens, source: bytes, is_marked: bool) -> FileFacts:
    reading = read(lens, source)
    if reading.error_bytes and is_marked and (line := conflict_line(source)):
        raise Unreadable(f"conflict markers at line {line}", "resolve the merge, then run again")
    state = len(source), reading.error_bytes, reading.error_line
    if not reading.found and not reading.comments:
        return FileFacts((), reading.links, (), *state)
    lines = Lines(source)
    allows = find_allows(reading.comments, source, lines, reading.regions) if is_marked else ()
    sites, allows = find_sites(lens, reading, source, lines, allows)
    return FileFacts(sites, reading.links, allows, *state)


def _is_marked(source: bytes) -> bool:
    """Whether a source may hold an allow, or may be in conflict."""
    return WORD_IN_ALLOWS in source or (_CONFLICT in source and CONFLICT in source)


def _source(lens: Lens, content: bytes) -> bytes:
    return _with_plain_names(lens, readable(content, lens.language.scopes == "python"))


def _with_plain_names(lens: Lens, source: bytes) -> bytes:
    language = lens.language
    if source.isascii() or language.scopes != "python":
        return source
    from ratchet.syntax.python.names import with_plain_names  # few files have a name that needs it

    return with_plain_names(language, source)


def read_regions(lens: Lens, source: bytes) -> tuple[Region, ...]:
    """The regions of a source that was made ready, with their reasons, for an explanation."""
    return read(lens, _with_plain_names(lens, source), all_regions=True).regions
