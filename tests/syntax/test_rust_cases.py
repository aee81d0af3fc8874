"""Rust trees with the true number of sites outside tests, each checked against rustc, clippy or syn."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.counting import measured

_CASES = [
    json.loads(line) for line in (Path(__file__).parent / "data" / "rust-scopes.jsonl").read_text("utf-8").splitlines()
]
_RULES = {
    "unwrap": "rust/unwrap",
    "path_unwrap": "rust/unwrap",
    "expect": "rust/expect",
    "path_expect": "rust/expect",
    "unsafe_block": "rust/unsafe-block",
    **{f"unsafe_{kind}": "rust/unsafe-item" for kind in ("fn", "impl", "trait", "extern", "attr")},
}


@pytest.mark.parametrize("case", _CASES, ids=[case["id"] for case in _CASES])
def test_exactly_the_sites_outside_tests_are_counted(case: dict[str, Any]) -> None:
    expected: Counter[str] = Counter()
    for kind, number in case["expected"].items():
        if kind in _RULES:
            expected[_RULES[kind]] += number
    found = measured(case["files"])
    counted = Counter(finding.rule for finding in found.findings if finding.rule in set(_RULES.values()))
    assert counted == expected, f"{case['title']}: {case['rationale']}"
    if case["parse_error"]:
        assert found.inspection.degraded


def test_the_cases_are_all_there() -> None:
    assert len(_CASES) == 119
    assert sum(sum(case["expected"].values()) for case in _CASES) > 500
