"""What a verdict needs to know besides the two measured trees: what moved, what is hidden, what is measured anew."""

from __future__ import annotations

from ratchet.acts.hiding import still_in_use
from ratchet.acts.loosened import located
from ratchet.acts.measuring import measure
from ratchet.acts.narrowing import narrowed
from ratchet.acts.remeasuring import changes_of_measure
from ratchet.acts.renaming import renames_between
from ratchet.acts.uncounted import uncounted
from ratchet.acts.vacuity import settled
from ratchet.acts.world import World, commit_of
from ratchet.judge.decide import Question
from ratchet.judge.hidden import Outside, allow_loosenings, beyond_loosenings, hidden_loosenings, hidden_sites
from ratchet.judge.terms import Contract
from ratchet.model.measured import Measured
from ratchet.model.policy import Policy
from ratchet.model.snapshot import Snapshot
from ratchet.model.value import frozen, replace
from ratchet.model.verdict import Loosening, Verdict

__all__ = ["Head", "asked", "completed", "measured_at", "note_same"]


@frozen
class Head:
    """The tree under judgement: its files, its own policy, and what the contract's rules find in it."""

    tree: Snapshot
    policy: Policy
    measured: Measured


def asked(world: World, contract: Contract, question: Question, compared: str | None, head: Head) -> Question:
    """The question with the files that were renamed since the commit that sites are compared with."""
    if compared is None:
        return question
    base = commit_of(world, compared, compared, contract.policy.config.max_file_bytes)
    before = measured_at(world, contract, compared)
    return replace(question, renames=renames_between(base, before, head.tree, head.measured))


def completed(
    world: World, contract: Contract, verdict: Verdict, base: tuple[str, Policy | None] | None, head: Head
) -> Verdict:
    """The verdict with what hides from its numbers: against the commit that is the contract, and its policy."""
    with world.bench.stage("judging"):
        return _completed(world, contract, verdict, base, head)


def _completed(
    world: World, contract: Contract, verdict: Verdict, base: tuple[str, Policy | None] | None, head: Head
) -> Verdict:
    loosenings = verdict.loosenings
    measures = verdict.measures
    if base is not None:
        commit, policy = base
        since, after = measured_at(world, contract, commit), head.measured
        found = hidden_sites(since, after, lambda: _outside(world, contract, commit, head))
        hidden = still_in_use(found, head.tree, contract.policy, world.bench)
        loosenings = (*loosenings, *hidden_loosenings(hidden), *allow_loosenings(since, after))
        loosenings = (*loosenings, *beyond_loosenings(since, after), *narrowed(since, after, head.tree))
        if policy is not None:
            tree = commit_of(world, commit, commit, contract.policy.config.max_file_bytes)
            policies, sides = (contract.policy, policy, head.policy), ((tree, since), (head.tree, after))
            measures = changes_of_measure(policies, (tree, head.tree), (since, after), world.bench)
            loosenings = (*loosenings, *uncounted(*sides, contract.policy))
            loosenings = (*loosenings, *_escaped(*sides, contract, head.policy))
            verdict = settled(verdict, after, head.tree, (contract.policy, head.policy), world.bench)
    placed = located(loosenings, head.tree, head.measured, head.policy, world.bench)
    return replace(verdict, loosenings=placed, measures=measures)


def _escaped(
    base: tuple[Snapshot, Measured], head: tuple[Snapshot, Measured], contract: Contract, own: Policy
) -> tuple[Loosening, ...]:
    """What rules on graphs and files no longer restrain; without such a rule the verbs are not loaded."""
    if all(rule.verb == "count" for rule in contract.policy.rulebook.rules.values()):
        return ()
    from ratchet.acts.escaping import escaped

    return tuple(escaped(base, head, contract, own))


def _outside(world: World, contract: Contract, commit: str, head: Head) -> Outside:
    """What is in code that does not count, in the files that are not what they were at the base."""
    policy, after = contract.policy, head.measured
    since = measured_at(world, contract, commit)
    changed = {
        path for path in since.files.keys() | after.files.keys() if since.files.get(path) != after.files.get(path)
    }
    base = commit_of(world, commit, commit, policy.config.max_file_bytes)
    found = [measure(tree, policy, world.bench, changed.__contains__).outside for tree in (base, head.tree)]
    before, now = ([each for each in sites if each.path in changed] for sites in found)
    return before, now


def measured_at(world: World, contract: Contract, commit: str) -> Measured:
    """A commit measured with the contract's rules, once in a run."""
    policy = contract.at_base
    key = commit, id(policy)  # kept with the policy, so that no other one gets its id
    if key not in world.measured:
        snapshot = commit_of(world, commit, commit, policy.config.max_file_bytes)
        world.measured[key] = policy, measure(snapshot, policy, world.bench)
    return world.measured[key][1]


def note_same(world: World, contract: Contract, commit: str, head: Head) -> None:
    """Spare a commit the measuring where the head has the very same files, and rules look at no others."""
    policy, shared = contract.policy, world.bench.shared
    if (commit, id(policy)) in world.measured or shared.unsure:
        return
    if any(rule.spec.needs for rule in policy.rulebook.rules.values()):
        return
    tree = commit_of(world, commit, commit, policy.config.max_file_bytes)
    if tree.paths() != head.tree.paths() or tree.notices != head.tree.notices or tree.links != head.tree.links:
        return
    names = {path: blob for path, (blob, _) in head.measured.files.items()} | shared.manifests
    if not head.measured.inspection.failed and all(tree.blob(path) == name for path, name in names.items()):
        world.measured[commit, id(policy)] = policy, head.measured
