"""The repository that an act works on: found, and refused where it cannot be judged."""

from __future__ import annotations

from ratchet.acts.bench import Bench
from ratchet.acts.policies import Library, read_policy, read_settings
from ratchet.model.config import Config
from ratchet.model.errors import RatchetError
from ratchet.model.measured import Measured
from ratchet.model.policy import Policy
from ratchet.model.snapshot import Snapshot
from ratchet.model.value import field, mutable
from ratchet.repo.clock import today
from ratchet.repo.git import Git, find_git

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ratchet.repo.commits import CommitSnapshot
    from ratchet.repo.listed import Listed

__all__ = [
    "LIMIT",
    "World",
    "commit_of",
    "from_top",
    "index_of",
    "last_written",
    "open_world",
    "remembering",
    "worktree_of",
    "world_of",
]

LIMIT = Config().max_file_bytes
_TREES = 3


@mutable
class World:
    """A git repository, with what one run has read of it so far: commits are measured once with each policy.

    `trees` are the last few commits that were listed, by id, name and size limit. `tracked` and `untracked`
    is what git said of the work tree a moment ago, where it was asked, and `changed` are the tracked files that differ
    from a commit. `written` are the commits that last touched a directory, by the commit up to which they were sought.
    """

    git: Git
    bench: Bench = field(default_factory=Bench)
    library: Library = field(default_factory=Library)
    measured: dict[tuple[str, int], tuple[Policy, Measured]] = field(default_factory=dict)
    trees: dict[tuple[str, str, int], CommitSnapshot] = field(default_factory=dict)
    tracked: Listed | None = None
    untracked: bytes | None = None
    changed: tuple[str, frozenset[bytes]] | None = None
    written: dict[tuple[str, str], str] = field(default_factory=dict)

    def policy(self, snapshot: Snapshot) -> Policy:
        """The policy that a snapshot states."""
        with self.bench.stage("rules and baselines"):
            return read_policy(snapshot, self.library)


def open_world(directory: str, bench: Bench | None = None) -> World:
    """The repository around a directory, with a bench to work on."""
    git = find_git(directory)
    if git is None:
        raise RatchetError(
            "not a git repository: the gate compares with what was committed",
            hint="run: git init   (or count without a repository: ratchet count)",
        )
    world = World(git, bench or Bench())
    world.bench.today = today()
    return remembering(world)


def world_of(top: str, common: str, bench: Bench) -> World:
    """A repository that was found already, with a bench to work on."""
    return remembering(World(Git(top, common=common), bench))


def remembering(world: World) -> World:
    """The same, which shares what it finds out with other runs from now on."""
    world.bench.remember_in(world.git)
    world.library.keep_in(world.bench.store)
    return world


def from_top(world: World, start: str, path: str) -> str:
    """A path given on the command line, as the repository names it."""
    from ratchet.repo.places import absolute, relative_to

    return relative_to(absolute(".", world.git.top), absolute(start, path))


def worktree_of(world: World) -> Snapshot:
    """The working tree, with the size limit that its own config sets."""
    from ratchet.repo.worktree import Unchanged, worktree_snapshot  # a run that judges a few files takes no snapshot

    unchanged = None
    if world.changed and world.tracked is not None:
        commit, changed = world.changed
        unchanged = Unchanged(commit_of(world, commit, commit, LIMIT).names, changed)
    with world.bench.stage("git"):
        snapshot = worktree_snapshot(world.git, LIMIT, world.tracked, world.untracked, unchanged)
        world.tracked = None  # nobody asks for it again, and it is large
        limit = read_settings(snapshot, world.library).max_file_bytes
        return snapshot if limit == LIMIT else snapshot.limited(limit)


def index_of(world: World) -> Snapshot:
    """What will be committed."""
    from ratchet.repo.commits import index_snapshot

    with world.bench.stage("git"):
        snapshot = index_snapshot(world.git, LIMIT)
        limit = read_settings(snapshot, world.library).max_file_bytes
        return snapshot if limit == LIMIT else snapshot.limited(limit)


def commit_of(world: World, commit: str, ref: str, limit: int) -> CommitSnapshot:
    """The tree of a commit."""
    from ratchet.repo.commits import commit_snapshot

    key = commit, ref, limit
    if key not in world.trees:
        with world.bench.stage("git"):
            known = next((tree for name, tree in world.trees.items() if name[:2] == key[:2]), None)
            tree = known.limited(limit) if known else _by_index(world, key) or commit_snapshot(world.git, *key)
        for old in list(world.trees)[: len(world.trees) + 1 - _TREES]:
            del world.trees[old]  # each has a git process of its own
        world.trees[key] = tree
    return world.trees[key]


def last_written(world: World, commit: str, directory: str) -> str:
    """The last commit up to another one that touched a directory, or that one; a long history is walked once."""
    from ratchet.repo.history import last_change

    key = commit, directory
    if key not in world.written:
        world.written[key] = last_change(world.git, commit, directory) or commit
    return world.written[key]


def _by_index(world: World, key: tuple[str, str, int]) -> CommitSnapshot | None:
    """The tree of a commit from which files are known to differ, as the index tells it, where that was listed."""
    from ratchet.repo.commits import commit_by_index

    commit, ref, limit = key
    if world.tracked is None or not world.changed or not world.changed[0] == commit == ref:
        return None
    return commit_by_index(world.git, commit, world.tracked, limit)
