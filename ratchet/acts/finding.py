"""Rules and evidence → findings, and what rules ask of files."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain

from ratchet.acts.asking import Asked, ask
from ratchet.acts.sharing import Shared
from ratchet.kinds.counted import CountSpec, Found, counted_by, counting
from ratchet.model.evidence import Evidence, Remark, Sighting, seen_by
from ratchet.model.finding import Finding
from ratchet.model.measured import Measured
from ratchet.model.policy import Policy
from ratchet.model.rule import Rule, Rulebook
from ratchet.model.scope import Scope
from ratchet.model.snapshot import Snapshot
from ratchet.syntax.wanted import Measure

__all__ = ["asked_by", "doubted", "doubts_all", "found_in", "look", "measures_of"]


def found_in(evidence: Evidence, rulebook: Rulebook, shared: Shared) -> Measured:
    """What the rules say of the evidence, and what the files say of themselves; `shared` is what was found before."""
    files = evidence.files
    (findings, outside, allowed), remarks = _found(evidence, rulebook, shared)
    return Measured(
        paths=frozenset(file.path for file in files),
        sizes={file.path: file.facts.size for file in files},
        findings=findings,
        outside=outside,
        allowed=allowed,
        allows={file.path: file.facts.allows for file in files if file.facts.allows},
        broken={file.path: file.facts.error_line for file in files if file.facts.broken},
        kept={file.path: file.facts.kept_as for file in files if file.facts.kept_as},
        problems=tuple(each.mistake for each in remarks if each.grave),
        vacuous=tuple((each.rule, each.mistake) for each in remarks if each.rule),
        warnings=tuple(each.mistake for each in remarks if not each.grave),
    )


def _found(evidence: Evidence, rulebook: Rulebook, shared: Shared) -> tuple[Found, list[Remark]]:
    """What counts, what does not, and what is allowed, each in the order of places; and what rules have to say."""
    counts = {rule.id: rule.spec for rule in rulebook.rules.values() if isinstance(rule.spec, CountSpec)}
    each = [shared.found_in(file, rulebook, counts) for file in evidence.files if file.facts.sites]
    others = {name: rule for name, rule in rulebook.rules.items() if name not in counts}
    if not others:
        return (_joined(each, 0), _joined(each, 1), _joined(each, 2)), []
    sightings, remarks = look(Rulebook(others), evidence)
    findings = (*_joined(each, 0), *_chosen(sightings, lambda one: one.counted and not one.allowed))
    outside = (*_joined(each, 1), *_chosen(sightings, lambda one: not one.counted))
    allowed = (*_joined(each, 2), *_chosen(sightings, lambda one: one.counted and one.allowed))
    return (_by_place(findings), _by_place(outside), _by_place(allowed)), remarks


def _joined(found: list[Found], which: int) -> tuple[Finding, ...]:
    return tuple(chain.from_iterable(each[which] for each in found))


def _by_place(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    return tuple(sorted(findings, key=lambda finding: finding.order))


def doubted(policy: Policy) -> Callable[[str], bool]:
    """The files of which a budget says that there was something: torn apart they would pass as an improvement.

    Where sites count for other units than files, that may be any file.
    """
    if doubts_all(policy):
        return lambda _: True
    budgets = policy.baseline.files if policy.baseline else {}
    known = {path for path, entry in budgets.items() if not policy.rulebook.rules.keys().isdisjoint(entry)}
    return (known | {waiver.path for waiver in policy.waivers}).__contains__


def doubts_all(policy: Policy) -> bool:
    """Whether a rule counts sites for other units than files."""
    others = [rule for rule in policy.rulebook.rules.values() if not isinstance(rule.spec, CountSpec)]
    return any(counting(rule.spec) for rule in others)


def look(rulebook: Rulebook, evidence: Evidence) -> tuple[list[Sighting], list[Remark]]:
    """What every rule finds, in the order of places, and what it has to say."""
    sightings: list[Sighting] = []
    remarks: list[Remark] = []
    for rule in rulebook.rules.values():
        for each in _seen(rule, evidence):
            if isinstance(each, Sighting):
                sightings.append(each)
            else:
                remarks.append(each)
    sightings.sort(key=lambda sighting: sighting.finding.order)
    return sightings, remarks


def _seen(rule: Rule, evidence: Evidence) -> Iterable[Sighting | Remark]:
    """What one rule finds; the other kinds are loaded where there is a rule of theirs."""
    if isinstance(rule.spec, CountSpec):
        return counted_by(rule.id, rule.spec, evidence)
    from ratchet.kinds.catalogue import catalogue

    return catalogue()[rule.verb].measure(rule, rule.spec, seen_by(rule.spec.needs, evidence))


def _chosen(sightings: list[Sighting], wanted: Callable[[Sighting], bool]) -> tuple[Finding, ...]:
    return tuple(sighting.finding for sighting in sightings if wanted(sighting))


def measures_of(rulebook: Rulebook, language: str) -> tuple[Measure, ...]:
    """What the count rules of one language want to see, and the limits on what they count."""
    wanted = ((rule.id, counting(rule.spec)) for rule in rulebook.rules.values())
    return tuple(
        Measure(rule, spec.query, spec.unless, spec.longer_than, spec.lacks, spec.not_within)
        for rule, spec in wanted
        if spec is not None and spec.language == language
    )


def asked_by(policy: Policy, snapshot: Snapshot) -> dict[str, Asked]:
    """What is asked of every language that a rule counts in, in the files that a snapshot lets us read."""
    asked = {}
    for name, language in sorted(policy.languages.items()):
        if measures := measures_of(policy.rulebook, name):
            asked[name] = ask(language, measures, snapshot.limit, _counts_only_production(policy.rulebook, name))
    return asked


def _counts_only_production(rulebook: Rulebook, language: str) -> bool:
    specs = (counting(rule.spec) for rule in rulebook.rules.values())
    return all(spec.scopes == {Scope.PRODUCTION} for spec in specs if spec is not None and spec.language == language)
