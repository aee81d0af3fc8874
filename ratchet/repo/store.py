"""Facts kept from run to run, by what they were taken from: a hint that may be lost, never a truth.

One SQLite file in git's own directory serves all work trees and branches. Whatever goes wrong with it, a run goes on
as if it were empty: a lock that somebody holds, a full or read-only disk, bytes that nobody wrote.
"""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
import time
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass

__all__ = ["MOST_BYTES", "Store", "StoreState"]

MOST_BYTES = 256_000_000
_LAYOUT = 1
_SCHEMA = "CREATE TABLE IF NOT EXISTS facts (key TEXT PRIMARY KEY, day INTEGER NOT NULL, value BLOB NOT NULL)"
_SELECT = "SELECT key, day, value FROM facts WHERE key IN (SELECT value FROM json_each(?))"
_OLDEST = "DELETE FROM facts WHERE key IN (SELECT key FROM facts ORDER BY day LIMIT (SELECT count(*) / 2 FROM facts))"
_SEAL = 8
_FRESH = 7
_PATIENCE = 0.5


@dataclass(frozen=True, slots=True)
class StoreState:
    """What a store holds."""

    path: str
    entries: int
    bytes: int


@dataclass(frozen=True, slots=True)
class Store:
    """Values by the kind of fact and the content they were taken from; `day` is when they were last asked for."""

    path: str
    most_bytes: int = MOST_BYTES

    def get(self, kind: str, ids: Collection[str]) -> dict[str, bytes]:
        """What is known of some contents; the rest has to be found out."""
        found: dict[str, bytes] = {}
        if not ids or not os.path.exists(self.path):
            return found
        keys = {_key(kind, id_): id_ for id_ in ids}
        old: list[tuple[int, str]] = []
        today = _today()
        with self._opened() as connection:
            for key, day, value in connection.execute(_SELECT, (json.dumps(list(keys)),)):
                if value == _sealed(key, value[_SEAL:]):
                    found[keys[key]] = value[_SEAL:]
                    if today - day > _FRESH:
                        old.append((today, key))
            if old:
                connection.executemany("UPDATE facts SET day = ? WHERE key = ?", old)
        return found

    def put(self, kind: str, values: Mapping[str, bytes]) -> None:
        """Remember; what cannot be written now is found out again next time."""
        if not values:
            return
        keyed = {_key(kind, id_): value for id_, value in sorted(values.items())}
        rows = [(key, _today(), _sealed(key, value)) for key, value in keyed.items()]
        with self._opened() as connection:
            connection.execute(_SCHEMA)
            connection.executemany("INSERT OR REPLACE INTO facts VALUES (?, ?, ?)", rows)
        if _size(self.path) > self.most_bytes:
            with self._opened() as connection:
                connection.execute(_OLDEST)
                connection.commit()
                connection.execute("VACUUM")

    def state(self) -> StoreState:
        """How much there is."""
        entries = 0
        if os.path.exists(self.path):
            with self._opened() as connection:
                [(entries,)] = connection.execute("SELECT count(*) FROM facts")
        return StoreState(self.path, entries, sum(_size(path) for path in self._files()))

    def clear(self) -> StoreState:
        """Forget everything; back comes what there was."""
        before = self.state()
        self._remove()
        return before

    def _files(self) -> tuple[str, ...]:
        return (self.path, f"{self.path}-wal", f"{self.path}-shm", f"{self.path}-journal")

    @contextmanager
    def _opened(self) -> Iterator[sqlite3.Connection]:
        """The file, for one piece of work; where that fails, the file is taken away unless somebody else has it."""
        connection: sqlite3.Connection | None = None
        try:
            os.makedirs(os.path.dirname(self.path), exist_ok=True)
            connection = sqlite3.connect(self.path, timeout=_PATIENCE)
            _prepare(connection)
            with connection:
                yield connection
        except OSError:
            pass
        except sqlite3.OperationalError as error:
            if not _is_of_the_moment(error):
                self._remove()
        except (sqlite3.Error, TypeError, ValueError, KeyError):
            self._remove()
        finally:
            if connection is not None:
                connection.close()

    def _remove(self) -> None:
        for path in self._files():
            with suppress(OSError):
                os.remove(path)


def _prepare(connection: sqlite3.Connection) -> None:
    """A file of another layout is none of ours."""
    connection.execute("PRAGMA synchronous = OFF")
    [(layout,)] = connection.execute("PRAGMA user_version")
    if layout == 0:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute(_SCHEMA)
        connection.execute(f"PRAGMA user_version = {_LAYOUT}")
    elif layout != _LAYOUT:
        raise sqlite3.DatabaseError("another layout")


def _is_of_the_moment(error: sqlite3.OperationalError) -> bool:
    """Somebody has it, or the disk is full or read-only: that is no fault of the file."""
    return any(word in str(error) for word in ("locked", "readonly", "unable to open", "full", "disk I/O"))


def _today() -> int:
    return int(time.time() // 86_400)


def _key(kind: str, id_: str) -> str:
    return hashlib.blake2b(f"{kind}\0{id_}".encode("utf-8", "surrogateescape"), digest_size=16).hexdigest()


def _sealed(key: str, value: bytes) -> bytes:
    """The value behind a seal: a disk that lies, or a row under another key, is found out."""
    return hashlib.blake2b(key.encode() + value, digest_size=_SEAL).digest() + value


def _size(path: str) -> int:
    try:
        return os.path.getsize(path)
    except OSError:
        return 0
