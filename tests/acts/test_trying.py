"""Queries that are tried by several processes are refused as one process refuses them."""

from __future__ import annotations

import pytest

from ratchet.acts.trying import tried
from ratchet.model.config import Config
from ratchet.model.errors import RatchetError
from ratchet.model.value import replace
from ratchet.repo.packs import shipped_files
from ratchet.rulebook.book import build_rulebook

RUST = build_rulebook(Config(), shipped_files(), {})[1]["rust"]
GOOD = "(identifier) @finding"
UNKNOWN = "(no_such_node) @finding"
IMPOSSIBLE = "(identifier (identifier)) @finding"
UNCLOSED = "((identifier) @finding"


@pytest.mark.parametrize("bad", [UNKNOWN, IMPOSSIBLE, UNCLOSED])
@pytest.mark.parametrize("others", [0, 3])
def test_one_bad_query_among_good_ones_is_found(bad: str, others: int) -> None:
    good = [(RUST, GOOD)] * others
    assert tried(good)
    assert not tried([*good, (RUST, bad)])


def test_without_its_grammar_no_query_is_right() -> None:
    assert not tried([(replace(RUST, name="x", grammar="tree_sitter_nowhere"), GOOD)] * 2)


@pytest.mark.parametrize("query", [UNKNOWN, IMPOSSIBLE, UNCLOSED, "(identifier) @other"])
def test_what_is_wrong_is_told_as_without_a_trial(query: str) -> None:
    rules = {f"rules/x/{name}.yaml": _rule(name, each) for name, each in (("a", GOOD), ("b", query), ("c", UNKNOWN))}
    assert _told(rules, with_trial=True) == _told(rules, with_trial=False)


def _rule(name: str, query: str) -> bytes:
    examples = "valid:\n  - fn f() {}\ninvalid:\n  - fn f() {}\n"
    return (
        f"id: x/{name}\nbecause: b\nadvice: a\ncount:\n  language: rust\n  query: |\n    {query}\n{examples}".encode()
    )


def _told(rules: dict[str, bytes], with_trial: bool) -> list[str]:
    with pytest.raises(RatchetError) as caught:
        build_rulebook(Config(packs=()), shipped_files(), rules, tried if with_trial else None)
    return [f"{each.place} {each.message} {each.hint}" for each in caught.value.mistakes]
