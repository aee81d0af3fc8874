"""What is to be said of a graph: mistakes without whose repair it is not whole, and notices of what is not in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from ratchet.graphs.cargo.lockfile import Lock
from ratchet.graphs.cargo.manifests import Manifest
from ratchet.graphs.cargo.packages import Own
from ratchet.graphs.cargo.paths import above, is_below
from ratchet.graphs.cargo.reading import Files
from ratchet.graphs.cargo.workspaces import Layout, Workspace
from ratchet.model.errors import Mistake

__all__ = ["missing_members", "mistakes_of", "notices_of", "roots_without_lock", "unread_of"]

_SHOWN = 3
_NOT_THERE = (
    "add the manifest or take the entry out of `members`; what `exclude` of ratchet.toml hides, "
    "and what is behind a symlink, is not there for ratchet"
)


def mistakes_of(files: Files, layout: Layout) -> Iterator[Mistake]:
    """Members that are not there, manifests that are needed and cannot be read, and what makes no sense in others."""
    for workspace in layout.workspaces:
        yield from missing_members(workspace, files)
    needed = _needed(files, layout)
    yield from (mistake for directory, mistake in files.broken.items() if directory in needed)
    read = {*layout.packages, *(each.root.directory for each in layout.workspaces)}
    for directory in sorted(read):
        yield from files.manifests[directory].mistakes


def missing_members(workspace: Workspace, files: Files) -> Iterator[Mistake]:
    """Entries of `members` that lead to no manifest."""
    place = workspace.root.place("workspace", "members")
    for pattern, directory in workspace.missing:
        if directory is None:
            yield Mistake(f"member `{pattern}` is outside of this repository", place, "members must lie within it")
        elif directory not in files.broken and not any(is_below(directory, each) for each in files.submodules):
            yield Mistake(f"member `{pattern}` has no Cargo.toml", place, _NOT_THERE)


def _needed(files: Files, layout: Layout) -> set[str]:
    """The directories of broken manifests that decide about others: members, dependencies by path, likely roots.

    A lockfile makes a likely root where no other workspace is around it; a fuzz crate often has one of its own.
    """
    named = {directory for workspace in layout.workspaces for _, directory in workspace.missing}
    used = {each.directory for every in layout.declared.values() for each in every}
    around = {each for directory in files.manifests for each in above(directory)}
    roots = {each.root.directory for each in layout.workspaces}
    locked = {each.rpartition("/")[0] for each in files.named if each.rpartition("/")[2] == "Cargo.lock"}
    alone = {each for each in locked if roots.isdisjoint(above(each))}
    deciding = {"", *named, *used, *around, *alone}
    return {each for each in files.broken if each in deciding and each not in files.vendored}


def unread_of(files: Files, layout: Layout) -> Iterator[Mistake]:
    """Manifests that cannot be read, and that nothing else needs: what they describe is not in the graph."""
    needed = _needed(files, layout)
    for directory in sorted(files.broken.keys() - needed):
        mistake = files.broken[directory]
        message = f"no rule sees this package, since cargo cannot read it: {mistake.message}"
        yield Mistake(message, mistake.place, mistake.hint)


def notices_of(layout: Layout, own: Own, locks: Mapping[str, Lock]) -> Iterator[str]:
    """Packages that are left out, and workspaces of which only the declared dependencies are known."""
    if layout.lost:
        yield f"packages that are in no workspace, though one is around them: {_listed(layout.lost)}"
    if bare := [each.path for each in roots_without_lock(layout, own, locks)]:
        yield f"without a Cargo.lock, what dependencies depend on is unknown: {_listed(bare)}"
    for workspace in layout.workspaces:
        yield from _twice(workspace, own)


def roots_without_lock(layout: Layout, own: Own, locks: Mapping[str, Lock]) -> Iterator[Manifest]:
    """The roots of workspaces that depend on packages from outside and have no lockfile."""
    alone = (each for each in layout.workspaces if each.root.directory not in locks)
    yield from (each.root for each in alone if _has_outside(each, layout, own))


def _twice(workspace: Workspace, own: Own) -> Iterator[str]:
    names = sorted(own.nodes[each].name for each in workspace.members if each in own.nodes)
    for name in sorted({one for one, next_ in pairwise(names) if one == next_}):
        yield f"{workspace.root.path}: more than one member is called {name}"


def _has_outside(workspace: Workspace, layout: Layout, own: Own) -> bool:
    declared = (each for directory in workspace.members for each in layout.declared.get(directory, ()))
    return any(each.directory not in own.nodes for each in declared)


def _listed(things: Sequence[str]) -> str:
    more = len(things) - _SHOWN
    return ", ".join(things[:_SHOWN]) + (f" and {more} more" if more > 0 else "")
