"""Which nodes a selector means: kinds, globs, captures, groups, and what is wrong with a selector."""

from __future__ import annotations

import time

import pytest

from ratchet.kinds.selectors import Selector, chosen_by, holds, parse_selector, select
from tests.kinds.fitting import chosen, graph, mistakes, node

CRATES = graph("", more="core core-api dora-core dora-message", outside="tokio tokio-util")
MODULES = graph("", "python", "django django.db", "os os.path", "shop shop.api shop.api.v1 shop.db shopping")


@pytest.mark.parametrize(
    ("words", "names"),
    [
        ("crate:core", "core"),
        ("crate:dora-*", "dora-core dora-message"),
        ("crate:*core*", "core core-api dora-core"),
        ("crate:dora-?ore", "dora-core"),
        ("crate:[cd]o*", "core core-api dora-core dora-message"),
        ("crate:[!c]*", "dora-core dora-message"),
        ("crate:CORE", ""),
        ("path:dora-core", "dora-core"),
        ("path:./dora-core/", "dora-core"),
        ("ext:tokio", "tokio"),
        ("ext:*", "tokio tokio-util"),
        ("*", "core core-api dora-core dora-message"),
        (["crate:*", "!crate:dora-*"], "core core-api"),
        (["crate:core", "ext:tokio"], "core tokio"),
        ("mod:*", ""),
    ],
)
def test_a_selector_means_crates_and_packages(words: object, names: str) -> None:
    assert list(select(CRATES, chosen(words))) == names.split()


@pytest.mark.parametrize(
    ("words", "names"),
    [
        ("mod:shop", "shop shop.api shop.api.v1 shop.db"),
        ("mod:shop.*", "shop.api shop.api.v1 shop.db"),
        ("mod:shop.*.v1", "shop.api.v1"),
        ("mod:**.v1", "shop.api.v1"),
        ("mod:**.shop", "shop shop.api shop.api.v1 shop.db"),
        ("mod:shop.**", "shop.api shop.api.v1 shop.db"),
        ("mod:sho", ""),
        ("mod:shop?", ""),
        ("mod:shop.api.", ""),
        ("path:shop", "shop.api shop.api.v1 shop.db"),
        ("path:**/v1.py", "shop.api.v1"),
        ("ext:django", "django django.db"),
        ("ext:*", "django django.db"),
        ("std:*", "os os.path"),
        ("std:os", "os os.path"),
        ("crate:*", ""),
    ],
)
def test_a_bare_name_means_itself_and_what_is_below(words: object, names: str) -> None:
    assert list(select(MODULES, chosen(words))) == names.split()


@pytest.mark.parametrize(("ecosystem", "name"), [("typescript", "src/api/v1"), ("go", "example.org/m/api/v1")])
def test_below_is_what_the_language_takes_for_it(ecosystem: str, name: str) -> None:
    there = node(name, ecosystem)
    assert holds(chosen(f"mod:{name.removesuffix('/v1')}"), there) == ()
    assert holds(chosen(f"mod:{name.removesuffix('1')}"), there) is None
    assert holds(chosen("mod:**/api"), there) == ()
    assert holds(chosen("mod:*"), there) == ()


def test_a_crate_has_nothing_below() -> None:
    assert holds(chosen("crate:core"), node("core/api")) is None
    assert holds(chosen("crate:core"), node("core.api")) is None


def test_a_capture_is_one_name_and_comes_with_what_it_stands_for() -> None:
    assert select(MODULES, chosen("mod:shop.{f}")) == {
        "shop.api": (("f", "api"),),
        "shop.api.v1": (("f", "api"),),
        "shop.db": (("f", "db"),),
    }
    assert holds(chosen("crate:{who}-{what}"), node("dora-core-api")) == (("what", "core-api"), ("who", "dora"))


def test_a_bound_capture_stands_for_what_it_is_bound_to() -> None:
    bound = (("f", "api"),)
    assert list(select(MODULES, chosen("mod:shop.{f}"), bound)) == ["shop.api", "shop.api.v1"]
    assert list(select(MODULES, chosen("mod:shop.{!f}"), bound)) == ["shop.db"]
    assert select(MODULES, chosen("mod:shop.{f}"), (("f", "a.i"),)) == {}


def test_a_capture_that_is_repeated_stands_for_the_same() -> None:
    assert holds(chosen("crate:{f}-{f}"), node("a-a")) == (("f", "a"),)
    assert holds(chosen("crate:{f}-{f}"), node("a-b")) is None
    assert holds(chosen("crate:{f}-{f}"), node("a-b-a-b")) == (("f", "a-b"),)


@pytest.mark.parametrize("name", ["class", "not_x", "none", "x1", "a_b", "match", "n0t0_x"])
def test_no_name_of_a_capture_is_special(name: str) -> None:
    assert holds(chosen(f"mod:shop.{{{name}}}"), MODULES.nodes["shop.api"]) == ((name, "api"),)
    refusing = chosen(f"mod:shop.{{!{name}}}")
    assert holds(refusing, MODULES.nodes["shop.api"], ((name, "api"),)) is None
    assert holds(refusing, MODULES.nodes["shop.api"], ((name, "db"),)) == ()


def test_a_capture_and_its_refusal_do_not_meet_by_name() -> None:
    both = chosen("mod:shop.{not_x}.{!x}")
    assert holds(both, MODULES.nodes["shop.api.v1"], (("x", "v2"),)) == (("not_x", "api"),)
    assert holds(both, MODULES.nodes["shop.api.v1"], (("x", "v1"),)) is None


def test_two_refusals_in_one_pattern_are_two_names() -> None:
    assert holds(chosen("mod:{!f}.{!f}"), node("a.b", "python"), (("f", "c"),)) == ()
    assert holds(chosen("mod:{!f}.{!f}"), node("a.b", "python"), (("f", "b"),)) is None


def test_the_first_selector_that_chooses_is_told() -> None:
    two = chosen(["mod:shop.{f}", "mod:{f}"])
    assert chosen_by(two, MODULES.nodes["shop.api"]) == (Selector("mod", "shop.{f}"), (("f", "api"),))
    assert chosen_by(two, MODULES.nodes["shopping"]) == (Selector("mod", "{f}"), (("f", "shopping"),))


def test_what_is_left_out_is_left_out_whoever_chooses_it() -> None:
    assert list(select(CRATES, chosen(["!crate:core", "crate:core", "crate:dora-core"]))) == ["dora-core"]


GROUPS = {
    "low": ("crate:core", "crate:core-*"),
    "ours": ("low", "crate:dora-*"),
    "most": ("crate:*", "!low"),
    "round": ("about", "crate:core"),
    "about": ("round",),
    "self": ("self",),
    "bad": ("crait:x",),
}


@pytest.mark.parametrize(
    ("words", "names"),
    [
        ("low", "core core-api"),
        ("ours", "core core-api dora-core dora-message"),
        (["ours", "!low"], "dora-core dora-message"),
        ("most", "dora-core dora-message"),
        (["low", "low"], "core core-api"),
    ],
)
def test_a_group_stands_for_its_selectors(words: object, names: str) -> None:
    assert list(select(CRATES, chosen(words, GROUPS))) == names.split()


def test_groups_of_groups_of_groups_are_looked_into_once() -> None:
    groups = {f"g{n}": (f"g{n - 1}", f"g{n - 1}") for n in range(1, 200)} | {"g0": ("crate:core",)}
    assert chosen("g199", groups).chosen == (Selector("crate", "core"),)


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        ("core", ["`core` is no selector; they begin with crate:, mod:, path:, ext:, std:"]),
        ("crait:core", ["`crait:core` is no selector; they begin with crate:, mod:, path:, ext:, std:"]),
        ("", ["`` is no selector; they begin with crate:, mod:, path:, ext:, std:"]),
        ("crate:", ["`crate:` has no pattern after `crate:`"]),
        ("crate: core", ["`crate: core` has no pattern after `crate:`"]),
        ("crate:a, crate:b", ["`crate:a, crate:b` is more than one selector"]),
        ("crate:a b", ["`crate:a b` is more than one selector"]),
        ("path:a, b", ["`path:a, b` is more than one selector"]),
        ("mod:a.{F}", ["`mod:a.{F}` has a brace that is no capture such as {feature} or {!feature}"]),
        ("mod:a.{f", ["`mod:a.{f` has a brace that is no capture such as {feature} or {!feature}"]),
        ("mod:{f}**{f}***{f}*", ["`mod:{f}**{f}***{f}*` repeats a capture among more than 4 wildcards"]),
        ("mod:" + "a" * 1001, ["`mod:" + "a" * 76 + "…` is longer than 1000 characters"]),
        ("crate:[z-a]", ["`crate:[z-a]` is no pattern: bad character range z-a at position 6"]),
        (["!crate:core"], ["only leaves out"]),
        ("self", ["the group `self` names itself"]),
        ("round", ["the group `round` names itself"]),
        ("bad", ["`crait:x` is no selector; they begin with crate:, mod:, path:, ext:, std:"]),
        (["*", "!most"], ["leaves out a group that leaves out `low`"]),
    ],
)
def test_what_is_wrong_with_a_selector_is_said(words: object, wrong: list[str]) -> None:
    assert mistakes(words, GROUPS) == wrong


@pytest.mark.parametrize(
    "text", ["crate:a.b", "crate:a+b", "crate:(a)", "crate:a|b", "crate:^a$", r"crate:a\b", "crate:ä"]
)
def test_what_means_something_in_an_expression_means_itself_here(text: str) -> None:
    selector = parse_selector(text)
    assert isinstance(selector, Selector)
    name = text.removeprefix("crate:")
    assert holds(chosen(text), node(name)) == ()
    assert holds(chosen(text), node("a")) is None
    assert holds(chosen(text), node("axb")) is None


def test_a_path_may_have_a_space() -> None:
    assert holds(chosen("path:my crate"), node("x", path="my crate")) == ()


@pytest.mark.parametrize(
    "pattern", ["**a" * 40, "*a" * 40 + "c", "**.*a" * 20 + "c", "?*" * 40 + "c", "{a}**{a}b", "[!b]*" * 40 + "c"]
)
def test_no_pattern_makes_a_search_of_a_match(pattern: str) -> None:
    long = node("a" * 4000 + "b", "python")
    selection = chosen(f"mod:{pattern}")
    before = time.process_time()
    holds(selection, long)
    assert time.process_time() - before < 0.5


def test_the_order_of_words_means_nothing() -> None:
    assert chosen(["crate:a", "crate:b", "!crate:c"]).meaning == chosen(["!crate:c", "crate:b", "crate:a"]).meaning
    assert chosen(["crate:a", "!crate:b"]).meaning != chosen(["crate:a", "crate:b"]).meaning
