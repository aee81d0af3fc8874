"""The tree that a merge would give, made in a repository of its own that borrows the objects of ours."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

from ratchet.model.errors import Place, RatchetError
from ratchet.model.value import frozen
from ratchet.repo.git import PARTIAL, Git, records
from ratchet.repo.names import path_text

__all__ = ["MergedTree", "merged_tree"]

_KEPT = frozenset({"GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_EXEC_PATH"})
_ALONE = {"GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": os.devnull, "GIT_ATTR_NOSYSTEM": "1"}
_MERGE = ("merge-tree", "--write-tree", "-z", "--name-only", "--no-messages")
_SHOWN = 5


@frozen
class MergedTree:
    """A tree, and the repository that has it: there only until the merge is forgotten."""

    git: Git
    tree: str


@contextmanager
def merged_tree(git: Git, tip: str, head: str, baselines: str) -> Iterator[MergedTree]:
    """What merging `head` into `tip` would give; conflicts in the baselines do not matter, all others do.

    Neither the work tree nor the index, refs and objects of the repository are touched, and no attribute or setting
    of it chooses how to merge: a merge driver would be a program to run.
    """
    directory = tempfile.mkdtemp(prefix="ratchet-merge-")
    try:
        borrowed = _borrow(git, directory)
        done = borrowed.attempt("-c", f"core.attributesFile={os.devnull}", *_MERGE, tip, head)
        if done.returncode not in {0, 1}:
            raise _refused(git, done.stderr.decode("utf-8", "replace"))
        tree, *conflicts = records(done.stdout)
        _refuse_conflicts([path_text(path) for path in conflicts if path], baselines)
        yield MergedTree(borrowed, tree.decode())
    finally:
        shutil.rmtree(directory, ignore_errors=True)


def _borrow(git: Git, directory: str) -> Git:
    """A new repository with the objects of another one, and nothing else of it: no setting, attribute, ref or index."""
    ours = {name: value for name, value in git.environment.items() if not name.startswith("GIT_") or name in _KEPT}
    form = git.run("rev-parse", "--show-object-format").decode().strip()
    alone = {**ours, **_ALONE}
    Git(git.top, alone).run("init", "--quiet", "--bare", "--template=", f"--object-format={form}", directory)
    objects = os.path.join(git.top, _git_path(git, "objects"))
    with open(os.path.join(directory, "objects", "info", "alternates"), "wb") as file:
        file.write(_quoted(os.fsencode(objects)) + b"\n")
    cut = os.path.join(git.top, _git_path(git, "shallow"))
    if os.path.exists(cut):
        shutil.copyfile(cut, os.path.join(directory, "shallow"))
    return Git(directory, {**alone, "GIT_DIR": directory})


def _git_path(git: Git, name: str) -> str:
    return os.fsdecode(git.run("rev-parse", "--git-path", name).removesuffix(b"\n"))


def _quoted(path: bytes) -> bytes:
    """As git reads a path of any bytes from a line."""
    return b'"' + path.replace(b"\\", b"\\\\").replace(b'"', b'\\"').replace(b"\n", b"\\n") + b'"'


def _refused(git: Git, said: str) -> RatchetError:
    if "usage: git merge-tree" in said or "unknown option" in said:
        version = git.run("--version").decode().strip()
        return RatchetError(f"--merged needs git 2.38 or newer, and this is {version}", hint="update git")
    return RatchetError(f"the merge could not be computed: {said.strip()}", hint=PARTIAL)


def _refuse_conflicts(paths: list[str], baselines: str) -> None:
    conflicts = [path for path in paths if not path.startswith(f"{baselines.strip('/')}/")]
    if conflicts:
        more = f" and {len(conflicts) - _SHOWN} more" if len(conflicts) > _SHOWN else ""
        named = ", ".join(conflicts[:_SHOWN]) + more
        raise RatchetError(f"the merge has conflicts, so there is no merged tree yet: {named}", Place(conflicts[0]))
