"""Where two histories part, or why this clone cannot tell."""

from __future__ import annotations

import os

from ratchet.model.errors import RatchetError
from ratchet.repo.git import Git, is_shallow, refusal

__all__ = ["OutOfReach", "merge_base"]

_SHOWN = 12


class OutOfReach(RatchetError):
    """What decides is at the remote, beyond what this clone has of it."""


def merge_base(git: Git, a: str, b: str, deepen: str = "") -> str:
    """The one commit from which two commits part; `deepen` is how the CI system is told to clone it all."""
    done = git.attempt("merge-base", "--all", "--end-of-options", a, b)
    if done.returncode not in {0, 1}:
        raise refusal("merge-base", done)
    bases = sorted(done.stdout.decode().split())
    shown = a.removeprefix("refs/remotes/"), b
    if not bases:
        raise _nothing_in_common(git, *shown, deepen)
    if len(bases) > 1:
        raise _criss_cross(*shown, bases)
    if _may_be_hidden(git, a, b, bases[0]):
        ours = "`{}` and `{}`".format(*shown)
        message = f"this shallow clone may hide where {ours} part: a history between them is cut off"
        raise OutOfReach(message, hint=_unshallow(deepen))
    return bases[0]


def _may_be_hidden(git: Git, a: str, b: str, base: str) -> bool:
    """Could a nearer common commit lie behind a cut? Its budgets may be lower than those of the one that is seen."""
    if not is_shallow(git):
        return False
    apart = [frozenset(git.run("rev-list", "--end-of-options", f"{base}..{side}").decode().split()) for side in (a, b)]
    return all(apart) and not _cuts(git).isdisjoint(apart[0] | apart[1])


def _cuts(git: Git) -> frozenset[str]:
    """The commits whose parents are not in this clone."""
    path = os.fsdecode(git.run("rev-parse", "--git-path", "shallow").removesuffix(b"\n"))
    with open(os.path.join(git.top, path), encoding="ascii") as file:
        return frozenset(file.read().split())


def _nothing_in_common(git: Git, a: str, b: str, deepen: str) -> RatchetError:
    if is_shallow(git):
        message = f"this shallow clone does not reach back to where `{a}` and `{b}` part"
        return OutOfReach(message, hint=_unshallow(deepen))
    return RatchetError(
        f"`{a}` and `{b}` have no commit in common, so there is nothing to compare with",
        hint="name a base that this branch grew from: --base REF",
    )


def _criss_cross(a: str, b: str, bases: list[str]) -> RatchetError:
    """Budgets of either could be looser than those of the other, and both trees together are no tree that ever was."""
    named = ", ".join(base[:_SHOWN] for base in bases)
    return RatchetError(
        f"`{a}` and `{b}` part in {len(bases)} commits ({named}), so none of them alone is the contract",
        hint=f"run: git merge {a}   (then its tip is the one commit), and check again",
    )


def _unshallow(deepen: str) -> str:
    for_good = deepen or "in GitHub Actions give actions/checkout `fetch-depth: 0`"
    return f"run: git fetch --unshallow   (for good: {for_good})"
