"""Which sites stayed, which are new, which are gone, and which only moved."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping
from collections.abc import Set as AbstractSet
from functools import partial

from ratchet.model.finding import Finding
from ratchet.model.value import field, frozen

__all__ = ["NO_RENAMES", "Matching", "Pair", "Renames", "differing", "match"]

Pair = tuple[Finding, Finding]


@frozen
class Matching:
    """The sites of two trees, paired by fingerprint."""

    kept: tuple[Pair, ...]
    moved: tuple[Pair, ...]
    added: tuple[Finding, ...]
    removed: tuple[Finding, ...]


@frozen
class Renames:
    """What has another name now: files (new path → old path), and crates and modules (new name → old name)."""

    files: Mapping[str, str] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)


NO_RENAMES = Renames()


def match(before: Iterable[Finding], after: Iterable[Finding], renames: Renames = NO_RENAMES) -> Matching:
    """Pair sites by file and fingerprint, then by fingerprint anywhere, then by file and symbol (an edited line).

    Units that are made of names are paired by them, as they were before a crate or module was renamed. Last, in files
    that have another name now, by symbol and then by rule alone: a file that was renamed and edited at once keeps the
    sites it had.
    """
    unchanged, before, after = differing(before, after)
    old, new = sorted(before, key=_order), sorted(after, key=_order)
    same, old, new = _pair(old, new, lambda finding: (finding.path, finding.fingerprint))
    moved, old, new = _pair(old, new, lambda finding: finding.fingerprint)
    edited, old, new = _pair(old, new, lambda finding: (finding.path, finding.rule, finding.local_symbol))
    if renames.names:
        renamed, old, new = _pair(old, new, partial(_renamed_parts, renames.names))
        moved += renamed
    homes = renames.files
    for key in (_renamed_symbol, _renamed_rule):
        renamed, old, new = _pair(old, new, partial(key, homes), only=homes.keys() | homes.values())
        moved += renamed
    return Matching((*zip(unchanged, unchanged, strict=True), *same, *edited), tuple(moved), tuple(new), tuple(old))


def differing(
    before: Iterable[Finding], after: Iterable[Finding]
) -> tuple[list[Finding], Iterable[Finding], Iterable[Finding]]:
    """The sites of the files in which every site is the very same on both sides, and those of all other files.

    A file that is the same in both trees is looked at once, so that its sites are the same objects.
    """
    old, new = tuple(before), tuple(after)
    if old is new and len({*map(id, old)}) == len(old):
        return list(new), [], []
    ours, theirs = set(map(id, old)), set(map(id, new))
    if len(ours) < len(old) or len(theirs) < len(new):
        return [], old, new  # the same object twice on a side: nobody can tell which one stayed
    if ours == theirs:
        return list(new), [], []
    touched = {finding.path for finding in old if id(finding) not in theirs}
    touched |= {finding.path for finding in new if id(finding) not in ours}
    return (
        [finding for finding in new if finding.path not in touched],
        [finding for finding in old if finding.path in touched],
        [finding for finding in new if finding.path in touched],
    )


def _renamed_parts(names: Mapping[str, str], finding: Finding) -> Hashable:
    parts = tuple(names.get(part, part) for part in finding.parts)
    return (finding.rule, parts) if parts else id(finding)


def _renamed_symbol(homes: Mapping[str, str], finding: Finding) -> Hashable:
    return homes.get(finding.path, finding.path), finding.rule, finding.local_symbol


def _renamed_rule(homes: Mapping[str, str], finding: Finding) -> Hashable:
    return homes.get(finding.path, finding.path), finding.rule


def _order(finding: Finding) -> tuple[str, int, int, str]:
    return finding.order


def _pair(
    old: list[Finding],
    new: list[Finding],
    key: Callable[[Finding], Hashable],
    only: AbstractSet[str] | None = None,
) -> tuple[list[Pair], list[Finding], list[Finding]]:
    """Pair equal keys in order, perhaps in some files only; what is left over on either side comes back in order."""
    waiting: dict[Hashable, list[Finding]] = defaultdict(list)
    for finding in old:
        waiting[key(finding)].append(finding)
    pairs: list[Pair] = []
    left: list[Finding] = []
    for finding in new:
        bucket = waiting[key(finding)] if only is None or finding.path in only else []
        if bucket:
            pairs.append((bucket.pop(0), finding))
        else:
            left.append(finding)
    rest = [finding for bucket in waiting.values() for finding in bucket]
    return pairs, sorted(rest, key=_order), left
