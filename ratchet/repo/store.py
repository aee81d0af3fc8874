"""Facts kept from run to run, by what they were taken from: a hint that may be lost, never a truth.

One SQLite file in git's own directory serves all work trees and branches. Whatever goes wrong with it, a run goes on
as if it were empty: a lock that somebody holds, a full or read-only disk, bytes that nobody wrote.
"""

from __future__ import annotations

import json
import os
import sqlite3
import stat
import time
from collections.abc import Callable, Collection, Mapping
from contextlib import closing, suppress

from ratchet.model.digests import blake2b
from ratchet.model.static import TypeVar
from ratchet.model.value import field, frozen, mutable

__all__ = ["MOST_BYTES", "Store", "StoreState"]

T = TypeVar("T")

MOST_BYTES = 256_000_000
_LAYOUT = 2
_TABLE = "CREATE TABLE facts (key TEXT PRIMARY KEY, day INTEGER NOT NULL, value BLOB NOT NULL)"
_CONTENTS = [("facts", _TABLE), ("sqlite_autoindex_facts_1", None)]
_SELECT = "SELECT key, day, value FROM facts WHERE key IN (SELECT value FROM json_each(?))"
_OVERHEAD = 300
"""What a row takes beside its value: measured 240 bytes, most of them for the key and its index."""
_OLDEST = """
    DELETE FROM facts WHERE key IN (
      SELECT key FROM (SELECT key, sum(length(value) + ?) OVER (ORDER BY day DESC, key) AS total FROM facts)
      WHERE total > ?
    )
"""
_SEAL = 8
_FRESH = 7
_PATIENCE = 0.5
_RESPITE = 30.0
_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL}
_OF_THE_MOMENT = _BUSY | {
    sqlite3.SQLITE_AUTH,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_INTERRUPT,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_NOLFS,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_READONLY,
}


class _Foreign(Exception):
    """The file is none of ours."""


@frozen
class StoreState:
    """What a store holds; the `problem` is why nothing can be kept in it, empty where all is well."""

    path: str
    entries: int
    bytes: int
    problem: str = ""


def _today() -> int:
    return int(time.time() // 86_400)


@mutable
class Store:
    """Values by the kind of fact and the content they were taken from; `day` is the day of this run.

    A store that somebody else keeps to himself is waited for once, then done without for some time (`busy_until`).
    """

    path: str
    most_bytes: int = MOST_BYTES
    day: int = field(default_factory=_today)
    busy_until: float = 0.0

    @property
    def is_there(self) -> bool:
        """Whether anything was ever kept in it."""
        return os.path.lexists(self.path)

    def get(self, kind: str, ids: Collection[str]) -> dict[str, bytes]:
        """What is known of some contents; the rest has to be found out."""
        keys = {_key(kind, id_): id_ for id_ in ids}
        found: dict[str, bytes] = {}
        old: list[tuple[int, str]] = []
        for key, day, value in self._rows(list(keys)):
            if isinstance(value, bytes) and value == _sealed(key, value[_SEAL:]):
                found[keys[key]] = value[_SEAL:]
                if not isinstance(day, int) or abs(self.day - day) > _FRESH:
                    old.append((self.day, key))
        if old:
            self._with_file(lambda file: _update(file, "UPDATE facts SET day = ? WHERE key = ?", old), None)
        return found

    def put(self, kind: str, values: Mapping[str, bytes]) -> None:
        """Remember; what cannot be written now is found out again next time."""
        if not values:
            return
        keyed = {_key(kind, id_): value for id_, value in sorted(values.items())}
        rows = [(key, self.day, _sealed(key, value)) for key, value in keyed.items()]
        with suppress(OSError):
            os.mkdir(os.path.dirname(self.path))
        self._with_file(lambda file: _update(file, "INSERT OR REPLACE INTO facts VALUES (?, ?, ?)", rows), None)
        if _size(self.path) > self.most_bytes:
            self._with_file(lambda file: _shrink(file, self.most_bytes), None)

    def state(self) -> StoreState:
        """How much there is."""
        entries = self._with_file(_entries, 0) if os.path.lexists(self.path) else 0
        return StoreState(self.path, entries, sum(map(_size, self._files())), self._obstacle())

    def clear(self) -> StoreState:
        """Forget everything; back comes what there was."""
        before = self.state()
        self._remove()
        return before

    def _files(self) -> tuple[str, ...]:
        # The journal goes first: left beside another file, it would be played back into that one.
        return (f"{self.path}-journal", self.path)

    def _rows(self, keys: list[str]) -> list[tuple[str, object, object]]:
        if not keys or not os.path.lexists(self.path):
            return []
        asked = (json.dumps(keys),)
        return self._with_file(lambda file: file.execute(_SELECT, asked).fetchall() if _is_ready(file) else [], [])

    def _with_file(self, work: Callable[[sqlite3.Connection], T], otherwise: T) -> T:
        """One piece of work; where it fails the file is taken away, unless the fault is of the moment."""
        if time.monotonic() < self.busy_until or self._obstacle():
            return otherwise
        try:
            with closing(sqlite3.connect(self.path, timeout=_PATIENCE, isolation_level=None)) as file:
                # What is lost in a power cut is found out again; what a stranger wrote may call no function.
                file.execute("PRAGMA synchronous = OFF")
                file.execute("PRAGMA trusted_schema = OFF")
                return work(file)
        except sqlite3.Error as error:
            code = getattr(error, "sqlite_errorcode", 0) & 0xFF
            if code in _BUSY:
                self.busy_until = time.monotonic() + _RESPITE
            elif code not in _OF_THE_MOMENT:
                self._remove()
        except _Foreign:
            self._remove()
        return otherwise

    def _obstacle(self) -> str:
        """Why nothing is kept here: what leads elsewhere is not followed, what is no file is left alone."""
        directory = os.path.dirname(self.path)
        if not stat.S_ISDIR(_mode(directory) or stat.S_IFDIR):
            return f"{directory} is not a directory"
        odd = (path for path in self._files() if not stat.S_ISREG(_mode(path) or stat.S_IFREG))
        return next((f"{path} is not a regular file" for path in odd), "")

    def _remove(self) -> None:
        if stat.S_ISDIR(_mode(os.path.dirname(self.path))):
            for path in self._files():
                with suppress(OSError):
                    os.remove(path)


def _is_ready(file: sqlite3.Connection) -> bool:
    """Whether the table is there; nothing else may be: no trigger, no view, no column that we did not make."""
    [(layout,)] = file.execute("PRAGMA user_version")
    found = sorted(file.execute("SELECT name, sql FROM sqlite_master"))
    if found and (layout, found) != (_LAYOUT, _CONTENTS):
        raise _Foreign
    return bool(found)


def _update(file: sqlite3.Connection, statement: str, rows: Collection[tuple[object, ...]]) -> None:
    file.execute("BEGIN IMMEDIATE")
    if not _is_ready(file):
        file.execute(_TABLE)
        file.execute(f"PRAGMA user_version = {_LAYOUT}")
    file.executemany(statement, rows)
    file.execute("COMMIT")


def _shrink(file: sqlite3.Connection, most: int) -> None:
    """Let go of what nobody asked for longest, to half of what is allowed, so that it is not soon to do again."""
    if not _is_ready(file):
        return
    [(page, pages, free)] = file.execute("SELECT * FROM pragma_page_size, pragma_page_count, pragma_freelist_count")
    if page * (pages - free) > most:
        file.execute(_OLDEST, (_OVERHEAD, most // 2))
    file.execute("VACUUM")


def _entries(file: sqlite3.Connection) -> int:
    return int(file.execute("SELECT count(*) FROM facts").fetchone()[0]) if _is_ready(file) else 0


def _key(kind: str, id_: str) -> str:
    return blake2b(f"{kind}\0{id_}".encode("utf-8", "surrogateescape"), digest_size=16).hexdigest()


def _sealed(key: str, value: bytes) -> bytes:
    """The value behind a seal: a disk that lies, or a row under another key, is found out."""
    return blake2b(key.encode() + value, digest_size=_SEAL).digest() + value


def _mode(path: str) -> int:
    """The mode of what is at a path, be it a symlink; 0 where nothing is."""
    try:
        return os.lstat(path).st_mode
    except OSError:
        return 0


def _size(path: str) -> int:
    try:
        return os.lstat(path).st_size
    except OSError:
        return 0
