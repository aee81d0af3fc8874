"""What of a Rust item is left out, told by its letters alone."""

from __future__ import annotations

import re
import time

import pytest

from ratchet.model.language import Language
from ratchet.syntax.rust.cutting import gaps
from ratchet.syntax.rust.effects import effect_of
from ratchet.syntax.rust.lexing import code_of
from ratchet.syntax.rust.splitting import items
from tests.counting import shipped_policy

pytestmark = pytest.mark.usefixtures("cut_small_texts")

_LONG = "a_function_with_a_long_name(argument_one, argument_two);"


def _rust() -> Language:
    return shipped_policy().languages["rust"]


def left(text: str, word: str = "WORD", deep: bool = False) -> str:
    """What is left of a text in which each place of a word is needed."""
    code, places, at = text.encode(), list[int](), text.find(word)
    found_items = items(code)
    if found_items is None:
        return text
    while at >= 0:
        places.append(len(text[:at].encode()))
        at = text.find(word, at + 1)
    found = gaps(found_items.code, (0, len(code)), places, places if deep else (), _rust())
    assert found == sorted(found)
    for start, end in reversed(found):
        code = code[:start] + code[end:]
    return re.sub(r"\n+", "\n", code.decode())


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        (f"fn f() {{\n    {_LONG}\n    WORD;\n    {_LONG}\n}}", "fn f() {\n    WORD;\n}"),
        (f"fn f() {{\n    if WORD {{\n        {_LONG}\n    }}\n}}", "fn f() {\n    if WORD {\n    }\n}"),
        (f"fn f() {{ // {_LONG}\n    WORD;\n}}", "fn f() {\n    WORD;\n}"),
        (f"a();\nb();\n{_LONG}\nfn f() {{\n    WORD;\n}}", "\nfn f() {\n    WORD;\n}"),
        (f"fn f() {{\n\tWORD;\n\t{_LONG}\n}}", "fn f() {\n\tWORD;\n}"),
        (f"fn f() {{\r\n    WORD;\r\n    {_LONG}\r\n}}", "fn f() {\r\n    WORD;\n}"),
        (f"match x {{\n    A => {{\n        {_LONG}\n    }}\n    B => WORD,\n}}", "match x {\n    B => WORD,\n}"),
    ],
    ids=["statements", "a body", "a comment", "before an item", "tabs", "carriage returns", "an arm"],
)
def test_what_is_left_out(text: str, kept: str) -> None:
    assert left(text) == kept


@pytest.mark.parametrize(
    "text",
    [
        f"fn f() {{\n    a {{\n        {_LONG}\n}}\n    WORD\n    }}\n}}",
        f"fn f() {{\n    a {{\n        {_LONG}\n        }} b {{\n        WORD\n    }}\n}}",
        f"fn f() {{\n    WORD;\n    {_LONG} }} fn g() {{ {_LONG}\n    WORD;\n}}",
        f"fn f() {{\n    a(];\n    {_LONG}\n    b[);\n    WORD;\n}}",
        f"fn f() {{\n    #![cfg(test)]\n    {_LONG}\n    WORD;\n}}",
        f"fn f() {{\n    let x = [S {{\n        {_LONG}\n    }}, WORD];\n}}",
        f"fn f() {{\n    m! [WORD, {{\n        {_LONG}\n    }}];\n}}",
        f"fn f() {{\n    m!(WORD {{\n        {_LONG}\n    }});\n}}",
        f"fn f() {{\n    m !(WORD {{\n        {_LONG}\n    }});\n}}",
        f"fn f() {{\n    macro_rules! m {{\n        WORD\n        {_LONG}\n    }}\n}}",
        f"fn f() {{\n    #[a({{\n        {_LONG}\n    }})]\n    WORD;\n}}",
        f"fn f() {{\n    let x: [u8; 4] = [\n    a, {_LONG}\n    WORD];\n}}",
        f"fn f() {{\n    S {{ {_LONG} }}\n    else {{ WORD }}\n}}",
        f"fn f() {{\n    S {{ {_LONG} }}\n    as WORD\n}}",
        f"fn f() {{\n    S {{ {_LONG} }}\n    .WORD\n}}",
        f"fn f() {{\n    for S {{ {_LONG} }}\n    in WORD {{}}\n}}",
        f"fn f() {{\n    A {{ {_LONG} }}\n    if WORD => {{}}\n}}",
        f"fn f() {{\n    let x = A::<{{ {_LONG} }},\n    WORD>::b();\n}}",
        f"fn f() {{\n    let f = |S {{ {_LONG} }},\n    WORD| a();\n}}",
        f"fn f() {{\n    é! {{\n        {_LONG}\n        WORD\n    }}\n}}",
        f"fn f() {{\n    r#match! {{\n        {_LONG}\n        WORD\n    }}\n}}",
        f"fn f() {{\n    m{' ' * 70}! {{\n        {_LONG}\n        WORD\n    }}\n}}",
        f"fn f() {{\n    macro_rules! é {{\n        {_LONG}\n        WORD\n    }}\n}}",
        f"fn f() {{\n    macro_rules! r#match {{\n        {_LONG}\n        WORD\n    }}\n}}",
        f"fn f<const N: usize>() -> [u8; {{ {_LONG} }}]\nwhere\n    A: WORD,\n{{\n}}",
        "fn f() {\n    a();\n    WORD;\n}",
    ],
)
def test_what_stays(text: str) -> None:
    assert left(text) == text


@pytest.mark.parametrize("negated", ["if !a(b)", "while !a[1]", "return !a(b)", "x = !(a)", "f(!(a))"])
def test_what_is_negated_is_no_macro(negated: str) -> None:
    text = f"fn f() {{\n    {negated} && WORD {{\n        {_LONG}\n    }}\n}}"
    assert _LONG not in left(text)


def test_at_a_deep_place_the_statement_stays_and_others_do_not() -> None:
    text = f"fn f() {{\n    if a {{\n        {_LONG}\n    }}\n    {_LONG}\n    if WORD {{\n        {_LONG}\n    }}\n}}"
    assert left(text, deep=True) == f"fn f() {{\n    if WORD {{\n        {_LONG}\n    }}\n}}"
    assert left(text) == "fn f() {\n    if WORD {\n    }\n}"


def test_a_deep_place_in_a_body_says_nothing_of_what_is_around_it() -> None:
    text = f"fn f() {{\n    if a {{\n        {_LONG}\n        WORD;\n    }} else {{\n        {_LONG}\n    }}\n}}"
    assert left(text, deep=True) == "fn f() {\n    if a {\n        WORD;\n    } else {\n    }\n}"


def test_a_body_before_another_brace_is_not_emptied() -> None:
    text = f"fn f() {{\n    if a {{\n        {_LONG}\n    }}\n    {{ WORD }}\n}}"
    assert left(text) == text


@pytest.mark.parametrize(
    ("before", "line", "after"),
    [
        ("", "A, // a comment that is longer than the few letters that are looked at first, on any line\n", ""),
        ("foo(|| {\n", "a();\n", "});\n"),
        ("x = ", "!(a) &&\n", "{\n}\n"),
    ],
    ids=["nothing ends a statement", "a bracket stays open", "many negations"],
)
def test_four_times_as_many_lines_take_some_four_times_as_long(before: str, line: str, after: str) -> None:
    rust = _rust()

    def cost(lines: int) -> float:
        code = code_of(f"fn f() {{\n{before}{line * lines}{after}WORD;\n}}".encode()) or b""
        started = time.process_time()
        gaps(code, (0, len(code)), [code.index(b"WORD")], (), rust)
        return time.process_time() - started

    few, many = (min(cost(lines) for _ in range(3)) for lines in (6_000, 24_000))
    assert many < 10 * few  # the square would be sixteen times


_DOC = '#[doc = "A text that is longer than what it costs to leave it out of what is parsed"]'
_DULL = '#[cfg_attr(all(test, target_arch = "arm"), assert_instr("an instruction", with = 1))]'


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        (f"{_DOC}\n#[inline]\npub fn f() {{\n    WORD;\n}}", "\npub fn f() {\n    WORD;\n}"),
        (f"{_DOC}\n#[cfg(test)]\nfn f() {{ WORD }}", "\n#[cfg(test)]\nfn f() { WORD }"),
        (f"#[cfg(test)]\n{_DULL}\nfn f() {{ WORD }}", "#[cfg(test)]\nfn f() { WORD }"),
        (f"#[test] // why\n{_DULL}\nfn f() {{ WORD }}", "#[test]\nfn f() { WORD }"),
        (f"fn f() {{\n    a();\n    {_DOC}\n    let x = WORD;\n}}", "fn f() {\n    a();\n    let x = WORD;\n}"),
    ],
    ids=["all of them", "one that tells is kept", "one whose condition is not met", "a comment", "a statement"],
)
def test_attributes_that_tell_nothing_are_left_out(text: str, kept: str) -> None:
    assert re.sub(r"\n\s*\n", "\n", left(text)) == kept


@pytest.mark.parametrize(
    "text",
    [
        f"match x {{\n    {_DOC}\n    A => WORD,\n}}",
        f"let s = S {{\n    {_DOC}\n    a: WORD,\n}};",
        f"match x {{\n    {_DOC}\n    const {{ 1 }} => WORD,\n}}",
        '#[doc = "A text that is longer than what it costs, and so on", WORD]\nfn f() {}',
        '#[path = "a/path/that/is/longer/than/what/it/costs/to/leave/it/out.rs"]\nmod WORD;',
        '#[cfg_attr(windows, path = "a/path/that/is/longer/than/what/it/costs/x.rs")]\nmod WORD;',
        '#[cfg(all(test, feature = "a name that is longer than what it costs"))]\nmod WORD {}',
        '#![doc = "A text that is longer than what it costs to leave it out"]\nfn f() { WORD }',
    ],
    ids=[
        "an arm",
        "a field",
        "a pattern",
        "a word",
        "a path",
        "a path under a condition",
        "a condition",
        "an inner one",
    ],
)
def test_attributes_that_stay(text: str) -> None:
    assert left(text) == text


@pytest.mark.parametrize(
    "text",
    ['path = "x.rs"', 'cfg(all(test, feature = "x"))', 'cfg_attr(feature = "x", test)', 'cfg_attr(unix, path = "x")',
     'cfg(feature = "test")', 'cfg_attr(test, path = "x")', 'cfg_attr(test, doc = "x")', 'cfg(not(feature = "x"))'],
)  # fmt: skip
def test_whether_an_attribute_has_an_effect_does_not_depend_on_its_texts(text: str) -> None:
    blanked = (code_of(text.encode()) or b"").decode()
    assert bool(effect_of(blanked, _rust())) == bool(effect_of(text, _rust()))


def test_four_times_as_many_places_take_some_four_times_as_long() -> None:
    rust = _rust()

    def cost(lines: int) -> float:
        code = b"fn f() {\n" + b"    WORD;\n" * lines + b"}\n"
        places = [9 + 4 + 10 * line for line in range(lines)]
        started = time.process_time()
        gaps(code, (0, len(code)), places, (), rust)
        return time.process_time() - started

    few, many = (min(cost(lines) for _ in range(2)) for lines in (20_000, 80_000))
    assert many < 10 * few  # the square would be sixteen times
