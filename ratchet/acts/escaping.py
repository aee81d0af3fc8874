"""What the rules of the base restrained and, under other names or in other places, no longer do."""

from __future__ import annotations

from collections.abc import Iterator

from ratchet.acts.graphing import paths_of
from ratchet.acts.successors import Successors, Tree, file_of
from ratchet.judge.terms import Contract
from ratchet.kinds.catalogue import catalogue
from ratchet.kinds.exceptions import is_excepted
from ratchet.kinds.kind import Restraint
from ratchet.model.evidence import Evidence, seen_by
from ratchet.model.graph import Graph, Node
from ratchet.model.measured import Measured
from ratchet.model.policy import Policy
from ratchet.model.rule import Rule
from ratchet.model.snapshot import Snapshot
from ratchet.model.verdict import Loosening

__all__ = ["escaped"]

_Place = tuple[str, str]
"""The name of a node or unit, and its file or directory."""
_Pair = tuple[_Place, _Place]
"""What was restrained, and what goes on with it."""


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
    successors = Successors(*(_tree(*side, contract.policy) for side in (base, head)))
    if not successors.moved and successors.before.paths <= successors.after.paths:
        return
    for rule in rules:
        rules_then_and_now = contract.at_base.rulebook.rules[rule.id], rule
        for role, found in _escaped(rules_then_and_now, successors):
            old, new = found[0]
            more = f"; {len(found) - 1} more" if len(found) > 1 else ""
            detail = f"{_told(old)} was {role}, {_told(new)} is not{more}"
            yield Loosening("rule-escaped", rule.id, new[0], "", "", new[1], detail=detail)


def _is_kept(rule: Rule, own: Policy) -> bool:
    now = own.rulebook.rules.get(rule.id)
    return rule.verb != "count" and now is not None and now.spec.meaning == rule.spec.meaning


def _names(measured: Measured) -> dict[str, tuple[str, str, bool]]:
    """What tells the nodes of two trees apart."""
    return {id_: (node.name, node.path, node.own) for id_, node in measured.nodes.items()}


def _tree(snapshot: Snapshot, measured: Measured, policy: Policy) -> Tree:
    return Tree(snapshot, Evidence(graph=Graph(measured.nodes), paths=paths_of(snapshot, policy)))


def _escaped(rules: tuple[Rule, Rule], successors: Successors) -> Iterator[tuple[str, list[_Pair]]]:
    """What a rule, as it was and as it is, no longer restrains, by the role that it had."""
    trees = successors.before, successors.after
    restraints = [_restraints(rule, tree) for rule, tree in zip(rules, trees, strict=True)]
    for old, new in zip(*restraints, strict=True):
        found = sorted({*_nodes_without(rules, old, new, successors), *_units_without(old, new, successors)})
        if found:
            yield old.role, found


def _restraints(rule: Rule, tree: Tree) -> list[Restraint]:
    restrains = catalogue()[rule.verb].restrains
    return list(restrains(rule.spec, seen_by(rule.spec.needs, tree.evidence))) if restrains else []


def _nodes_without(rules: tuple[Rule, Rule], old: Restraint, new: Restraint, successors: Successors) -> Iterator[_Pair]:
    """The nodes that had a role, each with what goes on with it and has not."""
    then, now = (rule.spec for rule in rules)
    for id_ in old.nodes & successors.moved.keys():
        node, moved = successors.before.evidence.graph.nodes[id_], successors.moved[id_]
        yield from ((_place(node), (path, path)) for path in moved.files)
        for each in (*moved.whole, *(moved.parts if old.parts else ())):
            if each.id not in new.nodes or (is_excepted(now, each) and not is_excepted(then, node)):
                yield _place(node), _place(each)


def _units_without(old: Restraint, new: Restraint, successors: Successors) -> Iterator[_Pair]:
    """The directories and files that are gone, each with a new file that goes on with it and is in no unit."""
    gone = {unit: files for unit, files in old.units.items() if unit not in new.units}
    covered = frozenset[str]().union(*new.units.values())
    found = successors.of_files(frozenset[str]().union(*gone.values()))
    for unit, files in gone.items():
        for path in files & found.keys():
            yield from (((unit, path), (later, later)) for later in found[path] - covered)


def _place(node: Node) -> _Place:
    return node.name, file_of(node)[1] or "what lies outside"


def _told(place: _Place) -> str:
    name, path = place
    return f"{name} in {path}" if name != path else path
