"""What patterns ask of bodies: where one asks nothing, the statements in a body may be left out of a parse."""

from __future__ import annotations

from collections.abc import Set

from ratchet.syntax.query_shape import Part, asked

__all__ = ["looks_into", "outside"]

# They ask what is in a node, not what its text is.
_OF_CHILDREN = ("#empty?", "#not-empty?")


def looks_into(part: Part, bodies: Set[str]) -> bool:
    """Whether a pattern says something of what is in a body, or in a node that may be one."""
    counted = {capture for name, *words in asked(part) if name in _OF_CHILDREN for capture in words}
    return _looks(part, bodies, counted)


def _looks(part: Part, bodies: Set[str], counted: Set[str]) -> bool:
    if _may_be_body(part, bodies) and (part.inside or not counted.isdisjoint(part.captures)):
        return True
    return any(_looks(each, bodies, counted) for each in part.inside)


def outside(part: Part, bodies: Set[str]) -> Part:
    """The pattern without what it says of what is in bodies."""
    bare = Part(part.head, part.parent, part.anchored)
    bare.name, bare.tail, bare.captures, bare.predicates = part.name, part.tail, part.captures, part.predicates
    bare.inside = [] if _may_be_body(part, bodies) else [outside(each, bodies) for each in part.inside]
    return bare


def _may_be_body(part: Part, bodies: Set[str]) -> bool:
    """Whether a node of this kind may be a body: what begins with `_` stands for nodes of several kinds."""
    return part.name in bodies or part.name.startswith("_") or "/" in part.name
