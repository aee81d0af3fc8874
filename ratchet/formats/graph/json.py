"""A graph for scripts: `ratchet/graph/1`."""

from __future__ import annotations

from ratchet.formats.graph_marks import listed
from ratchet.formats.json_text import dumps, mistake_json, trace_json
from ratchet.formats.shapes import ANY_TEXT, COUNT, HOP, MISTAKE, NAME, PLACE, always, layout, or_null
from ratchet.formats.style import Style
from ratchet.model.errors import Place
from ratchet.model.graph import Edge, EdgeKind, Node, Unresolved
from ratchet.model.picture import GraphReport, Picture, Violation
from ratchet.model.rule import Phase
from ratchet.model.shape import Flag, List, Table, Text

__all__ = ["SHAPE", "render"]

_PLACE = {
    "path": always(or_null(NAME), "the file that says so"),
    "line": always(or_null(PLACE), "the line in it, from 1"),
}
_NODE = Table(
    {
        "id": always(NAME, "its name in this report: unique, with graph and version"),
        "name": always(NAME, "what people, selectors and baselines call it"),
        "graph": always(NAME, "cargo, go, python or typescript"),
        "own": always(Flag(), "it lies in this repository"),
        "standard": always(Flag(), "it belongs to the standard library"),
        "version": always(or_null(NAME), "its version"),
        "source": always(or_null(NAME), "where it comes from"),
        "directory": always(or_null(ANY_TEXT), "the directory or file it has in this repository"),
        **_PLACE,
        "cycle": always(or_null(COUNT), "the number of its cycle: what has the same number depends on each other"),
    }
)
_EDGE = Table(
    {
        "source": always(NAME, "who depends: an id"),
        "target": always(NAME, "on whom: an id"),
        **_PLACE,
        "kind": always(Text(words=tuple(kind.value for kind in EdgeKind)), "what it is for"),
        "optional": always(Flag(), "a feature turns it on"),
        "features": always(List(NAME), "the features that do"),
        "cfg": always(or_null(NAME), "the condition on the target platform"),
        "type_only": always(Flag(), "only a type checker sees it"),
        "lazy": always(Flag(), "within a function"),
        "conditional": always(Flag(), "under an `if` or in a `try`"),
        "test": always(Flag(), "in test code"),
        "certainty": always(Text(words=("sure", "possible")), "possible: only a lockfile says so"),
        "requirement": always(or_null(NAME), "the version it asks for, as written"),
        "origin": always(or_null(NAME), "where it asks for it, as written"),
        "cycle": always(Flag(), "it lies on a cycle"),
    }
)
_VIOLATION = Table(
    {
        "rule": always(NAME, "the rule that is broken"),
        "phase": always(Text(words=tuple(Phase)), "observe, warn or block"),
        "unit": always(NAME, "whose budget it counts against"),
        "frozen": always(Flag(), "its baseline allows it, or a waiver does"),
        **_PLACE,
        "text": always(ANY_TEXT, "what was found"),
        "because": always(NAME, "why the rule is there"),
        "advice": always(NAME, "what to do instead"),
        "nodes": always(List(NAME), "the ids it is about, where it is about no edge"),
        "hops": always(List(HOP), "the path of dependencies; the first hop is the debt"),
    }
)
SHAPE = layout(
    "ratchet/graph/1",
    {
        "graphs": always(List(NAME), "the graphs there are"),
        "along": always(NAME, "the edges that are meant"),
        "nodes": always(List(_NODE), "own ones first, by name"),
        "edges": always(List(_EDGE), "by source, target, kind and place"),
        "path": always(or_null(List(HOP)), "the way that was asked for; empty: there is none; null: nobody asked"),
        "violations": always(List(_VIOLATION), "what breaks a rule: not frozen first, by rule, path and line"),
        "unresolved": always(
            List(Table({"source": always(NAME, "the id of who imports"), "text": always(ANY_TEXT, "what"), **_PLACE})),
            "the imports that lead to nothing we know",
        ),
        "notices": always(List(NAME), "what deserves to be known about the graph"),
        "problems": always(List(MISTAKE), "why the graph is not whole; exit code 2 when there is one"),
        "warnings": always(List(MISTAKE), "what rules have to say besides"),
    },
)


def render(report: GraphReport, _style: Style) -> str:
    """All that is shown, with every flag."""
    shown = report.shown
    return dumps(
        {
            "schema": "ratchet/graph/1",
            "graphs": list(report.graphs),
            "along": report.meant,
            "nodes": [_node(node, shown) for node in shown.nodes.values()],
            "edges": [_edge(edge, shown) for edge in shown.edges],
            "path": None if report.way is None else trace_json(report.way),
            "violations": [_violation(each) for each in listed(report, shown)],
            "unresolved": [_unresolved(each) for each in report.unresolved],
            "notices": list(report.notices),
            "problems": [mistake_json(mistake) for mistake in report.problems],
            "warnings": [mistake_json(mistake) for mistake in report.warnings],
        }
    )


def _at(place: Place | None) -> dict[str, object]:
    return {"path": place.path if place else None, "line": (place.line or None) if place else None}


def _node(node: Node, shown: Picture) -> dict[str, object]:
    return {
        "id": node.id,
        "name": node.name,
        "graph": node.graph,
        "own": node.own,
        "standard": node.standard,
        "version": node.version or None,
        "source": node.source or None,
        "directory": node.path if node.own else None,
        **_at(node.place),
        "cycle": shown.knots.get(node.id),
    }


def _edge(edge: Edge, shown: Picture) -> dict[str, object]:
    return {
        "source": edge.source,
        "target": edge.target,
        **_at(edge.place),
        "kind": edge.kind,
        "optional": edge.optional,
        "features": list(edge.features),
        "cfg": edge.cfg or None,
        "type_only": edge.type_only,
        "lazy": edge.lazy,
        "conditional": edge.conditional,
        "test": edge.test,
        "certainty": "sure" if edge.sure else "possible",
        "requirement": edge.requirement or None,
        "origin": edge.origin or None,
        "cycle": shown.turns((edge.source, edge.target)),
    }


def _violation(each: Violation) -> dict[str, object]:
    finding = each.finding
    return {
        "rule": each.rule.id,
        "phase": each.rule.phase,
        "unit": finding.unit,
        "frozen": each.frozen,
        "path": finding.path,
        "line": finding.span.line,
        "text": finding.text,
        "because": each.rule.because,
        "advice": each.rule.advice,
        "nodes": list(each.nodes),
        "hops": trace_json(finding.trace),
    }


def _unresolved(each: Unresolved) -> dict[str, object]:
    return {"source": each.source, "text": each.text, **_at(each.place)}
