"""Files that counted at the base and go on under a name, or in a place, that no rule counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ratchet.kinds.counted import CountSpec
from ratchet.model.measured import Measured
from ratchet.model.policy import Policy
from ratchet.model.snapshot import Snapshot
from ratchet.model.verdict import Loosening

__all__ = ["gone_from_count", "uncounted"]


def gone_from_count(base: Measured, policy: Policy, head: Snapshot) -> frozenset[str]:
    """The files that counted at the base and are not in the head."""
    specs = (rule.spec for rule in policy.rulebook.rules.values())
    scopes = frozenset[object]().union(*(spec.scopes for spec in specs if isinstance(spec, CountSpec)))
    counted = {path for path, (_, role) in base.files.items() if role.scope in scopes and not role.data}
    return frozenset(counted.difference(head.paths()))


def uncounted(base: tuple[Snapshot, Measured], head: tuple[Snapshot, Measured], policy: Policy) -> Iterator[Loosening]:
    """One for each such file and file that goes on with it; contents are compared only where a counted file is gone.

    A file whose very content is counted under another name has only moved.
    """
    (before, since), (after, now) = base, head
    gone = gone_from_count(since, policy, after)
    came = set(after.paths()).difference(before.paths(), now.files) if gone else set[str]()
    if not came:
        return
    from ratchet.acts.renaming import successors_between  # brings what compares contents

    moved = {blob for path, (blob, _) in now.files.items() if path not in since.files}
    left = {path for path in gone if since.files[path][0] not in moved}
    sites = Counter(finding.path for finding in since.findings)
    for path, later in sorted(successors_between(before, left, after, came).items()):
        for name in sorted(later):
            detail = f"the code moved to {name}, which no rule counts"
            numbers = (str(sites[path]), "0") if sites[path] else ("", "")
            yield Loosening("production-hidden", "", path, *numbers, name, 1, detail=detail)
