"""Files of a work tree of which nothing is known, read and parsed by the workers: no content goes through a pipe."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice, repeat

from ratchet.acts.bench import READING, Bench
from ratchet.acts.errands import Ahead, Batch, Errand, Fetched
from ratchet.model.inspection import Failure
from ratchet.model.snapshot import Unreadable, blob_id
from ratchet.repo.bounded import die_with_parent, give_back
from ratchet.repo.disk import DiskSnapshot
from ratchet.repo.workers import IN_HAND, Crew, Lost

__all__ = ["ahead_of", "at_first", "forget_ahead", "likely", "read_ahead", "read_apart", "taken_ahead"]

# A worker is handed so many files at once, or so few that each gets many times something to do. At first it gets
# several times as many, so that there is time for other things, and even more where more is to be done meanwhile.
_MOST, _TURNS = 48, 16
_SEVERAL, _MANY = 3, 6
_SIZEABLE = 100_000
_A_FEW = 512
_OFTEN_ASIDE = ("test", "bench", "example", "fuzz")
"""What the paths of files say that are no production, more often than not."""


def likely(paths: Iterable[str], most: int) -> list[str]:
    """Of some paths the first that are likely production."""
    return list(islice((path for path in paths if not any(word in path for word in _OFTEN_ASIDE)), most))


def at_first(total: int, bench: Bench) -> int:
    """How many of so many errands workers have in hand before anything else is asked for."""
    return IN_HAND * _SEVERAL * bench.limits.workers * _at_once(total, bench)


def ahead_of(total: int, bench: Bench) -> int:
    """How many of so many errands workers are given before it is known which others there are."""
    return IN_HAND * _MANY * bench.limits.workers * _at_once(total, bench)


def read_ahead(asked: Mapping[str, str], total: int, tree: DiskSnapshot, bench: Bench) -> Ahead:
    """Let workers begin with some of so many errands; whoever reads the others goes on with them."""
    crew = _crew(tree, bench)
    try:
        crew.begin(_batches(asked.items(), repeat(_at_once(total, bench) * _MANY)))
    except OSError:
        crew.dismiss()
        raise
    return Ahead(asked, frozenset(bench.asked), crew)


def taken_ahead(bench: Bench, wanted: Container[str]) -> Ahead | None:
    """The workers who have begun already, for whoever goes on with them; None where they know another question.

    Nor where they read a file that nobody wants: it may be excluded because it takes so long.
    """
    ahead = bench.ahead
    if ahead is not None and not (ahead.knows(bench.asked) and all(path in wanted for path in ahead.asked)):
        forget_ahead(bench)
    ahead, bench.ahead = bench.ahead, None
    return ahead


def forget_ahead(bench: Bench) -> None:
    """Dismiss the workers who have begun already, if nobody went on with them."""
    if bench.ahead is not None:
        bench.ahead.crew.dismiss()
        bench.ahead = None


def read_apart(
    errands: Iterable[Errand], total: int, tree: DiskSnapshot, bench: Bench, ahead: Ahead | None = None
) -> Iterator[tuple[Errand, Fetched]]:
    """Each file with what was found in it, in whatever order; one that ends its worker spoils no other.

    What is asked has to be known to the bench before. Those who read `ahead` go on with these errands.
    """
    each, first = _at_once(total, bench), 0 if ahead else IN_HAND * bench.limits.workers
    crew, sizes = ahead.crew if ahead else _crew(tree, bench), chain(repeat(each * _SEVERAL, first), repeat(each))
    with bench.stage(READING):
        for done, (errand, found) in enumerate(_answers(crew, _batches(errands, sizes), tree, bench), 1):
            blob, size, _ = found
            if blob:
                bench.count_read(size)
            if done % _A_FEW == 0:
                bench.show(done, total)
            yield errand, found


def _at_once(total: int, bench: Bench) -> int:
    return max(1, min(_MOST, total // (bench.limits.workers * _TURNS)))


def _crew(tree: DiskSnapshot, bench: Bench) -> Crew[Batch, list[Fetched]]:
    def work(batch: Sequence[Errand]) -> list[Fetched]:
        if len(batch) > 1:
            die_with_parent()  # who has many to read would read them all for nobody
        return [_fetch(errand, tree, bench) for errand in batch]

    return Crew(work, bench.limits)


def _answers(
    crew: Crew[Batch, list[Fetched]], batches: Iterable[Batch], tree: DiskSnapshot, bench: Bench
) -> Iterator[tuple[Errand, Fetched]]:
    again: list[Errand] = []
    for batch, fetched in crew.run(batches):
        if isinstance(fetched, Lost):
            again += batch
        else:
            yield from zip(batch, fetched, strict=True)
    for (errand,), fetched in _crew(tree, bench).run(_batches(again, repeat(1))):
        if isinstance(fetched, Lost):
            yield errand, ("", 0, Failure("", fetched.reason, "add it to `exclude` in ratchet.toml"))
        else:
            yield errand, fetched[0]


def _batches(errands: Iterable[Errand], sizes: Iterator[int]) -> Iterator[Batch]:
    waiting = iter(errands)
    while batch := tuple(islice(waiting, next(sizes))):
        yield batch


def _fetch(errand: Errand, tree: DiskSnapshot, bench: Bench) -> Fetched:
    path, asked = errand
    try:
        content = tree.read_now(path)
    except Unreadable as problem:
        return "", 0, Failure("", problem.reason, problem.hint)
    found = blob_id(content), len(content), bench.answer(asked, content)
    if len(content) > _SIZEABLE:
        give_back()
    return found
