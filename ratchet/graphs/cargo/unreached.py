"""Workspaces that cargo cannot read, below another one and needed by nothing else: they are left out of the graph."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ratchet.graphs.cargo.dependencies import patches
from ratchet.graphs.cargo.manifests import Manifest
from ratchet.graphs.cargo.paths import above
from ratchet.graphs.cargo.reading import Files
from ratchet.graphs.cargo.remarks import missing_members
from ratchet.graphs.cargo.workspaces import Layout, Workspace
from ratchet.model.errors import Mistake, Place
from ratchet.model.value import replace

__all__ = ["without_unreached"]


def without_unreached(files: Files, layout: Layout, wrong_locks: Mapping[str, Sequence[Mistake]]) -> Files:
    """The files with the manifests of such workspaces among the broken ones; the same if there is none.

    To be asked when the graph was built: much of what is wrong with a manifest is found only then.
    """
    wrong: dict[str, Sequence[Mistake]] = {}
    for workspace in layout.workspaces:
        at = workspace.root.directory
        if found := (*_mistakes(workspace, files), *wrong_locks.get(at, ())):
            wrong[at] = found
    sound = {each.root.directory for each in layout.workspaces} - wrong.keys()
    broken: dict[str, Mistake] = {}
    for workspace in layout.workspaces:
        root = workspace.root
        if root.directory in wrong and not sound.isdisjoint(above(root.directory)) and not _reached(workspace, layout):
            own = {directory: files.manifests[directory] for directory in (root.directory, *workspace.members)}
            broken |= {directory: _why(manifest, root, wrong) for directory, manifest in own.items()}
    if not broken:
        return files
    kept = {directory: each for directory, each in files.manifests.items() if directory not in broken}
    return replace(files, manifests=kept, broken={**files.broken, **broken})


def _mistakes(workspace: Workspace, files: Files) -> list[Mistake]:
    own = (files.manifests[directory] for directory in (workspace.root.directory, *workspace.members))
    return [*missing_members(workspace, files), *(mistake for each in own for mistake in each.mistakes)]


def _reached(workspace: Workspace, layout: Layout) -> bool:
    """Whether another workspace has one of its packages as a member, as a dependency by path or as a patch."""
    own = {workspace.root.directory, *workspace.members}
    shared = any(each is not workspace for member in own for each in layout.having.get(member, ()))
    used = (each for directory, every in layout.declared.items() if directory not in own for each in every)
    others = (each.root for each in layout.workspaces if each is not workspace)
    patched = (each for root in others for _, each in patches(root))
    return shared or any(each.directory in own for every in (used, patched) for each in every)


def _why(manifest: Manifest, root: Manifest, wrong: Mapping[str, Sequence[Mistake]]) -> Mistake:
    """What is wrong with a manifest, or with the workspace that it is of."""
    if manifest is root:
        return wrong[root.directory][0]
    return next(iter(manifest.mistakes), Mistake(f"a member of {root.path}", Place(manifest.path), ""))
