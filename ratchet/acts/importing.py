"""What the files of a snapshot import: each blob is read once, in this run or an earlier one."""

from __future__ import annotations

from collections.abc import Iterable

from ratchet.acts.bench import Bench
from ratchet.acts.keeping import imports_bytes, imports_of
from ratchet.graphs.reader import GraphReader
from ratchet.model.graph import Import
from ratchet.model.snapshot import Snapshot, Unreadable
from ratchet.repo.engine import engine

__all__ = ["read_imports"]

Imports = tuple[Import, ...]


def read_imports(
    reader: GraphReader, snapshot: Snapshot, paths: Iterable[str], bench: Bench
) -> tuple[dict[str, Imports], frozenset[str]]:
    """The imports of every file that the reader knows, by path, and the files that cannot be read."""
    unread: set[str] = set()
    keys: dict[str, tuple[str, str]] = {}
    for path in paths:
        if dialect := reader.dialect(path):
            try:
                keys[path] = (f"{reader.name}/{dialect}", snapshot.blob(path))
            except Unreadable:
                unread.add(path)
    _recall(bench, set(keys.values()))
    found: dict[tuple[str, str], Imports] = {}
    for path, key in keys.items():
        if key not in bench.imports and key not in found:
            try:
                found[key] = reader.imports(snapshot.read(path), key[0].partition("/")[2])
            except Unreadable:
                unread.add(path)
    _keep(bench, found)
    return {path: bench.imports[key] for path, key in keys.items() if path not in unread}, frozenset(unread)


def _recall(bench: Bench, keys: set[tuple[str, str]]) -> None:
    for kind in sorted({kind for kind, _ in keys}):
        blobs = [blob for each, blob in keys if each == kind and (kind, blob) not in bench.imports]
        known = bench.store.get(f"{engine()} {kind}", blobs) if bench.store else {}
        for blob, kept in known.items():
            imports = imports_of(kept)
            if imports is not None:
                bench.imports[kind, blob] = imports


def _keep(bench: Bench, found: dict[tuple[str, str], Imports]) -> None:
    bench.imports.update(found)
    for kind in sorted({kind for kind, _ in found}) if bench.store else ():
        values = {blob: imports_bytes(imports) for (each, blob), imports in found.items() if each == kind}
        if bench.store:
            bench.store.put(f"{engine()} {kind}", values)
