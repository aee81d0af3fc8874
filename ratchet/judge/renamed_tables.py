"""Which tables of a baseline are the same file under another name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import partial

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
    deepest = max((unit.count("/") + 1 for unit in (*gone, *new)), default=0)
    for length in range(deepest, 0, -1):  # a renamed directory: the longer the common end, the surer
        _take(found, gone, new, partial(_with_one_end, length))
    for fits in (_equal, _within):
        _take(found, gone, new, partial(_only_candidates, fits))
    return found


def _take(found: dict[str, str], gone: Budgets, new: Budgets, pairs: Callable[[Budgets, Budgets], list[_Pair]]) -> None:
    """Of what is left, the pairs in their order, each unit once."""
    taken = set(found.values())
    left = {unit: entry for unit, entry in gone.items() if unit not in found}
    free = {unit: entry for unit, entry in new.items() if unit not in taken}
    for old, other in pairs(left, free):
        if old not in found and other not in taken:
            found[old] = other
            taken.add(other)


def _with_one_end(length: int, gone: Budgets, new: Budgets) -> list[_Pair]:
    """Pairs whose last parts agree, those with the same numbers first."""
    olds, others = _by_end(length, gone), _by_end(length, new)
    pairs = [
        (old, other)
        for end in olds.keys() & others.keys()
        if len(olds[end]) * len(others[end]) <= _MOST
        for old in olds[end]
        for other in others[end]
        if _within(gone[old], new[other])
    ]
    return sorted(pairs, key=lambda pair: (gone[pair[0]] != new[pair[1]], pair))


def _by_end(length: int, units: Iterable[str]) -> dict[tuple[str, ...], list[str]]:
    ends: dict[tuple[str, ...], list[str]] = {}
    for unit in units:
        parts = tuple(unit.split("/"))
        if len(parts) >= length:
            ends.setdefault(parts[-length:], []).append(unit)
    return ends


def _only_candidates(fits: _Fits, gone: Budgets, new: Budgets) -> list[_Pair]:
    """Pairs that are each other's only candidate, whatever they are called."""
    if len(gone) * len(new) > _MOST:
        return []  # among so many none is the only one
    pairs = [(old, other) for old in gone for other in new if fits(gone[old], new[other])]
    olds, others = Counter(old for old, _ in pairs), Counter(other for _, other in pairs)
    return sorted((old, other) for old, other in pairs if olds[old] == others[other] == 1)


def _equal(old: Mapping[str, int], new: Mapping[str, int]) -> bool:
    return old == new


def _within(old: Mapping[str, int], new: Mapping[str, int]) -> bool:
    return all(number <= old.get(rule, 0) for rule, number in new.items())
