"""The one place that starts git, with everything off that could run a program or reach the network."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from sys import intern

from ratchet.model.errors import RatchetError
from ratchet.model.value import field, frozen
from ratchet.quick.git import QUIET, SAFE
from ratchet.repo.begun import Begun, begin

TYPE_CHECKING = False
if TYPE_CHECKING:
    import subprocess

__all__ = [
    "PARTIAL",
    "Git",
    "GitFailed",
    "entries",
    "find_git",
    "has_commit",
    "head_commit",
    "how_to_get",
    "is_branch_name",
    "is_shallow",
    "records",
    "refusal",
    "resolve_commit",
    "tree_of",
]

_DEADLINE = 120.0
_DAMAGED = "git fsck tells whether the repository is damaged"

PARTIAL = "in a partial clone: git fetch --refetch --no-filter origin (in CI: clone without --filter)"
"""How a clone gets the objects that it was made without."""


class GitFailed(RatchetError):
    """Git refused; the message is git's own."""


@frozen
class Git:
    """A git work tree, by its absolute top level; `environment` where it is another one than ours.

    `common` is git's own directory, which all work trees of a repository share; empty where it could not be told.
    `begun` are commands that are at work already.
    """

    top: str
    environment: Mapping[str, str] = field(default_factory=lambda: os.environ, compare=False)
    common: str = field(default="", compare=False)
    begun: dict[tuple[str, ...], Begun] = field(default_factory=dict, compare=False)

    def run(self, *args: str, stdin: bytes = b"") -> bytes:
        """What a git command says; any other end than success is a GitFailed."""
        done = self.attempt(*args, stdin=stdin)
        if done.returncode != 0:
            raise refusal(args[0], done)
        return done.stdout

    def attempt(self, *args: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
        """A finished git command, whatever its exit code, for those whose codes are answers."""
        early = self.begun.pop(args, None)
        said = early.output(_DEADLINE) if early else None
        if said is None:
            return _finish(self.top, args, stdin, self.environment)
        from subprocess import CompletedProcess

        return CompletedProcess(args, 0, said, b"")

    def begin(self, *args: str) -> None:
        """Start a command without input that will be run in a moment."""
        early = begin(("git", *SAFE, *args), self.top, {**self.environment, **QUIET})
        if early:
            self.begun[args] = early

    def abandon(self) -> None:
        """End what was begun and is not wanted any more."""
        while self.begun:
            self.begun.popitem()[1].abandon()

    def start(self, *args: str) -> subprocess.Popen[bytes]:
        """A running git command to talk to; its errors go nowhere, its silence is for the caller to notice."""
        import subprocess

        return subprocess.Popen(
            ("git", *SAFE, *args),
            cwd=self.top,
            env={**self.environment, **QUIET},
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )


def find_git(start: str) -> Git | None:
    """The work tree around a directory; None where there is no git repository at all."""
    if not os.path.isdir(start):
        raise RatchetError(f"`{start}` is not a directory")
    done = _finish(start, ("rev-parse", "--git-common-dir", "--show-toplevel"), b"", os.environ)
    if done.returncode == 0:
        common, _, top = os.fsdecode(done.stdout.removesuffix(b"\n")).partition("\n")
        if os.path.isdir(os.path.join(start, common)):
            return Git(top, common=os.path.abspath(os.path.join(start, common)))
        done = _finish(start, ("rev-parse", "--show-toplevel"), b"", os.environ)  # there is a line break in a name
        return Git(os.fsdecode(done.stdout.removesuffix(b"\n")))
    error = _text(done)
    if "not a git repository (or any" in error:
        return None
    if "dubious ownership" in error:
        lines = error.splitlines()  # the first says what, the last how to trust it
        raise RatchetError(lines[0], hint=f"if you trust its owner: {lines[-1].strip()}")
    if "bare repository" in error or "must be run in a work tree" in error:
        raise RatchetError(
            "this is a bare repository or the inside of a .git directory: there are no files to judge",
            hint="run ratchet in a work tree: git worktree add ../judged && cd ../judged",
        )
    raise refusal("rev-parse", done)


def head_commit(git: Git) -> str | None:
    """The commit that is checked out; None on a branch without commits."""
    done = git.attempt("rev-parse", "--verify", "--quiet", "HEAD")
    if done.returncode == 1 and not done.stdout:
        return None
    if done.returncode != 0:
        raise refusal("rev-parse", done)
    return done.stdout.decode().strip()


def resolve_commit(git: Git, ref: str) -> str:
    """The id of the commit that a revision names."""
    loud = ("-c", "core.warnAmbiguousRefs=true")
    done = git.attempt(*loud, "rev-parse", "--verify", "--end-of-options", ref + "^{commit}")
    if done.returncode != 0:
        raise RatchetError(f"there is no commit `{ref}` in this clone", hint=how_to_get(git, ref))
    if "is ambiguous" in _text(done):
        raise RatchetError(
            f"`{ref}` names more than one thing here, and git would take a tag before a branch",
            hint=f"write it in full, as refs/remotes/{ref} or refs/heads/{ref}; `git show-ref {ref}` lists them",
        )
    return done.stdout.decode().strip()


def has_commit(git: Git, ref: str) -> bool:
    """Is the commit that a revision names in this clone?"""
    return git.attempt("rev-parse", "--verify", "--quiet", "--end-of-options", ref + "^{commit}").returncode == 0


def is_branch_name(git: Git, name: str) -> bool:
    """Could a branch have this name? No blanks, no control characters, none of the marks of revisions and refspecs."""
    return git.attempt("check-ref-format", f"refs/heads/{name}").returncode == 0


def is_shallow(git: Git) -> bool:
    """Is the history of this clone cut off somewhere?"""
    return git.run("rev-parse", "--is-shallow-repository").strip() == b"true"


def how_to_get(git: Git, ref: str) -> str:
    """The command that brings a revision into this clone."""
    if ref in {"HEAD", "@"}:
        return "the branch has no commit yet: make the first one, then run this again"
    remotes = git.attempt("remote").stdout.decode(errors="replace").split()
    if not remotes:
        return "this clone has no remote to fetch it from; `git branch --all` lists what is there"
    shallow = is_shallow(git)
    import shlex

    if any(mark in ref for mark in "~^@{"):
        return "run: git fetch --unshallow" if shallow else "`git log --oneline` lists the commits that are there"
    fetch = "run: git fetch --unshallow" if shallow else "run: git fetch"
    remote, slash, branch = ref.removeprefix("refs/remotes/").partition("/")
    if slash and remote in remotes:
        # A clone of one branch takes a plain `git fetch origin main` for FETCH_HEAD only: say where it shall go.
        refspec = f"+refs/heads/{branch}:refs/remotes/{remote}/{branch}"
        return f"{fetch} {shlex.quote(remote)} {shlex.quote(refspec)}"
    return f"{fetch} {'origin' if 'origin' in remotes else shlex.quote(remotes[0])} {shlex.quote(ref)}"


def tree_of(git: Git, commit: str) -> str:
    """The id of a commit's tree."""
    return git.run("rev-parse", "--verify", "--end-of-options", commit + "^{tree}").decode().strip()


def records(output: bytes) -> list[bytes]:
    """The parts of a `-z` listing; one that was cut off is refused, never taken for a shorter list."""
    *whole, rest = output.split(b"\0")
    if rest:
        raise _cut_off()
    return whole


def entries(output: bytes) -> Iterator[tuple[str, str]]:
    """The parts of a `-z` listing of paths: what is said of each, and the path as text. All is decoded at once."""
    *whole, rest = output.decode("utf-8", "surrogateescape").split("\0")
    if rest:
        raise _cut_off()
    for record in whole:
        about, _, path = record.partition("\t")
        yield about, intern(path)


def _cut_off() -> GitFailed:
    return GitFailed("git ended in the middle of a list", hint="run it again; if it stays: git fsck")


def _finish(
    cwd: str, args: tuple[str, ...], stdin: bytes, environment: Mapping[str, str]
) -> subprocess.CompletedProcess[bytes]:
    import subprocess  # takes as long to load as git takes, and a hook that finds all it needs asks no more of git

    try:
        return subprocess.run(
            ("git", *SAFE, *args),
            cwd=cwd,
            env={**environment, **QUIET},
            input=stdin,
            capture_output=True,
            check=False,
            timeout=_DEADLINE,
        )
    except subprocess.TimeoutExpired as error:
        raise GitFailed(f"git {args[0]} did not finish within {_DEADLINE:.0f} s", hint="run it again") from error
    except OSError as error:
        raise _not_started(error) from error


def _not_started(error: OSError) -> RatchetError:
    if isinstance(error, FileNotFoundError) and error.filename == "git":
        return RatchetError("git was not found", hint="install git 2.30 or newer and put it on the PATH")
    about = f" ({error.filename})" if error.filename else ""
    return RatchetError(f"git could not be started: {error.strerror}{about}", hint="check your git: git --version")


def refusal(command: str, done: subprocess.CompletedProcess[bytes]) -> GitFailed:
    """The error for a git command that did not succeed, in git's own words."""
    said = _text(done) or f"ended with code {done.returncode} and no message"
    return GitFailed(f"git {command}: {said}", hint=PARTIAL if "promisor" in said else _DAMAGED)


def _text(done: subprocess.CompletedProcess[bytes]) -> str:
    return done.stderr.decode("utf-8", "replace").strip().removeprefix("fatal: ")
