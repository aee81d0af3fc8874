"""What is still in the tree and no longer in the graph, or no longer what a rule speaks of."""

from __future__ import annotations

from collections.abc import Iterator

from ratchet.model.measured import Measured
from ratchet.model.policy import Policy
from ratchet.model.snapshot import Snapshot
from ratchet.model.verdict import Loosening

__all__ = ["escaped", "narrowed"]

_LOCKS = {"Cargo.lock": "Cargo.toml"}
"""Files without which a graph ends early, each with the one that it belongs to."""


def narrowed(base: Measured, head: Measured, tree: Snapshot) -> Iterator[Loosening]:
    """What the base's graph had and the head's has not, while the file is there, perhaps behind a link."""
    linked = {notice.partition(": ")[0] for notice in tree.notices}
    there = linked.union(tree.paths())
    for path, name in sorted(base.names.items()):
        if path not in head.names and path in there:
            detail = f"{name} is still there, and no longer part of what is built"
            yield Loosening("graph-narrowed", "", path, "", "", path, detail=detail)
    for path in sorted(base.sources - head.sources):
        directory, _, file = path.rpartition("/")
        beside = f"{directory}/{_LOCKS.get(file, '')}".lstrip("/")
        if file in _LOCKS and beside in head.sources:
            detail = "without it, what dependencies depend on is not known"
            yield Loosening("graph-narrowed", "", path, "", "", path, detail=detail)


def escaped(base: Measured, head: Measured, contract: Policy, own: Policy) -> Iterator[Loosening]:
    """Crates that a rule spoke of and, under another name or in another place, no longer does.

    A rule that the change itself rewrites is a loosening already.
    """
    homes = {name: path for path, name in head.names.items()}
    for rule, before in sorted(base.spoken.items()):
        now = own.rulebook.rules.get(rule)
        if now is None or now.spec.meaning != contract.rulebook.rules[rule].spec.meaning:
            continue
        after = head.spoken.get(rule, frozenset())
        for name, path in sorted(before):
            here = (head.names[path], path) if path in head.names else (name, homes.get(name, ""))
            if here[1] and here not in after:
                detail = f"{name} in {path} was spoken of, {here[0]} in {here[1]} is not"
                yield Loosening("rule-escaped", rule, here[0], "", "", here[1], detail=detail)
