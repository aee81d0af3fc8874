"""A verdict as service messages of TeamCity: inspections, statistics, and what is wrong with the build."""

from __future__ import annotations

from collections.abc import Iterator

from ratchet.formats.callouts import NOWHERE, Callout, Level, callouts
from ratchet.formats.closing import outcome
from ratchet.formats.paint import PLAIN, inert
from ratchet.formats.style import Style
from ratchet.model.verdict import Exit, Verdict

__all__ = ["render"]

_SEVERITIES = {Level.ERROR: "ERROR", Level.WARNING: "WARNING", Level.NOTE: "INFO"}
_ESCAPES = str.maketrans({"|": "||", "'": "|'", "[": "|[", "]": "|]"})
_NAME, _TEXT = 255, 4000  # longer names and texts are refused


def render(verdict: Verdict, _style: Style) -> str:
    """The kinds of inspections, the inspections, a number for each rule, and a build problem where there is one."""
    found = callouts(verdict)
    because = {each.site.rule.id: each.site.rule.because for each in found if each.site is not None}
    lines = [_type(code, because.get(code, "about the gate itself")) for code in sorted({each.code for each in found})]
    lines += [_inspection(each) for each in found]
    for line in verdict.rules:
        lines.append(_message("buildStatisticValue", key=f"ratchet {line.rule}"[:_NAME], value=str(line.count)))
    if verdict.exit_code is not Exit.OK:
        how = " ".join(next(outcome(verdict, PLAIN)).split())
        lines.append(_message("buildProblem", description=how[:_TEXT], identity=f"ratchet-{int(verdict.exit_code)}"))
    return "".join(f"{line}\n" for line in lines)


def _type(code: str, because: str) -> str:
    return _message(
        "inspectionType", id=code[:_NAME], name=code[:_NAME], category="ratchet", description=because[:_TEXT]
    )


def _inspection(callout: Callout) -> str:
    advice = f" ({callout.way_out})" if callout.advice else ""
    return _message(
        "inspection",
        typeId=callout.code[:_NAME],
        message=(callout.message + advice)[:_TEXT],
        file=callout.path or NOWHERE,
        line=str(callout.span.line or 1),
        SEVERITY=_SEVERITIES[callout.level],
    )


def _message(kind: str, /, **values: str) -> str:
    attributes = " ".join(f"{key}='{_value(value)}'" for key, value in values.items())
    return f"##teamcity[{kind} {attributes}]"


def _value(text: str) -> str:
    return "".join(_units(inert(text).translate(_ESCAPES)))


def _units(text: str) -> Iterator[str]:
    """Anything but ASCII by the numbers of its UTF-16 units, as Java has them."""
    for character in text:
        if character.isascii():
            yield character
        else:
            units = character.encode("utf-16-be")
            yield from (f"|0x{units[index : index + 2].hex()}" for index in range(0, len(units), 2))
