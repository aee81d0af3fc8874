"""What reads a format accepts it: real parsers, and schemas written from the documentation of each reader."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from jsonschema import Draft202012Validator
from junitparser import JUnitXml

from ratchet.formats.callouts import Level, callouts
from ratchet.formats.catalogue import render
from ratchet.formats.style import Style
from ratchet.model.verdict import Delta, DeltaKind, Exit, Verdict
from tests.formats import samples
from tests.formats import verdicts as v

VERDICTS: Mapping[str, Verdict] = {**samples.VERDICTS, "rich": v.RICH, "many": v.MANY}
EACH = pytest.mark.parametrize("name", VERDICTS)


def rendered(form: str, name: str) -> str:
    return render("check", form, VERDICTS[name], Style())


def whole(keys: Mapping[str, Any], *required: str) -> dict[str, Any]:
    """An object with these keys and no others."""
    return {"type": "object", "properties": keys, "required": list(required), "additionalProperties": False}


TEXT = {"type": "string", "minLength": 1}
COUNT = {"type": "integer", "minimum": 1}
# https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format
GITLAB = {
    "type": "array",
    "items": whole(
        {
            "description": TEXT,
            "check_name": TEXT,
            "fingerprint": TEXT,
            "severity": {"enum": ["info", "minor", "major", "critical", "blocker"]},
            "location": whole({"path": TEXT, "lines": whole({"begin": COUNT}, "begin")}, "path", "lines"),
        },
        "description", "check_name", "fingerprint", "severity", "location",
    ),
}  # fmt: skip
# https://github.com/reviewdog/reviewdog/tree/master/proto/rdf
POSITION = whole({"line": COUNT, "column": COUNT}, "line")
SEVERITY = {"enum": ["ERROR", "WARNING", "INFO"]}
SOURCE = whole({"name": TEXT, "url": TEXT}, "name")
DIAGNOSTIC = whole(
    {
        "message": TEXT,
        "location": whole({"path": TEXT, "range": whole({"start": POSITION, "end": POSITION}, "start")}, "path"),
        "severity": SEVERITY,
        "source": SOURCE,
        "code": whole({"value": TEXT, "url": TEXT}, "value"),
    },
    "message", "location",
)  # fmt: skip
RDJSON = whole(
    {"source": SOURCE, "severity": SEVERITY, "diagnostics": {"type": "array", "items": DIAGNOSTIC}}, "diagnostics"
)


def accepted(schema: Mapping[str, Any], document: Any) -> Any:
    Draft202012Validator(schema).validate(document)
    return document


@EACH
def test_jsonl_is_the_json_report_cut_into_lines(name: str) -> None:
    head, *entries = map(json.loads, rendered("jsonl", name).splitlines())
    whole_report = json.loads(rendered("json", name))
    lists = {key: value for key, value in whole_report.items() if isinstance(value, list)}
    assert head == {key: value for key, value in whole_report.items() if key not in lists}
    found: dict[str, list[Any]] = {key: [] for key in lists}
    for entry in entries:
        ((key, value),) = entry.items()
        found[key].append(value)
    assert found == lists


@EACH
def test_gitlab_reads_every_callout_and_takes_no_two_for_one(name: str) -> None:
    issues = accepted(GITLAB, json.loads(rendered("gitlab", name)))
    assert len(issues) == len(callouts(VERDICTS[name]))
    shared = [key for key, number in Counter(each["fingerprint"] for each in issues).items() if number > 1]
    alike = [each["description"] for each in issues if each["fingerprint"] in shared]
    assert not alike


@EACH
def test_reviewdog_reads_every_callout(name: str) -> None:
    document = accepted(RDJSON, json.loads(rendered("rdjson", name)))
    assert len(document["diagnostics"]) == len(callouts(VERDICTS[name]))
    lines = [json.loads(line) for line in rendered("rdjsonl", name).splitlines()]
    assert lines == document["diagnostics"]


def test_reviewdog_gets_columns_in_bytes() -> None:
    diagnostics = json.loads(rendered("rdjson", "rich"))["diagnostics"]
    (site,) = [each for each in diagnostics if each["location"]["path"] == "src/worse.rs"]
    before, inside = "\tlet 名前 = h()", v.SITE
    start = len(before.encode()) + 1
    assert site["location"]["range"] == {
        "start": {"line": 3, "column": start},
        "end": {"line": 3, "column": start + len(inside)},
    }


def cases(report: JUnitXml) -> list[tuple[str, str, str]]:
    """Suite, case and what became of it, as junitparser reads them."""
    return [
        (str(suite.name), str(case.name), "".join(type(result).__name__ for result in case.result))
        for suite in report
        for case in suite
    ]


@EACH
def test_junit_counts_its_cases_as_junitparser_does(name: str) -> None:
    report = JUnitXml.fromstring(rendered("junit", name).encode())
    found = cases(report)
    suites = [(suite, [each for each in found if each[0] == suite.name]) for suite in report]
    for part, its in (*suites, (report, found)):
        words = Counter(word for _, _, word in its)
        numbers = {"tests": len(its), "failures": words["Failure"], "errors": words["Error"]}
        numbers["skipped"] = words["Skipped"]
        assert {key: getattr(part, key) for key in numbers} == numbers
    assert found


@EACH
def test_junit_fails_exactly_when_the_check_does(name: str) -> None:
    report = JUnitXml.fromstring(rendered("junit", name).encode())
    bad = [word for _, _, word in cases(report) if word in {"Failure", "Error"}]
    assert bool(bad) is (VERDICTS[name].exit_code is not Exit.OK)


def test_junit_tells_a_failure_from_an_error_and_from_what_is_waived() -> None:
    report = JUnitXml.fromstring(rendered("junit", "rich").encode())
    found = cases(report)
    assert ("rust/unwrap", "src/worse.rs", "Failure") in found
    assert ("ratchet", "ratchet/problem src/binary.rs", "Error") in found
    assert ("rust/unwrap", "src/waived.rs (waived)", "Skipped") in found
    assert ("rust/panic", "nothing got worse", "") in found


@EACH
def test_checkstyle_has_each_callout_under_its_file(name: str) -> None:
    tree = ET.fromstring(rendered("checkstyle", name))
    found = [(file.get("name"), error.get("severity")) for file in tree.iter("file") for error in file.iter("error")]
    words = {Level.ERROR: "error", Level.WARNING: "warning", Level.NOTE: "info"}
    expected = [(each.path or "ratchet.toml", words[each.level]) for each in callouts(VERDICTS[name])]
    assert Counter(found) == Counter(expected)
    assert [name for name, _ in found] == sorted(name for name, _ in found if name)


@EACH
@pytest.mark.parametrize("form", ["github", "azure"])
def test_a_ci_system_gets_no_more_than_it_shows_and_new_sites_first(form: str, name: str) -> None:
    lines = rendered(form, name).splitlines()
    pattern = r"^::(\w+) " if form == "github" else r"^##vso\[task\.logissue type=(\w+);"
    levels = [found[1] for line in lines if (found := re.match(pattern, line))]
    assert max(Counter(levels).values(), default=0) <= 10
    order = ["error", "warning", "notice"]
    assert levels == sorted(levels, key=order.index)
    every = Counter(each.level for each in callouts(VERDICTS[name]))
    more = every[Level.ERROR] - levels.count("error")
    assert (f"{more} more error" in "\n".join(lines)) is bool(more)


def test_new_sites_come_before_other_errors() -> None:
    shown = rendered("github", "rich").splitlines()
    places = ("src/worse.rs,line=3", "tools/my run.py", "shop/Cargo.toml", "src/both.rs", "src/binary.rs")
    assert [place in line for place, line in zip(places, shown, strict=False)] == [True] * len(places)
    assert "ratchet/problem" in shown[4]


@EACH
def test_an_error_is_said_exactly_when_the_check_does_not_pass(name: str) -> None:
    verdict = VERDICTS[name]
    errors = [each for each in callouts(verdict) if each.level is Level.ERROR]
    assert bool(errors) is (verdict.exit_code is not Exit.OK)


@EACH
def test_the_comment_is_empty_exactly_when_nothing_moved(name: str) -> None:
    verdict, shown = VERDICTS[name], rendered("markdown", name)
    quiet = not callouts(verdict) and not [delta for delta in verdict.deltas if delta.cause]
    assert (shown == "") is quiet
    assert shown == "" or shown.startswith("<!-- ratchet -->\n### ratchet: ")


def test_the_comment_fits_whatever_is_in_it() -> None:
    long = "x" * 4000
    deltas = tuple(
        Delta("rust/unwrap", f"{long}{number}", 0, 0, 1, DeltaKind.NEW, None, fails=True) for number in range(99)
    )
    shown = render("check", "markdown", replace(v.PASS, deltas=deltas), Style())
    assert len(shown) < 65_536
    assert "… and 96 more" in shown


@EACH
def test_an_agent_is_told_every_site_and_the_verdict_last(name: str) -> None:
    verdict = VERDICTS[name]
    lines = render("check", "agent", verdict, Style(most=1000)).splitlines()
    sites = [line for line in lines if "; fix: " in line]
    assert len(sites) == sum(each.site is not None for each in callouts(verdict))
    assert all(word in line for line in sites for word in ("; why: ", "; never: edit baselines/", "; next: ratchet "))
    end = lines[-2:] if verdict.exit_code is not Exit.OK else lines[-1:]
    assert end[0].startswith(("PASS", "FAIL", "CANNOT JUDGE", "NEEDS REVIEW"))


def test_an_agent_is_told_what_is_not_its_to_fix() -> None:
    assert "not yours: 2 inherited over 1 budget; leave them alone" in rendered("agent", "fail").splitlines()


def sarif(name: str) -> Any:
    (run,) = json.loads(rendered("sarif", name))["runs"]
    return run


@EACH
def test_sarif_has_every_finding_and_says_whether_it_could_judge(name: str) -> None:
    verdict, run = VERDICTS[name], sarif(name)
    assert len(run["results"]) >= len(verdict.findings)
    (how,) = run["invocations"]
    problems = [*verdict.problems, *(verdict.merged.problems if verdict.merged else ())]
    assert how["executionSuccessful"] is not bool(problems)
    assert how["exitCode"] == verdict.exit_code
    assert len(how["toolExecutionNotifications"]) == len(problems)
    assert len(how["toolConfigurationNotifications"]) == len(verdict.warnings)
    fingerprints = [each["partialFingerprints"]["ratchet/v1"] for each in run["results"]]
    assert len(set(fingerprints)) == len(fingerprints)
    for each in run["results"]:
        assert run["tool"]["driver"]["rules"][each["ruleIndex"]]["id"] == each["ruleId"]


def test_sarif_suppresses_what_nobody_needs_to_do_anything_about() -> None:
    states = {
        result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] + f" {result['baselineState']}": (
            result["level"],
            "".join(each["justification"] for each in result.get("suppressions", ())),
        )
        for result in sarif("rich")["results"]
        if not result["ruleId"].startswith("ratchet/")
    }
    assert states["src/worse.rs new"] == ("error", "")
    assert states["src/worse.rs unchanged"] == ("note", "within the budget that the baseline has for it")
    assert states["src/waived.rs new"] == ("note", "waived by @ada, until 2026-12-31: one number")
    assert states["src/inherited.rs unchanged"] == ("note", "")
    assert states["src/tree.rs unchanged"] == ("error", "")
    assert states["src/expect.rs new"] == ("warning", "")
    assert states["src/panic.rs new"] == ("note", "the rule is only observed")
    assert states["tools/my%20run.py new"] == ("error", "")


@pytest.mark.parametrize(("name", "signed"), [("rich", ""), ("fail", "signed off by Grace, in CI")])
def test_a_loosening_is_a_result_that_only_a_sign_off_suppresses(name: str, signed: str) -> None:
    gate = [each for each in sarif(name)["results"] if each["ruleId"].startswith("ratchet/")]
    assert len(gate) >= len(v.LOOSENINGS)
    assert {each["level"] for each in gate} == ({"note"} if signed else {"error"})
    said = {each["suppressions"][0]["justification"] if "suppressions" in each else "" for each in gate}
    assert said == {signed}
