"""The heart: a contract and two measured trees → the verdict."""

from __future__ import annotations

from collections.abc import Container, Sequence
from datetime import date

from ratchet.judge.carry import carry
from ratchet.judge.compare import Blame, compare
from ratchet.judge.excuses import with_excuses
from ratchet.judge.loosenings import inflated_budgets, raised_budgets
from ratchet.judge.moves import NO_RENAMES, Matching, Renames, match
from ratchet.judge.problems import allow_warnings, problems, unmeasured, unread_warnings, unresolved_warnings
from ratchet.judge.states import judged
from ratchet.judge.terms import Contract
from ratchet.judge.trading import swaps, trades
from ratchet.judge.waiting import capped
from ratchet.judge.waivers import allowance, waiver_warnings
from ratchet.model.baseline import Baseline, total
from ratchet.model.measured import Measured
from ratchet.model.notes import GoalLine, MeasureChange
from ratchet.model.rest import NO_REST, Rest
from ratchet.model.value import frozen, replace
from ratchet.model.verdict import Cause, Delta, DeltaKind, Loosening, RuleLine, Side, Verdict

__all__ = ["Question", "judge"]


@frozen
class Question:
    """What is asked besides the trees: which sides, whom to blame, on which day, and who signed off.

    `renames` is what has another name in the head; `measures` what rules that measure something else in the change say
    of both trees. `rest` sums up the files that neither tree holds because they are the same in both, to the last site,
    and just within their budgets. A `brief` verdict has no sites of units in which nothing differs.
    """

    base: Side
    head: Side
    blame: Blame
    today: date
    signoff: str = ""
    renames: Renames = NO_RENAMES
    measures: tuple[MeasureChange, ...] = ()
    rest: Rest = NO_REST
    brief: bool = False


def judge(
    contract: Contract, head_baseline: Baseline | None, base: Measured, head: Measured, question: Question
) -> Verdict:
    """No disk, no clock, no printing: the same values give the same verdict."""
    rulebook = contract.policy.rulebook
    matching = match(base.findings, head.findings, question.renames)
    waived = allowance(contract.waivers, question.today)
    held = contract.anew | contract.adopting if question.blame is Blame.BASE else contract.anew
    budgets = contract.budgets
    if held:
        granted = allowance(contract.granted, question.today)
        budgets = capped(budgets, carry(base.tally, matching.moved), granted, held)
    deltas = compare(base, head, matching, budgets, waived, rulebook, question.blame)
    unknown = unmeasured(base, head)
    waiting = {each.rule for each in contract.waiting}
    told = _with_locks([delta for delta in deltas if _is_told(delta, unknown, waiting)], head_baseline)
    swapped = swaps(matching, rulebook, contract.policy.config.swap == "block")
    used = {(delta.unit, delta.rule): delta.waived for delta in deltas if delta.waived}
    in_force = tuple(waiver for waiver in contract.waivers if not waiver.expired(question.today))
    warnings = (
        *contract.warnings,
        *waiver_warnings(contract.waivers, used, rulebook, question.today),
        *allow_warnings(head, rulebook),
        *head.warnings,
        *unresolved_warnings(base, head),
        *unread_warnings(head),
    )
    return Verdict(
        base=question.base,
        head=question.head,
        policy=contract.policy.digest,
        inspection=head.inspection,
        rules=_rule_lines(contract, deltas, head, question.rest),
        deltas=told,
        findings=with_excuses(judged(base, head, matching, deltas, rulebook, question.brief), deltas, in_force),
        loosenings=(*contract.loosenings, *_raised(contract, head_baseline, head, matching)),
        problems=(*contract.problems, *problems(base, head)),
        warnings=warnings,
        signoff=question.signoff,
        swaps=tuple(each for each in swapped if each.unit not in unknown),
        trades=trades(base, head, rulebook),
        goals=_goals(contract, head, question),
        measures=question.measures,
        waiting=contract.waiting,
        sizes=question.rest.sizes + sum(finding.weight - 1 for finding in head.findings if finding.weight),
    )


def _goals(contract: Contract, head: Measured, question: Question) -> tuple[GoalLine, ...]:
    counts, known = head.totals, contract.policy.rulebook.rules
    counts.update(question.rest.counts)
    goals = sorted(contract.policy.config.goals.items())
    return tuple(
        GoalLine(rule, goal.to, goal.by, counts[rule], (goal.by - question.today).days)
        for rule, goal in goals
        if rule in known
    )


def _is_told(delta: Delta, unknown: Container[str], waiting: Container[str]) -> bool:
    """Whether there is anything to say of a unit and a rule; in a file that could not be read nothing got better.

    A rule that waits for its budget has none to be lowered or moved.
    """
    if delta.unit in unknown and delta.kind in (DeltaKind.BETTER, DeltaKind.GONE):
        return False
    if delta.rule in waiting and delta.kind not in (DeltaKind.WORSE, DeltaKind.NEW):
        return delta.waived > 0
    return delta.kind is not DeltaKind.SAME or delta.cause is not None or delta.waived > 0


def _with_locks(deltas: Sequence[Delta], head_baseline: Baseline | None) -> tuple[Delta, ...]:
    """Mark the improvements and moves that the change has already written into its own baseline."""
    if head_baseline is None:
        return tuple(deltas)

    def locked(delta: Delta) -> bool:
        written = head_baseline.budget(delta.unit, delta.rule)
        return written == delta.budget if delta.cause is Cause.MOVED else written <= delta.count

    return tuple(replace(delta, locked=locked(delta)) for delta in deltas)


def _raised(
    contract: Contract, head_baseline: Baseline | None, head: Measured, matching: Matching
) -> tuple[Loosening, ...]:
    if head_baseline is None:
        return ()
    carried = carry(contract.budgets, matching.moved)
    directory = contract.policy.config.baselines
    inflated = inflated_budgets(contract.adopting, head_baseline, head.tally, directory)
    return (*raised_budgets(contract.baseline, head_baseline, carried, matching.moved, directory), *inflated)


def _rule_lines(contract: Contract, deltas: Sequence[Delta], head: Measured, rest: Rest) -> tuple[RuleLine, ...]:
    counts, budgets = head.totals, contract.budgets
    counts.update(rest.counts)
    lines = []
    for name, rule in contract.policy.rulebook.rules.items():
        budget, count = total(budgets, name) + rest.budgets.get(name, 0), counts[name]
        kinds = {delta.kind for delta in deltas if delta.rule == name}
        kind = DeltaKind.SAME
        if kinds & {DeltaKind.WORSE, DeltaKind.NEW}:
            kind = DeltaKind.WORSE
        elif kinds & {DeltaKind.BETTER, DeltaKind.GONE}:
            kind = DeltaKind.BETTER
        lines.append(RuleLine(name, rule.phase, budget, count, kind))
    return tuple(lines)
