"""What a changed file will take, loaded while git is still at work; what is loaded for nothing then cost nothing."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["LIKELY", "SOURCES", "load_while"]

SOURCES = (b".rs", b".py", b".pyi")
"""How the names of files end that are likely to be read; whatever is not named here is read a moment later."""

LIKELY = (
    "types",
    "operator",
    "collections",
    "functools",
    "enum",
    "re._parser",
    "re",
    "ratchet.model.digests",
    "ratchet.model.value",
    "ratchet.model.scope",
    "ratchet.model.facts",
    "ratchet.syntax.source",
    "ratchet.syntax.facet",
    "ratchet.syntax.lens",
    "ratchet.syntax.scoping",
    "ratchet.syntax.seeking",
    "ratchet.syntax.finding",
    "ratchet.syntax.tree_reading",
    "ratchet.syntax.reading",
    "ratchet.syntax.facts",
    "ratchet.syntax.lens_keeping",
    "ratchet.acts.telling",
)
"""In the order in which they need each other, so that each takes little longer than a moment."""


def load_while(is_at_work: Callable[[], bool]) -> None:
    """Load one after the other as long as there is nothing better to do."""
    for name in LIKELY:
        if not is_at_work():
            return
        __import__(name)
