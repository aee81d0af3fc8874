"""What the rules of the base restrained and, under other names or in other places, no longer do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from ratchet.acts.graphing import paths_of
from ratchet.acts.renaming import successors_between
from ratchet.judge.terms import Contract
from ratchet.kinds.catalogue import catalogue
from ratchet.kinds.exceptions import is_excepted
from ratchet.kinds.kind import Restraint
from ratchet.kinds.parts import files_of_nodes
from ratchet.model.evidence import Evidence, seen_by
from ratchet.model.graph import Graph, Node
from ratchet.model.measured import Measured
from ratchet.model.policy import Policy
from ratchet.model.rule import Rule
from ratchet.model.snapshot import Snapshot
from ratchet.model.value import frozen
from ratchet.model.verdict import Loosening

__all__ = ["Successors", "Tree", "escaped"]

_SOURCES = {"cargo": ".rs", "go": ".go"}
"""The endings of the files that make a crate or package what it is."""
_Place = tuple[str, str]
"""The name of a node or unit, and its file or directory."""


@frozen
class Tree:
    """A tree as the contract's rules see it: its files, the nodes in it, and what of it is not excluded."""

    snapshot: Snapshot
    evidence: Evidence


def escaped(
    base: tuple[Snapshot, Measured], head: tuple[Snapshot, Measured], contract: Contract, own: Policy
) -> Iterator[Loosening]:
    """What a rule gave a role and now does not.

    A rule that the change itself rewrites is a loosening already, and one that speaks of nothing now is not judged.
    """
    others = {name for name, _ in head[1].vacuous} | contract.adopting
    rules = [rule for rule in contract.policy.rulebook.rules.values() if rule.id not in others and _is_kept(rule, own)]
    if not rules or (base[0].paths() == head[0].paths() and _names(base[1]) == _names(head[1])):
        return
    before, after = (_tree(*side, contract.policy) for side in (base, head))
    successors = Successors(before, after)
    for rule in rules:
        as_it_was = contract.at_base.rulebook.rules[rule.id]
        for old, new in zip(_restraints(as_it_was, before), _restraints(rule, after), strict=True):
            found = sorted({*successors.without((as_it_was, rule), old, new), *successors.unmeasured(old, new)})
            if found:
                old_place, (name, path) = found[0]
                more = f"; {len(found) - 1} more" if len(found) > 1 else ""
                detail = f"{_told(old_place)} was {old.role}, {_told((name, path))} is not{more}"
                yield Loosening("rule-escaped", rule.id, name, "", "", path, detail=detail)


def _is_kept(rule: Rule, own: Policy) -> bool:
    now = own.rulebook.rules.get(rule.id)
    return rule.verb != "count" and now is not None and now.spec.meaning == rule.spec.meaning


def _names(measured: Measured) -> dict[str, tuple[str, str, bool]]:
    """What tells the nodes of two trees apart."""
    return {id_: (node.name, node.path, node.own) for id_, node in measured.nodes.items()}


def _tree(snapshot: Snapshot, measured: Measured, policy: Policy) -> Tree:
    return Tree(snapshot, Evidence(graph=Graph(measured.nodes), paths=paths_of(snapshot, policy)))


def _restraints(rule: Rule, tree: Tree) -> Iterator[Restraint]:
    restrains = catalogue()[rule.verb].restrains
    yield from restrains(rule.spec, seen_by(rule.spec.needs, tree.evidence)) if restrains else ()


class Successors:
    """What became of the nodes and files of the base."""

    def __init__(self, before: Tree, after: Tree) -> None:
        self.before, self.after = before, after
        nodes = after.evidence.graph.nodes.values()
        self.by_file = {_file(node): node for node in nodes if node.own}
        self.by_name: dict[tuple[str, str], list[Node]] = {}
        for node in nodes:
            self.by_name.setdefault((node.graph, node.name), []).append(node)
        known = [node for node in before.evidence.graph.nodes.values() if node.own]
        files, names = {_file(node) for node in known}, {(node.graph, node.name) for node in known}
        self.new = [
            node for node in self.by_file.values() if _file(node) not in files and (node.graph, node.name) not in names
        ]

    def without(self, rules: tuple[Rule, Rule], old: Restraint, new: Restraint) -> Iterator[tuple[_Place, _Place]]:
        """The nodes that had a role, each with a node that goes on with it and has not."""
        nodes = self.before.evidence.graph.nodes
        for id_ in old.nodes:
            node = nodes[id_]
            later = list(self._successors(node, old.parts))
            if not later and node.own:
                yield from ((_place(node), (path, path)) for path in self._beside_the_graph(node))
            for each in later:
                freed = is_excepted(rules[1].spec, each) and not is_excepted(rules[0].spec, node)
                if (each.id not in new.nodes or freed) and _is_other(node, each):
                    yield _place(node), _place(each)

    def _beside_the_graph(self, node: Node) -> frozenset[str]:
        """The new files that go on with a node and are no part of a graph: excluded ones, or of another name."""
        files = _sources(self.before.evidence, node) & self._left_graph.keys()
        return frozenset().union(*(self._left_graph[path] for path in files))

    @cached_property
    def _left_graph(self) -> Mapping[str, set[str]]:
        """Files of nodes that are gone → new files that belong to no node."""
        there, were = set(self.after.snapshot.paths()), set(self.before.snapshot.paths())
        in_graph = frozenset[str]().union(*files_of_nodes(self.after.evidence).values())
        return self._successors_of_files(self._own_files - there, there - were - in_graph)

    @cached_property
    def _own_files(self) -> frozenset[str]:
        evidence = self.before.evidence
        own = (node for node in evidence.graph.nodes.values() if node.own)
        return frozenset().union(*(_sources(evidence, node) for node in own))

    def unmeasured(self, old: Restraint, new: Restraint) -> Iterator[tuple[_Place, _Place]]:
        """The directories and files that are gone, each with a new file that goes on with it and is in no unit."""
        gone = {unit: files for unit, files in old.units.items() if unit not in new.units}
        if not gone:
            return
        there, were = set(self.after.evidence.paths), set(self.before.evidence.paths)
        covered = frozenset[str]().union(*new.units.values())
        found = self._successors_of_files(frozenset[str]().union(*gone.values()) - there, there - were - covered)
        for unit, files in gone.items():
            for path in files & found.keys():
                yield from (((unit, path), (later, later)) for later in found[path])

    def successors_of_files(self, files: Iterable[str]) -> frozenset[str]:
        """The new files that go on with files that are gone."""
        there, were = set(self.after.evidence.paths), set(self.before.evidence.paths)
        return frozenset().union(*self._successors_of_files(set(files) - there, there - were).values())

    def successors_of_nodes(self, ids: Iterable[str]) -> frozenset[str]:
        """The nodes of the head that go on with nodes of the base."""
        nodes = self.before.evidence.graph.nodes
        return frozenset(new_one.id for id_ in ids for new_one in self._successors(nodes[id_], parts=False))

    def _successors_of_files(self, olds: Iterable[str], news: Iterable[str]) -> dict[str, set[str]]:
        return successors_between(self.before.snapshot, olds, self.after.snapshot, news)

    def _successors(self, node: Node, parts: bool) -> Iterator[Node]:
        """The node in the same file, else those of the same name, else the new ones that have its lines."""
        here = self.by_file.get(_file(node)) if node.own else None
        named = self.by_name.get((node.graph, node.name), [])
        same = [here] if here else [each for each in named if each.own or not node.own]
        yield from same
        if node.own and self.new and (parts or not same):
            files = _sources(self.before.evidence, node)
            came = {path for each in files & self._by_lines.keys() for path in self._by_lines[each]}
            yield from (each for each in self.new if each.graph == node.graph and came & self._files_of_new[each.id])

    @cached_property
    def _files_of_new(self) -> dict[str, frozenset[str]]:
        return {node.id: _sources(self.after.evidence, node) for node in self.new}

    @cached_property
    def _by_lines(self) -> Mapping[str, set[str]]:
        """Files of nodes that are gone or changed → files of new nodes that go on with them."""
        news = frozenset[str]().union(*self._files_of_new.values()) - set(self.before.snapshot.paths())
        return self._successors_of_files(self._own_files, news)


def _file(node: Node) -> tuple[str, str]:
    return node.graph, node.place.path if node.place else node.path


def _is_other(old: Node, new: Node) -> bool:
    """Whether it is another name or place that a rule may not reach: others may alter what captures stand for."""
    return (old.name, old.path, old.own) != (new.name, new.path, new.own)


def _told(place: _Place) -> str:
    name, path = place
    return f"{name} in {path}" if name != path else path


def _place(node: Node) -> _Place:
    return node.name, _file(node)[1] or "what lies outside"


def _sources(evidence: Evidence, node: Node) -> frozenset[str]:
    files = files_of_nodes(evidence).get(node.id, frozenset())
    ending = _SOURCES.get(node.graph, "")
    return frozenset(path for path in files if path.endswith(ending))
