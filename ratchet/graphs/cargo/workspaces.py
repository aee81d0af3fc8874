"""Which packages of a repository belong together: workspaces, their members, and packages that stand alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ratchet.graphs.cargo.dependencies import Dependency, Heritage, declared, patches
from ratchet.graphs.cargo.manifests import Manifest
from ratchet.graphs.cargo.members import GLOB_MARKS, expanded
from ratchet.graphs.cargo.paths import above, is_below, landed
from ratchet.model.value import field, frozen

__all__ = ["Layout", "Workspace", "lay_out"]

_MOST_MATCHES = 3_000_000


@frozen(eq=False)
class Workspace:
    """A root with the directories of its members and of those built by default; a package alone is its own root.

    `missing` are members without a manifest: the pattern, and the directory or None if outside of the repository.
    """

    root: Manifest
    members: tuple[str, ...]
    default: frozenset[str]
    missing: tuple[tuple[str, str | None], ...] = ()


@frozen
class Layout:
    """The workspaces of a repository, what each package declares, and the packages that cargo builds nowhere."""

    workspaces: tuple[Workspace, ...]
    roots: Mapping[str, Manifest | None]
    declared: Mapping[str, tuple[Dependency, ...]]
    packages: tuple[str, ...]
    lost: tuple[str, ...]
    having: Mapping[str, tuple[Workspace, ...]]


@frozen
class _Listed:
    """The directories that a root excludes, and those it names as members with globs unread."""

    excluded: frozenset[str | None]
    members: frozenset[str | None]

    def excludes(self, directory: str) -> bool:
        """Below a directory of `exclude`, and below none that `members` names as it is written."""
        if not self.excluded:
            return False
        around = (directory, *above(directory))
        return not self.excluded.isdisjoint(around) and self.members.isdisjoint(around)


@frozen
class _Tree:
    """The manifests by directory, what their roots list, where each looks for its root, and what it declares."""

    manifests: Mapping[str, Manifest]
    directories: tuple[str, ...]
    listed: Mapping[str, _Listed]
    roots: dict[str, Manifest | None] = field(default_factory=dict)
    declared: dict[str, tuple[Dependency, ...]] = field(default_factory=dict)
    heritages: dict[str, Heritage] = field(default_factory=dict)

    def dependencies(self, directory: str) -> tuple[Dependency, ...]:
        """What a package declares, read once."""
        if directory not in self.declared:
            manifest = self.manifests[directory]
            root = self.roots[directory]
            heritage = None if root is None else self.heritages.setdefault(root.directory, Heritage(root))
            self.declared[directory] = declared(manifest, heritage) if manifest.has_package else ()
        return self.declared[directory]


def lay_out(manifests: Mapping[str, Manifest], vendored: frozenset[str] = frozenset()) -> Layout:
    """Find the workspaces as cargo does: roots, members by name or glob, and what members depend on by path.

    A copy that `cargo vendor` made stands for a package from elsewhere: no package of its own accord.
    """
    tree = _Tree(
        manifests,
        tuple(sorted(manifests)),
        {each.directory: _listed(each) for each in manifests.values() if each.is_root},
    )
    for directory, manifest in manifests.items():
        tree.roots[directory] = _root_of(manifest, tree)
    found = [_workspace(manifest, tree) for manifest in manifests.values() if manifest.is_root]
    inside = {directory for workspace in found for directory in workspace.members}
    own = [each for each in manifests.values() if each.has_package and each.directory not in vendored]
    alone = [each for each in own if each.directory not in inside and tree.roots[each.directory] is None]
    inside.update(each.directory for each in alone)
    patched = [directory for workspace in found for directory in _patched(workspace.root, tree)]
    inside.update(patched)
    _add_used(inside, tree, sorted(inside))
    single = [Workspace(each, (each.directory,), frozenset({each.directory})) for each in alone]
    workspaces = tuple(sorted([*found, *single], key=lambda each: each.root.directory))
    lost = tuple(sorted(each.directory for each in own if each.directory not in inside))
    return Layout(workspaces, tree.roots, tree.declared, tuple(sorted(inside)), lost, _having(workspaces, tree))


def _having(workspaces: Sequence[Workspace], tree: _Tree) -> Mapping[str, tuple[Workspace, ...]]:
    """The workspaces of which each package is a member; or else the first that has it by a path."""
    found: dict[str, tuple[Workspace, ...]] = {}
    for workspace in workspaces:
        for directory in workspace.members:
            found[directory] = (*found.get(directory, ()), workspace)
    known = set(found)
    for workspace in workspaces:
        patched = [each for each in _patched(workspace.root, tree) if each not in known]
        known.update(patched)
        for directory in (*patched, *_add_used(known, tree, (*workspace.members, *patched))):
            found[directory] = (workspace,)
    return found


def _listed(root: Manifest) -> _Listed:
    table = root.get("workspace")
    excluded, members = (
        frozenset(landed(root.directory, each) for each in table.get(key).texts()) for key in ("exclude", "members")
    )
    return _Listed(excluded, members)


def _root_of(manifest: Manifest, tree: _Tree) -> Manifest | None:
    """The root that a package takes for its own: what it names, or the nearest above that does not exclude it."""
    if manifest.is_root:
        return manifest
    if manifest.pointer:
        return _pointed_to(manifest, tree)
    for directory in above(manifest.directory):
        other = tree.manifests.get(directory)
        if other is None:
            continue
        if other.is_root and not tree.listed[directory].excludes(manifest.directory):
            return other
        if other.pointer and not other.is_root:
            return _pointed_to(other, tree)
    return None


def _pointed_to(manifest: Manifest, tree: _Tree) -> Manifest | None:
    directory = landed(manifest.directory, manifest.pointer)
    found = None if directory is None else tree.manifests.get(directory)
    if found is None or not found.is_root:
        manifest.wrong(("package", "workspace"), "leads to no workspace of this repository")
        return None
    return found


def _workspace(root: Manifest, tree: _Tree) -> Workspace:
    table = root.get("workspace")
    patterns = table.get("members").texts()
    globs = sum(not GLOB_MARKS.isdisjoint(each) for each in patterns)
    if globs * len(tree.manifests) > _MOST_MATCHES:
        root.wrong(("workspace", "members"), "has more patterns than can be tried")
        patterns = ()
    named = list(expanded(root.directory, patterns, tree.directories))
    members = _members(root, tree, [each for _, each in named if each is not None])
    missing = tuple((pattern, each) for pattern, each in named if each is None or each not in tree.manifests)
    return Workspace(root, tuple(sorted(members)), _default(root, members, tree.directories), missing)


def _members(root: Manifest, tree: _Tree, named: Sequence[str]) -> set[str]:
    """Those named, the package of the root, and what they depend on by path within the directory of the root."""
    waiting = [(directory, False) for directory in (*named, root.directory)]
    seen: set[str] = set()
    while waiting:
        directory, by_path = waiting.pop()
        if directory in seen or directory not in tree.manifests:
            continue
        if by_path and not is_below(directory, root.directory) and tree.roots[directory] is not root:
            continue
        if tree.listed[root.directory].excludes(directory):
            continue
        seen.add(directory)
        waiting += [(each.directory, True) for each in tree.dependencies(directory) if each.directory is not None]
    return {directory for directory in seen if tree.manifests[directory].has_package}


def _default(root: Manifest, members: set[str], known: Sequence[str]) -> frozenset[str]:
    """The members that a command without `--workspace` means."""
    said = root.get("workspace").get("default-members")
    if said.is_there:
        found = (each for _, each in expanded(root.directory, said.texts(), known))
        return frozenset(each for each in found if each in members)
    return frozenset({root.directory} if root.has_package else members)


def _add_used(inside: set[str], tree: _Tree, users: Sequence[str]) -> list[str]:
    """Add what these depend on by path, in a workspace or not, as cargo builds it there too; say what was added."""
    added: list[str] = []
    waiting = list(users)
    while waiting:
        new = sorted(set(_used(waiting.pop(), tree)) - inside)
        inside.update(new)
        waiting += new
        added += new
    return added


def _patched(root: Manifest, tree: _Tree) -> Iterator[str]:
    """The packages of the repository that the root puts in the place of others: built, but no members."""
    for _, each in patches(root):
        if each.directory is not None and each.directory in tree.manifests:
            yield each.directory


def _used(directory: str, tree: _Tree) -> Iterator[str]:
    for each in tree.dependencies(directory):
        found = None if each.directory is None else tree.manifests.get(each.directory)
        if found is not None and found.has_package:
            yield found.directory
