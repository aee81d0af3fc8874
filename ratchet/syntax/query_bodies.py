"""What patterns ask of bodies: where one asks nothing, the statements in a body may be left out of a parse."""

from __future__ import annotations

from collections.abc import Set

from ratchet.syntax.query_shape import Part, asked

__all__ = ["looks_into", "outside"]

# They ask what is in a node, not what its text is; others say nothing of either.
_OF_CHILDREN = ("#empty?", "#not-empty?")
_OF_NO_TEXT = (*_OF_CHILDREN, "#adjacent?", "#set!")


def looks_into(part: Part, bodies: Set[str], leaves: Set[str]) -> bool:
    """Whether a pattern says something of what is in a body, or in a node that may be one or, if no leaf, hold one."""
    asking = list(asked(part))
    counted = {capture for name, *words in asking if name in _OF_CHILDREN for capture in words}
    read = {capture for name, *words in asking if name not in _OF_NO_TEXT for capture in words}
    return _looks(part, bodies, leaves, counted, read)


def _looks(part: Part, bodies: Set[str], leaves: Set[str], counted: Set[str], read: Set[str]) -> bool:
    if part.inside and _is_body(part, bodies):
        return True
    if not counted.isdisjoint(part.captures) and _may_be_body(part, bodies):
        return True
    if not read.isdisjoint(part.captures) and not _is_leaf(part, leaves):
        return True
    return any(_looks(each, bodies, leaves, counted, read) for each in part.inside)


def outside(part: Part, bodies: Set[str]) -> Part:
    """The pattern without what it says of what is in bodies."""
    bare = Part(part.head, part.parent, part.anchored)
    bare.name, bare.tail, bare.captures, bare.predicates = part.name, part.tail, part.captures, part.predicates
    bare.inside = [] if _is_body(part, bodies) else [outside(each, bodies) for each in part.inside]
    return bare


def _is_body(part: Part, bodies: Set[str]) -> bool:
    """Whether a node of this kind may be a body: what begins with `_` stands for nodes of several kinds."""
    return part.name in bodies or part.name.startswith("_") or "/" in part.name


def _may_be_body(part: Part, bodies: Set[str]) -> bool:
    """The same of a piece that may be a group, a choice or anything."""
    if part.name:
        return _is_body(part, bodies)
    return part.head[-1] == "_" or any(_may_be_body(each, bodies) for each in part.inside)


def _is_leaf(part: Part, leaves: Set[str]) -> bool:
    """Whether whatever a piece stands for holds nothing that may be left out."""
    if part.name or part.head[-1] == "_":
        return part.name in leaves
    return all(_is_leaf(each, leaves) for each in part.inside)
