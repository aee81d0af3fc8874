"""Rules that are made to break something: refused with their line, or done in no time."""

from __future__ import annotations

import time

import pytest

from tests.kinds.fitting import evidence, graph, only_rule, units
from tests.rulebook.complaints import complaints


@pytest.mark.parametrize(
    "said",
    [
        "deny: crate:a -> " + "ext:" + "x" * 10_000,
        "deny: {from: 'crate:{a}*{a}*{a}*{a}*', to: ext:t}",
        "deny: '-> -> ->'",
        "deny: ['crate:a', 'ext:t']",
        "deny: {from: [], to: ext:t}",
        "deny: {from: 'crate:[', to: 'ext:[z-a]'}",
        'deny: {from: "crate:a\\x00b", to: ext:t}',
        "deny: {from: 'crate:{class}', to: 'ext:{def}'}",
        "deny: {from: 'crate:((((', to: 'ext:t', reach: sideways}",
        "deny: crate:a -> crate:b -> crate:c",
        "layers: {of: ['|', '&']}",
        "limit: {for: 'crate:*', of: lines, at_most: 1e400}",
        "files: {for: 'crate:*', require: '{x}{!y}'}",
        "only: {from: crate:a, into: {}}",
    ],
)
def test_nonsense_is_refused_with_its_line(said: str) -> None:
    assert all(each.startswith("rules/it.yaml:4:") for each in complaints(lambda: only_rule(said)))


@pytest.mark.parametrize("pattern", ["**a", "*?", "[!b]*", "**/**", "ä*", "a/**/"])
def test_a_pattern_that_is_made_to_take_long_does_not(pattern: str) -> None:
    pattern = pattern * 90 + "z"
    paths = {f"{'a' * 200}/{'a' * 200}/{'a' * 200}{number}": 1 for number in range(50)}
    before = time.process_time()
    units(f"limit: {{for: 'path:{pattern}', of: files, at_most: 1}}", evidence(graph("a>b"), paths))
    units(f"files: {{for: ., forbid: '{pattern}'}}", evidence(graph("a>b"), paths))
    assert time.process_time() - before < 2
