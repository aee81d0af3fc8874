"""A file without the statements and bodies that nobody asks for says what it says as a whole."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ratchet.acts.finding import measures_of
from ratchet.model.scope import Scope
from ratchet.syntax import rust
from ratchet.syntax.facts import read_facts
from ratchet.syntax.lens import Lens
from ratchet.syntax.lens_making import compile_lens
from ratchet.syntax.portions import to_parse
from ratchet.syntax.wanted import Measure
from tests.counting import shipped_policy
from tests.laws.ways import as_a_whole, in_every_way

pytestmark = pytest.mark.usefixtures("cut_small_texts")

_FILLER = "let filler = a_function_with_a_long_name(argument_one, argument_two);"
_SITES = (
    "g().unwrap();",
    'x.y(1).expect("it is there");',
    "Option::unwrap(x);",
    "unsafe { f() };",
    'panic!("no");',
    "let _ = g();",
    "if let Err(_) = g() {}",
    "x.expect(S {\n    a: 1,\n    b: a_function_with_a_long_name(argument_one),\n});",
    "x.expect([S {\n    a: 1,\n}, T]);",
    "return S {\n    ..a_function_with_a_long_name(argument_one)\n}\n.unwrap();",
    "let x = [g().unwrap(); 4];",
    "#[allow(dead_code)]\nfn unused() {}",
    "m!(auto trait X, g().unwrap());",
    "/// x.unwrap()\nfn documented() { g().unwrap() }",
    '#[doc = "a text that is long enough to be worth a gap of its own"]\n#[inline]\nfn told() { g().unwrap() }',
    '#[doc = "a text that is long enough to be worth a gap"]\n#[cfg(test)] // why\nfn tested() { g().unwrap() }',
    "#[cfg_attr(all(test, unix), allow(dead_code, unused, deprecated))]\n#[test]\nfn tested() { g().unwrap() }",
    "#[rustfmt::skip(a_name_that_is_long_enough_to_be_worth_a_gap)]\nlet y = g().unwrap();",
)
_PLAIN = (
    _FILLER,
    f"{_FILLER} // x.unwrap()",
    f"// {_FILLER} }} {{\n/* x.unwrap() }} */",
    'let s = "\n}\nfn no() { x.unwrap() }\n";',
    "let S {\n    first,\n    second,\n    a_field_with_a_long_name,\n} = s;",
    "let t: Vec<[u8; 4]> = v.iter().map(|x| [*x; 4]).collect::<Vec<_>>();",
    "use a::{\n    a_module_with_a_long_name::b,\n    another_module_with_a_long_name::c,\n};",
    "let c = '}';",
    "a_function_with_a_long_name(argument_one, argument_two, argument_three)?;",
    "#![allow(unused)]",
    "let x = 3",
    "/// Says a_function_with_a_long_name(argument_one, argument_two)\nfn documented() {}",
)
# Each `@` is a line of the statements of a body.
_AROUND = (
    "if a == b {\n@\n}",
    "if a == b {\n@\n} else {\n@\n}",
    "if a {\n@\n}\n{\n@\n}",
    "if let Err(_) = g() {\n@\n}",
    "while let Some(x) = g() {\n@\n}",
    "'a: for S { x } in y {\n@\n}",
    "match x {\n    A {\n        y,\n    }\n    if y => {\n@\n    }\n    B => 1,\n    _ => {\n@\n    }\n}",
    "match x {\n    Err(_) => {\n@\n    },\n    Ok(_) => {\n@\n    }\n}",
    "let x = match y {\n    A => 1,\n    _ => {\n@\n    }\n};",
    "let Some(x) = y else {\n@\n};",
    "let f = |x| {\n@\n};",
    "h(a, |x| {\n@\n}, [1; 2], [3; 4]);",
    "x.map(|x| {\n@\n})\n.unwrap();",
    "let s = S {\n    a: {\n@\n    },\n    b: [0; 4],\n    ..d\n};",
    "let _ = if x {\n@\n} else {\n@\n};",
    "let f = |S { a_field_with_a_long_name, another_field_with_a_long_name },\nother| {\n@\n};",
    "let x = go::<{\n@\n},\nT>(y).unwrap();",
    "m! {\n@\n}",
    "é! {\n@\n}",
    "r#match! {\n@\n}",
    "m!(a, {\n@\n}, b, || {\n@\n});",
    "m![{\n@\n}; 4];",
    "unsafe {\n@\n}",
    "#[cfg(test)]\n{\n@\n}",
    "{\n    #![cfg(test)]\n@\n}",
    "#[test]\nfn t() {\n@\n}",
    "#[cfg(test)]\nfn t() {\n@\n}",
    "fn inner<const N: usize>() -> [u8; 4]\nwhere\n    [(); { N }]:,\n{\n@\n}",
    "impl<T> A for B<T> {\n    fn f(&self) {\n@\n    }\n\n    /// Says so.\n    unsafe fn g() {\n@\n    }\n}",
    "trait T {\n    fn f();\n    fn g() {\n@\n    }\n}",
    "mod inner {\n    use super::*;\n\n    fn f() {\n@\n    }\n}",
    "#[cfg(test)]\nmod inner {\n    fn f() {\n@\n    }\n}",
    "macro_rules! made {\n    ($e:expr) => {\n@\n    };\n}",
    "return async move {\n@\n}",
)
_MARGINS = ("    ", "\t", "", "  ")


def _indented(text: str, margin: str) -> str:
    return "\n".join(margin + line if line else line for line in text.split("\n"))


def _filled(words: str, bodies: list[str], margin: str) -> str:
    """A form with a body in the place of each `@`; where there are too few the rest are empty."""
    waiting = iter(bodies)
    lines = []
    for line in words.split("\n"):
        if line != "@":
            lines.append(line)
        elif body := next(waiting, ""):
            lines.append(_indented(body, margin * (2 if "    }" in words else 1)))
    return "\n".join(lines)


def _block(statements: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.lists(statements, min_size=1, max_size=4).map("\n".join)


def _around(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    bodies = st.lists(_block(inner), min_size=1, max_size=3)
    return st.builds(_filled, st.sampled_from(_AROUND), bodies, st.sampled_from(_MARGINS))


_STATEMENTS = st.recursive(st.sampled_from(_SITES) | st.sampled_from(_PLAIN), _around, max_leaves=12)


@cache
def _lens(*rules: str) -> Lens:
    policy = shipped_policy()
    wanted = tuple(each for each in measures_of(policy.rulebook, "rust") if not rules or each.rule in rules)
    return compile_lens(policy.languages["rust"], wanted)


@cache
def _own(query: str) -> Lens:
    return compile_lens(_lens().language, (Measure("own/rule", query),))


_FEW = ("rust/unwrap", "rust/expect", "rust/unsafe-block", "rust/unsafe-item")


def _agree(source: str, rules: tuple[str, ...]) -> None:
    whole = as_a_whole(_lens(*rules), source.encode())
    if not whole.degraded:
        assert in_every_way(_lens(*rules), source.encode()) == [whole] * 3


def _program(body: str, margin: str) -> str:
    return f"fn before() {{\n    g();\n}}\n\nfn f() {{\n{_indented(body, margin)}\n}}\n"


_BOTH = pytest.mark.parametrize("rules", [_FEW, ()], ids=["few rules", "all rules"])


@_BOTH
@given(body=_block(_STATEMENTS), margin=st.sampled_from(_MARGINS))
@settings(max_examples=300)
def test_what_is_left_out_says_nothing(rules: tuple[str, ...], body: str, margin: str) -> None:
    _agree(_program(body, margin), rules)


@_BOTH
@given(body=_block(_STATEMENTS), margins=st.lists(st.sampled_from(_MARGINS), min_size=1, max_size=30))
@settings(max_examples=300)
def test_lines_decide_nothing(rules: tuple[str, ...], body: str, margins: list[str]) -> None:
    """Every line is indented by chance: what begins at one bracket may not end at one that is not its own."""
    lines = _program(body, "    ").split("\n")
    shaken = (margins[number % len(margins)] + line.lstrip() for number, line in enumerate(lines))
    _agree("\n".join(shaken), rules)


def _left(text: str, lens: Lens) -> str:
    source = text.encode()
    items = rust.items(source)
    assert items is not None
    portion = to_parse(lens, source, items)
    return "".join(source[start:end].decode() for start, end in portion.within(portion.items))


def test_statements_and_bodies_without_a_word_are_left_out() -> None:
    text = f"""use a::b;

/// A long comment, which says more than the function does.
impl S {{
    fn a(&self) {{
        {_FILLER}
        if a {{
            {_FILLER}
        }} else {{
            {_FILLER}
            g().unwrap();
            {_FILLER}
        }}
        {_FILLER}
    }}

    fn b(&self) {{
        {_FILLER}
    }}
}}
"""
    left = """impl S {
    fn a(&self) {
        if a {
        } else {
            g().unwrap();
        }
    }
}
"""
    assert _left(text, _lens(*_FEW)).split() == left.split()


@pytest.mark.parametrize(
    "kept",
    [
        f"m! {{\n    x.unwrap();\n    {_FILLER}\n}}",
        f"m!(x.unwrap(), || {{\n    {_FILLER}\n}});",
        f"if x.unwrap() {{\n    {_FILLER}\n}}\n{{\n    y();\n}}",
        f"{{\n    #![cfg(test)]\n    {_FILLER}\n    x.unwrap();\n}}",
        f"x.unwrap({{ {_FILLER} }});",
    ],
    ids=["a macro", "in the call of a macro", "before a block", "an inner attribute", "one line"],
)
def test_what_could_be_taken_for_something_else_stays(kept: str) -> None:
    text = f"fn f() {{\n{_indented(kept, '    ')}\n}}\n"
    assert _left(text, _lens(*_FEW)) == text.rstrip("\n")


def test_where_a_pattern_looks_into_a_body_the_whole_statement_stays() -> None:
    text = (
        f"fn f() {{\n    {_FILLER}\n    if let Err(_) = g() {{\n        {_FILLER}\n        h();\n    }}\n    i();\n}}\n"
    )
    lens = _lens()
    assert lens.by_bodies
    assert b"Err" in lens.deep
    left = f"fn f() {{\n    if let Err(_) = g() {{\n        {_FILLER}\n        h();\n    }}\n}}"
    assert _left(text, lens).split() == left.replace("\n}", "\n    i();\n}").split()


@pytest.mark.parametrize(
    ("query", "by_bodies", "deep"),
    [
        ('(call_expression function: (identifier) @finding (#eq? @finding "go"))', True, False),
        ('((unsafe_block "unsafe") @finding)', True, False),
        ('(function_item "fn" @finding body: (block (return_expression)))', True, True),
        ('(function_item "fn" @finding body: (block) @_b (#empty? @_b))', True, True),
        ('(function_item body: (block (expression_statement (return_expression "return" @finding))))', False, True),
        ('(function_item body: (_ (expression_statement (return_expression "return" @finding))))', False, True),
        ('(token_tree "unsafe" @finding . (token_tree "{"))', True, False),
        ('((function_item name: (identifier) @_n) @finding (#eq? @_n "go") (#match? @finding "x"))', True, True),
        ('(let_declaration pattern: (identifier) @finding value: (_) @_v (#eq? @_v "x"))', True, True),
        ('(if_expression "if" @finding consequence: [(block)] @_b (#empty? @_b))', True, True),
        ('(if_expression "if" @finding consequence: _ @_b (#empty? @_b))', True, True),
        ('(if_expression "if" @finding consequence: ((block) @_b) (#empty? @_b))', True, True),
        ('(call_expression function: [(identifier) (self)] @finding (#eq? @finding "go"))', True, False),
        ('(macro_invocation macro: (identifier) @_m "!" @finding (#match? @_m "^go"))', True, False),
    ],
)
def test_a_pattern_tells_whether_it_looks_into_bodies(query: str, by_bodies: bool, deep: bool) -> None:
    lens = compile_lens(_lens().language, (Measure("own/rule", query),))
    assert lens.by_items
    assert (lens.by_bodies, bool(lens.deep)) == (by_bodies, deep)


_WITH_ELSE = (
    "(if_expression condition: (call_expression function: (identifier) @finding) alternative: (else_clause)"
    ' (#eq? @finding "g"))'
)
_IN_STRINGS = (
    "(call_expression arguments: (arguments (string_literal (string_content) @finding)"
    ' (closure_expression body: (block (let_declaration)))) (#eq? @finding "go"))'
)
_CLOSURE = '(closure_expression body: (call_expression function: (identifier) @finding) (#eq? @finding "g"))'
_COMMENT = '((line_comment) @finding (#match? @finding "x.unwrap"))'
_TOKENS = '(token_tree (identifier) @finding (integer_literal) (#eq? @finding "filler"))'
_AUTO = '(token_tree (identifier) @finding (#eq? @finding "auto"))'
_OWN = (
    _WITH_ELSE,
    _IN_STRINGS,
    _CLOSURE,
    _COMMENT,
    _TOKENS,
    _AUTO,
    '(if_expression "if" @finding !alternative)',
    '(block . (expression_statement (call_expression function: (identifier) @finding)) (#eq? @finding "g"))',
    '(match_arm value: (block) @_body pattern: (match_pattern "_" @finding) (#not-empty? @_body))',
    '((function_item name: (identifier) @_n) @finding (#any-of? @_n "told" "tested") (#match? @finding "filler"))',
    '(match_arm (attribute_item) value: (call_expression function: (identifier) @finding) (#eq? @finding "g"))',
)
# Each asks for more than the form that its word stands in, or for less.
_OF_FORMS = (
    (
        "(call_expression function: (field_expression value: (identifier) field: (field_identifier) @finding)"
        ' (#eq? @finding "unwrap"))'
    ),
    (
        "(call_expression function: (field_expression value: (_) @_r field: (field_identifier) @finding)"
        ' (#eq? @finding "unwrap") (#match? @_r "g"))'
    ),
    (
        "(expression_statement (call_expression function: (field_expression field: (field_identifier) @finding))"
        ' (#eq? @finding "unwrap"))'
    ),
    '(_ (call_expression function: (field_expression field: (field_identifier) @finding)) (#eq? @finding "unwrap"))',
    '((call_expression function: (field_expression field: (field_identifier) @_n)) @finding (#eq? @_n "expect"))',
    (
        "(call_expression function: (field_expression field: (field_identifier) @_n) arguments: (arguments"
        ' (string_literal) @finding) (#eq? @_n "expect") (#match? @finding "there"))'
    ),
    (
        "(call_expression function: (field_expression field: (field_identifier) @_n) arguments: (arguments"
        ' (string_literal (string_content) @finding)) (#eq? @_n "expect"))'
    ),
    '(field_expression "." @finding field: (field_identifier) @_n (#eq? @_n "unwrap"))',
    '(field_identifier) @finding (#any-of? @finding "unwrap" "expect")',
    '(unsafe_block "unsafe" @finding (block (expression_statement)))',
    '(unsafe_block (block) @_b "unsafe" @finding (#empty? @_b))',
    '(_ (unsafe_block "unsafe" @finding))',
    '(function_item (function_modifiers) @finding (#eq? @finding "unsafe"))',
    '(function_item (function_modifiers "unsafe" @finding) name: (identifier) @_n (#match? @_n "^g"))',
    '(function_item !return_type (function_modifiers "unsafe" @finding))',
    '(impl_item "unsafe" @finding trait: (_) @_t (#eq? @_t "Send"))',
)
_FIELDS = "{ a_field_with_a_long_name, another_field_with_a_long_name }"


@pytest.mark.parametrize("query", [*_OWN, *_OF_FORMS])
@given(body=_block(_STATEMENTS), margins=st.lists(st.sampled_from(_MARGINS), min_size=1, max_size=8))
@settings(max_examples=60)
def test_patterns_of_ones_own_say_the_same(query: str, body: str, margins: list[str]) -> None:
    lens = _own(query)
    lines = _program(body, "    ").split("\n")
    shaken = "\n".join(margins[at % len(margins)] + line.lstrip() for at, line in enumerate(lines))
    for source in (_program(body, margins[0]).encode(), shaken.encode()):
        whole = as_a_whole(lens, source)
        if not whole.degraded:
            assert in_every_way(lens, source) == [whole] * 3


@pytest.mark.parametrize(
    ("query", "body"),
    [
        (_WITH_ELSE, f"if g() {{\n    {_FILLER} }} else {{ {_FILLER}\n}}"),
        (_CLOSURE, f"let f = |S {_FIELDS},\nother| g(other);"),
        (_IN_STRINGS, f'it("go", || {{\n    {_FILLER}\n}});'),
        (_COMMENT, f"fn a() {{}}\n/// x.unwrap\nfn b() {{\n    {_FILLER}\n}}\nfn c() {{}}"),
        (_TOKENS, f"m /* {_FILLER} */ ! {{\n    filler();\n    {_FILLER}\n    let x = 3 + {_FILLER[13:]}\n}}"),
        (
            '((function_item name: (identifier) @_n) @finding (#eq? @_n "go") (#match? @finding "return"))',
            f"fn go() {{\n    {_FILLER}\n    return g();\n}}",
        ),
        (
            (
                "(let_declaration pattern: (identifier) @finding value: (closure_expression) @_v"
                ' (#eq? @finding "go") (#match? @_v "filler"))'
            ),
            f"let go = || {{\n    {_FILLER}\n}};",
        ),
        (
            '(if_expression "if" @finding consequence: [(block)] @_b (#not-empty? @_b))',
            f"if g {{\n    {_FILLER}\n}}\nh();",
        ),
        (
            '(match_arm (attribute_item) value: (call_expression function: (identifier) @finding) (#eq? @finding "g"))',
            (
                "match x {\n    B => { a_function_with_a_long_name(argument_one); }\n"
                "    #[rustfmt::skip(a_name_that_is_long_enough_to_be_worth_a_gap)]\n    useé => g(),\n}"
            ),
        ),
        (_AUTO, f"m!(auto trait X);\nmatch x {{\n    S {_FIELDS}\n    if auto => {{}}\n    _ => {{}}\n}}"),
    ],
    ids=[
        *("else", "a closure", "a string", "a comment", "tokens", "a text of a function", "a text of a closure"),
        *("a choice", "a name that begins like a word", "words that are mended"),
    ],
)
def test_what_once_went_wrong_says_the_same(query: str, body: str) -> None:
    lens = _own(query)
    source = f"fn a() {{\n{_indented(body, '    ')}\n}}\n".encode()
    whole = as_a_whole(lens, source)
    assert not whole.degraded
    assert whole.sites
    assert in_every_way(lens, source) == [whole] * 3


def test_brackets_that_match_no_line_leave_sites_in_their_scopes() -> None:
    text = (
        "impl S {\n    fn a() {\n        x.unwrap();\n        F\n        }\n        #[cfg(test)]\n        fn b() {\n"
        "        F\n        y.unwrap();\n    }\n}\n"
    )
    sites = read_facts(_lens(), text.replace("F", _FILLER).encode()).sites
    assert [(site.scope, site.symbol) for site in sites] == [(Scope.PRODUCTION, "S::a"), (Scope.TEST, "S::b")]


def test_a_constant_in_a_type_is_part_of_its_name() -> None:
    text = f"impl T for <A<{{\n    {_FILLER}\n    1\n}}> as B>::C {{\n    fn f() {{ x.unwrap(); }}\n}}\n".encode()
    assert in_every_way(_lens(), text) == [as_a_whole(_lens(), text)] * 3
