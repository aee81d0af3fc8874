"""What the gate would have said of a repository's own history: `python benchmarks/replay.py PATH [COMMITS]`.

Each of the last first-parent commits is judged against its parent, as `ratchet check --base PARENT` would judge it if
the parent had been under the ratchet with the budgets of its own counts. Nothing is written, and nothing of the
repository runs.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from datetime import date

from ratchet.acts.hiding import still_in_use
from ratchet.acts.measuring import measure
from ratchet.acts.renaming import renames_between
from ratchet.acts.world import World, commit_of, open_world
from ratchet.judge.compare import Blame
from ratchet.judge.contract import make_contract
from ratchet.judge.decide import Question, judge
from ratchet.judge.hidden import hidden_loosenings, hidden_sites
from ratchet.model.baseline import Baseline
from ratchet.model.config import Config
from ratchet.model.measured import Measured
from ratchet.model.policy import Policy
from ratchet.model.snapshot import Snapshot
from ratchet.model.verdict import Loosening, Side, Verdict
from ratchet.repo.packs import shipped_files
from ratchet.rulebook.book import build_rulebook

LIMIT = 2_000_000
Tree = tuple[str, Snapshot, Measured]


def policy() -> Policy:
    """The shipped packs and nothing else."""
    config = Config(path="ratchet.toml")
    rulebook, languages = build_rulebook(config, shipped_files(), {})
    return Policy(config, rulebook, languages)


def verdict_on(world: World, parent: Tree, child: Tree, rules: Policy) -> tuple[Verdict, tuple[Loosening, ...]]:
    """The child against its parent, and what it hides."""
    _, old_tree, before = parent
    name, tree, after = child
    meanings = {rule: each.spec.meaning for rule, each in rules.rulebook.rules.items()}
    stated = Policy(rules.config, rules.rulebook, rules.languages, Baseline(before.tally, {}, meanings))
    renames = renames_between(old_tree, before, tree, after)
    question = Question(Side(parent[0], parent[0]), Side(name), Blame.BASE, date.max, renames=renames)
    verdict = judge(make_contract(stated, stated), None, before, after, question)
    hidden = still_in_use(
        hidden_sites(before, after, lambda: (before.outside, after.outside)), tree, rules, world.bench
    )
    return verdict, hidden_loosenings(hidden)


def main(path: str, commits: int) -> None:
    """Print a line for each commit that would not have passed, and the totals."""
    world, rules = open_world(path), policy()
    listed = world.git.run("rev-list", "--first-parent", f"--max-count={commits + 1}", "HEAD").decode().split()[::-1]
    codes: Counter[str] = Counter()
    causes: Counter[str] = Counter()
    start, parent = time.perf_counter(), None
    for commit in listed:
        tree = commit_of(world, commit, commit, LIMIT)
        child = (commit, tree, measure(tree, rules, world.bench, lambda _: True))
        if parent is not None:
            verdict, hidden = verdict_on(world, parent, child, rules)
            code = 4 if hidden and int(verdict.exit_code) == 0 else int(verdict.exit_code)
            codes[str(code)] += 1
            causes.update(str(delta.cause) for delta in verdict.deltas)
            tell(commit, code, verdict, hidden)
        parent = child
    seconds = time.perf_counter() - start
    print(f"{codes.total()} commits in {seconds:.0f} s: exit codes {dict(sorted(codes.items()))}")
    print(f"deltas by cause: {dict(sorted(causes.items()))}")


def tell(commit: str, code: int, verdict: Verdict, hidden: tuple[Loosening, ...]) -> None:
    """What a person would be shown of one commit."""
    if code == 0:
        return
    print(f"{commit[:12]} exit {code}")
    for delta in verdict.deltas:
        if delta.fails:
            print(f"  {delta.rule} {delta.unit} {delta.before} → {delta.count}")
    for each in hidden:
        print(f"  {each.what} {each.rule} {each.unit}: {each.detail}")
    for problem in verdict.problems:
        print(f"  {problem.place or ''} {problem.message}")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 200)
