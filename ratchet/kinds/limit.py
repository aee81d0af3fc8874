"""The verb `limit`: a number of each unit, and how large or small it may be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import cast

from ratchet.kinds.choosing import ALL_GRAPHS, graphs_of
from ratchet.kinds.counted import CountSpec, counted_by
from ratchet.kinds.edges import Edges, build_edges, describe, meaning
from ratchet.kinds.exceptions import UNIT_EXCEPTIONS, Candidate, Excuse, excused, excuses_meaning, read_excuses
from ratchet.kinds.fitness import (
    EDGES_KEY,
    EMPTY_KEY,
    GRAPH_KEY,
    digest,
    found_at,
    selection_key,
    unmatched,
    vacuous,
)
from ratchet.kinds.kind import BuildContext, Complain, Kind, Restraint
from ratchet.kinds.measures import MEASURES, WITH_FILES, Item
from ratchet.kinds.parts import WHOLE, Part, is_of_files, parts_of, read_units, restraint_of
from ratchet.kinds.selectors import Selection
from ratchet.kinds.verbs import VERBS
from ratchet.kinds.views import view_of
from ratchet.model.evidence import Evidence, Remark, Sighting
from ratchet.model.rule import Rule
from ratchet.model.shape import Key, Number, Table, Text, nearest
from ratchet.model.value import frozen, replace

__all__ = ["KIND", "LimitSpec"]

_VERB = "limit"
_Found = tuple[Part, Sighting]


@frozen
class LimitSpec:
    """What number of whom, and the bounds it must keep; `count` is the count rule whose sites are the number."""

    subject: Selection
    of: str
    least: int | None
    most: int | None
    edges: Edges
    excuses: tuple[Excuse, ...]
    graph: str = ""
    may_be_empty: bool = False
    count: CountSpec | None = None

    @property
    def subjects(self) -> tuple[Selection, ...]:
        """Whom the rule speaks of."""
        return (self.subject,)

    @property
    def meaning(self) -> str:
        """What is counted is told by the meaning of the count rule, whatever that is called."""
        revision = MEASURES[self.of].revision if self.of in MEASURES else 1
        what = self.count.meaning if self.count else self.of if revision == 1 else f"{self.of} {revision}"
        rest = [self.least, self.most, self.graph, meaning(self.edges), excuses_meaning(self.excuses)]
        return digest(_VERB, [self.subject.meaning, what, *rest])

    @property
    def needs(self) -> frozenset[str]:
        """The graph that has the units, and what the number is made from."""
        known = MEASURES[self.of].needs if self.of in MEASURES else frozenset()
        if is_of_files(self.subject) or known & ALL_GRAPHS:
            return known
        return known | graphs_of(self.subject, self.graph)

    @property
    def bounds(self) -> str:
        """The bounds in words."""
        if self.least == self.most:
            return f"exactly {self.most}"
        words = [f"at least {self.least}" if self.least is not None else ""]
        return " and ".join([*filter(None, words), *([f"at most {self.most}"] if self.most is not None else [])])

    @property
    def sentence(self) -> str:
        """The rule in words, with what was not said."""
        along = f"; along {describe(self.edges)}" if self.of in ("fan-in", "fan-out", "instability") else ""
        return f"{self.of} of each of {self.subject}: {self.bounds}{along}"


def _build(data: Mapping[str, object], context: BuildContext) -> LimitSpec:
    of = str(data.get("of", ""))
    if of and "/" not in of and of not in MEASURES:
        hint = nearest(of, MEASURES) or f"a count rule such as rust/unwrap, or one of {', '.join(MEASURES)}"
        context.mistake(("of",), f"unknown measure `{of}`", hint)
    exactly = cast("int | None", data.get("exactly"))
    least, most = (cast("int | None", data.get(key, exactly)) for key in ("at_least", "at_most"))
    if exactly is not None and ("at_least" in data or "at_most" in data):
        context.mistake((), "`exactly` stands alone", "take at_least and at_most away")
    elif least is None and most is None:
        context.mistake((), "needs a bound: at_most, at_least or exactly")
    subject = read_units(data.get("for", WHOLE), context)
    _check_units(subject, of, context)
    return LimitSpec(
        subject,
        of,
        least,
        most,
        build_edges(cast("Mapping[str, object]", data.get("edges", {}))),
        read_excuses(data, context),
        str(data.get("graph", "")),
        bool(data.get("may_be_empty", False)),
    )


def _check_units(subject: Selection, of: str, context: BuildContext) -> None:
    """A number that a unit can never have would hold for ever."""
    has = MEASURES[of].has if of in MEASURES else WITH_FILES
    for selector in subject.chosen:
        kind = WHOLE if str(selector) == WHOLE else selector.kind
        if kind not in has:
            ones = ", ".join(f"{each}:" if each.isalpha() else f"`{each}`" for each in sorted(has) if each)
            context.mistake(("for",), f"`{selector}` has no {of}", f"it is a number of {ones}")


def _link(spec: LimitSpec, rules: Mapping[str, Rule], complain: Complain) -> LimitSpec:
    """The count rule that the number is of."""
    if "/" not in spec.of:
        return spec
    named = rules.get(spec.of)
    if named is None:
        complain(("of",), f"there is no rule `{spec.of}` in force", nearest(spec.of, rules))
    elif not isinstance(named.spec, CountSpec):
        complain(("of",), f"`{spec.of}` is a rule of the verb {named.verb}, which finds no sites to add up")
    else:
        return replace(spec, count=named.spec)
    return spec


def _measure(rule: Rule, spec: LimitSpec, evidence: Evidence) -> Iterator[Sighting | Remark]:
    parts = parts_of(evidence, spec.subject)
    if not parts and not spec.may_be_empty:
        yield vacuous(rule, spec.subject, graph=evidence.graph)
    elif not spec.may_be_empty and not is_of_files(spec.subject):
        yield from unmatched(rule, evidence.graph, spec.subject)
    each = _by_sites(rule, spec, evidence, parts) if spec.count else _by_items(rule, spec, evidence, parts)
    found = (Candidate(sighting, part.excusable) for part, sighting in each)
    yield from excused(rule, spec.excuses, found, evidence)


def _by_sites(rule: Rule, spec: LimitSpec, evidence: Evidence, parts: Iterable[Part]) -> Iterator[_Found]:
    sites = _sites(rule, spec, evidence, parts)
    for part in parts:
        yield from ((part, sighting) for sighting in _of_sites(rule, spec, part, sites.get(part.unit, [])))


def _by_items(rule: Rule, spec: LimitSpec, evidence: Evidence, parts: Iterable[Part]) -> Iterator[_Found]:
    view, measure = view_of(evidence, spec.edges), MEASURES[spec.of]
    for part in parts:
        items = list(measure.items(part, view, evidence))
        yield from ((part, sighting) for sighting in _of_items(rule, spec, part, items))


def _sites(rule: Rule, spec: LimitSpec, evidence: Evidence, parts: Iterable[Part]) -> dict[str, list[Sighting]]:
    """The sites of the count rule by unit; a file may belong to several units."""
    units: dict[str, list[str]] = {}
    for part in parts:
        for path in part.files:
            units.setdefault(path, []).append(part.unit)
    found: dict[str, list[Sighting]] = {}
    for sighting in counted_by(rule.id, cast(CountSpec, spec.count), evidence):
        if sighting.counted:
            for unit in units.get(sighting.finding.path, ()):
                found.setdefault(unit, []).append(sighting)
    return found


def _of_sites(rule: Rule, spec: LimitSpec, part: Part, sites: list[Sighting]) -> Iterator[Sighting]:
    """A site that an inline allow excuses is not of the number."""
    number = sum(not sighting.allowed for sighting in sites)
    over = _is_over(spec, number)
    for sighting in sites:
        finding = replace(sighting.finding, of=part.unit, parts=(part.name,), weight=int(over))
        yield replace(sighting, finding=finding)
    yield from _missing(rule, spec, part, number)


def _of_items(rule: Rule, spec: LimitSpec, part: Part, items: list[Item]) -> Iterator[Sighting]:
    total = sum(item.weight for item in items)
    over = _is_over(spec, total)
    for item in items:
        parts = (part.name, item.text if item.is_one else spec.of)
        weight = item.weight if over else 0
        yield found_at(rule, part.unit, item.place, item.text, parts, item.trace, weight)
    yield from _missing(rule, spec, part, total)


def _is_over(spec: LimitSpec, number: int) -> bool:
    return spec.most is not None and number > spec.most


def _missing(rule: Rule, spec: LimitSpec, part: Part, number: int) -> Iterator[Sighting]:
    """What a unit lacks counts as much as there is to add."""
    if spec.least is not None and number < spec.least:
        text = f"{number} {spec.of}, {spec.bounds} wanted"
        yield found_at(rule, part.unit, part.place, text, (part.name, "missing"), weight=spec.least - number)


def _restrains(spec: LimitSpec, evidence: Evidence) -> Iterator[Restraint]:
    yield restraint_of(evidence, spec.subject)


KIND: Kind[LimitSpec] = Kind(
    verb=_VERB,
    about=VERBS[_VERB],
    shape=Table(
        {
            "for": selection_key("whose number: crate:, mod:, ext:, path: for directories and files, or `.`"),
            "of": Key(Text(), f"a count rule, or one of {', '.join(MEASURES)}", required=True),
            "at_most": Key(Number(), "the largest number that holds"),
            "at_least": Key(Number(), "the smallest number that holds"),
            "exactly": Key(Number(), "the only number that holds"),
            "edges": EDGES_KEY,
            "graph": GRAPH_KEY,
            "except": UNIT_EXCEPTIONS,
            "may_be_empty": EMPTY_KEY,
        }
    ),
    build=_build,
    measure=_measure,
    restrains=_restrains,
    link=_link,
)
