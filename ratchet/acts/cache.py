"""Looking at what is kept from run to run, and throwing it away."""

from __future__ import annotations

from ratchet.model.cache import CacheReport
from ratchet.model.errors import RatchetError
from ratchet.quick.sealed import forget, kept_in
from ratchet.repo.git import Git, find_git
from ratchet.repo.keeper import is_switched_off, store_at
from ratchet.repo.store import Store, StoreState

__all__ = ["clear_cache", "look_at_cache"]


def look_at_cache(directory: str) -> CacheReport:
    """How much is kept for the repository around a directory."""
    git, store = _store(directory)
    return _report(git, store, store.state())


def clear_cache(directory: str) -> CacheReport:
    """Throw it away; back comes what there was. The next run finds everything out again."""
    git, store = _store(directory)
    report = _report(git, store, store.clear(), cleared=True)
    forget(git.common)
    if problem := store.state().problem:
        raise RatchetError(f"{problem}: nothing is kept there", hint="see what it is: ls -l, then remove it by hand")
    if store.state().bytes or any(kept_in(git.common)):
        raise RatchetError(f"{store.path} cannot be removed", hint="see who owns it: ls -l, then remove it by hand")
    return report


def _store(directory: str) -> tuple[Git, Store]:
    git = find_git(directory)
    store = store_at(git) if git else None
    if git is None or store is None:
        raise RatchetError(
            "no git repository, or one whose name has a line break: nothing is kept from run to run",
            hint="run it inside a repository",
        )
    return git, store


def _report(git: Git, store: Store, state: StoreState, cleared: bool = False) -> CacheReport:
    used = not is_switched_off(git) and not state.problem
    numbers = state.entries, state.bytes, store.most_bytes
    return CacheReport(state.path, *numbers, used, state.problem, cleared, *kept_in(git.common))
