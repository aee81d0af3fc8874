"""The work bench of one run: compiled queries, facts by blob, and the workers that make them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from datetime import date
from itertools import chain

from ratchet.acts.asking import Asked, bare, kept_as, undoubted, wider
from ratchet.acts.keeping import facts_bytes, facts_of
from ratchet.acts.keeping_lenses import lens_named
from ratchet.acts.queueing import Job, Key, by_kind, largest_first
from ratchet.acts.sharing import Shared
from ratchet.model.facts import FileFacts
from ratchet.model.graph import Import
from ratchet.model.inspection import Failure
from ratchet.model.snapshot import Unreadable
from ratchet.model.value import field, mutable
from ratchet.repo.git import Git
from ratchet.repo.keeper import store_of
from ratchet.repo.limits import Limits, can_fork, default_limits
from ratchet.repo.store import Store
from ratchet.repo.workers import Lost, run_jobs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ratchet.acts.errands import Ahead
    from ratchet.repo.stopwatch import Stopwatch
    from ratchet.syntax.lens import Lens

__all__ = ["READING", "Answer", "Bench", "Job", "Key", "Progress"]

Progress = Callable[[int, int], None]
"""Called with how many files are done and how many there are."""

READING = "files read and parsed"
"""The stage in which files are read."""

_UNTIMED = nullcontext()

Look = Callable[[bytes], FileFacts]
"""What finds the facts of a content. Raises Unreadable."""

Answer = bytes | Failure
"""The facts of a file, as they are kept, or why there are none."""

_AHEAD = 2_000_000
_MANY = 4096


@mutable
class Bench:
    """What one run keeps: lenses, and the facts and imports of every blob that was read; `today` is its day.

    `store` has what earlier runs found out, where there is one and the run `remembers`; it was `blank` where there was
    none before. `shared` is what one tree left for the other, `unwritten` is to be kept, `ahead` are workers at work.
    """

    lenses: dict[str, Lens] = field(default_factory=dict)
    facts: dict[Key, FileFacts | Failure] = field(default_factory=dict)
    imports: dict[tuple[str, str], tuple[Import, ...]] = field(default_factory=dict)
    today: date = date.min
    store: Store | None = None
    remembers: bool = True
    progress: Progress | None = None
    stopwatch: Stopwatch | None = None
    limits: Limits = field(default_factory=default_limits)
    asked: dict[str, Asked] = field(default_factory=dict)
    shared: Shared = field(default_factory=Shared)
    blank: bool = False
    unwritten: dict[str, dict[str, bytes]] = field(default_factory=dict)
    looks: dict[str, Look] = field(default_factory=dict)
    ahead: Ahead | None = None

    def remember_in(self, git: Git | None) -> None:
        """Share what is found out with other runs in the same repository."""
        if self.remembers and git is not None:
            self.store = store_of(git)
            self.blank = self.store is not None and not self.store.is_there

    def lens(self, asked: Asked) -> Lens:
        """The compiled queries of one language."""
        name = bare(asked.name)
        if name not in self.lenses:
            with self.stage("queries compiled"):
                self.lenses[name] = lens_named(name, asked.language, asked.measures, self.store)
        return self.lenses[name]

    def recall(self, keys: Iterable[Key]) -> None:
        """Take from the store what it has of some files."""
        if self.blank:
            return  # what it has by now is from this run
        before = len(self.facts)
        with self.stage("facts recalled"):
            for name, blobs in by_kind(key for key in keys if key not in self.facts).items():
                plain = undoubted(name)
                for kind in dict.fromkeys((*wider(plain), plain, *wider(name), name)):
                    unknown = [blob for blob in blobs if (name, blob) not in self.facts]
                    for blob, kept in self.known(kind, unknown).items():
                        facts = facts_of(kept)
                        # What did not parse may be just what is not asked for.
                        if facts and (kind == name or (not facts.degraded and (name == plain or facts.sites))):
                            self.facts[name, blob] = facts
        self.count("facts recalled", files=len(self.facts) - before)

    def keep(self, found: Mapping[Key, Answer]) -> None:
        """Note what was found out, for this run and, once it is written, for the next; a failure may be of the moment.

        To write many at once takes half as long as to write a few at a time.
        """
        with self.stage("facts noted"):
            for (name, blob), answer in found.items():
                facts = answer if isinstance(answer, Failure) else _facts(answer)
                self.facts[name, blob] = facts
                if isinstance(answer, bytes) and isinstance(facts, FileFacts):
                    kind = kept_as(name, facts.degraded, bool(facts.sites), facts.leaves_sites)
                    self.unwritten.setdefault(kind, {})[blob] = answer
            if sum(map(len, self.unwritten.values())) >= _MANY:
                self.write()

    def write(self) -> None:
        """Let later runs have what was noted."""
        with self.stage("facts noted"):
            for kind, values in self.unwritten.items():
                self.remember(kind, values)
            self.unwritten.clear()

    def known(self, kind: str, blobs: Collection[str]) -> Mapping[str, bytes]:
        """What earlier runs found out."""
        return self.store.get(kind, blobs) if self.store else {}

    def remember(self, kind: str, values: Mapping[str, bytes]) -> None:
        """Keep something for later runs."""
        if self.store:
            self.store.put(kind, values)

    @property
    def knows_nothing(self) -> bool:
        """Whether nothing was found out before this run, so that to ask what is known of a file is of no use."""
        return self.store is None or self.blank

    def answer(self, name: str, content: bytes) -> Answer:
        """What a content says, or why it says nothing."""
        look = self.looks.get(name) or self._look(name)
        try:
            return facts_bytes(look(content))
        except Unreadable as problem:
            return Failure("", problem.reason, problem.hint)

    def _look(self, name: str) -> Look:
        """What reads all contents of which the same is asked."""
        from ratchet.syntax.facts import looking  # a run that reads no file need not know how

        asked = self.asked[name]
        self.looks[name] = looking(self.lens(asked), asked.extent)
        return self.looks[name]

    def _glance(self, name: str, content: bytes) -> Answer | None:
        """The answer where no parse is needed, or None: most files hold no word that a rule looks for."""
        from ratchet.syntax.facts import glance

        asked = self.asked[name]
        if asked.extent.whole:
            return None
        try:
            facts = glance(self.lens(asked), content, asked.extent)
        except Unreadable as problem:
            return Failure("", problem.reason, problem.hint)
        return facts_bytes(facts) if facts else None

    def run(self, jobs: Iterable[Job]) -> Iterator[tuple[Job, Answer]]:
        """Each job with its facts, or with the reason why there are none."""
        with self.stage(READING):
            glanced: list[tuple[Job, Answer]] = []
            waiting = largest_first(self._to_parse(self._counted(jobs), glanced), _AHEAD)
            if (first := next(waiting, None)) is not None:
                for pair in self._answered(chain((first,), waiting)):
                    yield from _taken(glanced)
                    yield pair
            yield from _taken(glanced)

    def _to_parse(self, jobs: Iterable[Job], glanced: list[tuple[Job, Answer]]) -> Iterator[Job]:
        """The jobs that a glance does not answer; the answers to the others are put aside."""
        for job in jobs:
            answer = self._glance(job.key[0], job.content)
            if answer is None:
                yield job
            else:
                glanced.append((job, answer))

    def _counted(self, jobs: Iterable[Job]) -> Iterator[Job]:
        for job in jobs:
            self.count_read(len(job.content))
            yield job

    def _answered(self, jobs: Iterable[Job]) -> Iterator[tuple[Job, Answer]]:
        def work(job: Job) -> Answer:
            return self.answer(job.key[0], job.content)

        if not can_fork():
            yield from ((job, work(job)) for job in jobs)
            return
        for job, answer in run_jobs(jobs, work, self.limits):
            if isinstance(answer, Lost):
                yield job, Failure("", answer.reason, "add it to `exclude` in ratchet.toml")
            else:
                yield job, answer

    def stage(self, name: str) -> AbstractContextManager[None]:
        """Charge the time of what follows to a stage, for whoever asked where it goes."""
        return self.stopwatch.stage(name) if self.stopwatch else _UNTIMED

    def count(self, stage: str, **amounts: int) -> None:
        """Note how much a stage had to do."""
        if self.stopwatch:
            self.stopwatch.count(stage, **amounts)

    def count_read(self, size: int) -> None:
        """Note that a file of some size was read, and how many processes parse."""
        self.count(READING, files=1, bytes=size)
        if self.stopwatch:
            self.stopwatch.reach(READING, workers=self.limits.workers if can_fork() else 1)

    def show(self, done: int, total: int) -> None:
        """Tell whoever watches."""
        if self.progress:
            self.progress(done, total)


def _taken(answers: list[tuple[Job, Answer]]) -> Iterator[tuple[Job, Answer]]:
    yield from answers
    answers.clear()


def _facts(answer: bytes) -> FileFacts:
    facts = facts_of(answer)
    if facts is None:
        raise AssertionError("a worker answers with facts")
    return facts
