"""The kinds there are: a module for each verb, read when a rule has it."""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping
from typing import Any

from ratchet import kinds
from ratchet.kinds.kind import Kind
from ratchet.kinds.verbs import VERBS

__all__ = ["AnyKind", "catalogue"]

AnyKind = Kind[Any]
"""A kind of some spec: which one, only its own module knows."""


class _Kinds(Mapping[str, AnyKind]):
    """The kinds by verb; a module is imported with the first rule that needs it."""

    def __getitem__(self, verb: str) -> AnyKind:
        if verb not in VERBS:
            raise KeyError(verb)
        kind = importlib.import_module(f"{kinds.__name__}.{verb}").KIND
        assert isinstance(kind, Kind)
        return kind

    def __iter__(self) -> Iterator[str]:
        return iter(sorted(VERBS))

    def __len__(self) -> int:
        return len(VERBS)


_KINDS = _Kinds()


def catalogue() -> Mapping[str, AnyKind]:
    """Every kind by its verb, in the order of the verbs; to add one is to add a file, and a line to the verbs."""
    return _KINDS
