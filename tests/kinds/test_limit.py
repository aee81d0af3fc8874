"""The verb `limit`: numbers of crates, modules, packages, directories and the repository, and their bounds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise

import pytest

from ratchet.acts.bench import Bench
from ratchet.acts.measuring import measure
from ratchet.judge.moves import match
from ratchet.kinds.edges import Edges, meaning
from ratchet.kinds.fitness import digest
from ratchet.kinds.limit import LimitSpec
from ratchet.kinds.measures import MEASURES
from ratchet.model.config import Config
from ratchet.model.graph import EdgeKind, Graph, Node
from ratchet.model.measured import Measured
from ratchet.model.policy import Policy
from ratchet.model.snapshot import DictSnapshot
from ratchet.repo.packs import shipped_files
from ratchet.rulebook.book import build_rulebook
from tests.kinds.fitting import evidence, found, graph, only_rule, remarks, units
from tests.rulebook.complaints import complaints

WORKSPACE = graph("core>message message>tokio app>core app>message app>core~", outside="tokio")
FILES = {"core/src/lib.rs": 10, "core/README.md": 2, "app/src/main.rs": 30, "docs/a.md": 5, "message/x.rs": 1}
TREE = evidence(WORKSPACE, FILES)


@pytest.mark.parametrize(
    ("said", "numbers"),
    [
        ("{for: 'crate:*', of: fan-out, at_most: 1}", {"crate:app": 2}),
        ("{for: 'crate:*', of: fan-out, at_most: 1, edges: {kinds: dev}}", {}),
        ("{for: 'crate:*', of: fan-in, at_most: 1}", {"crate:message": 2}),
        ("{for: ext:tokio, of: fan-in, at_most: 0}", {"ext:tokio": 1}),
        ("{for: 'crate:*', of: fan-in, at_least: 1}", {"crate:app": 1}),
        ("{for: 'crate:*', of: instability, at_most: 60}", {"crate:app": 100}),
        ("{for: 'crate:*', of: files, at_most: 1}", {"crate:core": 2}),
        ("{for: 'crate:*', of: lines, at_most: 11}", {"crate:app": 30, "crate:core": 12}),
        ("{for: 'path:*/src/*.rs', of: lines, at_most: 10}", {"path:app/src/main.rs": 30}),
        ("{for: 'path:*', of: lines, at_most: 11}", {"path:app": 30, "path:core": 12}),
        ("{for: [path:core, path:docs], of: files, exactly: 1}", {"path:core": 2}),
        (
            "{for: ['path:*/', '!path:app'], of: lines, at_most: 0}",
            {"path:core": 12, "path:docs": 5, "path:message": 1},
        ),
        ("{for: ., of: files, at_most: 4}", {".": 5}),
        ("{for: ., of: lines, at_most: 48}", {}),
        ("{for: ., of: lines, at_least: 50}", {".": 2}),
        ("{for: crate:app, of: files, exactly: 3}", {"crate:app": 2}),
        ("{for: crate:core, of: lines, at_least: 5, at_most: 20}", {}),
        ("{for: '*', of: files, at_most: 1}", {"crate:core": 2}),
    ],
)
def test_a_number_beyond_its_bound_is_frozen_as_it_is(said: str, numbers: dict[str, int]) -> None:
    assert units(f"limit: {said}", TREE) == numbers
    assert remarks(f"limit: {said}", TREE) == []


def crates(**facts: Mapping[str, str]) -> Graph:
    """Crates with what their manifests say; each depends on the next in the order of names."""
    nodes = {name: replace(WORKSPACE.nodes["core"], id=name, name=name, facts=said) for name, said in facts.items()}
    return Graph(nodes, graph(" ".join(f"{one}>{other}" for one, other in pairwise(sorted(nodes)))).edges)


@pytest.mark.parametrize(
    ("of", "facts", "numbers"),
    [
        ("published", {"publish": "true"}, {"crate:a": 1}),
        ("published", {}, {"crate:a": 1}),
        ("published", {"publish": "false"}, {}),
        ("missing-licence", {"license": "MIT"}, {}),
        ("missing-licence", {"license-file": "L"}, {}),
        ("missing-licence", {}, {"crate:a": 1}),
        ("missing-licence", {"publish": "false"}, {}),
        ("missing-readme", {"readme": "README.md"}, {}),
        ("missing-readme", {}, {"crate:a": 1}),
    ],
)
def test_what_a_manifest_says_is_a_number_too(of: str, facts: dict[str, str], numbers: dict[str, int]) -> None:
    assert units(f"limit: {{for: 'crate:*', of: {of}, at_most: 0}}", crates(a=facts)) == numbers


def test_a_published_crate_may_not_depend_on_one_that_is_not() -> None:
    said = "limit: {for: 'crate:*', of: unpublished-dependencies, at_most: 0}"
    assert units(said, crates(a={}, b={"publish": "false"}, c={})) == {"crate:a": 1}


def test_wildcards_and_foreign_sources_are_counted_at_their_line() -> None:
    plain = graph("a>b a>c a>d", outside="b c d")
    edges = tuple(replace(edge, requirement="*" if edge.target == "b" else "1") for edge in plain.edges)
    sources = {"c": "git", "d": "registry"}
    tree = Graph({id_: replace(node, source=sources.get(id_, "")) for id_, node in plain.nodes.items()}, edges)
    [wild] = found("limit: {for: 'crate:*', of: wildcard-versions, at_most: 0}", tree)
    assert (wild.text, wild.path, wild.span.line) == ('b = "*"', "a.toml", 1)
    [foreign] = found("limit: {for: 'crate:*', of: foreign-sources, at_most: 0}", tree)
    assert (foreign.text, foreign.span.line) == ("c from git", 2)


def test_each_version_comes_with_who_brings_it() -> None:
    plain = graph("a>t1 a>m m>t2", outside="t1 t2 m")
    versions = {"t1": "1.0", "t2": "2.0"}
    nodes = {**plain.nodes, **{id_: Node(id_, "t", "cargo", False, version=said) for id_, said in versions.items()}}
    one, two = found("limit: {for: ext:t, of: versions, exactly: 1}", Graph(nodes, plain.edges))
    assert (one.text, [hop.source for hop in one.trace]) == ("t 1.0", ["a"])
    assert (two.text, [hop.source for hop in two.trace]) == ("t 2.0", ["a", "m"])
    assert units("limit: {for: ext:t, of: versions, at_most: 2}", Graph(nodes, plain.edges)) == {}


def test_captures_make_one_unit_of_several_modules() -> None:
    modules = graph("s.a>s.b s.a.x>s.c s.b>s.a", "python", more="t.a")
    tree = evidence(modules, {node.path: 10 for node in modules.nodes.values()})
    assert units("limit: {for: 'mod:s.{f}', of: lines, at_most: 15}", tree) == {"mod:s.a": 20}
    assert units("limit: {for: 'mod:s.{f}', of: fan-out, at_most: 1}", tree) == {"mod:s.a": 2}
    both = "limit: {for: ['mod:s.{f}', 'mod:t.{f}'], of: files, at_most: 0}"
    assert units(both, tree) == {"mod:s.a": 2, "mod:s.b": 1, "mod:s.c": 1, "mod:t.a": 1}


def test_a_crate_at_the_top_has_what_no_crate_below_has() -> None:
    nodes = {name: Node(name, name, "cargo", True, path) for name, path in (("top", "."), ("low", ".low"))}
    tree = evidence(Graph(nodes), {"src/lib.rs": 1, ".low/src/lib.rs": 2, "low/lib.rs": 4})
    assert units("limit: {for: 'crate:*', of: lines, at_most: 0}", tree) == {"crate:low": 2, "crate:top": 5}


def test_graphs_that_share_a_directory_both_have_its_files() -> None:
    nodes = {
        "c": Node("c", "c", "cargo", True, "lib"),
        "g": Node("g", "g", "go", True, "lib"),
    }
    tree = evidence(Graph(nodes), {"lib/a.rs": 1, "lib/a.go": 2})
    assert units("limit: {for: '*', of: lines, at_most: 0}", tree) == {"crate:c": 3, "mod:g": 3}


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ("{for: 'crate:*', of: lnes, at_most: 1}", "limit.of: unknown measure `lnes`"),
        ("{for: 'crate:*', of: lines}", "limit: needs a bound: at_most, at_least or exactly"),
        ("{for: 'crate:*', of: lines, exactly: 1, at_most: 2}", "limit: `exactly` stands alone"),
        ("{for: 'crate:*', of: lines, at_most: -1}", "limit.at_most: must be at least 0, not -1"),
        ("{for: path:src, of: fan-out, at_most: 1}", "limit.for: `path:src` has no fan-out"),
        ("{for: ., of: versions, at_most: 1}", "limit.for: `.` has no versions"),
        ("{for: ext:tokio, of: lines, at_most: 1}", "limit.for: `ext:tokio` has no lines"),
        ("{for: mod:a, of: published, at_most: 1}", "limit.for: `mod:a` has no published"),
        ("{for: ext:tokio, of: rust/unwrap, at_most: 1}", "limit.for: `ext:tokio` has no rust/unwrap"),
        ("{for: 'mod:{!f}', of: lines, at_most: 1}", "limit.for: `{!f}` differs from nothing here"),
    ],
)
def test_a_mistake_is_found_where_it_stands(said: str, wrong: str) -> None:
    assert [each.partition(" ")[2] for each in complaints(lambda: only_rule(f"limit: {said}"))] == [wrong]


def test_a_unit_that_is_not_there_cannot_be_judged() -> None:
    nothing = "matches nothing, so the rule says nothing"
    assert remarks("limit: {for: path:lib, of: files, at_most: 1}", TREE) == [f"!the subject `path:lib` {nothing}"]
    assert remarks("limit: {for: ext:serde, of: versions, at_most: 1}", TREE) == [f"!the subject `ext:serde` {nothing}"]
    assert remarks("limit: {for: [crate:core, crate:x], of: files, at_most: 9}", TREE) == ["`crate:x` matches nothing"]


@pytest.mark.parametrize("of", sorted(MEASURES))
def test_every_measure_says_what_it_needs(of: str) -> None:
    kind = "ext:*" if of == "versions" else "crate:*"
    spec = only_rule(f"limit: {{for: '{kind}', of: {of}, at_most: 1}}").spec
    assert "cargo" in spec.needs
    assert ("lines" in spec.needs) is (of == "lines")


def test_directories_need_no_graph() -> None:
    assert only_rule("limit: {for: path:src, of: files, at_most: 1}").spec.needs == frozenset()
    assert only_rule("limit: {for: ., of: lines, at_most: 1}").spec.needs == {"lines"}
    assert only_rule("limit: {for: '*', of: files, at_most: 1}").spec.needs == {"cargo", "go", "python", "typescript"}
    assert only_rule("limit: {for: 'mod:*', of: files, at_most: 1, graph: go}").spec.needs == {"go"}


SAID = "limit: {for: [crate:a, crate:b], of: lines, at_most: 5, except: [{for: crate:c, why: w}]}"


@pytest.mark.parametrize(
    ("other", "same"),
    [
        (SAID.replace("crate:a, crate:b", "crate:b, crate:a"), True),
        (SAID.replace("why: w", "why: v"), True),
        (SAID.replace("at_most: 5", "at_most: 6"), False),
        (SAID.replace("at_most: 5", "at_least: 5"), False),
        (SAID.replace("at_most: 5", "exactly: 5"), False),
        (SAID.replace("lines", "files"), False),
        (SAID.replace("crate:c", "crate:d"), False),
    ],
)
def test_what_measures_something_else_means_something_else(other: str, same: bool) -> None:
    assert (only_rule(SAID).spec.meaning == only_rule(other).spec.meaning) is same


@pytest.mark.parametrize(("of", "same"), [("wildcard-versions", False), ("foreign-sources", True)])
def test_a_number_that_a_release_counts_otherwise_means_something_else(of: str, same: bool) -> None:
    first = digest("limit", [["crate:*"], of, None, 0, "", meaning(Edges()), []])
    assert (only_rule(f"limit: {{for: 'crate:*', of: {of}, at_most: 0}}").spec.meaning == first) is same


def test_a_version_may_be_missing_only_where_nothing_is_published_and_in_tests() -> None:
    said = "limit: {for: 'crate:*', of: wildcard-versions, at_most: 0, edges: {kinds: [normal, dev, build]}}"
    plain = graph("a>b a>c~ d>b e>b")
    facts = {"d": {"publish": "false"}}
    asked = tuple(replace(edge, requirement="1" if edge.source == "e" else "") for edge in plain.edges)
    tree = Graph({id_: replace(node, facts=facts.get(id_, {})) for id_, node in plain.nodes.items()}, asked)
    assert [(each.unit, each.text) for each in found(said, tree)] == [("crate:a", "b without a version")]
    twice = replace(tree, edges=(*asked, replace(asked[-1], kind=EdgeKind.BUILD, requirement="*")))
    assert units(said, twice) == {"crate:a": 1, "crate:e": 1}


@pytest.mark.parametrize(
    ("bounds", "words"),
    [
        ("at_most: 5", "at most 5"),
        ("at_least: 2", "at least 2"),
        ("exactly: 0", "exactly 0"),
        ("at_least: 1, at_most: 3", "at least 1 and at most 3"),
    ],
)
def test_the_bounds_are_said_in_words(bounds: str, words: str) -> None:
    spec = only_rule(f"limit: {{for: 'crate:*', of: lines, {bounds}}}").spec
    assert isinstance(spec, LimitSpec)
    assert spec.sentence == f"lines of each of crate:*: {words}"


RULES = {
    "rules/x.yaml": b"id: x/few\nbecause: b\nadvice: a\nlimit: {for: 'crate:*', of: rust/unwrap, at_most: 2}\n",
}


def counted(lib: str) -> Measured:
    rulebook, languages = build_rulebook(Config(packs=("rust",)), shipped_files(), RULES)
    manifest = '[package]\nname = "c"\nversion = "0.0.0"\nedition = "2024"\n'
    return measure(
        DictSnapshot({"Cargo.toml": manifest, "src/lib.rs": lib}), Policy(Config(), rulebook, languages), Bench()
    )


SITES = "pub fn a(x: Option<u8>) -> u8 { x.unwrap() }\npub fn b(x: Option<u8>) -> u8 { x.unwrap() }\n"
THIRD = "pub fn c(x: Option<u8>) -> u8 { x.unwrap() }\n"


def test_sites_within_a_limit_count_nothing_and_beyond_it_all_of_them() -> None:
    assert counted(SITES).tally == {"src/lib.rs": {"rust/unwrap": 2}}
    assert counted(THIRD + SITES).tally["crate:c"] == {"x/few": 3}


def test_the_site_that_exceeds_a_limit_is_the_new_one() -> None:
    before, after = counted(SITES), counted(THIRD + SITES)
    added = [each for each in match(before.findings, after.findings).added if each.rule == "x/few"]
    assert [(each.symbol, each.span.line, each.weight) for each in added] == [("c", 1, 1)]


def test_test_code_is_not_of_the_number() -> None:
    inside = f"#[cfg(test)] mod t {{ {THIRD} }}"
    assert "crate:c" not in counted(SITES + inside).tally


def test_an_inline_allow_takes_a_site_out_of_the_number() -> None:
    allowed = f'// ratchet: allow(x/few) reason="r"\n{THIRD}'
    measured = counted(allowed + SITES)
    assert "crate:c" not in measured.tally
    assert [(each.rule, each.unit) for each in measured.allowed] == [("x/few", "crate:c")]


def test_a_limit_of_a_rule_that_is_not_there_is_a_mistake() -> None:
    wrong = {"rules/x.yaml": RULES["rules/x.yaml"].replace(b"rust/unwrap", b"rust/unwarp")}
    config = Config(packs=("rust",))
    assert complaints(lambda: build_rulebook(config, shipped_files(), wrong)) == [
        "rules/x.yaml:1:5 limit.of: there is no rule `rust/unwarp` in force"
    ]
    itself = {"rules/x.yaml": RULES["rules/x.yaml"].replace(b"rust/unwrap", b"x/few")}
    assert complaints(lambda: build_rulebook(config, shipped_files(), itself)) == [
        "rules/x.yaml:1:5 limit.of: `x/few` is a rule of the verb limit, which finds no sites to add up"
    ]
