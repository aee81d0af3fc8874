"""Rules that say who may depend on whom: one spec for `deny`, `only` and `require`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sized
from typing import cast

from ratchet.kinds.choosing import check_captures, graphs_of, read_selection, read_subject
from ratchet.kinds.edges import Edges, build_edges, describe, meaning
from ratchet.kinds.exceptions import EDGE_EXCEPTIONS, Excuse, excuses_meaning, read_excuses
from ratchet.kinds.fitness import (
    EDGES_KEY,
    EMPTY_KEY,
    GRAPH_KEY,
    REACH_KEY,
    digest,
    selection_key,
    unlocked,
    unmatched,
    vacuous,
)
from ratchet.kinds.kind import BuildContext
from ratchet.kinds.selectors import Selection
from ratchet.model.evidence import Remark
from ratchet.model.graph import Graph
from ratchet.model.rule import Rule
from ratchet.model.shape import AnyOf, Shape, Table, Text
from ratchet.model.value import frozen

__all__ = ["BetweenSpec", "between_shape", "build_between", "graphs_needed", "holding_nothing"]

_ARROW = " -> "
_NOTHING = Selection(())
_ONLY_KEYS = {
    "into": selection_key("what is closed: nobody else may depend on it", required=False),
    "among": selection_key(
        "what is looked at: of the others, or of those that depend; all unless said", required=False
    ),
}


@frozen
class BetweenSpec:
    """Sources and targets, the edges between them that count, how far to look, and what is excepted.

    `closed_target` says that the subject is the target: `only` these may depend on it. `among` is what `only` looks at,
    all of it where it is None: of the targets, or of those that depend on a closed one.
    """

    verb: str
    source: Selection
    target: Selection
    edges: Edges
    direct: bool
    excuses: tuple[Excuse, ...]
    graph: str = ""
    may_be_empty: bool = False
    closed_target: bool = False
    among: Selection | None = None

    @property
    def subject(self) -> Selection:
        """Whom the rule speaks of."""
        return self.target if self.closed_target else self.source

    @property
    def subjects(self) -> tuple[Selection, ...]:
        """Whom the rule speaks of."""
        return (self.subject,)

    @property
    def meaning(self) -> str:
        """The words of exceptions, and whether the subject may be empty, measure nothing."""
        sides = [self.source.meaning, self.target.meaning, self.closed_target, self.graph]
        sides += [self.among.meaning] if self.among else []
        return digest(self.verb, [*sides, meaning(self.edges), self.direct, excuses_meaning(self.excuses)])

    @property
    def needs(self) -> frozenset[str]:
        """The graphs that the subject may be in."""
        return graphs_needed(self.subject, self.graph)

    @property
    def sentence(self) -> str:
        """The rule in words, with what was not said."""
        how = "directly" if self.direct else "directly or through others"
        source, target = str(self.source), str(self.target)
        verbs = {
            "deny": f"{source} must not depend on {target}, {how}",
            "only": f"{source} may depend on {target} only, {how}",
            "require": f"{source} must depend on {target}, {how}",
        }
        if self.closed_target:
            verbs["only"] = f"only {source} may depend on {target}, {how}"
        among = f", of all that is {self.among}" if self.among else ""
        return f"{verbs[self.verb]}{among}; along {describe(self.edges)}"


def holding_nothing(rule: Rule, spec: BetweenSpec, graph: Graph, subjects: Sized) -> Iterator[Remark]:
    """What a rule says of nothing."""
    if spec.may_be_empty:
        return
    if not subjects:
        yield vacuous(rule, spec.subject, graph=graph)
    elif not spec.direct:
        yield from unlocked(rule, graph, spec.target)
    yield from unmatched(rule, graph, *((spec.source, spec.target) if subjects else ()))


def graphs_needed(selection: Selection, graph: str) -> frozenset[str]:
    """The graphs to read for a subject."""
    return graphs_of(selection, graph) if selection.chosen else frozenset()


def between_shape(source: str, target: str, into: bool = False) -> Shape:
    """Either a table, or the sentence `SOURCE -> TARGET`."""
    keys = {
        "from": selection_key(source),
        "to": selection_key(target, required=not into),
        **(_ONLY_KEYS if into else {}),
        "edges": EDGES_KEY,
        "reach": REACH_KEY,
        "graph": GRAPH_KEY,
        "except": EDGE_EXCEPTIONS,
        "may_be_empty": EMPTY_KEY,
    }
    sentence = Text(form=rf"\S[^>]*{_ARROW}\S.*", example="crate:core -> ext:tokio")
    return AnyOf((sentence, Table(keys, one_of=("to", "into") if into else ())))


def build_between(verb: str, direct: bool, data: object, context: BuildContext) -> BetweenSpec:
    """The spec that a table or a sentence stands for."""
    if isinstance(data, str):
        source, target = (read_selection(_words(side), context, ()) for side in data.split(_ARROW, 1))
        check_captures((source, ()), (target, ()), context)
        return BetweenSpec(verb, source, target, Edges(), direct, ())
    table = cast("Mapping[str, object]", data)
    source_side = read_selection(table["from"], context, ("from",)) if "from" in table else _NOTHING
    key = "into" if "into" in table else "to"
    target_side = read_selection(table[key], context, (key,)) if key in table else _NOTHING
    check_captures((source_side, ("from",)), (target_side, (key,)), context)
    return BetweenSpec(
        verb,
        source_side,
        target_side,
        build_edges(cast("Mapping[str, object]", table.get("edges", {}))),
        table.get("reach", "direct" if direct else "transitive") == "direct",
        read_excuses(table, context),
        str(table.get("graph", "")),
        bool(table.get("may_be_empty", False)),
        key == "into",
        read_subject(table["among"], context, ("among",)) if "among" in table else None,
    )


def _words(side: str) -> tuple[str, ...]:
    """The selectors on one side of the arrow."""
    return tuple(word.strip() for word in side.split(","))
