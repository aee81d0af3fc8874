"""The one place that starts git, with everything off that could run a program or reach the network."""

from __future__ import annotations

import os
import shlex
import subprocess
from dataclasses import dataclass

from ratchet.model.errors import RatchetError

__all__ = [
    "Git",
    "GitFailed",
    "find_git",
    "head_commit",
    "merge_base",
    "records",
    "refusal",
    "resolve_commit",
    "tree_of",
]

_SAFE = ("-c", "core.fsmonitor=false", "-c", "safe.bareRepository=explicit", "-c", "core.quotepath=false")
_QUIET = {
    "GIT_NO_LAZY_FETCH": "1",
    # Older gits do not know GIT_NO_LAZY_FETCH: that no protocol is allowed keeps them off the network too.
    "GIT_ALLOW_PROTOCOL": "",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "LC_ALL": "C",
}
_DEADLINE = 120.0


class GitFailed(RatchetError):
    """Git refused; the message is git's own."""


@dataclass(frozen=True, slots=True)
class Git:
    """A git work tree, by its absolute top level."""

    top: str

    def run(self, *args: str, stdin: bytes = b"") -> bytes:
        """What a git command says; any other end than success is a GitFailed."""
        done = self.attempt(*args, stdin=stdin)
        if done.returncode != 0:
            raise refusal(args[0], done)
        return done.stdout

    def attempt(self, *args: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
        """A finished git command, whatever its exit code, for those whose codes are answers."""
        return _finish(self.top, args, stdin)

    def start(self, *args: str) -> subprocess.Popen[bytes]:
        """A running git command to talk to; its errors go nowhere, its silence is for the caller to notice."""
        return subprocess.Popen(
            ("git", *_SAFE, *args),
            cwd=self.top,
            env=os.environ | _QUIET,
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )


def find_git(start: str) -> Git | None:
    """The work tree around a directory; None where there is no git repository at all."""
    if not os.path.isdir(start):
        raise RatchetError(f"`{start}` is not a directory")
    done = _finish(start, ("rev-parse", "--show-toplevel"), b"")
    if done.returncode == 0:
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
    done = git.attempt("rev-parse", "--verify", "--end-of-options", ref + "^{commit}")
    if done.returncode != 0:
        raise RatchetError(f"there is no commit `{ref}` in this clone", hint=_how_to_get(git, ref))
    return done.stdout.decode().strip()


def _how_to_get(git: Git, ref: str) -> str:
    if ref in {"HEAD", "@"}:
        return "the branch has no commit yet: make the first one, then run this again"
    if any(mark in ref for mark in "~^@{"):
        return "`git log --oneline` lists the commits that are there"
    remotes = git.attempt("remote").stdout.decode(errors="replace").split()
    if not remotes:
        return "this clone has no remote to fetch it from; `git branch --all` lists what is there"
    remote, slash, branch = ref.partition("/")
    if slash and remote in remotes:
        # A clone of one branch takes a plain `git fetch origin main` for FETCH_HEAD only: say where it shall go.
        refspec = f"+refs/heads/{branch}:refs/remotes/{remote}/{branch}"
        return f"run: git fetch {shlex.quote(remote)} {shlex.quote(refspec)}"
    return f"run: git fetch {'origin' if 'origin' in remotes else shlex.quote(remotes[0])} {shlex.quote(ref)}"


def merge_base(git: Git, a: str, b: str) -> str:
    """The commit from which two commits part."""
    done = git.attempt("merge-base", "--end-of-options", a, b)
    if done.returncode not in {0, 1}:
        raise refusal("merge-base", done)
    if done.stdout:
        return done.stdout.decode().split()[0]
    if git.run("rev-parse", "--is-shallow-repository").strip() == b"true":
        raise RatchetError(
            f"this shallow clone does not reach back to where `{a}` and `{b}` part",
            hint="git fetch --deepen=200 (or git fetch --unshallow); "
            "in GitHub Actions give actions/checkout `fetch-depth: 0`",
        )
    raise RatchetError(
        f"`{a}` and `{b}` have no commit in common, so there is nothing to compare with",
        hint="name a base that this branch grew from: --base REF",
    )


def tree_of(git: Git, commit: str) -> str:
    """The id of a commit's tree."""
    return git.run("rev-parse", "--verify", "--end-of-options", commit + "^{tree}").decode().strip()


def records(output: bytes) -> list[bytes]:
    """The parts of a `-z` listing; one that was cut off is refused, never taken for a shorter list."""
    *whole, rest = output.split(b"\0")
    if rest:
        raise GitFailed("git ended in the middle of a list", hint="run it again; if it stays: git fsck")
    return whole


def _finish(cwd: str, args: tuple[str, ...], stdin: bytes) -> subprocess.CompletedProcess[bytes]:
    try:
        return subprocess.run(
            ("git", *_SAFE, *args),
            cwd=cwd,
            env=os.environ | _QUIET,
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
    return RatchetError(
        f"git could not be started: {error.strerror} ({error.filename})", hint="check your git: git --version"
    )


def refusal(command: str, done: subprocess.CompletedProcess[bytes]) -> GitFailed:
    """The error for a git command that did not succeed, in git's own words."""
    said = _text(done) or f"ended with code {done.returncode} and no message"
    return GitFailed(f"git {command}: {said}", hint="git fsck tells whether the repository is damaged")


def _text(done: subprocess.CompletedProcess[bytes]) -> str:
    return done.stderr.decode("utf-8", "replace").strip().removeprefix("fatal: ")
