"""The imports of each module as edges, and those that lead nowhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ratchet.graphs.python.modules import Module
from ratchet.graphs.python.placing import views_of
from ratchet.graphs.python.resolving import OWN, Places, Resolver, Targets
from ratchet.graphs.reader import Sources
from ratchet.model.errors import Place
from ratchet.model.graph import Edge, EdgeKind, Import, Unresolved
from ratchet.model.scope import Scope

__all__ = ["Links", "link"]

_DEVELOPMENT = frozenset({Scope.TEST, Scope.BENCH, Scope.EXAMPLE})


class Links(NamedTuple):
    """Edges in their order, and imports without a target."""

    edges: tuple[Edge, ...]
    unresolved: tuple[Unresolved, ...]


# What makes two imports one edge: its target, kind, and whether it is of a test, for types only, lazy, conditional.
_Key = tuple[str, EdgeKind, bool, bool, bool, bool]


def link(sources: Sources, modules: Iterable[Module], places: Places) -> Links:
    """The links of modules that come sorted by their names."""
    resolver, view_at = Resolver(places), views_of(places, modules)
    edges: list[Edge] = []
    unresolved: list[Unresolved] = []
    for module in modules:
        found: dict[_Key, Place] = {}
        for path in module.files:
            scope = sources.scope(path)
            view = view_at(module.directory, scope is Scope.TEST)
            for each in sources.imports.get(path, ()):
                targets = resolver.targets(module.directory, view, each)
                if None in targets:
                    text = "." * each.level + each.module
                    unresolved.append(Unresolved(OWN + module.name, text, Place(path, each.line, each.column)))
                _add(found, targets, each, path, scope)
        edges += _ordered(OWN + module.name, found)
    return Links(tuple(edges), tuple(sorted(unresolved)))


def _add(found: dict[_Key, Place], targets: Targets, each: Import, path: str, scope: Scope) -> None:
    """A stub is never run: what it imports is for types only."""
    kind = EdgeKind.DEV if scope in _DEVELOPMENT else EdgeKind.NORMAL
    type_only = each.type_only or path.endswith(".pyi")
    for target in targets:
        if target is not None:
            key = (target, kind, scope is Scope.TEST, type_only, each.lazy, each.conditional)
            if key not in found:
                found[key] = Place(path, each.line, each.column)


def _ordered(source: str, found: dict[_Key, Place]) -> Iterator[Edge]:
    """By target, kind and place; a module does not depend on itself."""
    for key, place in sorted(found.items(), key=lambda item: (item[0][0], item[0][1], item[1])):
        target, kind, test, type_only, lazy, conditional = key
        if target != source:
            yield Edge(source, target, place, kind, type_only=type_only, lazy=lazy, conditional=conditional, test=test)
