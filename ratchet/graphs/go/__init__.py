"""The graph of Go: packages, and the modules they import."""

from __future__ import annotations

from ratchet.graphs.go.graph import NAME, build
from ratchet.graphs.go.source import dialect, imports
from ratchet.graphs.reader import GraphReader

__all__ = ["READER"]

READER = GraphReader(NAME, dialect, imports, build)
