"""What a rule speaks of: crates by name and manifest, so that none slips away, or paths."""

from __future__ import annotations

from ratchet.kinds.parts import is_of_files
from ratchet.kinds.selectors import Selection, holds
from ratchet.model.graph import Graph
from ratchet.model.rule import Spec
from ratchet.model.static import Protocol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeGuard

__all__ = ["looks_at_paths", "spoken_of"]


class _Speaking(Spec, Protocol):
    @property
    def subjects(self) -> tuple[Selection, ...]:
        """Whom the rule speaks of."""


def spoken_of(spec: Spec, graph: Graph) -> frozenset[tuple[str, str]]:
    """Name and manifest of each crate; the name of a module follows from its file, so there is nothing to compare."""
    if not _speaks(spec):
        return frozenset()
    subjects = [each for each in spec.subjects if not is_of_files(each)]
    return frozenset(
        (node.name, node.place.path)
        for node in graph.nodes.values()
        if node.own and node.graph == "cargo" and node.place
        if any(holds(each, node) is not None for each in subjects)
    )


def looks_at_paths(spec: Spec) -> bool:
    """Whether it speaks of files and directories by their paths."""
    return _speaks(spec) and any(is_of_files(each) for each in spec.subjects)


def _speaks(spec: Spec) -> TypeGuard[_Speaking]:
    return hasattr(spec, "subjects")
