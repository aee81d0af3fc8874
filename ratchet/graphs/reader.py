"""How a dependency graph is read: the imports of each file by itself, then the whole from all of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ratchet.model.graph import Graph, Import
from ratchet.model.scope import Scope
from ratchet.model.value import field, frozen

__all__ = ["GraphReader", "Sources"]


def _production(_path: str) -> Scope:
    return Scope.PRODUCTION


@frozen
class Sources:
    """A tree to build a graph from: its regular files, sorted and without excluded ones, and what they import.

    `read` gives the bytes of a file, or raises Unreadable; `imports` are those of every file that the reader's
    `dialect` knows, by path; a file that could not be read is in `unread`. `scope` tells test code by its path.
    """

    paths: tuple[str, ...]
    read: Callable[[str], bytes]
    imports: Mapping[str, tuple[Import, ...]] = field(default_factory=dict)
    unread: frozenset[str] = frozenset()
    scope: Callable[[str], Scope] = _production


@frozen
class GraphReader:
    """One ecosystem. `dialect` names how a file is to be read for imports, by its path; empty: not at all.

    `imports` is a pure function of bytes and dialect, so that its answer can be kept by blob; `build` needs the tree.
    """

    name: str
    dialect: Callable[[str], str]
    imports: Callable[[bytes, str], tuple[Import, ...]]
    build: Callable[[Sources], Graph]
