"""The trees of a verdict as people call them: the base and how it was found, and the merged tree."""

from __future__ import annotations

from collections.abc import Iterator

from ratchet.formats.paint import Paint, inert
from ratchet.model.verdict import Exit, Side, Verdict

__all__ = ["base_line", "commit_name", "merged_line", "short"]

_SHOWN = 12
_WORDS = {
    Exit.OK: "nothing got worse",
    Exit.WORSE: "something got worse",
    Exit.CANNOT_JUDGE: "cannot be judged",
    Exit.NEEDS_REVIEW: "needs review",
}


def short(name: str) -> str:
    """The beginning of an id, with the name of its hash where it has one."""
    kind, colon, digits = name.rpartition(":")
    return f"{kind}{colon}{digits[:_SHOWN]}"


def commit_name(side: Side) -> str:
    """A revision and its commit; the commit alone where nobody has another name for it."""
    if side.id.startswith(side.ref):
        return inert(short(side.id))
    return f"{inert(side.ref)} ({inert(short(side.id))})"


def base_line(verdict: Verdict, paint: Paint) -> Iterator[str]:
    """How the base was found, where nobody gave it."""
    base = verdict.base
    named = short(base.ref) if base.id.startswith(base.ref) else base.ref
    if base.note:
        yield paint.dim(f"base: {inert(named)}, since {inert(base.note)}")
    elif base.source and not base.source.startswith("-"):
        yield paint.dim(f"base: {inert(named)}, from {inert(base.source)}")


def merged_line(verdict: Verdict, paint: Paint) -> Iterator[str]:
    """How the merged tree stands, in one line."""
    if verdict.merged is not None:
        onto, word = commit_name(verdict.merged.base), _WORDS[verdict.merged.own_code]
        yield paint.dim(f"merged: HEAD into {onto}: {word}")
