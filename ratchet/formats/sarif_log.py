"""A SARIF 2.1.0 log: the tool with its rules, one run, its results, and how it went."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import cast

from ratchet.formats.json_text import dumps
from ratchet.formats.paint import inert
from ratchet.formats.uris import relative_uri
from ratchet.model.errors import Mistake
from ratchet.model.facts import Span
from ratchet.model.finding import Finding, Hop
from ratchet.model.rule import Example, Phase, Rule
from ratchet.model.value import frozen
from ratchet.model.version import __version__

__all__ = [
    "HOME",
    "Object",
    "Result",
    "descriptor",
    "gate_descriptor",
    "invocation",
    "location",
    "log",
    "site_location",
]

HOME = "https://github.com/OWNER/ratchet"
_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_LEVELS = {Phase.BLOCK: "error", Phase.WARN: "warning", Phase.OBSERVE: "note"}
_TOP = "SRCROOT"

Object = dict[str, object]
Frame = tuple[tuple[int, str], ...]


@frozen
class Result:
    """One result; `state` is its baseline state, and `accepted` says why it is suppressed, where it is."""

    rule: str
    level: str
    message: str
    location: Object
    fingerprint: str
    state: str = ""
    accepted: str = ""
    trace: tuple[Hop, ...] = ()


def log(rules: Mapping[str, Object], results: Iterable[Result], how: Object) -> str:
    """The document with its one run; the rules are sorted by their names."""
    order = {name: index for index, name in enumerate(sorted(rules))}
    driver = {
        "name": "ratchet",
        "semanticVersion": __version__,
        "informationUri": HOME,
        "rules": [rules[name] for name in order],
    }
    run = {
        "tool": {"driver": driver},
        "automationDetails": {"id": "ratchet/"},
        "invocations": [how],
        "originalUriBaseIds": {_TOP: {"description": {"text": "The top of the repository."}}},
        "columnKind": "unicodeCodePoints",
        "results": [_result(each, order[each.rule]) for each in results],
    }
    return dumps({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]})


def _result(each: Result, index: int) -> Object:
    state = {"baselineState": each.state} if each.state else {}
    accepted = {"kind": "external", "status": "accepted", "justification": inert(each.accepted)}
    return {
        "ruleId": inert(each.rule),
        "ruleIndex": index,
        "level": each.level,
        "message": {"text": inert(each.message)},
        "locations": [each.location],
        "partialFingerprints": {"ratchet/v1": each.fingerprint},
        **state,
        **({"suppressions": [accepted]} if each.accepted else {}),
        **({"codeFlows": [_flow(each.trace)]} if each.trace else {}),
    }


def _flow(trace: Iterable[Hop]) -> Object:
    """A path of dependencies, step by step."""
    return {"threadFlows": [{"locations": [{"location": _step(hop)} for hop in trace]}]}


def _step(hop: Hop) -> Object:
    span = Span(hop.place.line, hop.place.column, hop.place.line, 0)
    return {**location(hop.place.path, span), "message": {"text": inert(f"{hop.source} -> {hop.target}")}}


def invocation(code: int, problems: Iterable[Mistake], warnings: Iterable[Mistake]) -> Object:
    """How the run went: what kept it from judging, and what deserves attention."""
    errors = [_notification(each, "error") for each in problems]
    return {
        "executionSuccessful": not errors,
        "exitCode": code,
        "toolExecutionNotifications": errors,
        "toolConfigurationNotifications": [_notification(each, "warning") for each in warnings],
    }


def _notification(mistake: Mistake, level: str) -> Object:
    """What is wrong, where, and what to do about it."""
    hint = f" ({mistake.hint})" if mistake.hint else ""
    place = mistake.place
    span = Span(place.line, place.column, place.line, 0) if place else None
    where = {"locations": [location(place.path, span)]} if place else {}
    return {"level": level, "message": {"text": inert(mistake.message + hint)}, **where}


def site_location(finding: Finding, frame: Frame = ()) -> Object:
    """The place of a finding, with its code, the lines around it, and the named thing around them."""
    place = location(finding.path, finding.span, finding.text)
    around = [number for number, _ in frame]
    covered = set(range(finding.span.line, finding.span.end_line + 1))
    if covered < set(around):  # the context has to be more than the region
        text = "\n".join(inert(line) for _, line in frame)
        context = {"startLine": around[0], "endLine": around[-1], "snippet": {"text": text}}
        place = {"physicalLocation": {**cast("Object", place["physicalLocation"]), "contextRegion": context}}
    symbol = {"logicalLocations": [{"fullyQualifiedName": inert(finding.symbol)}]} if finding.symbol else {}
    return {**place, **symbol}


def location(path: str, span: Span | None, snippet: str = "") -> Object:
    """A place in a file, as far as it is known."""
    physical: Object = {"artifactLocation": {"uri": relative_uri(path), "uriBaseId": _TOP}}
    if span is None or not span.line:  # a reader wants some line, and takes the first for the file
        span = Span(1, 0, 1, 0)
    numbers = (("startLine", span.line), ("startColumn", span.column), ("endLine", span.end_line))
    region: Object = {key: value for key, value in (*numbers, ("endColumn", span.end_column)) if value}
    physical["region"] = region | ({"snippet": {"text": inert(snippet)}} if snippet else {})
    return {"physicalLocation": physical}


def descriptor(rule: Rule) -> Object:
    """A rule with its reason, its advice and its examples."""
    return {
        "id": inert(rule.id),
        "name": _name(rule.id),
        "shortDescription": {"text": _sentence(rule.because)},
        "fullDescription": {"text": f"{_sentence(rule.because)} Instead: {_sentence(rule.advice)}"},
        "help": {"text": _help(rule)},
        "helpUri": f"{HOME}/blob/main/docs/rules.md",
        "defaultConfiguration": {"level": _LEVELS[rule.phase]},
        "properties": _properties(rule),
    }


def gate_descriptor(code: str) -> Object:
    """A rule of the gate itself: what makes it see or demand less."""
    said = f"The change loosens the gate: {inert(code.partition('/')[2])}."
    return {
        "id": inert(code),
        "name": _name(code),
        "shortDescription": {"text": said},
        "fullDescription": {"text": f"{said} Only a sign-off from outside the change lets it pass."},
        "help": {"text": "Undo it, or let a maintainer sign it off: ratchet check --signoff NAME."},
        "helpUri": f"{HOME}/blob/main/README.md",
        "defaultConfiguration": {"level": "error"},
    }


def _properties(rule: Rule) -> Mapping[str, object]:
    tags = {"tags": [inert(rule.family)]} if rule.family else {}
    return {"phase": rule.phase, "kind": rule.verb, **tags}


def _name(code: str) -> str:
    """`rust/unwrap` → `RustUnwrap`: a name is an identifier, and differs from the id."""
    return "".join(word.capitalize() for word in re.findall("[A-Za-z0-9]+", code)) or "Rule"


def _sentence(text: str) -> str:
    shown = inert(" ".join(text.split()))
    shown = shown[:1].upper() + shown[1:]
    return shown if shown.endswith((".", "!", "?")) else f"{shown}."


def _help(rule: Rule) -> str:
    parts = [f"Because {inert(rule.because)}.", f"Instead: {inert(rule.advice)}."]
    parts += [f"Counts:\n{_example(each)}" for each in rule.invalid[:1]]
    parts += [f"Does not count:\n{_example(each)}" for each in rule.valid[:1]]
    return "\n\n".join(parts)


def _example(example: Example) -> str:
    _path, text = next((each for each in example.files if not each[0].endswith("Cargo.toml")), example.files[0])
    return "\n".join(f"    {inert(line)}".rstrip() for line in text[:400].rstrip("\n").expandtabs(4).split("\n"))
