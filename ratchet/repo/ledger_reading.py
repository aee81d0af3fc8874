"""Baseline files of a snapshot made into budgets, meanings and waivers; what is not exactly right is refused."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from ratchet.model.baseline import Baseline, Budgets
from ratchet.model.errors import Mistake, Place, RatchetError
from ratchet.model.shape import Shape
from ratchet.model.snapshot import Snapshot
from ratchet.model.version import __version__
from ratchet.model.waiver import Waiver
from ratchet.repo.canonical import SCHEMA, parse_canonical, unit_of
from ratchet.repo.ledger_places import foreign, inside
from ratchet.repo.shapes import BUDGETS_SHAPE, FILES_SHAPE, RULES_SHAPE, WAIVERS_SHAPE
from ratchet.repo.strict_toml import Document, check_shape, parse_document, read_text
from ratchet.syntax.toml_places import toml_places

__all__ = ["budgets_in", "meanings_in", "read_baseline", "read_waivers", "waivers_in", "waivers_of"]

_SHAPES = {"rules.toml": RULES_SHAPE, "files.toml": FILES_SHAPE, "units.toml": BUDGETS_SHAPE}
_NEEDED = ("files.toml", "rules.toml")
_HEADER = re.compile(rb"^[ \t]*(\[\[)[ \t]*waiver[ \t]*\]\]", re.MULTILINE)


def read_baseline(snapshot: Snapshot, directory: str) -> Baseline | None:
    """What a snapshot allows; None where nothing was adopted yet. Raises RatchetError."""
    files = {name: inside(directory, name) for name in _SHAPES}
    _refuse_symlinks(snapshot, files.values())
    paths = frozenset(snapshot.paths())
    present = {name: path for name, path in files.items() if path in paths}
    if not present:
        return None
    if missing := [files[name] for name in _NEEDED if name not in present]:
        raise _half(missing, directory)
    data = _read_all(snapshot, present)
    budgets, others = _budgets(data["files.toml"]), _budgets(data.get("units.toml", {}))
    return Baseline(budgets, others, _meanings(data["rules.toml"]))


def read_waivers(snapshot: Snapshot, directory: str) -> tuple[Waiver, ...]:
    """The waivers of a snapshot, in the order of the file. Raises RatchetError."""
    path = inside(directory, "waivers.toml")
    _refuse_symlinks(snapshot, (path,))
    if path not in snapshot.paths():
        return ()
    return waivers_of(waivers_in(path, read_text(snapshot, path)))


def waivers_in(path: str, text: bytes) -> Document:
    """A `waivers.toml` whose shape is right. Raises RatchetError."""
    document = parse_document(path, text)
    check_shape(document, WAIVERS_SHAPE)
    return document


def waivers_of(document: Document) -> tuple[Waiver, ...]:
    """The waivers of a file that has their shape."""
    tables = document.data.get("waiver", [])
    return tuple(_waiver(table, place) for table, place in zip(tables, _places(document, len(tables)), strict=True))


def _read_all(snapshot: Snapshot, present: dict[str, str]) -> dict[str, dict[str, Any]]:
    data: dict[str, dict[str, Any]] = {}
    mistakes: tuple[Mistake, ...] = ()
    for name, path in present.items():
        try:
            data[name] = _read(path, read_text(snapshot, path), _SHAPES[name])
        except _Newer:
            raise  # in a layout that we do not know, nothing else that seems wrong need be wrong
        except RatchetError as error:
            mistakes += error.mistakes
    if mistakes:
        raise RatchetError.of(mistakes)
    return data


def budgets_in(path: str, text: bytes) -> Budgets:
    """The budgets of the text of one `files.toml` or `units.toml`. Raises RatchetError."""
    return _budgets(_read(path, text, _SHAPES[posixpath.basename(path)]))


def meanings_in(path: str, text: bytes) -> Mapping[str, str]:
    """The meaning of each rule by the text of one `rules.toml`. Raises RatchetError."""
    return _meanings(_read(path, text, RULES_SHAPE))


def _read(path: str, text: bytes, shape: Shape) -> dict[str, Any]:
    quick = _read_quickly(text, shape)
    if quick is not None:
        return quick
    document = parse_document(path, text)
    if shape is RULES_SHAPE:
        _refuse_newer(document)
    check_shape(document, shape)
    return document.data


def _read_quickly(text: bytes, shape: Shape) -> dict[str, dict[str, int]] | None:
    """Budgets that ratchet wrote itself, on every run of every hook; what a hand has touched is read with all care."""
    try:
        tables = parse_canonical(text.decode())
    except UnicodeDecodeError:
        return None
    keys: dict[str, dict[str, int]] = {key: {} for key in tables or ()}
    return tables if next(shape.check(keys, ()), None) is None else None


class _Newer(RatchetError):
    """The baseline has a layout of the future."""


def _refuse_newer(document: Document) -> None:
    layout, _, number = str(document.data.get("schema")).rpartition("/")
    ours, _, known = SCHEMA.rpartition("/")
    if layout != ours or not number.isascii() or not number.isdigit() or int(number) <= int(known):
        return
    raise _Newer(
        f"written by a newer ratchet: needs ratchet >= the one that writes `{layout}/{number}`, "
        f"this is {__version__} and reads `{SCHEMA}`",
        Place(document.path, *toml_places(document.text)(("schema",))),
        "upgrade ratchet to the version that the rest of the team and CI use",
    )


def _budgets(data: dict[str, Any]) -> Budgets:
    budgets = {unit_of(key): {rule: number for rule, number in table.items() if number} for key, table in data.items()}
    return {unit: table for unit, table in budgets.items() if table}


def _meanings(data: Mapping[str, Mapping[str, str]]) -> Mapping[str, str]:
    return {rule: table["meaning"] for rule, table in data.items() if rule != "schema"}


def _waiver(table: dict[str, Any], place: Place) -> Waiver:
    expires = table["expires"]
    return Waiver(
        rule=table["rule"],
        path=unit_of(table["path"]),
        allow=table["allow"],
        reason=table["reason"],
        owner=table["owner"],
        expires=expires if isinstance(expires, date) else date.fromisoformat(expires),
        issue=table.get("issue", ""),
        place=place,
    )


def _places(document: Document, count: int) -> list[Place]:
    """Where each waiver begins; a good file pays for a search of its headers, not for a syntax tree."""
    found = [header.start(1) for header in _HEADER.finditer(document.text)]
    if len(found) == count:
        return [Place(document.path, document.text.count(b"\n", 0, at) + 1) for at in found]
    place = toml_places(document.text)
    return [Place(document.path, place(("waiver", index))[0]) for index in range(count)]


def _refuse_symlinks(snapshot: Snapshot, paths: Iterable[str]) -> None:
    if found := foreign(snapshot, paths):
        path, notice = found
        raise RatchetError(
            f"a baseline must be a regular file of this repository; {notice}",
            Place(path),
            "put the file itself there and commit it",
        )


def _half(missing: list[str], directory: str) -> RatchetError:
    return RatchetError(
        f"half a baseline: {' and '.join(missing)} {'is' if len(missing) == 1 else 'are'} missing",
        Place(missing[0]),
        f"git restore --source=HEAD -- {posixpath.normpath(directory)}/",
    )
