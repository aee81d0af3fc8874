"""Rules that a change rewrites only to follow crates, modules and directories that it renames."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar, cast

from ratchet.acts.graphing import paths_of, read_graph
from ratchet.acts.successors import Successors, Tree
from ratchet.acts.world import World, commit_of
from ratchet.kinds.choosing import ALL_GRAPHS
from ratchet.kinds.parts import parts_of
from ratchet.kinds.selectors import Selection, Selector, select
from ratchet.model.baseline import Baseline
from ratchet.model.evidence import Evidence, seen_by
from ratchet.model.policy import Policy
from ratchet.model.rule import Rule, Rulebook
from ratchet.model.snapshot import Snapshot
from ratchet.model.value import replace

__all__ = ["in_new_words"]

T = TypeVar("T")
_WILD = re.compile(r"\{!?[a-z][a-z0-9_]*\}|\*+|\?|\[[^\]/]+\]")


def in_new_words(
    world: World, commit: str, base: Policy, head: Policy, tree: Snapshot
) -> tuple[Policy, Mapping[str, Rule]]:
    """The base's policy with such rules as the change words them, and these rules as the base does.

    The change must have taken the new words into its baseline; what else it writes there is held against the base.
    """
    pairs = [pair for pair in _rewritten(base, head) if _may_follow(*pair, base.baseline, head.baseline)]
    if not pairs:
        return base, {}
    needs = frozenset[str]().union(*(rule.spec.needs for pair in pairs for rule in pair))
    before = _tree(world, commit_of(world, commit, commit, base.config.max_file_bytes), base, needs)
    after = _tree(world, tree, base, needs)
    successors = Successors(before, after)
    found = [(old, new) for old, new in pairs if _follows(old, new, successors)]
    if not found or base.baseline is None:
        return base, {}
    rules = {**base.rulebook.rules, **{new.id: replace(old, spec=new.spec, place=new.place) for old, new in found}}
    meanings = {**base.baseline.meanings, **{new.id: new.spec.meaning for _, new in found}}
    said = replace(base, rulebook=Rulebook(rules), baseline=replace(base.baseline, meanings=meanings))
    return said, {old.id: old for old, _ in found}


def _rewritten(base: Policy, head: Policy) -> Iterator[tuple[Rule, Rule]]:
    for name, old in base.rulebook.rules.items():
        new = head.rulebook.rules.get(name)
        if new is not None and old.verb == new.verb != "count" and old.spec.meaning != new.spec.meaning:
            yield old, new


def _may_follow(old: Rule, new: Rule, base: Baseline | None, head: Baseline | None) -> bool:
    """Whether both baselines are of these words; the debt of a directory does not go along with it."""
    if base is None or head is None or old.spec.may_be_empty != new.spec.may_be_empty:
        return False
    if _is_of_files(old) and any(old.id in entry for entry in base.budgets.values()):
        return False
    return base.meanings.get(old.id) == old.spec.meaning and head.meanings.get(new.id) == new.spec.meaning


def _is_of_files(rule: Rule) -> bool:
    """Whether it measures directories and files, which no graph has."""
    return rule.spec.needs.isdisjoint(ALL_GRAPHS)


def _tree(world: World, snapshot: Snapshot, policy: Policy, needs: frozenset[str]) -> Tree:
    graph = read_graph(snapshot, policy, sorted(needs - {"lines"}), world.bench)
    return Tree(snapshot, Evidence(graph=graph, paths=paths_of(snapshot, policy)))


def _follows(old: Rule, new: Rule, successors: Successors) -> bool:
    """Whether the new words are the old ones with other names in them, each that of what goes on with the old."""
    ours, tnew_ones = list(_selectors(old.spec)), list(_selectors(new.spec))
    names = {one: other for one, other in zip(ours, tnew_ones, strict=False) if one != other}
    if len(ours) != len(tnew_ones) or _renamed(old.spec, names).meaning != new.spec.meaning:
        return False
    of_files, needs = _is_of_files(old), old.spec.needs
    return all(_goes_on(one, other, successors, of_files, needs) for one, other in names.items())


def _goes_on(old: Selector, new: Selector, successors: Successors, of_files: bool, needs: frozenset[str]) -> bool:
    """Whether each selects something on its own side only, and some of the new goes on with some of the old."""
    if old.kind != new.kind or _WILD.findall(old.pattern) != _WILD.findall(new.pattern):
        return False
    was, stays = (_chosen(old, tree.evidence, of_files, needs) for tree in (successors.before, successors.after))
    known, came = (_chosen(new, tree.evidence, of_files, needs) for tree in (successors.before, successors.after))
    if stays or known:
        return False
    later = set().union(*successors.of_files(was).values()) if of_files else successors.of_nodes(was)
    return not came.isdisjoint(later)


def _chosen(selector: Selector, evidence: Evidence, of_files: bool, needs: frozenset[str]) -> frozenset[str]:
    selection = Selection((selector,))
    if of_files:
        return frozenset[str]().union(*(part.files for part in parts_of(evidence, selection)))
    return frozenset(select(seen_by(needs, evidence).graph, selection))


def _selectors(value: object) -> Iterator[Selector]:
    """Every selector in a spec, in the order in which it holds them."""
    if isinstance(value, Selector):
        yield value
        return
    parts = value.values() if isinstance(value, Mapping) else value if isinstance(value, tuple) else _fields(value)
    for each in parts:
        yield from _selectors(each)


def _renamed(value: T, names: Mapping[Selector, Selector]) -> T:
    """The same with other selectors."""
    if isinstance(value, Selector):
        return cast(T, names.get(value, value))
    if isinstance(value, Mapping):
        return cast(T, {key: _renamed(each, names) for key, each in value.items()})
    if isinstance(value, tuple):
        return cast(T, tuple(_renamed(each, names) for each in value))
    fields = {name: _renamed(getattr(value, name), names) for name in _names(value)}
    make: Callable[..., T] = type(value)
    return make(**fields) if fields else value


def _fields(value: object) -> list[object]:
    return [getattr(value, name) for name in _names(value)]


def _names(value: object) -> list[str]:
    return list(getattr(type(value), "__fields__", ()))
