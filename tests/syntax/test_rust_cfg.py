"""The three-valued algebra of cfg."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratchet.syntax.rust.cfg import Meta, parse_meta, with_test, without_test


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("test", False),
        ("true", True),
        ("false", False),
        ("unix", None),
        ('feature = "test"', None),
        ("all()", True),
        ("any()", False),
        ("not(test)", True),
        ("not(unix)", None),
        ("all(test, unix)", False),
        ("any(test, unix)", None),
        ("any(test)", False),
        ("any(test, not(test))", True),
        ("all(unix, not(any(test, miri)))", None),
        ("not(all(test, unix))", True),
        ('all(feature = "a, test)", unix)', None),
        ("all(/* test */ unix, test)", False),
        ("r#test", None),
        ("doctest", False),
        ("any(test, doctest)", False),
        ("all(doctest, unix)", False),
        ("not(doctest)", True),
        ("any(doctest, unix)", None),
        *((name, None) for name in ("doc", "docsrs", "miri", "clippy", "rustfmt", "debug_assertions", "fuzzing")),
    ],
)
def test_a_condition_without_test(text: str, value: bool | None) -> None:
    meta = parse_meta(f"cfg({text})")
    assert meta is not None
    assert meta.args is not None
    assert without_test(meta.args[0]) is value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("test", True),
        ("not(test)", False),
        ("all()", True),
        ("any(test, unix)", True),
        ("all(test, unix)", None),
        ("doctest", None),
        ("any(test, doctest)", True),
    ],
)
def test_a_condition_with_test(text: str, value: bool | None) -> None:
    meta = parse_meta(text)
    assert meta is not None
    assert with_test(meta) is value


_CONDITIONS = st.recursive(
    st.sampled_from(["test", "unix", 'feature = "x"', "true", "false"]),
    lambda inner: st.one_of(
        inner.map(lambda one: f"not({one})"),
        st.tuples(st.sampled_from(["all", "any"]), st.lists(inner, max_size=3)).map(
            lambda pair: f"{pair[0]}({', '.join(pair[1])})"
        ),
    ),
    max_leaves=12,
)


def _holds(meta: Meta, facts: dict[str, bool]) -> bool:
    """Plain two-valued evaluation, as the oracle."""
    if meta.args is None:
        return facts["feature" if meta.value else meta.path]
    parts = [_holds(part, facts) for part in meta.args]
    return not parts[0] if meta.path == "not" else all(parts) if meta.path == "all" else any(parts)


@given(_CONDITIONS, st.booleans())
def test_a_definite_answer_holds_in_every_build_of_its_kind(text: str, test: bool) -> None:
    meta = parse_meta(text)
    assert meta is not None
    worlds = [
        {"test": test, "true": True, "false": False, "unix": unix, "feature": feature}
        for unix in (False, True)
        for feature in (False, True)
    ]
    answer = with_test(meta) if test else without_test(meta)
    if answer is not None:
        assert all(_holds(meta, facts) is answer for facts in worlds)


def test_a_bomb_of_brackets_is_read_without_recursion_error() -> None:
    assert parse_meta("cfg(" + "all(" * 5000 + "test" + ")" * 5001) is not None
