"""Which code within a file an attribute, a macro or a setting makes a test."""

from __future__ import annotations

import pytest

from tests.syntax.scoped import lines

BOTH = {1: "test", 2: "production"}


@pytest.mark.parametrize(
    "item",
    [
        "fn f() { a.unwrap(); }",
        "pub fn f() { a.unwrap(); }",
        "pub(crate) fn f() { a.unwrap(); }",
        'pub(in crate::x) const unsafe extern "C" fn f() { a.unwrap(); }',
        "async fn f() -> impl Fn(u8) -> u8 { a.unwrap() }",
        "fn f<const N: usize>() { a.unwrap(); }",
        "fn f() -> *const u8 { a.unwrap(); }",
        "fn f<T>() where T: X { a.unwrap(); }",
        "mod m { fn f() { a.unwrap(); } }",
        "impl A { fn f() { a.unwrap(); } }",
        "impl<const N: usize> A<N> { fn f() { a.unwrap(); } }",
        "unsafe impl T for *const u8 { fn f() { a.unwrap(); } }",
        "trait T { const A: u8 = 1; fn f() { a.unwrap(); } }",
        "enum E { A = a.unwrap(), B }",
        "struct S<const N: usize = 1> { f: [u8; a.unwrap()] }",
        "struct S([u8; a.unwrap()]);",
        "union U { f: [u8; a.unwrap()] }",
        "const C: fn(u8) -> u8 = { a.unwrap() };",
        "static S: A = A { f: a.unwrap() };",
        "type T = [u8; a.unwrap()];",
        "macro_rules! n { () => { a.unwrap() } }",
        "other! { a.unwrap() }",
        "other!(a.unwrap());",
        "/* why */ fn f() { a.unwrap(); }",
        '#[inline] #[doc = "x"] fn f() { a.unwrap(); }',
    ],
)
@pytest.mark.parametrize("around", ["{}", "m! {{ {} }}", "macro_rules! m {{ () => {{ {} }} }}"])
def test_an_attribute_speaks_for_its_item_and_for_no_more(item: str, around: str) -> None:
    source = f"#[cfg(test)] {item}\npub fn g() {{ b.unwrap(); }}"
    assert lines(around.format(source)) == BOTH


@pytest.mark.parametrize(
    ("statement", "follower"),
    [
        ("let x = if c { a.unwrap() } else { d };", "b.unwrap();"),
        ("let f: fn() = { a.unwrap() };", "b.unwrap();"),
        ("a.unwrap();", "b.unwrap();"),
        ("{ a.unwrap(); }", "b.unwrap();"),
        ("const { a.unwrap() };", "b.unwrap();"),
        ("if let Some(x) = y { a.unwrap(); }", "b.unwrap();"),
        ("assert!(a.unwrap());", "b.unwrap();"),
    ],
)
@pytest.mark.parametrize("around", ["fn f() {{ {} }}", "fn f() {{ m! {{ {} }} }}"])
def test_an_attribute_speaks_for_its_statement_and_for_no_more(statement: str, follower: str, around: str) -> None:
    assert lines(around.format(f"#[cfg(test)] {statement}\n{follower}")) == BOTH


@pytest.mark.parametrize(
    "source",
    [
        "fn f() { match x { #[cfg(test)] A => a.unwrap(),\n_ => b.unwrap() } }",
        "fn f() { match x { #[cfg(test)] A => { a.unwrap() }\n_ => b.unwrap() } }",
        "fn f() { S { #[cfg(test)] x: a.unwrap(),\ny: b.unwrap() } }",
        "fn f() { vec![#[cfg(test)] a.unwrap(),\nb.unwrap()] }",
        "fn f() { g(#[cfg(test)] a.unwrap(),\nb.unwrap()) }",
        "fn f() { select! { #[cfg(test)] x = y => a.unwrap(),\n_ = z => b.unwrap() } }",
        "fn f() { select! { #[cfg(test)] x = y => { a.unwrap() }\n_ = z => b.unwrap() } }",
    ],
)
def test_an_attribute_speaks_for_its_part_of_a_list_and_for_no_more(source: str) -> None:
    assert lines(source) == BOTH


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("#[test] fn $n() $body\nfn g() { b.unwrap(); }", {2: "production"}),
        ("#[cfg(test)] $item\nfn g() { b.unwrap(); }", {2: "production"}),
        ("#[cfg(test)] $vis fn f() { a.unwrap(); }\nfn g() { b.unwrap(); }", BOTH),
        ("#[cfg(test)] $(#[$meta])* fn f() { a.unwrap(); }\nfn g() { b.unwrap(); }", BOTH),
        ("$( #[cfg(test)] fn $n() { a.unwrap(); }\nfn g() { b.unwrap(); } )*", BOTH),
        ("#[cfg(test)] mod t { $( fn $n() { a.unwrap(); } )* }\n$( fn $n() { b.unwrap(); } )*", BOTH),
        ("$( #[cfg(test)] )* stringify!(a.unwrap());\nb.unwrap()", {1: "inert", 2: "production"}),
    ],
)
def test_in_the_body_of_a_macro_an_attribute_reaches_no_further_than_its_item(
    source: str, expected: dict[int, str]
) -> None:
    assert lines(f"macro_rules! m {{ ($($n:ident)*) => {{ {source} }} }}") == expected


def test_an_inner_attribute_speaks_for_the_code_around_it() -> None:
    module = "mod t { #![cfg(test)] fn f() { a.unwrap(); }\nfn g() { b.unwrap(); } }\nfn h() { c.unwrap(); }"
    expected = {1: "test", 2: "test", 3: "production"}
    assert lines(module) == expected
    assert lines(f"m! {{ {module} }}") == expected


def test_an_inner_attribute_of_a_macro_call_means_what_the_macro_wants() -> None:
    assert lines("m! { #![cfg(test)]\nfn f() { a.unwrap(); } }") == {2: "production"}


@pytest.mark.parametrize(
    ("attribute", "scope"),
    [
        ("cfg(test)", "test"),
        ("cfg(all(test, unix))", "test"),
        ("cfg(any(test, unix))", "production"),
        ("cfg(not(test))", "production"),
        ("cfg_attr(all(), cfg(test))", "test"),
        ("cfg_attr(unix, cfg(test))", "production"),
        ("cfg_attr(test, cfg(test))", "production"),
        ("cfg_attr(unix, test)", "test"),
        ("cfg_attr(miri, ignore)", "production"),
        ("test", "test"),
        ('tokio::test(flavor = "multi_thread")', "test"),
        ("::core::prelude::v1::test", "test"),
        ("rstest::rstest", "test"),
        ("bench", "bench"),
        ("divan::bench(args = [1, 2])", "bench"),
        ("test_helper", "production"),
        ("doc(test(no_crate_inject))", "production"),
        ("expect(unused)", "production"),
    ],
)
def test_an_attribute_gives_its_scope(attribute: str, scope: str) -> None:
    assert lines(f"#[{attribute}] fn f() {{ a.unwrap(); }}") == {1: scope}
    assert lines(f"m! {{ #[{attribute}] fn f() {{ a.unwrap(); }} }}") == {1: scope}


def test_the_outermost_scope_wins() -> None:
    assert lines("#[cfg(test)] mod t { #[bench] fn f() { a.unwrap(); } }") == {1: "test"}


@pytest.mark.parametrize("macro", ["proptest!", "proptest::proptest!", "quickcheck!"])
@pytest.mark.parametrize("around", ["{}", "m! {{ {} }}", "macro_rules! m {{ () => {{ $( {} )* }} }}"])
def test_the_body_of_a_test_macro_is_a_test(macro: str, around: str) -> None:
    assert lines(around.format(f"{macro} {{ fn f() {{ a.unwrap(); }} }}\nfn g() {{ b.unwrap(); }}")) == BOTH


@pytest.mark.parametrize("around", ["{}", "fn f() {{ m! {{ {} }} }}", "macro_rules! m {{ () => {{ $( {} )* }} }}"])
def test_tokens_that_are_only_printed_are_no_code(around: str) -> None:
    assert lines(around.format("const A: &str = stringify!(a.unwrap());")) == {1: "inert"}


def test_a_setting_names_more_test_attributes() -> None:
    source = "#[my::check] fn f() { a.unwrap(); }\n#[check] fn g() { b.unwrap(); }\n#[checks] fn h() { c.unwrap(); }"
    assert lines(source) == {1: "production", 2: "production", 3: "production"}
    assert lines(source, 'test_attributes = ["check"]') == {1: "test", 2: "test", 3: "production"}


def test_a_setting_names_more_test_macros() -> None:
    source = "table! { a.unwrap() }\nm! { inner::table!(b.unwrap()) }\ntables! { c.unwrap() }"
    assert lines(source) == {1: "production", 2: "production", 3: "production"}
    assert lines(source, 'test_macros = ["table"]') == {1: "test", 2: "test", 3: "production"}
