"""What comes before trees are looked at, in our way: letters tell what they can, the rest is parsed, in two processes.

Files in directories of tests, benches and examples are read and no more.
"""

from __future__ import annotations

import os
from contextlib import suppress

from ratchet.acts.bench import Bench
from ratchet.acts.finding import asked_by
from ratchet.acts.world import open_world, worktree_of
from ratchet.model.snapshot import Unreadable
from ratchet.repo.disk import DiskSnapshot
from ratchet.syntax.excerpts import excerpt
from ratchet.syntax.facts import glance
from ratchet.syntax.form import Tellings
from ratchet.syntax.lens import Lens
from ratchet.syntax.parsing import parse
from ratchet.syntax.portions import to_parse
from ratchet.syntax.scoping import scope_reader
from ratchet.syntax.tellings import tellings
from ratchet.syntax.wanted import Extent

_PROCESSES = 2
_AT_ONCE = 250_000
_ASIDE = frozenset({"tests", "benches", "examples"})
_PRODUCTION = Extent(whole=False, tests=False, sites=True)


def main() -> None:
    """Parse what may count in the work tree in the current directory."""
    world = open_world(".", Bench(remembers=False))
    tree = worktree_of(world)
    assert isinstance(tree, DiskSnapshot)
    lens = world.bench.lens(asked_by(world.policy(tree), tree)["rust"])
    paths = [path for path in tree.paths() if path.endswith(".rs")]
    told = tellings(lens)
    children = [pid for number in range(_PROCESSES) if (pid := _apart(tree, lens, told, paths[number::_PROCESSES]))]
    if any(os.waitpid(pid, 0)[1] for pid in children):
        raise SystemExit("a process did not parse its share")


def _apart(tree: DiskSnapshot, lens: Lens, told: Tellings, paths: list[str]) -> int:
    """Parse some files in a process of their own; back comes its number."""
    pid = os.fork()
    if pid:
        return pid
    try:
        for path in paths:
            with suppress(Unreadable):
                content = tree.read_now(path)
                if _ASIDE.isdisjoint(path.split("/")[:-1]) and glance(lens, content, _PRODUCTION) is None:
                    _parse(lens, told, content)
        os._exit(0)
    finally:
        os._exit(1)


def _parse(lens: Lens, told: Tellings, content: bytes) -> None:
    reader = scope_reader(lens.language)
    text = reader.plain(content)
    items = reader.items(text)
    if items is None:
        parse(lens.language, text)
        return
    portion = to_parse(lens, text, items, _PRODUCTION, told)
    for part in portion.parts(_AT_ONCE):
        parse(lens.language, excerpt(text, portion.within(part)).text)


if __name__ == "__main__":
    main()
