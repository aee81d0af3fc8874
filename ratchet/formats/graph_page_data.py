"""What the page of a graph knows, as plain data: nodes and links by number, groups as a tree."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ratchet.formats.graph_groups import Group, grouped
from ratchet.formats.graph_marks import listed, what_of
from ratchet.model.graph import Edge, Node
from ratchet.model.picture import GraphReport, Violation, by_pair

__all__ = ["page_data"]


def page_data(report: GraphReport) -> dict[str, object]:
    """All that the page shows."""
    wide = report.wide
    number = {id_: index for index, id_ in enumerate(wide.nodes)}
    tree = grouped(wide.nodes.values())
    labels = _labels(tree)
    return {
        "graphs": list(report.graphs),
        "along": report.meant,
        "filters": dict(report.filters),
        "ruled": report.ruled,
        "nodes": [_node(node, labels[id_], wide.knots.get(id_)) for id_, node in wide.nodes.items()],
        "links": [
            {
                "source": number[pair[0]],
                "target": number[pair[1]],
                "cycle": wide.turns(pair),
                "edges": [_edge(edge) for edge in edges],
            }
            for pair, edges in by_pair(wide.edges).items()
        ],
        "tree": _tree(tree, number),
        "violations": [_violation(each, number) for each in listed(report, wide)],
        "unresolved": [{"text": each.text, "at": str(each.place)} for each in report.unresolved],
        "notices": list(report.notices),
        "problems": [each.message for each in report.problems],
    }


def _labels(group: Group) -> dict[str, str]:
    found = dict(group.nodes)
    for each in group.groups.values():
        found |= _labels(each)
    return found


def _node(node: Node, label: str, knot: int | None) -> dict[str, object]:
    return {
        "name": node.name,
        "label": label,
        "graph": node.graph,
        "own": node.own,
        "standard": node.standard,
        "version": node.version,
        "at": str(node.place) if node.place else node.path,
        "knot": knot,
    }


def _edge(edge: Edge) -> dict[str, object]:
    flags = {
        "optional": edge.optional,
        "type-only": edge.type_only,
        "lazy": edge.lazy,
        "test": edge.test,
        "possible": not edge.sure,
    }
    notes = [f"with {', '.join(edge.features)}" if edge.features else "", edge.cfg, edge.requirement]
    return {
        "is": [edge.kind.value, *(word for word, holds in flags.items() if holds)],
        "at": str(edge.place),
        "notes": [note for note in notes if note],
    }


def _tree(group: Group, number: Mapping[str, int]) -> dict[str, object]:
    return {
        "key": group.key,
        "name": group.name,
        "nodes": [number[id_] for id_ in group.nodes],
        "groups": [_tree(each, number) for each in group.groups.values()],
    }


def _violation(each: Violation, number: Mapping[str, int]) -> dict[str, object]:
    finding = each.finding
    return {
        "rule": each.rule.id,
        "because": each.rule.because,
        "advice": each.rule.advice,
        "phase": each.rule.phase,
        "frozen": each.frozen,
        "what": what_of(each),
        "at": f"{finding.path}:{finding.span.line}",
        "nodes": _known(each.nodes, number),
        "pairs": [ends for pair in each.pairs if len(ends := _known(pair, number)) == 2],
    }


def _known(ids: Sequence[str], number: Mapping[str, int]) -> list[int]:
    return [number[id_] for id_ in ids if id_ in number]
