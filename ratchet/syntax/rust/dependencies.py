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
    """The manifests of a repository, and what `.cargo/config.toml` says, by the directories that they speak of."""

    def __init__(self, by_directory: Mapping[str, Manifest | None], configs: Mapping[str, Manifest]) -> None:
        self._by_directory = by_directory
        self._configs = configs

    def uses(self, directory: str) -> Iterator[Use]:
        """The packages that a package or its build script is built with; those for its tests are not among them."""
        root = self._workspace(directory)
        yield from _patches(root, self._get(root), "`[patch]` or `[replace]`")
        for above in {*_upward(directory), *_upward(root)} & self._configs.keys():
            yield from _patches(above, self._configs[above], "`[patch]` of .cargo/config.toml")
            yield from self._overrides(above)
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
        return next((above for above in _upward(directory) if "workspace" in self._get(above)), directory)

    def _overrides(self, home: str) -> Iterator[Use]:
        """The packages in and below the directories of `paths`: they replace others of the same name."""
        named = self._configs[home].get("paths")
        for path in map(_text, named if isinstance(named, list) else []):
            for directory in self._by_directory:
                if path is not None and _joined(home, path) in _upward(directory):
                    yield Use("", directory, "is built with it by `paths` of .cargo/config.toml")


def _patches(home: str, manifest: Manifest, how: str) -> Iterator[Use]:
    """The packages that `[patch]` and `[replace]` take from a path.

    Each counts as used: a package from elsewhere may depend on it, and only cargo knows that.
    """
    for patched in (*table(manifest.get("patch")).values(), manifest.get("replace")):
        for key, spec in table(patched).items():
            path = _text(table(spec).get("path"))
            if path is not None:
                yield Use(key, _joined(home, path), f"is built with it by {how}")


def _upward(directory: str) -> Iterator[str]:
    """A directory and all that it is in."""
    yield directory
    while directory:
        directory = directory.rpartition("/")[0]
        yield directory


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
