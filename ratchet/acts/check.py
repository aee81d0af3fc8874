"""The gate: a tree against the contract of its base."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date

from ratchet.acts.completing import Head, asked, completed, measured_at
from ratchet.acts.framing import with_frames
from ratchet.acts.measuring import measure
from ratchet.acts.world import World, commit_of, index_of, worktree_of
from ratchet.judge.carry import carry
from ratchet.judge.compare import Blame
from ratchet.judge.contract import Contract, make_contract
from ratchet.judge.decide import Question, judge
from ratchet.judge.moves import match
from ratchet.model.errors import Place, RatchetError
from ratchet.model.measured import Measured
from ratchet.model.policy import Policy
from ratchet.model.verdict import Loosening, Side, Verdict
from ratchet.repo.git import GitFailed, head_commit, resolve_commit
from ratchet.repo.history import last_change
from ratchet.repo.merge_bases import merge_base

__all__ = ["CheckRequest", "check"]


@dataclass(frozen=True, slots=True)
class CheckRequest:
    """What to check: the working tree or the index, against the last commit or the merge base with a ref."""

    today: date
    staged: bool = False
    base: str = ""
    signoff: str = ""


def check(world: World, request: CheckRequest) -> Verdict:
    """Measure both trees with the contract and judge."""
    tree = index_of(world) if request.staged else worktree_of(world)
    head_policy = world.policy(tree)
    base_commit = _base_commit(world, request.base)
    base_policy, broken = _base_policy(world, base_commit, head_policy)
    if head_policy.baseline is None and (base_policy is None or base_policy.baseline is None):
        raise _no_baseline(head_policy)
    if request.base and (base_policy is None or base_policy.baseline is None):
        _refuse_late_branch(world, request.base, head_policy)
    contract = make_contract(base_policy, head_policy)
    blame = Blame.BASE if request.base else Blame.CHANGE if request.staged else Blame.TREE
    contract, compared = _compared_with(world, contract, base_commit, blame)
    before = measured_at(world, contract, compared) if compared else Measured()
    head = Head(tree, head_policy, measure(tree, contract.policy, world.bench))
    sides = Side(request.base or "HEAD", base_commit or ""), Side(tree.ref, head.measured.digest)
    question = asked(world, contract, Question(*sides, blame, request.today, request.signoff), compared, head)
    verdict = judge(contract, head_policy.baseline, before, head.measured, question)
    verdict = replace(verdict, loosenings=(*([broken] if broken else ()), *verdict.loosenings))
    base = (base_commit, base_policy) if base_commit else None
    return with_frames(completed(world, contract, verdict, base, head), tree)


def _base_commit(world: World, ref: str) -> str | None:
    head = head_commit(world.git)
    if not ref:
        return head
    if head is None:
        raise RatchetError(f"there is no commit yet, so nothing can be compared with {ref}", hint="commit first")
    return merge_base(world.git, resolve_commit(world.git, ref), head)


def _base_policy(world: World, commit: str | None, head: Policy) -> tuple[Policy | None, Loosening | None]:
    """The policy at the base; one that cannot be read there must not keep its own repair from being committed."""
    if commit is None:
        return None, None
    try:
        return world.policy(commit_of(world, commit, commit, head.config.max_file_bytes)), None
    except GitFailed:
        raise  # the clone is at fault: nobody knows what the policy says
    except RatchetError as error:
        first = error.mistakes[0]
        place = first.place or Place("")
        detail = f"the policy committed at {commit[:12]} cannot be read ({first.message}); the change's own is used"
        return None, Loosening("policy-unreadable", "", "", "", "", place.path, place.line, detail)


def _refuse_late_branch(world: World, ref: str, head: Policy) -> None:
    """A branch from before the adoption may not bring a contract of its own."""
    tip = commit_of(world, resolve_commit(world.git, ref), ref, head.config.max_file_bytes)
    if world.policy(tip).baseline is not None:
        raise RatchetError(
            f"{ref} came under the ratchet after this branch left it, so the merge base has no budgets",
            hint=f"run: git merge {ref}   (or rebase onto it), then check again",
        )


def _compared_with(world: World, contract: Contract, commit: str | None, blame: Blame) -> tuple[Contract, str | None]:
    """The commit to compare sites with, and the contract with budgets that followed their code to it.

    The baseline was true of the commit that wrote it. A tree by itself is compared with that commit; a change is
    compared with its base, and code that moved between the two has taken its budgets along.
    """
    if commit is None:
        return contract, None
    written_in = last_change(world.git, commit, contract.policy.config.baselines) or commit
    if blame is Blame.TREE or written_in == commit:
        return contract, written_in
    written, before = measured_at(world, contract, written_in), measured_at(world, contract, commit)
    budgets = carry(contract.budgets, match(written.findings, before.findings).moved)
    return replace(contract, budgets=budgets), commit


def _no_baseline(policy: Policy) -> RatchetError:
    return RatchetError(
        f"no baseline in {policy.config.baselines}/, so nothing says how much is allowed",
        hint="run: ratchet init   (writes ratchet.toml and the baselines of today's counts)",
    )
