"""What a rule speaks of: nodes of graphs, or paths."""

from __future__ import annotations

from ratchet.kinds.parts import is_of_files
from ratchet.kinds.selectors import Selection
from ratchet.model.rule import Spec
from ratchet.model.static import Protocol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeGuard

__all__ = ["looks_at_paths"]


class _Speaking(Spec, Protocol):
    @property
    def subjects(self) -> tuple[Selection, ...]:
        """Whom the rule speaks of."""


def looks_at_paths(spec: Spec) -> bool:
    """Whether it speaks of files and directories by their paths."""
    return _speaks(spec) and any(is_of_files(each) for each in spec.subjects)


def _speaks(spec: Spec) -> TypeGuard[_Speaking]:
    return hasattr(spec, "subjects")
