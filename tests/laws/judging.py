"""Random trees, baselines and histories for the laws of the judge."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from hypothesis import strategies as st

from ratchet.model.baseline import Baseline
from ratchet.model.finding import Finding
from ratchet.model.measured import tally
from ratchet.model.policy import Policy
from tests.judge.making import EXPECT, MEANING, UNWRAP, baseline, book, policy, rule, site

__all__ = ["BOOK", "FILES", "RULES", "added", "baselines", "changes", "findings", "generous", "moves", "stated"]

RULES = (EXPECT, UNWRAP)
FILES = ("a.rs", "b.rs", "c.rs")
BOOK = book(*(rule(name) for name in RULES))
MEANINGS = dict.fromkeys(RULES, MEANING)

_PLACES = st.tuples(
    st.sampled_from(FILES),
    st.sampled_from(["f", "g"]),
    st.sampled_from(["x()", "y()", "z()"]),
    st.integers(1, 30),
    st.sampled_from(RULES),
)


def _made(place: tuple[str, str, str, int, str]) -> Finding:
    return site(*place)


def _place(finding: Finding) -> tuple[object, ...]:
    return finding.order


def findings(largest: int = 9) -> st.SearchStrategy[tuple[Finding, ...]]:
    """Sites in three files, never two of one rule at one place; equal fingerprints are frequent."""
    return st.lists(_PLACES.map(_made), max_size=largest, unique_by=_place).map(tuple)


@st.composite
def changes(draw: st.DrawFn) -> tuple[tuple[Finding, ...], tuple[Finding, ...]]:
    """A tree and what became of it: some sites stay, some go, some come."""
    before = draw(findings())
    kept = tuple(finding for finding in before if draw(st.booleans()))
    return before, added(kept, draw(findings(5)))


@st.composite
def moves(draw: st.DrawFn) -> tuple[tuple[Finding, ...], tuple[Finding, ...]]:
    """A tree and the same code in other files."""
    before = draw(findings())
    after = [
        replace(finding, path=draw(st.sampled_from(FILES)), span=replace(finding.span, line=line))
        for line, finding in enumerate(before, 1)
    ]
    return before, tuple(after)


def added(before: tuple[Finding, ...], more: tuple[Finding, ...]) -> tuple[Finding, ...]:
    """A tree with more sites, as far as their places are free."""
    taken = {finding.order for finding in before}
    return (*before, *(finding for finding in more if finding.order not in taken))


_NUMBERS = st.dictionaries(st.sampled_from(FILES), st.dictionaries(st.sampled_from(RULES), st.integers(0, 4)))


def baselines() -> st.SearchStrategy[Baseline]:
    """Any budgets, whatever the trees hold."""
    return _NUMBERS.map(_adopted)


@st.composite
def generous(draw: st.DrawFn, before: tuple[Finding, ...]) -> Baseline:
    """Budgets with room for what a tree holds, and some to spare."""
    counts, spare = tally(before), draw(_NUMBERS)
    units = counts.keys() | spare.keys()
    return _adopted(
        {
            unit: {name: counts.get(unit, {}).get(name, 0) + spare.get(unit, {}).get(name, 0) for name in RULES}
            for unit in units
        }
    )


def _adopted(numbers: Mapping[str, Mapping[str, int]]) -> Baseline:
    files = {unit: {name: number for name, number in entry.items() if number} for unit, entry in numbers.items()}
    return baseline({unit: entry for unit, entry in files.items() if entry}, MEANINGS)


def stated(budgets: Baseline) -> Policy:
    """The policy of both rules with these budgets."""
    return policy(budgets, BOOK)
