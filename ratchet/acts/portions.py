"""Some files of a tree, each with a role that is known, measured by themselves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from ratchet.acts.asking import Asked
from ratchet.acts.bench import Bench, Job, Key
from ratchet.acts.finding import found_in
from ratchet.acts.records import Entry, NotNear
from ratchet.model.essence import links_told
from ratchet.model.evidence import Evidence, FileEvidence
from ratchet.model.facts import FileFacts
from ratchet.model.inspection import Failure, Inspection
from ratchet.model.measured import Measured
from ratchet.model.rule import Rulebook
from ratchet.model.snapshot import Snapshot, Unreadable, blob_id
from ratchet.model.value import frozen, replace
from ratchet.syntax.scoping import scope_reader

__all__ = ["Portion", "facts_in", "learn", "links_of", "measure_portion"]


@frozen
class Portion:
    """Some files of a tree: what is asked of each, and its content and role, by path."""

    tree: Snapshot
    files: Mapping[str, Entry]
    asked: Mapping[str, Asked]

    def key(self, path: str) -> Key:
        """What the facts of a file are kept under."""
        return self.asked[path].name, self.files[path][0]


def learn(portions: Iterable[Portion], bench: Bench) -> None:
    """See to it that the facts of all files are known. Raises NotNear where one cannot be read."""
    wanted: dict[Key, tuple[Portion, str]] = {}
    for portion in portions:
        bench.asked |= {each.name: each for each in portion.asked.values()}
        for path in portion.files:
            wanted.setdefault(portion.key(path), (portion, path))
    bench.recall(wanted)
    unknown = {key: place for key, place in wanted.items() if key not in bench.facts}
    found = {}
    for job, answer in bench.run(_jobs(unknown)):
        if isinstance(answer, Failure):
            raise NotNear
        found[job.key] = answer
    bench.keep(found)
    bench.write()


def _jobs(unknown: Mapping[Key, tuple[Portion, str]]) -> Iterator[Job]:
    for key, (portion, path) in unknown.items():
        try:
            content = portion.tree.read(path)
        except Unreadable as problem:
            raise NotNear from problem
        if len(key[1]) == len(blob_id(b"")) and blob_id(content) != key[1]:
            raise NotNear  # it was written to since
        yield Job(key, content)


def links_of(portion: Portion, path: str, bench: Bench) -> tuple[object, ...]:
    """Where a file leads to, whatever lines say so; nothing where it is not there."""
    if path not in portion.files:
        return ()
    return links_told(facts_in(portion, path, bench).links)


def measure_portion(portion: Portion, rulebook: Rulebook, bench: Bench) -> Measured:
    """What the rules find in these files."""
    files = []
    for path in sorted(portion.files):
        language, facts = portion.asked[path].language, facts_in(portion, path, bench)
        module = scope_reader(language).module_path(path)
        files.append(FileEvidence(path, language.name, language.separator, module, facts, portion.files[path][1]))
    degraded = tuple(file.path for file in files if file.facts.degraded)
    inspection = Inspection(
        files=len(files),
        analysed=len(files) - len(degraded),
        degraded=degraded,
        orphans=tuple(file.path for file in files if file.role.orphan),
        bytes=sum(file.facts.size for file in files),
    )
    return replace(found_in(Evidence(tuple(files)), rulebook, bench.shared), files=portion.files, inspection=inspection)


def facts_in(portion: Portion, path: str, bench: Bench) -> FileFacts:
    """What a file says, which was learnt before."""
    facts = bench.facts[portion.key(path)]
    if not isinstance(facts, FileFacts):
        raise NotNear
    return facts
