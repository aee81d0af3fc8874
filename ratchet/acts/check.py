"""The gate: a tree against the contract of its base."""

from __future__ import annotations

from collections.abc import Mapping

from ratchet.acts.bases import Base
from ratchet.acts.basing import find_base
from ratchet.acts.completing import Head, completed, note_same
from ratchet.acts.framing import with_frames
from ratchet.acts.measuring import measure
from ratchet.acts.policies import read_settings
from ratchet.acts.requests import CheckRequest
from ratchet.acts.sides import compared_with, failing_in, judged, policy_at, with_loosening
from ratchet.acts.world import World, commit_of, index_of, worktree_of
from ratchet.judge.compare import Blame
from ratchet.judge.contract import make_contract
from ratchet.judge.decide import Question
from ratchet.judge.terms import Contract
from ratchet.model.errors import RatchetError
from ratchet.model.policy import Policy
from ratchet.model.rule import Rule
from ratchet.model.snapshot import Snapshot
from ratchet.model.value import frozen, replace
from ratchet.model.verdict import Side, Verdict
from ratchet.repo.git import resolve_commit
from ratchet.repo.overlay import overlaid

__all__ = ["Examination", "check", "examine", "is_base"]


@frozen
class Examination:
    """A verdict, and what it was made of: the contract, the commit that it is of, if any, and the head."""

    verdict: Verdict
    contract: Contract
    base: str | None
    head: Head
    one_policy: bool


def check(world: World, request: CheckRequest) -> Verdict:
    """Measure both trees with the contract and judge; where it is asked for, the merged tree as well."""
    return examine(world, request).verdict


def examine(world: World, request: CheckRequest, brief: bool = False) -> Examination:
    """The verdict on whole trees, with what it was made of; a `brief` one lacks sites that no text ever shows."""
    world.bench.today = request.today
    tree = index_of(world) if request.staged else worktree_of(world)
    tree = overlaid(tree, request.buffers, read_settings(tree, world.library).max_file_bytes if request.buffers else 0)
    head_policy = world.policy(tree)
    base = find_base(world, request.base, request.ci)
    base_policy, broken = policy_at(world, base.commit, head_policy)
    if head_policy.baseline is None and (base_policy is None or base_policy.baseline is None):
        raise _not_added(world, head_policy) if request.staged else _no_baseline(head_policy)
    if base.source and (base_policy is None or base_policy.baseline is None):
        _refuse_late_branch(world, base, head_policy)
    base_policy, as_worded = _followed(world, base.commit, base_policy, head_policy, tree)
    contract = make_contract(base_policy, head_policy, failing_in(world, base_policy, head_policy))
    contract = replace(contract, as_worded=as_worded)
    blame = Blame.BASE if base.source else Blame.CHANGE if request.staged else Blame.TREE
    contract, compared = compared_with(world, contract, base.commit, blame)
    head = Head(tree, head_policy, measure(tree, contract.policy, world.bench))
    if base.commit:
        note_same(world, contract, base.commit, head)
    sides = base.side, Side(tree.ref, head.measured.digest)
    question = Question(*sides, blame, request.today, request.signoff, brief=brief)
    verdict = with_loosening(judged(world, contract, question, compared, head), broken)
    known = (base.commit, base_policy) if base.commit else None
    verdict = with_frames(completed(world, contract, verdict, known, head), tree)
    if request.merged:
        from ratchet.acts.merged import judge_merged

        verdict = replace(verdict, merged=judge_merged(world, base, base_policy, question))
    one_policy = base_policy is not None and base_policy.digest == head_policy.digest
    return Examination(verdict, contract, base.commit, head, one_policy)


def _followed(
    world: World, commit: str | None, base: Policy | None, head: Policy, tree: Snapshot
) -> tuple[Policy | None, Mapping[str, Rule]]:
    """The base's policy in words that follow what the change renames; without a rule on graphs there are none."""
    if commit is None or base is None or all(rule.verb == "count" for rule in base.rulebook.rules.values()):
        return base, {}
    from ratchet.acts.following import in_new_words

    return in_new_words(world, commit, base, head, tree)


def is_base(world: World, seen: Examination) -> bool:
    """Whether all that was read of the head, its policy included, was found to be the same in the base."""
    known = world.measured.get((seen.base or "", id(seen.contract.at_base)))
    return seen.one_policy and known is not None and known[1] is seen.head.measured


def _refuse_late_branch(world: World, base: Base, head: Policy) -> None:
    """A branch from before the adoption may not bring a contract of its own."""
    ref = base.ref
    tip = commit_of(world, resolve_commit(world.git, base.rev), ref, head.config.max_file_bytes)
    if world.policy(tip).baseline is not None:
        raise RatchetError(
            f"{ref} came under the ratchet after this branch left it, so the merge base has no budgets",
            hint=f"run: git merge {ref}   (or rebase onto it), then check again",
        )


def _not_added(world: World, policy: Policy) -> RatchetError:
    """Without a baseline in the index: there may be one that was not added yet."""
    tree = worktree_of(world)
    here = read_settings(tree, world.library)
    if not any(path.startswith(f"{here.baselines}/") for path in tree.paths()):
        return _no_baseline(policy)
    return RatchetError(
        f"no baseline in {here.baselines}/ of the index, so nothing says how much is allowed",
        hint=f"run: git add {' '.join(part for part in (here.path, here.baselines) if part)}",
    )


def _no_baseline(policy: Policy) -> RatchetError:
    return RatchetError(
        f"no baseline in {policy.config.baselines}/, so nothing says how much is allowed",
        hint="run: ratchet init   (writes ratchet.toml and the baselines of today's counts)",
    )
