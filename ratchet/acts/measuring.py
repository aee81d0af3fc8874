"""A snapshot and a policy → what is measured in it."""

from __future__ import annotations

from collections.abc import Callable

from ratchet.acts.asking import Wanted
from ratchet.acts.bench import Bench
from ratchet.acts.finding import asked_by, doubted, found_in
from ratchet.acts.gathering import gather
from ratchet.acts.graphing import also_read, with_graphs
from ratchet.kinds.speaking import looks_at_paths
from ratchet.model.measured import Measured
from ratchet.model.policy import Policy
from ratchet.model.snapshot import Snapshot
from ratchet.model.value import replace

__all__ = ["measure"]


def measure(
    snapshot: Snapshot, policy: Policy, bench: Bench, tests: Callable[[str], bool] = lambda _: False
) -> Measured:
    """Everything the rulebook counts in a snapshot; of some files, by path, also what it finds in `tests`."""
    wanted = Wanted(doubted(policy), tests)
    gathered = gather(snapshot, asked_by(policy, snapshot), policy.config.exclude, bench, wanted)
    needs = frozenset().union(*(rule.spec.needs for rule in policy.rulebook.rules.values()))
    evidence = with_graphs(gathered.evidence, snapshot, policy, needs, bench)
    graph = evidence.graph
    with bench.stage("rules applied"):
        found = found_in(evidence, policy.rulebook, bench.shared)
    return replace(
        found,
        outside=tuple(each for each in found.outside if tests(each.path)),
        paths=gathered.paths,
        inspection=also_read(gathered.inspection, gathered.paths, graph),
        digest=gathered.digest,
        packages=gathered.packages,
        names={node.place.path if node.place else node.path: node.name for node in graph.nodes.values() if node.own},
        units=frozenset(node.unit for node in graph.nodes.values()) if needs else frozenset(),
        links=frozenset(
            (graph.nodes[each.source].name, graph.nodes[each.target].name, str(each.kind)) for each in graph.edges
        ),
        listed=len(evidence.paths) if any(looks_at_paths(rule.spec) for rule in policy.rulebook.rules.values()) else 0,
        sources=graph.files,
        nodes=graph.nodes,
        unresolved=graph.unresolved,
        unread=graph.unread,
        problems=(*graph.mistakes, *found.problems),
        files={file.path: (gathered.blobs[file.path], file.role) for file in evidence.files},
    )
