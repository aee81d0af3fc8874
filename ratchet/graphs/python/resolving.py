"""Which module an import means: one of the repository, one from outside, or one that should be there and is not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from ratchet.graphs.python.layout import Layout, joined, parent
from ratchet.graphs.python.standard import STANDARD
from ratchet.model.graph import Import
from ratchet.model.value import frozen

__all__ = ["EXTERNAL", "OWN", "Base", "Places", "Resolver", "Targets", "View"]

OWN = "python:"
EXTERNAL = "python:ext:"


Targets = tuple[str | None, ...]


@frozen
class Places:
    """Where modules are: ids by stem, namespaces by stem, and the roots in which each top-level name is found.

    `closed` are namespaces that hold modules themselves, so that nobody else is thought to add some. `hidden` are the
    roots of stubs for packages of others, and `tests` roots of tests, which production does not see.
    `without_source` has the paths of namespaces and extensions by their ids.
    """

    layout: Layout
    modules: Mapping[str, str]
    namespaces: Mapping[str, str]
    closed: frozenset[str]
    roots: Mapping[str, tuple[str, ...]]
    tests: frozenset[str]
    hidden: frozenset[str]
    without_source: Mapping[str, str]

    def at(self, stem: str) -> str | None:
        """What is at this stem."""
        return self.modules.get(stem) or self.namespaces.get(stem)


class Base(NamedTuple):
    """What the module part of an import leads to, with the stems at which names may be submodules of it.

    Neither an id nor stems: it should be there, and is not.
    """

    target: str | None
    stems: tuple[str, ...] = ()


@frozen(eq=False)
class View:
    """From where an import is looked at: directories beside the module, which are searched first, and its root.

    There is one view for all that see the same. What lies beside a module hides no standard library.
    """

    beside: tuple[str, ...]
    root: str
    tested: bool


class Resolver:
    """Looks up imports; what it found once it knows for all files that see the same."""

    def __init__(self, places: Places) -> None:
        self._places = places
        self._known: dict[tuple[object, ...], Targets] = {}
        self._bases: dict[tuple[View, str], Base] = {}

    def targets(self, directory: str, view: View, found: Import) -> Targets:
        """The ids that an import leads to; nothing in the place of one that is not there."""
        key = (directory if found.level else view, found.level, found.module, found.names)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._resolved(directory, view, found)
        return known

    def _resolved(self, directory: str, view: View, found: Import) -> Targets:
        base = self._below(directory, found) if found.level else self._absolute(view, found.module)
        if not found.names or not base.stems:
            return (base.target,)
        return tuple(dict.fromkeys(self._name(base, name, found) for name in found.names))

    def _name(self, base: Base, name: str, found: Import) -> str | None:
        for stem in base.stems:
            target = self._places.at(f"{stem}/{name}" if stem else name)
            if target:
                return target
        if base.stems[0] in self._places.modules or name == "*":
            return base.target
        # A namespace has nothing but modules: this one is somebody else's, or missing.
        return None if self._is_closed(base.stems) or found.level else f"{EXTERNAL}{found.module}.{name}"

    def _is_closed(self, stems: tuple[str, ...]) -> bool:
        return any(stem in self._places.closed or stem in self._places.modules for stem in stems)

    def _below(self, directory: str, found: Import) -> Base:
        """A relative import: from the directory of its file up, and down from there."""
        for _ in range(found.level - 1):
            if not directory:
                return Base(None)
            directory = parent(directory)
        folder = self._places.layout.folders[directory]
        if not folder.name and not folder.regular:
            return Base(None)
        stem = joined(directory, found.module.replace(".", "/"))
        target = self._places.at(stem)
        return Base(target, (stem,)) if target else Base(None)

    def _absolute(self, view: View, module: str) -> Base:
        base = self._bases.get((view, module))
        if base is None:
            base = self._bases[view, module] = self._searched(view, module)
        return base

    def _searched(self, view: View, module: str) -> Base:
        top = module.partition(".")[0]
        path = module.replace(".", "/")
        seen = [joined(root, path) for root in self._roots(view, top)]
        stems = sorted(
            (stem for stem in seen if self._places.at(stem)), key=lambda stem: stem not in self._places.modules
        )
        if stems:
            return Base(self._places.at(stems[0]), tuple(stems))
        depth = module.count(".")
        above = tuple(stem for each in seen for stem in _above(each, depth))
        return Base(None) if self._is_closed(above) else Base(EXTERNAL + module)

    def _roots(self, view: View, top: str) -> Iterator[str]:
        """The roots in which a top-level module is, in the order in which they are searched."""
        places = self._places
        first = (view.root,) if top in STANDARD else (*view.beside, view.root)
        yield from (each for each in first if places.at(joined(each, top)))
        if top in STANDARD:
            return
        for root in places.roots.get(top, ()):
            if root not in first and root not in places.hidden and (view.tested or root not in places.tests):
                yield root


def _above(stem: str, depth: int) -> Iterator[str]:
    for _ in range(depth):
        stem = parent(stem)
        yield stem
