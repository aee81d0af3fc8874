"""`lacks` and `not-within`: what must not be inside a finding, and what a finding must not be inside of."""

from __future__ import annotations

from ratchet.acts.bench import Bench
from ratchet.acts.measuring import measure
from ratchet.acts.policies import Library, read_rules
from ratchet.model.snapshot import DictSnapshot

RULE = """
id: own/rule
because: it is wanted
advice: change it
count:
  language: python
  query: '{query}'
{more}
valid: ["x"]
invalid: ["y"]
"""
NAMES = "(function_definition name: (identifier) @finding) @_whole"
SAME = "(function_definition name: (identifier) @finding @_same) @_whole"
RAISE = "(raise_statement) @finding"


def found(code: str, query: str, **keys: str) -> list[str]:
    """The text of what a rule with these queries finds."""
    more = "\n".join(f"  {key.replace('_', '-')}: '{text}'" for key, text in keys.items())
    rule = RULE.format(query=query, more=more)
    tree = DictSnapshot({"ratchet.toml": "", "rules/own.yaml": rule, "a.py": code})
    measured = measure(tree, read_rules(tree, Library()), Bench())
    return [finding.text for finding in measured.findings if finding.rule == "own/rule"]


def test_a_finding_that_holds_a_match_of_lacks_at_any_depth_is_none() -> None:
    code = "def a():\n    if x:\n        for y in z:\n            raise\ndef b():\n    pass\nraise\n"
    assert found(code, NAMES) == ["a", "b"]
    assert found(code, NAMES, lacks=RAISE) == ["b"]


def test_lacks_looks_in_the_finding_where_no_whole_is_captured() -> None:
    code = "def a(): raise\ndef b(): pass\n"
    assert found(code, "(function_definition name: (identifier) @finding)", lacks=RAISE) == ["a", "b"]
    assert found(code, "(function_definition) @finding", lacks=RAISE) == ["def b(): pass"]


def test_what_is_apart_from_a_finding_is_not_looked_at() -> None:
    code = "def a():\n    def b():\n        raise\ndef c():\n    def d(): pass\n    raise\n"
    assert found(code, NAMES, lacks=RAISE) == ["d"]
    lacks = f"{RAISE} (function_definition) @finding @_apart"
    assert found(code, NAMES, lacks=lacks) == ["a", "d"]


def test_what_is_apart_may_be_in_another_such_stretch() -> None:
    lacks = f"{RAISE} [(function_definition) (class_definition)] @finding @_apart"
    code = "def a():\n    class B:\n        def c(): pass\n        raise\n"
    assert found(code, NAMES, lacks=lacks) == ["a", "c"]


def test_the_same_text_is_asked_of_both_queries() -> None:
    code = "def a():\n    return b\ndef b():\n    return b\n"
    assert found(code, SAME, lacks="(return_statement (identifier) @_same) @finding") == ["a"]


def test_a_finding_without_the_same_text_lacks_it() -> None:
    names = "(function_definition name: (identifier) @finding @_same) (class_definition name: (identifier) @finding)"
    code = "def a():\n    return a\nclass B:\n    def c():\n        return B\n"
    assert found(code, f"[{names}] @_whole", lacks="(return_statement (identifier) @_same) @finding") == ["B", "c"]


def test_a_finding_within_a_match_of_not_within_is_none() -> None:
    code = "a()\nif x:\n    b()\n    while y:\n        if z:\n            c()\nd()\n"
    calls = "(call function: (identifier) @finding)"
    assert found(code, calls) == ["a", "b", "c", "d"]
    assert found(code, calls, not_within="(if_statement) @finding") == ["a", "d"]
    assert found(code, calls, not_within="(while_statement) @finding") == ["a", "b", "d"]


def test_a_query_that_matches_only_beside_findings_excuses_nothing() -> None:
    assert found("def a(): pass\n", NAMES, lacks=RAISE, not_within="(if_statement) @finding") == ["a"]
    assert found("raise\nif x: pass\n", NAMES, lacks=RAISE, not_within="(if_statement) @finding") == []


def test_many_findings_with_much_in_them_take_no_quadratic_time() -> None:
    body = "    try: pass\n    except E: raise\n" * 3000
    lacks = f"{RAISE} (try_statement) @finding @_apart"
    assert found(f"def a():\n{body}", NAMES, lacks=lacks) == ["a"]
