"""The files of a repository as a module loader asks for them: does it exist, with which suffix, as which index."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ratchet.graphs.typescript.source import dialect
from ratchet.model.value import frozen

__all__ = ["Tree", "tree_of"]

_SCRIPTS = (".js", ".jsx", ".mjs", ".cjs")
_SOURCES = (".ts", ".tsx", ".mts", ".cts")
_COMPONENTS = (".vue", ".svelte")
_DECLARATIONS = (".d.ts", ".d.mts", ".d.cts")
# Declarations come last: where `a.d.ts` describes an `a.js` of the repository, `a.js` is what runs.
_FOR_SOURCES = (*_SOURCES, *_SCRIPTS, ".json", *_COMPONENTS, *_DECLARATIONS)
_FOR_SCRIPTS = (*_SCRIPTS, *_SOURCES, ".json", *_COMPONENTS, *_DECLARATIONS)
# What a compiled file is compiled from.
_ORIGINS = {".js": (".ts", ".tsx"), ".jsx": (".tsx",), ".mjs": (".mts",), ".cjs": (".cts",)}
_DECLARED = {".js": ".d.ts", ".jsx": ".d.ts", ".mjs": ".d.mts", ".cjs": ".d.cts"}


@frozen
class Tree:
    """Every file and every directory, as paths from the root; the root is the empty path."""

    files: frozenset[str]
    directories: frozenset[str]

    def file(self, path: str, importer: str) -> str:
        """The file that an import of this path means, without looking into directories; empty if there is none."""
        return next((each for each in _candidates(path, _compiled(importer)) if each in self.files), "")

    def index(self, directory: str, importer: str) -> str:
        """The index file of a directory; empty if there is none."""
        if directory not in self.directories:
            return ""
        stem = f"{directory}/index" if directory else "index"
        return next((stem + suffix for suffix in _suffixes(_compiled(importer)) if stem + suffix in self.files), "")


def tree_of(paths: Iterable[str]) -> Tree:
    """The files, and the directories they lie in."""
    files = frozenset(paths)
    directories = {""}
    for path in files:
        directory = path.rpartition("/")[0]
        while directory not in directories:
            directories.add(directory)
            directory = directory.rpartition("/")[0]
    return Tree(files, frozenset(directories))


def _compiled(importer: str) -> bool:
    """Does a compiler read the importing file, so that sources win over scripts?"""
    return not importer.endswith(_SCRIPTS) and dialect(importer) != ""


def _suffixes(compiled: bool) -> tuple[str, ...]:
    return _FOR_SOURCES if compiled else _FOR_SCRIPTS


def _candidates(path: str, compiled: bool) -> Iterator[str]:
    stem, dot, ending = path.rpartition(".")
    suffix = dot + ending
    origins = [stem + origin for origin in _ORIGINS.get(suffix, ())]
    yield from [*origins, path] if compiled else [path, *origins]
    for each in _suffixes(compiled):
        yield path + each
    if suffix in _DECLARED:
        yield stem + _DECLARED[suffix]
