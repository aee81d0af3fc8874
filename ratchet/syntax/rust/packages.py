"""Cargo packages: their targets, what they use, and which of them serve development alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from ratchet.model.globs import matcher
from ratchet.model.scope import Scope
from ratchet.model.toml import loads
from ratchet.model.value import frozen, replace
from ratchet.syntax.rust.targets import Target, targets

__all__ = ["Package", "packages"]

_LARGEST_MANIFEST = 1_000_000
_TARGETS = ("bin", "test", "bench", "example")
_USED = ("dependencies", "build-dependencies", "build_dependencies")


@frozen
class Package:
    """A directory with a `[package]`: its crate roots, and the names of the packages it cannot do without.

    `dev` says why no production needs it; `needed` names the package because of which it counts all the same.
    `declared` are the paths of roots that the manifest states, there or not.
    """

    directory: str
    name: str
    targets: tuple[Target, ...]
    uses: frozenset[str]
    dev: str = ""
    needed: str = ""
    readable: bool = True
    declared: frozenset[str] = frozenset()

    @property
    def manifest(self) -> str:
        """The path of its Cargo.toml."""
        return f"{self.directory}/Cargo.toml".lstrip("/")


def packages(paths: Sequence[str], read: Callable[[str], bytes], dev_crates: Sequence[str] = ()) -> tuple[Package, ...]:
    """Every package among the manifests; a manifest that cannot be read leaves only the conventions."""
    ordered = sorted(paths)
    likely = [path for path in ordered if path.endswith("Cargo.toml")]
    manifests = {path: _manifest(read(path)) for path in likely if path.rpartition("/")[2] == "Cargo.toml"}
    renamed = dict(_workspace_names(manifests.values()))
    found = [
        _package(manifest, path, ordered, renamed)
        for path, manifest in manifests.items()
        if manifest is None or _package_table(manifest) is not None
    ]
    return _with_dev(found, dev_crates) if dev_crates else tuple(found)


def _package(
    manifest: Mapping[str, object] | None, path: str, paths: Sequence[str], renamed: Mapping[str, str]
) -> Package:
    known = manifest or {"package": {}}
    name = (_package_table(known) or {}).get("name")
    uses = frozenset(_uses(known, renamed))
    directory, found = path.rpartition("/")[0], targets(known, path, paths)
    title, declared = name if isinstance(name, str) else "", frozenset(_declared(known))
    return Package(directory, title, found, uses, readable=manifest is not None, declared=declared)


def _declared(manifest: Mapping[str, object]) -> Iterator[str]:
    """The paths that a manifest gives to its targets."""
    tables: list[object] = [manifest.get("lib")]
    for key in _TARGETS:
        listed = manifest.get(key)
        tables += listed if isinstance(listed, list) else []
    stated = [_table(each).get("path") for each in tables]
    build = (_package_table(manifest) or {}).get("build")
    stated += build if isinstance(build, list) else [build]
    yield from (each for each in stated if isinstance(each, str))


def _package_table(manifest: Mapping[str, object]) -> Mapping[str, object] | None:
    """`[package]`, which old editions may call `[project]`."""
    tables = (manifest.get(key) for key in ("package", "project"))
    return next((table for table in tables if isinstance(table, dict)), None)


@lru_cache(maxsize=1024)  # most of them are the same in both trees of a check
def _manifest(content: bytes) -> Mapping[str, object] | None:
    if len(content) > _LARGEST_MANIFEST:
        return None
    try:
        return loads(content.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return None


def _workspace_names(manifests: Iterable[Mapping[str, object] | None]) -> Iterator[tuple[str, str]]:
    """What `name = { workspace = true }` means where a workspace gives a package another name."""
    for manifest in manifests:
        for name, spec in _table(_table((manifest or {}).get("workspace")).get("dependencies")).items():
            yield name, _package_name(name, spec)


def _uses(manifest: Mapping[str, object], renamed: Mapping[str, str]) -> Iterator[str]:
    """The packages that the package or its build script is built with; those for its tests are not among them."""
    holders = [manifest, *(_table(each) for each in _table(manifest.get("target")).values())]
    for name, spec in (item for holder in holders for key in _USED for item in _table(holder.get(key)).items()):
        yield renamed.get(name, name) if _table(spec).get("workspace") is True else _package_name(name, spec)


def _package_name(name: str, spec: object) -> str:
    package = _table(spec).get("package")
    return package if isinstance(package, str) else name


def _table(value: object) -> Mapping[str, object]:
    return value if isinstance(value, dict) else {}


def _with_dev(found: Sequence[Package], patterns: Sequence[str]) -> tuple[Package, ...]:
    """The packages that a pattern names, as serving development alone, unless production is built with them."""
    named = {package.directory: pattern for package in found if (pattern := _pattern(package, patterns))}
    needed: dict[str, str] = {}
    waiting = [package for package in found if package.directory not in named]
    while waiting:
        user = waiting.pop()
        for package in found:
            if package.directory in named and package.name in user.uses and package.directory not in needed:
                needed[package.directory] = user.name
                waiting.append(package)
    return tuple(_judged(package, named.get(package.directory), needed.get(package.directory)) for package in found)


def _pattern(package: Package, patterns: Sequence[str]) -> str | None:
    return next((each for each in patterns if package.name == each or matcher([each])(package.directory)), None)


def _judged(package: Package, pattern: str | None, needed: str | None) -> Package:
    if pattern is None:
        return package
    if needed is not None:
        return replace(package, needed=needed)
    ours = [replace(each, scope=Scope.TEST) if each.scope is Scope.PRODUCTION else each for each in package.targets]
    return replace(package, dev=f"dev_crates has `{pattern}`", targets=tuple(ours))
