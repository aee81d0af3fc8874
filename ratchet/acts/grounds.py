"""What a later run needs to know to answer without a judge: that the change which was judged means nothing."""

from __future__ import annotations

from collections.abc import Mapping

from ratchet.acts.bench import Bench
from ratchet.acts.differing import Course
from ratchet.acts.portions import Portion, facts_in
from ratchet.acts.records import Record, Row, Side
from ratchet.model.essence import essence_of, is_aside
from ratchet.model.value import frozen

__all__ = ["Ground", "ground_of"]

_MOST_MOVED = 1000


@frozen
class Ground:
    """The commit of a record, the files that were committed otherwise since, and the size of all files unchanged."""

    commit: str
    moved: tuple[str, ...]
    size: int
    limit: int


def ground_of(
    record: Record, course: Course, rows: Mapping[str, Row | None], trees: Mapping[Side, Portion], bench: Bench
) -> Ground | None:
    """The ground, where every changed file is on record, not odd, and means what it meant there.

    With a base of its own a change is not one from the last commit, so there is none.
    """
    if course.base.source or len(course.earlier) > _MOST_MOVED or not course.earlier.keys().isdisjoint(course.later):
        return None
    for path in course.later:
        row, head = rows[path], trees[Side.HEAD]
        if not row or not row.essence or path not in head.files:
            return None
        facts, counts = facts_in(head, path, bench), head.asked[path].only_production
        if essence_of(facts, counts, is_aside(row.essence)) != row.essence:
            return None
    return Ground(record.commit, tuple(course.earlier), _size(record, course, trees, bench), record.limit)


def _size(record: Record, course: Course, trees: Mapping[Side, Portion], bench: Bench) -> int:
    """The size of all files without the change; what is on disk may be of another size than what git keeps."""
    known, base, head = (trees[side] for side in (Side.KNOWN, Side.BASE, Side.HEAD))
    here = (facts_in(base if path in course.later else head, path, bench) for path in head.files)
    there = (facts_in(known, path, bench) for path in known.files)
    return record.inspection.bytes - sum(facts.size for facts in there) + sum(facts.size for facts in here)
