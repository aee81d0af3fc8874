"""Which packages of the repository a package is built with: by path, inherited from its workspace, or patched in."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping, Sequence

from ratchet.model.value import frozen

__all__ = ["Config", "Manifest", "Manifests", "Use", "joined", "table"]

Manifest = Mapping[str, object]
Config = tuple[str, Manifest]
"""What a config of cargo says, and the directory that its paths count from."""
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

    def __init__(self, by_directory: Mapping[str, Manifest | None], configs: Mapping[str, Sequence[Config]]) -> None:
        self._by_directory = by_directory
        self._configs = configs

    def uses(self, directory: str) -> Iterator[Use]:
        """The packages that a package or its build script is built with; those for its tests are not among them."""
        roots = self._workspaces(directory)
        for root in roots:
            yield from _patches(root, self._get(root), "`[patch]` or `[replace]`")
        above = {each for root in roots for each in _upward(root)} & self._configs.keys()
        for home, config in (each for place in above for each in self._configs[place]):
            yield from _patches(home, config, "`[patch]` of .cargo/config.toml")
            yield from self._overrides(home, config)
        for key, spec in _dependencies(self._get(directory)):
            inherited = self._inherited(key, roots) if table(spec).get("workspace") is True else [(directory, spec)]
            for home, said in inherited or [(directory, {})]:
                yield from _used(home, key, said)

    def _inherited(self, key: str, roots: Sequence[str]) -> list[tuple[str, object]]:
        """What workspaces say of a dependency, and where."""
        told = ((root, table(table(self._get(root).get("workspace")).get("dependencies"))) for root in roots)
        return [(root, dependencies[key]) for root, dependencies in told if key in dependencies]

    def _get(self, directory: str) -> Manifest:
        return self._by_directory.get(directory) or {}

    def _workspaces(self, directory: str) -> list[str]:
        """The directories of a package and of the workspaces that it may be in: each above it may exclude it."""
        package = table(self._get(directory).get("package"))
        named = _text(package.get("workspace"))
        if named is not None:
            return [directory, joined(directory, named)]
        above = (each for each in _upward(directory) if "workspace" in self._get(each))
        return list(dict.fromkeys((directory, *above)))

    def _overrides(self, home: str, config: Manifest) -> Iterator[Use]:
        """The packages in and below the directories of `paths`: they replace others of the same name."""
        named = config.get("paths")
        for path in map(_text, named if isinstance(named, list) else []):
            for directory in self._by_directory:
                if path is not None and joined(home, path) in _upward(directory):
                    yield Use("", directory, "is built with it by `paths` of .cargo/config.toml")


def _used(home: str, key: str, spec: object) -> Iterator[Use]:
    """The package of the repository that a dependency may be."""
    fields = table(spec)
    name, path = _text(fields.get("package")) or key, _text(fields.get("path"))
    if path is not None:
        yield Use(name, joined(home, path), "depends on it by path")
    elif not isinstance(spec, str) and not any(source in fields for source in _SOURCES):
        yield Use(name, None, "depends on it by name, without a version")


def _patches(home: str, manifest: Manifest, how: str) -> Iterator[Use]:
    """The packages that `[patch]` and `[replace]` take from a path.

    Each counts as used: a package from elsewhere may depend on it, and only cargo knows that.
    """
    for patched in (*table(manifest.get("patch")).values(), manifest.get("replace")):
        for key, spec in table(patched).items():
            path = _text(table(spec).get("path"))
            if path is not None:
                yield Use(key, joined(home, path), f"is built with it by {how}")


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


def joined(directory: str, path: str) -> str:
    """A path from a directory. What leads out of the repository and back in goes through directories of any name."""
    parts = posixpath.normpath(posixpath.join(directory, path.replace("\\", "/"))).split("/")
    up = parts.count("..")
    inside = "/".join(parts[2 * up :] if len(parts) > 2 * up else parts)
    return "" if inside == "." else inside


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def table(value: object) -> Manifest:
    """A TOML table, or an empty one where there is something else."""
    return value if isinstance(value, dict) else {}
