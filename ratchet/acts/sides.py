"""The side of the base: its policy, its sites, budgets that followed the code to it, and a head held against it."""

from __future__ import annotations

from ratchet.acts.completing import Head, asked, measured_at, note_same
from ratchet.acts.examples import failing_rules
from ratchet.acts.world import World, commit_of, last_written
from ratchet.judge.carry import carry
from ratchet.judge.compare import Blame
from ratchet.judge.decide import Question, judge
from ratchet.judge.moves import match
from ratchet.judge.terms import Contract, Failing
from ratchet.judge.waiting import budgeted_by, compared_at
from ratchet.model.errors import Place, RatchetError
from ratchet.model.measured import Measured
from ratchet.model.policy import Policy
from ratchet.model.value import replace
from ratchet.model.verdict import Loosening, Verdict
from ratchet.repo.git import GitFailed

__all__ = ["compared_with", "failing_in", "judged", "policy_at", "with_loosening"]


def policy_at(world: World, commit: str | None, head: Policy) -> tuple[Policy | None, Loosening | None]:
    """The policy at a commit; one that cannot be read there must not keep its own repair from being committed."""
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


def failing_in(world: World, base: Policy | None, head: Policy) -> Failing:
    """The rules on both sides whose examples fail."""
    return Failing(failing_rules(world, base) if base else {}, failing_rules(world, head))


def compared_with(world: World, contract: Contract, commit: str | None, blame: Blame) -> tuple[Contract, str | None]:
    """The commit to compare sites with, and the contract with budgets that followed their code to it.

    The baseline was true of the commit that wrote it. A tree by itself is compared with that commit; a change is
    compared with its base, and code that moved between the two has taken its budgets along.
    """
    if commit is None:
        return contract, None
    with world.bench.stage("git"):
        written_in = last_written(world, commit, contract.policy.config.baselines)
    if blame is Blame.TREE or written_in == commit:
        return contract, written_in
    written, before = measured_at(world, contract, written_in), measured_at(world, contract, commit)
    budgets = carry(contract.budgets, match(written.findings, before.findings).moved)
    return replace(contract, budgets=budgets), commit


def judged(world: World, contract: Contract, question: Question, compared: str | None, head: Head) -> Verdict:
    """The verdict on a measured head against the commit that its sites are compared with."""
    if compared:
        note_same(world, contract, compared, head)
    before = measured_at(world, contract, compared) if compared else Measured()
    if contract.compared_with_base:
        base = measured_at(world, contract, question.base.id) if compared else head.measured
        before = compared_at(contract, before, base) if compared else before
        contract = budgeted_by(contract, base, question.today)
    if compared and question.blame is Blame.TREE:
        before = _with_known_links(world, contract, question, before, head)
    with world.bench.stage("judging"):
        asking = asked(world, contract, question, compared, head)
        return judge(contract, head.policy.baseline, before, head.measured, asking)


def _with_known_links(world: World, contract: Contract, question: Question, before: Measured, head: Head) -> Measured:
    """The tree that is compared with, as if it had the symlinks that were committed since: they are no news."""
    news = sorted(set(head.measured.inspection.notices) - set(before.inspection.notices))
    if not news:
        return before
    commit = question.base.id
    tree = commit_of(world, commit, commit, contract.policy.config.max_file_bytes)
    links, here = tree.links, head.tree.links
    known = (each for each in news if (path := each.partition(": ")[0]) in here and links.get(path) == here[path])
    return replace(before, inspection=replace(before.inspection, notices=(*before.inspection.notices, *known)))


def with_loosening(verdict: Verdict, found: Loosening | None) -> Verdict:
    """The verdict with one loosening more, where there is one."""
    return replace(verdict, loosenings=(found, *verdict.loosenings)) if found else verdict
