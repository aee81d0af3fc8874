"""A snapshot and a policy → what is measured in it."""

from __future__ import annotations

from collections.abc import Callable

from ratchet.acts.bench import Asked, Bench, ask
from ratchet.acts.gathering import gather
from ratchet.acts.graphing import also_read, with_graphs
from ratchet.kinds.catalogue import catalogue
from ratchet.kinds.count import counting
from ratchet.kinds.speaking import looks_at_paths, spoken_of
from ratchet.model.evidence import Evidence, Remark, Sighting, seen_by
from ratchet.model.finding import Finding
from ratchet.model.measured import Measured
from ratchet.model.policy import Policy
from ratchet.model.rule import Rulebook
from ratchet.model.snapshot import Snapshot
from ratchet.model.value import replace
from ratchet.syntax.wanted import Measure

__all__ = ["asked_by", "found_in", "look", "measure", "measures_of"]


def measure(snapshot: Snapshot, policy: Policy, bench: Bench) -> Measured:
    """Everything the rulebook finds in a snapshot."""
    gathered = gather(snapshot, asked_by(policy, snapshot), policy.config.exclude, bench)
    needs = frozenset().union(*(rule.spec.needs for rule in policy.rulebook.rules.values()))
    evidence = with_graphs(gathered.evidence, snapshot, policy, needs, bench)
    graph = evidence.graph
    with bench.stage("rules applied"):
        found = found_in(evidence, policy.rulebook)
    return replace(
        found,
        paths=gathered.paths,
        inspection=also_read(gathered.inspection, gathered.paths, graph),
        digest=gathered.digest,
        names={node.place.path if node.place else node.path: node.name for node in graph.nodes.values() if node.own},
        units=frozenset(node.unit for node in graph.nodes.values()) if needs else frozenset(),
        links=frozenset(
            (graph.nodes[each.source].name, graph.nodes[each.target].name, str(each.kind)) for each in graph.edges
        ),
        listed=len(evidence.paths) if any(looks_at_paths(rule.spec) for rule in policy.rulebook.rules.values()) else 0,
        sources=graph.files,
        spoken={rule.id: spoken_of(rule.spec, graph) for rule in policy.rulebook.rules.values()},
        unresolved=graph.unresolved,
        problems=(*graph.mistakes, *found.problems),
        files={file.path: (gathered.blobs[file.path], file.role) for file in evidence.files},
    )


def found_in(evidence: Evidence, rulebook: Rulebook) -> Measured:
    """What the rules say of the evidence, and what the files say of themselves."""
    sightings, remarks = look(rulebook, evidence)
    files = evidence.files
    return Measured(
        paths=frozenset(file.path for file in files),
        sizes={file.path: file.facts.size for file in files},
        findings=_chosen(sightings, lambda sighting: sighting.counted and not sighting.allowed),
        outside=_chosen(sightings, lambda sighting: not sighting.counted),
        allowed=_chosen(sightings, lambda sighting: sighting.counted and sighting.allowed),
        allows={file.path: file.facts.allows for file in files if file.facts.allows},
        broken={file.path: file.facts.error_line for file in files if file.facts.broken},
        problems=tuple(each.mistake for each in remarks if each.grave),
        vacuous=tuple((each.rule, each.mistake) for each in remarks if each.rule),
        warnings=tuple(each.mistake for each in remarks if not each.grave),
    )


def look(rulebook: Rulebook, evidence: Evidence) -> tuple[list[Sighting], list[Remark]]:
    """What every rule finds, in the order of places, and what it has to say."""
    sightings: list[Sighting] = []
    remarks: list[Remark] = []
    for rule in rulebook.rules.values():
        for each in catalogue()[rule.verb].measure(rule, rule.spec, seen_by(rule.spec.needs, evidence)):
            if isinstance(each, Sighting):
                sightings.append(each)
            else:
                remarks.append(each)
    sightings.sort(key=lambda sighting: sighting.finding.order)
    return sightings, remarks


def _chosen(sightings: list[Sighting], wanted: Callable[[Sighting], bool]) -> tuple[Finding, ...]:
    return tuple(sighting.finding for sighting in sightings if wanted(sighting))


def measures_of(rulebook: Rulebook, language: str) -> tuple[Measure, ...]:
    """What the count rules of one language want to see, and the limits on what they count."""
    wanted = ((rule.id, counting(rule.spec)) for rule in rulebook.rules.values())
    return tuple(
        Measure(rule, spec.query, spec.unless, spec.longer_than)
        for rule, spec in wanted
        if spec is not None and spec.language == language
    )


def asked_by(policy: Policy, snapshot: Snapshot) -> dict[str, Asked]:
    """What is asked of every language that a rule counts in, in the files that a snapshot lets us read."""
    asked = {}
    for name, language in sorted(policy.languages.items()):
        if measures := measures_of(policy.rulebook, name):
            asked[name] = ask(language, measures, snapshot.limit)
    return asked
