"""The graph of cargo: crates, what their manifests declare, and what Cargo.lock knows of the packages beyond them."""

from __future__ import annotations

from ratchet.graphs.cargo.building import build
from ratchet.graphs.reader import GraphReader
from ratchet.model.graph import Import

__all__ = ["READER"]


def _no_dialect(_path: str) -> str:
    return ""


def _no_imports(_content: bytes, _dialect: str) -> tuple[Import, ...]:
    return ()


READER = GraphReader("cargo", _no_dialect, _no_imports, build)
