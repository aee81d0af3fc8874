"""The verb `layers`: what is above may depend on what is below, never the other way."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import cast

from ratchet.kinds.between import graphs_needed
from ratchet.kinds.choosing import read_subject
from ratchet.kinds.edges import Edges, build_edges, describe, meaning
from ratchet.kinds.excepting import excused_along
from ratchet.kinds.exceptions import EDGE_EXCEPTIONS, Candidate, Excuse, excuses_meaning, read_excuses
from ratchet.kinds.fitness import (
    EDGES_KEY,
    EMPTY_KEY,
    GRAPH_KEY,
    REACH_KEY,
    digest,
    edge_candidates,
    found_at,
    vacuous,
)
from ratchet.kinds.groups import Groups, between_groups, by_selection
from ratchet.kinds.kind import BuildContext, Kind, Restraint
from ratchet.kinds.selectors import Selection, Selector, holds
from ratchet.kinds.verbs import VERBS
from ratchet.kinds.views import View, view_of
from ratchet.model.errors import Place
from ratchet.model.evidence import Evidence, Remark, Sighting
from ratchet.model.rule import Rule
from ratchet.model.shape import Flag, Key, List, Table, Text, nearest
from ratchet.model.value import frozen

__all__ = ["KIND", "LayersSpec"]

_VERB = "layers"
_INDEPENDENT, _TOGETHER = "|", "&"


@frozen
class Layer:
    """One level: its parts by name, and whether they may depend on each other."""

    parts: Mapping[str, Selection]
    together: bool
    closed: bool


@frozen
class LayersSpec:
    """The layers from top to bottom; `within` is what they divide, all of it where `exhaustive`."""

    layers: tuple[Layer, ...]
    within: Selector | None
    exhaustive: bool
    edges: Edges
    direct: bool
    excuses: tuple[Excuse, ...]
    graph: str = ""
    may_be_empty: bool = False

    @property
    def parts(self) -> dict[str, Selection]:
        """Every part of every layer, by name."""
        return {name: part for layer in self.layers for name, part in layer.parts.items()}

    @property
    def subjects(self) -> tuple[Selection, ...]:
        """Whom the rule speaks of."""
        return tuple(self.parts.values())

    @property
    def meaning(self) -> str:
        """The order of the layers counts, that of parts within one does not."""
        layers = [
            [sorted(part.meaning for part in each.parts.values()), each.together, each.closed] for each in self.layers
        ]
        within = str(self.within) if self.within and self.exhaustive else ""
        rest = [within, self.graph, meaning(self.edges), self.direct, excuses_meaning(self.excuses)]
        return digest(_VERB, [layers, *rest])

    @property
    def needs(self) -> frozenset[str]:
        """The graphs that the layers may be in."""
        return frozenset().union(*(graphs_needed(part, self.graph) for part in self.parts.values()))

    @property
    def sentence(self) -> str:
        """The rule in words, with what was not said."""
        names = " > ".join((f" {_sign(layer)} ").join(layer.parts) for layer in self.layers)
        how = "directly" if self.direct else "directly or through what is in no layer"
        return f"none of {names} may depend on what stands before it, {how}; along {describe(self.edges)}"

    def forbids(self, source: str, target: str) -> bool:
        """Whether a part may not depend on another."""
        level = {name: index for index, layer in enumerate(self.layers) for name in layer.parts}
        above, below = level[source], level[target]
        if above == below:
            return source != target and not self.layers[above].together
        return below < above or any(layer.closed for layer in self.layers[above + 1 : below])


def _sign(layer: Layer) -> str:
    return _TOGETHER if layer.together else _INDEPENDENT


def _build(data: Mapping[str, object], context: BuildContext) -> LayersSpec:
    within = _within(data, context)
    closed = set(cast("list[str]", data.get("closed", [])))
    layers: list[Layer] = []
    seen: list[str] = []
    for index, line in enumerate(cast("list[str]", data["of"])):
        steps = ("of", index)
        if _INDEPENDENT in line and _TOGETHER in line:
            context.mistake(steps, "mixes `|` (independent) and `&` (may depend on each other)", "divide the layer")
        names = [name.strip() for name in re.split(r"[|&]", line)]
        seen += names
        parts = {name: read_subject(_full(name, data, within, context), context, steps) for name in names if name}
        layers.append(Layer(parts, _TOGETHER in line, bool(closed.intersection(names))))
    for name in sorted({name for name in seen if seen.count(name) > 1 or not name}):
        context.mistake(("of",), f"names the layer `{name}` twice" if name else "has a layer without a name")
    for name in sorted(closed.difference(seen)):
        context.mistake(("closed",), f"`{name}` is no layer", nearest(name, tuple(seen)))
    if data.get("exhaustive") and within is None:
        context.mistake(("exhaustive",), "needs `within`: all of what?")
    return LayersSpec(
        tuple(layers),
        within,
        bool(data.get("exhaustive", False)),
        build_edges(cast("Mapping[str, object]", data.get("edges", {}))),
        data.get("reach", "transitive") == "direct",
        read_excuses(data, context),
        str(data.get("graph", "")),
        bool(data.get("may_be_empty", False)),
    )


def _within(data: Mapping[str, object], context: BuildContext) -> Selector | None:
    if "within" not in data:
        return None
    found = read_subject(data["within"], context, ("within",))
    if found.chosen and (len(found.chosen) > 1 or found.left_out or found.chosen[0].kind not in ("mod", "path")):
        context.mistake(("within",), "takes one `mod:` or `path:`", "write layers of crates as crate:NAME")
    return found.chosen[0] if found.chosen else None


def _full(name: str, data: Mapping[str, object], within: Selector | None, context: BuildContext) -> str:
    """A layer may be named as it is called within; a group or a selector stands for itself."""
    if ":" in name or name in context.groups or within is None:
        return name
    is_path = within.kind == "path" or "/" in within.pattern or data.get("graph") in ("go", "typescript")
    return f"{str(within).rstrip('/')}{'/' if is_path else '.'}{name}"


def _measure(rule: Rule, spec: LayersSpec, evidence: Evidence) -> Iterator[Sighting | Remark]:
    view, groups = view_of(evidence, spec.edges), by_selection(evidence.graph, spec.parts)
    if not spec.may_be_empty:
        for name, part in spec.parts.items():
            if not groups.members[name]:
                yield vacuous(rule, part, f"the layer `{name}`, that is")

    def find(seen: View) -> Iterator[Candidate]:
        yield from edge_candidates(rule, seen, between_groups(seen, groups, spec.forbids, spec.direct))
        yield from _in_no_layer(rule, spec, groups, evidence)

    yield from excused_along(rule, spec.excuses, view, find, evidence)


def _in_no_layer(rule: Rule, spec: LayersSpec, groups: Groups, evidence: Evidence) -> Iterator[Candidate]:
    """Children of what is divided that stand in no layer; what divides itself is above them all."""
    if not spec.exhaustive or spec.within is None:
        return
    whole = Selection((spec.within,))
    divided = {evidence.graph.nodes[id_].graph for id_ in groups.of}  # a script beside Python modules is none of them
    for id_, node in evidence.graph.nodes.items():
        name = node.path if spec.within.kind == "path" else node.name
        if node.graph not in divided or id_ in groups.of or name == spec.within.pattern:
            continue
        if holds(whole, node) is not None:
            text = f"{node.name} is in no layer"
            sighting = found_at(rule, node.unit, node.place or Place(node.path, 1), text, (node.name,))
            yield Candidate(sighting, (node,))


def _restrains(spec: LayersSpec, evidence: Evidence) -> Iterator[Restraint]:
    """What goes from one layer to another is still in one."""
    yield Restraint("in a layer", frozenset(by_selection(evidence.graph, spec.parts).of))


KIND: Kind[LayersSpec] = Kind(
    verb=_VERB,
    about=VERBS[_VERB],
    shape=Table(
        {
            "of": Key(
                List(Text(), least=2),
                "the layers from top to bottom; parts of one are divided by `|` (independent) or `&`",
                required=True,
            ),
            "within": Key(Text(), "what the names of layers are below, for instance mod:shop"),
            "closed": Key(List(Text(), least=1), "layers that nothing above may reach past"),
            "exhaustive": Key(Flag(), "true: all that is within stands in a layer"),
            "edges": EDGES_KEY,
            "reach": REACH_KEY,
            "graph": GRAPH_KEY,
            "except": EDGE_EXCEPTIONS,
            "may_be_empty": EMPTY_KEY,
        }
    ),
    build=_build,
    measure=_measure,
    restrains=_restrains,
)
