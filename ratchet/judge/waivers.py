"""What waivers allow today, and which of them need attention."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date

from ratchet.model.errors import Mistake
from ratchet.model.rule import Rulebook
from ratchet.model.waiver import Waiver

__all__ = ["Allowance", "allowance", "by_key", "grants_more", "waiver_warnings"]

Allowance = Mapping[tuple[str, str], int]
"""(unit, rule) → how many sites above the budget are permitted."""


def allowance(waivers: Iterable[Waiver], today: date) -> Allowance:
    """The sum of the waivers that are in force."""
    allowed: dict[tuple[str, str], int] = {}
    for waiver in waivers:
        if not waiver.expired(today):
            key = (waiver.path, waiver.rule)
            allowed[key] = allowed.get(key, 0) + waiver.allow
    return allowed


def by_key(waivers: Iterable[Waiver]) -> dict[tuple[str, str], list[Waiver]]:
    """The waivers of each rule and file."""
    grouped: dict[tuple[str, str], list[Waiver]] = {}
    for waiver in waivers:
        grouped.setdefault((waiver.rule, waiver.path), []).append(waiver)
    return grouped


def grants_more(before: Sequence[Waiver], after: Sequence[Waiver]) -> bool:
    """Whether the waivers for one rule and file allow more on any day: a longer one is no exchange for a larger one."""
    days = {waiver.expires for waiver in (*before, *after)}
    return any(_allowed_on(after, day) > _allowed_on(before, day) for day in days)


def _allowed_on(waivers: Sequence[Waiver], day: date) -> int:
    return sum(waiver.allow for waiver in waivers if waiver.expires >= day)


def waiver_warnings(
    waivers: Iterable[Waiver], used: Mapping[tuple[str, str], int], rulebook: Rulebook, today: date
) -> tuple[Mistake, ...]:
    """Expired, unused, soon to expire, or for a rule that is not there."""
    warnings = []
    for waiver in waivers:
        what = f"the waiver of {waiver.rule} for {waiver.path} ({waiver.owner}: {waiver.reason})"
        if waiver.rule not in rulebook.rules:
            warnings.append(Mistake(f"{what} names a rule that is not in force", waiver.place, "remove it"))
        elif waiver.expired(today):
            hint = "fix the site and remove the waiver, or ask its owner for a new one"
            warnings.append(Mistake(f"{what} expired on {waiver.expires}", waiver.place, hint))
        elif not used.get((waiver.path, waiver.rule)):
            warnings.append(Mistake(f"{what} covers nothing", waiver.place, "remove it: the code is within its budget"))
        elif waiver.expires_soon(today):
            days = (waiver.expires - today).days
            warnings.append(Mistake(f"{what} expires in {days} days", waiver.place, "fix the site before that"))
    return tuple(warnings)
