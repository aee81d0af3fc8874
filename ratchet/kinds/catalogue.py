"""The kinds there are: every module of this package that defines `KIND`."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Any

from ratchet import kinds
from ratchet.kinds.kind import Kind

__all__ = ["catalogue"]


@cache
def catalogue() -> Mapping[str, Kind[Any]]:
    """Every kind by its verb, in the order of the verbs; to add one is to add a file."""
    modules = (
        importlib.import_module(f"{kinds.__name__}.{found.name}") for found in pkgutil.iter_modules(kinds.__path__)
    )
    found = {module.KIND.verb: module.KIND for module in modules if hasattr(module, "KIND")}
    return MappingProxyType(dict(sorted(found.items())))
