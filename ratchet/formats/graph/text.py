"""A graph for people: trees, or one way, with violations marked and what could not be resolved."""

from __future__ import annotations

from collections.abc import Iterator

from ratchet.formats.graph_marks import listed, what_of
from ratchet.formats.graph_tree import tree_lines
from ratchet.formats.mistakes import mistake_block, mistake_lines
from ratchet.formats.paint import Paint, inert, number, plural
from ratchet.formats.style import Style
from ratchet.formats.trace_text import hop_lines
from ratchet.model.picture import GraphReport, Picture, Violation

__all__ = ["render"]

_MOST_NAMED = 5


def render(report: GraphReport, style: Style) -> str:
    """What is shown, along which edges, the trees, and what deserves attention."""
    paint = style.paint
    if not report.graphs:
        return f"{paint.red('there is no graph here')}: no manifest and no source file of a known language\n"
    lines = [*mistake_block(report.problems, "cannot judge", paint), *_head(report, paint), ""]
    lines += tree_lines(report, paint) if report.way is None else _way(report, paint)
    if lines[-1]:
        lines.append("")
    lines += [*_violations(report, paint), *_unresolved(report, paint)]
    lines += mistake_lines(report.warnings, "warning", paint)
    lines += [paint.dim(f"note: {inert(each)}") for each in report.notices]
    return "\n".join(lines).rstrip("\n") + "\n"


def _head(report: GraphReport, paint: Paint) -> Iterator[str]:
    if report.way is None:
        here = {node.graph for node in report.shown.nodes.values()}
        yield paint.bold("; ".join(_sizes(report.shown, graph) for graph in report.graphs if graph in here))
    hidden = f"; {plural(report.hidden, 'package')} from outside not shown (--external)" if report.hidden else ""
    yield paint.dim(f"{inert(report.meant)}{hidden}")


def _sizes(picture: Picture, graph: str) -> str:
    own = sum(1 for node in picture.nodes.values() if node.own and node.graph == graph)
    outside = sum(1 for node in picture.nodes.values() if not node.own and node.graph == graph)
    pairs = len({(edge.source, edge.target) for edge in picture.edges if picture.nodes[edge.source].graph == graph})
    what = plural(own, "crate" if graph == "cargo" else "package" if graph == "go" else "module")
    return f"{graph}: {what}, {number(outside)} from outside, {plural(pairs, 'dependency', 'dependencies')}"


def _way(report: GraphReport, paint: Paint) -> Iterator[str]:
    start, end = map(inert, report.ends)
    if not report.way:
        yield f"no path from {start} to {end}"
        return
    yield paint.bold(f"{start} reaches {end} in {plural(len(report.way), 'step')}")
    yield from hop_lines(report.way, paint)


def _violations(report: GraphReport, paint: Paint) -> Iterator[str]:
    found = listed(report, report.shown)
    if not found:
        return
    frozen = sum(each.frozen for each in found)
    count = plural(len(found), "violation")
    yield paint.bold(f"{count}: {number(len(found) - frozen)} not frozen, {number(frozen)} frozen")
    yield from (_violation(each, paint) for each in found)
    yield f"Next: ratchet explain {inert(found[0].rule.id)}"
    yield ""


def _violation(each: Violation, paint: Paint) -> str:
    mark = paint.yellow("~") if each.frozen else paint.red("✗")
    finding = each.finding
    where = paint.place(inert(f"{finding.path}:{finding.span.line}"))
    return f"  {mark} {inert(each.rule.id)}  {inert(what_of(each))}  {where}"


def _unresolved(report: GraphReport, paint: Paint) -> Iterator[str]:
    if not report.unresolved:
        return
    count = len(report.unresolved)
    yield f"{plural(count, 'import leads', 'imports lead')} to nothing we know:"
    for each in report.unresolved[:_MOST_NAMED]:
        yield f"  {inert(each.text)}  {paint.place(inert(str(each.place)))}"
    if count > _MOST_NAMED:
        yield f"  … and {number(count - _MOST_NAMED)} more (all of them with --format json)"
    yield ""
