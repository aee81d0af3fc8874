"""The texts of one baseline file on two sides → the text of their merge."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Mapping
from typing import TypeVar

from ratchet.judge.merge_budgets import merge_budgets, smaller_budgets
from ratchet.judge.merge_rules import merge_meanings
from ratchet.judge.merge_waivers import Written, merge_waivers
from ratchet.model.errors import Mistake, Place, RatchetError
from ratchet.model.reports import Lowered
from ratchet.model.value import frozen
from ratchet.repo.canonical import render_files, render_rules, render_units
from ratchet.repo.conflicts import has_markers
from ratchet.repo.ledger_reading import budgets_in, meanings_in
from ratchet.repo.waiver_blocks import Pieces, join_pieces, pieces_of

__all__ = ["Merged", "Sides", "is_ancestor", "merge_texts"]

T = TypeVar("T")


@frozen
class Sides:
    """One baseline file in three versions; no ancestor where none is known."""

    path: str
    ancestor: bytes | None
    ours: bytes
    theirs: bytes

    @property
    def directory(self) -> str:
        """Where the baselines are, as their first lines name it."""
        return posixpath.dirname(self.path) or "."


@frozen
class Merged:
    """The merged text, the raises that did not survive, and what a person must decide: then there is no text."""

    text: bytes
    undone: tuple[Lowered, ...] = ()
    conflicts: tuple[Mistake, ...] = ()


def merge_texts(sides: Sides) -> Merged:
    """Merge by meaning, and write as the ledger is written; what is the same on both sides is left as it is."""
    if sides.ours == sides.theirs:
        return Merged(sides.ours)
    merge = {"rules.toml": _rules, "waivers.toml": _waivers}.get(posixpath.basename(sides.path), _budgets)
    return merge(sides)


def is_ancestor(path: str, text: bytes) -> bool:
    """Whether a text can serve as the ancestor: markers of zdiff3, for one, show what may not even be TOML."""
    parse = {"rules.toml": _meanings_in, "waivers.toml": pieces_of}.get(posixpath.basename(path), budgets_in)
    try:
        parse(path, text)
    except RatchetError:
        return False
    return not has_markers(text)


def _budgets(sides: Sides) -> Merged:
    base, ours, theirs = _read(sides, budgets_in)
    merged = smaller_budgets(ours, theirs) if base is None else merge_budgets(base, ours, theirs)
    render = render_units if sides.path.endswith("units.toml") else render_files
    return Merged(render(merged.budgets, sides.directory).encode(), merged.undone)


def _rules(sides: Sides) -> Merged:
    merged = merge_meanings(*_read(sides, _meanings_in))
    hint = f"settle the file of the rule, then: git checkout --ours -- {sides.path} && ratchet tighten --remeasure"
    conflicts = tuple(
        Mistake(f"both sides changed what {rule} measures, and not in the same way", Place(sides.path), hint)
        for rule in merged.conflicts
    )
    text = b"" if conflicts else render_rules(merged.meanings, sides.directory).encode()
    return Merged(text, conflicts=conflicts)


def _meanings_in(path: str, text: bytes) -> Mapping[str, str]:
    return meanings_in(path, text) if text else {}  # where both sides added the file, git's ancestor is empty


def _waivers(sides: Sides) -> Merged:
    base, ours, theirs = _read(sides, pieces_of)
    base = base or Pieces("", ())
    versions = ([Written(*each) for each in side.waivers] for side in (base, ours, theirs))
    merged = tuple((each.waiver, each.text) for each in merge_waivers(*versions))
    return Merged(join_pieces(sides.path, Pieces(_head(base.head, ours.head, theirs.head), merged)))


def _head(base: str, one: str, other: str) -> str:
    if base in {one, other}:
        return other if one == base else one
    return min(one, other)


def _read(sides: Sides, parse: Callable[[str, bytes], T]) -> tuple[T | None, T, T]:
    """The three as values; an error names the side it is in."""
    return (
        None if sides.ancestor is None else _parsed("the ancestor", sides.path, sides.ancestor, parse),
        _parsed("our side", sides.path, sides.ours, parse),
        _parsed("their side", sides.path, sides.theirs, parse),
    )


def _parsed(side: str, path: str, text: bytes, parse: Callable[[str, bytes], T]) -> T:
    try:
        return parse(path, text)
    except RatchetError as error:
        take = f"git checkout --ours -- {path} (or --theirs)"
        hint = f"nothing was merged. Take the side that is right, then tighten: {take} && ratchet tighten"
        mistakes = tuple(Mistake(f"{side}: {each.message}", each.place, hint) for each in error.mistakes)
        raise RatchetError.of(mistakes) from error
