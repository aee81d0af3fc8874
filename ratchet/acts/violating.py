"""What the rules on graphs find in a snapshot, each with the nodes and edges that it is about."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping

from ratchet.acts.bench import Bench
from ratchet.acts.finding import asked_by, look
from ratchet.acts.gathering import gather
from ratchet.acts.graphing import with_graph
from ratchet.model.errors import Mistake
from ratchet.model.finding import Finding
from ratchet.model.graph import Graph
from ratchet.model.measured import tally
from ratchet.model.picture import Pair, Violation
from ratchet.model.policy import Policy
from ratchet.model.rule import Rulebook
from ratchet.model.snapshot import Snapshot
from ratchet.model.value import replace

__all__ = ["of_graphs", "violations"]

Found = tuple[tuple[Violation, ...], tuple[Mistake, ...]]


def of_graphs(policy: Policy, names: Collection[str]) -> Policy:
    """The policy with only those rules that speak of some graphs."""
    rules = {id_: rule for id_, rule in policy.rulebook.rules.items() if rule.spec.needs.intersection(names)}
    return replace(policy, rulebook=Rulebook(rules))


def violations(snapshot: Snapshot, policy: Policy, graph: Graph, bench: Bench) -> Found:
    """The findings of all rules, in the order of places, and what the rules have to say besides."""
    if not policy.rulebook.rules:
        return (), ()
    needs = frozenset[str]().union(*(rule.spec.needs for rule in policy.rulebook.rules.values()))
    gathered = gather(snapshot, asked_by(policy, snapshot), policy.config.exclude, bench)
    evidence = with_graph(gathered.evidence, snapshot, policy, needs, graph, bench)
    sightings, remarks = look(policy.rulebook, evidence)
    findings = tuple(each.finding for each in sightings if each.finding.weight and not each.allowed)
    is_frozen, pairs, units = _freezer(policy, findings, bench), _pairs(graph), _units(graph)
    found = tuple(
        Violation(
            finding,
            policy.rulebook.rules[finding.rule],
            is_frozen(finding),
            () if finding.trace else units.get(finding.unit, ()),
            tuple(_traced(finding, pairs)),
        )
        for finding in findings
    )
    return found, tuple(each.mistake for each in remarks)


def _freezer(policy: Policy, findings: tuple[Finding, ...], bench: Bench) -> Callable[[Finding], bool]:
    """Whether the number that a finding belongs to is one that the ledger allows."""
    counts = tally(findings)
    budgets = policy.baseline.budgets if policy.baseline else {}
    waived: dict[tuple[str, str], int] = {}
    for waiver in policy.waivers:
        if not waiver.expired(bench.today):
            waived[waiver.path, waiver.rule] = waived.get((waiver.path, waiver.rule), 0) + waiver.allow

    def is_frozen(finding: Finding) -> bool:
        unit, rule = finding.unit, finding.rule
        return counts[unit][rule] <= budgets.get(unit, {}).get(rule, 0) + waived.get((unit, rule), 0)

    return is_frozen


def _pairs(graph: Graph) -> Mapping[tuple[str, str, str, int], Pair]:
    """Edges by the names at their ends and the line that says so: what a hop of a trace knows."""
    nodes = graph.nodes
    return {
        (nodes[edge.source].name, nodes[edge.target].name, edge.place.path, edge.place.line): (edge.source, edge.target)
        for edge in reversed(graph.edges)
    }


def _units(graph: Graph) -> Mapping[str, tuple[str, ...]]:
    """The nodes by what the ledger calls them."""
    found: dict[str, tuple[str, ...]] = {}
    for id_, node in graph.nodes.items():
        for unit in (node.unit, *([f"path:{node.path}", node.path] if node.own else [])):
            found[unit] = (*found.get(unit, ()), id_)
    return found


def _traced(finding: Finding, pairs: Mapping[tuple[str, str, str, int], Pair]) -> Iterator[Pair]:
    for hop in finding.trace:
        pair = pairs.get((hop.source, hop.target, hop.place.path, hop.place.line))
        if pair:
            yield pair
