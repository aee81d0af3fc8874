"""What was looked at, in one line and, where something deserves it, a few more."""

from __future__ import annotations

from ratchet.formats.amounts import number, plural, size
from ratchet.formats.paint import Paint, inert
from ratchet.model.inspection import Inspection

__all__ = ["inspected_json", "inspected_lines"]

_MOST_NAMED = 5


def inspected_lines(inspection: Inspection, paint: Paint) -> list[str]:
    """The states of all candidate files; they add up."""
    states = [f"{number(inspection.analysed)} analysed"]
    for count, word in (
        (len(inspection.degraded), "parsed in part"),
        (len(inspection.excluded), "excluded"),
        (len(inspection.failed), "failed"),
    ):
        states += [f"{number(count)} {word}"] if count else []
    bulk = f" ({size(inspection.bytes)})" if inspection.bytes else ""
    lines = [f"inspected {plural(inspection.files, 'file')}{bulk}: {', '.join(states)}"]
    lines += _named("parsed in part, counted as far as possible", inspection.degraded)
    lines += _named("reached from no crate root, counted as production", inspection.orphans)
    lines += _named("left out", inspection.notices)
    return [paint.dim(line) for line in lines]


def _named(what: str, paths: tuple[str, ...]) -> list[str]:
    if not paths:
        return []
    more = f" and {number(len(paths) - _MOST_NAMED)} more" if len(paths) > _MOST_NAMED else ""
    return [f"  {what}: {', '.join(inert(path) for path in paths[:_MOST_NAMED])}{more}"]


def inspected_json(inspection: Inspection) -> dict[str, object]:
    """The same for scripts: files = analysed + degraded + excluded + failed."""
    return {
        "files": inspection.files,
        "analysed": inspection.analysed,
        "degraded": list(inspection.degraded),
        "excluded": len(inspection.excluded),
        "failed": [failure.path for failure in inspection.failed],
        "orphans": list(inspection.orphans),
        "left_out": list(inspection.notices),
        "bytes": inspection.bytes,
    }
