"""Config, rules and baselines come back from the bytes they are kept as; of other bytes nothing comes."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ratchet.acts.keeping_policies import ledger_bytes, ledger_of, policy_bytes, policy_of
from ratchet.acts.policies import Library, read_policy, read_rules, read_settings
from ratchet.kinds.catalogue import catalogue
from ratchet.model.baseline import Baseline
from ratchet.model.errors import Place, RatchetError
from ratchet.model.policy import Policy
from ratchet.model.snapshot import DictSnapshot
from ratchet.model.waiver import Waiver
from ratchet.repo.store import Store

TEXTS = st.text(
    st.one_of(st.characters(exclude_categories=[]), st.sampled_from('\ud83d\ude00\udc80\0"\\é')), max_size=8
)
BUDGETS = st.dictionaries(TEXTS, st.dictionaries(TEXTS, st.integers(0, 2**40), max_size=3), max_size=4)
PLACES = st.one_of(st.none(), st.builds(Place, TEXTS, st.integers(0, 99), st.integers(0, 99)))
DAYS = st.dates(date(1, 1, 1), date(9999, 12, 31))
WAIVERS = st.lists(
    st.builds(Waiver, TEXTS, TEXTS, st.integers(0, 9), TEXTS, TEXTS, DAYS, TEXTS, PLACES), max_size=3
).map(tuple)
BASELINES = st.one_of(st.none(), st.builds(Baseline, BUDGETS, BUDGETS, st.dictionaries(TEXTS, TEXTS, max_size=3)))
JSON = st.recursive(
    st.one_of(
        st.none(), st.booleans(), st.integers(), st.text(max_size=3), st.sampled_from(["()", "{:}", "Rule", "date"])
    ),
    lambda inner: st.one_of(st.lists(inner, max_size=9), st.dictionaries(st.text(max_size=3), inner, max_size=3)),
    max_leaves=30,
)

RULES = """\
id: own/todo
because: b
advice: a
family: f
phase: warn
caveats: c
count: {language: rust, scope: [test, production], query: '(line_comment) @finding', unless: '(line_comment) @finding'}
valid: ["fn f() {}\\n"]
invalid: [{code: "// x\\n", count: 1}]
---
{id: own/layers, because: b, advice: a, layers: {of: ['mod:a | mod:b', 'mod:c'], within: 'mod:shop', exhaustive: true}}
---
{id: own/deny, because: b, advice: a, deny: {from: 'mod:a.**', to: ['ext:x', '!ext:y'], except: [{to: 'ext:z', why: w,
  owner: o, until: 2030-01-02}], edges: {kinds: [normal, dev], type_only: false}}}
---
{id: own/only, because: b, advice: a, only: {from: 'crate:a', to: ['crate:b', ours]}}
---
{id: own/require, because: b, advice: a, require: {from: 'crate:a', to: 'crate:b'}}
---
{id: own/alone, because: b, advice: a, independent: {of: ['mod:a', 'mod:b']}}
---
{id: own/round, because: b, advice: a, acyclic: {siblings: 'mod:shop'}}
---
{id: own/files, because: b, advice: a, files: {for: 'crate:*', require: ['README.md']}}
---
{id: own/limit, because: b, advice: a, limit: {for: 'path:**', of: lines, at_most: 7}}
---
{id: own/sites, because: b, advice: a, limit: {for: 'path:**', of: own/todo, at_most: 7}}
"""
CONFIG = """\
packs = ["rust"]
exclude = ["vendor/**"]
test_attributes = ["my::case"]
swap = "block"
[phase]
"rust/unwrap" = "observe"
[goal]
"rust/unwrap" = {to = 3, by = 2030-01-02}
[group]
ours = ["crate:x", "crate:y"]
"""
FILES_TOML = '["src/lib.rs"]\n"rust/unwrap" = 2\n'
RULES_TOML = 'schema = "ratchet/baseline/1"\n["rust/unwrap"]\nmeaning = "sha256:' + "0" * 64 + '"\n'
WAIVERS_TOML = """
[[waiver]]
rule = "rust/unwrap"
path = "src/lib.rs"
allow = 1
reason = "r"
owner = "o"
expires = 2030-01-02
"""
TREE = DictSnapshot(
    {
        "ratchet.toml": CONFIG,
        "rules/own.yaml": RULES,
        "baselines/files.toml": FILES_TOML,
        "baselines/rules.toml": RULES_TOML,
        "baselines/waivers.toml": WAIVERS_TOML,
    }
)


@cache
def true() -> Policy:
    """The policy, read without a store."""
    return read_policy(TREE, Library())


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """A store that knows the policy."""
    store = Store(str(tmp_path / "ratchet" / "facts.sqlite"))
    assert read_policy(TREE, Library(store=store)) == true()
    assert store.state().entries == 3
    return store


def test_rules_of_every_verb_and_every_setting_come_back_as_they_were() -> None:
    policy = true()
    assert {rule.verb for rule in policy.rulebook.rules.values()} == set(catalogue())
    for part in (policy.config, policy.rulebook, policy.languages):
        kept = policy_bytes(part)
        assert kept is not None
        back = policy_of(kept)
        assert back == part
        assert policy_bytes(back) == kept  # a word is no scope, a list no tuple


@given(BASELINES, WAIVERS)
def test_baselines_come_back_as_they_were(baseline: Baseline | None, waivers: tuple[Waiver, ...]) -> None:
    back = ledger_of(ledger_bytes(baseline, waivers))
    assert back == (baseline, waivers)
    assert repr(back) == repr((baseline, waivers))


@settings(max_examples=50)
@given(JSON)
def test_what_is_no_policy_is_never_an_accident(value: Any) -> None:
    kept = json.dumps(value).encode()
    policy_of(kept)
    ledger_of(kept)


@given(st.binary(max_size=30))
def test_bytes_that_nobody_wrote_are_none(kept: bytes) -> None:
    assert not isinstance(policy_of(kept), (list, dict))
    assert ledger_of(kept) is None


@pytest.mark.parametrize("name", ["os.system", "system", "Store", "Path", "exec", "eval", "", "()x", "Bench"])
def test_no_other_class_or_function_is_called(name: str) -> None:
    assert policy_of(json.dumps([name, "true"]).encode()) is None


@pytest.mark.parametrize("value", [[1], {1}, 1.5, object(), Path("x"), Library(), b"x"])
def test_what_is_not_known_is_not_kept(value: object) -> None:
    assert policy_bytes(value) is None
    assert policy_bytes((value,)) is None


def _row(store: Store, sql: str) -> None:
    with closing(sqlite3.connect(store.path)) as file, file:
        file.execute(sql)


SPOILT: dict[str, Callable[[Store], object]] = {
    "as it is": lambda _: None,
    "random bytes": lambda store: Path(store.path).write_bytes(bytes(range(256)) * 40),
    "values of others": lambda store: _row(store, "UPDATE facts SET value = (SELECT value FROM facts LIMIT 1)"),
    "a letter changed": lambda store: _row(
        store, "UPDATE facts SET value = CAST(replace(value, 'unwrap', 'unwraq') AS BLOB)"
    ),
    "keys of others": lambda store: _row(store, "UPDATE facts SET key = substr(key, 2) || substr(key, 1, 1)"),
}


@pytest.mark.parametrize("spoil", SPOILT.values(), ids=SPOILT)
def test_a_store_changes_nothing_whatever_is_in_it(store: Store, spoil: Callable[[Store], object]) -> None:
    spoil(store)
    for _ in range(2):
        assert read_policy(TREE, Library(store=store)) == true()


class _Lying(Store):
    """It answers every question with the same sealed bytes."""

    answer: bytes

    def get(self, kind: str, ids: Any) -> dict[str, bytes]:
        return dict.fromkeys(ids, self.answer)


@pytest.mark.parametrize(
    "answer",
    [
        b"[]",
        b"null",
        b"[null,null]",
        b'["()"]',
        b'["()",1,["Rulebook",["{:}"]],["{:}","x",1]]',
        b"1",
    ],
)
def test_an_answer_to_another_question_is_none(tmp_path: Path, answer: bytes) -> None:
    lying = _Lying(str(tmp_path / "facts.sqlite"))
    lying.answer = answer
    assert read_rules(TREE, Library(store=lying)).rulebook == true().rulebook


def test_what_is_known_is_taken_from_the_store(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither a parser of YAML or TOML nor a grammar is asked again."""
    for name in ("ratchet.rulebook.book.build_rulebook", "ratchet.rulebook.config.read_config", "tomllib.loads"):
        monkeypatch.setattr(name, None)
    assert read_policy(TREE, Library(store=store)) == true()


def test_another_grammar_is_asked_anew(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """It may refuse a query that the last one took."""
    monkeypatch.setattr("ratchet.acts.policies.engine", lambda *packages: f"another {packages}")
    monkeypatch.setattr("ratchet.rulebook.book.build_rulebook", None)
    with pytest.raises(TypeError, match="'NoneType' object is not callable"):
        read_rules(TREE, Library(store=store))


def test_another_size_limit_is_another_question(store: Store) -> None:
    """A file that is larger than the limit cannot be read, whatever git calls it."""
    tree = DictSnapshot({each: TREE.read(each) for each in TREE.paths()})
    tree.limit = 1_000_000
    assert read_policy(tree, Library(store=store)) == true()
    assert store.state().entries == 5  # config and rules anew


def test_the_same_set_has_the_same_bytes() -> None:
    assert policy_bytes(frozenset("dbac")) == b'["{}","a","b","c","d"]'


@pytest.mark.parametrize(
    ("path", "content"),
    [
        ("ratchet.toml", 'packs = ["rust"]\nunknown = 1\n'),
        ("pyproject.toml", "[tool.ratchet]\n"),
        ("rules/own.yaml", RULES.replace("(line_comment)", "(line_commend)", 1)),
        ("baselines/files.toml", FILES_TOML + "wrong"),
        ("baselines/waivers.toml", WAIVERS_TOML.replace("allow = 1", "allow = -1")),
    ],
)
def test_a_mistake_is_told_in_every_run_as_without_a_store(store: Store, path: str, content: str) -> None:
    tree = DictSnapshot({**{each: TREE.read(each) for each in TREE.paths()}, path: content})
    with pytest.raises(RatchetError) as plain:
        read_policy(tree, Library())
    for _ in range(2):
        with pytest.raises(RatchetError) as kept:
            read_policy(tree, Library(store=store))
        assert kept.value.mistakes == plain.value.mistakes


def test_a_baseline_behind_a_symlink_is_refused_whatever_is_known(store: Store) -> None:
    tree = DictSnapshot({each: TREE.read(each) for each in TREE.paths()})
    tree.notices = ("baselines: a symlink, not followed",)
    with pytest.raises(RatchetError, match="must be a regular file"):
        read_policy(tree, Library(store=store))


def test_other_files_are_other_policies(store: Store) -> None:
    files = {each: TREE.read(each) for each in TREE.paths()}
    stricter = DictSnapshot({**files, "baselines/files.toml": FILES_TOML.replace("2", "1")})
    assert read_policy(stricter, Library(store=store)).baseline == Baseline(
        {"src/lib.rs": {"rust/unwrap": 1}}, {}, {"rust/unwrap": "sha256:" + "0" * 64}
    )
    other = DictSnapshot({**files, "ratchet.toml": CONFIG.replace("vendor", "third")})
    assert read_settings(other, Library(store=store)).exclude == ("third/**",)
    alone = DictSnapshot({**files, "rules/own.yaml": RULES.partition("---")[0]})
    assert [id_ for id_ in read_rules(alone, Library(store=store)).rulebook.rules if id_.startswith("own/")] == [
        "own/todo"
    ]
