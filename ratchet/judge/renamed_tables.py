"""Which tables of a baseline are the same file under another name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from itertools import takewhile

from ratchet.model.baseline import Budgets

__all__ = ["renames"]

_Pair = tuple[str, str]
_Fits = Callable[[Mapping[str, int], Mapping[str, int]], bool]
_MOST = 250_000


def renames(before: Budgets, after: Budgets) -> dict[str, str]:
    """Old unit → new unit, for tables that are gone and tables that are new; a guess from names and numbers alone.

    A new table that allows more than the old one is never the same file: a rename carries budgets and makes none.
    """
    gone = {unit: entry for unit, entry in before.items() if entry and not after.get(unit)}
    new = {unit: entry for unit, entry in after.items() if entry and not before.get(unit)}
    found: dict[str, str] = {}
    _take(found, _by_name(gone, new))
    for fits in (_equal, _within):
        taken = set(found.values())
        left = {unit: entry for unit, entry in gone.items() if unit not in found}
        free = {unit: entry for unit, entry in new.items() if unit not in taken}
        _take(found, _by_numbers(left, free, fits))
    return found


def _equal(old: Mapping[str, int], new: Mapping[str, int]) -> bool:
    return old == new


def _within(old: Mapping[str, int], new: Mapping[str, int]) -> bool:
    return all(number <= old.get(rule, 0) for rule, number in new.items())


def _take(found: dict[str, str], pairs: Iterable[_Pair]) -> None:
    """The pairs in their order, each unit once."""
    taken = set(found.values())
    for old, new in pairs:
        if old not in found and new not in taken:
            found[old] = new
            taken.add(new)


def _by_name(gone: Budgets, new: Budgets) -> list[_Pair]:
    """Pairs with the same last part, those first whose ends agree the longest: a directory that was renamed."""
    named: dict[str, list[str]] = {}
    for unit in new:
        named.setdefault(_last(unit), []).append(unit)
    pairs = [(old, other) for old in gone for other in named.get(_last(old), ()) if _within(gone[old], new[other])]
    return sorted(pairs, key=lambda pair: (-_common_end(*pair), gone[pair[0]] != new[pair[1]], pair))


def _by_numbers(gone: Budgets, new: Budgets, fits: _Fits) -> list[_Pair]:
    """Pairs that are each other's only candidate, whatever they are called."""
    if len(gone) * len(new) > _MOST:
        return []  # among so many none is the only one
    pairs = [(old, other) for old in gone for other in new if fits(gone[old], new[other])]
    olds, others = Counter(old for old, _ in pairs), Counter(other for _, other in pairs)
    return sorted((old, other) for old, other in pairs if olds[old] == others[other] == 1)


def _last(unit: str) -> str:
    return unit.rpartition("/")[2]


def _common_end(old: str, new: str) -> int:
    parts = zip(reversed(old.split("/")), reversed(new.split("/")), strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], parts))
