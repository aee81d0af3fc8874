"""What the edges between two nodes are, in few words, and where they are declared."""

from __future__ import annotations

from collections.abc import Sequence

from ratchet.model.graph import Edge, EdgeKind, Node

__all__ = ["label_of", "place_of", "words_of"]


def words_of(edges: Sequence[Edge]) -> list[str]:
    """What is not plain about them: `dev`, `optional`, `lazy`; a word holds only if it holds for each of them.

    Nobody needs to be told that a dependency is a normal one, unless it is another kind as well.
    """
    kinds = [kind.value for kind in EdgeKind if any(edge.kind is kind for edge in edges)]
    every = {
        "optional": all(edge.optional for edge in edges),
        "type-only": all(edge.type_only for edge in edges),
        "lazy": all(edge.lazy for edge in edges),
        "test": all(edge.test for edge in edges) and kinds != ["dev"],
        "possible": not any(edge.sure for edge in edges),
    }
    cfgs = sorted({edge.cfg for edge in edges}) if all(edge.cfg for edge in edges) else []
    return [*(kinds if kinds != ["normal"] else []), *(word for word, holds in every.items() if holds), *cfgs]


def place_of(edges: Sequence[Edge]) -> str:
    """The first line that says so, and how many more do."""
    first = next((edge for edge in edges if edge.sure), edges[0])
    more = len({edge.place for edge in edges}) - 1
    return f"{first.place.path}:{first.place.line}" + (f" (+{more})" if more else "")


def label_of(node: Node) -> str:
    """A name, with the version where one package may have several."""
    return f"{node.name} {node.version}" if node.version and not node.own else node.name
