"""Cargo packages: their targets, the packages they are built with, and which of them are no production."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from ratchet.model.globs import matcher
from ratchet.model.scope import Scope
from ratchet.model.toml import loads
from ratchet.model.value import frozen, replace
from ratchet.syntax.rust.dependencies import Config, Manifest, Manifests, Use, joined, table
from ratchet.syntax.rust.targets import Target, targets

__all__ = ["Package", "packages"]

_LARGEST_MANIFEST = 1_000_000
_CONFIGS = (".cargo/config", ".cargo/config.toml")
_TARGETS = ("bin", "test", "bench", "example")
_DIRECTORIES = {
    "example": Scope.EXAMPLE,
    "examples": Scope.EXAMPLE,
    "test": Scope.TEST,
    "tests": Scope.TEST,
    "bench": Scope.BENCH,
    "benches": Scope.BENCH,
    "benchmarks": Scope.BENCH,
    "fuzz": Scope.TEST,
}
"""What a package in or below such a directory is, unless production is built with it."""


@frozen
class Package:
    """A directory with a `[package]`: its crate roots, and the packages of the repository it is built with.

    Its `scope` is what its place or `dev_crates` says, for the reason that `because` gives; production where it has
    none, or where production is built with it, as `needed` says. `declared` are the paths of roots that the manifest
    states, there or not. `program` says why it prints on purpose.
    """

    directory: str
    name: str
    targets: tuple[Target, ...]
    uses: frozenset[Use]
    scope: Scope = Scope.PRODUCTION
    because: str = ""
    needed: str = ""
    readable: bool = True
    declared: frozenset[str] = frozenset()
    program: str = ""

    @property
    def manifest(self) -> str:
        """The path of its Cargo.toml."""
        return f"{self.directory}/Cargo.toml".lstrip("/")

    @property
    def proof(self) -> tuple[str, ...]:
        """What makes it production or not, where its place or the config has a say."""
        if not self.because:
            return ()
        if self.needed:
            return (f"{self.manifest}: {self.because}, and it is production: {self.needed}",)
        return (f"{self.manifest}: {self.because}, and no production package depends on it by path: {self.scope}",)


def packages(paths: Sequence[str], read: Callable[[str], bytes], dev_crates: Sequence[str] = ()) -> tuple[Package, ...]:
    """Every package among the manifests; a manifest that cannot be read leaves only the conventions."""
    ordered = sorted(paths)
    likely = [path for path in ordered if path.endswith("Cargo.toml")]
    manifests = {path: _manifest(read(path)) for path in likely if path.rpartition("/")[2] == "Cargo.toml"}
    by_directory = {path.rpartition("/")[0]: manifest for path, manifest in manifests.items()}
    known = Manifests(by_directory, _configs(ordered, read))
    found = [
        _package(manifest, path, ordered, known, dev_crates)
        for path, manifest in manifests.items()
        if manifest is None or _package_table(manifest) is not None
    ]
    return _with_scopes(found)


def _configs(paths: Sequence[str], read: Callable[[str], bytes]) -> dict[str, tuple[Config, ...]]:
    """What the configs of cargo say, by the directory that each is for; of two, cargo reads the older."""
    found: dict[str, tuple[Config, ...]] = {}
    for path in paths:
        home = path.rpartition(".cargo/")[0].rstrip("/")
        if path.endswith(_CONFIGS) and path.split("/")[-2] == ".cargo" and home not in found:
            found[home] = tuple(_with_included(path, read))
    return found


def _with_included(config: str, read: Callable[[str], bytes]) -> Iterator[Config]:
    """A config and those that it includes; one that is not there may come to be there."""
    waiting, seen = [config], {config}
    while waiting:
        path = waiting.pop()
        manifest = _manifest(read(path)) or {}
        directory = path.rpartition("/")[0]
        yield joined(directory, ".."), manifest
        stated = manifest.get("include")
        for each in stated if isinstance(stated, list) else [stated]:
            said = each if isinstance(each, str) else table(each).get("path")
            full = joined(directory, said) if isinstance(said, str) else path
            if full not in seen and not full.startswith(("/", "../")):
                seen.add(full)
                waiting.append(full)


def _package(
    read: Manifest | None, path: str, paths: Sequence[str], manifests: Manifests, dev_crates: Sequence[str]
) -> Package:
    manifest = read or {"package": {}}
    name = (_package_table(manifest) or {}).get("name")
    title = name if isinstance(name, str) else ""
    directory, found = path.rpartition("/")[0], targets(manifest, path, paths)
    uses, declared = frozenset(manifests.uses(directory)), frozenset(_declared(manifest))
    scope, because = _scope(directory, title, dev_crates)
    return Package(directory, title, found, uses, scope, because, readable=read is not None, declared=declared)


def _scope(directory: str, name: str, dev_crates: Sequence[str]) -> tuple[Scope, str]:
    """The scope that the config or its directory gives to a package, and what says so."""
    for pattern in dev_crates:
        if name == pattern or matcher([pattern])(directory):
            return Scope.TEST, f"dev_crates has `{pattern}`"
    part = next((part for part in directory.split("/") if part in _DIRECTORIES), "")
    if not part:
        return Scope.PRODUCTION, ""
    which = f" `{name}`" if name else ""
    return _DIRECTORIES[part], f"the directory of the package{which} is in or below `{part}`"


def _declared(manifest: Manifest) -> Iterator[str]:
    """The paths that a manifest gives to its targets."""
    tables: list[object] = [manifest.get("lib")]
    for key in _TARGETS:
        listed = manifest.get(key)
        tables += listed if isinstance(listed, list) else []
    stated = [table(each).get("path") for each in tables]
    build = (_package_table(manifest) or {}).get("build")
    stated += build if isinstance(build, list) else [build]
    yield from (each for each in stated if isinstance(each, str))


def _package_table(manifest: Manifest) -> Manifest | None:
    """`[package]`, which old editions may call `[project]`."""
    tables = (manifest.get(key) for key in ("package", "project"))
    return next((each for each in tables if isinstance(each, dict)), None)


@lru_cache(maxsize=1024)  # most of them are the same in both trees of a check
def _manifest(content: bytes) -> Manifest | None:
    if len(content) > _LARGEST_MANIFEST:
        return None
    try:
        return loads(content.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return None


def _with_scopes(found: Sequence[Package]) -> tuple[Package, ...]:
    """The packages with their last scopes: what production is built with is production."""
    at = {package.directory: [package] for package in found}
    by_name: dict[str, list[Package]] = {}
    for package in found:
        by_name.setdefault(package.name, []).append(package)
    needed: dict[str, str] = {}
    waiting = [package for package in found if package.scope is Scope.PRODUCTION]
    while waiting:
        user = waiting.pop(0)
        for use in sorted(user.uses, key=lambda each: (each.directory or "", each.name, each.how)):
            named = by_name.get(use.name, []) if use.directory is None else at.get(use.directory, [])
            for package in named:
                if package.scope is not Scope.PRODUCTION and package.directory not in needed:
                    needed[package.directory] = f"`{user.name}` ({user.manifest}) {use.how}"
                    waiting.append(package)
    return tuple(_judged(package, needed.get(package.directory)) for package in found)


def _judged(package: Package, needed: str | None) -> Package:
    if package.scope is Scope.PRODUCTION:
        return package
    if needed is not None:
        return replace(package, scope=Scope.PRODUCTION, needed=needed)
    mine = (replace(each, scope=package.scope) if each.scope is Scope.PRODUCTION else each for each in package.targets)
    return replace(package, targets=tuple(mine))
