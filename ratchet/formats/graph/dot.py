"""A graph for Graphviz: clusters by directory or package, violations in red."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ratchet.formats.edge_words import label_of, words_of
from ratchet.formats.graph_groups import OUTSIDE, Group, grouped
from ratchet.formats.graph_marks import Marks, marks_of
from ratchet.formats.paint import inert
from ratchet.formats.style import Style
from ratchet.model.graph import Edge, Node
from ratchet.model.picture import GraphReport, by_pair

__all__ = ["render"]

_HEAD = """\
digraph ratchet {
  rankdir=LR
  graph [fontname="Helvetica" fontsize=11 color="#b8bec8" fontcolor="#5b6472" style=rounded]
  node [fontname="Helvetica" fontsize=11 shape=box style="rounded,filled" fillcolor="#eef2f7" color="#8a94a4"]
  edge [fontname="Helvetica" fontsize=9 color="#8a94a4" arrowsize=0.7]"""
_BAD = 'color="#d1242f" penwidth=2'
_FROZEN = 'color="#bf8700" penwidth=2'


def render(report: GraphReport, _style: Style) -> str:
    """The whole picture as one digraph."""
    shown, marks = report.shown, marks_of(report)
    number = {id_: f"n{index}" for index, id_ in enumerate(shown.nodes)}
    lines = [_HEAD, *_group(grouped(shown.nodes.values()), shown.nodes, number, marks, 1)]
    for pair, edges in by_pair(shown.edges).items():
        source, target = (number[id_] for id_ in pair)
        style = " ".join(filter(None, (_edge(edges), _mark(marks.edge(pair)))))
        lines.append(f"  {source} -> {target}" + (f" [{style}]" if style else ""))
    return "\n".join([*lines, "}"]) + "\n"


def _group(
    group: Group, nodes: Mapping[str, Node], number: Mapping[str, str], marks: Marks, level: int
) -> Iterator[str]:
    indent = "  " * level
    for id_ in group.nodes:
        yield f"{indent}{number[id_]} [{_node(nodes[id_], marks)}]"
    for each in group.groups.values():
        if each.name in OUTSIDE:  # one box round all of them would pull the drawing out of shape
            yield from _group(each, nodes, number, marks, level)
            continue
        yield f"{indent}subgraph {_quoted('cluster' + each.key)} {{"
        yield f"{indent}  label={_quoted(each.name)}"
        yield from _group(each, nodes, number, marks, level + 1)
        yield f"{indent}}}"


def _node(node: Node, marks: Marks) -> str:
    outside = "" if node.own else 'style="rounded,dashed"'
    return " ".join(filter(None, (f"label={_quoted(label_of(node))}", outside, _mark(marks.node(node.id)))))


def _edge(edges: Sequence[Edge]) -> str:
    words = words_of(edges)
    return f"style=dashed label={_quoted(', '.join(words))}" if words else ""


def _mark(rules: Mapping[str, bool]) -> str:
    if not rules:
        return ""
    style = _FROZEN if all(rules.values()) else _BAD
    return f"{style} tooltip={_quoted(', '.join(rules))}"


def _quoted(text: str) -> str:
    escaped = inert(text).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
