"""A file read by items says what it says as a whole: an item that is left out holds nothing that anybody asks for."""

from __future__ import annotations

import json
import time
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ratchet.acts.finding import measures_of
from ratchet.model.facts import FileFacts
from ratchet.model.scope import Scope
from ratchet.syntax import rust
from ratchet.syntax.facts import read_facts
from ratchet.syntax.lens import Lens
from ratchet.syntax.lens_making import compile_lens
from ratchet.syntax.portions import joined, to_parse
from ratchet.syntax.wanted import Extent, Measure
from tests.counting import shipped_policy
from tests.laws.rusty import Code
from tests.laws.rusty_items import programs
from tests.laws.ways import as_a_whole, by_letters, in_every_way

pytestmark = pytest.mark.usefixtures("cut_small_texts")

_CASES = Path(__file__).parent.parent / "syntax" / "data" / "rust-scopes.jsonl"
_CODE = [
    text
    for line in _CASES.read_text("utf-8").splitlines()
    for path, text in json.loads(line)["files"].items()
    if path.endswith(".rs")
]
# What is apt to deceive who reads letters: each is followed by an end of line, and valid by itself.
_ITEMS = (
    "fn f() {\n    g().unwrap();\n}",
    "#[cfg(test)]\nmod tests {\n    #[test]\n    fn f() {\n        g().unwrap();\n    }\n}",
    "fn f() -> char {\n    '}'\n}",
    "fn f() -> char {\n    '\"'\n}",
    "fn f<'a>(x: &'a str) -> &'a str {\n    x\n}",
    'fn f() -> &\'static str {\n    "\n}\nfn no() { x.unwrap() }\n"\n}',
    'fn f() -> &\'static str {\n    r#"\n}\nfn no() { "x".unwrap() }\n"#\n}',
    'fn f() -> &\'static [u8] {\n    br"\\"\n}',
    "fn f() -> u8 {\n    b'\\''\n}",
    "fn f() -> char {\n    '\\u{7d}'\n}",
    "/* a comment\n}\nfn no() { x.unwrap() }\n*/\nfn f() {\n}",
    "/* one /* in */ another */\nfn f() {\n    g().unwrap();\n}",
    "// it's \"\nfn f() {\n    g().unwrap(); // }\n}",
    "/// Says `x.unwrap()`.\n///\n/// ```\n/// }\n/// ```\nfn f() {\n}",
    "const A: S = S {\n    a: 1,\n};",
    "const A: i8 = {\n    1\n}\n- g().unwrap();",
    "#[cfg(test)]\nconst A: i8 = {\n    1\n}\n- g().unwrap();",
    "static A: [u8; 2] = [\n    1, unsafe { f() },\n];",
    "mod a {\nfn f() {\n    g().unwrap();\n}\n}",
    "#[cfg(test)]\nmod a {\nfn f() {\n    g().unwrap();\n}\n}",
    "macro_rules! m {\n    ($e:expr) => {\n$e.unwrap()\n};\n}",
    "m! {\nfn f() {\n    g().unwrap();\n}\n}",
    "m!(\n    g().unwrap()\n);",
    "mod elsewhere;",
    "#[cfg(test)]\nmod elsewhere;",
    '#[path = "x.rs"]\nmod elsewhere;',
    "mod inside {\n    mod elsewhere;\n}",
    'fn f() {\n    include!("x.rs");\n}',
    "macro_rules! stringify {\n    () => {}\n}",
    "use m as stringify;",
    "fn f() {\n    stringify!(g().unwrap());\n}",
    "impl S {\n    unsafe fn f() {\n    }\n}",
    "fn r#unwrap() {\n}",
    "struct R;",
    "fn m<T: ~const X>() {\n    x.unwrap();\n}",
    "fn m<T: ~const X>() {\n    stringify!(x.unwrap());\n}",
    "pub impl(crate) trait R {\n    fn f() { x.unwrap(); }\n}",
    'auto trait T {\n    fn f() { include!("a~b.rs"); x.unwrap(); }\n}',
    'fn f() {\n    include!("a~b.rs");\n}',
    "mod a {\n    #![cfg(unix)]\n}",
)


@cache
def _lens() -> Lens:
    policy = shipped_policy()
    return compile_lens(policy.languages["rust"], measures_of(policy.rulebook, "rust"))


def _as_a_whole(source: bytes) -> FileFacts:
    return as_a_whole(_lens(), source)


def _agree(source: bytes) -> None:
    whole = _as_a_whole(source)
    if not whole.degraded:
        assert in_every_way(_lens(), source) == [whole] * 3


@pytest.mark.parametrize("text", _CODE)
def test_every_case_says_the_same_by_items(text: str) -> None:
    _agree(text.encode())


@given(programs(), programs())
@settings(max_examples=60)
def test_programs_say_the_same_by_items(one: Code, other: Code) -> None:
    _agree(f"{one.text}\nfn between() {{\n}}\n{other.text}\nfn after() {{\n}}\n".encode())


@given(st.lists(st.sampled_from(_ITEMS), min_size=1, max_size=8), st.sampled_from(["", "#![cfg(test)]\n", "//! x\n"]))
@settings(max_examples=300)
def test_deceiving_items_say_the_same_in_any_order(items: list[str], first: str) -> None:
    _agree((first + "\n".join(items) + "\n").encode())


@given(st.lists(st.sampled_from(_ITEMS), min_size=1, max_size=8), st.sampled_from(["", "#![cfg(test)]\n", "//! x\n"]))
@settings(max_examples=300)
def test_without_tests_the_same_counts_and_leads_elsewhere(items: list[str], first: str) -> None:
    source = (first + "\n".join(items) + "\n").encode()
    every, some = read_facts(_lens(), source), read_facts(_lens(), source, Extent(tests=False))
    if not every.degraded:
        assert by_letters(_lens(), source, Extent(tests=False)) == some
    assert [site for site in some.sites if site.scope is not Scope.TEST] == [
        site for site in every.sites if site.scope is not Scope.TEST
    ]
    assert (some.links, some.error_bytes) == (every.links, every.error_bytes)
    assert some.leaves_tests or some == every


@given(st.lists(st.sampled_from(_ITEMS), max_size=4), st.lists(st.sampled_from(_ITEMS), max_size=4))
@settings(max_examples=150)
def test_what_does_not_parse_spoils_no_other_item(before: list[str], after: list[str]) -> None:
    broken = "fn b() {\n    let = = ;\n    h().unwrap();\n}"
    texts = ["\n".join((*before, middle, *after, "")) for middle in (broken, "\n" * broken.count("\n"))]
    spoilt, sound = (read_facts(_lens(), text.encode()) for text in texts)
    if rust.items(texts[0].encode()) and "stringify" not in texts[0]:
        assert spoilt.degraded
        assert [site for site in spoilt.sites if "h()" not in site.expression] == list(sound.sites)
        assert spoilt.links == sound.links


def test_a_large_file_says_the_same_in_several_parts() -> None:
    sound = [text for text in _ITEMS if "stringify" not in text and not text.startswith("/* one")]
    source = ("\n".join(sound * 700) + "\n").encode()
    items = rust.items(source)
    assert items is not None
    portion = to_parse(_lens(), source, items)
    assert not portion.tied
    assert sum(end - start for start, end in portion.items) > 450_000
    assert in_every_way(_lens(), source) == [_as_a_whole(source)] * 3


@pytest.mark.parametrize(
    ("other", "is_tied"),
    [
        ("fn g() {}", False),
        ("fn g() {\n    let stringify = 1;\n}", False),
        ("use a::stringify;", False),
        ("macro_rules! stringify {\n    () => {}\n}", True),
        ("macro_rules ! /* mine */ r#stringify {\n    () => {}\n}", True),
        ("use a::{m as stringify, n};", True),
        ("m! { macro_rules! stringify { () => {} } }", True),
    ],
)
def test_only_a_file_that_gives_the_name_of_a_macro_to_another_is_read_as_one(other: str, is_tied: bool) -> None:
    source = f"{other}\nfn f() {{\n    stringify!(x.unwrap());\n}}\nfn h() {{\n    x.unwrap();\n}}\n".encode()
    items = rust.items(source)
    assert items is not None
    assert to_parse(_lens(), source, items).tied == is_tied
    assert in_every_way(_lens(), source) == [_as_a_whole(source)] * 3


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("#[cfg(test)]\nmod tests {\n    fn f() {\n        g().unwrap();\n    }\n}\n", True),
        ('#[rustfmt::skip]\n#[cfg(test)]\n#[path = "x"]\npub(crate) mod t {\n    fn f() { g().unwrap() }\n}\n', True),
        ("#[cfg(test)]\nmod tests {\n    fn f() {}\n}\n", False),
        ("#[cfg(any(test, x))]\nmod tests {\n    fn f() { g().unwrap() }\n}\n", False),
        ("#[cfg(test)]\nmod a { fn f() {} } fn f() {\n    g().unwrap();\n}\n", False),
        ("#[cfg(test)]\nmod a {\n    mod b;\n    fn f() { g().unwrap() }\n}\n", False),
        ("#[cfg(test)]\nfn f() {\n    g().unwrap();\n}\n", False),
    ],
)
def test_a_module_is_left_out_that_is_nothing_but_tests(text: str, left: bool) -> None:
    facts = read_facts(_lens(), text.encode(), Extent(tests=False))
    assert facts.leaves_tests == left
    assert not (left and facts.sites)


@pytest.mark.parametrize("text", _ITEMS)
def test_what_deceives_is_valid_by_itself(text: str) -> None:
    assert not _as_a_whole(text.encode()).degraded


def test_items_without_a_word_are_not_parsed() -> None:
    text = b"fn f() {\n}\nfn g() {\n    x().unwrap();\n}\n// x.unwrap()\nfn h() {\n}\nmod inline {\n}\n"
    items = rust.items(text)
    assert items is not None
    assert [text[start:end] for start, end in joined(to_parse(_lens(), text, items).items)] == [
        b"fn g() {\n    x().unwrap();\n}"
    ]


@pytest.mark.parametrize(
    ("comment", "kept"), [(b"/// Says x.unwrap().\n", b""), (b"// mend this\n", b"\n// mend this\n")]
)
def test_comments_before_an_item_are_parsed_only_where_something_may_match(comment: bytes, kept: bytes) -> None:
    text = b"fn f() {\n}\n" + comment + b"fn g() {\n    x().unwrap();\n}\n"
    said = Measure("own/mend", '((line_comment) @finding (#eq? @finding "// mend this"))')
    lens = compile_lens(_lens().language, (*_lens().measures, said))
    items = rust.items(text)
    assert items is not None
    parsed = [text[start:end] for start, end in to_parse(lens, text, items).items]
    assert parsed == [kept + b"fn g() {\n    x().unwrap();\n}"]


@pytest.mark.parametrize(
    "text",
    [
        "#!/usr/bin/env run-cargo-script '\nfn f() {\n}\n",
        "---\n[dependencies]\n---\nfn f() {\n}\n",
        "/* one /* in */ another */\nfn f() {\n}\n",
        'm!(bar"x");\nfn f() {\n}\n',
        'm!(#"x");\nfn f() {\n}\n',
        'fn f() {\n    "\n}\n',
        "fn f() {\n",
        "fn f() {\n}\nfn g() {\n",
        "mod\u200eh;\nfn f() {\n}\n",
        "mod\u0085h;\nfn f() {\n}\n",
        "#\u200e![cfg(test)]\nfn f() {\n}\n",
        'fn f() {\n    m!(\u00e9r"\\""); x.unwrap(); m!(\u00e9r"\\"");\n}\n',
        'fn f() {\n    m!(\u00e9br#"\\""#);\n}\n',
        "fn f() {\n}\n}\nfn g() {{\n}\n",
        "fn f() {\n    m('','\"', x);\n    m('','\"');\n}\n",
    ],
)
def test_what_letters_do_not_tell_for_sure_is_read_as_a_whole(text: str) -> None:
    assert rust.items(text.encode()) is None


@pytest.mark.parametrize("cut", ["/* never ends\n", "fn s() -> &'static str {\n    r#\"never ends\n", "stringify!(\n"])
def test_what_is_behind_something_that_does_not_end_was_not_read(cut: str) -> None:
    rest = "fn f() {\n    g().unwrap();\n}\n" * 40
    assert not read_facts(_lens(), rest.encode()).broken
    assert read_facts(_lens(), (cut + rest).encode()).broken


@pytest.mark.parametrize("cut", ["/* never ends", 'const S: &str = r#"never ends', 'const S: &str = "never ends'])
@pytest.mark.parametrize("lines", [1, 5, 200])
def test_however_little_is_behind_something_that_does_not_end_the_file_is_broken(cut: str, lines: int) -> None:
    before = "fn f() {\n    g().unwrap();\n}\n" * 400
    facts = read_facts(_lens(), (before + cut + "\n" + "fn h() { g().unwrap(); }\n" * lines).encode())
    assert facts.broken
    assert facts.error_line == 1201


def test_a_quote_as_a_character_is_no_empty_one() -> None:
    assert rust.items(b"fn f() {\n    m('\\'', b'\\'');\n}\n") is not None


@pytest.mark.parametrize(
    "text",
    [
        "#![cfg_attr(a, cfg(test))]\nfn f() {\n    x.unwrap();\n}\n#![cfg(test)]\n",
        "mod a {\n    #![cfg(unix)]\n}\n#![cfg(test)]\nfn f() {\n}\nfn g() {\n    x.unwrap();\n}\n",
        "#![cfg(test)]\nfn m<T: ~const X>() {\n}\nfn b() {\n    y.unwrap();\n}\n",
        "#![cfg(test)]\nfn a() {\n    y.unwrap();\n}\nfn m<T: ~const X>() {\n    x.unwrap();\n}\n",
    ],
)
def test_what_the_file_says_of_itself_holds_for_every_item(text: str) -> None:
    assert {site.scope for site in read_facts(_lens(), text.encode()).sites} == {Scope.TEST}
    _agree(text.encode())


def test_a_macro_of_the_file_is_known_in_an_item_that_is_mended() -> None:
    text = (
        "macro_rules! stringify {\n    ($e:expr) => { $e }\n}\nfn m<T: ~const X>() {\n    stringify!(x.unwrap());\n}\n"
    )
    assert len(read_facts(_lens(), text.encode()).sites) == 1
    _agree(text.encode())


def test_paths_stay_as_they_are_beside_words_that_are_mended() -> None:
    text = 'auto trait T {\n    fn f() { include!("~a.rs"); }\n}\n#[path = "a: const b.rs"]\nmod x;\n'
    for facts in (read_facts(_lens(), text.encode()), _as_a_whole(text.encode())):
        assert [link.paths for link in facts.links] == [("~a.rs",), ("a: const b.rs",)]


def test_four_times_as_many_items_that_are_mended_take_some_four_times_as_long() -> None:
    def cost(number: int) -> float:
        source = b"fn m<T: ~const X>() {\n    x.unwrap();\n}\n" * number
        started = time.process_time()
        assert len(read_facts(_lens(), source).sites) == number
        return time.process_time() - started

    few, many = (min(cost(number) for _ in range(2)) for number in (1_500, 6_000))
    assert many < 10 * few  # the square would be sixteen times
