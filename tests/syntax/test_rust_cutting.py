"""What of a Rust item is left out, told by its letters alone."""

from __future__ import annotations

import re
import time

import pytest

from ratchet.syntax.rust.cutting import gaps
from ratchet.syntax.rust.lexing import code_of

_LONG = "a_function_with_a_long_name(argument_one, argument_two);"


def left(text: str, word: str = "WORD", deep: bool = False) -> str:
    """What is left of a text in which each place of a word is needed."""
    code, places, at = text.encode(), list[int](), text.find(word)
    blanked = code_of(code)
    assert blanked is not None
    while at >= 0:
        places.append(len(text[:at].encode()))
        at = text.find(word, at + 1)
    found = gaps(blanked, (0, len(code)), places, places if deep else ())
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
    def cost(lines: int) -> float:
        code = code_of(f"fn f() {{\n{before}{line * lines}{after}WORD;\n}}".encode()) or b""
        started = time.process_time()
        gaps(code, (0, len(code)), [code.index(b"WORD")])
        return time.process_time() - started

    few, many = (min(cost(lines) for _ in range(3)) for lines in (6_000, 24_000))
    assert many < 10 * few  # the square would be sixteen times
