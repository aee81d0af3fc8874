"""The shapes of the baseline files check and describe the same thing."""

from __future__ import annotations

import jsonschema
import pytest

from ratchet.repo.ledger import (
    BUDGETS_SHAPE,
    FILES_SHAPE,
    RULES_SHAPE,
    WAIVERS_SHAPE,
)

MEANING = "sha256:" + "0" * 64


@pytest.mark.parametrize(
    ("shape", "good", "bad"),
    [
        (FILES_SHAPE, {"a.rs": {"r": 1}}, {"a.rs": {"r": -1}}),
        (BUDGETS_SHAPE, {"crate:a": {"r": 1}}, {"crate:a": {"r": 10**10}}),
        (RULES_SHAPE, {"schema": "ratchet/baseline/1", "r": {"meaning": MEANING}}, {"r": {"meaning": MEANING}}),
        (WAIVERS_SHAPE, {"waiver": []}, {"waiver": [{"rule": "r"}]}),
    ],
    ids=["files", "units", "rules", "waivers"],
)
def test_the_json_schema_says_what_the_reader_checks(
    shape: object, good: dict[str, object], bad: dict[str, object]
) -> None:
    from ratchet.model.shape import Shape

    assert isinstance(shape, Shape)
    validator = jsonschema.Draft202012Validator(shape.schema())
    validator.check_schema(shape.schema())
    assert validator.is_valid(good) == (not list(shape.check(good, ()))) is True
    assert validator.is_valid(bad) == (not list(shape.check(bad, ()))) is False
