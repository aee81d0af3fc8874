"""What is kept from run to run changes only speed: a command says the same with it, without it and in spite of it."""

from __future__ import annotations

import os
import random
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner

from ratchet.acts.bench import Bench
from ratchet.acts.cache import look_at_cache
from ratchet.acts.measuring import measure
from ratchet.acts.policies import Library, read_rules
from ratchet.cli.main import ratchet
from ratchet.model.measured import Measured
from ratchet.model.policy import Policy
from ratchet.model.rule import Rulebook
from ratchet.model.snapshot import DictSnapshot, Snapshot
from ratchet.repo.commits import commit_snapshot
from ratchet.repo.git import Git
from ratchet.repo.limits import Limits
from ratchet.repo.store import Store
from ratchet.syntax.lens import Lens
from tests.repository import Repo

Spoiling = Callable[[Path], object]

CARGO = '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2024"\n'
LIB = """\
mod cart;
pub fn load(path: &str) -> String {
    std::fs::read_to_string(path).unwrap()
}
pub fn odd() -> u8 {
    // ratchet: allow(rust/unwrap) reason="ein Ä und ein \N{SNOWMAN}"
    "1".parse().unwrap()
}
#[cfg(test)]
mod tests {
    #[test]
    fn loads() { assert_eq!(super::load("a").parse::<u8>().unwrap(), 1); }
}
"""
CART = "pub fn size(path: &str) -> u64 {\n    std::fs::metadata(path).unwrap().len()\n}\npub fn broken( { }\n"
APP = """\
import shop.web
from typing import Any

def f(x: Any) -> Any:
    try:
        return x
    except Exception:
        pass
"""
WEB = "def g():\n    import shop.app  # round and round\n    print('x')\n"
GO = '//go:build linux\n\npackage shop\n\nimport "example.org/dep/fmt"\n\nfunc F() { fmt.Println() }\n'
FILES: Mapping[str, str | bytes] = {
    "Cargo.toml": CARGO,
    "src/lib.rs": LIB,
    "src/cart.rs": CART,
    "src/copy.rs": CART,
    "shop/__init__.py": "",
    "shop/app.py": APP,
    "shop/web.py": WEB,
    "tests/test_app.py": APP,
    "go.mod": "module example.org/shop\n\nrequire example.org/dep v1.0.0\n",
    "lib.go": GO,
    "rules/arch.yaml": ("id: arch/acyclic\nbecause: round and round\nadvice: do not\nacyclic: {for: 'mod:shop.**'}\n"),
    "ratchet.toml": "max_file_bytes = 100000\n",
}
TREE = DictSnapshot(FILES)


@cache
def policy() -> Policy:
    """The shipped rules and those of the tree."""
    return read_rules(TREE, Library())


@cache
def lenses() -> dict[str, Lens]:
    """Compiled once for all tests."""
    return {}


def measured(path: Path, tree: Snapshot = TREE, rules: Policy | None = None, limits: Limits | None = None) -> Measured:
    """A tree measured in a run of its own, with the store at a path."""
    bench = Bench(lenses(), store=Store(str(path)))
    bench.limits = limits or bench.limits
    return measure(tree, rules or policy(), bench, everywhere)


def afresh(tree: Snapshot = TREE, rules: Policy | None = None) -> Measured:
    """A tree measured with no store."""
    return measure(tree, rules or policy(), Bench(lenses()), everywhere)


def everywhere(_path: str) -> bool:
    """Sites are wanted in tests as well."""
    return True


def nowhere(_path: str) -> bool:
    """Nobody asks what is in tests."""
    return False


@pytest.fixture
def full(tmp_path: Path) -> Path:
    """A store that knows the tree."""
    path = tmp_path / "ratchet" / "facts.sqlite"
    measured(path)
    return path


def known(path: Path) -> int:
    return Store(str(path)).state().entries


def sql(*statements: str) -> Spoiling:
    def spoil(path: Path) -> None:
        with closing(sqlite3.connect(path)) as connection, connection:
            for statement in statements:
                connection.execute(statement)

    return spoil


def directory(path: Path) -> None:
    path.unlink()
    path.mkdir()


SPOILT: dict[str, Spoiling] = {
    "as it is": lambda path: None,
    "random bytes": lambda path: path.write_bytes(random.Random(1).randbytes(9_000)),
    "cut off": lambda path: path.write_bytes(path.read_bytes()[:6_000]),
    "empty": lambda path: path.write_bytes(b""),
    "a directory": directory,
    "another layout": sql("PRAGMA user_version = 99"),
    "another table": sql("ALTER TABLE facts ADD COLUMN more"),
    "values of other files": sql("UPDATE facts SET value = (SELECT value FROM facts ORDER BY key LIMIT 1)"),
    "values of nothing": sql("UPDATE facts SET value = x'5b5b5d2c5b5d2c5b5d2c302c302c305d'"),
    "a letter changed in each value": sql("UPDATE facts SET value = CAST(replace(value, 'unwrap', 'unwraq') AS BLOB)"),
    "keys of other values": sql("UPDATE facts SET key = substr(key, 2) || substr(key, 1, 1)"),
    "no rows": sql("DELETE FROM facts"),
}


@pytest.mark.parametrize("first", [everywhere, nowhere])
@pytest.mark.parametrize("then", [everywhere, nowhere])
def test_what_was_asked_before_changes_nothing(
    tmp_path: Path, first: Callable[[str], bool], then: Callable[[str], bool]
) -> None:
    tests = "#[cfg(test)]\nmod tests {\n    fn t() { let = = ; g().unwrap() }\n}\n"
    broken = f"pub fn f() {{\n    g().unwrap();\n}}\n{tests}".encode()
    tree = DictSnapshot({path: TREE.read(path) for path in TREE.paths()} | {"src/broken.rs": broken})
    store = str(tmp_path / "facts.sqlite")
    measure(tree, policy(), Bench(lenses(), store=Store(store)), first)
    true = measure(tree, policy(), Bench(lenses()), then)
    assert "src/broken.rs" in true.inspection.degraded
    assert measure(tree, policy(), Bench(lenses(), store=Store(store)), then) == true


@pytest.mark.parametrize("spoil", SPOILT.values(), ids=SPOILT)
def test_a_store_changes_nothing_whatever_is_in_it(full: Path, spoil: Spoiling) -> None:
    true = afresh()
    assert {each.rule for each in true.findings} >= {"rust/unwrap", "python/any", "arch/acyclic"}
    assert true.inspection.degraded
    assert true.allowed
    assert true.outside
    assert known(full) > 8
    spoil(full)
    assert measured(full) == true
    assert measured(full) == true


def test_a_store_that_somebody_has_for_himself_changes_nothing(full: Path) -> None:
    with closing(sqlite3.connect(full, isolation_level=None)) as connection:
        connection.execute("BEGIN EXCLUSIVE")
        assert measured(full) == afresh()


def test_a_file_that_became_unreadable_is_not_known_from_earlier(full: Path) -> None:
    markers = "<<<<<<< ours\nfn a() {}\n=======\nfn b() {}\n>>>>>>> theirs\n"
    odd = DictSnapshot({**FILES, "src/copy.rs": markers, "shop/app.py": b"\0binary"})
    for _ in range(2):
        now = measured(full, odd)
        assert {each.path for each in now.inspection.failed} == {"src/copy.rs", "shop/app.py"}
        assert now == afresh(odd)


def test_a_worker_that_fails_leaves_nothing_behind(tmp_path: Path) -> None:
    path = tmp_path / "ratchet" / "facts.sqlite"
    hurried = measured(path, rules=replace(policy(), rulebook=counting()), limits=Limits(1, seconds=0.0))
    assert {each.path for each in hurried.inspection.failed} > {"src/lib.rs"}
    assert known(path) == 0
    assert measured(path) == afresh()


def counting() -> Rulebook:
    """The rules that need no graph: imports are read without workers."""
    return Rulebook({name: rule for name, rule in policy().rulebook.rules.items() if rule.verb == "count"})


def test_what_is_asked_decides_what_is_known(full: Path) -> None:
    """The meaning of the rules, the attributes that make tests and the size limit; not the phase of a rule."""
    code = {"src/lib.rs": "#[my::case]\nfn f() { g().unwrap(); }\n"}
    told = {
        "plain": "",
        "phase": '[phase]\n"rust/unwrap" = "warn"\n',
        "attribute": 'test_attributes = ["my::case"]\n',
        "pack": 'packs = ["python"]\n',
    }
    grown = {}
    for name, config in told.items():
        tree = DictSnapshot({**FILES, **code, "ratchet.toml": config})
        rules = read_rules(tree, Library())
        before = known(full)
        assert measured(full, tree, rules) == afresh(tree, rules)
        grown[name] = known(full) - before
    assert grown.pop("attribute") > 1
    assert grown == {"plain": 1, "phase": 0, "pack": 0}
    smaller = DictSnapshot(FILES)
    smaller.limit = 100_000
    before = known(full)
    assert measured(full, smaller) == afresh(smaller)
    assert known(full) - before > 8  # imports too


@pytest.fixture
def shop(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> Repo:
    """A repository in three languages, under the ratchet, with a change that is not committed."""
    for name in [name for name in os.environ if name.startswith(("GIT_", "CI"))]:
        monkeypatch.delenv(name)
    for name, value in repo.environment.items():
        monkeypatch.setenv(name, value)
    for path, content in FILES.items():
        repo.write(path, content)
    assert say(repo, "init", "--no-cache")[0] == 0
    repo.commit("adopt")
    repo.write("src/cart.rs", CART.replace("u64 {", "u64 {\n    std::env::var(path).unwrap();"))
    repo.git("mv", "shop/web.py", "shop/net.py")
    repo.write("shop/app.py", APP.replace("web", "net").replace("return x", "print(x)"))
    repo.git("add", "src/cart.rs")
    return repo


def store(repo: Repo) -> Path:
    return repo.root / ".git/ratchet/facts.sqlite"


def say(repo: Repo, *args: str) -> tuple[object, str, str]:
    """What a command answers, byte for byte, and its exit code."""
    result = CliRunner().invoke(ratchet, ["-C", str(repo.root), *args], standalone_mode=False, catch_exceptions=False)
    return result.return_value, result.stdout, result.stderr


ASKED = [
    ("count", "--scope", "all"),
    ("check",),
    ("check", "--staged"),
    ("diff",),
    ("tighten", "--check"),
    ("explain", "src/lib.rs:3"),
    ("graph",),
]


def test_every_command_says_the_same_with_a_store_and_without(shop: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    without = [say(shop, *args, "--format", "json", "--no-cache") for args in ASKED]
    assert not store(shop).exists()
    assert '"cfg": "linux"' in without[-1][1]
    assert [say(shop, *args, "--format", "json") for args in ASKED] == without
    entries = look_at_cache(str(shop.root)).entries
    assert [say(shop, *args, "--format", "json") for args in ASKED] == without
    assert look_at_cache(str(shop.root)).entries == entries > 10
    store(shop).write_bytes(b"poison")
    monkeypatch.setenv("RATCHET_CACHE", "off")
    assert say(shop, *ASKED[0], "--format", "json") == without[0]
    assert store(shop).read_bytes() == b"poison"


def test_eight_runs_at_once_say_the_same_and_leave_a_sound_store(shop: Repo) -> None:
    code, out, _ = say(shop, "count", "--format", "json", "--no-cache")
    command = [sys.executable, "-m", "ratchet", "count", "--format", "json"]
    pipe = subprocess.PIPE
    runs = [subprocess.Popen(command, cwd=shop.root, env=shop.environment, stdout=pipe, stderr=pipe) for _ in range(8)]
    said = {(*run.communicate(timeout=120), run.returncode) for run in runs}
    assert said == {(out.encode(), b"", code)}
    with closing(sqlite3.connect(store(shop))) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    # Each content once, the same one under two names as well; the config, by either limit, the rules, and what either
    # language is read with.
    assert known(store(shop)) == 7 + 2 + 1 + 2


def test_a_file_that_is_too_large_by_now_is_not_known_from_earlier(shop: Repo) -> None:
    """Git names it without a look at it: its facts and its imports must not be known under this limit."""
    shop.write("shop/large.py", "import shop.app\n" + "# a long story\n" * 400)
    shop.write("src/large.rs", "pub fn f() { g().unwrap(); }\n" + "// a long story\n" * 400)
    shop.git("add", "--all")
    say(shop, "check", "--staged")
    shop.write("ratchet.toml", "max_file_bytes = 5000\n")
    shop.git("add", "--all")
    warm = say(shop, "check", "--staged", "--format", "json")
    assert warm[1].count("over max_file_bytes") > 1
    assert warm == say(shop, "check", "--staged", "--format", "json", "--no-cache")


def test_what_git_has_lost_is_judged_by_what_was_known_of_it(repo: Repo, full: Path) -> None:
    """An id names its content for ever: what was found in it stays true, be the content here or not."""
    for path, content in FILES.items():
        repo.write(path, content)
    commit = repo.commit()
    tree = commit_snapshot(Git(str(repo.root)), commit, commit, TREE.limit)
    lost = repo.git("rev-parse", "HEAD:src/copy.rs")
    (repo.root / ".git/objects" / lost[:2] / lost[2:]).unlink()
    assert measured(full, tree).findings == afresh().findings
