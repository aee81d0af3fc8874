"""Random trees, baselines and histories for the laws of the judge."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from hypothesis import strategies as st

from ratchet.model.baseline import Baseline
from ratchet.model.finding import Finding
from ratchet.model.measured import tally
from ratchet.model.policy import Policy
from tests.judge.making import EXPECT, MEANING, UNWRAP, baseline, book, policy, rule, site

__all__ = [
    "BOOK",
    "FILES",
    "RULES",
    "Change",
    "added",
    "baselines",
    "changes",
    "findings",
    "futures",
    "generous",
    "moves",
    "stated",
]

Change = tuple[tuple[Finding, ...], tuple[Finding, ...]]

RULES = (EXPECT, UNWRAP)
FILES = ("a.rs", "b.rs", "c.rs")
BOOK = book(*(rule(name) for name in RULES))
MEANINGS = dict.fromkeys(RULES, MEANING)

_PATHS = st.sampled_from(FILES)
_EXPRESSIONS = st.sampled_from(["x()", "y()"])
# Few functions and few expressions: what is hard to tell apart is where a matching can go wrong.
_SITES = st.builds(
    lambda path, symbol, expression, name: site(path, symbol, expression, of=name),
    _PATHS,
    st.sampled_from(["f", "f", "g"]),
    _EXPRESSIONS,
    st.sampled_from([UNWRAP, UNWRAP, UNWRAP, EXPECT]),
)


def findings(largest: int = 6) -> st.SearchStrategy[tuple[Finding, ...]]:
    """Sites in three files, each on a line of its own."""
    return st.lists(_SITES, max_size=largest).map(_numbered)


def _numbered(sites: Iterable[Finding], first: int = 1) -> tuple[Finding, ...]:
    return tuple(replace(each, span=replace(each.span, line=line)) for line, each in enumerate(sites, first))


@st.composite
def changes(draw: st.DrawFn) -> Change:
    """A tree and what became of it: sites stay, go, move, are edited, and come."""
    before = draw(findings())
    return before, draw(futures(before, 3))


@st.composite
def futures(draw: st.DrawFn, before: tuple[Finding, ...], most_new: int) -> tuple[Finding, ...]:
    """What may become of a tree."""
    after = [changed for each in before if (changed := draw(_fates(each))) is not None]
    return _numbered(draw(st.permutations([*after, *draw(findings(most_new))])))


def _fates(each: Finding) -> st.SearchStrategy[Finding | None]:
    moved = _PATHS.map(lambda path: replace(each, path=path))
    edited = _EXPRESSIONS.map(lambda expression: replace(each, expression=f"{expression}.unwrap()"))
    return st.one_of(st.just(each), st.none(), moved, edited)


@st.composite
def moves(draw: st.DrawFn) -> Change:
    """A tree and the same code in other files."""
    before = draw(findings())
    after = [replace(each, path=draw(_PATHS)) for each in before]
    return before, _numbered(draw(st.permutations(after)))


def added(before: tuple[Finding, ...], more: tuple[Finding, ...]) -> tuple[Finding, ...]:
    """A tree with more sites, above and below those it has."""
    half = len(more) // 2
    return (*_numbered(more[:half], -half), *before, *_numbered(more[half:], 1_000))


_NUMBERS = st.dictionaries(_PATHS, st.dictionaries(st.sampled_from(RULES), st.integers(0, 2)))


def baselines() -> st.SearchStrategy[Baseline]:
    """Any budgets, whatever the trees hold."""
    return _NUMBERS.map(_adopted)


@st.composite
def generous(draw: st.DrawFn, sites: tuple[Finding, ...]) -> Baseline:
    """Budgets with room for what a tree holds, and sometimes some to spare."""
    counts, spare = tally(sites), draw(_NUMBERS)
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
