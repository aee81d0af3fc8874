"""The kinds there are: a module for each verb, read when a rule has it."""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping
from typing import Any

from ratchet import kinds
from ratchet.kinds.kind import Kind
from ratchet.kinds.verbs import VERBS

__all__ = ["catalogue"]


class _Kinds(Mapping[str, Kind[Any]]):
    """The kinds by verb; a module is imported with the first rule that needs it."""

    def __getitem__(self, verb: str) -> Kind[Any]:
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


def catalogue() -> Mapping[str, Kind[Any]]:
    """Every kind by its verb, in the order of the verbs; to add one is to add a file, and a line to the verbs."""
    return _KINDS
