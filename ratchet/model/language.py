"""A language as data: its grammar, its files, its test paths, its symbols and its comments."""

from __future__ import annotations

from ratchet.model.scope import Scope
from ratchet.model.value import frozen

__all__ = ["MANIFESTS", "Language"]

MANIFESTS = {"python": ("pyproject.toml", "setup.cfg"), "rust": ("Cargo.toml", "config.toml", "config")}
"""The names of files that tell the roles of other files, by the reader of scopes that reads them."""


@frozen
class Language:
    """What ratchet must know to read one language; `scopes` names the module that knows more than paths can tell."""

    name: str
    grammar: str
    entry: str
    suffixes: tuple[str, ...]
    comment: str
    separator: str
    symbols: str
    comments: str
    scopes: str = "paths"
    test_attributes: tuple[str, ...] = ()
    bench_attributes: tuple[str, ...] = ()
    test_macros: tuple[str, ...] = ()
    inert_macros: tuple[str, ...] = ()
    dev_crates: tuple[str, ...] = ()
    roots: tuple[str, ...] = ()
    programs: tuple[str, ...] = ()
    paths: tuple[tuple[Scope, tuple[str, ...]], ...] = ()
