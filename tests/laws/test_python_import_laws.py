"""The scanner of Python imports finds what Python's own parser finds, and takes time in proportion to the text."""

from __future__ import annotations

import warnings

from hypothesis import given, settings

from ratchet.graphs.python.scanning import imports
from tests.graphs.python.ast_reader import read_imports
from tests.laws.pythonic import programs


@given(programs())
@settings(max_examples=60, deadline=None)
def test_the_scanner_finds_the_imports_that_the_parser_finds(source: bytes) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Python warns of `x` called like a tuple, and of odd escapes
        wanted = read_imports(source)
    assert tuple(sorted(imports(source, "python"))) == wanted
