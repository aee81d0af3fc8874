"""Escapes in the names of modules: what the program reads is what counts."""

from __future__ import annotations

import pytest

from ratchet.graphs.typescript import READER


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        (r'import "../\x64om/i"', "../dom/i"),
        (r"import '../\u0064om/i'", "../dom/i"),
        (r'import "../\u{64}om/i"', "../dom/i"),
        (r'import "../d\om/i"', "../dom/i"),
        (r'export * from "./a\\b"', "./a\\b"),
    ],
)
def test_an_escape_stands_for_its_character(written: str, meant: str) -> None:
    assert [each.module for each in READER.imports(written.encode(), READER.dialect("a.ts"))] == [meant]
