"""The facts of files: from this run or an earlier one where a content is known, or from the workers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from itertools import islice

from ratchet.acts.asking import Asked
from ratchet.acts.bench import Answer, Bench, Job, Key
from ratchet.acts.errands import Ahead, Errand
from ratchet.acts.keeping_lenses import keep_lens
from ratchet.acts.reading_apart import at_first, likely, read_apart, taken_ahead
from ratchet.model.facts import FileFacts
from ratchet.model.inspection import Failure
from ratchet.model.snapshot import Snapshot, Unreadable
from ratchet.model.value import replace
from ratchet.repo.disk import DiskSnapshot
from ratchet.repo.limits import can_fork

__all__ = ["Learning"]

_A_FEW = 512
_AT_ONCE = 512


def _nothing() -> None:
    """Nothing is to be settled."""


class Learning:
    """What is known of the files of a snapshot so far: `facts` by language and path, the contents, what `failed`.

    `asked` tells what is asked of a file, by its path and language.
    """

    def __init__(
        self, languages: Iterable[str], snapshot: Snapshot, bench: Bench, asked: Callable[[str, str], Asked]
    ) -> None:
        self.facts: dict[str, dict[str, FileFacts]] = {name: {} for name in languages}
        self.failed: dict[str, Failure] = {}
        self.keys: dict[str, Key] = {}
        self._snapshot = snapshot
        self._bench = bench
        self._asked = asked
        self._lost: dict[Key, Failure] = {}

    def read(self, wanted: Mapping[str, str], settle: Callable[[], None] = _nothing) -> None:
        """The facts of some files: from this run or an earlier one where a blob is known, or from the workers.

        What is asked of a file may be another thing once `settle` was called, which is done when there is time.
        """
        if not wanted:
            return
        found: dict[Key, Answer] = {}
        try:
            for key, answer in self._answers(wanted, settle):
                found[key] = answer
                if len(found) >= _AT_ONCE:
                    self._keep(found)
            self._keep(found)
        finally:
            self._bench.write()  # whoever is interrupted has less to read again
        failed, lost, keys, known = self.failed, self._lost, self.keys, self._bench.facts
        for path, name in wanted.items():
            if path in failed:
                continue
            key = keys[path]
            facts = lost.get(key) or known[key]
            if isinstance(facts, Failure):
                failed[path] = replace(facts, path=path)
            else:
                self.facts[name][path] = facts

    def _answers(self, wanted: Mapping[str, str], settle: Callable[[], None]) -> Iterator[tuple[Key, Answer]]:
        """What is found in some files; where nothing is known the workers read those that are on disk."""
        tree, here = self._snapshot, dict[str, str]()
        if isinstance(tree, DiskSnapshot) and self._bench.knows_nothing and can_fork():
            here = {path: name for path, name in wanted.items() if tree.is_here(path)}
            yield from self._fetched(here, tree, settle)
        else:
            settle()
        rest = {path: name for path, name in wanted.items() if path not in here}
        yield from ((job.key, answer) for job, answer in self._bench.run(self._jobs(rest)))

    def _fetched(
        self, here: Mapping[str, str], tree: DiskSnapshot, settle: Callable[[], None]
    ) -> Iterator[tuple[Key, Answer]]:
        outdated: dict[str, str] = {}
        for path in {name: path for path, name in here.items()}.values():
            self._bench.lens(self._asked(path, here[path]))  # once, before there are workers
        ahead = taken_ahead(self._bench, here)
        errands = self._errands(here, settle, outdated, ahead)
        for (path, asked), (blob, _, answer) in read_apart(errands, len(here), tree, self._bench, ahead):
            if path in outdated:
                if outdated[path] == asked:
                    continue
                self.failed.pop(path, None)
            if blob:
                tree.name(path, blob)
                self.keys[path] = asked, blob
            if isinstance(answer, Failure):
                self.failed[path] = replace(answer, path=path)
            else:
                yield (asked, blob), answer

    def _errands(
        self, here: Mapping[str, str], settle: Callable[[], None], outdated: dict[str, str], ahead: Ahead | None
    ) -> Iterator[Errand]:
        """What is to be read: some files of which it is likely what to ask, and when that is settled all others.

        Files of which something else is to be asked then are `outdated` as they were, and asked for once more.
        """
        if ahead:
            early = ahead.asked
        else:
            some = likely(here, at_first(len(here), self._bench))
            early = {path: self._asked(path, here[path]).name for path in some}
            yield from early.items()
        settle()
        for made, lens in self._bench.lenses.items() if self._bench.store else ():
            keep_lens(made, lens, self._bench.store)
        for path, name in here.items():
            asked = self._asked(path, name).name
            if path not in early:
                yield path, asked
            elif early[path] != asked:
                outdated[path] = early[path]
                yield path, asked

    def _keep(self, found: dict[Key, Answer]) -> None:
        self._bench.keep(found)
        found.clear()

    def _jobs(self, wanted: Mapping[str, str]) -> Iterator[Job]:
        """What has to be read, each blob once.

        A few files at a time: what was read for its name is still at hand when it is read for its content.
        """
        paths, handed = iter(wanted), set[Key]()
        done = 0
        while few := list(islice(paths, _A_FEW)):
            for key, path in self._unknown(few, wanted, handed).items():
                handed.add(key)
                try:
                    yield Job(key, self._snapshot.read(path))
                except Unreadable as problem:
                    self._lost[key] = Failure(path, problem.reason, problem.hint)
            done += len(few)
            self._bench.show(done, len(wanted))

    def _unknown(self, few: Iterable[str], wanted: Mapping[str, str], handed: AbstractSet[Key]) -> dict[Key, str]:
        """What of some files is still to be read, each blob once, and a path of it."""
        there: dict[Key, str] = {}
        for path in few:
            try:
                self.keys[path] = self._asked(path, wanted[path]).name, self._snapshot.blob(path)
            except Unreadable as problem:
                self.failed[path] = Failure(path, problem.reason, problem.hint)
            else:
                there.setdefault(self.keys[path], path)
        self._bench.recall(key for key in there if key not in handed)
        return {key: path for key, path in there.items() if key not in self._bench.facts and key not in handed}
