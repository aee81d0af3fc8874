"""A commit that was measured wholly, on record: what a later run needs to judge only the files that differ from it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from functools import cache

from ratchet.model.inspection import Inspection
from ratchet.model.scope import Role, Scope
from ratchet.model.value import frozen
from ratchet.quick.shelf import Shelf, cells_of

__all__ = ["Entry", "NotNear", "Record", "Row", "Side", "cells_for", "put_record", "record_on", "table_of"]

Entry = tuple[str, Role]
"""The name of a file's content, and its role; the name is empty where only a diff can tell it."""

_SAME = "="
_NOT_THERE = "-"


class NotNear(Exception):
    """What differs from a record cannot be judged without the rest."""


class Side(Enum):
    """The trees that a record leads to: its own, that of its baseline, the base of the question, and the head."""

    KNOWN = "known"
    THEN = "then"
    BASE = "base"
    HEAD = "head"


@frozen
class Row:
    """One file of the record: as it is in the commit, as it was when the baseline was written, and its budgets.

    What has the same `essence` is the same for every verdict; it is empty where no other content can be. `size` is how
    many bytes were read.
    """

    now: Entry | None
    then: Entry | None
    same: bool
    budgets: Mapping[str, int]
    essence: str = ""
    size: int = 0


@frozen
class Record:
    """A commit, the commit that wrote its baseline, and what its policy found in it.

    `policy` names the contents of the files that it is stated in, by path; `places` are where such files lie, `names`
    are those of files that can change the role of others. `totals`, `allowed` and `sizes` are sums over all files.
    `odd` are files that must always be looked at again: what they hold is not just their budget, differs from what they
    held when the baseline was written, or deserves a warning. `lenses` is what files are read with, each behind the
    endings of those files.
    """

    commit: str
    written: str
    digest: str
    policy: Mapping[str, str]
    places: tuple[str, ...]
    names: frozenset[str]
    rules: tuple[str, ...]
    meanings: Mapping[str, str]
    totals: Mapping[str, int]
    allowed: Mapping[str, int]
    sizes: int
    waivers: int
    limit: int
    inspection: Inspection
    odd: tuple[str, ...]
    table: bytes
    lenses: tuple[bytes, ...]

    def row(self, path: str) -> Row | None:
        """What is on record of a file; None where it was in neither commit. Raises NotNear for what is no row."""
        try:
            cells = cells_of(self.table, path)
            return None if cells is None else self._row(*cells)
        except (ValueError, IndexError, TypeError) as error:
            raise NotNear from error

    def _row(self, now: str, then: str, budgets: str, essence: str, size: str) -> Row:
        pairs = (each.partition(":") for each in budgets.split(",") if each)
        held = {self.rules[int(rule)]: int(number) for rule, _, number in pairs}
        here = _entry(now)
        return Row(here, here if then == _SAME else _entry(then), then == _SAME, held, essence, int(size))


def record_on(shelf: Shelf) -> Record | None:
    """The record on a shelf, where there is one that can be read."""
    try:
        header, table, *lenses = shelf.parts()
        return _record(header.decode("utf-8", "surrogateescape").split("\n"), table, tuple(lenses))
    except ValueError:
        return None  # of another shape: as good as none


def put_record(shelf: Shelf, record: Record) -> None:
    """Keep a record in the place of an older one."""
    header = "\n".join("\t".join(cells) for cells in _header(record))
    shelf.put([header.encode("utf-8", "surrogateescape"), record.table, *record.lenses])


def _header(record: Record) -> Iterator[Iterable[str]]:
    """All but the table, in lines of cells."""
    seen = record.inspection
    yield record.commit, record.written, record.digest
    yield record.policy.keys()
    yield record.policy.values()
    yield record.places
    yield sorted(record.names)
    yield record.rules
    yield (record.meanings.get(rule, "") for rule in record.rules)
    yield (str(record.totals.get(rule, 0)) for rule in record.rules)
    yield (str(record.allowed.get(rule, 0)) for rule in record.rules)
    numbers = record.sizes, record.waivers, record.limit, seen.files, seen.analysed, seen.bytes
    yield (str(number) for number in numbers)
    yield from (seen.degraded, seen.excluded, seen.orphans, seen.notices, seen.beyond)
    yield record.odd


def _record(lines: list[str], table: bytes, lenses: tuple[bytes, ...]) -> Record:
    cells = [tuple(line.split("\t")) if line else () for line in lines]
    (commit, written, digest), stated, blobs, places, names, rules, *sums, numbers, degraded = cells[:11]
    excluded, orphans, notices, beyond, odd = cells[11:]
    meanings, totals, allowed = sums
    sizes, waivers, limit, files, analysed, size = map(int, numbers)
    return Record(
        commit=commit,
        written=written,
        digest=digest,
        policy=dict(zip(stated, blobs, strict=True)),
        places=places,
        names=frozenset(names),
        rules=rules,
        meanings={rule: meaning for rule, meaning in zip(rules, meanings, strict=True) if meaning},
        totals=dict(zip(rules, map(int, totals), strict=True)),
        allowed=dict(zip(rules, map(int, allowed), strict=True)),
        sizes=sizes,
        waivers=waivers,
        limit=limit,
        inspection=Inspection(files, analysed, degraded, excluded, (), orphans, notices, size, beyond),
        odd=odd,
        table=table,
        lenses=lenses,
    )


def table_of(lines: Iterable[bytes]) -> bytes:
    """Lines as they are searched: each after a line break."""
    return b"\n".join([b"", *lines, b""])


def cells_for(row: Row, numbers: Mapping[str, int]) -> tuple[str, ...]:
    """What stands behind the path in the line of a file, given the numbers of the rules."""
    budgets = ",".join([f"{numbers[rule]}:{number}" for rule, number in row.budgets.items() if rule in numbers])
    return _word(row.now), _SAME if row.same else _word(row.then), budgets, row.essence, str(row.size)


def _word(entry: Entry | None) -> str:
    if entry is None:
        return _NOT_THERE
    blob, role = entry
    return f"{_role_word(role.scope, role.library, role.orphan, role.data, role.own_macros)} {blob}"


@cache
def _role_word(scope: Scope, library: bool, orphan: bool, data: bool, own_macros: frozenset[str]) -> str:
    flags = (("l", library), ("o", orphan), ("d", data))
    names = "".join(f":{name}" for name in sorted(own_macros))
    return f"{scope} {''.join(letter for letter, is_so in flags if is_so)}{names}"


def _entry(word: str) -> Entry | None:
    if word == _NOT_THERE:
        return None
    scope, told, blob = word.split(" ")
    flags, *names = told.split(":")
    return blob, Role(Scope(scope), "l" in flags, (), "o" in flags, "d" in flags, frozenset(names))
