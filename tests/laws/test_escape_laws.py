"""The law of names: whoever is renamed, moved or split out of a rule's reach is named."""

from __future__ import annotations

from collections.abc import Mapping

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from ratchet.acts.escaping import escaped
from ratchet.judge.terms import Contract
from ratchet.model.baseline import Baseline
from ratchet.model.graph import Graph
from ratchet.model.measured import Measured
from ratchet.model.policy import Policy
from ratchet.model.rule import Rulebook
from ratchet.model.snapshot import DictSnapshot
from tests.kinds.fitting import graph, only_rule, units

NAMES = ("p.a", "p.b", "p.c", "p.d", "q.e")
OTHERS = ("p.x", "q.x", "r.x")
Pair = tuple[str, str]
PAIRS = st.sets(st.tuples(st.sampled_from(NAMES), st.sampled_from(NAMES)), max_size=12)
EVERY_PAIR = {(one, other) for one in NAMES for other in NAMES if one != other}
RULES = (
    "deny: mod:p.a -> mod:p.b",
    "deny: mod:p.a -> mod:p",
    "deny: mod:p.* -> mod:q.*",
    "deny: {from: [mod:p.a, mod:p.b], to: [mod:p.c, mod:q.e], reach: direct}",
    "deny: {from: path:p/*, to: path:q/*}",
    "only: mod:p.a -> mod:q.*",
    "only: {from: mod:p.a, into: mod:p.b}",
    "layers: {of: [mod:p.a, mod:p.b, mod:p.c]}",
    "independent: {of: [mod:p.a, mod:p.b]}",
    "deny: mod:p.{f} -> mod:p.{!f}",
    "only: mod:p.{f} -> mod:p.{f}",
    "acyclic: {for: 'mod:p.*'}",
    "limit: {for: 'mod:p.*', of: fan-out, at_most: 0}",
)


def made(pairs: set[Pair], names: Mapping[str, str]) -> Graph:
    """The graph under other names."""
    words = " ".join(f"{names[source]}>{names[target]}" for source, target in sorted(pairs) if source != target)
    return graph(words, "python", more=" ".join(names.values()))


def text(name: str, lines: range = range(8)) -> str:
    return "".join(f"def {name.replace('.', '_')}_{number}(): ...\n" for number in lines)


def files(names: Mapping[str, str], changed: Mapping[str, str]) -> DictSnapshot:
    """Each module in the file of its name."""
    contents = {f"{name.replace('.', '/')}.py": changed.get(old, text(old)) for old, name in names.items()}
    return DictSnapshot(contents)


def loosened(rule: str, old: tuple[Graph, DictSnapshot], new: tuple[Graph, DictSnapshot]) -> list[str]:
    policy = Policy(rulebook=Rulebook({"arch/it": only_rule(rule)}))
    contract = Contract(policy, Baseline(), {}, (), (), ())
    before, after = ((snapshot, Measured(nodes=of.nodes)) for of, snapshot in (old, new))
    return [each.what for each in escaped(before, after, contract, policy)]


SAME = {name: name for name in NAMES}


@given(PAIRS, st.sampled_from(RULES), st.sampled_from(NAMES), st.sampled_from(OTHERS), st.booleans())
@settings(max_examples=300, deadline=None)
def test_what_a_rule_would_find_under_the_old_name_is_found_or_named(
    pairs: set[Pair], rule: str, who: str, name: str, edited: bool
) -> None:
    names = SAME | {who: name}
    changed = {who: text(who, range(6)) + "def more(): ...\n"} if edited else {}
    old = made(pairs, SAME), files(SAME, {})
    new = made(pairs, names), files(names, changed)
    if not loosened(rule, old, new):
        for some in (pairs, EVERY_PAIR, {pair for pair in EVERY_PAIR if who in pair}):
            would = {unit.replace(who, name) for unit in units(rule, made(some, SAME))}
            assert would <= units(rule, made(some, names)).keys()


@given(PAIRS, PAIRS, st.sampled_from(RULES), st.sampled_from(NAMES), st.booleans())
@settings(max_examples=100, deadline=None)
def test_other_edges_other_content_new_and_deleted_modules_loosen_nothing(
    pairs: set[Pair], more: set[Pair], rule: str, who: str, deleted: bool
) -> None:
    names = {name: name for name in NAMES if name != who} if deleted else dict(SAME)
    left = {pair for pair in more if set(pair) <= names.keys()}
    new = made(left, names | {"new": "p.new"}), files(names | {"new": "p.new"}, {"p.a": "print(1)\n"})
    assert loosened(rule, (made(pairs, SAME), files(SAME, {})), new) == []


def test_modules_that_go_until_one_is_left_loosen_nothing() -> None:
    for rule in ("deny: mod:p.{f} -> mod:p.{!f}", "only: mod:p.{f} -> mod:p.{f}"):
        left = {"p.a": "p.a", "q.e": "q.e"}
        assert loosened(rule, (made(set(), SAME), files(SAME, {})), (made(set(), left), files(left, {}))) == []


@given(st.sampled_from(RULES[:11]), st.sampled_from(NAMES), st.sampled_from(OTHERS))
@settings(max_examples=60, deadline=None)
def test_a_part_that_moves_out_is_named_where_its_whole_would_be(rule: str, who: str, name: str) -> None:
    whole = SAME | {who: name}
    old = made(set(), SAME), files(SAME, {})
    assume(loosened(rule, old, (made(set(), whole), files(whole, {}))))
    assume(not rule.startswith("only"))
    parts = SAME | {"part": name}
    split = {who: text(who, range(3)), "part": text(who, range(3, 8))}
    assert set(loosened(rule, old, (made(set(), parts), files(parts, split)))) == {"rule-escaped"}
