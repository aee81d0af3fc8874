"""Manifests of TOML 1.1 are read as those of 1.0 are, and an error is the one that TOML 1.0 gives."""

from __future__ import annotations

import time
import tomllib

import pytest

from ratchet.model.toml import loads

READ: dict[str, object] = {
    'a = {\n  b = 1,\n  c = [\n    "x", # why\n    "y",\n  ], # more\n}\n': {"b": 1, "c": ["x", "y"]},
    "a = { b = 1, }": {"b": 1},
    "a = { b = { c = 1,\n }, # }\n d = 2 }": {"b": {"c": 1}, "d": 2},
    "a = {\r\n  b = 1\r\n}\r\n": {"b": 1},
    "a = {\n}": {},
    r'a = "\e[0m\x41\\e\\x41"': "\x1b[0mA\\e\\x41",
    'a = { b = "}\\" # {",\n c = \'{ # \',\n d = """\n{,}""", }': {"b": '}" # {', "c": "{ # ", "d": "{,}"},
    "a = [ { b = 1,\n }, { b = 2 }, ]": [{"b": 1}, {"b": 2}],
    "a = {\n b = '''\n#''', \n}": {"b": "#"},
}
REFUSED = (
    "a = {,}",
    "a = { b = 1,, }",
    "a = { b = 1\n c = 2 }",
    "a = {",
    "a = { , b = 1 }",
    'a = "\\y"',
    "a = [,]",
    "}",
)


@pytest.mark.parametrize("text", READ)
def test_what_the_second_version_added_is_read(text: str) -> None:
    assert loads(text) == {"a": READ[text]}
    with pytest.raises(tomllib.TOMLDecodeError):
        tomllib.loads(text)


@pytest.mark.parametrize("text", REFUSED)
def test_what_neither_version_has_is_refused_with_the_place(text: str) -> None:
    with pytest.raises(tomllib.TOMLDecodeError) as wrong:
        loads(text)
    with pytest.raises(tomllib.TOMLDecodeError) as first:
        tomllib.loads(text)
    assert str(wrong.value) == str(first.value)


@pytest.mark.parametrize("part", ["{", "{a=", "\n", ",", '"', "'", '"""', "#", "}", "a = {\n", "\\", "]"])
def test_a_hostile_text_is_refused_in_time(part: str) -> None:
    began = time.process_time()
    with pytest.raises((ValueError, RecursionError)):
        loads("a = { b = 1,\n" + part * 100_000)
    assert time.process_time() - began < 4
