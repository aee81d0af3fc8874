"""A graph as Mermaid, for Markdown pages that draw it: subgraphs by directory or package, violations in red."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ratchet.formats.edge_words import label_of, words_of
from ratchet.formats.graph_groups import OUTSIDE, Group, grouped
from ratchet.formats.graph_marks import marks_of
from ratchet.formats.paint import inert
from ratchet.formats.style import Style
from ratchet.model.graph import Node
from ratchet.model.picture import GraphReport, by_pair

__all__ = ["render"]

_BAD = "stroke:#d1242f,stroke-width:2px"
_FROZEN = "stroke:#bf8700,stroke-width:2px"
# What means something within a quoted label, as the entities that Mermaid has for it.
_ENTITIES = str.maketrans({character: f"#{ord(character)};" for character in '"#<>&;`\\'})


def render(report: GraphReport, _style: Style) -> str:
    """A flowchart from left to right."""
    shown, marks = report.shown, marks_of(report)
    number = {id_: f"n{index}" for index, id_ in enumerate(shown.nodes)}
    lines = ["flowchart LR", *_group(grouped(shown.nodes.values()), shown.nodes, number, "g", 1)]
    links = by_pair(shown.edges)
    for pair, edges in links.items():
        source, target = (number[id_] for id_ in pair)
        words = ", ".join(words_of(edges))
        lines.append(f"  {source} -.->|{_quoted(words)}| {target}" if words else f"  {source} --> {target}")
    outside = [number[id_] for id_, node in shown.nodes.items() if not node.own]
    lines += _styled("outside", "stroke-dasharray:4 3", outside)
    for name, style, frozen in (("bad", _BAD, False), ("frozen", _FROZEN, True)):
        lines += _styled(name, style, [n for id_, n in number.items() if _is(marks.node(id_), frozen)])
        hit = [str(index) for index, pair in enumerate(links) if _is(marks.edge(pair), frozen)]
        lines += [f"  linkStyle {','.join(hit)} {style}"] if hit else []
    return "\n".join(lines) + "\n"


def _is(rules: Mapping[str, bool], frozen: bool) -> bool:
    return bool(rules) and all(rules.values()) is frozen


def _styled(name: str, style: str, ids: list[str]) -> list[str]:
    return [f"  classDef {name} {style}", f"  class {','.join(ids)} {name}"] if ids else []


def _group(group: Group, nodes: Mapping[str, Node], number: Mapping[str, str], key: str, level: int) -> Iterator[str]:
    indent = "  " * level
    for id_ in group.nodes:
        yield f"{indent}{number[id_]}[{_quoted(label_of(nodes[id_]))}]"
    for index, each in enumerate(group.groups.values()):
        if each.name in OUTSIDE:
            yield from _group(each, nodes, number, f"{key}{index}_", level)
            continue
        yield f"{indent}subgraph {key}{index}[{_quoted(each.name)}]"
        yield from _group(each, nodes, number, f"{key}{index}_", level + 1)
        yield f"{indent}end"


def _quoted(text: str) -> str:
    return f'"{inert(text).translate(_ENTITIES)}"'
