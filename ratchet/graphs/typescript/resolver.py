"""What an import means where it stands: a file of the repository, a package from outside, or nothing we know."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from ratchet.graphs.places import inside
from ratchet.graphs.reader import Sources
from ratchet.graphs.typescript.assets import is_asset
from ratchet.graphs.typescript.builtin import is_builtin
from ratchet.graphs.typescript.configs import Config, Configs
from ratchet.graphs.typescript.documents import Documents
from ratchet.graphs.typescript.exports import imported
from ratchet.graphs.typescript.manifests import Manifest, Manifests
from ratchet.graphs.typescript.packages import in_package, split
from ratchet.graphs.typescript.tree import Tree, tree_of
from ratchet.model.value import frozen

__all__ = ["Meaning", "Resolver", "resolver_of"]

_PACKAGE = re.compile(r"(?:@[\w.~-]+/)?[\w-][\w.~-]*", re.ASCII)
_SCHEME = re.compile(r"(https?://[^/]+|(?!npm:|jsr:)[a-z][a-z0-9+.-]*:[^/?]*)", re.IGNORECASE)
_VERSIONED = re.compile(r"(?:npm|jsr):/?(@?[^@]+)(?:@[^/]*)?(/.*)?", re.DOTALL)
_LONGEST_CHAIN = 8


class Meaning(NamedTuple):
    """A file of the repository, or the name of what comes from outside; both are empty where nothing is known.

    An `asset` of the repository is no module, whether it is there or made by a build.
    """

    path: str = ""
    outside: str = ""
    standard: bool = False
    asset: bool = False


@frozen
class Resolver:
    """All that resolving needs to know of a tree."""

    tree: Tree
    documents: Documents
    manifests: Manifests
    configs: Configs

    def resolve(self, importer: str, specifier: str) -> Meaning:
        """The meaning of a specifier in a file."""
        found, plain = self._resolved(importer, specifier, 0), _without_query(specifier)
        if found == Meaning() and plain != specifier:
            found = self._resolved(importer, plain, 0)
        return Meaning(asset=True) if not found.outside and is_asset(found.path or plain) else found

    def _resolved(self, importer: str, specifier: str, depth: int) -> Meaning:
        directory = importer.rpartition("/")[0]
        if specifier.startswith(("./", "../")) or specifier in {".", ".."}:
            return Meaning(self._relative(directory, specifier, importer))
        if specifier.startswith("#") and depth < _LONGEST_CHAIN:
            found = self._mapped(importer, directory, specifier, depth)
            if found is not None:
                return found
        return self._named(importer, directory, specifier)

    def _named(self, importer: str, directory: str, specifier: str) -> Meaning:
        """A bare name: an alias, a module of Node.js, a package of the repository, or one from outside."""
        configs = self.configs.around(directory)
        nearest = [each for each in configs if each.directory == configs[0].directory]
        if path := self._aliased(nearest, specifier, importer):
            return Meaning(path)
        if is_builtin(specifier):
            return Meaning(outside=_builtin(specifier), standard=True)
        name, subpath = split(specifier)
        if (manifest := self.manifests.named(name, directory)) is not None:
            return Meaning(self._in(manifest, subpath, importer))
        if not self._declared(name, directory):
            if path := self._aliased(configs[len(nearest) :], specifier, importer):
                return Meaning(path)
            if any(each.promises(specifier) for each in configs):
                return Meaning()
        return Meaning(outside=_outside(specifier, name))

    def _relative(self, directory: str, path: str, importer: str) -> str:
        there = inside(directory, path)
        if there is None:
            return ""
        if path.endswith("/") or path.rpartition("/")[2] in {".", ".."}:
            return self._directory(there, importer)
        return self.tree.file(there, importer) or self._directory(there, importer)

    def _directory(self, directory: str, importer: str) -> str:
        """What importing a directory means: what its manifest names, or its index."""
        manifest = self.manifests.at(directory)
        if manifest is not None and manifest.entries:
            return self._in(Manifest(directory, entries=manifest.entries), ".", importer)
        return self.tree.index(directory, importer)

    def _in(self, manifest: Manifest, subpath: str, importer: str) -> str:
        return in_package(self.tree, manifest, self.configs.beside(manifest.directory), subpath, importer)

    def _mapped(self, importer: str, directory: str, specifier: str, depth: int) -> Meaning | None:
        """`#x` by the `imports` of the nearest manifest; None where they do not speak of it."""
        manifest = next(iter(self.manifests.above(directory)), None)
        targets = imported(manifest.imports, specifier) if manifest is not None else None
        if manifest is None or targets is None:
            return None
        for each in targets:
            if each.startswith("./"):
                found = Meaning(self._in(Manifest(manifest.directory, entries=(each,)), ".", importer))
            else:
                found = self._resolved(importer, each, depth + 1)
            if found != Meaning():
                return found
        return Meaning()

    def _aliased(self, configs: Sequence[Config], name: str, importer: str) -> str:
        paths = (path for each in configs for path in each.aliased(name))
        return next((file for path in paths if (file := self._relative("", path, importer))), "")

    def _declared(self, name: str, directory: str) -> bool:
        return any(name in each.declared for each in self.manifests.above(directory))


def resolver_of(sources: Sources) -> Resolver:
    """A resolver for a tree."""
    tree = tree_of(sources.paths)
    documents = Documents(sources.read)
    manifests = Manifests(tree, documents, sources.read)

    def extended(name: str, directory: str) -> str:
        """The config file that an own package has under a name."""
        package, subpath = split(name)
        manifest = manifests.named(package, directory)
        if manifest is None:
            return ""
        wanted = "tsconfig.json" if subpath == "." else subpath
        there = inside(manifest.directory, wanted)
        return next((each for each in (there, f"{there}.json") if each in tree.files), "") if there else ""

    return Resolver(tree, documents, manifests, Configs(tree, documents, extended))


def _builtin(specifier: str) -> str:
    """One name for `fs`, `node:fs` and `fs/promises`; the prefix tells it from a package of that name."""
    scheme, _, name = specifier.rpartition(":")
    return f"{scheme or 'node'}:{name.partition('/')[0]}"


def _without_query(specifier: str) -> str:
    """`./x.svg?raw` and `!!loader!./x` without what only a bundler understands."""
    return specifier.rpartition("!")[2].partition("?")[0]


def _outside(specifier: str, name: str) -> str:
    """The name of a package, or of what is addressed in another way; empty for what can be neither."""
    if match := _VERSIONED.fullmatch(specifier):
        return split(match[1])[0]
    if match := _SCHEME.match(specifier):
        return match[1]
    return name if _PACKAGE.fullmatch(name) else ""
