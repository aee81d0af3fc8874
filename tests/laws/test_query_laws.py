"""A rule counts exactly what tree-sitter's own cursor finds: alone or beside others, in one process or in several.

`RATCHET_LAW_QUERIES` says how many random queries each grammar is asked, `RATCHET_LAW_FILES` names a directory of more
source files; the long lane sets both.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from random import Random

import pytest
import tree_sitter_javascript
import tree_sitter_python
import tree_sitter_rust
import tree_sitter_typescript
from tree_sitter import Language, Node, Parser, Query, QueryCursor, Tree

from ratchet import library
from ratchet.model.config import Config
from ratchet.repo.packs import shipped_files
from ratchet.rulebook.book import build_rulebook
from ratchet.syntax.queries import query_mistakes
from tests.laws.query_making import nodes_below, public_patterns, random_query

_HERE = Path(__file__).parent
_TOP = _HERE.parent.parent
_COUNT = int(os.environ.get("RATCHET_LAW_QUERIES", "200"))
_SEED = int(os.environ.get("RATCHET_LAW_SEED", "1"))
_LARGEST = 60_000
_BESIDE = 200
"""How many rules are asked in one run: more may keep one file busy for longer than a file may take."""
_LANGUAGE = """
language: typescript
grammar: tree_sitter_typescript
entry: language_typescript
suffixes: [.ts]
comment: "//"
separator: "."
comments: (comment) @comment
symbols: "(function_declaration name: (identifier) @name) @symbol"
"""
_GRAMMARS = {
    "rust": (tree_sitter_rust.language, ".rs"),
    "python": (tree_sitter_python.language, ".py"),
    "typescript": (tree_sitter_typescript.language_typescript, ".ts"),
}

Place = tuple[str, int, int, int, int]
"""A path, and where something begins and ends in it, by line and column."""

Symbols = dict[Place, str]
"""The findings of one rule: where each is, and the symbol around it, which is part of its fingerprint."""


def _texts(name: str) -> Iterable[str]:
    """Source of ours in one language, and of others where a directory of it is named."""
    if name == "rust":
        cases = (_TOP / "tests/syntax/data/rust-scopes.jsonl").read_text("utf-8").splitlines()
        texts = [text for case in cases for path, text in json.loads(case)["files"].items() if path.endswith(".rs")]
        yield from texts[::4]
    elif name == "python":
        yield from (path.read_text("utf-8") for path in sorted((_TOP / "ratchet").rglob("*.py"))[::70])
    else:
        yield (_HERE / "data" / "shop.ts").read_text("utf-8")
    if more := os.environ.get("RATCHET_LAW_FILES"):
        paths = [path for path in sorted(Path(more).rglob(f"*{_GRAMMARS[name][1]}")) if path.is_file()]
        some = (path.read_text("utf-8", "replace") for path in paths if path.stat().st_size < _LARGEST)
        yield from [text for text in some if "\r" not in text and "\0" not in text][:60]


class _Sources:
    """The files of one language that parse without error, with the trees that tree-sitter makes of them."""

    def __init__(self, name: str) -> None:
        self.name = name
        entry, suffix = _GRAMMARS[name]
        self.grammar = Language(entry())
        parser = Parser(self.grammar)
        trees = [(text, parser.parse(text.encode())) for text in _texts(name)]
        self.trees: Mapping[str, tuple[bytes, Tree]] = {
            f"src/f{number}{suffix}": (text.encode(), tree)
            for number, (text, tree) in enumerate(trees)
            if not tree.root_node.has_error
        }
        self.pools = [nodes_below(tree.root_node) for _, tree in self.trees.values()]
        local = {"rules/typescript/language.yaml": _LANGUAGE.encode()}
        self.language = build_rulebook(Config(packs=()), shipped_files(), local)[1][name]

    def by_cursor(self, query: str) -> set[Place]:
        """What tree-sitter's own cursor finds."""
        compiled = Query(self.grammar, query)
        return {
            (path, *_reach(nodes["finding"], text))
            for path, (text, tree) in self.trees.items()
            for _, nodes in QueryCursor(compiled).matches(tree.root_node)
            if nodes.get("finding")
        }

    def write(self, directory: Path) -> None:
        """Put the files in a directory that has rules of its own and no others."""
        for path, (text, _) in self.trees.items():
            place = directory / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(text)
        (directory / "Cargo.toml").write_text('[package]\nname = "c"\nversion = "0.0.0"\nedition = "2021"\n')
        (directory / "ratchet.toml").write_text("packs = []\n")
        (directory / "rules" / self.name).mkdir(parents=True)
        shipped = {"rust": "rules/rust/language.yaml", "python": "rules/python/language.yaml"}
        language = (_TOP / shipped[self.name]).read_text("utf-8") if self.name in shipped else _LANGUAGE
        (directory / "rules" / self.name / "language.yaml").write_text(language, "utf-8")

    def accepted(self, queries: Iterable[str]) -> tuple[list[str], int]:
        """The queries that the loader takes, and how many it refuses."""
        pairs = [(query, not query_mistakes(self.language, query)) for query in queries]
        return [query for query, is_taken in pairs if is_taken], sum(not is_taken for _, is_taken in pairs)


@cache
def _sources(name: str) -> _Sources:
    return _Sources(name)


def _reach(nodes: Sequence[Node], text: bytes) -> tuple[int, int, int, int]:
    start, end = min(node.start_byte for node in nodes), max(node.end_byte for node in nodes)
    return *_line_and_column(text, start), *_line_and_column(text, end)


def _line_and_column(text: bytes, offset: int) -> tuple[int, int]:
    before = text[:offset]
    return before.count(b"\n") + 1, len(before[before.rfind(b"\n") + 1 :].decode("utf-8", "replace")) + 1


def _rule(number: int, language: str, query: str) -> str:
    count = f"count:\n  language: {language}\n  query: {json.dumps(query)}\n"
    return f'id: law/q{number}\nbecause: of the law\nadvice: none\n{count}valid: ["0"]\ninvalid: [x]\n'


def _alone(directory: Path, sources: _Sources, query: str) -> Symbols:
    (directory / "rules" / "law.yaml").write_text(_rule(0, sources.name, query), "utf-8")
    report = library.count(directory, rules=["law/q0"], every_scope=True)
    return {
        (each.path, each.span.line, each.span.column, each.span.end_line, each.span.end_column): each.symbol
        for each in report.findings
    }


def _beside_others(directory: Path, count: int, *options: str) -> list[Symbols]:
    """What all rules find in one run of the command line."""
    words = [sys.executable, "-m", "ratchet", "count", "--scope", "all", "--format", "json", *options]
    run = subprocess.run(words, cwd=directory, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    found: list[Symbols] = [{} for _ in range(count)]
    for each in json.loads(run.stdout)["findings"]:
        place = each["path"], each["line"], each["column"], each["end_line"], each["end_column"]
        found[int(each["rule"].removeprefix("law/q"))][place] = each["symbol"]
    return found


def _hold(directory: Path, sources: _Sources, queries: Sequence[str]) -> Counter[str]:
    """Hold every query to the law; how many of them find something."""
    sources.write(directory)
    wanted = [sources.by_cursor(query) for query in queries]
    alone = [_alone(directory, sources, query) for query in queries]
    for query, found, places in zip(queries, alone, wanted, strict=True):
        assert found.keys() == places, f"alone: {query}"
    for first in range(0, len(queries), _BESIDE):
        _hold_beside(directory, sources, queries[first : first + _BESIDE], alone[first : first + _BESIDE])
    return Counter("finds" if places else "finds nothing" for places in wanted)


def _hold_beside(directory: Path, sources: _Sources, queries: Sequence[str], alone: Sequence[Symbols]) -> None:
    """Hold queries to the law in runs that ask all of them."""
    rules = "---\n".join(_rule(number, sources.name, query) for number, query in enumerate(queries))
    (directory / "rules" / "law.yaml").write_text(rules, "utf-8")
    assert _beside_others(directory, len(queries), "--jobs", "1") == alone, "beside others"
    assert _beside_others(directory, len(queries), "--jobs", "2") == alone, "beside others, in two processes"
    subprocess.run(["git", "init", "-q"], cwd=directory, check=True)
    assert _beside_others(directory, len(queries)) == alone, "where what is found is kept"
    assert _beside_others(directory, len(queries)) == alone, "from what was kept"
    shutil.rmtree(directory / ".git")


@pytest.mark.parametrize("name", _GRAMMARS)
def test_a_random_query_counts_what_the_cursor_finds(name: str, tmp_path: Path) -> None:
    sources, random = _sources(name), Random(f"{name}{_SEED}")
    made = [random_query(random.choice(sources.pools), random) for _ in range(_COUNT)]
    queries, refused = sources.accepted(made)
    seen = _hold(tmp_path, sources, queries)
    assert refused < _COUNT // 5
    assert seen["finds"] > _COUNT // 2


_PUBLIC = {
    "rust": tree_sitter_rust.HIGHLIGHTS_QUERY + tree_sitter_rust.TAGS_QUERY + tree_sitter_rust.INJECTIONS_QUERY,
    "python": tree_sitter_python.HIGHLIGHTS_QUERY + tree_sitter_python.TAGS_QUERY,
    "typescript": "\n".join(
        [
            *(
                path.read_text("utf-8")
                for path in sorted((Path(tree_sitter_typescript.__file__).parent / "queries").glob("*.scm"))
            ),
            tree_sitter_javascript.HIGHLIGHTS_QUERY,
            tree_sitter_javascript.LOCALS_QUERY,
            tree_sitter_javascript.TAGS_QUERY,
        ]
    ),
}


@pytest.mark.parametrize("name", _GRAMMARS)
def test_a_public_query_counts_what_the_cursor_finds(name: str, tmp_path: Path) -> None:
    sources = _sources(name)
    queries, refused = sources.accepted(public_patterns(_PUBLIC[name]))
    seen = _hold(tmp_path, sources, queries)
    assert seen["finds"] > 20
    assert refused < len(queries)


@pytest.mark.parametrize(
    ("name", "query", "text"),
    [
        ("python", '((identifier) @finding (#match? @finding "^test_"))', "def test_a(): get_b(other)\n"),
        ("python", '((identifier) @finding (#match? @finding "^get_"))', "def test_a(): get_b(other)\n"),
        ("python", '((identifier) @finding (#match? @finding "ther"))', "def test_a(): get_b(other)\n"),
        ("python", '((identifier) @finding (#match? @finding "^test_[a-z]"))', "def test_a(): get_b(other)\n"),
        ("rust", '((boolean_literal) @finding (#eq? @finding "true"))', "fn f() -> bool { true }\n"),
        ("rust", '((visibility_modifier) @finding (#eq? @finding "pub"))', "pub fn f() {}\n"),
        ("rust", '((self_parameter) @finding (#any-of? @finding "self" "&self"))', "impl A { fn f(self) {} }\n"),
        ("rust", '((outer_doc_comment_marker) @finding (#eq? @finding "/"))', "/// it\nfn f() {}\n"),
        ("typescript", '((predefined_type) @finding (#eq? @finding "any"))', "let x: any = 1;\n"),
        ("python", '(not_operator "not" @finding)', "a = 1if not b else 2\n"),
        ("python", '(comparison_operator "not in" @finding)', "a = b not   in c\n"),
        ("rust", "(token_tree (identifier) . (integer_literal) @finding)", "fn f() { m!(a 1, b 2, c 3); }\n"),
        ("rust", '((field_identifier) @finding (#eq? @finding "r#type"))', "fn f() { x.r#type; }\n"),
        ("rust", "(let_declaration (identifier)? @finding)", "fn f() { let x = 1; let (a, b) = 2; }\n"),
        ("rust", '((identifier) @finding (#eq? @finding "x"))', "fn f() { stringify!(x); }\n"),
        ("python", '(argument_list ((integer)?) @_x (#eq? @_x "9")) @finding', "f(a)\n"),
        ("python", '(argument_list [(integer)*] @_x (#eq? @_x "9")) @finding', "f(a)\n"),
        ("python", '(call ((integer)?) @_x (#eq? @_x "foo")) @finding', "a(b)\n"),
        ("python", 'left: ((identifier) @finding (#eq? @finding "foo"))', "foo = 1\nx = foo\n"),
        ("python", 'name: [(identifier) @finding (#eq? @finding "foo")]', "def foo(): foo\n"),
        ("python", '((identifier) @finding (#match? @finding ""))', "foo\n"),
    ],
)
def test_what_was_once_counted_wrongly_is_what_the_cursor_finds(
    name: str, query: str, text: str, tmp_path: Path
) -> None:
    sources = _Sources(name)
    tree = Parser(sources.grammar).parse(text.encode())
    assert not tree.root_node.has_error
    sources.trees = {f"src/one{_GRAMMARS[name][1]}": (text.encode(), tree)}
    assert _hold(tmp_path, sources, [query])["finds"] == 1
