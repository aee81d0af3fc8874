"""What somebody calls a part of a graph on the command line → its nodes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ratchet.kinds.choosing import read_selection
from ratchet.kinds.kind import BuildContext
from ratchet.kinds.selectors import KINDS, select
from ratchet.model.errors import RatchetError
from ratchet.model.graph import Graph, Node
from ratchet.model.shape import Step, nearest
from ratchet.repo.places import absolute, relative_to

__all__ = ["Naming"]


class Naming:
    """The names of one graph: `start` is where paths are seen from, `root` the top, `groups` those of the config."""

    def __init__(self, graph: Graph, start: str, root: str, groups: Mapping[str, tuple[str, ...]]) -> None:
        self._graph = graph
        self._start = start
        self._root = root
        self._groups = groups
        self._names: dict[str, set[str]] = {}
        for id_, node in graph.nodes.items():
            for name in _names(node):
                self._names.setdefault(name, set()).add(id_)

    def find(self, given: str) -> frozenset[str]:
        """A name, a name@version, a file or directory, a selector, or a group; never nothing."""
        if given in self._names:
            return frozenset(self._names[given])
        if given in self._groups or given == "*" or given.partition(":")[0] in KINDS:
            return self._selected(given)
        found = self._at(relative_to(self._root, absolute(self._start, given))) or self._at(given.strip("/"))
        if found:
            return found
        raise RatchetError(f"nothing in the graph is called `{given}`", hint=self._hint(given))

    def below(self, paths: Iterable[str]) -> frozenset[str]:
        """The nodes at or below some paths."""
        found = frozenset[str]().union(*(self._at(path) for path in paths))
        if not found:
            raise RatchetError(
                f"nothing of the graph is at {', '.join(paths)}",
                hint="name the directory of a crate, package or module, or one above some",
            )
        return found

    def _selected(self, given: str) -> frozenset[str]:
        selection = read_selection(given, BuildContext({}, _refuse, groups=self._groups), ())
        found = frozenset(select(self._graph, selection))
        if not found:
            raise RatchetError(f"`{given}` matches nothing in the graph", hint=self._hint(given.partition(":")[2]))
        return found

    def _at(self, path: str) -> frozenset[str]:
        """The node of a file or directory; else all below it; else the one whose directory it lies in."""
        own = [node for node in self._graph.nodes.values() if node.own]
        at = frozenset(node.id for node in own if path in _paths(node))
        below = frozenset(node.id for node in own if node.path.startswith(f"{path}/") or path in ("", "."))
        if at or below:
            return at | below
        return frozenset(_around(own, path))

    def _hint(self, given: str) -> str:
        own = sorted(node.name for node in self._graph.nodes.values() if node.own)
        close = nearest(given, dict.fromkeys([*own, *sorted(self._names)]))
        some = ", ".join(own[:5]) + (", …" if len(own) > 5 else "")
        return close or f"there are {some}; a selector such as path:src/** chooses several"


def _refuse(
    steps: tuple[Step, ...], message: str, hint: str = "", row: int | None = None, column: int | None = None
) -> None:
    """What is wrong with a selector on the command line has no place but the command line."""
    del steps, row, column
    raise RatchetError(message, hint=hint)


def _names(node: Node) -> Iterable[str]:
    return (node.name, f"{node.name}@{node.version}") if node.version else (node.name,)


def _paths(node: Node) -> tuple[str, ...]:
    return (node.path, node.place.path) if node.place else (node.path,)


def _around(own: Iterable[Node], path: str) -> Iterable[str]:
    """The crate that a source file belongs to; a file of another kind belongs to nobody."""
    homes = {"" if node.path == "." else node.path: node.id for node in own if node.graph == "cargo"}
    above = path if path.endswith(".rs") and not path.startswith("../") else ""
    while above:
        above = above.rpartition("/")[0]
        if above in homes:
            return (homes[above],)
    return ()
