"""Which package each declared dependency means: one of the repository, one of the lockfile, or one unknown to both."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ratchet.graphs.cargo.dependencies import Dependency, patches
from ratchet.graphs.cargo.lockfile import Lock, Locked
from ratchet.graphs.cargo.manifests import Manifest
from ratchet.graphs.cargo.outside import Key, Outside, normal_source
from ratchet.graphs.cargo.packages import Own
from ratchet.graphs.cargo.versions import allows
from ratchet.graphs.cargo.workspaces import Layout, Workspace
from ratchet.model.errors import Place
from ratchet.model.graph import Node, Unresolved
from ratchet.model.value import field, frozen

__all__ = ["Link", "Linker"]

Locks = Mapping[str, Sequence[Locked]]
"""What the lockfile says that a package depends on, by name."""


@frozen
class Link:
    """A dependency of the package in a directory, and what it means: a directory, or a package from outside."""

    source: str
    dependency: Dependency
    target: str | Key


@frozen
class Linker:
    """All that is known when dependencies are followed; collects packages from outside and what leads nowhere."""

    manifests: Mapping[str, Manifest]
    layout: Layout
    own: Own
    locks: Mapping[str, Lock]
    outside: Outside
    unresolved: list[Unresolved] = field(default_factory=list)
    _patches: dict[str, Mapping[tuple[str, str], Dependency]] = field(default_factory=dict)

    def links(self) -> Iterator[Link]:
        """Every declared dependency of every package of the repository."""
        for directory in self.own.nodes:
            workspace = self.own.workspaces[directory]
            locked = self._locked(directory, workspace)
            for dependency in self.layout.declared.get(directory, ()):
                yield Link(directory, dependency, self._target(directory, dependency, workspace, locked))

    def _locked(self, directory: str, workspace: Workspace | None) -> Locks | None:
        """What the lockfile says that a package depends on; None without one.

        Where the workspace has none, as a package that stands alone, that of a workspace which uses it by path counts.
        """
        node = self.own.nodes[directory]
        lock = None if workspace is None else self.locks.get(workspace.root.directory)
        if lock is not None:
            return _listed(lock, _numbers(lock, node))
        found = ((each, numbers) for each in self.locks.values() if (numbers := _numbers(each, node)))
        return next((_listed(each, numbers) for each, numbers in found), None)

    def _target(
        self, directory: str, dependency: Dependency, workspace: Workspace | None, locked: Locks | None
    ) -> str | Key:
        near = None if dependency.directory is None else self.own.nodes.get(dependency.directory)
        if near is not None and near.name == dependency.package:
            return dependency.directory or ""
        found = _chosen(dependency, (locked or {}).get(dependency.package, ()))
        if found is not None:
            return self.place_of(found, workspace, self._place(directory, dependency))
        if dependency.path:
            self._miss(directory, dependency, "leads to no package of that name in this repository")
        elif locked is not None:
            self._miss(directory, dependency, "is not in Cargo.lock")
        return self._unlocked(directory, dependency, workspace)

    def place_of(self, found: Locked, workspace: Workspace | None, place: Place) -> str | Key:
        """The package of the repository that a package of the lockfile is, or the one from outside."""
        if not found.source:
            directory = self.own.called(found.name, found.version, workspace)
            if directory is not None:
                return directory
        return self.outside.note((found.name, found.version, found.source), place)

    def _unlocked(self, directory: str, dependency: Dependency, workspace: Workspace | None) -> str | Key:
        """What only the manifest knows: no version, and perhaps a patch that puts something else in its place."""
        patch = None if workspace is None else self._patch(dependency, workspace)
        meant = patch or dependency
        if meant.directory is not None and meant.directory in self.own.nodes:
            node = self.own.nodes[meant.directory]
            fits = allows(dependency.requirement, node.version) is not False
            if node.name == meant.package and fits:
                return meant.directory
        source = "" if meant.origin == "path" else meant.origin
        return self.outside.note((meant.package, "", source), self._place(directory, dependency))

    def _patch(self, dependency: Dependency, workspace: Workspace) -> Dependency | None:
        root = workspace.root
        if root.directory not in self._patches:
            found = {(origin, each.package): each for origin, each in patches(root)}
            self._patches[root.directory] = found
        address = dependency.origin.removeprefix("git+").partition("?")[0].removeprefix("registry:")
        return self._patches[root.directory].get((address, dependency.package))

    def _place(self, directory: str, dependency: Dependency) -> Place:
        return self.manifests[directory].place(*dependency.steps)

    def _miss(self, directory: str, dependency: Dependency, why: str) -> None:
        text = f'{dependency.package} = {{ path = "{dependency.path}" }}' if dependency.path else dependency.package
        missed = Unresolved(self.own.nodes[directory].id, f"{text}: {why}", self._place(directory, dependency))
        self.unresolved.append(missed)


def _numbers(lock: Lock, node: Node) -> Sequence[int]:
    """A package of the repository in a lockfile: of its version, or of another where the lockfile is older."""
    near = [each for each in lock.named.get(node.name, ()) if not lock.packages[each].source]
    return [each for each in near if lock.packages[each].version == node.version] or near


def _listed(lock: Lock, numbers: Sequence[int]) -> Locks:
    found: dict[str, list[Locked]] = {}
    for each in lock.edges[numbers[0]] if numbers else ():
        found.setdefault(lock.packages[each].name, []).append(lock.packages[each])
    return found


def _chosen(dependency: Dependency, named: Sequence[Locked]) -> Locked | None:
    """The one there is; of several the one of the version and source that the manifest asks for."""
    if len(named) < 2:
        return named[0] if named else None

    def fits(each: Locked) -> tuple[bool, bool]:
        return allows(dependency.requirement, each.version) is not False, _same_origin(dependency, each)

    return max(named, key=fits)


def _same_origin(dependency: Dependency, locked: Locked) -> bool:
    if dependency.origin == "path":
        return not locked.source
    if dependency.origin.startswith("git+"):
        return normal_source(locked.source) == normal_source(dependency.origin)
    return locked.source.startswith(("registry+", "sparse+"))
