"""The work bench of one run: compiled queries, facts by blob, and the workers that make them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date

from ratchet.model.facts import FileFacts
from ratchet.model.graph import Import
from ratchet.model.inspection import Failure
from ratchet.model.language import Language
from ratchet.model.snapshot import Unreadable
from ratchet.repo.workers import Limits, Lost, can_fork, default_limits, run_jobs
from ratchet.syntax.facts import read_facts
from ratchet.syntax.lens import Lens, Measure, compile_lens

__all__ = ["Bench", "Job", "Key", "Progress"]

Progress = Callable[[int, int], None]
"""Called with how many files are done and how many there are."""

Key = tuple[int, str]
"""A lens and a blob: what the facts of a file depend on."""


@dataclass(frozen=True, slots=True)
class Job:
    """The unit of work: bytes and a lens; the answer depends on nothing else."""

    key: Key
    content: bytes


@dataclass(slots=True)
class Bench:
    """What one run keeps: lenses, and the facts and imports of every blob that was read; `today` is its day."""

    lenses: dict[tuple[Language, tuple[Measure, ...]], Lens] = field(default_factory=dict)
    facts: dict[Key, FileFacts | Failure] = field(default_factory=dict)
    imports: dict[tuple[str, str], tuple[Import, ...]] = field(default_factory=dict)
    today: date = date.min
    progress: Progress | None = None
    limits: Limits = field(default_factory=default_limits)

    def lens(self, language: Language, measures: tuple[Measure, ...]) -> Lens:
        """The compiled queries of one language."""
        key = (language, measures)
        if key not in self.lenses:
            self.lenses[key] = compile_lens(language, measures)
        return self.lenses[key]

    def run(self, jobs: Iterable[Job]) -> Iterator[tuple[Job, FileFacts | Failure]]:
        """Each job with its facts, or with the reason why there are none."""
        lenses = {id(lens): lens for lens in self.lenses.values()}

        def work(job: Job) -> FileFacts | Failure:
            try:
                return read_facts(lenses[job.key[0]], job.content)
            except Unreadable as problem:
                return Failure("", problem.reason, problem.hint)

        if not can_fork():
            yield from ((job, work(job)) for job in jobs)
            return
        for job, answer in run_jobs(jobs, work, self.limits):
            if isinstance(answer, Lost):
                yield job, Failure("", answer.reason, "add it to `exclude` in ratchet.toml")
            else:
                yield job, answer

    def show(self, done: int, total: int) -> None:
        """Tell whoever watches."""
        if self.progress:
            self.progress(done, total)
