"""What the files of a snapshot import: each blob is read once, in this run or an earlier one."""

from __future__ import annotations

from collections.abc import Collection, Iterable

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
    by_dialect: dict[str, list[str]] = {}
    for path in paths:
        if dialect := reader.dialect(path):
            by_dialect.setdefault(dialect, []).append(path)
    imports: dict[str, Imports] = {}
    unread: set[str] = set()
    for dialect, some in sorted(by_dialect.items()):
        blobs = _blobs(snapshot, some)
        # The limit: git names a blob that is too large to be read as well, and it must have no imports.
        kind = f"{engine()} {snapshot.limit} {reader.name} {dialect}"
        _recall(bench, kind, set(blobs.values()))
        unread |= set(some).difference(blobs) | _read(reader, dialect, snapshot, blobs, bench, kind)
        imports |= {path: bench.imports[kind, blob] for path, blob in blobs.items() if path not in unread}
    return imports, frozenset(unread)


def _blobs(snapshot: Snapshot, paths: Iterable[str]) -> dict[str, str]:
    """The blobs of the files that have one."""
    found: dict[str, str] = {}
    for path in paths:
        try:
            found[path] = snapshot.blob(path)
        except Unreadable:
            continue
    return found


def _recall(bench: Bench, kind: str, blobs: Collection[str]) -> None:
    unknown = [blob for blob in blobs if (kind, blob) not in bench.imports]
    for blob, kept in bench.known(kind, unknown).items():
        imports = imports_of(kept)
        if imports is not None:
            bench.imports[kind, blob] = imports


def _read(
    reader: GraphReader, dialect: str, snapshot: Snapshot, blobs: dict[str, str], bench: Bench, kind: str
) -> set[str]:
    """Read what is not known, and keep it; back come the files that cannot be read."""
    unread: set[str] = set()
    found: dict[str, bytes] = {}
    for path, blob in blobs.items():
        if (kind, blob) not in bench.imports:
            try:
                bench.imports[kind, blob] = reader.imports(snapshot.read(path), dialect)
                found[blob] = imports_bytes(bench.imports[kind, blob])
            except Unreadable:
                unread.add(path)
    bench.remember(kind, found)
    return unread
