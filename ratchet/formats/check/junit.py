"""A verdict as test results: a suite for each rule, a case for each unit that it blames."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ratchet.formats.blamed import sites_of
from ratchet.formats.brief_text import where
from ratchet.formats.callouts import Callout, Level, callouts
from ratchet.formats.paint import inert
from ratchet.formats.style import Style
from ratchet.formats.xml_text import HEAD, element, text
from ratchet.model.verdict import Verdict

__all__ = ["render"]

_GATE = "ratchet"
Cases = Sequence[tuple[str, str]]
"""What became of each case (`failure`, `error`, `skipped` or nothing), and the case itself."""


def render(verdict: Verdict, _style: Style) -> str:
    """Errors of the gate are errors, what alone keeps the check from passing is a failure, what is waived skipped."""
    found: dict[str, list[Callout]] = {line.rule: [] for line in verdict.rules}
    for each in callouts(verdict):
        suite = _GATE if each.code.startswith(f"{_GATE}/") else each.code
        found.setdefault(suite, []).append(each)
    waived = _waived(verdict)
    found.setdefault(_GATE, [])
    suites = {name: [*_cases(name, found[name]), *waived.get(name, ())] for name in sorted(found)}
    total = [case for cases in suites.values() for case in cases or _passed("")]
    children = [_suite(name, cases or _passed(name)) for name, cases in suites.items()]
    return HEAD + element("testsuites", {"name": "ratchet", **_numbers(total)}, children)


def _suite(name: str, cases: Cases) -> str:
    return element("testsuite", {"name": name, **_numbers(cases)}, (case for _, case in cases))


def _numbers(cases: Cases) -> Mapping[str, int]:
    words = [word for word, _ in cases]
    counted = {f"{word}s": words.count(word) for word in ("failure", "error")}
    return {"tests": len(words), **counted, "skipped": words.count("skipped")}


def _passed(suite: str) -> Cases:
    return [("", element("testcase", {"classname": suite, "name": "nothing got worse"}))]


def _cases(suite: str, found: Sequence[Callout]) -> Iterator[tuple[str, str]]:
    """The callouts of one file and level together: a rule holds for a file, and sites are its evidence."""
    groups: dict[tuple[str, str, Level], list[Callout]] = {}
    for each in found:
        name = each.path or each.message
        groups.setdefault((name, each.code, each.level), []).append(each)
    for (name, code, level), group in groups.items():
        attributes = {"classname": suite, "name": name if suite == code else f"{code} {name}"}
        path = {"file": group[0].path} if group[0].path else {}
        word, child = _outcome(code, level, group)
        yield word, element("testcase", {**attributes, **path}, [child])


def _outcome(code: str, level: Level, group: Sequence[Callout]) -> tuple[str, str]:
    said = "\n".join(_said(each) for each in group)
    if level is not Level.ERROR:
        return "", element("system-out", {}, [text(f"{level}: {said}")])
    word = "error" if code == "ratchet/problem" else "failure"
    advice = f"\n{inert(group[0].way_out)}" if group[0].advice else ""
    return word, element(word, {"message": group[0].message, "type": code}, [text(said + advice)])


def _said(callout: Callout) -> str:
    said = f"{callout.path}{where(callout, ':')}: {callout.message}" if callout.path else callout.message
    return inert(said)


def _waived(verdict: Verdict) -> Mapping[str, Cases]:
    """For each rule the units in which a waiver covers something."""
    found: dict[str, list[tuple[str, str]]] = {}
    for (unit, rule), sites in sites_of(verdict).items():
        reasons = sorted({each.excuse for each in sites if each.excuse})
        if reasons:
            skipped = element("skipped", {"message": f"waived: {'; '.join(reasons)}"})
            name = f"{unit} (waived)"
            found.setdefault(rule, []).append(
                ("skipped", element("testcase", {"classname": rule, "name": name}, [skipped]))
            )
    return found
