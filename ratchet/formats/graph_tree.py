"""A picture of a graph as trees: each subtree once, where it is nearest to the top."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ratchet.formats.edge_words import label_of, place_of, words_of
from ratchet.formats.paint import Paint, inert
from ratchet.model.graph import Edge
from ratchet.model.picture import GraphReport, Pair, Violation, by_pair
from ratchet.model.value import frozen

__all__ = ["tree_lines"]


@frozen
class _Trees:
    """What the lines are made from: the children of each node, and below which line each has its subtree."""

    report: GraphReport
    paint: Paint
    links: Mapping[Pair, list[Edge]]
    children: Mapping[str, list[str]]
    homes: Mapping[str, str]
    marks: Mapping[Pair | str, list[Violation]]

    def link(self, above: str, id_: str) -> Pair:
        return (id_, above) if self.report.backwards else (above, id_)


def tree_lines(report: GraphReport, paint: Paint) -> Iterator[str]:
    """A tree for each root, with an empty line between trees that have branches."""
    trees = _grown(report, paint)
    for root in report.shown.roots:
        yield f"{paint.bold(_name(trees, root))}{_where(trees, root)}{_marks(trees, root)}"
        yield from _branches(trees, root)
        if trees.children.get(root):
            yield ""


def _grown(report: GraphReport, paint: Paint) -> _Trees:
    links = by_pair(report.shown.edges)
    children: dict[str, list[str]] = {}
    for source, target in links:
        above, below = (target, source) if report.backwards else (source, target)
        children.setdefault(above, []).append(below)
    nodes = report.shown.nodes
    for ids in children.values():
        ids.sort(key=lambda id_: (not nodes[id_].own, nodes[id_].name, id_))
    return _Trees(report, paint, links, children, _homes(report, children), _marked(report))


def _homes(report: GraphReport, children: Mapping[str, list[str]]) -> dict[str, str]:
    """Below which parent each node shows its children: level by level, so that no tree grows deeper than need be."""
    homes = dict.fromkeys(report.shown.roots, "")
    level = list(homes)
    while level:
        after = []
        for above in level:
            for id_ in children.get(above, ()):
                if id_ not in homes:
                    homes[id_] = above
                    after.append(id_)
        level = after
    return homes


def _marked(report: GraphReport) -> dict[Pair | str, list[Violation]]:
    """A violation is marked on its first edge, which is its debt, or on its nodes."""
    found: dict[Pair | str, list[Violation]] = {}
    for each in report.violations:
        debt: list[Pair | str] = [*each.pairs[:1], *each.nodes]
        for where in debt:
            found.setdefault(where, []).append(each)
    return found


def _branches(trees: _Trees, root: str) -> Iterator[str]:
    """The lines below a root; without recursion, since a chain of imports may be longer than Python's stack."""
    waiting = [iter(_numbered(trees, root))]
    above, indent = [root], [""]
    while waiting:
        found = next(waiting[-1], None)
        if found is None:
            waiting.pop(), above.pop(), indent.pop()
            continue
        id_, last = found
        yield f"{trees.paint.dim(indent[-1] + ('└── ' if last else '├── '))}{_line(trees, above[-1], id_)}"
        if trees.homes[id_] == above[-1]:
            indent.append(indent[-1] + ("    " if last else "│   "))
            waiting.append(iter(_numbered(trees, id_)))
            above.append(id_)


def _numbered(trees: _Trees, id_: str) -> list[tuple[str, bool]]:
    below = trees.children.get(id_, [])
    return [(each, number == len(below)) for number, each in enumerate(below, start=1)]


def _line(trees: _Trees, above: str, id_: str) -> str:
    pair = trees.link(above, id_)
    edges, paint = trees.links[pair], trees.paint
    words = ", ".join(map(inert, words_of(edges)))
    parts = [_name(trees, id_), f"({words})" if words else "", paint.place(inert(place_of(edges)))]
    if trees.report.shown.turns(pair):
        parts.append(paint.yellow("(cycle)"))
    if trees.children.get(id_) and trees.homes[id_] != above:
        parts.append(paint.dim("(*)"))
    elif id_ in trees.report.shown.cut:
        parts.append(paint.dim("…"))
    return "  ".join(part for part in parts if part) + _marks(trees, pair) + _marks(trees, id_)


def _name(trees: _Trees, id_: str) -> str:
    node = trees.report.shown.nodes[id_]
    return inert(label_of(node)) if node.own else trees.paint.dim(inert(label_of(node)))


def _where(trees: _Trees, id_: str) -> str:
    node = trees.report.shown.nodes[id_]
    place = str(node.place) if node.place else node.path
    return f"  {trees.paint.place(inert(place))}" if place else ""


def _marks(trees: _Trees, where: Pair | str) -> str:
    seen = dict.fromkeys((each.rule.id, each.frozen) for each in trees.marks.get(where, ()))
    marks = [
        trees.paint.yellow(f"~ {inert(rule)}") if frozen else trees.paint.red(f"✗ {inert(rule)}")
        for rule, frozen in seen
    ]
    return "".join(f"  {mark}" for mark in marks)
