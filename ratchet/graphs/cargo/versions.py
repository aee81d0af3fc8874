"""Which versions a requirement such as `^1.2` or `0.3.*` allows, as cargo reads it."""

from __future__ import annotations

import re

from ratchet.model.value import frozen

__all__ = ["allows"]

_VERSION = re.compile(r"(\d{1,18})\.(\d{1,18})\.(\d{1,18})(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]+)?")
_ONE = re.compile(
    r"\s*(=|>=|<=|>|<|~|\^)?\s*v?(\d{1,18}|[*xX])(?:\.(\d{1,18}|[*xX]))?(?:\.(\d{1,18}|[*xX]))?"
    r"(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]+)?\s*"
)
_ANY = frozenset({"*", "x", "X"})


@frozen
class _One:
    """One comparison; `parts` are those that were written, one to three."""

    sign: str
    parts: tuple[int, ...]
    pre: str


def allows(requirement: str, version: str) -> bool | None:
    """Whether the version fits; None where one of the two is not of the form that cargo knows."""
    found = _VERSION.fullmatch(version)
    wanted = _comparisons(requirement)
    if found is None or wanted is None:
        return None
    core, pre = (int(found[1]), int(found[2]), int(found[3])), found[4] or ""
    if not all(_holds(each, core, pre) for each in wanted):
        return False
    # A pre-release fits only where a comparison names a pre-release of the very same version.
    return not pre or any(each.pre and each.parts == core for each in wanted)


def _comparisons(requirement: str) -> tuple[_One, ...] | None:
    if not requirement.strip() or len(requirement) > 500:
        return () if not requirement.strip() else None
    found = [_ONE.fullmatch(part) for part in requirement.split(",")]
    ones = [_comparison(match) for match in found if match is not None]
    return tuple(one for one in ones if one is not None) if len(ones) == len(found) else None


def _comparison(found: re.Match[str]) -> _One | None:
    """A comparison, or None for a bare star, which holds for all that is no pre-release."""
    written = [part for part in found.group(2, 3, 4) if part is not None]
    numbers = tuple(int(part) for part in written if part not in _ANY)
    starred = len(numbers) < len(written)
    if not numbers:
        return None
    sign = found[1] or ("=" if starred else "^")
    return _One(sign, numbers, found[5] or "" if len(numbers) == 3 else "")


def _holds(one: _One, core: tuple[int, int, int], pre: str) -> bool:
    shown, parts = core[: len(one.parts)], one.parts
    order = _compare(shown, parts) or (_compare_pre(pre, one.pre) if len(parts) == 3 else 0)
    match one.sign:
        case "=":
            return order == 0
        case ">":
            return order > 0
        case ">=":
            return order >= 0
        case "<":
            return order < 0
        case "<=":
            return order <= 0
        case "~":
            return order >= 0 and core[: min(2, len(parts))] == parts[:2]
        case _:
            return order >= 0 and _same_major(core, parts)


def _same_major(core: tuple[int, int, int], parts: tuple[int, ...]) -> bool:
    """What a caret keeps: everything up to the first part that is not zero, or all that was written."""
    kept = next((number for number, part in enumerate(parts, 1) if part), len(parts))
    return core[:kept] == parts[:kept]


def _compare(one: tuple[int, ...], other: tuple[int, ...]) -> int:
    return (one > other) - (one < other)


def _compare_pre(one: str, other: str) -> int:
    if not one or not other:
        return (not one) - (not other)
    ones, others = _pre_key(one), _pre_key(other)
    return (ones > others) - (ones < others)


def _pre_key(pre: str) -> list[tuple[bool, int, str]]:
    """Numbers come before words, and are compared as numbers."""
    return [(not part.isdigit(), int(part) if part.isdigit() else 0, part) for part in pre.split(".")]
