"""Which features of a package turn an optional dependency on, and what they ask of a dependency."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from ratchet.model.value import frozen

__all__ = ["Switches", "TooMany", "switches"]

_MOST_STEPS = 1_000_000


class TooMany(Exception):
    """Features that turn on features, far beyond what any real package has."""


@frozen
class Switches:
    """For each dependency by its key: the features that turn it on, and (feature, feature it asks of the other)."""

    on: Mapping[str, tuple[str, ...]]
    passes: Mapping[str, tuple[tuple[str, str], ...]]


def switches(features: Mapping[str, tuple[str, ...]], optional: frozenset[str]) -> Switches:
    """Follow the features of a package through all that they turn on. Raises TooMany."""
    table = _with_implicit(features, optional)
    above = _Above(table, optional)
    on: dict[str, set[str]] = {}
    passes: dict[str, set[tuple[str, str]]] = {}
    for feature, values in table.items():
        for value in values:
            key, weak, asked = _taken(value)
            if key and not weak and key in optional:
                on.setdefault(key, set()).update(above.of(feature))
            if asked:
                passes.setdefault(key, set()).update((each, asked) for each in above.of(feature))
    return Switches(
        {key: tuple(sorted(names)) for key, names in on.items()},
        {key: tuple(sorted(pairs)) for key, pairs in passes.items()},
    )


class _Above:
    """The features that turn a feature on, itself among them; the steps taken are counted."""

    def __init__(self, table: Mapping[str, tuple[str, ...]], optional: frozenset[str]) -> None:
        self._by: dict[str, list[str]] = {}
        for feature, values in table.items():
            for implied in _implied(values, table, optional):
                self._by.setdefault(implied, []).append(feature)
        self._known: dict[str, frozenset[str]] = {}
        self._steps = 0

    def of(self, feature: str) -> frozenset[str]:
        """Every feature that turns this one on. Raises TooMany."""
        if feature not in self._known:
            seen, waiting = {feature}, [feature]
            while waiting:
                turned_on_by = self._by.get(waiting.pop(), ())
                self._count(len(turned_on_by))
                new = {each for each in turned_on_by if each not in seen}
                seen |= new
                waiting += new
            self._known[feature] = frozenset(seen)
        self._count(len(self._known[feature]))
        return self._known[feature]

    def _count(self, steps: int) -> None:
        self._steps += steps
        if self._steps > _MOST_STEPS:
            raise TooMany


def _with_implicit(features: Mapping[str, tuple[str, ...]], optional: frozenset[str]) -> Mapping[str, tuple[str, ...]]:
    """An optional dependency is a feature of its own name, unless `dep:name` stands anywhere."""
    named = {value[4:] for values in features.values() for value in values if value.startswith("dep:")}
    implicit = {key: (f"dep:{key}",) for key in sorted(optional - named - features.keys())}
    return {**features, **implicit}


def _taken(value: str) -> tuple[str, bool, str]:
    """The dependency that a value speaks of, whether weakly, and the feature it asks of it; empty for a feature."""
    if value.startswith("dep:"):
        return value[4:], False, ""
    key, slash, asked = value.partition("/")
    if not slash:
        return "", False, ""
    return key.removesuffix("?"), key.endswith("?"), asked


def _implied(values: Iterable[str], table: Mapping[str, tuple[str, ...]], optional: frozenset[str]) -> Iterator[str]:
    """The features of the same package that a feature turns on; `x/y` turns on a feature `x` too, as it always did."""
    for value in values:
        key, weak, asked = _taken(value)
        if not key and value in table:
            yield value
        elif asked and not weak and key in optional and key in table:
            yield key
