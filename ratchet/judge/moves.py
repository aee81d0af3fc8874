"""Which sites stayed, which are new, which are gone, and which only moved."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass

from ratchet.model.finding import Finding

__all__ = ["Matching", "Pair", "match"]

Pair = tuple[Finding, Finding]


@dataclass(frozen=True, slots=True)
class Matching:
    """The sites of two trees, paired by fingerprint."""

    kept: tuple[Pair, ...]
    moved: tuple[Pair, ...]
    added: tuple[Finding, ...]
    removed: tuple[Finding, ...]


def match(before: Iterable[Finding], after: Iterable[Finding]) -> Matching:
    """Pair sites by file and fingerprint, then by fingerprint anywhere, then by file and symbol (an edited line)."""
    old, new = sorted(before, key=_order), sorted(after, key=_order)
    same, old, new = _pair(old, new, lambda finding: (finding.path, finding.fingerprint))
    moved, old, new = _pair(old, new, lambda finding: finding.fingerprint)
    edited, old, new = _pair(old, new, lambda finding: (finding.path, finding.rule, finding.local_symbol))
    return Matching((*same, *edited), tuple(moved), tuple(new), tuple(old))


def _order(finding: Finding) -> tuple[str, int, int, str]:
    return finding.order


def _pair(
    old: list[Finding], new: list[Finding], key: Callable[[Finding], Hashable]
) -> tuple[list[Pair], list[Finding], list[Finding]]:
    """Pair equal keys in order; what is left over on either side comes back in order."""
    waiting: dict[Hashable, list[Finding]] = defaultdict(list)
    for finding in old:
        waiting[key(finding)].append(finding)
    pairs: list[Pair] = []
    left: list[Finding] = []
    for finding in new:
        bucket = waiting[key(finding)]
        if bucket:
            pairs.append((bucket.pop(0), finding))
        else:
            left.append(finding)
    rest = [finding for bucket in waiting.values() for finding in bucket]
    return pairs, sorted(rest, key=_order), left
