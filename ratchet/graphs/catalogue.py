"""The graphs there are: every module or package here that defines `READER`."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from ratchet import graphs
from ratchet.graphs.reader import GraphReader

__all__ = ["catalogue"]


@cache
def catalogue() -> Mapping[str, GraphReader]:
    """Every reader by its name, in the order of the names; to add one is to add a file."""
    modules = (
        importlib.import_module(f"{graphs.__name__}.{found.name}") for found in pkgutil.iter_modules(graphs.__path__)
    )
    found = {module.READER.name: module.READER for module in modules if hasattr(module, "READER")}
    return MappingProxyType(dict(sorted(found.items())))
