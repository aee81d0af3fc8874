"""Rule files: what they become, and every mistake in them at once with its line and column."""

from __future__ import annotations

import pytest

from ratchet.kinds.catalogue import catalogue
from ratchet.kinds.counted import CountSpec
from ratchet.model.errors import Place
from ratchet.model.language import Language
from ratchet.model.rule import Example, Phase
from ratchet.model.scope import Scope
from ratchet.rulebook.rules import Known, read_rules
from tests.rulebook.complaints import complaints, hints

RUST = Language("rust", "tree_sitter_rust", "language", (".rs",), "//", "::", "", "", scopes="rust")
PYTHON = Language("python", "tree_sitter_python", "language", (".py", ".pyi"), "#", ".", "", "")
LANGUAGES = {"python": PYTHON, "rust": RUST}
MANIFEST = ("Cargo.toml", '[package]\nname = "example"\nversion = "0.0.0"\nedition = "2021"\n')

RULE = """\
id: rust/goto
because: it jumps
advice: do not
count:
  language: rust
  query: |
    (identifier) @finding
valid: ["fn f() {}"]
invalid: ["goto"]
"""
PYTHON_RULE = RULE.replace("rust", "python")


def read(text: str) -> object:
    return read_rules("rules/x.yaml", text.encode(), Known(LANGUAGES))


def test_a_rule_is_read_with_its_defaults() -> None:
    [rule] = read_rules("rules/x.yaml", RULE.encode(), Known(LANGUAGES))
    assert (rule.id, rule.because, rule.advice, rule.verb) == ("rust/goto", "it jumps", "do not", "count")
    assert (rule.family, rule.caveats, rule.phase) == ("", "", Phase.BLOCK)
    assert rule.spec == CountSpec("rust", frozenset({Scope.PRODUCTION}), "(identifier) @finding\n")
    assert rule.place == Place("rules/x.yaml", 1, 5)


def test_everything_a_rule_may_say_is_kept() -> None:
    more = "family: jumps\nphase: warn\ncaveats: types\n"
    count = "  scope: [test, bench]\n  longer_than: 3\n  unless: (block) @finding\n"
    [rule] = read_rules("rules/x.yaml", (more + RULE.replace("  query", count + "  query")).encode(), Known(LANGUAGES))
    assert (rule.family, rule.caveats, rule.phase) == ("jumps", "types", Phase.WARN)
    scopes = frozenset({Scope.TEST, Scope.BENCH})
    assert rule.spec == CountSpec("rust", scopes, "(identifier) @finding\n", "(block) @finding", 3)


def test_a_file_may_hold_several_rules() -> None:
    rules = read_rules("rules/x.yaml", f"{RULE}---\n{PYTHON_RULE}".encode(), Known(LANGUAGES))
    assert [(rule.id, rule.place.line) for rule in rules] == [("rust/goto", 1), ("python/goto", 11)]


def test_a_text_is_one_file_of_the_language() -> None:
    [rust] = read_rules("r.yaml", RULE.encode(), Known(LANGUAGES))
    assert rust.valid == (Example((MANIFEST, ("src/lib.rs", "fn f() {}")), None, Place("r.yaml", 8, 9)),)
    [python] = read_rules("r.yaml", PYTHON_RULE.encode(), Known(LANGUAGES))
    assert python.invalid == (Example((("example.py", "goto"),), None, Place("r.yaml", 9, 11)),)


def test_an_example_may_name_its_files_and_its_count() -> None:
    examples = """\
invalid:
  - code: goto
    path: src/main.rs
    count: 2
  - files:
      src/b.rs: goto
      a/Cargo.toml: "[package]"
      src/a.rs: ""
"""
    [rule] = read_rules("r.yaml", RULE.replace('invalid: ["goto"]\n', examples).encode(), Known(LANGUAGES))
    assert rule.invalid == (
        Example((MANIFEST, ("src/main.rs", "goto")), 2, Place("r.yaml", 10, 5)),
        Example((("a/Cargo.toml", "[package]"), ("src/a.rs", ""), ("src/b.rs", "goto")), None, Place("r.yaml", 13, 5)),
    )


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("", "becuase: x\n", "rules/x.yaml:1:1 unknown key `becuase`"),
        ("id: rust/goto", "id: Goto", "rules/x.yaml:1:5 id: `Goto` does not have the form rust/unwrap"),
        ("id: rust/goto", "id: 7", "rules/x.yaml:1:5 id: must be text, not a number"),
        ("because: it jumps\n", "", "rules/x.yaml:1:1 `because` is missing"),
        ("advice: do not", "advice: ''", "rules/x.yaml:3:9 advice: must not be empty"),
        ("advice: do not", "advice: [do, not]", "rules/x.yaml:3:9 advice: must be text, not a list"),
        ("", "phase: blok\n", "rules/x.yaml:1:8 phase: `blok` is not one of observe, warn, block"),
        ("", "family: A b\n", "rules/x.yaml:1:9 family: `A b` does not have the form panic"),
        ("count:", "cuont:", "rules/x.yaml:4:1 unknown key `cuont`"),
        (
            "count:",
            "cuont:",
            f"rules/x.yaml:1:1 needs exactly one of {', '.join(catalogue())}",
        ),
        ("language: rust", "language: rusty", "rules/x.yaml:5:13 count.language: unknown language `rusty`"),
        ("  language: rust\n", "", "rules/x.yaml:5:3 count: `language` is missing"),
        ("language: rust", "langauge: rust", "rules/x.yaml:5:3 count: unknown key `langauge`"),
        ("(identifier)", "(identifer)", "rules/x.yaml:7:6 count.query: rust has no node `identifer`"),
        (
            "    (identifier)",
            "\n\n      (x\n       foo: (identifier))",
            "rules/x.yaml:9:8 count.query: rust has no node `x`",
        ),
        ("@finding", "@findng @finding", "rules/x.yaml:7:18 count.query: unknown capture `@findng`"),
        (
            "(identifier) @finding",
            '((identifier) @finding (#mach? @finding "x"))',
            "rules/x.yaml:7:29 count.query: unknown predicate `#mach?`: tree-sitter would ignore it silently",
        ),
        (
            "query: |\n    (identifier) @finding",
            "query: '(identifier) @name'",
            "rules/x.yaml:6:24 count.query: unknown capture `@name`",
        ),
        ("  query:", "  scope: prod\n  query:", "rules/x.yaml:6:10 count.scope: `prod` is not one of"),
        ('valid: ["fn f() {}"]', "valid: []", "rules/x.yaml:8:8 valid: needs at least 1 entry"),
        ('valid: ["fn f() {}"]\n', "", "rules/x.yaml:1:1 `valid` is missing"),
        ('["goto"]', "[1]", "rules/x.yaml:9:11 invalid[0]: must be text, not a number"),
        ('["goto"]', "[{cod: x}]", "rules/x.yaml:9:12 invalid[0]: unknown key `cod`"),
        ('["goto"]', "[{code: x, count: -1}]", "rules/x.yaml:9:28 invalid[0].count: must be at least 0, not -1"),
        ('["goto"]', "[{code: x, count: 0}]", "rules/x.yaml:9:28 invalid[0].count: an invalid example has findings"),
        ('["fn f() {}"]', "[{code: x, count: 1}]", "rules/x.yaml:8:26 valid[0].count: a valid example has no findings"),
        ('["goto"]', "[{code: x, path: ../a.rs}]", "rules/x.yaml:9:27 invalid[0].path: `../a.rs` must stay inside"),
        ('["goto"]', "[{files: {/a.rs: x}}]", "rules/x.yaml:9:20 invalid[0].files: `/a.rs` must be relative"),
        ('["goto"]', "[{files: {a.rs: 1}}]", "rules/x.yaml:9:26 invalid[0].files.a.rs: must be text, not a number"),
        (RULE, "- a\n", "rules/x.yaml:1:1 must be a mapping, not a list"),
        (RULE, "", "rules/x.yaml:1:1 the file holds no rule"),
        (RULE, "---\n", "rules/x.yaml:2:1 must be a mapping, not nothing"),
        ("", "\tx\n", "rules/x.yaml:1:1 broken YAML: while scanning for the next token"),
    ],
)
def test_a_mistake_is_found_where_it_stands(old: str, new: str, complaint: str) -> None:
    text = RULE.replace(old, new, 1)
    assert [said for said in complaints(lambda: read(text)) if said.startswith(complaint)]


def test_a_mistake_says_what_was_meant() -> None:
    assert hints(lambda: read("becuase: x\n" + RULE)) == ["did you mean `because`?"]
    assert hints(lambda: read(RULE.replace("language: rust", "language: rusty"))) == ["did you mean `rust`?"]
    assert hints(lambda: read(RULE.replace("because: it jumps\n", ""))) == ["why it matters, in one sentence"]


def test_every_mistake_of_every_rule_in_a_file_is_found_at_once() -> None:
    first = RULE.replace("advice: do not", "advice: 1").replace("@finding", "@name")
    second = PYTHON_RULE.replace("language: python", "language: pyhton").replace("because", "becuase")
    assert complaints(lambda: read(f"{first}---\n{second}")) == [
        "rules/x.yaml:3:9 advice: must be text, not a number",
        "rules/x.yaml:7:5 count.query: this pattern captures no `@finding`",
        "rules/x.yaml:7:18 count.query: unknown capture `@name`",
        "rules/x.yaml:11:1 `because` is missing",
        "rules/x.yaml:12:1 unknown key `becuase`",
        "rules/x.yaml:15:13 count.language: unknown language `pyhton`",
    ]
