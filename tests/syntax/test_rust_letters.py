"""What letters alone tell of a Rust file, and what they leave to the parser."""

from __future__ import annotations

import time
from functools import cache

import pytest

from ratchet.acts.finding import measures_of
from ratchet.model.facts import FileFacts
from ratchet.model.scope import Scope
from ratchet.syntax import portions, rust
from ratchet.syntax.facts import read_facts
from ratchet.syntax.form import Tellings
from ratchet.syntax.lens import Lens
from ratchet.syntax.lens_making import compile_lens
from ratchet.syntax.portions import Portion, to_parse
from ratchet.syntax.rust import known_forms
from ratchet.syntax.tellings import tellings
from ratchet.syntax.wanted import EVERYTHING, Extent, Measure
from tests.counting import shipped_policy
from tests.laws.ways import as_a_whole, by_letters

pytestmark = pytest.mark.usefixtures("cut_small_texts")

_FEW = ("rust/unwrap", "rust/expect", "rust/unsafe-block", "rust/unsafe-item")


@cache
def _lens() -> Lens:
    policy = shipped_policy()
    few = tuple(each for each in measures_of(policy.rulebook, "rust") if each.rule in _FEW)
    return compile_lens(policy.languages["rust"], few)


@cache
def _tellings() -> Tellings:
    return tellings(_lens())


def _portion(text: str, extent: Extent = EVERYTHING) -> Portion:
    items = rust.items(text.encode())
    assert items is not None
    return to_parse(_lens(), text.encode(), items, extent, _tellings())


def _facts(text: str) -> FileFacts:
    """The facts, which are those of the whole file as one tree."""
    facts = by_letters(_lens(), text.encode())
    assert facts == as_a_whole(_lens(), text.encode())
    return facts


_FUNCTION = "fn f() {\n    %s\n}\n"
_TOLD = {
    "a call": "g().unwrap();",
    "calls in a row": "let x = a::b(c)?.d[1].e.await\n        .unwrap().g().unwrap();",
    "a text": 'x.expect("it is \\" there");',
    "a block": "let y = unsafe { g(h(1)) };",
    "a block of lines": "unsafe {\n        g();\n    }",
    "in brackets": "h(a, [b, x.unwrap()], &y.0.unwrap());",
    "in bodies": "if a {\n        while b { x.unwrap(); }\n    }",
    "behind a macro": 'println!("{}", 1);\n    x.unwrap();',
    "behind a macro, on it": 'format!("{}", 1).parse().unwrap();',
    "behind items": "const A: [u8; 2] = [1; 2];\n    fn g() {\n        h();\n    }\n    x.unwrap();",
    "behind a dull attribute": "#[allow(unused)]\n    let y = x.unwrap();",
    "a closure": "let f = |x: Option<u8>| x.unwrap();",
    "a range": "for i in 0..x.unwrap() {}",
    "a negation": "if !x.unwrap() {}",
    "foreign functions": 'unsafe extern "C" {\n        fn g();\n    }\n    unsafe { g() }',
}


@pytest.mark.parametrize("code", _TOLD.values(), ids=_TOLD)
def test_code_is_not_parsed_that_leaves_no_doubt(code: str) -> None:
    text = _FUNCTION % code
    portion = _portion(text)
    assert not portion.items
    assert len(portion.told) == len(_facts(text).sites) > 0


_EMPTY = {
    "a macro": 'fn f() {\n    g(a, expect![["b"]]);\n}\n',
    "a macro by itself": "fn f() {\n    expect!{ 1 };\n    let x = expect!(2);\n}\n",
}


@pytest.mark.parametrize("text", _EMPTY.values(), ids=_EMPTY)
def test_words_are_told_that_find_nothing(text: str) -> None:
    portion = _portion(text)
    assert portion.explained
    assert not portion.items
    assert not _facts(text).sites


_NOT_EMPTY = {
    "a macro in a macro": 'fn f() {\n    m!(expect!["a"]);\n}\n',
    "a macro with a path": "fn f() {\n    a::expect![1];\n}\n",
    "a macro with a long path": "fn f() {\n    a ::\n    expect![1];\n}\n",
    "a macro in the midst of a row": "fn f() {\n    a.expect!(1);\n}\n",
    "a macro as an item": "expect![1];\n",
    "a comparison": "fn f() {\n    g(expect != 1);\n}\n",
}


@pytest.mark.parametrize("text", _NOT_EMPTY.values(), ids=_NOT_EMPTY)
def test_words_are_left_to_the_parser_that_may_find_something(text: str) -> None:
    assert _portion(text).items
    _facts(text)


def test_a_crate_from_elsewhere_leads_to_no_look_at_anything() -> None:
    assert sorted(_lens().by_word) == [b"expect", b"unsafe", b"unwrap"]


_MACRO = '(macro_invocation macro: (identifier) @finding (#eq? @finding "expect"))'


def test_a_rule_of_its_own_finds_what_others_do_not() -> None:
    lens = compile_lens(_lens().language, (*_lens().measures, Measure("own/rule", _MACRO)))
    text = "fn f() {\n    expect![1];\n}\n"
    facts = by_letters(lens, text.encode())
    assert [site.rule for site in facts.sites] == ["own/rule"]
    assert facts == as_a_whole(lens, text.encode())


_ITEMS = {
    "unsafe pub(crate) function": ("pub(crate) const unsafe fn f() {\n}\n", ["f"]),
    "signature": ("trait T {\n    unsafe fn f(x: u8);\n}\n", ["T::f"]),
    "implementation": ("unsafe impl<'a, T: Fn() -> u8> a::Send for b::S<'a, T>\nwhere\n    T: X,\n{\n}\n", ["S"]),
    "foreign": ('unsafe extern "C" {\n    fn f();\n}\n', [""]),
    "constant": ("const A: [u8; 2] = [x.unwrap(), 2];\n", ["A"]),
    "static": ("static mut A: u8 = unsafe { f() };\n", ["A"]),
    "member": ("impl A for &[u8] {\n    fn f(&self) {\n        x.unwrap();\n    }\n}\n", ["[u8]::f"]),
    "module": ("mod a {\n    mod b {\n        fn f() { x.unwrap() }\n    }\n}\n", ["a::b::f"]),
    "after others": ("use a::{b, c};\nstruct S;\nfn g() {}\nfn f() {\n    x.unwrap();\n}\n", ["f"]),
    "after a closure": ("static A: L = L::new(|| {\n    1\n});\nfn f() {\n    x.unwrap();\n}\n", ["f"]),
    "after closures": ("static A: L = [L::new(|| {\n    1\n})];\nfn f() {\n    x.unwrap();\n}\n", ["f"]),
    "trait": ("pub unsafe trait T {}\npub trait U: V {\n    fn f() {\n        x.unwrap();\n    }\n}\n", ["T", "U::f"]),
}


@pytest.mark.parametrize(("text", "names"), _ITEMS.values(), ids=_ITEMS)
def test_items_are_told_by_their_heads(text: str, names: list[str]) -> None:
    assert [site.symbol for site in _facts(text).sites] == names
    assert [each.symbol for each in _portion(text).told] == [name for name in names if name != "T"]


_LEFT = {
    "a macro": "m!(x.unwrap());",
    "a macro in a macro": "m!(a, n! { b }, || { x.unwrap() });",
    "a macro with spaces": "m ! (x.unwrap());",
    "a macro in braces": "m! { a; b { c } x.unwrap() }",
    "an inner function": "fn g() {\n        x.unwrap();\n    }",
    "an inner constant": "const A: u8 = if a { 1 } else { x.unwrap() };",
    "an inner implementation": "impl A<{ 1 }> for B {\n        fn g() { x.unwrap() }\n    }",
    "an attribute that matters": "#[cfg(test)]\n    x.unwrap();",
    "a try": 'p.expect("m")?;',
    "a text of bytes": 'p.expect(b"m");',
    "two texts": 'p.expect("m", "n");',
    "an argument": "p.unwrap(1);",
    "a block before": "match a { _ => b }.unwrap();",
    "a text before": '"1".parse().unwrap();',
    "a comment before": "x /* y */ .unwrap();",
    "a turbofish before": "x.parse::<u8>().unwrap();",
    "a path": "y.map(Option::unwrap);",
}


@pytest.mark.parametrize("code", _LEFT.values(), ids=_LEFT)
def test_code_is_left_to_the_parser_that_may_mean_something_else(code: str) -> None:
    text = _FUNCTION % code
    portion = _portion(text)
    assert portion.items
    assert not portion.told
    _facts(text)


@pytest.mark.parametrize(
    ("text", "scope"),
    [
        ("#[test]\nfn f() {\n    x.unwrap();\n}\n", Scope.TEST),
        ('#[tokio::test(flavor = "x")]\nasync fn f() {\n    x.unwrap();\n}\n', Scope.TEST),
        ("#[bench]\nfn f() {\n    x.unwrap();\n}\n", Scope.BENCH),
        ("#[cfg(all(test, unix))]\nimpl A {\n    #[bench]\n    fn f() {\n        x.unwrap();\n    }\n}\n", Scope.TEST),
        ("#[cfg(test)]\nuse a;\nfn f() {\n    x.unwrap();\n}\n", Scope.PRODUCTION),
        ("#[cfg(any(test, x))]\nfn f() {\n    x.unwrap();\n}\n", Scope.PRODUCTION),
        ("#[cfg(false)]\nfn f() {\n    x.unwrap();\n}\n", Scope.TEST),
        ("#[cfg(any( ))]\nfn f() {\n    x.unwrap();\n}\n", Scope.TEST),
        ("#[cfg(all(unix, not(all())))]\nfn f() {\n    x.unwrap();\n}\n", Scope.TEST),
        ("#[cfg_attr(unix, test)]\nfn f() {\n    x.unwrap();\n}\n", Scope.TEST),
        ("#[cfg_attr(all(test, unix), allow(x))]\nfn f() {\n    x.unwrap();\n}\n", Scope.PRODUCTION),
        ("#[test]\nmod a {\n    fn f() {\n        x.unwrap();\n    }\n}\n", Scope.PRODUCTION),
    ],
)
def test_attributes_of_an_item_give_it_a_scope(text: str, scope: Scope) -> None:
    assert [site.scope for site in _facts(text).sites] == [scope]
    assert [each.scope for each in _portion(text).told] == [scope]


@pytest.mark.parametrize(
    "text",
    [
        "mod a {\n    #![cfg(test)]\n    fn f() {\n        x.unwrap();\n    }\n}\n",
        "fn f() {\n    #![cfg(test)]\n    x.unwrap();\n}\n",
        "#![cfg(test)]\nfn f() {\n    x.unwrap();\n}\n",
    ],
    ids=["of a module", "of a function", "of the file"],
)
def test_an_attribute_within_an_item_is_left_to_the_parser(text: str) -> None:
    assert not _portion(text).told
    assert [site.scope for site in _facts(text).sites] == [Scope.TEST]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("mod a;\n#[allow(x)]\npub(in b::c) mod d;\nuse e::{f, g};\nmod h;\n", True),
        ("#[cfg(test)]\nmod a;\nmod b;\n", True),
        ("fn f() {\n}\n\n/// About it.\nmod a;\n", True),
        ('#[path = "b.rs"]\nmod a;\n', False),
        ('#[cfg_attr(unix, path = "b.rs")]\nmod a;\n', False),
        ("#[cfg(test)]\n#[cfg(unix)]\n#[cfg(all(test, x))]\nmod a;\n", False),
        ('#[cfg(all(test, feature = "x"))]\nmod a;\n', True),
        ("#[cfg(/* not */ test)]\nmod a;\n", False),
        ("m! {\n    mod a;\n}\n", False),
        ("mod a {\n    mod b;\n}\n", False),
        ("mod /* here */ a;\n", False),
    ],
)
def test_modules_in_other_files_are_told_by_letters(text: str, told: bool) -> None:
    portion = _portion(text)
    assert (not portion.items, bool(portion.links)) == (told, told)
    assert _facts(text).links


def test_an_include_is_a_word_of_its_own() -> None:
    assert not _portion("fn included_by() {\n    include_all(1);\n}\n").items
    assert _facts('fn f() {\n    include!("a.rs");\n}\n').links


_CALL = '(call_expression function: (field_expression field: (field_identifier) @finding) (#eq? @finding "unwrap"))'
_TEXT = "(call_expression function: (field_expression field: (field_identifier) @_n) arguments: (arguments %s) %s)"


@pytest.mark.parametrize(
    ("query", "told"),
    [
        (_CALL, True),
        ('((field_identifier) @finding (#eq? @finding "unwrap"))', True),
        (_CALL.replace("field: (", "value: (identifier) field: ("), False),
        (_CALL.replace("(field_expression ", "(field_expression . (identifier) "), False),
        (f"(expression_statement {_CALL})", False),
        (f"(_ {_CALL})", False),
        (f"(try_expression {_CALL})", True),
        (_CALL.replace(") (#eq", ') @_c (#match? @_c "g") (#eq'), False),
        (_CALL.replace("function:", "!arguments function:"), False),
    ],
)
def test_a_form_tells_what_it_fixes_and_no_more(query: str, told: bool) -> None:
    lens = compile_lens(_lens().language, (Measure("own/rule", query),))
    assert (tellings(lens)(b"unwrap", known_forms.CALL) is not None) == told


@pytest.mark.parametrize(
    ("inner", "asked", "told"),
    [
        ("(string_literal) @finding", '(#eq? @_n "expect")', False),
        ("(string_literal)", '(#eq? @_n "expect")', True),
        ("(string_literal) @_t", '(#eq? @_n "expect") (#match? @_t "^b")', True),
        ("(string_literal) @_t", '(#eq? @_n "expect") (#match? @_t "b")', False),
        ("(string_literal (string_content))", '(#eq? @_n "expect")', False),
        ("(_) @_t", '(#eq? @_n "expect") (#not-eq? @_t "x")', True),
    ],
)
def test_what_a_text_says_is_not_told(inner: str, asked: str, told: bool) -> None:
    query = _TEXT.replace("@_n)", "@_n @finding)" if "@finding" not in inner else "@_n)") % (inner, asked)
    lens = compile_lens(_lens().language, (Measure("own/rule", query),))
    assert (tellings(lens)(b"expect", known_forms.CALL_WITH_TEXT) is not None) == told


def test_a_word_that_is_no_node_of_its_own_is_left_to_the_parser() -> None:
    query = '((call_expression) @finding (#match? @finding "unwrap"))'
    lens = compile_lens(_lens().language, (Measure("own/rule", query), *_lens().measures))
    source = (_FUNCTION % "x.unwrap();").encode()
    assert tellings(lens)(b"wrap", known_forms.CALL) is None
    assert by_letters(lens, source) == as_a_whole(lens, source)


def test_what_counts_lines_is_left_to_the_parser() -> None:
    lens = compile_lens(_lens().language, (Measure("own/rule", '(unsafe_block "unsafe" @finding)', longer_than=2),))
    assert tellings(lens)(b"unsafe", known_forms.BLOCK) is None


# Each was told otherwise than the parser tells it, by somebody who tried to deceive.
_ONCE_WRONG = (
    "#[test_case({\n})]\nfn f() {\n    x.unwrap();\n}",
    "#[rstest]\n#[case(Foo {\n    a: 1,\n})]\nfn g(x: Foo) {\n    x.unwrap();\n}",
    "#[cfg(test)]\n#[foo([{\n}])]\nmod m {\n    fn f() {\n        x.unwrap();\n    }\n}",
    "impl T {\n    #[cfg(test)]\n    #[foo({\n    })]\n    unsafe fn f() {}\n}",
    "#[cfg(test)]\n#[foo {\n}]\nunsafe impl A for B {}",
    "fn f() {\n    let unsafe {};\n}",
    "static A: &[S] = vec![S { a: x.unwrap() }];",
    'static A: B = hashmap! {\n    "a" => f(b).unwrap(),\n};',
    "const X: u8 = m!{ unsafe { y } };",
    "const X: &str = stringify! { x.unwrap() };",
    "const X: &str = stringify!({ x.unwrap() });",
    "static A: B = proptest!({ x.unwrap() });",
    "fn f(\n    m! { unsafe { w } }\n) {}",
    "foo!(A {}\n    fn f() { x.unwrap() }\n);",
    "stringify!(A {}\n    fn f() { x.unwrap() }\n);",
    "foo![ use a::{b};\n fn f() { x.unwrap() } ];",
    "thread_local!(static A: B = { C }\n; fn f() { x.unwrap() });",
    "fn f() {\n    fn g(x: A<{ 3 }>) { x.unwrap(); }\n}",
    "fn f() {\n    fn g<const N: usize = { 3 }>() { x.unwrap(); }\n}",
    "fn f() {\n    fn g() where A<{ 3 }>: B { x.unwrap(); }\n}",
    "fn f() {\n    struct S<const N: usize = { 3 }> { x: [u8; unsafe { 3 }] }\n}",
    "fn f() {\n    macro_rules!m(() => {} ; () => { unsafe { x } });\n}",
    "foo!(a; unsafe impl Send for X {});",
    "stringify!(a; unsafe impl Send for X {});",
    "macro_rules! m (\n    ($t:ty) => ( struct X; unsafe impl Send for X {} );\n);",
    'macro_rules! m (\n    (a; unsafe extern "C" {}) => ();\n);',
    "fn f(#[cfg(test)] x: u8) {\n    x.unwrap();\n}",
    "fn f<#[cfg(test)] T>() {\n    x.unwrap();\n}",
    "impl<#[cfg(test)] T> X for Y<T> {\n    fn f() { x.unwrap() }\n}",
    *(
        f"impl {head} {{\n    fn f() {{ x.unwrap() }}\n}}"
        for head in (
            *("X<T>for Y", "X for(A, B)", "X for[u8]", "X for&T", "X for <A as B>::C", "X for <A>::C"),
            *("X for (T)where T: Z", "X for [T]where T: Z", "<A as B>::C", "X<dyn for<'a> Fn(&'a u8)> for Y"),
            *("<F: for<'a> Fn(&'a u8) -> u8> X for Y<F>", "!Send for Y", "dyn A + B", "X for fn(u8) -> u8"),
        )
    ),
    "fn f() {\n    éa.unwrap();\n    fé(x).unwrap();\n    aé[0].unwrap();\n    éa!(x).unwrap();\n}",
    "trait Té {\n    fn f() { x.unwrap() }\n}",
    '#[cfg(any(r"x", test))]\nfn f() {\n    x.unwrap();\n}',
    "#[cfg(any('x', test))]\nfn f() {\n    x.unwrap();\n}",
    "fn f() {\n    1e-5.unwrap();\n    1.5E+3.unwrap();\n    (e-5).unwrap();\n}",
    "fn f() {\n    x.unwrap(); #![cfg(test)]\n}",
    "mod m {\n    fn f() {\n        x.unwrap();\n    }\n    #![cfg(test)]\n}",
    "const A: &str = B;\nmacro_rules! m {\n    () => { x.unwrap() }\n}",
    "fn f() {\n    self.r#type().unwrap();\n    r#match(1).unwrap();\n}",
    "fn f() {\n    m!(static A: B = c);\n    fn g() {\n        x.unwrap();\n    }\n}",
    "fn f() {\n    ::a::b::()(c).unwrap();\n}",
    "fn f() {\n    fn é() { x.unwrap(); }\n    const aé: u8 = x.unwrap();\n    const r#match: u8 = x.unwrap();\n}",
    "fn f() {\n    match r#unsafe { _ => {} }\n    if r#unsafe { a }\n    break 'unsafe { x };\n}",
    "trait r#box {\n    fn a() { x.unwrap() }\n}",
    "impl r#where {\n    fn a() { x.unwrap() }\n}\n\nunsafe impl A for r#where {}",
    "fn f() {\n    x.unwrap();\n    #\t![cfg(test)]\n}",
    "impl X<[u8; 1 << 3]> for Y<[u8; 1 >> 3]> {\n    fn f() { x.unwrap() }\n}",
    "unsafe impl X<[u8; 1 > 0]> for Y<{ 3 }> {}",
    "impl X<{ 1 << 3 }> for Y<{ 1 >> 3 }> {\n    fn f() { x.unwrap() }\n}",
    "unsafe impl A for B;\nfn f() {}",
    "fn f() {\n    break(x).unwrap();\n    a.return(x).unwrap();\n    a::async(x).unwrap();\n    a.box[0].unwrap();\n}",
    "fn f() {\n    return (x).unwrap();\n    if (x).unwrap() {}\n    for y in (x).unwrap() {}\n}",
    "fn f() {\n    break 'as (x).unwrap();\n}",
    "#[cfg(any(1))]\nfn f() {\n    x.unwrap();\n}",
    '#[cfg(any(r"x"))]\nfn f() {\n    x.unwrap();\n}',
    "#[cfg(any(=))]\nfn f() {\n    x.unwrap();\n}",
)


@pytest.mark.parametrize("text", _ONCE_WRONG)
def test_what_deceived_letters_says_what_the_parser_says(text: str) -> None:
    _facts(f"{text}\n")
    _facts(f"fn before() {{\n    g();\n}}\n\n{text}\n\nfn after() {{\n    g();\n}}\n")


_SITE = (
    '(call_expression function: (field_expression%s "." @finding field: (field_identifier) @finding%s)'
    " arguments: (arguments) @finding (#eq? %s))"
)
_LOCK = _SITE % (" value: (call_expression function: (identifier) @_l)", "", '@_l "lock"')
_EXPECT = _TEXT.replace("@_n)", "@_n @finding)")
_ARGUMENTS = _EXPECT.replace("arguments %s)", "arguments) @_a").replace(" %s)", ' (#eq? @_n "expect") (#eq? @_a %s))')
_OWN = {
    "excused by another word": (_SITE % ("", " @_n", '@_n "unwrap"'), _LOCK, "lock().unwrap(); g().unwrap();"),
    "a range": ('((identifier) @finding (#eq? @finding "unwrap"))', "", "a..unwrap(); S { ..unwrap() };"),
    "an empty text": (_EXPECT % ("(_) @_t", '(#eq? @_n "expect") (#empty? @_t)'), "", 'x.expect("");'),
    "a choice": (_EXPECT % ("(_) @_t", '(#eq? @_n "expect") (#match? @_t "^x|todo")'), "", 'x.expect("todo");'),
    "a letter": (_EXPECT % ("(_) @_t", '(#eq? @_n "expect") (#match? @_t "^b?.todo")'), "", 'x.expect("todo");'),
    "all arguments": (_ARGUMENTS % '"(\\"m\\")"', "", 'x.expect("m"); x.expect("n");'),
}


@pytest.mark.parametrize(("query", "unless", "code"), _OWN.values(), ids=_OWN)
def test_rules_of_ones_own_say_what_the_parser_says(query: str, unless: str, code: str) -> None:
    lens = compile_lens(_lens().language, (Measure("own/rule", query, unless),))
    source = (_FUNCTION % code).encode()
    whole = as_a_whole(lens, source)
    assert whole.sites
    assert by_letters(lens, source) == whole


def test_a_rule_about_foreign_functions_is_left_to_the_parser() -> None:
    query = '(function_signature_item (function_modifiers (extern_modifier "extern" @finding)))'
    lens = compile_lens(_lens().language, (Measure("own/rule", query),))
    source = b'trait T {\n    extern "C" fn f();\n    extern "C" fn g() {}\n}\n'
    assert by_letters(lens, source) == as_a_whole(lens, source)


def test_a_file_is_not_parsed_whole_because_letters_explain_all_of_it() -> None:
    text = "unsafe fn f() {\n}\n\n#[cfg(test)]\nmod tests {\n    fn g() { unsafe { h() } }\n}\n"
    lens = compile_lens(_lens().language, (Measure("own/rule", '(unsafe_block "unsafe" @finding)'),))
    facts = by_letters(lens, text.encode(), Extent(whole=True, tests=False))
    assert facts.leaves_tests
    assert not facts.sites


@pytest.mark.parametrize(
    ("before", "piece", "behind"),
    [
        ("fn f() {\n", "x.unwrap();\n", "}\n"),
        ("fn f() {\n", "x.unwrap(); { a; }\n", "}\n"),
        ("fn f() {\n", "fn g() { x.unwrap() }\n", "}\n"),
        ("fn f() {\n", "const A: [u8; 2] = [1; 2]; x.unwrap();\n", "}\n"),
        ("fn f() {\n", "m!(x.unwrap());\n", "}\n"),
        ("fn f() {\n", "unsafe {\n { } { }\n };\n", "}\n"),
        ("trait T {\n", "    unsafe fn f();\n", "}\n"),
        ("", "mod a;\n", ""),
        ("", "const A: [u8; 1] = [x.unwrap(); 1];\n", ""),
        ("const A: &[u8] = &[\n", "    [x.unwrap(); 2],\n", "];\n"),
        ("const A: &[u8] = &[\n", "    x.unwrap(),\n", "];\n"),
    ],
)
def test_time_grows_with_the_text_and_not_with_its_square(before: str, piece: str, behind: str) -> None:
    def seconds(times: int) -> float:
        text = (before + piece * times + behind).encode()
        began = time.process_time()
        read_facts(_lens(), text, EVERYTHING, _tellings())
        return time.process_time() - began

    seconds(10)
    few, many = seconds(1_000), min(seconds(16_000) for _ in range(2))
    assert many < 16 * 8 * max(few, 0.02)  # the square would be 256 times as long


def test_the_parser_looks_at_small_files() -> None:
    """Somebody may have torn one, and what is left of it may look like code."""
    torn = "fn f() {\n    let = = ;\n    x.unwrap();\n}\n"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(portions, "_WORTH_LETTERS", 2_000)
        assert by_letters(_lens(), torn.encode()).degraded
        assert not by_letters(_lens(), (torn + "// and so on\n" * 200).encode()).degraded
