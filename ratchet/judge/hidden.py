"""Sites that are still there and no longer count: code that became test code, and sites that a new allow excuses."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

from ratchet.judge.moves import match
from ratchet.model.finding import Finding
from ratchet.model.measured import Measured
from ratchet.model.scope import Scope
from ratchet.model.value import frozen
from ratchet.model.verdict import Loosening

__all__ = ["Hidden", "Outside", "allow_loosenings", "beyond_loosenings", "hidden_loosenings", "hidden_sites"]


Outside = tuple[Sequence[Finding], Sequence[Finding]]
"""The sites in code that does not count, at the base and in the head."""


@frozen
class Hidden:
    """A site that counted at the base, and the same site in the head, where its scope does not count."""

    old: Finding
    new: Finding

    @property
    def stayed(self) -> bool:
        """Whether it is in the file it was in."""
        return self.old.path == self.new.path


def hidden_sites(base: Measured, head: Measured, outside: Callable[[], Outside]) -> tuple[Hidden, ...]:
    """The sites of the base that are gone from the count while the same code is new outside of it.

    What is `outside` in files that are not the same in both is asked only where a site is gone: that may take a parse.
    """
    removed = match(base.findings, head.findings).removed
    if not removed:
        return ()
    waiting: dict[tuple[str, str, str], list[Finding]] = {}
    for new in match(*outside()).added:
        waiting.setdefault(_key(new), []).append(new)
    hidden = []
    for old in removed:
        same = waiting.get(_key(old), [])
        if same:
            new = min(same, key=lambda each: (each.path != old.path, each.order))
            same.remove(new)
            hidden.append(Hidden(old, new))
    return tuple(hidden)


def _key(finding: Finding) -> tuple[str, str, str]:
    """The rule, the innermost name and the expression: a module around it may be what hides it."""
    return finding.rule, re.split(r"::|\.", finding.local_symbol)[-1], finding.expression


def hidden_loosenings(hidden: Iterable[Hidden]) -> tuple[Loosening, ...]:
    """One for each rule, file it was in and file it is in now."""
    groups: dict[tuple[str, str, str], list[Hidden]] = {}
    for each in hidden:
        groups.setdefault((each.old.path, each.new.path, each.old.rule), []).append(each)
    return tuple(_loosening(group) for _, group in sorted(groups.items()))


def _loosening(group: list[Hidden]) -> Loosening:
    first = min(group, key=lambda each: each.new.order)
    scope, new = first.new.scope, first.new
    if first.stayed:
        names = ", ".join(sorted({f"`{each.new.local_symbol or each.new.path}`" for each in group}))
        detail = f"{names} became {scope} code, and production still speaks of it"
        if scope is Scope.EXEMPT:
            detail = (
                f"{names} is still there, and no longer counts: it belongs to a program, or calls a macro of its crate"
            )
    else:
        detail = f"the code moved to {new.path}, which is {scope} code"
    number = str(len(group))
    return Loosening("production-hidden", new.rule, first.old.path, number, "0", new.path, new.span.line, detail)


def beyond_loosenings(base: Measured, head: Measured) -> Iterator[Loosening]:
    """Files that code newly reaches though `exclude` leaves them out, and counted ones that became data."""
    counted = Counter(finding.path for finding in base.findings)
    for path in sorted(set(head.inspection.beyond) - set(base.inspection.beyond)):
        excluded = path in head.inspection.excluded
        if excluded or counted[path]:
            detail = "code reaches it, and `exclude` leaves it out" if excluded else "read as data, it no longer counts"
            yield Loosening("production-hidden", "", path, str(counted[path]), "0", path, detail=detail)


def allow_loosenings(base: Measured, head: Measured) -> Iterator[Loosening]:
    """Every site that an inline allow excuses and that none excused at the base."""
    added = match(base.allowed, head.allowed).added
    for (path, rule), number in sorted(Counter((each.path, each.rule) for each in added).items()):
        line = min(each.span.line for each in added if (each.path, each.rule) == (path, rule))
        detail = "an inline allow excuses it" if number == 1 else "inline allows excuse them"
        yield Loosening("allow-added", rule, path, "0", str(number), path, line, detail)
