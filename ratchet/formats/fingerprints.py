"""Names for callouts that stay the same when lines shift, and that no two callouts share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from hashlib import sha256

from ratchet.model.finding import Finding

__all__ = ["digest", "fingerprints"]

_LENGTH = 32


def fingerprints(findings: Iterable[Finding]) -> list[str]:
    """One for each, made of file, unit, rule, symbol and expression; of several alike, their order tells them apart."""
    seen: Counter[tuple[str, ...]] = Counter()
    found = []
    for finding in findings:
        identity = (finding.path, finding.of, *finding.fingerprint)
        seen[identity] += 1
        found.append(digest((*identity, str(seen[identity]))))
    return found


def digest(parts: Sequence[str]) -> str:
    """A short hash of some words; a name that is no text counts by its bytes."""
    joined = "\0".join(parts).encode("utf-8", "surrogatepass")
    return sha256(joined).hexdigest()[:_LENGTH]
