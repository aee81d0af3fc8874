"""What must hold for every piece of Rust, whatever it says."""

from __future__ import annotations

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.counting import count

_EXPRESSIONS = st.recursive(
    st.sampled_from(["x", "f()", "1", '"s.unwrap()"', "Option::unwrap", "a.b", "self.unwrap_or(1)", "'c'"]),
    lambda inner: st.one_of(
        inner.map(lambda one: f"({one}).unwrap()"),
        inner.map(lambda one: f'({one}).expect("m")'),
        inner.map(lambda one: f"unsafe {{ {one} }}"),
        inner.map(lambda one: f"g({one}, 2)"),
        inner.map(lambda one: f"vec![{one}, 3]"),
        inner.map(lambda one: f"if {one} == 1 {{ panic!() }} else {{ {one} }}"),
        inner.map(lambda one: f"|y| {{ let _ = {one}; y }}"),
    ),
    max_leaves=6,
)
_ITEMS = st.builds(
    lambda name, expression: f"pub fn {name}() {{ let y = {expression}; }}\n",
    st.sampled_from(["a", "b", "c"]),
    _EXPRESSIONS,
)
_FILES = st.lists(_ITEMS, min_size=1, max_size=3).map("".join)
_WATCHED = ("rust/unwrap", "rust/expect", "rust/unsafe-block", "rust/panic")


def _watched(counts: Counter[str]) -> Counter[str]:
    return Counter({rule: counts[rule] for rule in _WATCHED if counts[rule]})


@given(_FILES)
def test_code_in_a_test_module_counts_nothing(source: str) -> None:
    assert not count(f"#[cfg(test)]\nmod tests {{\n{source}}}\n")


@given(_FILES, _FILES)
def test_taking_the_test_module_away_adds_exactly_what_was_in_it(first: str, second: str) -> None:
    with_module = count(f"{first}#[cfg(test)]\nmod tests {{\n{second}}}\n")
    without = count(f"{first}mod tests {{\n{second}}}\n")
    assert without - with_module == count(second)


@given(_FILES, _FILES)
def test_two_files_count_as_much_as_their_text_together(first: str, second: str) -> None:
    assert count(first + second) == count(first) + count(second)


@given(_FILES, st.sampled_from(["\r\n", "\n\n", " \n\t"]))
def test_layout_changes_nothing(source: str, newline: str) -> None:
    plain = count(source)
    assert count(source.replace("\n", newline)) == plain
    assert count("\ufeff" + source) == plain
    assert count(source.replace(";", " /* x.unwrap() */ ; // panic!()\n")) == plain


@given(_EXPRESSIONS, st.sampled_from(["vec![{}]", "dbg!({})", 'println!("{{}}", {})', "m!{{ {} }}"]))
@settings(max_examples=150)
def test_a_macro_around_an_expression_never_lowers_a_count(expression: str, macro: str) -> None:
    plain = _watched(count(f"fn f() {{ let y = {expression}; }}"))
    wrapped = _watched(count(f"fn f() {{ let y = {macro.format(expression)}; }}"))
    assert all(wrapped[rule] >= number for rule, number in plain.items())


@given(_FILES)
def test_moving_code_to_another_file_keeps_the_total(source: str) -> None:
    assert count(source) == count(source, "src/other.rs")
