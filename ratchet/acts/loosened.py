"""Where a loosening stands, and what it hides: sites that the base's rules see in the head and its own do not."""

from __future__ import annotations

from collections.abc import Sequence

from ratchet.acts.bench import Bench
from ratchet.acts.measuring import measure
from ratchet.formats.paint import plural
from ratchet.model.errors import RatchetError
from ratchet.model.finding import Finding
from ratchet.model.globs import matcher
from ratchet.model.measured import Measured
from ratchet.model.policy import Policy
from ratchet.model.snapshot import Snapshot, Unreadable
from ratchet.model.value import replace
from ratchet.model.verdict import Loosening

__all__ = ["located"]

_BY_RULE = ("rule-removed", "rule-unadopted", "phase-lowered")
_BY_SCOPE = ("test-scope-widened", "language-changed")


def located(
    found: Sequence[Loosening], head: Snapshot, seen: Measured, policy: Policy, bench: Bench
) -> tuple[Loosening, ...]:
    """Each loosening with its line, and with the number of sites that would go unseen; `policy` is the head's own."""
    unseen = _unseen(head, seen, policy, bench) if any(each.what in _BY_SCOPE for each in found) else ()
    return tuple(_with_line(_with_sites(each, seen, unseen), head) for each in found)


def _unseen(head: Snapshot, seen: Measured, policy: Policy, bench: Bench) -> tuple[Finding, ...]:
    """The sites that only the base's rules find in the head."""
    try:
        theirs = {(each.rule, each.path, each.span) for each in measure(head, policy, bench).findings}
    except RatchetError:
        return ()
    return tuple(each for each in seen.findings if (each.rule, each.path, each.span) not in theirs)


def _with_sites(each: Loosening, seen: Measured, unseen: Sequence[Finding]) -> Loosening:
    if each.what == "exclude-widened":
        hides = matcher([each.unit])
        files = sum(hides(path) for path in seen.paths)
        sites = sum(hides(finding.path) for finding in seen.findings)
        return _detailed(each, f"hides {plural(files, 'file')} with {plural(sites, 'site')}")
    if each.what in _BY_RULE:
        sites = sum(finding.rule == each.rule for finding in seen.findings)
        return _detailed(each, f"{plural(sites, 'site')} would no longer be held")
    if each.what in _BY_SCOPE:
        return _detailed(each, f"{plural(len(unseen), 'site')} would no longer be seen")
    return each


def _detailed(each: Loosening, more: str) -> Loosening:
    return replace(each, detail=f"{each.detail}; {more}" if each.detail else more)


def _with_line(each: Loosening, head: Snapshot) -> Loosening:
    steps = _steps(each)
    if each.line or not steps or not each.path.endswith(".toml"):
        return each
    from ratchet.syntax.toml_places import toml_places  # brings a parser that only a loosening needs

    try:
        line = toml_places(head.read(each.path))(steps)[0]
    except Unreadable:
        return each
    return replace(each, line=line)


def _steps(each: Loosening) -> tuple[str, ...]:
    """The way to the value in its file, as far as the place is known by names."""
    below = ("tool", "ratchet") if each.path == "pyproject.toml" else ()
    if each.what in ("budget-raised", "budget-inflated"):
        return each.unit, each.rule
    if each.what == "meaning-changed":
        return (each.rule,)
    if each.what == "exclude-widened":
        return (*below, "exclude")
    if each.what == "phase-lowered":
        return (*below, "phase", each.rule)
    if each.what == "test-scope-widened":
        return (*below, each.detail.partition(";")[0])
    return (*below, "swap") if each.what == "swap-allowed" else ()
