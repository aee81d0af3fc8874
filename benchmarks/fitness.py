"""What rules on the cargo graph cost beside parsing its TOML: `python benchmarks/fitness.py PATH`.

Both sides read the same files from disk: one only parses them with `tomllib`, the other reads the graph and looks for
findings of a handful of rules. They take turns in several rounds; only ratios within one round mean anything.
"""

from __future__ import annotations

import gc
import statistics
import sys
import time
import tomllib
from collections.abc import Callable
from pathlib import Path

from ratchet.acts.bench import Bench
from ratchet.acts.finding import look
from ratchet.acts.graphing import with_graphs
from ratchet.acts.policies import Library, read_rules
from ratchet.model.evidence import Evidence
from ratchet.model.policy import Policy
from ratchet.model.snapshot import DictSnapshot, Snapshot
from ratchet.repo.worktree import directory_snapshot

ROUNDS = 9
RULES = """
id: a/reach
because: x
advice: x
deny: {from: "crate:*", to: "ext:openssl*", may_be_empty: true}
---
id: a/cycles
because: x
advice: x
acyclic: {for: "crate:*"}
---
id: a/versions
because: x
advice: x
limit: {for: "ext:*", of: duplicate-versions, at_most: 1, graph: cargo, may_be_empty: true}
---
id: a/fan-out
because: x
advice: x
limit: {for: "crate:*", of: fan-out, at_most: 40}
---
id: a/published
because: x
advice: x
limit: {for: "crate:*-internal", of: published, at_most: 0, may_be_empty: true}
---
id: a/readme
because: x
advice: x
files: {for: "crate:*", require: README.md}
"""


def policy() -> Policy:
    """Six rules on the cargo graph and nothing else."""
    return read_rules(DictSnapshot({"ratchet.toml": "packs = []\n", "rules/a.yaml": RULES}), Library())


def parse_only(root: Path, files: list[str]) -> int:
    """Read and parse every TOML file and lockfile of cargo."""
    return sum(len(tomllib.loads((root / path).read_text(encoding="utf-8"))) for path in files)


def rules_too(tree: Snapshot, rules: Policy) -> int:
    """Read the graph and measure the rules, from nothing."""
    needs = frozenset().union(*(rule.spec.needs for rule in rules.rulebook.rules.values()))
    evidence = with_graphs(Evidence(), tree, rules, needs, Bench())
    return len(look(rules.rulebook, evidence)[0])


def timed(work: Callable[[], int]) -> float:
    """CPU seconds of one run, without what the collector happens to do."""
    gc.collect()
    gc.disable()
    started = time.process_time()
    work()
    spent = time.process_time() - started
    gc.enable()
    return spent


def main(root: Path) -> None:
    """Print the ratio, with its spread over the rounds."""
    tree, rules = directory_snapshot(str(root), 20_000_000), policy()
    files = [path for path in tree.paths() if path.endswith(("Cargo.toml", "Cargo.lock"))]
    found = rules_too(tree, rules)
    parse_only(root, files)
    ratios, seconds = [], []
    for _ in range(ROUNDS):
        alone = timed(lambda: parse_only(root, files))
        both = timed(lambda: rules_too(tree, rules))
        ratios.append(both / alone)
        seconds.append((alone, both))
    alone, both = (statistics.median(side) for side in zip(*seconds, strict=True))
    print(f"{root.name}: {len(files)} manifests and lockfiles, {found} findings of 6 rules")
    print(f"  tomllib alone {alone * 1000:6.1f} ms CPU, graph and rules {both * 1000:6.1f} ms CPU")
    print(f"  ratio {statistics.median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
