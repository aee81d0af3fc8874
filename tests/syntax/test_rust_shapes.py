"""Odd shapes of Rust that rustc reads without blinking, and shapes that it does not read at all."""

from __future__ import annotations

import pytest

from tests.counting import count, measured
from tests.syntax.scoped import lines

UNWRAP, EXPECT, PANIC = "rust/unwrap", "rust/expect", "rust/panic"
BLOCK, ITEM, ALLOW = "rust/unsafe-block", "rust/unsafe-item", "rust/allow"


@pytest.mark.parametrize(
    ("tokens", "rule", "sites"),
    [
        ("o.unwrap/**/()", UNWRAP, 1),
        ("o /* a */ . // b\n unwrap // c\n ( /* d */ )", UNWRAP, 1),
        ('o.expect /* a */ ( /* b */ "m")', EXPECT, 1),
        ("p.expect(Token::Comma) /* a */ ?", EXPECT, 0),
        ("Option /* a */ :: /* b */ unwrap", UNWRAP, 1),
        ('panic/**/!("x")', PANIC, 1),
        ("unsafe /* SAFETY: none */ { g() }", BLOCK, 1),
        ("unsafe /* a */ fn g() {}", ITEM, 1),
        ("# /* a */ [ /* b */ allow /* c */ (x)] fn g() {}", ALLOW, 1),
        ("#/* a */[cfg(test)] /* b */ fn g() { o.unwrap() } /* c */ fn h() { o.unwrap() }", UNWRAP, 1),
        ('// o.unwrap()\n /* o.unwrap() */ "o.unwrap()"', UNWRAP, 0),
    ],
)
@pytest.mark.parametrize("around", ["fn f() {{ m!({}\n); }}", "macro_rules! m {{ // why\n() => {{ $( {}\n )* }} }}"])
def test_a_comment_between_tokens_hides_nothing(tokens: str, rule: str, sites: int, around: str) -> None:
    assert count(around.format(tokens))[rule] == sites


@pytest.mark.parametrize(
    ("tokens", "rule", "sites"),
    [
        ("rx.await.unwrap()", UNWRAP, 1),
        ('rx.await.expect("m")', EXPECT, 1),
        ("pub default unsafe impl T for union {}", BLOCK, 0),
        ("#[allow(a)] fn a() {} #[allow(b)] fn b() {} #[inline] #[allow(c)] fn c() {}", ALLOW, 3),
        ("#[unsafe(no_mangle)] fn a() {} #[unsafe(no_mangle)] fn b() {}", ITEM, 2),
        ("a.unwrap(), b.unwrap(), c.unwrap()", UNWRAP, 3),
    ],
)
@pytest.mark.parametrize("around", ["fn f() {{ m!({}); }}", "macro_rules! m {{ () => {{ {} }} }}"])
def test_tokens_in_a_row_are_found_each_time_and_only_in_a_row(tokens: str, rule: str, sites: int, around: str) -> None:
    assert count(around.format(tokens))[rule] == sites


@pytest.mark.parametrize(
    ("source", "rule", "sites"),
    [
        ("fn f() { o.r#unwrap(); m!(o.r#unwrap()); Option::r#unwrap(o); }", UNWRAP, 3),
        ('fn f() { r#panic!("x"); }', PANIC, 1),
        ('fn f(r#type: O) { r#type.unwrap(); let r#match = r#"o.unwrap()"#; }', UNWRAP, 1),
        ("#[r#cfg(r#test)] fn f() { o.unwrap(); }", UNWRAP, 0),
        ("fn f() { str![o.unwrap()]; let a = u8!(o.unwrap()); usize! { o.unwrap() } }", UNWRAP, 3),
        ("fn f() -> bool { a as u8 != b && c as char != d && o.unwrap() }", UNWRAP, 1),
        ("macro_rules! str { ($x:expr) => { $x.unwrap() } }", UNWRAP, 1),
        ('unsafe extern "C" { pub safe fn g(); safe static X: u8; } fn f() { o.unwrap(); }', UNWRAP, 1),
        ("fn\u0085f()\u200f{ o\u200e.unwrap(); }", UNWRAP, 1),
        ("fn f<'r>(x: &'r u8) { let r = 'r'; o.unwrap(); }", UNWRAP, 1),
    ],
)
def test_what_rustc_reads_and_the_grammar_does_not_is_read_all_the_same(source: str, rule: str, sites: int) -> None:
    result = measured({"src/lib.rs": source})
    assert [finding.rule for finding in result.findings].count(rule) == sites
    assert result.inspection.degraded == ()


@pytest.mark.parametrize(
    ("source", "sites"),
    [
        ("fn f() { for<'a> |x: &'a u8| -> u8 { o.unwrap() }; }", 1),
        ("struct S { a: u8 = o.unwrap(), b: u8 }", 1),
        ("fn f() { do yeet o.unwrap(); }", 1),
        ("fn f() { S { a: o.unwrap(), .. }; }", 1),
        ("impl const T for U { fn f() { o.unwrap(); } }", 1),
        ("default impl T for U { default fn f() { o.unwrap(); } }", 1),
        ("pub macro m($x:expr) { $x.unwrap() }", 1),
        ("fn f() where #[cfg(test)] T: X, { o.unwrap() }", 1),
        ("fn f() { let c = |#[cfg(test)] x: u8, y| o.unwrap(); }", 1),
        ("#[test] fn f() { for<'a> |x: &'a u8| -> u8 { a.unwrap() }; } fn g() { b.unwrap(); }", 1),
        ("#[cfg(test)] mod t { fn f() { for<'a> |x: &'a u8| a.unwrap(); } } fn g() { b.unwrap(); }", 1),
        ("fn f() { let = ; o.unwrap(); } #[cfg(test)] fn g() { o.unwrap() + }", 1),
    ],
)
def test_what_does_not_parse_is_counted_by_its_tokens_and_listed(source: str, sites: int) -> None:
    result = measured({"src/lib.rs": source})
    assert [finding.rule for finding in result.findings].count(UNWRAP) == sites
    assert result.inspection.degraded == ("src/lib.rs",)


@pytest.mark.parametrize(
    "torn",
    [
        "mod tests {\n #[test] fn t() { a.unwrap(); b.unwrap();",
        "mod tests {\n #[test] fn t() { a.unwrap(); }\n fn u() { b.",
        "mod tests {\n fn u() { b.unwrap( }",
        "mod tests {\n fn u() { b.unwrap(); /* no end",
        "fn t() { m!(a.unwrap(), [b.unwrap()",
    ],
)
def test_a_torn_test_module_does_not_become_production(torn: str) -> None:
    source = f"fn f() {{ o.unwrap(); }}\n#[cfg(test)]\n{torn}"
    result = measured({"src/lib.rs": source})
    assert [finding.span.line for finding in result.findings if finding.rule == UNWRAP] == [1]
    assert result.inspection.degraded == ("src/lib.rs",)


def test_a_site_that_the_tree_and_the_tokens_both_show_is_one_site() -> None:
    source = "fn f() { for<'a> |x: &'a u8| 1; o.unwrap(); std::option::Option::unwrap(o); p.expect(|x| 1); }"
    assert (count(source)[UNWRAP], count(source)[EXPECT]) == (2, 0)


@pytest.mark.parametrize(
    ("statement", "scopes"),
    [
        ("m! {}\n *a.unwrap();", {2: "production"}),
        ("m! {}\n (a.unwrap());", {2: "production"}),
        ("m! {}\n [a.unwrap()];", {2: "production"}),
        ("m! {}\n &a.unwrap();", {2: "production"}),
        ("m! {}\n ..a.unwrap();", {2: "production"}),
        ("m! { a.unwrap() }\n * b.unwrap();", {1: "test", 2: "production"}),
        ("m! { a.unwrap() }\n .b(c.unwrap());", {1: "test", 2: "test"}),
        ("m!()\n * b.unwrap();", {2: "test"}),
        ("if a {}\n *b.unwrap();", {2: "production"}),
    ],
)
def test_an_attribute_on_a_macro_call_with_braces_ends_with_the_braces(statement: str, scopes: dict[int, str]) -> None:
    assert lines(f"fn f() {{ #[cfg(test)] {statement} }}") == scopes


@pytest.mark.parametrize(
    "source",
    [
        "#[test] mod m { fn f() { a.unwrap(); } }",
        "#[rstest] impl A { fn f() { a.unwrap(); } }",
        "#[tokio::test] const A: u8 = a.unwrap();",
        "mod m { #![cfg_attr(unix, rstest)] fn f() { a.unwrap(); } }",
        "#![test]\nfn f() { a.unwrap(); }",
        "fn f() { m!(#[test] a.unwrap()); }",
        "#[rustfmt::test] fn f() { a.unwrap(); }",
        "#[clippy::test] fn f() { a.unwrap(); }",
        "#[diagnostic::test] fn f() { a.unwrap(); }",
    ],
)
def test_only_a_function_can_be_a_test_and_the_tools_of_the_compiler_make_none(source: str) -> None:
    assert count(source)[UNWRAP] == 1


@pytest.mark.parametrize(
    "source",
    [
        "fn f() { #![test] a.unwrap(); }",
        "m! { #[test] fn f() { a.unwrap(); } }",
        "m! { #[test] name { a.unwrap(); } }",
        "#[cfg_attr(unix, rstest, cfg(test))] fn f() { a.unwrap(); }",
        "#[cfg_attr(all(), rstest, cfg(test))] mod m { fn f() { a.unwrap(); } }",
    ],
)
def test_a_test_attribute_speaks_for_a_function_wherever_it_stands(source: str) -> None:
    assert count(source)[UNWRAP] == 0


@pytest.mark.parametrize("name", ["proptest", "quickcheck", "stringify"])
def test_a_macro_of_ones_own_with_the_name_of_a_known_one_is_not_that_one(name: str) -> None:
    own = f"macro_rules! {name} {{ ($($t:tt)*) => {{ $($t)* }} }}\n"
    call = f"fn f() {{ {name}! {{ a.unwrap() }} }}"
    assert (count(call)[UNWRAP], count(own + call)[UNWRAP]) == (0, 1)


@pytest.mark.parametrize(
    "attribute",
    [
        "cfg(/* a /* nested */ comment */ test)",
        "cfg(test // comment\n)",
        "cfg(all(test, größe))",
        "cfg(all(größe, test))",
        "cfg(" + "all(" * 100 + "test" + ")" * 101,
    ],
)
def test_a_condition_is_read_as_rustc_reads_it(attribute: str) -> None:
    assert lines(f"#[{attribute}] fn f() {{ a.unwrap(); }} fn g() {{}}".replace("\n", " \n")) in (
        {1: "test"},
        {2: "test"},
    )


@pytest.mark.parametrize(
    "condition",
    [
        "any($(feature = $f,)*)",
        "not(all($(target_feature = $tf,)*))",
        "any(test, $($m),*)",
        "$test",
        "$($m)*",
        "test = $x",
    ],
)
def test_what_a_macro_will_put_into_a_condition_is_unknown(condition: str) -> None:
    assert count(f"macro_rules! m {{ () => {{ #[cfg({condition})] fn f() {{ a.unwrap(); }} }} }}")[UNWRAP] == 1


def test_what_a_macro_puts_beside_test_changes_nothing() -> None:
    assert count("macro_rules! m { () => { #[cfg(all(test, $m))] fn f() { a.unwrap(); } } }")[UNWRAP] == 0


@pytest.mark.parametrize(
    "tokens",
    [
        "#[cfg(test)] $vis struct S { f: [u8; a.unwrap()] }",
        "match x { #[cfg(test)] A { b } => { a.unwrap() } _ => 1 }",
        "match x { #[cfg(test)] B => if y { 1 } else { a.unwrap() }, _ => 1 }",
        "S { #[cfg(test)] b: if c { 1 } else { Option::unwrap(x) }, a: 1 }",
        "#[cfg(test)] { x }.y(a.unwrap());",
    ],
)
@pytest.mark.parametrize(
    "around", ["m! {{ {} }}", "macro_rules! m {{ () => {{ {} }} }}", "m! {{ macro_rules! n {{ () => {{ {} }} }} }}"]
)
def test_the_carrier_of_an_attribute_among_tokens_goes_on_after_a_brace_where_code_does(
    tokens: str, around: str
) -> None:
    assert count(around.format(tokens))[UNWRAP] == 0


@pytest.mark.parametrize("around", ["{}", "m! {{ {} }}"])
def test_a_variable_for_a_visibility_is_known_by_its_declaration(around: str) -> None:
    macro = "macro_rules! m {{ (${}) => {{ #[cfg(test)] $v fn f() {{ a.unwrap(); }} }} }}"
    assert count(around.format(macro.format("v:vis")))[UNWRAP] == 0
    assert count(around.format(macro.format("v:item")))[UNWRAP] == 1


@pytest.mark.parametrize(
    "source",
    [
        "m! { macro_rules! b { (unsafe { $x:expr }) => { 1 }; ($x:expr, .unwrap()) => { 2 } } }",
        "macro_rules! m { (unsafe { $($b:tt)* } ~ $a:tt) => { 1 }; }",
        "fn f() { let = ; } macro_rules! m { (unsafe { $($b:tt)* } .unwrap()) => { 1 }; }",
    ],
)
def test_what_a_macro_matches_is_no_code(source: str) -> None:
    found = count(source)
    assert (found[BLOCK], found[UNWRAP]) == (0, 0)


@pytest.mark.parametrize(
    "source", ["macro_rules ! m { ($ e : expr) => { $ e.unwrap() } }", "macro_rules\n! m { () => { a.unwrap() } }"]
)
def test_white_space_where_no_formatter_puts_it_breaks_nothing(source: str) -> None:
    result = measured({"src/lib.rs": source})
    assert (len(result.findings), result.inspection.degraded) == (1, ())


@pytest.mark.parametrize(
    ("source", "scopes"),
    [
        (
            "cfg_if! { if #[cfg(test)] { fn f() { a.unwrap(); }\n } else { fn f() { b.unwrap(); } } }",
            {1: "test", 2: "production"},
        ),
        (
            "cfg_if! { if #[cfg(unix)] { fn f() { a.unwrap(); }\n } else if #[cfg(test)] { fn f() { b.unwrap(); } } }",
            {1: "production", 2: "test"},
        ),
        (
            "cfg_select! { test => { fn f() { a.unwrap(); }\n } _ => { fn f() { b.unwrap(); } } }",
            {1: "test", 2: "production"},
        ),
        ("fn f() { cfg_select! { not(test) => a.unwrap(),\n _ => b.unwrap() } }", {1: "production", 2: "test"}),
        (
            "fn f() { cfg_select! { all(test, unix) => a.unwrap(),\n unix => b.unwrap(), _ => 1 } }",
            {1: "test", 2: "production"},
        ),
        ("m! { pub fn f<#[cfg(test)] T>(x: X) {\n a.unwrap() } }", {2: "production"}),
        ("m! { pub fn f<A, #[cfg(test)] T>(x: X) {\n a.unwrap() } }", {2: "production"}),
        ("m! { let c = |a, #[cfg(test)] b: u8| \n a.unwrap(); }", {2: "production"}),
        ("m! { S { #[cfg(test)] union: 1,\n b: x.unwrap() } }", {2: "production"}),
        ("macro_rules! m { () => { #[cfg(test)] $item\n impl A { fn f() { a.unwrap(); } } } }", {2: "production"}),
        ("macro_rules! m { () => { #[cfg(test)] $item\n let a = b.unwrap(); } }", {2: "production"}),
        (
            "macro_rules! m { () => { #[cfg(test)] fn t() $body\n impl A { fn f() { a.unwrap(); } } } }",
            {2: "production"},
        ),
        ("m! { #[cfg(test)] fn f() -> fn() { a.unwrap() }\n fn g() { b.unwrap() } }", {1: "test", 2: "production"}),
        (
            "m! { #[cfg(test)] impl A<{3}> { fn f() { a.unwrap() } }\n fn g() { b.unwrap() } }",
            {1: "test", 2: "production"},
        ),
    ],
)
def test_among_tokens_an_attribute_reaches_as_far_as_rustc_says(source: str, scopes: dict[int, str]) -> None:
    assert lines(source) == scopes


@pytest.mark.parametrize(
    "block", ["{ a(); }", "if b { a(); }", "match b { _ => {} }", "loop { break }", "unsafe { a() }", "for x in y {}"]
)
@pytest.mark.parametrize("following", ["|| b.unwrap();", "&& b.unwrap();", "..=b.unwrap();", "*b.unwrap() = 1;"])
def test_an_attribute_on_a_block_ends_with_the_block(block: str, following: str) -> None:
    assert lines(f"fn f() {{ #[cfg(test)] {block}\n {following} }}") == {2: "production"}


@pytest.mark.parametrize(
    "source",
    [
        'fn f() { println!("{}", x.0.\n    unwrap()); }',
        "fn f() { vec![self.0. unwrap()]; }",
        "fn f() { x.0.\n unwrap(); }",
        '#[cfg_attr(feature = "x", cfg_attr(all(), cfg(test)))] pub fn f() { a.unwrap(); }',
        f"#[cfg({'all(' * 170}not(test){')' * 170})] fn f() {{ a.unwrap(); }}",
        "use run as stringify; fn f() { stringify!(a.unwrap()); }",
        "m!(\u2028a\u2029.unwrap());",
        "use std::vec as r#stringify; fn f() { stringify![a.unwrap()]; }",
        "use std::vec as /**/ stringify; fn f() { stringify![a.unwrap()]; }",
        "use std::{vec as\nr#stringify}; fn f() { stringify![a.unwrap()]; }",
        "m! { use std::vec as r#stringify; } fn f() { stringify![a.unwrap()]; }",
        "macro_rules! cfg_select { ($c:tt => $b:tt) => {$b} } fn f() { cfg_select! { test => { a.unwrap() } } }",
        "macro_rules! m { ($c:tt => $b:tt) => {$b} } use m as cfg_select; cfg_select! { test => { a.unwrap() } }",
        "macro_rules! d { ($n:tt) => { macro_rules! $n { ($e:tt) => {$e} } } } d!(stringify); stringify!(a.unwrap())",
    ],
)
def test_a_site_of_production_is_counted_however_it_is_written(source: str) -> None:
    assert count(source)[UNWRAP] == 1


def test_in_macros_brackets_around_a_message_hide_nothing() -> None:
    assert count('fn f() { m!(a.expect({ "m" }), a.expect(("m")), a.expect([1])); }')[EXPECT] == 2


@pytest.mark.parametrize("attribute", ["#[]", "#![]", "#[ /* why */ ]", "#[,]", "#["])
def test_an_attribute_that_is_none_breaks_nothing(attribute: str) -> None:
    assert count(f"{attribute} fn f() {{ a.unwrap(); }}\nfn g() {{ b.unwrap(); }}")[UNWRAP] == 2


def test_a_word_in_a_comment_is_no_alias() -> None:
    assert count("// it was quickcheck, as quickcheck\nquickcheck! { fn f() { a.unwrap(); } }")[UNWRAP] == 0
