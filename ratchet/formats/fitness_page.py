"""The page of a rule on graphs or units, for people and for scripts: `ratchet/fitness/1`."""

from __future__ import annotations

from collections.abc import Iterator

from ratchet.formats.json_text import dumps, mistake_json, site_json, trace_json
from ratchet.formats.mistakes import mistake_block
from ratchet.formats.paint import Paint, inert, plural
from ratchet.formats.shapes import COUNT, HOP, MISTAKE, NAME, SITE_KEYS, always, layout
from ratchet.formats.trace_text import hop_lines, trace_lines
from ratchet.model.finding import Finding
from ratchet.model.reports import FitnessPage
from ratchet.model.rule import Phase
from ratchet.model.shape import Key, List, Table, Text

__all__ = ["SHAPE", "render", "render_json"]

_MOST = 20

SHAPE = layout(
    "ratchet/fitness/1",
    {
        "rule": always(NAME, "the name of the rule"),
        "because": always(NAME, "why it matters"),
        "advice": always(NAME, "what to do instead"),
        "kind": always(NAME, "the verb by which it measures"),
        "phase": always(Text(words=tuple(Phase)), "how much it may do"),
        "sentence": always(NAME, "the rule in words, with what its file leaves unsaid"),
        "meaning": always(NAME, "a hash of what it measures"),
        "path": always(NAME, "the file that states it"),
        "findings": always(
            List(
                Table(
                    {
                        "unit": always(NAME, "the unit whose budget it counts against"),
                        "weight": always(COUNT, "how much it counts"),
                        **SITE_KEYS,
                        "trace": Key(List(HOP), "the path of dependencies that makes it"),
                    }
                )
            ),
            "what it finds in this tree",
        ),
        "cuts": always(List(HOP), "the fewest edges without which a denial would hold"),
        "remarks": always(List(MISTAKE), "what it has to say besides"),
    },
)


def render(page: FitnessPage, paint: Paint) -> str:
    """What it says and why, what it finds, and what would have to go."""
    rule = page.rule
    lines = [
        paint.bold(f"{inert(rule.id)}: {inert(rule.because)}"),
        f"  {paint.blue('=')} {inert(page.sentence)}",
        f"  {paint.blue('=')} instead: {inert(rule.advice)}",
        f"  {paint.blue('=')} phase {rule.phase}; stated in {inert(str(rule.place))}",
        "",
        *mistake_block(page.remarks, "warning", paint),
        *_findings(page, paint),
        *_cuts(page, paint),
    ]
    return "\n".join(lines).rstrip("\n") + "\n"


def _findings(page: FitnessPage, paint: Paint) -> Iterator[str]:
    if not page.findings:
        yield paint.green("holds: nothing is found")
        return
    units: dict[str, list[Finding]] = {}
    for finding in page.findings:
        units.setdefault(finding.unit, []).append(finding)
    yield f"{plural(len(units), 'unit')} with findings:"
    for unit, found in sorted(units.items())[:_MOST]:
        count, budget = sum(each.weight for each in found), page.budgets.get(unit, 0)
        yield f"  {paint.bold(inert(unit))}  {count}, budget {budget}"
        for finding in found[:_MOST]:
            yield f"    {paint.blue('-->')} {inert(finding.path)}:{finding.span.line}  {inert(finding.text)}"
            yield from trace_lines(finding, paint)
        if len(found) > _MOST:
            yield f"    … and {len(found) - _MOST} more"
    if len(units) > _MOST:
        yield f"  … and {plural(len(units) - _MOST, 'more unit')}; all with: --format json"


def _cuts(page: FitnessPage, paint: Paint) -> Iterator[str]:
    if page.cuts:
        without = "this edge" if len(page.cuts) == 1 else f"these {len(page.cuts)} edges"
        yield ""
        yield f"without {without} the rule would hold:"
        yield from hop_lines(page.cuts, paint)


def render_json(page: FitnessPage) -> str:
    """The same as data."""
    rule = page.rule
    return dumps(
        {
            "schema": "ratchet/fitness/1",
            "rule": rule.id,
            "because": rule.because,
            "advice": rule.advice,
            "kind": rule.verb,
            "phase": rule.phase,
            "sentence": page.sentence,
            "meaning": rule.spec.meaning,
            "path": rule.place.path,
            "findings": [
                {
                    "unit": each.unit,
                    "weight": each.weight,
                    **site_json(each),
                    **({"trace": trace_json(each.trace)} if each.trace else {}),
                }
                for each in page.findings
            ],
            "cuts": trace_json(page.cuts),
            "remarks": [mistake_json(each) for each in page.remarks],
        }
    )
