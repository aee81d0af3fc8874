"""The role of every Rust file: followed from crate roots along modules and includes, production first."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Mapping, Sequence

from ratchet.model.language import Language
from ratchet.model.scope import Role, Scope
from ratchet.syntax.rust.packages import Package, packages
from ratchet.syntax.rust.targets import CONVENTIONAL, Target
from ratchet.syntax.rust.walking import Visit, Walk
from ratchet.syntax.scoping import Files, Roles

__all__ = ["roles"]

_OWNERS_OF_DIRECTORIES = ("lib.rs", "main.rs", "mod.rs", "build.rs")


def roles(files: Files, read: Callable[[str], bytes], paths: Sequence[str], language: Language) -> Roles:
    """Production wins where a file is reached twice; what nothing reaches is judged by its place."""
    crates = packages(paths, read, language.dev_crates)
    homes = {crate.directory: crate for crate in crates}
    walk = Walk(files, frozenset(paths))
    walk.spread(_root(crate, target) for crate in crates for target in crate.targets)
    lost = files.keys() - walk.known.keys() - walk.data.keys()
    # What an unreached file declares under `#[cfg(test)]` is a test; whatever else it reaches is as unreached as it is.
    strays = {path: _stray(path, homes) for path in lost}
    reached = {visit.path for stray in strays.values() for visit in walk.following(stray)}
    walk.spread(strays[path] for path in sorted(lost - reached))
    for path in sorted(lost - walk.known.keys()):
        walk.known[path] = _by_place(path, homes)
    by_path = {path: walk.known.get(path) or walk.data[path] for path in files}
    unread = (crate.manifest for crate in crates if not crate.readable)
    notices = tuple(f"{path}: no TOML that can be read, so only the usual targets are known" for path in unread)
    return Roles(by_path, tuple(sorted(walk.elsewhere)), notices)


def _root(crate: Package, target: Target) -> Visit:
    because = target.because
    if crate.dev:
        because += f", and {crate.dev}"
    elif crate.needed:
        because += f"; dev_crates has it, but `{crate.needed}` is built with it"
    return Visit(target.path, target.scope, target.library, True, (f"{target.path} is a crate root ({because})",))


def _stray(path: str, homes: Mapping[str, Package]) -> Visit:
    role = _by_place(path, homes)
    owns = posixpath.basename(path) in _OWNERS_OF_DIRECTORIES
    return Visit(path, role.scope, role.library, owns, role.proof, role.orphan)


def _by_place(path: str, homes: Mapping[str, Package]) -> Role:
    """A file that no root reaches: in a conventional directory it has that role, elsewhere it counts, as an orphan."""
    home = _home(path, homes)
    if home is None:
        name = posixpath.basename(path)
        return Role(Scope.PRODUCTION, library=name != "main.rs", proof=(f"{path}: no Cargo.toml above it",))
    if home.dev:
        return Role(Scope.TEST, proof=(f"{path} belongs to the package `{home.name}`, and {home.dev}",))
    inside = path.removeprefix(home.directory).lstrip("/")
    scope = CONVENTIONAL.get(inside.partition("/")[0])
    if scope and "/" in inside:
        return Role(scope, proof=(f"{path} lies in {inside.partition('/')[0]}/ of its package",))
    return Role(Scope.PRODUCTION, proof=(f"{path} is reached from no crate root: counted as production",), orphan=True)


def _home(path: str, homes: Mapping[str, Package]) -> Package | None:
    """The package in the nearest directory above a file."""
    directory = path
    while directory:
        directory = directory.rpartition("/")[0]
        if directory in homes:
            return homes[directory]
    return None
