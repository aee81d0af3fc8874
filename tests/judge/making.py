"""Small constructors, so that the tests of the judge read like statements."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from ratchet.judge.compare import Blame
from ratchet.judge.contract import make_contract
from ratchet.judge.decide import Question, judge
from ratchet.model.baseline import Baseline, Budgets
from ratchet.model.config import Config
from ratchet.model.errors import Place
from ratchet.model.facts import Allow, Span
from ratchet.model.finding import Finding
from ratchet.model.inspection import Failure, Inspection
from ratchet.model.measured import Measured
from ratchet.model.policy import Policy
from ratchet.model.rule import Phase, Rule, Rulebook
from ratchet.model.scope import Scope
from ratchet.model.verdict import Side, Verdict
from ratchet.model.waiver import Waiver

__all__ = [
    "EXPECT",
    "MEANING",
    "TODAY",
    "UNWRAP",
    "baseline",
    "book",
    "policy",
    "rule",
    "site",
    "sites",
    "tree",
    "verdict",
    "waiver",
]

UNWRAP, EXPECT = "rust/unwrap", "rust/expect"
MEANING = "sha256:0"
TODAY = date(2026, 11, 16)


@dataclass(frozen=True, slots=True)
class _Spec:
    """What a rule measures, as far as the judge looks: its hash, and whether it may speak of nothing."""

    meaning: str = MEANING
    needs: frozenset[str] = frozenset()
    may_be_empty: bool = False


def site(path: str = "a.rs", symbol: str = "f", expression: str = "x()", line: int = 1, of: str = UNWRAP) -> Finding:
    """One production site; its fingerprint is rule, symbol and expression."""
    span = Span(line, 5, line, 14)
    return Finding(of, path, span, Scope.PRODUCTION, f"c::{symbol}", symbol, ".unwrap()", f"{expression}.unwrap()")


def sites(path: str, number: int, symbol: str = "f", of: str = UNWRAP) -> tuple[Finding, ...]:
    """So many different sites of one function, a line each."""
    return tuple(site(path, symbol, f"x{line}()", line, of) for line in range(1, number + 1))


def tree(
    *findings: Finding,
    paths: tuple[str, ...] = (),
    broken: Mapping[str, int] | None = None,
    allows: Mapping[str, tuple[Allow, ...]] | None = None,
    inspection: Inspection | None = None,
    failed: tuple[Failure, ...] = (),
) -> Measured:
    """A measured tree; the files of its findings are there, and those that are named."""
    there = frozenset({finding.path for finding in findings} | set(paths))
    seen = inspection or Inspection(files=len(there) + 1, analysed=len(there) + 1 - len(failed), failed=failed)
    in_order = tuple(sorted(findings, key=lambda finding: finding.order))
    return Measured(there, findings=in_order, allows=allows or {}, broken=broken or {}, inspection=seen)


def rule(name: str = UNWRAP, phase: Phase = Phase.BLOCK, meaning: str = MEANING, may_be_empty: bool = False) -> Rule:
    """A rule that measures what its meaning says."""
    place = Place(f"rules/{name}.yaml", 1)
    spec = _Spec(meaning, may_be_empty=may_be_empty)
    return Rule(name, "it waits for its input", "return the error", "panic", "count", spec, phase, place)


def book(*rules: Rule) -> Rulebook:
    """A rulebook; without rules given, the one of unwrap."""
    return Rulebook({each.id: each for each in rules or (rule(),)})


def baseline(files: Budgets | None = None, meanings: Mapping[str, str] | None = None) -> Baseline:
    """Budgets per file; unwrap is adopted unless other meanings are given."""
    return Baseline(files or {}, {}, {UNWRAP: MEANING} if meanings is None else meanings)


def policy(
    budgets: Baseline | None = None,
    rulebook: Rulebook | None = None,
    waivers: tuple[Waiver, ...] = (),
    config: Config | None = None,
) -> Policy:
    """What one commit states; without budgets an empty baseline, which allows nothing."""
    return Policy(
        config=config or Config("ratchet.toml"),
        rulebook=rulebook or book(),
        baseline=baseline() if budgets is None else budgets,
        waivers=waivers,
        digest="sha256:p",
    )


def waiver(path: str = "a.rs", allow: int = 1, expires: date = date(2027, 3, 31), of: str = UNWRAP) -> Waiver:
    """A permission with its reason and its owner."""
    return Waiver(of, path, allow, "the literal is a number", "@ada", expires, place=Place("baselines/waivers.toml", 3))


def verdict(
    base: Policy | None,
    head: Policy,
    before: Measured,
    now: Measured,
    blame: Blame = Blame.TREE,
    signoff: str = "",
    today: date = TODAY,
) -> Verdict:
    """The whole way from two policies and two trees to the verdict."""
    question = Question(Side("HEAD", "c0"), Side("worktree"), blame, today, signoff)
    return judge(make_contract(base, head), head.baseline, before, now, question)
