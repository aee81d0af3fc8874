"""The modules that tach is told of: which code belongs to which, and the selectors of some of them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from itertools import pairwise
from typing import cast

from ratchet.model.errors import Place
from ratchet.model.value import frozen
from ratchet.rulebook.foreign.python_modules import Modules, is_within, modules_of
from ratchet.rulebook.foreign.translation import short

__all__ = ["Declared", "Layers", "TachModule", "declared"]

Lookup = Callable[[tuple[str | int, ...]], Place]


@frozen
class TachModule:
    """One module: what it may depend on (None: anything), who may depend on it, and the layer it is in."""

    name: str
    place: Place
    depends_on: tuple[str, ...] | None
    deprecated: tuple[str, ...]
    cannot_depend_on: tuple[str, ...]
    visibility: tuple[str, ...] | None
    layer: str
    utility: bool
    unchecked: bool
    has_external: bool


@frozen
class Layers:
    """The layers from top to bottom, and those that nothing may reach past."""

    names: tuple[str, ...]
    closed: frozenset[str]

    def decides(self, source: TachModule, target: TachModule) -> bool:
        """Whether the layers alone say if one may depend on the other."""
        return bool(source.layer and target.layer) and source.layer != target.layer


@frozen
class Declared:
    """The modules by name; code belongs to the nearest one above it."""

    modules: Mapping[str, TachModule]
    known: Modules

    def matching(self, patterns: Iterable[str]) -> frozenset[str]:
        """The modules that paths with or without wildcards mean."""
        among = modules_of(dict.fromkeys(self.modules, ""))
        found = {name for pattern in patterns for name in among.matching(pattern)}
        return frozenset(found & self.modules.keys())

    def cover(self, name: str) -> str | list[str]:
        """Selectors of just the code of a module."""
        return self.covers([name])[0]

    def covers(self, names: Collection[str]) -> list[str | list[str]]:
        """Selectors of just the code of these modules.

        What is left out of a selection is left out for good, so a module within another that is left out of a third is
        in a selection of its own.
        """
        levels: dict[int, list[str]] = {}
        for name in sorted(names):
            levels.setdefault(self._gaps(name, names), []).append(name)
        return [self._selection(levels[level]) for level in sorted(levels)]

    def _selection(self, names: Collection[str]) -> str | list[str]:
        left_out = [other for other in self.modules if other not in names and self._nearest(other) in names]
        chosen = [f"mod:{name}" for name in names if self._nearest(name) not in names]
        return short([*chosen, *(f"!mod:{other}" for other in left_out)] if left_out else self._shortened(chosen))

    def _above(self, name: str) -> set[str]:
        return {other for other in self.modules if other != name and is_within(name, other)}

    def _nearest(self, name: str) -> str | None:
        return max(self._above(name), key=len, default=None)

    def _gaps(self, name: str, names: Collection[str]) -> int:
        """How often, from the top down to a module, one that is meant has one within it that is not."""
        chain = [each in names for each in (*sorted(self._above(name), key=len), name)]
        return sum(before and not after for before, after in pairwise(chain))

    def _shortened(self, words: list[str]) -> list[str]:
        """All modules of a package as `mod:package.*`."""
        parent = self.parent({word.removeprefix("mod:") for word in words})
        return [f"mod:{parent}.*"] if parent and len(words) > 2 else words

    def parent(self, names: Collection[str]) -> str:
        """The package of which these are all that is directly in it; empty if there is none."""
        parents = {name.rpartition(".")[0] for name in names}
        return next((each for each in parents if each and set(names) == set(self.known.children(each))), "")

    @property
    def tops(self) -> tuple[str, ...]:
        """The modules that lie within no other."""
        return tuple(name for name in self.modules if not self._above(name))


def declared(data: Mapping[str, object], known: Modules, place: Lookup, beside: Mapping[str, Place]) -> Declared:
    """The modules of a file, those of patterns first, so that what has a name of its own is told by that.

    `beside` are modules that nothing is known of: they may depend on anything, and anything on them.
    """
    found: dict[str, TachModule] = {}
    entries = data.get("modules", [])
    tables = [(at, each) for at, each in enumerate(cast("list[object]", entries)) if isinstance(each, dict)]
    for name, where in beside.items():
        found[name] = _module(name, {"unchecked": True, "utility": True}, where)
    for is_pattern in (True, False):
        for at, table in tables:
            for path in _paths(table):
                if ("*" in path) is is_pattern:
                    where = place(("modules", at))
                    found |= {name: _module(name, table, where) for name in known.matching(path) if name in known.names}
    return Declared({name: found[name] for name in sorted(found)}, known)


def _paths(table: Mapping[str, object]) -> list[str]:
    return [str(table["path"])] if "path" in table else _texts(table.get("paths", []))


def _module(name: str, table: Mapping[str, object], place: Place) -> TachModule:
    asked = table.get("depends_on")
    wanted = asked if isinstance(asked, list) else []
    visibility = table.get("visibility")
    return TachModule(
        name,
        place,
        tuple(_texts(wanted)) if isinstance(asked, list) else None,
        tuple(_texts([each for each in wanted if isinstance(each, dict) and each.get("deprecated")])),
        tuple(_texts(table.get("cannot_depend_on", []))),
        tuple(_texts(visibility)) if visibility is not None else None,
        str(table.get("layer", "")),
        table.get("utility") is True,
        table.get("unchecked") is True,
        bool({"depends_on_external", "cannot_depend_on_external"} & table.keys()),
    )


def _texts(values: object) -> list[str]:
    entries = values if isinstance(values, list) else []
    return [str(each.get("path", "")) if isinstance(each, dict) else str(each) for each in entries]
