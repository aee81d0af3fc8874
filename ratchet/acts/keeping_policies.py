"""Config, rules and baselines as bytes that can be kept, and back; nothing but the classes named here comes of them."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date
from enum import Enum
from functools import cache
from importlib import import_module

from ratchet.model.baseline import Baseline
from ratchet.model.static import cast
from ratchet.model.waiver import Waiver

__all__ = ["Ledger", "ledger_bytes", "ledger_of", "policy_bytes", "policy_of"]

_HOMES = {
    "AcyclicSpec": "kinds.acyclic",
    "BetweenSpec": "kinds.between",
    "Config": "model.config",
    "CountSpec": "kinds.counted",
    "EdgeKind": "model.graph",
    "Edges": "kinds.edges",
    "Example": "model.rule",
    "Excuse": "kinds.exceptions",
    "FilesSpec": "kinds.files",
    "Goal": "model.config",
    "IndependentSpec": "kinds.independent",
    "Language": "model.language",
    "Layer": "kinds.layers",
    "LayersSpec": "kinds.layers",
    "LimitSpec": "kinds.limit",
    "Phase": "model.rule",
    "Place": "model.errors",
    "Rule": "model.rule",
    "Rulebook": "model.rule",
    "Scope": "model.scope",
    "Selection": "kinds.selectors",
    "Selector": "kinds.selectors",
    "Waiver": "model.waiver",
}
"""The classes that a policy is made of; another one is not kept."""
_TUPLE, _SET, _MAPPING, _DATE = "()", "{}", "{:}", "date"
_NO_SHAPE = (ValueError, TypeError, KeyError, RecursionError)

Ledger = tuple[Baseline | None, tuple[Waiver, ...]]


def policy_bytes(value: object) -> bytes | None:
    """A part of a policy; None where it is made of something that cannot be kept."""
    try:
        return _dumps(_plain(value))
    except KeyError:
        return None


def policy_of(kept: bytes) -> object | None:
    """The part that bytes stand for; None where they stand for none."""
    try:
        return _value(json.loads(kept))
    except _NO_SHAPE:
        return None


def ledger_bytes(baseline: Baseline | None, waivers: tuple[Waiver, ...]) -> bytes:
    """Budgets as JSON has them: there may be ten thousand."""
    budgets = [baseline.files, baseline.units, baseline.meanings] if baseline else None
    return _dumps([budgets, _plain(waivers)])


def ledger_of(kept: bytes) -> Ledger | None:
    """The baseline and the waivers that bytes stand for; None where they stand for none."""
    try:
        budgets, waivers = json.loads(kept)
        return Baseline(*budgets) if budgets else None, cast("tuple[Waiver, ...]", _value(waivers))
    except _NO_SHAPE:
        return None


def _dumps(value: object) -> bytes:
    # Not as escapes: those of two lone surrogates would come back as one character.
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode("utf-8", "surrogatepass")


def _plain(value: object) -> object:
    """Text, numbers and None as they are; anything else as a list that begins with what it is."""
    kind = type(value)
    if value is None or kind in {str, int, bool}:
        return value
    if isinstance(value, tuple):
        return [_TUPLE, *map(_plain, value)]
    if isinstance(value, frozenset):
        return [_SET, *map(_plain, sorted(value, key=str))]
    if isinstance(value, dict):
        return [_MAPPING, *map(_plain, value), *map(_plain, value.values())]
    if isinstance(value, date):
        return [_DATE, value.isoformat()]
    if kind.__module__ != f"ratchet.{_HOMES[kind.__name__]}":
        raise KeyError(kind)
    if isinstance(value, Enum):
        return [kind.__name__, value.value]
    return [kind.__name__, *(_plain(getattr(value, name)) for name in getattr(kind, "__match_args__", ()))]


def _value(plain: object) -> object:
    if not isinstance(plain, list):
        return plain
    kind, *parts = plain
    return _maker(kind)(*[_value(part) if isinstance(part, list) else part for part in parts])


@cache
def _maker(kind: str) -> Callable[..., object]:
    special: dict[str, Callable[..., object]] = {_TUPLE: _tuple, _SET: _set, _MAPPING: _mapping, _DATE: _date}
    if kind in special:
        return special[kind]
    return cast("Callable[..., object]", getattr(import_module(f"ratchet.{_HOMES[kind]}"), kind))


def _date(written: str) -> date:
    return date.fromisoformat(written)


def _tuple(*parts: object) -> tuple[object, ...]:
    return parts


def _set(*parts: object) -> frozenset[object]:
    return frozenset(parts)


def _mapping(*parts: object) -> dict[object, object]:
    half = len(parts) // 2
    return dict(zip(parts[:half], parts[half:], strict=True))
