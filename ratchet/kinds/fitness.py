"""What all rules on graphs share: their keys, their meaning, their findings, and how they say that they are vacuous."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from ratchet.kinds.choosing import GRAPHS, SELECTION_SHAPE
from ratchet.kinds.edges import EDGES_SHAPE
from ratchet.kinds.exceptions import Candidate
from ratchet.kinds.selectors import Selection, select
from ratchet.kinds.views import Crossing, View, hops
from ratchet.model.digests import sha256
from ratchet.model.errors import Mistake, Place
from ratchet.model.evidence import Remark, Sighting
from ratchet.model.facts import Span
from ratchet.model.finding import Finding, Hop
from ratchet.model.graph import Graph
from ratchet.model.rule import Rule
from ratchet.model.scope import Scope
from ratchet.model.shape import Flag, Key, Text

__all__ = [
    "EDGES_KEY",
    "EMPTY_KEY",
    "GRAPH_KEY",
    "REACH_KEY",
    "digest",
    "edge_candidates",
    "found_at",
    "selection_key",
    "unlocked",
    "unmatched",
    "vacuous",
]

_NOTHING = Graph()
GRAPH_KEY = Key(Text(words=GRAPHS), "the graph that is meant, where the selectors leave it open")
EDGES_KEY = Key(EDGES_SHAPE, "the edges that count")
REACH_KEY = Key(Text(words=("direct", "transitive")), "by one edge, or by any number of them")
EMPTY_KEY = Key(Flag(), "true where it is right that the subject may match nothing")


def selection_key(about: str, required: bool = True) -> Key:
    """A key that takes selectors."""
    return Key(SELECTION_SHAPE, about, required=required)


def digest(verb: str, measured: object) -> str:
    """The meaning of a spec."""
    text = json.dumps([verb, measured], sort_keys=True, separators=(",", ":"))
    return f"sha256:{sha256(text.encode()).hexdigest()}"


def vacuous(rule: Rule, selection: Selection, what: str = "the subject", graph: Graph = _NOTHING) -> Remark:
    """A rule that speaks of nothing holds for no reason; the lockfile that git ignores may be why."""
    hint = f"correct the selector, or say `may_be_empty: true` under `{rule.verb}` (ratchet graph shows what there is)"
    message = f"{rule.id}: {what} `{selection}` matches nothing, so the rule says nothing"
    for lock in graph.unlocked[:1] if any(each.kind == "ext" for each in selection.chosen) else ():
        message, hint = f"{message}: {lock.message}", f"{lock.hint}; or {hint}"
    return Remark(Mistake(message, rule.place, hint), grave=True, rule=rule.id)


def unlocked(rule: Rule, graph: Graph, target: Selection) -> Iterator[Remark]:
    """Targets outside of the repository that match nothing, where git ignores the lockfile that would have them."""
    for selector in target.chosen if graph.unlocked else ():
        if selector.kind == "ext" and not select(graph, Selection((selector,))):
            lock = graph.unlocked[0]
            message = f"{rule.id}: `{selector}` matches nothing, but {lock.message}"
            yield Remark(Mistake(message, lock.place, lock.hint), grave=False)


def unmatched(rule: Rule, graph: Graph, *selections: Selection) -> Iterator[Remark]:
    """Selectors that match nothing of ours: a slip of the pen would make a rule hold for ever.

    Of what lies outside, absence may be the wish.
    """
    for selector in (each for selection in selections for each in (*selection.chosen, *selection.left_out)):
        if selector.kind not in ("", "ext", "std") and not select(graph, Selection((selector,))):
            message = f"{rule.id}: `{selector}` matches nothing"
            hint = f"correct it, or say `may_be_empty: true` under `{rule.verb}` (ratchet graph shows what there is)"
            yield Remark(Mistake(message, rule.place, hint), grave=False)


def found_at(
    rule: Rule,
    unit: str,
    place: Place,
    text: str,
    parts: tuple[str, ...],
    trace: tuple[Hop, ...] = (),
    weight: int = 1,
) -> Sighting:
    """A finding of a unit, at the line that says so."""
    line, column = max(1, place.line), max(1, place.column)
    span = Span(line, column, line, column + 1)
    expression = " -> ".join(parts)
    finding = Finding(
        rule.id, place.path, span, Scope.PRODUCTION, "", unit, text, expression, unit, parts, weight, trace
    )
    return Sighting(finding, counted=True, allowed=False)


def edge_candidates(rule: Rule, view: View, found: Iterable[Crossing]) -> Iterator[Candidate]:
    """Each way as a finding of its first edge, in the order of names."""
    seen: set[tuple[str, ...]] = set()
    ordered = sorted(found, key=lambda each: _names(view, each))
    for crossing in ordered:
        first = crossing.first
        source, near, target = (view.nodes[id_] for id_ in (first.source, first.target, crossing.target))
        parts = (source.name, near.name, target.name)
        if (source.id, *parts) in seen:
            continue  # two versions of one package are one debt; two packages of one name are two
        seen.add((source.id, *parts))
        unit = f"{source.name} -> {near.name}"
        names = [view.name(edge.source) for edge in crossing.edges] + [target.name]
        sighting = found_at(rule, unit, first.place, " -> ".join(names), parts, hops(view, crossing.edges))
        yield Candidate(sighting, (source,), (near, target))


def _names(view: View, crossing: Crossing) -> tuple[object, ...]:
    first = crossing.first
    nodes = view.name(first.source), view.name(first.target), view.name(crossing.target)
    return (*nodes, len(crossing.edges), first.source, first.target, crossing.target)
