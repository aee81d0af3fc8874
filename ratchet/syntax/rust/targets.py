"""Cargo targets: the crate roots that manifests declare and that cargo finds by convention."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence

from ratchet.model.scope import Scope
from ratchet.model.value import frozen

__all__ = ["CONVENTIONAL", "Target", "targets"]

CONVENTIONAL = {"tests": Scope.TEST, "benches": Scope.BENCH, "examples": Scope.EXAMPLE}
_TABLES = {"test": "tests", "bench": "benches", "example": "examples"}


@frozen
class Target:
    """One crate root."""

    path: str
    scope: Scope
    library: bool
    because: str


def targets(manifest: Mapping[str, object], path: str, paths: Sequence[str]) -> tuple[Target, ...]:
    """The targets of the package that a manifest describes, among the sorted paths of all files."""
    return tuple(_Layout(manifest, path, paths).targets())


class _Layout:
    """One package's files as cargo would read them."""

    def __init__(self, manifest: Mapping[str, object], path: str, paths: Sequence[str]) -> None:
        self.directory = path.rpartition("/")[0]
        self.manifest = manifest
        self.path = path
        self.paths = paths
        package = manifest.get("package", manifest.get("project"))
        self.package: dict[str, object] = package if isinstance(package, dict) else {}

    def targets(self) -> Iterator[Target]:
        yield from self._library()
        yield from self._binaries()
        for table, folder in _TABLES.items():
            yield from self._declared(table, CONVENTIONAL[folder], (folder,))
            if self._automatic(table, f"auto{folder}"):
                yield from self._found(folder, CONVENTIONAL[folder])
        yield from self._build_script()

    def _library(self) -> Iterator[Target]:
        table = self.manifest.get("lib")
        declared = table.get("path") if isinstance(table, dict) else None
        if not isinstance(table, dict) and self.package.get("autolib") is False:
            return
        path = declared if isinstance(declared, str) else "src/lib.rs"
        yield from self._at(path, Scope.PRODUCTION, True, "library")

    def _binaries(self) -> Iterator[Target]:
        yield from self._declared("bin", Scope.PRODUCTION, ("src/bin", "src"))
        if self._automatic("bin", "autobins"):
            yield from self._at("src/main.rs", Scope.PRODUCTION, False, "binary")
            yield from self._found("src/bin", Scope.PRODUCTION)

    def _build_script(self) -> Iterator[Target]:
        build = self.package.get("build", "build.rs")
        if isinstance(build, str):
            yield from self._at(build, Scope.BUILD, False, "build script")
        elif build is True:
            yield from self._at("build.rs", Scope.BUILD, False, "build script")
        elif isinstance(build, list):
            for path in build:
                yield from self._at(str(path), Scope.BUILD, False, "build script")

    def _declared(self, table: str, scope: Scope, folders: Iterable[str]) -> Iterator[Target]:
        for entry in self._entries(table):
            name, path = entry.get("name"), entry.get("path")
            paths = [path] if isinstance(path, str) else []
            if not paths and isinstance(name, str):
                paths = [f"{folder}/{name}{end}" for folder in folders for end in (".rs", "/main.rs")]
                paths += ["src/main.rs"] if table == "bin" else []
            existing = [path for path in paths if self._exists(self._join(path))]
            yield from self._at(existing[0] if existing else "", scope, False, f"[[{table}]]")

    def _entries(self, table: str) -> list[dict[str, object]]:
        entries = self.manifest.get(table)
        return [entry for entry in entries if isinstance(entry, dict)] if isinstance(entries, list) else []

    def _automatic(self, table: str, switch: str) -> bool:
        """In the 2015 edition a declared target of a kind switches the search for others off."""
        old = self.package.get("edition", "2015") == "2015" and bool(self._entries(table))
        return bool(self.package.get(switch, not old))

    def _found(self, folder: str, scope: Scope) -> Iterator[Target]:
        prefix = self._join(folder) + "/"
        first, behind = bisect_left(self.paths, prefix), bisect_left(self.paths, prefix[:-1] + "0")
        for path in self.paths[first:behind]:
            rest = path.removeprefix(prefix)
            if rest.endswith(".rs") and ("/" not in rest or (rest.count("/") == 1 and rest.endswith("/main.rs"))):
                yield Target(path, scope, False, f"{self.path}: target in {folder}/")

    def _at(self, path: str, scope: Scope, library: bool, what: str) -> Iterator[Target]:
        full = self._join(path)
        if self._exists(full):
            yield Target(full, scope, library, f"{self.path}: {what}")

    def _exists(self, path: str) -> bool:
        at = bisect_left(self.paths, path)
        return at < len(self.paths) and self.paths[at] == path

    def _join(self, path: str) -> str:
        parts = self.directory.split("/") if self.directory else []
        for part in path.replace("\\", "/").split("/"):
            if part == ".." and parts:
                parts.pop()
            elif part not in ("", ".", ".."):
                parts.append(part)
        return "/".join(parts)
