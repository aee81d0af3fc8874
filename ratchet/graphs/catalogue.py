"""The graphs there are: every package here, by its name, read when it is asked for."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator, Mapping
from functools import cache

from ratchet import graphs
from ratchet.graphs.reader import GraphReader

__all__ = ["catalogue"]


class _Readers(Mapping[str, GraphReader]):
    """The readers by name; a package is imported with the first question to it, since patterns take time to compile."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self._names = names

    def __getitem__(self, name: str) -> GraphReader:
        if name not in self._names:
            raise KeyError(name)
        reader = importlib.import_module(f"{graphs.__name__}.{name}").READER
        assert isinstance(reader, GraphReader)
        return reader

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


@cache
def catalogue() -> Mapping[str, GraphReader]:
    """Every reader by its name, in the order of the names; to add one is to add a package."""
    return _Readers(tuple(sorted(found.name for found in pkgutil.iter_modules(graphs.__path__) if found.ispkg)))
