"""Language files: what they become, and what is refused in them."""

from __future__ import annotations

import pytest

from ratchet.model.language import Language
from ratchet.model.scope import Scope
from ratchet.rulebook.languages import read_language
from tests.rulebook.complaints import complaints

LANGUAGE = """\
language: toy
grammar: tree_sitter_toy
suffixes: [.toy]
comment: "#"
separator: "."
symbols: |
  (function name: (identifier) @name) @symbol
comments: (comment) @comment
"""


def read(text: str) -> Language:
    return read_language("rules/toy/language.yaml", text.encode())


def test_a_language_is_read_with_its_defaults() -> None:
    assert read(LANGUAGE) == Language(
        name="toy",
        grammar="tree_sitter_toy",
        entry="language",
        suffixes=(".toy",),
        comment="#",
        separator=".",
        symbols="(function name: (identifier) @name) @symbol\n",
        comments="(comment) @comment",
    )


def test_everything_a_language_may_say_is_kept() -> None:
    more = """\
entry: language_toy
scopes: rust
test_attributes: [rstest, "tokio::test"]
bench_attributes: [bench]
test_macros: [proptest]
inert_macros: [stringify]
roots: ["src/main.toy"]
programs: ["bin/**"]
paths: {test: ["tests/**", "/spec"], build: [build.toy]}
"""
    language = read(LANGUAGE + more)
    assert (language.entry, language.scopes) == ("language_toy", "rust")
    assert (language.test_attributes, language.bench_attributes) == (("rstest", "tokio::test"), ("bench",))
    assert (language.test_macros, language.inert_macros) == (("proptest",), ("stringify",))
    assert (language.roots, language.programs) == (("src/main.toy",), ("bin/**",))
    assert language.paths == ((Scope.TEST, ("tests/**", "/spec")), (Scope.BUILD, ("build.toy",)))


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("grammar: tree_sitter_toy", "grammar: os", "2:10 grammar: `os` does not have the form tree_sitter_rust"),
        ("language: toy\n", "", "1:1 `language` is missing"),
        ("suffixes: [.toy]", "suffixes: toy", "3:11 suffixes: must be a list, not text"),
        ("suffixes: [.toy]", "suffixes: [toy]", "3:12 suffixes[0]: `toy` does not have the form .rs"),
        ("comments:", "comnents:", "8:1 unknown key `comnents`"),
        ("", "scopes: os.path\n", "1:9 scopes: `os.path` is not one of paths, python, rust"),
        ("", "entry: __import__\n", "1:8 entry: `__import__` does not have the form language_tsx"),
        (") @symbol", ") @symbl @symbol", "7:39 symbols: unknown capture `@symbl`"),
        (" @name)", ")", "7:3 symbols: this pattern captures no `@name`"),
        (
            "(function name: (identifier) @name) @symbol",
            "((statement) . (function name: (identifier) @name) @symbol)",
            "6:10 symbols: a pattern begins with several nodes",
        ),
        ("(comment) @comment", "(comment)", "8:11 comments: this pattern captures no `@comment`"),
        ("", "paths: {tests: [x]}\n", "1:9 paths: unknown key `tests`"),
        ("", "paths: {test: ['[z-a]']}\n", "1:16 paths.test[0]: `[z-a]` is no pattern for paths: bad character range"),
        ("", "roots: [../x]\n", "1:9 roots[0]: `../x` must stay inside the repository"),
        ("", "programs: [x, /../y]\n", "1:15 programs[1]: `/../y` must stay inside the repository"),
        (LANGUAGE, "", "1:1 a language file holds one document, not 0"),
        (LANGUAGE, f"{LANGUAGE}---\n{LANGUAGE}", "1:1 a language file holds one document, not 2"),
    ],
)
def test_a_mistake_is_found_where_it_stands(old: str, new: str, complaint: str) -> None:
    said = complaints(lambda: read(LANGUAGE.replace(old, new, 1)))
    assert [each for each in said if each.startswith(f"rules/toy/language.yaml:{complaint}")]


def test_every_mistake_of_a_file_is_found_at_once() -> None:
    text = LANGUAGE.replace("tree_sitter_toy", "os").replace("@symbol", "@symbl")
    assert [
        said.split(" ", 1)[0].removeprefix("rules/toy/language.yaml:") for said in complaints(lambda: read(text))
    ] == [
        "2:10",
        "7:3",
        "7:39",
    ]
