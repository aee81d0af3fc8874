"""What keeps a tree from being judged, and what deserves a warning."""

from __future__ import annotations

from collections.abc import Iterator

from ratchet.model.errors import Mistake, Place
from ratchet.model.facts import Allow
from ratchet.model.measured import Measured
from ratchet.model.rule import Rulebook
from ratchet.model.shape import nearest

__all__ = ["allow_warnings", "failures", "problems", "unmeasured", "unread_warnings", "unresolved_warnings"]

_MOST_UNRESOLVED = _MOST_UNREAD = 5


def problems(base: Measured, head: Measured) -> tuple[Mistake, ...]:
    """Fail closed: nothing inspected, files that failed, files that no longer parse or are out of sight."""
    return (*_nothing(head), *failures(head), *head.problems, *_newly_broken(base, head), *_out_of_sight(base, head))


def unresolved_warnings(base: Measured, head: Measured) -> tuple[Mistake, ...]:
    """Imports that newly lead nowhere: no rule sees what is behind them."""
    if not base.links:
        return ()
    known = {(each.source, each.text) for each in base.unresolved}
    new = [each for each in head.unresolved if (each.source, each.text) not in known]
    hint = "if it is in the repository, name it as it lies there; all of them: ratchet graph"
    found = [
        Mistake(f"unresolved: {each.text}; no rule sees what is behind it", each.place, hint)
        for each in new[:_MOST_UNRESOLVED]
    ]
    if len(new) > _MOST_UNRESOLVED:
        found.append(Mistake(f"… and {len(new) - _MOST_UNRESOLVED} more imports lead to nothing we know", hint=hint))
    return tuple(found)


def unread_warnings(head: Measured) -> tuple[Mistake, ...]:
    """Manifests that cannot be read, and that nothing else needs; to break one is a loosening besides."""
    more = len(head.unread) - _MOST_UNREAD
    rest = (Mistake(f"… and {more} more manifests cannot be read", hint="all of them: ratchet graph"),)
    return (*head.unread[:_MOST_UNREAD], *(rest if more > 0 else ()))


def unmeasured(base: Measured, head: Measured) -> frozenset[str]:
    """The files whose numbers are unknown: fewer sites in one of them are no improvement."""
    return frozenset({failure.path for failure in head.inspection.failed} | (head.broken.keys() - base.broken.keys()))


def failures(measured: Measured) -> tuple[Mistake, ...]:
    """Each file that could not be analysed: its numbers are unknown, not zero."""
    failed = measured.inspection.failed
    return tuple(
        Mistake(f"cannot be analysed: {failure.reason}", Place(failure.path, failure.line), failure.hint)
        for failure in failed
    )


def _nothing(head: Measured) -> Iterator[Mistake]:
    if head.inspection.files == 0 and not head.listed:
        yield Mistake(
            "nothing was inspected: no file of a language that the rules speak of",
            hint="check `packs` and `exclude` in ratchet.toml, or run: ratchet count",
        )
    elif head.inspection.files == len(head.inspection.excluded) and not head.listed:
        hint = "check `exclude` in ratchet.toml"
        yield Mistake(f"nothing was inspected: all {head.inspection.files} files are excluded", hint=hint)


def _newly_broken(base: Measured, head: Measured) -> Iterator[Mistake]:
    """A file that hardly parses has too few findings; that must not pass as an improvement."""
    for path, line in sorted(head.broken.items()):
        if path not in base.broken:
            message = "does not parse, so what it contains is not known"
            yield Mistake(message, Place(path, line), "fix the syntax error, then run again")


def _out_of_sight(base: Measured, head: Measured) -> Iterator[Mistake]:
    """Links and submodules that are new or where there were sources, and manifests that cannot be read any more."""
    if not base.paths:
        return
    for notice in sorted(set(head.inspection.notices) - set(base.inspection.notices)):
        path, _, reason = notice.partition(": ")
        covered = any(known == path or known.startswith(path + "/") for known in base.paths)
        if "no TOML" in reason:
            yield Mistake(reason, Place(path), "correct it, then run again")
        elif covered or "symlink" in reason:
            hint = "commit the sources themselves, or leave it out by name with `exclude` in a change before this one"
            yield Mistake(f"{reason}, so what is behind it is not known", Place(path), hint)


def allow_warnings(head: Measured, rulebook: Rulebook) -> tuple[Mistake, ...]:
    """Inline allows without a reason, for unknown rules, or with nothing to allow."""
    return tuple(
        Mistake(complaint[0], Place(path, allow.line), complaint[1])
        for path, allows in sorted(head.allows.items())
        for allow in allows
        if (complaint := _complaint(allow, rulebook)) is not None
    )


def _complaint(allow: Allow, rulebook: Rulebook) -> tuple[str, str] | None:
    if allow.rule not in rulebook.rules:
        return f"allow({allow.rule}) names no rule that is in force", nearest(allow.rule, rulebook.rules)
    if not allow.reason:
        return (
            f"allow({allow.rule}) gives no reason, so it allows nothing",
            'write: allow(…) reason="why this is right"',
        )
    if not allow.used:
        return f"allow({allow.rule}) allows nothing here", "remove it"
    return None
