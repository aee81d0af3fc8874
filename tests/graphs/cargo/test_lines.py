"""The line of each key, without parsing the file."""

from __future__ import annotations

from ratchet.graphs.cargo.lines import key_lines, line_of

TEXT = '''\
top = 1 # "quoted
a.b = 2
["quoted header".'x.y']
 key = """
[not.a.header]
fake = 1
"""
list = [
  "a = 1",
]
[[array]]
name = "x"
'''


def test_keys_and_headers_are_found_outside_of_strings() -> None:
    assert key_lines(TEXT) == {
        ("top",): 1,
        ("a",): 2,
        ("a", "b"): 2,
        ("quoted header",): 3,
        ("quoted header", "x.y"): 3,
        ("quoted header", "x.y", "key"): 4,
        ("quoted header", "x.y", "list"): 8,
        ("array",): 11,
        ("array", "name"): 12,
    }


def test_what_has_no_line_has_that_of_its_table() -> None:
    lines = key_lines("x = 1\n[a]\nb = { c = 1 }\n")
    assert [line_of(lines, steps) for steps in (("a", "b", "c"), ("a", "z"), ("z",))] == [3, 2, 0]
