"""Where violations are drawn: on every edge of their path, or on the nodes they are about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ratchet.model.picture import GraphReport, Pair

__all__ = ["Marks", "marks_of"]

Rules = Mapping[str, bool]
"""The rules that are broken, each with whether all that breaks it there is frozen."""


@dataclass(frozen=True, slots=True)
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
