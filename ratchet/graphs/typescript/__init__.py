"""The graph of TypeScript and JavaScript: files, and the packages they import."""

from __future__ import annotations

from ratchet.graphs.reader import GraphReader
from ratchet.graphs.typescript.graph import NAME, build
from ratchet.graphs.typescript.source import dialect, imports

__all__ = ["READER"]

READER = GraphReader(NAME, dialect, imports, build)
