"""Every format over hand-made values: the text of each golden file, by its name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from pathlib import Path

from ratchet.formats import (
    examples_text,
    explain_json,
    explain_text,
    git_setup_text,
    init_json,
    init_text,
    merge_text,
    rule_page,
    tighten_json,
    tighten_text,
    verify_text,
    waive_text,
)
from ratchet.formats.catalogue import names, render
from ratchet.formats.paint import PLAIN, Paint
from ratchet.formats.style import Layout, Style
from ratchet.model.baseline import Baseline
from ratchet.model.errors import Place
from ratchet.model.inspection import Inspection
from ratchet.model.orphans import Orphans
from ratchet.model.reports import (
    Adoption,
    CountReport,
    DiffReport,
    DiffRow,
    Done,
    Explanation,
    GitSetup,
    Lowered,
    Merging,
    RuleTest,
    Setting,
    SiteProof,
    TestReport,
    Tightening,
)
from ratchet.model.rule import Example
from ratchet.model.scope import PackageScope, Scope
from ratchet.model.verdict import Side
from ratchet.model.verification import Difference, Verification
from ratchet.model.waiver import Waiver
from tests.formats import verdicts as v
from tests.formats.pictures import graph_renderings
from tests.formats.tool_samples import tool_renderings

__all__ = ["GOLDEN", "renderings"]

GOLDEN = Path(__file__).parent / "golden"

STYLE = Style(expires="2027-02-14")
VERDICTS = {
    "cannot-judge": v.CANNOT_JUDGE,
    "fail": v.FAIL,
    "merged": v.MERGED,
    "merged-pass": v.MERGED_PASS,
    "needs-review": v.NEEDS_REVIEW,
    "nothing": v.NOTHING,
    "pass": v.PASS,
    "signed-off": v.SIGNED_OFF,
}

_SITES = tuple(
    v.finding(by, f"src/file{number:02}.rs", line)
    for number in range(12)
    for line in range(1, 14 - number)
    for by in (v.EXPECT, v.UNWRAP)[number % 2 :]
)
_TESTS = tuple(v.finding(v.UNWRAP, f"tests/{scope}.rs", 1, scope=scope) for scope in Scope)
ORPHANS = Orphans(
    (("src/orphan3.rs", 1234), ("src/orphan 1.rs", 2), *((f"src/orphan{number}.rs", 0) for number in (0, 1, 2, 4, 5))),
    "ratchet.toml",
    ("vendor/**", "src/[[]old].rs", 'scripts "x"/**'),
)
PACKAGES = (
    *(PackageScope(f"examples/e{number}", f"e{number}", Scope.EXAMPLE) for number in range(7)),
    PackageScope("fuzz", "app-fuzz", Scope.TEST),
    PackageScope("tests/kit", "kit", Scope.PRODUCTION, "`app` (app/Cargo.toml) depends on it by path"),
)
COUNT = CountReport(v.INSPECTION, _SITES, (*_SITES, *_TESTS), v.RULES, v.PROBLEMS[:2], ORPHANS)

DIFF = DiffReport(
    Side("origin/main", "0123456789abcdef"),
    Side("worktree"),
    v.INSPECTION,
    (
        DiffRow("rust/unwrap", "src/a.rs", 2, 3, (v.finding(v.UNWRAP, "src/a.rs", 4),), (), (), ()),
        DiffRow("rust/unwrap", "src/b.rs", 1, 0, (), (v.finding(v.UNWRAP, "src/b.rs", 5, ""),), (), ()),
        DiffRow(
            "rust/expect", "src/c.rs", 1, 1, (), (),
            ((v.finding(v.EXPECT, "src/d.rs", 6), v.finding(v.EXPECT, "src/c.rs", 7)),),
            ((v.finding(v.EXPECT, "src/c.rs", 8), v.finding(v.EXPECT, "src/d.rs", 9)),),
        ),
    ),
    {"rust/expect": (2, 2), "rust/panic": (1234, 5), "rust/unwrap": (3, 3 + 1)},
    v.PROBLEMS[:1],
)  # fmt: skip

_OVER = tuple(Lowered(f"src/over{number}.rs", "rust/unwrap", 1, 2) for number in range(7))
_CHANGES = (
    Lowered("src/a.rs", "rust/unwrap", 1212, 3),
    Lowered("src/b.rs", "rust/unwrap", 1, 0),
    Lowered("src/c.rs", "rust/unwrap", 0, 1, moved=True),
)
TIGHTENING = Tightening(
    _CHANGES,
    _OVER,
    ("baselines/files.toml", "baselines/rules.toml"),
    ("rust/panic",),
    totals=((7, 4),),
    waiting=("rust/expect",),
    anew=(Lowered("src/a.rs", "rust/panic", 6, 1), Lowered("src/d.rs", "rust/panic", 1, 3)),
    unknown=("own/left",),
    dropped=("own/gone",),
)

ADOPTION = Adoption(
    ("ratchet.toml", "my baselines/files.toml", "my baselines/rules.toml"),
    Baseline(),
    v.INSPECTION,
    {"rust/unwrap": 1234, "rust/panic": 0, "rust/expect": 2},
    True,
    v.PROBLEMS[:1],
    orphans=ORPHANS,
    packages=PACKAGES,
)

_PROVEN = v.finding(v.UNWRAP, "src/lib.rs", 9)
_STEPS = ("src/lib.rs:7: #[test] makes this test", "src/lib.rs is a crate root (Cargo.toml: library)")
EXPLANATION = Explanation(
    Place("src/lib.rs", 9),
    "    let text = g().unwrap();",
    "production",
    _STEPS,
    (
        SiteProof(_PROVEN, counted=True, allowed=False, steps=_STEPS),
        SiteProof(replace(_PROVEN, rule="rust/expect"), counted=True, allowed=True, steps=_STEPS),
        SiteProof(replace(_PROVEN, scope=Scope.TEST), counted=False, allowed=False, steps=_STEPS),
    ),
)
WAIVER = Waiver("rust/unwrap", "src/lib.rs", 2, "the literal is a number", "@ada", date(2026, 12, 31), "#12")
MERGING = Merging(
    "my baselines/files.toml",
    (Lowered("src/a.rs", "rust/unwrap", 9, 3), Lowered("src/b.rs", "rust/unwrap", 1, 0)),
    v.PROBLEMS[:1],
)
GIT_SETUP = GitSetup(
    (
        Setting("merge.ratchet.driver", Done.KEPT, "this clone's git config already says: my-ratchet merge %O %A %B"),
        Setting("my attributes", Done.WROTE, "my baselines/*.toml merge=ratchet", to_commit=True),
        Setting(".gitattributes", Done.LEFT, "git's attributes say `-merge`"),
    )
)
TRIED = TestReport(2, 1234, (RuleTest("own/rule", Place("rules/own/rule.yaml", 9, 5), "should have 2, but has 1"),))


VERIFICATION = Verification(
    "PASS",
    "Grace, in CI",
    v.MERGED,
    (Difference("base", "ab" * 20, "01" * 20), Difference("merged tree", "cd" * 20), Difference("findings")),
)


EVERYTHING: Mapping[str, tuple[str, object]] = {
    "verdict-rich": ("check", v.RICH),
    "verdict-clean": ("check", v.PASS),
    "count": ("count", replace(COUNT, findings=_SITES[:2])),
    "diff": ("diff", DIFF),
    "problems": ("problems", v.PROBLEMS),
}


def renderings() -> Mapping[str, str]:
    """Name of the golden file → what the format makes of the value."""
    made = {}
    for name, verdict in VERDICTS.items():
        made[f"verdict-{name}.txt"] = render("check", "text", verdict, STYLE)
        made[f"verdict-{name}.json"] = render("check", "json", verdict, STYLE)
    looks = {
        "colour": replace(STYLE, paint=Paint(True)),
        "short": replace(STYLE, most=1),
        "concise": replace(STYLE, layout=Layout.CONCISE),
        "concise-short": replace(STYLE, layout=Layout.CONCISE, most=1),
        "grouped": replace(STYLE, layout=Layout.GROUPED),
        "statistics": replace(STYLE, layout=Layout.STATISTICS),
    }
    made |= {f"verdict-{name}.txt": render("check", "text", v.FAIL, style) for name, style in looks.items()}
    return {**made, **_formats(), **_reports(PLAIN), **_data(), **graph_renderings(), **tool_renderings()}


def _formats() -> Mapping[str, str]:
    """Every format over one value that has everything, and over one that has nothing to say."""
    return {
        f"{name}.{'txt' if form == 'text' else form}": render(report, form, value, STYLE)
        for name, (report, value) in EVERYTHING.items()
        for form in names(report)
    }


def _reports(paint: Paint) -> Mapping[str, str]:
    nothing = CountReport(Inspection(), (), (), v.RULES, (), languages=("python", "rust"))
    same = replace(DIFF, rows=(), problems=())
    line = replace(EXPLANATION, proofs=())
    gap = Example((("a.py", "x = 1\n" + "\n" * 400), ("b.py", "y = 1\n" * 100)), None, v.PRINT.place)
    long_rule = replace(v.PRINT, invalid=(gap,))
    more = replace(ADOPTION, first=False, excluded=(), counts={"rust/panic": 7})
    return {
        "count-all.txt": render("count", "text", COUNT, STYLE),
        "count-statistics.txt": render("count", "text", COUNT, replace(STYLE, layout=Layout.STATISTICS)),
        "count-nothing.txt": render("count", "text", nothing, STYLE),
        "diff-same.txt": render("diff", "text", same, STYLE),
        "diff-same.markdown": render("diff", "markdown", same, STYLE),
        "explain.txt": explain_text.render(EXPLANATION, paint),
        "explain-no-site.txt": explain_text.render(line, paint),
        "init.txt": init_text.render(ADOPTION, paint),
        "init-rule.txt": init_text.render(more, paint),
        "init-git.txt": git_setup_text.render(GIT_SETUP, paint),
        "merge.txt": merge_text.render(replace(MERGING, conflicts=()), paint),
        "merge-conflict.txt": merge_text.render(replace(MERGING, undone=()), paint),
        "merge-nothing.txt": merge_text.render(Merging("baselines/files.toml", resolved=False), paint),
        "merge-unknown.txt": merge_text.render(Merging("baselines/waivers.toml", known=False), paint),
        "rule-page.txt": rule_page.render(v.UNWRAP, ("production", "build")),
        "rule-page-long.txt": rule_page.render(long_rule, ("production",), 400),
        "test.txt": examples_text.render(TRIED, paint),
        "test-none.txt": examples_text.render(TestReport(2, 0, ()), paint),
        "test-no-rule.txt": examples_text.render(TestReport(0, 0, ()), paint),
        "test-pass.txt": examples_text.render(replace(TRIED, failures=()), paint),
        "tighten.txt": tighten_text.render(TIGHTENING, paint, True),
        "tighten-check.txt": tighten_text.render(TIGHTENING, paint, False),
        "tighten-nothing.txt": tighten_text.render(Tightening((), (), ()), paint, True),
        "verify.txt": verify_text.render(VERIFICATION, paint),
        "verify-holds.txt": verify_text.render(replace(VERIFICATION, differences=(), today=v.PASS), paint),
        "waive.txt": waive_text.render(WAIVER, "baselines/waivers.toml", paint),
    }


def _data() -> Mapping[str, str]:
    plain_rule = replace(v.PRINT, caveats="")
    return {
        "explain.json": explain_json.render(EXPLANATION),
        "init.json": init_json.render(ADOPTION),
        "init-git.json": git_setup_text.render_json(GIT_SETUP),
        "merge.json": merge_text.render_json(MERGING),
        "rule-page.json": rule_page.render_json(v.UNWRAP, ("production", "build")),
        "rule-page-bare.json": rule_page.render_json(plain_rule, ("production",)),
        "test.json": examples_text.render_json(TRIED),
        "tighten.json": tighten_json.render(TIGHTENING),
        "verify.json": verify_text.render_json(VERIFICATION),
        "waive.json": waive_text.render_json(WAIVER, "baselines/waivers.toml"),
        "waive-no-issue.json": waive_text.render_json(replace(WAIVER, issue=""), "baselines/waivers.toml"),
    }
