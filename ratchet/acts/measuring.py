"""A snapshot and a policy → what is measured in it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from ratchet.acts.bench import Bench, Job, Key
from ratchet.kinds.catalogue import catalogue
from ratchet.kinds.count import CountSpec
from ratchet.model.evidence import Evidence, FileEvidence, Sighting
from ratchet.model.facts import FileFacts
from ratchet.model.finding import Finding
from ratchet.model.globs import matcher
from ratchet.model.inspection import Failure, Inspection
from ratchet.model.measured import Measured
from ratchet.model.policy import Policy
from ratchet.model.rule import Rulebook
from ratchet.model.scope import Role
from ratchet.model.snapshot import Snapshot, Unreadable
from ratchet.syntax.lens import Lens, Measure
from ratchet.syntax.scoping import scope_reader

__all__ = ["Gathered", "gather", "measure", "measures_of"]


@dataclass(frozen=True, slots=True)
class Gathered:
    """The evidence of a snapshot, and the state of every candidate file."""

    evidence: Evidence
    inspection: Inspection
    paths: frozenset[str]
    digest: str


def measure(snapshot: Snapshot, policy: Policy, bench: Bench) -> Measured:
    """Everything the rulebook finds in a snapshot."""
    gathered = gather(snapshot, policy, bench)
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


def gather(snapshot: Snapshot, policy: Policy, bench: Bench) -> Gathered:
    """Read every candidate file once; each ends in exactly one state."""
    lenses = {}
    for name, language in sorted(policy.languages.items()):
        if measures := measures_of(policy.rulebook, name):
            lenses[name] = bench.lens(language, measures)
    candidates = _candidates(snapshot.paths(), lenses)
    is_excluded = matcher(policy.config.exclude)
    excluded = tuple(path for path, _ in candidates if is_excluded(path))
    wanted = [(path, lens) for path, lens in candidates if not is_excluded(path)]
    facts, failed, digest = _read_all(snapshot, wanted, bench)
    files = tuple(_with_roles(snapshot, facts, wanted, lenses))
    notices = tuple(notice for notice in snapshot.notices if _matters(notice, lenses))
    inspection = _inspection(files, excluded, failed, notices)
    return Gathered(Evidence(files), inspection, frozenset(path for path, _ in candidates), digest)


def _read_all(
    snapshot: Snapshot, wanted: list[tuple[str, Lens]], bench: Bench
) -> tuple[dict[str, FileFacts], tuple[Failure, ...], str]:
    """The facts of every file, from the bench where a blob was read before, else from the workers; and a digest."""
    keys: dict[str, Key | Failure] = {}
    for done, (job, answer) in enumerate(bench.run(_jobs(snapshot, wanted, bench, keys))):
        bench.facts[job.key] = answer
        bench.show(done, len(wanted))
    facts: dict[str, FileFacts] = {}
    failed: list[Failure] = []
    for path, key in keys.items():
        read = key if isinstance(key, Failure) else bench.facts[key]
        if isinstance(read, Failure):
            failed.append(replace(read, path=path))
        else:
            facts[path] = read
    return facts, tuple(sorted(failed)), _digest(keys)


def _digest(keys: Mapping[str, Key | Failure]) -> str:
    """A name for the files as they were read: the same files have the same name on every machine."""
    lines = (f"{key.reason if isinstance(key, Failure) else key[1]} {path}\n" for path, key in sorted(keys.items()))
    return "sha256:" + hashlib.sha256("".join(lines).encode("utf-8", "surrogateescape")).hexdigest()


def _jobs(
    snapshot: Snapshot, wanted: list[tuple[str, Lens]], bench: Bench, keys: dict[str, Key | Failure]
) -> Iterator[Job]:
    """What is still to be read, each blob once; `keys` takes down what each path will be known by."""
    waiting: set[Key] = set()
    for path, lens in wanted:
        try:
            key = (id(lens), snapshot.blob(path))
            if key not in bench.facts and key not in waiting:
                waiting.add(key)
                yield Job(key, snapshot.read(path))
            keys[path] = key
        except Unreadable as problem:
            keys[path] = Failure(path, problem.reason, problem.hint)


def _inspection(
    files: tuple[FileEvidence, ...], excluded: tuple[str, ...], failed: tuple[Failure, ...], notices: tuple[str, ...]
) -> Inspection:
    degraded = tuple(file.path for file in files if file.facts.degraded)
    return Inspection(
        files=len(files) + len(excluded) + len(failed),
        analysed=len(files) - len(degraded),
        degraded=degraded,
        excluded=excluded,
        failed=failed,
        orphans=tuple(file.path for file in files if file.role.orphan),
        notices=notices,
        bytes=sum(file.facts.size for file in files),
    )


def _matters(notice: str, lenses: Mapping[str, Lens]) -> bool:
    """A symlink to something that no rule would have read is no news."""
    path, _, reason = notice.partition(": ")
    suffixes = tuple(suffix for lens in lenses.values() for suffix in lens.language.suffixes)
    return "symlink" not in reason or path.endswith(suffixes)


def _candidates(paths: tuple[str, ...], lenses: Mapping[str, Lens]) -> list[tuple[str, Lens]]:
    suffixes = tuple(suffix for lens in lenses.values() for suffix in lens.language.suffixes)
    found = (path for path in paths if path.endswith(suffixes))
    return [(path, next(lens for lens in lenses.values() if path.endswith(lens.language.suffixes))) for path in found]


def _with_roles(
    snapshot: Snapshot, facts: Mapping[str, FileFacts], wanted: list[tuple[str, Lens]], lenses: Mapping[str, Lens]
) -> list[FileEvidence]:
    def read(path: str) -> bytes:
        try:
            return snapshot.read(path)
        except Unreadable:
            return b""

    files = []
    for name, lens in lenses.items():
        reader = scope_reader(lens.language)
        ours = {path: facts[path] for path, its in wanted if its is lens and path in facts}
        roles: Mapping[str, Role] = reader.roles(ours, read, snapshot.paths(), lens.language)
        files += [
            FileEvidence(path, name, lens.language.separator, reader.module_path(path), read_, roles[path])
            for path, read_ in ours.items()
        ]
    return sorted(files, key=lambda file: file.path)
