"""Where imports are searched: what is at which place, and what each module sees first."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache

from ratchet.graphs.python.layout import Layout, joined, parent
from ratchet.graphs.python.modules import Module
from ratchet.graphs.python.resolving import OWN, Places, View

__all__ = ["find_places", "views_of"]

_COMPILED = (".so", ".pyd", ".pyx")
_STUBS_OF_OTHERS = frozenset({"stubs", "typings"})


def find_places(
    modules: Iterable[Module], layout: Layout, paths: Iterable[str], tested: Callable[[str], bool]
) -> Places:
    """The places of modules, of namespaces, and of extensions that come without a source."""
    by_stem = {each.stem: OWN + each.name for each in modules}
    bare = {directory: OWN + each.name for directory, each in layout.folders.items() if each.name and not each.regular}
    compiled = {stem: path for path in paths if path.endswith(_COMPILED) and (stem := _compiled(path, layout))}
    extensions = {stem: OWN + _name(stem, layout) for stem in compiled if stem not in by_stem}
    roots = _roots([*by_stem, *bare, *extensions], layout)
    return Places(
        layout,
        by_stem | extensions,
        bare,
        frozenset(each.directory for each in modules) & bare.keys(),
        roots,
        frozenset(each for each in layout.roots if each and tested(each)),
        frozenset(each for each in layout.roots if posixpath.basename(each) in _STUBS_OF_OTHERS),
        {id_: directory for directory, id_ in sorted(bare.items(), reverse=True)}
        | {id_: compiled[stem] for stem, id_ in extensions.items()},
    )


def _compiled(path: str, layout: Layout) -> str:
    """The stem of an extension in a directory of modules: `a/_b` for `a/_b.cpython-313-x86_64-linux-gnu.so`."""
    directory, name = posixpath.split(path)
    folder = layout.folders.get(directory)
    part = name.partition(".")[0]
    return joined(directory, part) if folder and folder.name is not None and part.isidentifier() else ""


def _name(stem: str, layout: Layout) -> str:
    directory, _, part = stem.rpartition("/")
    return f"{layout.folders[directory].name}.{part}".lstrip(".")


def _roots(stems: Iterable[str], layout: Layout) -> Mapping[str, tuple[str, ...]]:
    """The roots that each top-level name is in, those nearer to the top of the repository first."""
    found: dict[str, list[str]] = {}
    for stem in sorted(stems):
        directory, _, part = stem.rpartition("/")
        if part and directory in layout.roots:
            found.setdefault(part, []).append(directory)
    return {top: tuple(sorted(set(roots), key=lambda root: (root.count("/"), root))) for top, roots in found.items()}


def views_of(places: Places, modules: Iterable[Module]) -> Callable[[str, bool], View]:
    """From a directory, and whether it is one of tests, to what modules there see."""
    configured = frozenset(each.directory for each in modules if each.stem == joined(each.directory, "conftest"))

    @cache
    def view(beside: tuple[str, ...], root: str, tested: bool) -> View:
        return View(beside, root, tested)

    @cache
    def at(directory: str, tested: bool) -> View:
        folder = places.layout.folders[directory]
        loose = () if folder.regular else (directory,)
        above = tuple(each for each in _upwards(directory) if each in configured) if tested else ()
        beside = tuple(each for each in dict.fromkeys((*loose, *above)) if each != folder.root)
        return view(beside, folder.root, tested)

    return at


def _upwards(directory: str) -> Iterator[str]:
    while directory:
        yield directory
        directory = parent(directory)
