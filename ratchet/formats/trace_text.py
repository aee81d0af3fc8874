"""A path of dependencies for people: hop by hop, each with the line that says so."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ratchet.formats.paint import Paint, inert
from ratchet.model.finding import Finding, Hop

__all__ = ["hop_lines", "path_words", "trace_lines"]


def trace_lines(finding: Finding, paint: Paint) -> Iterator[str]:
    """The steps, where there is more than one or the only one needs a word."""
    if len(finding.trace) > 1 or any(hop.note for hop in finding.trace):
        yield from hop_lines(finding.trace, paint)


def path_words(finding: Finding) -> str:
    """The steps in one line, as they are; nothing where the finding is its only step."""
    steps = [f"{hop.source} -> {hop.target} ({hop.place})" for hop in finding.trace]
    return f"; the path: {', '.join(steps)}" if len(steps) > 1 else ""


def hop_lines(hops: Sequence[Hop], paint: Paint) -> Iterator[str]:
    """Each step with its line; of several the new ones are marked: one of them completed the path."""
    ends = [f"{inert(hop.source)} -> {inert(hop.target)}" for hop in hops]
    width = max(map(len, ends))
    some_are_known = not all(hop.new for hop in hops)
    for end, hop in zip(ends, hops, strict=True):
        note = f"  ({inert(hop.note)})" if hop.note else ""
        new = f"  {paint.red('new')}" if hop.new and some_are_known else ""
        yield f"      {end:<{width}}  {paint.place(inert(str(hop.place)))}{note}{new}"
