"""From the name of a package of the repository to the file that is meant, though its build is not there."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ratchet.graphs.places import inside
from ratchet.graphs.typescript.configs import Config
from ratchet.graphs.typescript.exports import exported
from ratchet.graphs.typescript.manifests import Manifest
from ratchet.graphs.typescript.tree import Tree
from ratchet.model.value import frozen

__all__ = ["in_package", "split"]

# Where builds are put, and what they are called; a source of the same name is looked for under the second.
_BUILDS = frozenset(
    {
        "dist",
        "build",
        "lib",
        "out",
        "output",
        "esm",
        "cjs",
        "es",
        "umd",
        "module",
        "types",
        "typings",
        "node",
        "browser",
        "_esm",
        "_cjs",
    }
)
_SOURCES = ("src", "source", "lib", "")
_MOST_PARTS = 4
# A build calls its files as it likes: `x.mjs` comes from `x.ts`, whatever it is.
_BUILT = re.compile(r"(?:\.d)?\.[mc]?[jt]s$")


@frozen
class _Search:
    """What is looked for, and what is known about the place."""

    tree: Tree
    manifest: Manifest
    configs: tuple[Config, ...]
    importer: str

    def at(self, path: str) -> str:
        """The file for a path from the package's directory."""
        there = inside(self.manifest.directory, path)
        if there is None:
            return ""
        return self.tree.file(there, self.importer) or self.tree.index(there, self.importer)


def split(name: str) -> tuple[str, str]:
    """`@scope/name/sub/path` → the package and `./sub/path`, or `.`."""
    parts = name.split("/")
    taken = 2 if name.startswith("@") else 1
    package, rest = "/".join(parts[:taken]), "/".join(parts[taken:])
    return package, f"./{rest}" if rest else "."


def in_package(tree: Tree, manifest: Manifest, configs: tuple[Config, ...], subpath: str, importer: str) -> str:
    """The file that a subpath of a package means; empty if none can be told.

    What the manifest names and the repository has comes first; then the source of what it names, where a build is
    not committed; then, for packages that do not say what they export, the path itself.
    """
    search = _Search(tree, manifest, configs, importer)
    named = exported(manifest.exports, subpath)
    targets = named if named is not None else manifest.entries if subpath == "." else ()
    found = next((file for each in targets if (file := search.at(each))), "")
    found = found or next((file for each in targets if (file := _source(search, each))), "")
    if found or named is not None:
        return found
    if subpath != ".":
        return search.at(subpath) or search.at(f"src/{subpath}") or _source(search, subpath)
    return search.at(".") or search.at("src")


def _source(search: _Search, target: str) -> str:
    """The source of a file that a build would make."""
    target = _BUILT.sub("", target)
    by_config = (file for each in search.configs if (file := _by_config(search, each, target)))
    return next(by_config, "") or next((file for each in _guesses(target) if (file := search.at(each))), "")


def _by_config(search: _Search, config: Config, target: str) -> str:
    """`dist/x.js` with `outDir: dist` and `rootDir: src` comes from `src/x.ts`."""
    there = inside(search.manifest.directory, target)
    if there is None or not config.out or not there.startswith(f"{config.out}/"):
        return ""
    rest = there.removeprefix(f"{config.out}/")
    roots = (config.root,) if config.root is not None else (f"{config.directory}/src", config.directory)
    paths = (inside(root, rest) for root in roots)
    return next((file for path in paths if path is not None and (file := search.tree.file(path, search.importer))), "")


def _guesses(target: str) -> Iterator[str]:
    parts = [part for part in target.split("/") if part not in {"", "."}]
    for number in range(min(len(parts), _MOST_PARTS)):
        if number and parts[number - 1] not in _BUILDS and not parts[number - 1].startswith("dist"):
            return
        if number:
            yield from ("/".join([source, *parts[number:]]) for source in _SOURCES)
