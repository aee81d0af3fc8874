"""Hand-made verdicts that between them hold everything a verdict can say."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ratchet.model.errors import Mistake, Place
from ratchet.model.facts import Span
from ratchet.model.finding import Finding, Hop, State
from ratchet.model.inspection import Failure, Inspection
from ratchet.model.notes import Swap, Waiting, Why
from ratchet.model.rule import Example, Phase, Rule
from ratchet.model.scope import Scope
from ratchet.model.verdict import Cause, Delta, DeltaKind, Judged, Loosening, RuleLine, Side, Verdict

__all__ = [
    "CANNOT_JUDGE", "FAIL", "INSPECTION", "MANY", "MERGED", "MERGED_PASS", "NEEDS_REVIEW", "NOTHING", "PASS",
    "PROBLEMS", "RICH", "RULES", "SIGNED_OFF", "finding",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Meaning:
    """A spec of which only the hash matters."""

    meaning: str
    needs: frozenset[str] = frozenset()
    may_be_empty: bool = False


def rule(name: str, phase: Phase, because: str, advice: str, caveats: str = "") -> Rule:
    """A rule with one example of each kind."""
    place = Place(f"rules/{name}.yaml", 1, 1)
    family = "panic" if name.startswith("rust/") else ""
    valid = Example((("Cargo.toml", "[package]\n"), ("src/lib.rs", "fn f() {\n\tg()\n}\n")), None, place)
    invalid = Example((("src/lib.rs", "fn f() { g().unwrap().unwrap() }\n"),), 2, place)
    spec = Meaning("sha256:0123456789abcdef")
    return Rule(name, because, advice, family, "count", spec, phase, place, caveats, (valid,), (invalid,))


UNWRAP = rule(
    "rust/unwrap",
    Phase.BLOCK,
    "each unwrap is a panic that waits for its input",
    'return a Result, or state the invariant with expect("…")',
    "Types are unknown to syntax:\na method of your own named `unwrap` counts.\n",
)
EXPECT = rule("rust/expect", Phase.WARN, "an expect still panics", "return a Result")
PANIC = rule("rust/panic", Phase.OBSERVE, "a panic ends the thread", "return a Result")
PRINT = rule("python/print", Phase.BLOCK, "print is not a log", "use logging")
RULES = (PRINT, EXPECT, PANIC, UNWRAP)


SOURCE = ("fn load() {", "    let text = g().unwrap();", "\tlet 名前 = h().unwrap();", "}")
SITE = ".unwrap()"


def finding(by: Rule, path: str, line: int, symbol: str = "a::load", scope: Scope = Scope.PRODUCTION) -> Finding:
    """A site in that column of the source in which it stands there, or in the first."""
    column = SOURCE[line - 1].find(SITE) + 1 if line <= len(SOURCE) else 0
    span = Span(line, column or 1, line, (column or 1) + len(SITE))
    return Finding(by.id, path, span, scope, symbol, symbol, SITE, "g().unwrap()")


def judged(by: Rule, path: str, line: int, state: State, frame: tuple[tuple[int, str], ...] = ()) -> Judged:
    """The same in a verdict."""
    found = finding(by, path, line)
    return Judged(found, state, by, f"`{found.text}` in {found.symbol}: {by.because}", frame)


def around(line: int) -> tuple[tuple[int, str], ...]:
    """The lines of the source next to one of them."""
    numbered = tuple(enumerate(SOURCE, 1))
    return tuple(each for each in numbered if abs(each[0] - line) <= 1)


INSPECTION = Inspection(
    files=1453,
    analysed=1444,
    degraded=("src/odd.rs", "src/odder.rs"),
    excluded=("vendor/a.rs", "vendor/b.rs", "vendor/c.rs", "vendor/d.rs", "vendor/e.rs", "vendor/f.rs"),
    failed=(Failure("src/binary.rs", "a binary file", "add it to `exclude` in ratchet.toml"),),
    orphans=tuple(f"src/orphan{number}.rs" for number in range(7)),
    notices=("src/link.rs: a symlink",),
    bytes=12_345_678,
)

NEW, WORSE, SAME, BETTER, GONE = (
    DeltaKind.NEW, DeltaKind.WORSE, DeltaKind.SAME, DeltaKind.BETTER, DeltaKind.GONE,
)  # fmt: skip
DELTAS = (
    Delta("rust/unwrap", "src/better.rs", 9, 9, 4, BETTER, Cause.FREED),
    Delta("rust/unwrap", "src/done.rs", 2, 2, 0, BETTER, Cause.FREED),
    Delta("rust/expect", "src/expect.rs", 1, 1, 2, WORSE, Cause.CAUSED),
    Delta("rust/unwrap", "src/gone.rs", 1, 1, 0, GONE, Cause.FREED),
    Delta("rust/unwrap", "src/inherited.rs", 2, 4, 4, WORSE, Cause.INHERITED),
    Delta("rust/unwrap", "src/locked.rs", 3, 3, 1, BETTER, Cause.FREED, locked=True),
    Delta("rust/unwrap", "src/moved.rs", 1, 1, 1, SAME, Cause.MOVED),
    Delta("rust/panic", "src/panic.rs", 0, 0, 1, NEW, Cause.CAUSED),
    Delta("rust/unwrap", "src/tree.rs", 0, 1, 1, WORSE, Cause.INHERITED, fails=True),
    Delta("rust/unwrap", "src/waived.rs", 1, 1, 2, SAME, None, waived=1),
    Delta("rust/unwrap", "src/worse.rs", 1, 1, 3, WORSE, Cause.CAUSED, waived=1, fails=True, limit=2),
    Delta("python/print", "tools/my run.py", 0, 0, 1, NEW, Cause.CAUSED, fails=True),
)
FINDINGS = (
    judged(EXPECT, "src/expect.rs", 2, State.NEW, around(2)),
    judged(UNWRAP, "src/inherited.rs", 2, State.KNOWN, around(2)),
    judged(UNWRAP, "src/moved.rs", 2, State.MOVED),
    judged(PANIC, "src/panic.rs", 2, State.NEW, around(2)),
    judged(UNWRAP, "src/tree.rs", 3, State.KNOWN, around(3)),
    judged(UNWRAP, "src/waived.rs", 2, State.WAIVED),
    judged(UNWRAP, "src/worse.rs", 2, State.KNOWN, around(2)),
    judged(UNWRAP, "src/worse.rs", 3, State.NEW, around(3)),
    judged(PRINT, "tools/my run.py", 2, State.NEW, around(2)),
)
LINES = (
    RuleLine("python/print", Phase.BLOCK, 0, 1, WORSE),
    RuleLine("rust/expect", Phase.WARN, 1, 2, WORSE),
    RuleLine("rust/panic", Phase.OBSERVE, 0, 1, WORSE),
    RuleLine("rust/unwrap", Phase.BLOCK, 20, 16, WORSE),
)
LEDGER = "baselines/files.toml"
WAIVERS = "baselines/waivers.toml"
LOOSENINGS = (
    Loosening("policy-unreadable", "", "", "", "", "ratchet.toml", 3, "the policy committed at 0123 cannot be read"),
    Loosening("baseline-deleted", "", "", "", "", "baselines", detail="9 rules would have no budget"),
    Loosening("budget-raised", "rust/unwrap", "src/a.rs", "3", "5", LEDGER),
    Loosening("exclude-widened", "", "src/**", "", "src/**", "ratchet.toml"),
    Loosening("exclude-widened", "", "²", "", "²", "ratchet.toml"),
    Loosening(
        "meaning-changed", "rust/unwrap", "", "", "", "baselines/rules.toml", detail="it measures something else"
    ),
    Loosening("phase-lowered", "rust/unwrap", "", "block", "observe", "ratchet.toml"),
    Loosening("rule-changed", "own/rule", "", "", "", "rules/own/rule.yaml", 1),
    Loosening("rule-removed", "own/rule", "", "", "", "rules/own/rule.yaml", 1),
    Loosening("rule-unadopted", "rust/panic", "", "", "", "baselines/rules.toml"),
    Loosening("test-scope-widened", "", "my_test", "", "my_test", "ratchet.toml", detail="test_attributes"),
    Loosening("waiver-added", "rust/unwrap", "src/a.rs", "0", "1", WAIVERS, 3, "@ada, until 2026-12-31: one number"),
    Loosening("waiver-enlarged", "rust/unwrap", "src/b.rs", "1", "2", WAIVERS, 12, "@ada, until 2026-12-31: two"),
    Loosening("waiver-extended", "rust/unwrap", "src/c.rs", "2026-12-31", "2027-12-31", WAIVERS, 21, "@ada: slow"),
)
PROBLEMS = (
    Mistake("cannot be analysed: a binary file", Place("src/binary.rs"), "add it to `exclude` in ratchet.toml"),
    Mistake("does not parse, so what it contains is not known", Place("src/odd.rs", 7, 3), "fix the syntax error"),
    Mistake("nothing was inspected"),
)
WARNINGS = (
    Mistake("the waiver of rust/unwrap for src/d.rs (@ada: old) covers nothing", Place(WAIVERS, 30), "remove it"),
    Mistake("allow(rust/unwarp) names no rule that is in force", Place("src/e.rs", 9)),
)

BASE, HEAD, POLICY = Side("origin/main", "0123456789abcdef" * 2 + "01234567"), Side("worktree", "f" * 40), "sha256:77"
NOTHING = Verdict(Side("HEAD"), Side("index"), "", Inspection(), problems=PROBLEMS[2:])
FAIL = Verdict(
    BASE, HEAD, POLICY, INSPECTION, LINES, DELTAS, FINDINGS, LOOSENINGS, PROBLEMS, WARNINGS, "Grace, in CI"
)  # fmt: skip
_HARMLESS = tuple(delta for delta in DELTAS if not delta.fails)
CANNOT_JUDGE = replace(FAIL, deltas=_HARMLESS)
NEEDS_REVIEW = replace(CANNOT_JUDGE, problems=(), signoff="")
SIGNED_OFF = replace(NEEDS_REVIEW, signoff="Grace, in CI")
PASS = replace(SIGNED_OFF, base=Side("HEAD"), loosenings=(), warnings=(), deltas=(), findings=(), signoff="")
FOUND = replace(BASE, source="GITHUB_BASE_REF of GitHub Actions")
TIP = replace(BASE, id="89abcdef" * 5)
ONTO = Verdict(TIP, Side("merged", "d" * 40), POLICY, INSPECTION, (), DELTAS, FINDINGS, LOOSENINGS[:1], PROBLEMS[:2])
MERGED = replace(FAIL, base=FOUND, loosenings=(), problems=PROBLEMS[:1], deltas=_HARMLESS, merged=ONTO)
NONE = Side("HEAD", BASE.id, note="GitHub Actions names none (no pull request, and nothing before this commit)")
MERGED_PASS = replace(PASS, base=NONE, merged=replace(ONTO, deltas=(), findings=(), problems=(), loosenings=()))

_BOTH = judged(UNWRAP, "src/both.rs", 3, State.NEW, around(3))
_ONTO = replace(
    ONTO,
    deltas=(Delta("rust/unwrap", "src/both.rs", 1, 1, 2, WORSE, Cause.CAUSED, fails=True, limit=1),),
    findings=(_BOTH,),
)
_EXCUSED = tuple(
    replace(each, excuse="@ada, until 2026-12-31: one number") if each.state is State.WAIVED else each
    for each in FINDINGS
)
_HOPS = (
    Hop("shop", "core", Place("shop/Cargo.toml", 7, 1)),
    Hop("core", "tokio", Place("core/Cargo.toml", 9), new=True),
)
_EDGE = Finding(
    "rust/unwrap", "shop/Cargo.toml", Span(7, 1, 7, 5), Scope.PRODUCTION, "", "", "core", "tokio",
    of="shop -> core", trace=_HOPS,
)  # fmt: skip
RICH = replace(
    FAIL,
    base=FOUND,
    findings=(*_EXCUSED, Judged(_EDGE, State.NEW, UNWRAP, "shop reaches tokio")),
    deltas=(
        *DELTAS,
        Delta("own/size", "crate:shop", 5, 5, 6, WORSE, Cause.CAUSED, fails=True, limit=5),
        Delta("rust/unwrap", "shop -> core", 0, 0, 1, NEW, Cause.CAUSED, fails=True),
    ),
    signoff="",
    swaps=(Swap("rust/unwrap", "src/moved.rs", 2, fails=True), Swap("rust/unwrap", "src/waived.rs", 1)),
    waiting=(
        Waiting("own/rule", Why.MENDED),
        Waiting("rust/expect", Why.MEANING_CHANGED),
        Waiting("rust/new", Why.NOT_ADOPTED),
        Waiting("rust/newer", Why.NOT_ADOPTED),
        Waiting("rust/unwrap", Why.MEANING_CHANGED),
    ),
    merged=_ONTO,
)
"""Everything that a format can be asked to show at once."""

_FILES = tuple(f"src/many{number:02}.rs" for number in range(30))
MANY = replace(
    PASS,
    deltas=tuple(Delta("rust/unwrap", path, 0, 0, 10, NEW, Cause.CAUSED, fails=True) for path in _FILES),
    findings=tuple(judged(UNWRAP, path, line, State.NEW) for path in _FILES for line in range(1, 11)),
)
"""More sites than an exit code can count, and than any CI system shows."""
