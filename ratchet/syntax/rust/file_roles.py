"""The role of every Rust file: followed from crate roots along modules and includes, production first."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ratchet.model.language import Language
from ratchet.model.scope import PackageScope, Role, Scope
from ratchet.model.value import replace
from ratchet.syntax.rust.packages import Package, packages
from ratchet.syntax.rust.programs import with_programs
from ratchet.syntax.rust.targets import CONVENTIONAL, Target
from ratchet.syntax.rust.walking import Visit, Walk, role_of
from ratchet.syntax.scoping import Files, Roles

__all__ = ["roles"]

_OWNERS_OF_DIRECTORIES = ("lib.rs", "main.rs", "mod.rs", "build.rs")


def roles(
    files: Files, read: Callable[[str], bytes], paths: Sequence[str], language: Language, proving: bool = True
) -> Roles:
    """Production wins where a file is reached twice; what nothing reaches is judged by its place."""
    crates = with_programs(packages(paths, read, language.dev_crates))
    places = _Places(crates, proving)
    walk = Walk(files, frozenset(paths), proving)
    walk.spread(_root(crate, target, proving) for crate in crates for target in crate.targets)
    sure = frozenset(walk.elsewhere)
    sure |= _spread_strays(walk, places) & walk.elsewhere
    own = _own_macros(walk, places)
    by_path = {path: own(path, walk.known.get(path) or walk.data[path]) for path in files}
    unread = (crate.manifest for crate in crates if not crate.readable)
    notices = tuple(f"{path}: no TOML that can be read, so only the usual targets are known" for path in unread)
    later = {path: own(path, walk.known[path]) for path in sorted(sure)}
    roots = frozenset(path for crate in crates for path in crate.declared)
    told = tuple(PackageScope(each.directory, each.name, each.scope, each.needed) for each in crates if each.because)
    return Roles(by_path, tuple(sorted(walk.elsewhere)), notices, later, roots, told)


def _own_macros(walk: Walk, places: _Places) -> Callable[[str, Role], Role]:
    """Tells a role the macros that production code of its crate defines."""
    found: dict[str, set[str]] = {}
    for path, facts in walk.files.items():
        for link in facts.links:
            role = walk.known.get(path)
            if link.how == "macro" and role and role.scope is link.scope is Scope.PRODUCTION:
                found.setdefault(places.home(path), set()).add(link.name)

    def told(path: str, role: Role) -> Role:
        names = found.get(places.home(path)) if found else None
        if not names:
            return role
        step = f"its crate defines {', '.join(f'{name}!' for name in sorted(names))} itself"
        return replace(role, own_macros=frozenset(names), proof=(*role.proof, step) if role.proof else ())

    return told


def _spread_strays(walk: Walk, places: _Places) -> set[str]:
    """Follow the files that no root reaches; back come those that are reached from others and so no strays themselves.

    What an unreached file declares under `#[cfg(test)]` is a test; whatever else it reaches is as unreached as it is.
    """
    lost = walk.files.keys() - walk.known.keys() - walk.data.keys()
    strays = {path: places.stray(path) for path in lost if walk.files[path].links}
    reached = {visit.path for stray in strays.values() for visit in walk.following(stray)}
    before = dict(walk.known)
    walk.spread(strays[path] for path in sorted(strays.keys() - reached))
    # Reached after all, from a file that owns another directory than it seemed to: its own place counts as well.
    both = (lost - strays.keys() - reached) & walk.known.keys()
    if both:
        walk.known = before
        strays |= {path: places.stray(path) for path in both}
        walk.spread(strays[path] for path in sorted(strays.keys() - reached))
    walk.known |= {path: places.role(path) for path in lost - walk.known.keys()}
    return reached


def _root(crate: Package, target: Target, proving: bool) -> Visit:
    if not proving:
        return Visit(target.path, target.scope, target.library, True, (), package=crate.directory)
    program = f"; {crate.program}" if crate.program else ""
    proof = (f"{target.path} is a crate root ({target.because}{program})", *crate.proof)
    return Visit(target.path, target.scope, target.library, True, proof, package=crate.directory)


class _Places:
    """The roles of files that no root reaches, by where they lie; without proofs they are the same in a directory."""

    def __init__(self, crates: Sequence[Package], proving: bool) -> None:
        self._homes = {crate.directory: crate for crate in crates}
        self._proving = proving
        self._known: dict[tuple[str, bool], Role] = {}

    def stray(self, path: str) -> Visit:
        role = self.role(path)
        owns = path.rpartition("/")[2] in _OWNERS_OF_DIRECTORIES
        home = _home(path, self._homes)
        return Visit(path, role.scope, role.library, owns, role.proof, role.orphan, home.directory if home else "")

    def home(self, path: str) -> str:
        """The directory of the package that a file is in; the file itself where there is none."""
        home = _home(path, self._homes)
        return path if home is None else f"{home.directory}/"

    def role(self, path: str) -> Role:
        if self._proving:
            return _by_place(path, self._homes)
        directory, _, name = path.rpartition("/")
        key = directory, name == "main.rs"
        if key not in self._known:
            role = _by_place(path, self._homes)
            self._known[key] = role_of(role.scope, role.library, (), role.orphan)
        return self._known[key]


def _by_place(path: str, homes: Mapping[str, Package]) -> Role:
    """A file that no root reaches: a test in `tests/` outside of `src/`, elsewhere production and an orphan.

    A package that is no production has no orphans, and its own `benches/` and `examples/` are what they are called.
    """
    home = _home(path, homes)
    if home is None:
        name = path.rpartition("/")[2]
        proof = (f"{path}: no package above it",)
        return Role(Scope.PRODUCTION, library=name != "main.rs", proof=proof, orphan=bool(homes))
    if home.scope is not Scope.PRODUCTION:
        return Role(home.scope, proof=(f"{path} belongs to the package `{home.name}`", *home.proof))
    first, *others = path.removeprefix(home.directory).lstrip("/").split("/")[:-1] or ("",)
    scope = Scope.TEST if first != "src" and "tests" in others else CONVENTIONAL.get(first)
    if scope:
        part = first if first in CONVENTIONAL else "tests"
        return Role(scope, proof=(f"{path} is reached from no crate root, and lies in {part}/ of its package",))
    proof = (f"{path} is reached from no crate root: counted as production",)
    return Role(Scope.PRODUCTION, library=not home.program, proof=proof, orphan=True)


def _home(path: str, homes: Mapping[str, Package]) -> Package | None:
    """The package in the nearest directory above a file."""
    directory = path
    while directory:
        directory = directory.rpartition("/")[0]
        if directory in homes:
            return homes[directory]
    return None
