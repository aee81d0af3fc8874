"""A head start: workers read files that are likely asked for while git is still asked which others there are.

All of it is a guess, from the index and the policy on disk: what is asked in the end has a name, and what was found
under another one is thrown away.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ratchet.acts.asking import Variants, Wanted
from ratchet.acts.finding import asked_by, doubted
from ratchet.acts.inspecting import candidates
from ratchet.acts.policies import SETTINGS, read_settings
from ratchet.acts.reading_apart import ahead_of, likely, read_ahead
from ratchet.acts.world import LIMIT, World
from ratchet.model.config import Config
from ratchet.model.globs import matcher
from ratchet.repo.disk import DiskSnapshot
from ratchet.repo.limits import can_fork
from ratchet.repo.names import path_bytes, path_text

__all__ = ["begin_ahead"]

_REGULAR = b"H 100"


def begin_ahead(world: World, tracked: bytes) -> None:
    """Let workers begin with some files of an index that git has listed, in what the policy on disk asks.

    Raises RatchetError or Unreadable where that cannot be told.
    """
    bench = world.bench
    if not can_fork():
        return
    tree = _policy_tree(world, tracked)
    policy = world.policy(tree)
    asked = asked_by(policy, tree)
    variants = Variants(asked, Wanted(doubted(policy), lambda _: False))
    bench.asked |= variants.by_name
    for each in asked.values():
        bench.lens(each)
    suffixes = [path_bytes(suffix) for each in asked.values() for suffix in each.language.suffixes]
    total = sum(tracked.count(suffix + b"\0") for suffix in suffixes)
    is_excluded = matcher(policy.config.exclude)
    sources = (path for path in _ending(tracked, tuple(suffixes)) if not is_excluded(path))
    chosen = candidates(likely(sources, ahead_of(total, bench)), asked)
    if chosen:
        errands = {path: variants.of(path, language, aside=False).name for path, language in chosen.items()}
        bench.ahead = read_ahead(errands, total, tree, bench)


def _policy_tree(world: World, tracked: bytes) -> DiskSnapshot:
    """The files of the working tree that state the policy, as far as git knows them."""
    settings = [name for name in SETTINGS if b"\t%b\0" % name.encode() in tracked]
    limit, config = LIMIT, _read(world, settings, LIMIT)
    if config.max_file_bytes != limit:
        limit, config = config.max_file_bytes, _read(world, settings, config.max_file_bytes)
    places = {f"{place.strip('/')}/" for place in (config.rules, config.baselines)}
    paths = {*settings, *(path for place in places for path in _beginning(tracked, place))}
    return _tree(world, paths, limit)


def _read(world: World, paths: Iterable[str], limit: int) -> Config:
    return read_settings(_tree(world, paths, limit), world.library)


def _tree(world: World, paths: Iterable[str], limit: int) -> DiskSnapshot:
    return DiskSnapshot(world.git.top, "worktree", tuple(sorted(paths, key=path_bytes)), {}, limit)


def _beginning(tracked: bytes, start: str) -> Iterator[str]:
    """The regular files of a listing whose paths begin in some way."""
    wanted = b"\t" + path_bytes(start)
    at = tracked.find(wanted)
    while at >= 0:
        end = tracked.index(b"\0", at)
        if tracked.startswith(_REGULAR, tracked.rfind(b"\0", 0, at) + 1):
            yield path_text(tracked[at + 1 : end])
        at = tracked.find(wanted, end)


def _ending(tracked: bytes, suffixes: tuple[bytes, ...]) -> Iterator[str]:
    """The regular files of a listing whose paths end in some way, one after the other: few of many are taken."""
    at = 0
    while (end := tracked.find(b"\0", at)) >= 0:
        record = tracked[at:end]
        if record.endswith(suffixes) and record.startswith(_REGULAR):
            yield path_text(record.partition(b"\t")[2])
        at = end + 1
