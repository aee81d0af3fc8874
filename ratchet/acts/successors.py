"""What became of the crates, modules and files of a tree in a later one: who goes on with them, whole or in parts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property

from ratchet.acts.renaming import successors_between
from ratchet.kinds.parts import files_of_nodes
from ratchet.model.evidence import Evidence
from ratchet.model.graph import Node
from ratchet.model.snapshot import Snapshot
from ratchet.model.value import frozen

__all__ = ["Moved", "Successors", "Tree", "file_of"]

_SOURCES = {"cargo": ".rs", "go": ".go"}
"""The endings of the files that make a crate or package what it is."""


@frozen
class Tree:
    """A tree as rules on graphs and files see it: its files, the nodes in it, and what of it is not excluded."""

    snapshot: Snapshot
    evidence: Evidence

    @cached_property
    def paths(self) -> frozenset[str]:
        """All files, excluded ones too."""
        return frozenset(self.snapshot.paths())


@frozen
class Moved:
    """Where a node is now: the nodes that are what it was, those that have parts of it, and files outside of graphs."""

    whole: tuple[Node, ...]
    parts: tuple[Node, ...]
    files: frozenset[str]


class Successors:
    """What became of the nodes and files of one tree in another."""

    def __init__(self, before: Tree, after: Tree) -> None:
        self.before, self.after = before, after
        self._old, nodes = before.evidence.graph.nodes, after.evidence.graph.nodes.values()
        self._by_file = {file_of(node): node for node in nodes if node.own}
        self._by_name: dict[tuple[str, str], list[Node]] = {}
        for node in nodes:
            self._by_name.setdefault((node.graph, node.name), []).append(node)
        known = [node for node in self._old.values() if node.own]
        files, names = {file_of(node) for node in known}, {(node.graph, node.name) for node in known}
        new = (node for file, node in self._by_file.items() if file not in files)
        self._new = tuple(node for node in new if (node.graph, node.name) not in names)

    @cached_property
    def moved(self) -> Mapping[str, Moved]:
        """The nodes, by id, that go on otherwise than under their own name in their own place."""
        every = ((id_, self._moved(node)) for id_, node in self._old.items())
        return {id_: each for id_, each in every if each.whole or each.parts or each.files}

    def of_nodes(self, ids: Iterable[str]) -> frozenset[str]:
        """The nodes that are what some were, under another name or in another place."""
        return frozenset(each.id for id_ in ids if id_ in self.moved for each in self.moved[id_].whole)

    def of_files(self, files: Iterable[str]) -> dict[str, set[str]]:
        """Of files that are gone the new ones that go on with them."""
        gone = set(files) - self.after.paths
        return self._between(gone, self.after.paths - self.before.paths) if gone else {}

    def _between(self, olds: Iterable[str], news: Iterable[str]) -> dict[str, set[str]]:
        return successors_between(self.before.snapshot, olds, self.after.snapshot, news)

    def _moved(self, node: Node) -> Moved:
        """By the file of the node, else by its name, else by its lines."""
        here = self._by_file.get(file_of(node)) if node.own else None
        named = self._by_name.get((node.graph, node.name), [])
        same = [here] if here else [each for each in named if each.own or not node.own]
        parts = self._with_lines_of(node) if node.own and self._new else ()
        gone = node.own and not same and not parts
        whole = tuple(each for each in same or parts if _is_other(node, each))
        return Moved(whole, parts, self._outside_graphs(node) if gone else frozenset())

    def _with_lines_of(self, node: Node) -> tuple[Node, ...]:
        files = _sources(self.before.evidence, node) & self._by_lines.keys()
        came = frozenset[str]().union(*(self._by_lines[path] for path in files))
        return tuple(each for each in self._new if each.graph == node.graph and came & self._files_of_new[each.id])

    def _outside_graphs(self, node: Node) -> frozenset[str]:
        """New files that go on with a node and are in no graph: excluded ones, or of a name that no graph reads."""
        files = _sources(self.before.evidence, node) & self._without_node.keys()
        return frozenset().union(*(self._without_node[path] for path in files))

    @cached_property
    def _files_of_new(self) -> dict[str, frozenset[str]]:
        return {node.id: _sources(self.after.evidence, node) for node in self._new}

    @cached_property
    def _by_lines(self) -> Mapping[str, set[str]]:
        """Files of nodes that are gone or changed → files of new nodes that go on with them."""
        news = frozenset[str]().union(*self._files_of_new.values())
        return self._between(self._own_files, news - self.before.paths)

    @cached_property
    def _without_node(self) -> Mapping[str, set[str]]:
        """Files of nodes that are gone → new files that belong to no node."""
        in_graph = frozenset[str]().union(*files_of_nodes(self.after.evidence).values())
        gone = self._own_files - self.after.paths
        return self._between(gone, self.after.paths - self.before.paths - in_graph)

    @cached_property
    def _own_files(self) -> frozenset[str]:
        own = (node for node in self._old.values() if node.own)
        return frozenset().union(*(_sources(self.before.evidence, node) for node in own))


def file_of(node: Node) -> tuple[str, str]:
    """What a node of ours is known by if it is renamed: its graph, and its manifest or file."""
    return node.graph, node.place.path if node.place else node.path


def _is_other(old: Node, new: Node) -> bool:
    """Whether it is another name or place that a rule may not reach: others may alter what captures stand for."""
    return (old.name, old.path, old.own) != (new.name, new.path, new.own)


def _sources(evidence: Evidence, node: Node) -> frozenset[str]:
    files = files_of_nodes(evidence).get(node.id, frozenset())
    ending = _SOURCES.get(node.graph, "")
    return frozenset(path for path in files if path.endswith(ending))
