"""Documents against the published schemas, and the ways to spoil a document."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator
from datetime import date
from functools import cache
from typing import Any

from jsonschema import Draft202012Validator

from tests.self.modules import TOP

__all__ = ["as_json", "complaints", "key_added", "key_removed", "value_replaced", "way_of"]

Way = tuple[str | int, ...]


@cache
def _validator(name: str) -> Draft202012Validator:
    schema = json.loads((TOP / f"docs/schemas/{name}.json").read_text(encoding="utf-8"))
    return Draft202012Validator(schema, format_checker=Draft202012Validator.FORMAT_CHECKER)


def complaints(name: str, document: Any) -> list[str]:
    """What the published schema says against a document."""
    found = _validator(name).iter_errors(document)
    return [f"{'/'.join(map(str, error.absolute_path))}: {error.message}" for error in found]


def as_json(value: Any) -> Any:
    """Data of a TOML file as JSON would have it: a date is text."""
    if isinstance(value, dict):
        return {key: as_json(each) for key, each in value.items()}
    if isinstance(value, list):
        return [as_json(each) for each in value]
    return str(value) if isinstance(value, date) else value


def way_of(way: Way) -> str:
    """`findings/*/line` for the line of any finding."""
    return re.sub(r"(?<=/)\d+(?=/|$)", "*", "/".join(map(str, way)))


def _ways(value: Any, way: Way = ()) -> Iterator[Way]:
    yield way
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, each in inner:
        yield from _ways(each, (*way, step))


def _distinct(document: Any) -> list[Way]:
    """One way for each kind of place in the document: what holds for one finding holds for all."""
    kinds: dict[str, Way] = {}
    for way in _ways(document):
        kinds.setdefault(way_of(way), way)
    return list(kinds.values())


def _at(document: Any, way: Way) -> Any:
    for step in way:
        document = document[step]
    return document


def key_added(document: Any) -> Iterator[tuple[Way, Any]]:
    """The document with one more key, at each place that has keys."""
    for way in _distinct(document):
        spoilt = copy.deepcopy(document)
        if isinstance(table := _at(spoilt, way), dict):
            table["unknown"] = 1.5
            yield way, spoilt


def key_removed(document: Any) -> Iterator[tuple[Way, Any]]:
    """The document without one of its keys, for each of them."""
    for way in _distinct(document):
        spoilt = copy.deepcopy(document)
        if way and isinstance(table := _at(spoilt, way[:-1]), dict):
            del table[way[-1]]
            yield way, spoilt


def value_replaced(document: Any) -> Iterator[tuple[Way, Any]]:
    """The document with a fraction, which nothing of ours is, at each place."""
    for way in _distinct(document):
        spoilt = [copy.deepcopy(document)]
        _at(spoilt, (0, *way[:-1]) if way else ())[way[-1] if way else 0] = 1.5
        yield way, spoilt[0]
