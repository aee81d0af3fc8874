"""What hides behind numbers that did not grow: one site for another, one rule for another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from ratchet.judge.moves import Matching, differing
from ratchet.model.finding import Finding
from ratchet.model.measured import Measured
from ratchet.model.notes import Swap, Trade
from ratchet.model.rule import Phase, Rulebook

__all__ = ["swaps", "trades"]

_Place = tuple[str, str]


def swaps(matching: Matching, rulebook: Rulebook, block: bool) -> tuple[Swap, ...]:
    """Sites that are new in a file from which as many of the same rule are gone; an edited line is no swap."""
    came, went = _per_file(matching.added), _per_file(matching.removed)
    found = []
    for unit, rule in sorted(came.keys() & went.keys()):
        fails = block and rulebook.rules[rule].phase is Phase.BLOCK
        found.append(Swap(rule, unit, min(came[unit, rule], went[unit, rule]), fails))
    return tuple(found)


def trades(base: Measured, head: Measured, rulebook: Rulebook) -> tuple[Trade, ...]:
    """The functions in which a rule of some family fell while another rose."""
    _, *sides = differing(base.findings, head.findings)
    before, after = (_per_function(each, rulebook) for each in sides)
    found = []
    for place in sorted(before.keys() & after.keys()):
        rules = sorted(before[place].keys() | after[place].keys())
        changes = [(rule, after[place][rule] - before[place][rule]) for rule in rules]
        fell = tuple((rule, -change) for rule, change in changes if change < 0)
        rose = tuple((rule, change) for rule, change in changes if change > 0)
        if fell and rose:
            found.append(Trade(*place, fell, rose))
    return tuple(found)


def _per_file(findings: Iterable[Finding]) -> Counter[tuple[str, str]]:
    return Counter((finding.unit, finding.rule) for finding in findings if finding.weight)


def _per_function(findings: Iterable[Finding], rulebook: Rulebook) -> dict[_Place, Counter[str]]:
    counts: dict[_Place, Counter[str]] = {}
    for finding in findings:
        if finding.local_symbol and not finding.of and rulebook.rules[finding.rule].family:
            counts.setdefault((finding.path, finding.symbol), Counter())[finding.rule] += 1
    return counts
