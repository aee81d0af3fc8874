"""The tree that merging the change would give, held against the tip it would land on."""

from __future__ import annotations

from ratchet.acts.bases import Base
from ratchet.acts.completing import Head
from ratchet.acts.framing import with_frames
from ratchet.acts.measuring import measure
from ratchet.acts.sides import compared_with, failing_in, judged, policy_at, with_loosening
from ratchet.acts.vacuity import settled
from ratchet.acts.world import World, commit_of
from ratchet.judge.compare import Blame
from ratchet.judge.contract import make_contract
from ratchet.judge.decide import Question
from ratchet.judge.landing import landed
from ratchet.judge.terms import Contract
from ratchet.model.config import Config
from ratchet.model.errors import Mistake, RatchetError
from ratchet.model.inspection import Inspection
from ratchet.model.policy import Policy
from ratchet.model.value import replace
from ratchet.model.verdict import Side, Verdict
from ratchet.repo.commits import commit_snapshot
from ratchet.repo.git import resolve_commit
from ratchet.repo.merged_tree import merged_tree

__all__ = ["MERGED", "judge_merged"]

MERGED = "merged"
"""What a verdict calls the merged tree."""


def judge_merged(world: World, base: Base, base_policy: Policy | None, question: Question) -> Verdict:
    """The verdict on HEAD merged into the tip of the base: two changes, each fine, may not land a raise together."""
    if not base.source:
        raise RatchetError("--merged needs a base to merge into", hint="run: ratchet check --base origin/main --merged")
    tip, head = resolve_commit(world.git, base.rev), resolve_commit(world.git, "HEAD")
    head_policy = world.policy(commit_of(world, head, "HEAD", Config().max_file_bytes))
    tip_policy, broken = policy_at(world, tip, head_policy)
    contract, compared = compared_with(world, _contract(world, base_policy, tip_policy, head_policy), tip, Blame.BASE)
    config, onto = contract.policy.config, Side(base.ref, tip, base.source)
    try:
        with merged_tree(world.git, tip, head, config.baselines) as merge:
            snapshot = commit_snapshot(merge.git, merge.tree, MERGED, config.max_file_bytes)
            # Without a baseline of its own: what the merge would make of the numbers is not asked.
            merged = Head(snapshot, Policy(), measure(snapshot, contract.policy, world.bench))
            asked = replace(question, base=onto, head=Side(MERGED, merge.tree), blame=Blame.BASE)
            verdict = with_loosening(judged(world, contract, asked, compared, merged), broken)
            policies = contract.policy, head_policy
            return with_frames(settled(verdict, merged.measured, snapshot, policies, world.bench), snapshot)
    except RatchetError as error:
        # Not raised: what is proven of the change itself stays proven.
        problems = tuple(_with_way_out(mistake, base.ref) for mistake in error.mistakes)
        return Verdict(onto, Side(MERGED), "", Inspection(), problems=problems)


def _contract(world: World, base: Policy | None, tip: Policy | None, head: Policy) -> Contract:
    """The tip's; what the change loosens is not asked again, since that was judged against the merge base."""
    if tip is None or tip.baseline is None:
        return make_contract(None, head, failing_in(world, None, head))
    merged = landed(base, tip, head)
    return replace(make_contract(tip, merged, failing_in(world, tip, merged)), loosenings=())


def _with_way_out(mistake: Mistake, ref: str) -> Mistake:
    hint = mistake.hint or f"run: git merge {ref}   (resolve it, commit, then check again)"
    return replace(mistake, hint=hint)
