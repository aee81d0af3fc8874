"""Violations in a drawing: where they are marked, in which order they are listed, and what they are of."""

from __future__ import annotations

from collections.abc import Mapping

from ratchet.model.picture import GraphReport, Pair, Picture, Violation
from ratchet.model.value import frozen

__all__ = ["Marks", "listed", "marks_of", "what_of"]

Rules = Mapping[str, bool]
"""The rules that are broken, each with whether all that breaks it there is frozen."""


@frozen
class Marks:
    """The broken rules by edge and by node."""

    edges: Mapping[Pair, Rules]
    nodes: Mapping[str, Rules]

    def edge(self, pair: Pair) -> Rules:
        """The rules that an edge breaks, or helps to."""
        return self.edges.get(pair, {})

    def node(self, id_: str) -> Rules:
        """The rules that a node breaks by itself."""
        return self.nodes.get(id_, {})


def marks_of(report: GraphReport) -> Marks:
    """The marks of a report."""
    edges: dict[Pair, dict[str, bool]] = {}
    nodes: dict[str, dict[str, bool]] = {}
    for each in report.violations:
        for pair in each.pairs:
            _add(edges.setdefault(pair, {}), each.rule.id, each.frozen)
        for id_ in each.nodes:
            _add(nodes.setdefault(id_, {}), each.rule.id, each.frozen)
    return Marks(edges, nodes)


def _add(rules: dict[str, bool], rule: str, frozen: bool) -> None:
    rules[rule] = rules.get(rule, True) and frozen


def listed(report: GraphReport, picture: Picture) -> list[Violation]:
    """Those in a picture: what is not frozen first, then by rule and place."""
    found = [each for each in report.violations if each.is_in(picture)]
    return sorted(found, key=lambda each: (each.frozen, each.rule.id, each.finding.order))


def what_of(each: Violation) -> str:
    """The path that breaks the rule, or the unit with what is wrong about it."""
    finding = each.finding
    return finding.text if finding.trace else f"{finding.unit}: {finding.text}"
