"""Files of a work tree of which nothing is known, read and parsed by the workers: no content goes through a pipe."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice, repeat

from ratchet.acts.bench import READING, Answer, Bench
from ratchet.model.inspection import Failure
from ratchet.model.snapshot import Unreadable, blob_id
from ratchet.repo.bounded import give_back
from ratchet.repo.disk import DiskSnapshot
from ratchet.repo.workers import Lost, run_jobs

__all__ = ["Errand", "Fetched", "read_apart", "soon_handed_out"]

# A worker is handed so many files at once, or so few that each gets many times something to do. At first it gets two
# times several times as many, so that there is time for other things.
_MOST, _TURNS = 48, 16
_FIRST, _SEVERAL = 2, 3
_SIZEABLE = 100_000
_A_FEW = 512


# Plain tuples, of which there are many: others take three times as long from one process to another.
Errand = tuple[str, str]
"""The path of a file to be read, and the name of what is asked of it."""

Fetched = tuple[str, int, Answer]
"""What was found in a file: the name and the size of its content, and its facts."""


def soon_handed_out(total: int, bench: Bench) -> int:
    """How many of so many errands the workers have in hand before anything else is asked for."""
    return _FIRST * _SEVERAL * bench.limits.workers * _at_once(total, bench)


def read_apart(
    errands: Iterable[Errand], total: int, tree: DiskSnapshot, bench: Bench
) -> Iterator[tuple[Errand, Fetched]]:
    """Each file with what was found in it, in whatever order; one that ends its worker spoils no other.

    What is asked has to be known to the bench before.
    """
    with bench.stage(READING):
        for done, (errand, found) in enumerate(_answers(errands, _at_once(total, bench), tree, bench), 1):
            blob, size, _ = found
            if blob:
                bench.count_read(size)
            if done % _A_FEW == 0:
                bench.show(done, total)
            yield errand, found


def _at_once(total: int, bench: Bench) -> int:
    return max(1, min(_MOST, total // (bench.limits.workers * _TURNS)))


def _answers(
    errands: Iterable[Errand], each: int, tree: DiskSnapshot, bench: Bench
) -> Iterator[tuple[Errand, Fetched]]:
    def work(batch: Sequence[Errand]) -> list[Fetched]:
        return [_fetch(errand, tree, bench) for errand in batch]

    again: list[Errand] = []
    many = _FIRST * bench.limits.workers
    for batch, fetched in run_jobs(_batches(errands, each, many), work, bench.limits):
        if isinstance(fetched, Lost):
            again += batch
        else:
            yield from zip(batch, fetched, strict=True)
    for (errand,), fetched in run_jobs(_batches(again, 1), work, bench.limits):
        if isinstance(fetched, Lost):
            yield errand, ("", 0, Failure("", fetched.reason, "add it to `exclude` in ratchet.toml"))
        else:
            yield errand, fetched[0]


def _batches(errands: Iterable[Errand], size: int, larger: int = 0) -> Iterator[tuple[Errand, ...]]:
    """Batches of one size, but for some larger ones at first."""
    waiting, sizes = iter(errands), chain(repeat(size * _SEVERAL, larger), repeat(size))
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
