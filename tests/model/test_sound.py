"""Expressions that mean the same to every Python, though possessive groups do not before 3.11.5."""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ratchet.model.sound import IS_SOUND, compiled, without_possessive_groups
from ratchet.syntax.rust.lexing import code_of

PACKAGE = Path(__file__).parents[2] / "ratchet"
POSSESSIVE_GROUP = re.compile(r"\)(?:[*+?]|\{[0-9,]+\})\+")

REWRITTEN = {
    r"a*+[)*+]\)*+": r"a*+[)*+]\)*+",
    r"(?:ab)*+": r"(?>(?:ab)*)",
    r"x(?:a(b)++|[^]()]\(c)?+y": r"x(?>(?:a(?>(b)+)|[^]()]\(c)?)y",
    r"(?P<n>a){2,3}+(?:b)*?(?:c)+": r"(?>(?P<n>a){2,3})(?:b)*?(?:c)+",
}


@pytest.mark.parametrize(("text", "plain"), REWRITTEN.items(), ids=REWRITTEN)
def test_a_possessive_group_becomes_an_atomic_one(text: str, plain: str) -> None:
    assert without_possessive_groups(text) == plain
    assert without_possessive_groups(text.encode()) == plain.encode()


def test_what_a_group_gave_up_is_not_part_of_a_match() -> None:
    found = compiled(rb"(?:\n[ \t]*+//[^\n]*+)*+").match(b"\n  // a\n  // b\nfn")
    assert found is not None
    assert found[0] == b"\n  // a\n  // b"


def test_a_comment_hides_no_code_whatever_python_reads_it() -> None:
    assert code_of(b"// a\nfn f() {} /* * / */ g") == b"    \nfn f() {}           g"


def _expressions() -> Iterator[tuple[str, re.Pattern[Any]]]:
    """Every expression with a possessive group that a module of ours has, by name."""
    for file in sorted(PACKAGE.rglob("*.py")):
        if not POSSESSIVE_GROUP.search(file.read_text()) or file.name == "sound.py":
            continue
        module = importlib.import_module(".".join(file.relative_to(PACKAGE.parent).with_suffix("").parts))
        for name, value in vars(module).items():
            made = value() if hasattr(value, "cache_info") and name.strip("_").isupper() else value
            if isinstance(made, re.Pattern) and POSSESSIVE_GROUP.search(str(made.pattern)):
                yield f"{module.__name__}.{name}", made


@pytest.mark.skipif(not IS_SOUND, reason="here nothing tells what an expression should mean")
def test_both_ways_to_say_it_find_the_same_in_our_own_code() -> None:
    texts = [file.read_bytes() for file in sorted(PACKAGE.joinpath("syntax", "rust").glob("*.py"))]
    texts += [file.read_bytes() for file in sorted(PACKAGE.parent.joinpath("docs").glob("*.md"))]
    checked = 0
    for name, pattern in _expressions():
        other = re.compile(without_possessive_groups(pattern.pattern), pattern.flags)
        assert not POSSESSIVE_GROUP.search(str(other.pattern)), name
        for text in texts:
            here = text if isinstance(pattern.pattern, bytes) else text.decode()
            assert [each.span() for each in pattern.finditer(here)] == [each.span() for each in other.finditer(here)], (
                name
            )
        checked += 1
    assert checked > 15


def test_nothing_else_compiles_a_possessive_group() -> None:
    for file in sorted(PACKAGE.rglob("*.py")):
        tree = ast.parse(file.read_bytes())
        texts = [each.value for each in ast.walk(tree) if isinstance(each, ast.Constant)]
        possessive = [each for each in texts if isinstance(each, str | bytes) and POSSESSIVE_GROUP.search(_shown(each))]
        told = file.relative_to(PACKAGE).as_posix()
        if possessive and told not in ("model/sound.py", "graphs/python/patterns.py"):
            assert "re.compile(" not in file.read_text(), told


def _shown(text: str | bytes) -> str:
    return text.decode("latin-1") if isinstance(text, bytes) else text
