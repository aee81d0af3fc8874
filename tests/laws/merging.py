"""Random branches of a ledger for the laws of merging."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta

from hypothesis import strategies as st

from ratchet.acts.merging import Merged, Sides, merge_texts
from ratchet.model.baseline import Budgets
from ratchet.model.waiver import Waiver
from ratchet.repo.canonical import render_files, render_rules, waivers_header
from ratchet.repo.ledger_reading import budgets_in, meanings_in, waivers_in, waivers_of
from ratchet.repo.ledger_writing import waiver_text

__all__ = [
    "FILES",
    "RULES",
    "RULES_FILE",
    "WAIVERS",
    "any_budgets",
    "any_meanings",
    "any_waivers",
    "budgets",
    "budgets_text",
    "lowered",
    "meanings",
    "meanings_text",
    "merged",
    "renamed_and_lowered",
    "waivers",
    "waivers_text",
]

PATHS = ("a/x.rs", "a/y.rs", "b/x.rs", "b/z.rs", "w.rs")
RULES = ("rust/expect", "rust/unwrap")
FILES, RULES_FILE, WAIVERS = "baselines/files.toml", "baselines/rules.toml", "baselines/waivers.toml"
_NUMBERS = st.dictionaries(st.sampled_from(RULES), st.integers(1, 4), min_size=1)
_DAYS = st.integers(0, 3).map(lambda days: date(2027, 1, 1) + timedelta(days))


def any_budgets() -> st.SearchStrategy[Budgets]:
    """Any numbers: a branch may have lowered, raised, moved or adopted whatever it wants."""
    return st.dictionaries(st.sampled_from(PATHS), _NUMBERS)


def any_meanings() -> st.SearchStrategy[Mapping[str, str]]:
    """Any rules under the ratchet, each with one of three meanings."""
    words = st.sampled_from(["sha256:0", "sha256:1", "sha256:2"])
    return st.dictionaries(st.sampled_from((*RULES, "own/rule")), words)


def any_waivers() -> st.SearchStrategy[tuple[Waiver, ...]]:
    """Any waivers, also several for one rule and file, of few words: what is alike is where a merge can go wrong."""
    words = st.sampled_from(["a", "b"])
    one = st.builds(Waiver, st.sampled_from(RULES), st.sampled_from(PATHS[:2]), st.integers(1, 3), words, words, _DAYS)
    return st.lists(one, max_size=3).map(tuple)


@st.composite
def lowered(draw: st.DrawFn, before: Budgets) -> Budgets:
    """The same files with smaller numbers, or without some."""
    after = {unit: {rule: draw(st.integers(0, number)) for rule, number in before[unit].items()} for unit in before}
    return _positive(after)


@st.composite
def renamed_and_lowered(draw: st.DrawFn, before: Budgets, number: int) -> Budgets:
    """A branch that renames a file that no other branch renames, with its numbers, or lowers some numbers."""
    if number < len(before) and draw(st.booleans()):
        old = sorted(before)[number]
        return {(f"new{number}/{old}" if unit == old else unit): entry for unit, entry in before.items()}
    return draw(lowered(before))


def _positive(numbers: Mapping[str, Mapping[str, int]]) -> Budgets:
    kept = {unit: {rule: number for rule, number in entry.items() if number} for unit, entry in numbers.items()}
    return {unit: entry for unit, entry in kept.items() if entry}


def budgets_text(numbers: Budgets) -> bytes:
    return render_files(numbers).encode()


def meanings_text(words: Mapping[str, str]) -> bytes:
    return render_rules(words).encode()


def waivers_text(permissions: tuple[Waiver, ...]) -> bytes:
    """As `ratchet waive` leaves it, with a comment above each."""
    blocks = [f"\n# {each.owner}\n".encode() + waiver_text(WAIVERS, each) for each in permissions]
    return waivers_header("baselines").encode() + b"".join(blocks)


def merged(path: str, base: bytes | None, ours: bytes, theirs: bytes) -> Merged:
    """What the merge driver makes of three texts."""
    return merge_texts(Sides(path, base, ours, theirs))


def budgets(base: Budgets, ours: Budgets, theirs: Budgets) -> Budgets:
    """The budgets of a merge."""
    done = merged(FILES, *(budgets_text(side) for side in (base, ours, theirs)))
    return budgets_in(FILES, done.text)


def meanings(base: Mapping[str, str], ours: Mapping[str, str], theirs: Mapping[str, str]) -> Merged:
    """The merge of the rules under the ratchet; without a conflict, its text is one."""
    done = merged(RULES_FILE, *(meanings_text(side) for side in (base, ours, theirs)))
    assert done.conflicts or meanings_in(RULES_FILE, done.text) is not None
    return done


def waivers(base: tuple[Waiver, ...], ours: tuple[Waiver, ...], theirs: tuple[Waiver, ...]) -> tuple[Waiver, ...]:
    """The waivers of a merge."""
    done = merged(WAIVERS, *(waivers_text(side) for side in (base, ours, theirs)))
    return waivers_of(waivers_in(WAIVERS, done.text))
