"""Each verb says whom it restrains, so that nobody leaves its rules unseen under another name."""

from __future__ import annotations

import pytest

from ratchet.kinds.catalogue import catalogue
from ratchet.model.evidence import Evidence
from tests.kinds.fitting import evidence, graph, only_rule

MODULES = graph("p.a>p.b p.b>q.c", "python", outside="json", more="p.d")


def restrained(rule: str, tree: Evidence) -> dict[str, list[str]]:
    made = only_rule(rule)
    restrains = catalogue()[made.verb].restrains
    assert restrains is not None
    return {each.role: sorted(each.nodes or each.units) for each in restrains(made.spec, tree)}


def test_every_verb_on_graphs_and_files_does() -> None:
    assert [verb for verb, kind in catalogue().items() if kind.restrains is None] == ["count"]


@pytest.mark.parametrize(
    ("rule", "roles"),
    [
        ("deny: mod:p.a -> mod:q", {"a subject": ["p.a"], "a target": ["q.c"]}),
        ("deny: mod:p.a -> ext:json", {"a subject": ["p.a"], "a target": ["json"]}),
        (
            "only: mod:p.a -> mod:p.b, mod:q",
            {"one of those who may not": ["p.a"], "one of those on whom they may not": ["json", "p.d"]},
        ),
        (
            "only: {from: mod:p.a, into: mod:p.b}",
            {"one of those who may not": ["p.d", "q.c"], "one of those on whom they may not": ["p.b"]},
        ),
        ("require: mod:p.a -> mod:q", {"a subject": ["p.a"]}),
        ("layers: {of: [mod:p.a, mod:p.b]}", {"in a layer": ["p.a", "p.b"]}),
        ("independent: {of: 'mod:p.*'}", {"one of the parts": ["p.a", "p.b", "p.d"]}),
        ("acyclic: {siblings: mod:p}", {"a subject": ["p.a", "p.b", "p.d"]}),
        ("limit: {for: 'mod:p.*', of: fan-in, at_most: 1}", {"measured": ["p.a", "p.b", "p.d"]}),
        ("limit: {for: 'path:p/*', of: lines, at_most: 1}", {"measured": ["path:p/a.py", "path:p/b.py"]}),
        ("files: {for: path:p, forbid: '*.txt'}", {"measured": ["path:p"]}),
    ],
)
def test_a_verb_gives_each_node_its_role(rule: str, roles: dict[str, list[str]]) -> None:
    assert restrained(rule, evidence(MODULES, {"p/a.py": 1, "p/b.py": 2})) == roles
