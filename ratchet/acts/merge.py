"""Merging a baseline file: for git, which hands over three copies, or in its place where it has conflict markers."""

from __future__ import annotations

import posixpath

from ratchet.acts.merging import Sides, is_ancestor, merge_texts
from ratchet.model.errors import Mistake, Place, RatchetError
from ratchet.model.reports import Merging
from ratchet.repo.conflicts import has_markers, sides_of
from ratchet.repo.merge_files import (
    LEDGER,
    Conflicted,
    find_conflicted,
    named_in,
    put,
    read_side,
    replace_conflicted,
    text_merge,
)

__all__ = ["merge_sides", "resolve"]


def merge_sides(directory: str, ancestor: str, ours: str, theirs: str, path: str) -> Merging:
    """What git asks of a merge driver: the result replaces `ours`; a conflict is left there as git would leave it."""
    one, other, base = (read_side(directory, each) for each in (ours, theirs, ancestor))
    path = path or named_in(one, other, base)
    if not path:
        hint = "give the path of the file as the fourth argument: ratchet merge %O %A %B %P"
        raise RatchetError("which baseline this is cannot be told from its first line", hint=hint)
    if posixpath.basename(path) not in LEDGER:
        return _as_text(directory, (ancestor, ours, theirs), path)
    known = not has_markers(base)  # the ancestor of a criss-cross merge is itself a merge, perhaps in conflict
    merged = merge_texts(Sides(path, base if known else None, one, other))
    text = _marked(directory, (ancestor, ours, theirs), one, other) if merged.conflicts else merged.text
    put(directory, ours, text)
    return Merging(path, merged.undone, merged.conflicts, known)


def resolve(directory: str, given: str) -> Merging:
    """Resolve the conflict in a baseline file, in its place; what a person must decide is left as it is."""
    file = find_conflicted(directory, given)
    sides = _sides(file)
    if sides is None:
        return Merging(file.path, resolved=False)
    merged = merge_texts(sides)
    if not merged.conflicts:
        replace_conflicted(file, merged.text)
    return Merging(file.path, merged.undone, merged.conflicts, sides.ancestor is not None)


def _sides(file: Conflicted) -> Sides | None:
    """What the markers say; without any, what the index says, if git left our side there because a driver failed."""
    if has_markers(file.text):
        found = sides_of(file.path, file.text)
        known = (text for text in (file.ancestor, found.ancestor) if text is not None and is_ancestor(file.path, text))
        return Sides(file.path, next(known, None), found.ours, found.theirs)
    if file.theirs is None or file.text != file.ours:
        return None
    return Sides(file.path, file.ancestor or b"", file.ours, file.theirs)


def _as_text(directory: str, files: tuple[str, str, str], path: str) -> Merging:
    """A file that is no baseline of ours is merged as git merges text."""
    text, conflict = text_merge(directory, *files)
    put(directory, files[1], text)
    mistake = Mistake("both sides changed the same lines", Place(path), f"resolve it, then: git add {path}")
    return Merging(path, conflicts=(mistake,) if conflict else ())


def _marked(directory: str, files: tuple[str, str, str], ours: bytes, theirs: bytes) -> bytes:
    text, conflict = text_merge(directory, *files)
    return text if conflict else b"<<<<<<< ours\n" + ours + b"=======\n" + theirs + b">>>>>>> theirs\n"
