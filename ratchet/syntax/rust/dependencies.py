"""Which packages of the repository a package is built with: by path, inherited from its workspace, or patched in."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping

from ratchet.model.value import frozen

__all__ = ["Manifest", "Manifests", "Use", "table"]

Manifest = Mapping[str, object]
_USED = ("dependencies", "build-dependencies", "build_dependencies")
_SOURCES = ("path", "version", "git", "registry", "registry-index")


@frozen
class Use:
    """A package of the repository that another one is built with, and `how` that is said.

    It is named by its directory, or by its name where the dependency has no source.
    """

    name: str
    directory: str | None
    how: str


class Manifests:
    """The manifests of a repository, by their directories."""

    def __init__(self, by_directory: Mapping[str, Manifest | None]) -> None:
        self._by_directory = by_directory

    def uses(self, directory: str) -> Iterator[Use]:
        """The packages that a package or its build script is built with; those for its tests are not among them."""
        root = self._workspace(directory)
        yield from self._patches(root)
        for key, spec in _dependencies(self._get(directory)):
            home, said = directory, spec
            if table(spec).get("workspace") is True:
                home, said = root, table(table(self._get(root).get("workspace")).get("dependencies")).get(key, {})
            fields = table(said)
            name = _text(fields.get("package")) or key
            path = _text(fields.get("path"))
            if path is not None:
                yield Use(name, _joined(home, path), "depends on it by path")
            elif not isinstance(said, str) and not any(source in fields for source in _SOURCES):
                yield Use(name, None, "depends on it by name, without a version")

    def _get(self, directory: str) -> Manifest:
        return self._by_directory.get(directory) or {}

    def _workspace(self, directory: str) -> str:
        """The directory of the workspace that a package is in; its own where no workspace is above it."""
        package = table(self._get(directory).get("package"))
        named = _text(package.get("workspace"))
        if named is not None:
            return _joined(directory, named)
        above = directory
        while "workspace" not in self._get(above):
            if not above:
                return directory
            above = above.rpartition("/")[0]
        return above

    def _patches(self, root: str) -> Iterator[Use]:
        """The packages that `[patch]` and `[replace]` of a workspace take from a path.

        Each counts as used: a package from elsewhere may depend on it, and only cargo knows that.
        """
        manifest = self._get(root)
        for patched in (*table(manifest.get("patch")).values(), manifest.get("replace")):
            for key, spec in table(patched).items():
                path = _text(table(spec).get("path"))
                if path is not None:
                    yield Use(key, _joined(root, path), "is built with it by `[patch]` or `[replace]`")


def _dependencies(manifest: Manifest) -> Iterator[tuple[str, object]]:
    """The dependencies of a package and its build script, for all platforms."""
    for holder in (manifest, *map(table, table(manifest.get("target")).values())):
        for kind in _USED:
            yield from table(holder.get(kind)).items()


def _joined(directory: str, path: str) -> str:
    joined = posixpath.normpath(posixpath.join(directory, path.replace("\\", "/")))
    return "" if joined == "." else joined


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def table(value: object) -> Manifest:
    """A TOML table, or an empty one where there is something else."""
    return value if isinstance(value, dict) else {}
