"""The work for a chain of calls grows with its length, and not with the square of it."""

from __future__ import annotations

import sys
from types import FrameType

import pytest

from ratchet.acts.finding import measures_of
from ratchet.syntax.facts import read_facts
from ratchet.syntax.lens import Lens
from ratchet.syntax.lens_making import compile_lens
from tests.counting import shipped_policy


def _lens() -> Lens:
    policy = shipped_policy()
    return compile_lens(policy.languages["rust"], measures_of(policy.rulebook, "rust"))


def _calls(lens: Lens, text: bytes) -> int:
    """How many functions are called to read a file, those of tree-sitter included."""
    calls = 0

    def note(_frame: FrameType, event: str, _arg: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(note)
    try:
        read_facts(lens, text)
    finally:
        sys.setprofile(None)
    return calls


@pytest.mark.parametrize(
    "form",
    [
        b"fn f() { x%b; }",
        b"fn f() { m!(x%b); }",
        b"fn f() { g(|| { x%b }) }",
    ],
)
@pytest.mark.parametrize("link", [b".unwrap()", b".unwrap_or(1)", b'.expect("m")', b".a_b()"])
def test_a_chain_twice_as_long_takes_twice_the_work(form: bytes, link: bytes) -> None:
    lens = _lens()
    read_facts(lens, form % (link * 8))
    short, long = (_calls(lens, form % (link * count)) for count in (300, 600))
    assert long < 2.3 * short


@pytest.mark.parametrize("attribute", [b"#[cfg(test)]\n", b"#[cfg(test)]\n#[allow(x)]\n", b"#[test]\n// why\n"])
def test_a_stack_of_attributes_twice_as_high_takes_twice_the_work(attribute: bytes) -> None:
    lens = _lens()
    read_facts(lens, attribute * 8 + b"fn f() { x.unwrap() }")
    short, long = (_calls(lens, attribute * count + b"fn f() { x.unwrap() }") for count in (300, 600))
    assert long < 2.3 * short


def test_eight_thousand_links_are_counted() -> None:
    facts = read_facts(_lens(), b"fn f() { x%b; }" % (b".unwrap()" * 8000))
    assert len(facts.sites) == 8000
