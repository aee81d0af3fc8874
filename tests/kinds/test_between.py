"""The verbs `deny`, `only` and `require`: who may depend on whom."""

from __future__ import annotations

import pytest

from ratchet.kinds.between import BetweenSpec
from ratchet.kinds.cuts import cuts_for
from tests.kinds.fitting import evidence, found, graph, only_rule, remarks, units
from tests.rulebook.complaints import complaints

WORKSPACE = graph("core>message message>tokio app>core app>message tokio>mio! core>bytes~", outside="tokio mio bytes")


@pytest.mark.parametrize(
    ("rule", "numbers"),
    [
        ("deny: crate:core -> crate:app", {}),
        ("deny: crate:message -> ext:tokio", {"message -> tokio": 1}),
        ("deny: crate:core -> ext:tokio", {"core -> message": 1}),
        ("deny: crate:app -> ext:tokio", {"app -> core": 1, "app -> message": 1}),
        ("deny: crate:message -> ext:*", {"message -> tokio": 1}),
        ("deny: crate:message -> ext:mio", {"message -> tokio": 1}),
        ("deny: crate:core, crate:message -> ext:tokio, ext:mio", {"message -> tokio": 1}),
        ("deny: crate:*, !crate:message -> ext:tokio", {"app -> message": 1, "core -> message": 1}),
        ("deny: {from: crate:core, to: ext:tokio, reach: direct}", {}),
        ("deny: {from: crate:message, to: ext:mio, edges: {certainty: sure}}", {}),
        ("deny: crate:core -> ext:bytes", {}),
        ("deny: {from: crate:core, to: ext:bytes, edges: {kinds: dev}}", {"core -> bytes": 1}),
        ("deny: crate:core -> crate:*", {"core -> message": 1}),
        ("deny: crate:core -> *", {"core -> message": 1}),
        (
            "deny: {from: [crate:core, crate:app], to: 'crate:*', reach: direct}",
            {"core -> message": 1, "app -> message": 1},
        ),
        ("deny: crate:*, !crate:message -> crate:app, crate:message", {"app -> message": 1, "core -> message": 1}),
        (
            "deny: crate:core, crate:app -> crate:[cm]*",
            {"app -> core": 1, "app -> message": 1, "core -> message": 1},
        ),
        ("deny: crate:* -> crate:message", {"app -> message": 1, "core -> message": 1}),
        ("only: crate:app -> crate:*", {}),
        ("only: crate:core -> crate:app", {"core -> message": 1}),
        ("only: crate:message -> crate:*", {"message -> tokio": 1}),
        ("only: {from: crate:app, into: crate:core}", {}),
        ("only: {from: crate:core, into: crate:message}", {"app -> message": 1}),
        ("only: {from: crate:core, into: crate:message, reach: transitive}", {"app -> message": 1}),
        ("only: {from: [crate:core, crate:message], into: ext:tokio}", {}),
        ("only: {from: crate:core, into: ext:tokio, reach: transitive}", {"message -> tokio": 1}),
        ("require: crate:app -> crate:core", {}),
        ("require: crate:* -> ext:tokio", {"crate:app": 1, "crate:core": 1}),
        ("require: {from: crate:*, to: ext:tokio, reach: transitive}", {}),
        ("require: crate:message -> crate:message", {}),
    ],
)
def test_a_rule_finds_the_edges_that_break_it(rule: str, numbers: dict[str, int]) -> None:
    assert units(rule, WORKSPACE) == numbers
    assert remarks(rule, WORKSPACE) == []


MODULES = graph(
    "shop.a>shop.b shop.a.x>shop.a shop.b>shop.b.y shop.c>shop.a.x shop.a>os", "python", standard="os", more="shop"
)


@pytest.mark.parametrize(
    ("rule", "numbers"),
    [
        ("deny: mod:shop.{f} -> mod:shop.{!f}", {"shop.a -> shop.b": 1, "shop.c -> shop.a.x": 1}),
        ("deny: mod:shop.{f} -> mod:shop.{f}", {}),
        (
            "only: {from: 'mod:shop.{f}', to: 'mod:shop.{f}', reach: direct}",
            {"shop.a -> shop.b": 1, "shop.c -> shop.a.x": 1},
        ),
        ("only: mod:shop.b -> mod:shop.b", {}),
        ("only: mod:shop.a -> mod:shop.b", {}),
        ("only: mod:shop.a -> mod:shop.b, std:sys", {"shop.a -> os": 1}),
        ("deny: mod:shop -> ext:*", {}),
        ("deny: mod:shop -> std:os", {"shop.a -> os": 1}),
    ],
)
def test_captures_tell_the_parts_of_a_subject_apart(rule: str, numbers: dict[str, int]) -> None:
    assert units(rule, MODULES) == numbers


def test_a_finding_names_place_path_and_steps() -> None:
    [first, second] = found("deny: crate:app -> ext:tokio", WORKSPACE)
    assert (first.path, first.span.line, first.text) == ("app.toml", 3, "app -> core -> message -> tokio")
    assert [(hop.source, hop.target, str(hop.place)) for hop in first.trace] == [
        ("app", "core", "app.toml:3"),
        ("core", "message", "core.toml:1"),
        ("message", "tokio", "message.toml:2"),
    ]
    assert (second.unit, second.parts) == ("app -> message", ("app", "message", "tokio"))


def test_two_versions_of_one_package_are_one_debt() -> None:
    twice = graph("a>t1 a>t2", outside="t1 t2")
    nodes = {id_: node if node.own else type(node)(id_, "t", "cargo", False) for id_, node in twice.nodes.items()}
    assert units("deny: crate:a -> ext:t", type(twice)(nodes, twice.edges)) == {"a -> t": 1}


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        ("deny: crate:cor -> ext:tokio", ["!the subject `crate:cor` matches nothing, so the rule says nothing"]),
        ("deny: crate:core -> crate:ap", ["`crate:ap` matches nothing"]),
        ("deny: crate:core -> path:binaries/*", ["`path:binaries/*` matches nothing"]),
        ("deny: crate:core, crate:cor -> ext:tokio", ["`crate:cor` matches nothing"]),
        ("deny: crate:*, !crate:cor -> ext:nothing", ["`crate:cor` matches nothing"]),
        ("deny: crate:core -> ext:openssl", []),
        ("deny: crate:core -> crate:core, ext:openssl", []),
        ("deny: {from: 'crate:*', to: 'crate:*', may_be_empty: true}", []),
        ("deny: crate:* -> *", ["!the target `*` is no more than the subject `crate:*`, so the rule forbids nothing"]),
        (
            "deny: '* -> *, path:*'",
            ["!the target `*, path:*` is no more than the subject `*`, so the rule forbids nothing"],
        ),
        ("deny: crate:core -> std:os", []),
        ("deny: {from: crate:cor, to: ext:tokio, may_be_empty: true}", []),
        ("deny: {from: crate:core, to: crate:ap, may_be_empty: true}", []),
        (
            "only: {from: crate:core, into: crate:ap}",
            ["!the subject `crate:ap` matches nothing, so the rule says nothing"],
        ),
        ("only: {from: crate:cor, into: crate:app}", ["`crate:cor` matches nothing"]),
        ("require: crate:cor -> ext:tokio", ["!the subject `crate:cor` matches nothing, so the rule says nothing"]),
        ("require: crate:message -> crate:cor", ["`crate:cor` matches nothing"]),
    ],
)
def test_a_rule_that_says_nothing_says_so(rule: str, said: list[str]) -> None:
    assert remarks(rule, WORKSPACE) == said


@pytest.mark.parametrize(
    ("rule", "wrong"),
    [
        ("deny: crate:a", "4:7 deny: `crate:a` does not have the form crate:core -> ext:tokio"),
        ("deny: crate:a ->", "4:7 deny: `crate:a ->` does not have the form crate:core -> ext:tokio"),
        ("deny: crate:a -> b", "4:7 deny: `b` is no selector; they begin with crate:, mod:, path:, ext:, std:"),
        ("deny: {from: crate:a}", "4:7 deny: `to` is missing"),
        ("deny: {from: crate:a, to: ext:b, reech: direct}", "4:34 deny: unknown key `reech`"),
        (
            "deny: {from: [crate:a, b], to: ext:b}",
            "4:24 deny.from[1]: `b` is no selector; they begin with crate:, mod:, path:, ext:, std:",
        ),
        ("deny: crate:{f} -> crate:{g}", "4:7 deny: `{g}` is not bound by the other side"),
        ("deny: crate:a -> crate:{!f}", "4:7 deny: `{!f}` speaks of `{f}`, which the other side does not bind"),
        ("deny: crate:{!f} -> ext:b", "4:7 deny: `{!f}` differs from nothing here"),
        (
            "deny: {from: ['mod:a.{f}', mod:b], to: 'mod:{!f}'}",
            "4:40 deny.to: `{!f}` speaks of `{f}`, which the other side does not bind",
        ),
        ("only: {from: crate:a}", "4:7 only: needs exactly one of to, into"),
        ("only: {from: crate:a, to: ext:b, into: ext:c}", "4:7 only: needs exactly one of to, into"),
    ],
)
def test_a_mistake_is_found_where_it_stands(rule: str, wrong: str) -> None:
    assert complaints(lambda: only_rule(rule)) == [f"rules/it.yaml:{wrong}"]


SAID = "deny: {from: [crate:a, crate:b], to: ext:c, except: [{from: crate:a, why: w, owner: o, until: 2027-01-01}]}"


@pytest.mark.parametrize(
    ("other", "same"),
    [
        (SAID.replace("[crate:a, crate:b]", "[crate:b, crate:a]"), True),
        (SAID.replace("why: w", "why: other words"), True),
        (SAID.replace("owner: o", "owner: p"), True),
        (SAID.replace("]}", "], may_be_empty: true}"), True),
        (SAID.replace("]}", "], reach: transitive}"), True),
        (SAID.replace("]}", "], edges: {kinds: [build, normal]}}"), True),
        (SAID.replace("ext:c", "ext:d"), False),
        (SAID.replace("[crate:a, crate:b]", "crate:a"), False),
        (SAID.replace("2027-01-01", "2027-01-02"), False),
        (SAID.replace("]}", "], reach: direct}"), False),
        (SAID.replace("]}", "], edges: {optional: false}}"), False),
        (SAID.replace("]}", "], graph: cargo}"), False),
        (SAID.replace("from: crate:a,", "from: crate:b,"), False),
        (SAID.replace("deny", "require"), False),
    ],
)
def test_words_measure_nothing_and_all_else_does(other: str, same: bool) -> None:
    assert (only_rule(SAID).spec.meaning == only_rule(other).spec.meaning) is same


def test_only_out_of_and_only_into_mean_two_things() -> None:
    out, into = "only: {from: crate:a, to: crate:b}", "only: {from: crate:a, into: crate:b}"
    assert only_rule(out).spec.meaning != only_rule(into).spec.meaning


# Part of the contract with every committed baseline: rules.toml holds these hashes.
def test_the_meaning_of_a_rule_does_not_change_between_releases() -> None:
    meaning = only_rule("deny: crate:core -> ext:tokio").spec.meaning
    assert meaning == "sha256:601ac6d2328897dfc901d6f30fe78101fbd3e43c0186d67a0e8412b80c608d06"


@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        ("deny: crate:a -> ext:b", "crate:a must not depend on ext:b, directly or through others"),
        ("only: crate:a -> ext:b", "crate:a may depend on ext:b only, directly"),
        ("only: {from: crate:a, into: ext:b}", "only crate:a may depend on ext:b, directly"),
        ("require: crate:a -> ext:b", "crate:a must depend on ext:b, directly"),
    ],
)
def test_a_rule_says_itself_with_its_defaults(rule: str, sentence: str) -> None:
    spec = only_rule(rule).spec
    assert isinstance(spec, BetweenSpec)
    edges = "along normal and build edges; optional, type-only, lazy and possible ones included"
    assert spec.sentence == f"{sentence}; {edges}"


def cuts(rule: str) -> list[str]:
    return [f"{hop.source}>{hop.target}" for hop in cuts_for(only_rule(rule).spec, evidence(WORKSPACE))]


def test_the_fewest_edges_of_our_own_are_what_would_have_to_go() -> None:
    assert cuts("deny: crate:app -> ext:mio") == ["message>tokio"]
    assert cuts("deny: crate:app -> crate:message") == ["app>message", "core>message"]
    assert cuts("deny: crate:core -> crate:app") == []
    assert cuts("deny: {from: crate:app, to: ext:tokio, reach: direct}") == []
    assert cuts("require: crate:app -> ext:tokio") == []
    assert cuts("deny: ext:tokio -> ext:mio") == []
