"""A rule sees the graphs that it speaks of, whatever other rules speak of."""

from __future__ import annotations

from ratchet.acts.bench import Bench
from ratchet.acts.measuring import measure
from ratchet.acts.policies import Library, read_rules
from ratchet.model.snapshot import DictSnapshot

RULE = """
id: arch/{name}
because: x
advice: x
limit: {{for: "ext:*", of: fan-in, at_least: 2, graph: {graph}, may_be_empty: true}}
"""
TREE = {
    "ratchet.toml": "packs = []\n",
    "Cargo.toml": '[package]\nname = "a"\nversion = "1.0.0"\n[dependencies]\nserde = "1"\n',
    "src/lib.rs": "",
    "tool/run.py": "import requests\n",
}


def units(*graphs: str) -> dict[str, set[str]]:
    """The units in which each rule, one for each graph, finds something."""
    rules = "---".join(RULE.format(name=graph, graph=graph) for graph in graphs)
    tree = DictSnapshot({**TREE, "rules/x.yaml": rules})
    found: dict[str, set[str]] = {}
    for finding in measure(tree, read_rules(tree, Library()), Bench()).findings:
        found.setdefault(finding.rule, set()).add(finding.unit)
    return found


def test_a_rule_finds_the_same_alone_and_beside_rules_on_other_graphs() -> None:
    assert units("cargo") == {"arch/cargo": {"ext:serde"}}
    assert units("cargo", "python") == {"arch/cargo": {"ext:serde"}, "arch/python": {"ext:requests"}}
