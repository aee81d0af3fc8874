"""An exception that names an edge excuses every way over it; `among` of `only`; `siblings` of `acyclic`."""

from __future__ import annotations

from datetime import date

from ratchet.kinds.catalogue import catalogue
from ratchet.model.errors import Place
from ratchet.model.evidence import Evidence, Remark
from ratchet.model.graph import Edge, Graph, Node
from ratchet.rulebook.rules import Known, read_rules

TODAY = date(2026, 11, 16)


def evidence(*arrows: str) -> Evidence:
    """Modules and what they import, for instance `a -> b`; a name with a plus is from outside."""
    pairs = [tuple(arrow.split(" -> ")) for arrow in arrows]
    names = sorted({name for pair in pairs for name in pair})
    nodes = {name: Node(name, name.strip("+"), "python", not name.endswith("+"), f"{name}.py") for name in names}
    edges = (Edge(source, target, Place(f"{source}.py", 1, 1)) for source, target in pairs)
    return Evidence(graph=Graph(nodes, tuple(sorted(edges, key=lambda edge: edge.order))), today=TODAY)


def found(verb: str, seen: Evidence) -> list[str]:
    """What a rule finds, and what it says of its exceptions."""
    (rule,) = read_rules("a.yaml", f"{{id: a/b, because: x, advice: y, {verb}}}".encode(), Known({}))
    told = catalogue()[rule.verb].measure(rule, rule.spec, seen)
    return [each.mistake.message if isinstance(each, Remark) else each.finding.text for each in told]


def test_a_way_over_an_excepted_edge_is_excused_whoever_it_starts_from() -> None:
    deny = 'deny: {from: "mod:a", to: "mod:z", except: [{from: "mod:m", to: "mod:z", why: w}]}'
    assert found(deny, evidence("a -> m", "m -> z")) == []
    assert found(deny, evidence("a -> m", "m -> z", "a -> n", "n -> z")) == ["a -> n -> z"]


def test_another_way_to_the_same_target_is_found_though_the_shortest_is_excepted() -> None:
    deny = 'deny: {from: "mod:a", to: "mod:z", except: [{from: "mod:m", to: "mod:z", why: w}]}'
    assert found(deny, evidence("a -> m", "m -> z", "m -> n", "n -> z")) == ["a -> m -> n -> z"]


def test_an_exception_for_an_edge_on_no_way_excuses_nothing() -> None:
    deny = 'deny: {from: "mod:a", to: "mod:z", except: [{from: "mod:m", to: "mod:n", why: w}]}'
    told = found(deny, evidence("a -> z", "m -> n"))
    assert told == ["a -> z", "a/b: the exception for mod:m -> mod:n (w) excuses nothing"]


def test_of_two_exceptions_on_one_way_one_is_enough() -> None:
    excepted = '[{from: "mod:m", to: "mod:n", why: v}, {from: "mod:n", to: "mod:z", why: w}]'
    told = found(f'deny: {{from: "mod:a", to: "mod:z", except: {excepted}}}', evidence("a -> m", "m -> n", "n -> z"))
    assert told == ["a/b: the exception for mod:m -> mod:n (v) excuses nothing"]


def test_an_exception_that_ended_takes_no_edge_away() -> None:
    deny = 'deny: {from: "mod:a", to: "mod:z", except: [{from: "mod:m", to: "mod:z", why: w, until: 2026-11-15}]}'
    assert found(deny, evidence("a -> m", "m -> z"))[0] == "a -> m -> z"


def test_layers_and_independence_look_past_an_excepted_edge_too() -> None:
    seen = evidence("low -> m", "m -> high")
    excepted = 'except: [{from: "mod:m", to: "mod:high", why: w}]'
    assert found(f'layers: {{of: ["mod:high", "mod:low"], {excepted}}}', seen) == []
    assert found(f'independent: {{of: ["mod:high", "mod:low"], {excepted}}}', seen) == []


def test_a_cycle_over_an_excepted_edge_is_no_cycle() -> None:
    seen = evidence("s.a.one -> s.b", "s.a.two -> s.b", "s.b -> s.a.one")
    acyclic = 'acyclic: {{for: "mod:s.{{m}}", except: [{{from: "{source}", to: "mod:s.b", why: w}}]}}'
    assert found(acyclic.format(source="mod:s.a"), seen) == []
    assert len(found(acyclic.format(source="mod:s.a.one"), seen)) == 2  # the two edges that are left of the cycle


def test_only_looks_at_what_it_is_told_to() -> None:
    seen = evidence("s.a -> s.b", "s.a -> s.c", "s.a -> os+", "s.a -> t")
    only = 'only: {{from: "mod:s.a", to: "mod:s.b"{among}}}'
    assert found(only.format(among=""), seen) == ["s.a -> os", "s.a -> s.c", "s.a -> t"]
    assert found(only.format(among=', among: "mod:s"'), seen) == ["s.a -> s.c"]


def test_a_closed_target_looks_at_those_that_depend() -> None:
    seen = evidence("s.a -> s.db", "s.b -> s.db", "tests -> s.db")
    only = 'only: {{from: "mod:s.a", into: "mod:s.db"{among}}}'
    assert found(only.format(among=""), seen) == ["s.b -> s.db", "tests -> s.db"]
    assert found(only.format(among=', among: "mod:s"'), seen) == ["s.b -> s.db"]


def test_siblings_of_every_package_are_looked_at_each_with_all_below_it() -> None:
    seen = evidence("s.a.x.one -> s.a.y", "s.a.y -> s.a.x.two", "s.b.z -> s.c", "s.c -> s.b.z", "s.b -> s.b.z")
    acyclic = "acyclic: {{siblings: [{packages}]}}"
    inner = ["s.a.x.one -> s.a.y -> s.a.x.two", "s.a.y -> s.a.x.one -> s.a.y"]
    outer = ["s.b.z -> s.c -> s.b.z", "s.c -> s.b.z -> s.c"]
    assert found(acyclic.format(packages='"mod:s"'), seen) == [*outer, *inner]
    assert found(acyclic.format(packages='"mod:s", "!mod:s.*"'), seen) == outer
    assert found(acyclic.format(packages='"mod:s.a"'), seen) == inner
    assert found(acyclic.format(packages='"mod:t"'), seen) == [
        "a/b: the subject `mod:t` matches nothing, so the rule says nothing"
    ]
