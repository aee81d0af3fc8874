"""Workers that begin before all is known read what is asked in the end, and nothing else comes of what they read."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from ratchet.acts.bench import Bench
from ratchet.acts.head_start import begin_ahead
from ratchet.acts.keeping import facts_bytes
from ratchet.acts.measuring import measure
from ratchet.acts.reading_apart import forget_ahead, taken_ahead
from ratchet.acts.world import World, worktree_of
from ratchet.model.errors import RatchetError
from ratchet.model.facts import FileFacts
from ratchet.model.value import replace
from ratchet.repo.git import Git
from ratchet.repo.limits import Limits, can_fork
from ratchet.repo.workers import Crew
from tests.repository import Repo

pytestmark = pytest.mark.skipif(not can_fork(), reason="there are no workers without fork")

CARGO = '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2024"\n'
SITE = "pub fn f(x: Option<u8>) -> u8 {\n    x.unwrap()\n}\n"


@pytest.fixture
def shop(tmp_path: Path) -> Repo:
    repo = Repo(tmp_path / "repo", tmp_path / "home")
    repo.init()
    repo.write("Cargo.toml", CARGO)
    repo.write("src/lib.rs", "mod a;\nmod b;\n" + SITE)
    for name in ("a", "b"):
        repo.write(f"src/{name}.rs", f"// {name}\n" + SITE)
    repo.write("tests/all.rs", SITE)
    repo.write("made/x.rs", SITE)
    repo.write("ratchet.toml", 'packs = ["rust"]\nexclude = ["made/**"]\n')
    repo.commit("Begin")
    (repo.root / "src/link.rs").symlink_to("a.rs")
    repo.commit("Link")
    return repo


def world_in(repo: Repo) -> World:
    return World(Git(str(repo.root)), Bench(limits=Limits(2)))


def begun(world: World) -> dict[str, str]:
    """The errands of workers who have begun."""
    begin_ahead(world, world.git.run("ls-files", "-z", "-s", "-v", "--cached"))
    assert world.bench.ahead is not None
    return dict(world.bench.ahead.asked)


def test_they_begin_with_what_is_likely_production(shop: Repo) -> None:
    world = world_in(shop)
    assert begun(world).keys() == {"src/a.rs", "src/b.rs", "src/lib.rs"}
    forget_ahead(world.bench)


def test_what_they_read_is_what_is_found(shop: Repo) -> None:
    alone, early = world_in(shop), world_in(shop)
    asked = begun(early)
    tree = worktree_of(early)
    policy = early.policy(tree)
    found = measure(tree, policy, early.bench)
    assert early.bench.ahead is None
    assert {name for name, _ in early.bench.facts} >= set(asked.values())
    other = measure(worktree_of(alone), policy, alone.bench)
    assert (found.findings, found.inspection, found.files) == (other.findings, other.inspection, other.files)
    assert len(found.findings) == 3


def test_what_was_read_is_not_read_again(shop: Repo) -> None:
    world = world_in(shop)
    begun(world)
    assert world.bench.ahead is not None
    early = list(world.bench.ahead.crew.run(()))
    assert sorted(path for batch, _ in early for path, _ in batch) == ["src/a.rs", "src/b.rs", "src/lib.rs"]
    world.bench.ahead = replace(world.bench.ahead, crew=Answered(early))
    for name in ("a", "b", "lib"):
        shop.write(f"src/{name}.rs", SITE.replace("fn f", "fn changed_since"))
    tree = worktree_of(world)
    found = measure(tree, world.policy(tree), world.bench)
    assert [finding.symbol for finding in found.findings] == ["a::f", "b::f", "f"]


class Answered(Crew[Any, Any]):
    """A crew whose first answers were taken already."""

    def __init__(self, answers: list[tuple[Any, Any]]) -> None:
        self.answers = answers

    def run(self, jobs: Iterable[Any]) -> Iterator[tuple[Any, Any]]:
        yield from self.answers
        for batch in jobs:
            assert [path for path, _ in batch] == ["tests/all.rs"]
            yield batch, [("0" * 40, 1, facts_bytes(FileFacts(size=1)))]


def test_who_is_asked_something_else_begins_anew(shop: Repo) -> None:
    world = world_in(shop)
    asked = begun(world)
    shop.write("ratchet.toml", 'packs = ["rust"]\ntest_attributes = ["check"]\n')
    tree = worktree_of(world)
    found = measure(tree, world.policy(tree), world.bench)
    assert {finding.path for finding in found.findings} == {"src/a.rs", "src/b.rs", "src/lib.rs", "made/x.rs"}
    assert not {name for name, _ in world.bench.facts} & set(asked.values())


def test_who_reads_what_nobody_wants_is_dismissed(shop: Repo) -> None:
    """It may be excluded because it takes so long."""
    chain = ".y().unwrap()" * 60_000
    shop.write("src/a.rs", f"pub fn a() {{ x{chain}; }}\n")
    shop.commit("Slow")
    world = world_in(shop)
    world.bench.limits = Limits(2, seconds=60)
    begun(world)
    shop.write("ratchet.toml", 'packs = ["rust"]\nexclude = ["made/**", "src/a.rs"]\n')
    tree, begin = worktree_of(world), time.monotonic()
    found = measure(tree, world.policy(tree), world.bench)
    assert {finding.path for finding in found.findings} == {"src/b.rs", "src/lib.rs"}
    assert time.monotonic() - begin < 30, "nobody waits for it"


def test_who_is_dismissed_is_gone(shop: Repo) -> None:
    world = world_in(shop)
    begun(world)
    assert world.bench.ahead is not None
    crew, begun_with = world.bench.ahead.crew, world.bench.ahead.asked
    forget_ahead(world.bench)
    assert list(crew.run(())) == []
    assert taken_ahead(world.bench, begun_with) is None


def test_a_broken_policy_lets_nobody_begin(shop: Repo) -> None:
    shop.write("ratchet.toml", "packs = [\n")
    world = world_in(shop)
    with pytest.raises(RatchetError):
        begun(world)
    assert world.bench.ahead is None
