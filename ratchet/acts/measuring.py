"""A snapshot and a policy → what is measured in it."""

from __future__ import annotations

from collections.abc import Callable

from ratchet.acts.bench import Bench
from ratchet.acts.gathering import gather
from ratchet.kinds.catalogue import catalogue
from ratchet.kinds.count import CountSpec
from ratchet.model.evidence import Sighting
from ratchet.model.finding import Finding
from ratchet.model.measured import Measured
from ratchet.model.policy import Policy
from ratchet.model.rule import Rulebook
from ratchet.model.snapshot import Snapshot
from ratchet.syntax.lens import Lens, Measure

__all__ = ["lenses_of", "measure", "measures_of"]


def measure(snapshot: Snapshot, policy: Policy, bench: Bench) -> Measured:
    """Everything the rulebook finds in a snapshot."""
    gathered = gather(snapshot, lenses_of(policy, bench), policy.config.exclude, bench)
    sightings = [
        sighting
        for rule in policy.rulebook.rules.values()
        for sighting in catalogue()[rule.verb].measure(rule.id, rule.spec, gathered.evidence)
    ]
    sightings.sort(key=lambda sighting: sighting.finding.order)
    files = gathered.evidence.files
    return Measured(
        paths=gathered.paths,
        sizes={file.path: file.facts.size for file in files},
        findings=_chosen(sightings, lambda sighting: sighting.counted and not sighting.allowed),
        outside=_chosen(sightings, lambda sighting: not sighting.counted),
        allowed=_chosen(sightings, lambda sighting: sighting.counted and sighting.allowed),
        allows={file.path: file.facts.allows for file in files if file.facts.allows},
        broken={file.path: file.facts.error_line for file in files if file.facts.broken},
        inspection=gathered.inspection,
        digest=gathered.digest,
    )


def _chosen(sightings: list[Sighting], wanted: Callable[[Sighting], bool]) -> tuple[Finding, ...]:
    return tuple(sighting.finding for sighting in sightings if wanted(sighting))


def measures_of(rulebook: Rulebook, language: str) -> tuple[Measure, ...]:
    """What the count rules of one language want to see."""
    wanted = ((rule.id, rule.spec) for rule in rulebook.rules.values())
    return tuple(
        Measure(rule, spec.query, spec.unless, spec.longer_than)
        for rule, spec in wanted
        if isinstance(spec, CountSpec) and spec.language == language
    )


def lenses_of(policy: Policy, bench: Bench) -> dict[str, Lens]:
    """The lens of every language that a rule counts in."""
    lenses = {}
    for name, language in sorted(policy.languages.items()):
        if measures := measures_of(policy.rulebook, name):
            lenses[name] = bench.lens(language, measures)
    return lenses
