"""What is loaded ahead is what a changed file takes, in small pieces, and no longer than git is at work."""

from __future__ import annotations

import subprocess
import sys
from ast import literal_eval
from pathlib import Path

from ruamel.yaml import YAML

from ratchet.quick.ahead import LIKELY, SOURCES, load_while

_MOST_AT_ONCE = 9
_RULES = Path(__file__).parents[2] / "rules"


def loaded(*statements: str) -> dict[str, list[str]]:
    """The modules that each statement brings, in a process of its own."""
    code = f"""
import sys, ratchet.start, ratchet.quick.replay, ratchet.quick.engine, ratchet.quick.flags, ratchet.quick.pending
found, known = {{}}, set(sys.modules)
for each in {list(statements)!r}:
    exec(each)
    found[each] = sorted(set(sys.modules) - known)
    known |= set(sys.modules)
print(found)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    found: dict[str, list[str]] = literal_eval(done.stdout)
    return found


def test_nothing_is_loaded_that_a_changed_file_does_not_take() -> None:
    [brought] = loaded("import ratchet.acts.telling").values()
    assert {*LIKELY} <= {*brought}


def test_what_is_loaded_comes_in_small_pieces() -> None:
    pieces = loaded(*(f"import {name}" for name in LIKELY))
    assert max(map(len, pieces.values())) <= _MOST_AT_ONCE, pieces


def test_git_is_asked_before_each_piece() -> None:
    answers = iter([True, True, False])
    load_while(lambda: next(answers))
    assert next(answers, None) is None


def test_the_sources_of_all_languages_are_read_ahead() -> None:
    languages = [YAML(typ="safe").load(path) for path in _RULES.glob("*/language.yaml")]
    assert {*SOURCES} == {suffix.encode() for language in languages for suffix in language["suffixes"]}
