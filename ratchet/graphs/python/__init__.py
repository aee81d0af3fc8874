"""Python: modules and what they import, from the sources and the layout of the repository alone."""

from __future__ import annotations

from ratchet.graphs.python.building import build
from ratchet.graphs.python.scanning import imports
from ratchet.graphs.reader import GraphReader

__all__ = ["READER"]

_DIALECTS = {"py": "python", "pyi": "stub"}


def _dialect(path: str) -> str:
    name, _, suffix = path.rpartition(".")
    return _DIALECTS.get(suffix, "") if name else ""


READER = GraphReader("python", _dialect, imports, build)
