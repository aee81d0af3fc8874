"""The role of every Rust file: followed from crate roots along modules and includes, production first."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ratchet.model.facts import Link
from ratchet.model.language import Language
from ratchet.model.scope import Role, Scope
from ratchet.syntax.rust.targets import CONVENTIONAL, Package, packages
from ratchet.syntax.scoping import Files

__all__ = ["module_path", "roles"]

_STRONGEST_FIRST = (Scope.PRODUCTION, Scope.BUILD, Scope.EXAMPLE, Scope.BENCH, Scope.TEST)


@dataclass(frozen=True, slots=True)
class _Visit:
    """A file on its way to a role; `owns` when its own directory holds the modules it declares."""

    path: str
    scope: Scope
    library: bool
    owns: bool
    proof: tuple[str, ...]


def roles(files: Files, read: Callable[[str], bytes], paths: Sequence[str], _language: Language) -> Mapping[str, Role]:
    """Production wins where a file is reached twice; what nothing reaches is judged by its place."""
    crates = packages(paths, read)
    waiting: dict[Scope, list[_Visit]] = {scope: [] for scope in _STRONGEST_FIRST}
    for target in (target for crate in crates for target in crate.targets):
        proof = (f"{target.path} is a crate root ({target.because})",)
        waiting[target.scope].append(_Visit(target.path, target.scope, target.library, True, proof))
    known: dict[str, Role] = {}
    data: dict[str, Role] = {}
    for scope in _STRONGEST_FIRST:
        _spread(waiting, scope, files, known, data)
    for path in sorted(files.keys() - known.keys()):
        known[path] = data.get(path) or _by_place(path, crates)
    return known


def _spread(
    waiting: dict[Scope, list[_Visit]], scope: Scope, files: Files, known: dict[str, Role], data: dict[str, Role]
) -> None:
    """Follow every link from the files of one scope; a link into a weaker scope waits for its turn."""
    queue = waiting[scope]
    seen: set[tuple[str, bool, bool]] = set()
    while queue:
        visit = queue.pop(0)
        key = (visit.path, visit.owns, visit.library)
        settled = known.get(visit.path)
        if key in seen or visit.path not in files or (settled and settled.scope is not scope):
            continue
        seen.add(key)
        library = visit.library or (settled is not None and settled.library)
        known[visit.path] = Role(scope, library, settled.proof if settled else visit.proof)
        for link in files[visit.path].links:
            for following in _follow(visit, link, files):
                if link.how == "data":
                    data.setdefault(following.path, Role(Scope.PRODUCTION, proof=following.proof, data=True))
                else:
                    waiting[following.scope].append(following)


def _follow(visit: _Visit, link: Link, files: Files) -> Iterator[_Visit]:
    scope = link.scope if visit.scope is Scope.PRODUCTION else visit.scope
    because = f"{visit.path}:{link.line}: {link.because}"
    for path, owns in _candidates(visit, link, files):
        proof = (*visit.proof, f"{because} → {path}")
        yield _Visit(path, scope, visit.library, owns, proof)


def _candidates(visit: _Visit, link: Link, files: Iterable[str]) -> Iterator[tuple[str, bool]]:
    """The files a link may mean, that exist, and whether each owns its directory."""
    here, name = posixpath.split(visit.path)
    below = here if visit.owns or link.beside else posixpath.join(here, name.removesuffix(".rs"))
    # `#[path]` counts from the directory of the inline modules around it, `include!` from the file whatever is around.
    explicit = posixpath.join(below, *link.inside) if link.inside and link.how == "module" else here
    for path in link.paths:
        full = posixpath.normpath(posixpath.join(explicit, path.replace("\\", "/")))
        if full in files:
            yield full, True
    if not link.named:
        return
    directory = posixpath.join(below, *link.inside)
    for tail, owns in ((f"{link.name}.rs", False), (f"{link.name}/mod.rs", True)):
        full = posixpath.normpath(posixpath.join(directory, tail))
        if full in files:
            yield full, owns


def _by_place(path: str, crates: tuple[Package, ...]) -> Role:
    """A file that no root reaches: in a conventional directory it has that role, elsewhere it counts, as an orphan."""
    home = max((crate.directory for crate in crates if _is_below(path, crate.directory)), key=len, default=None)
    if home is None:
        name = posixpath.basename(path)
        return Role(Scope.PRODUCTION, library=name != "main.rs", proof=(f"{path}: no Cargo.toml above it",))
    inside = path.removeprefix(home).lstrip("/")
    scope = CONVENTIONAL.get(inside.partition("/")[0])
    if scope and "/" in inside:
        return Role(scope, proof=(f"{path} lies in {inside.partition('/')[0]}/ of its package",))
    return Role(Scope.PRODUCTION, proof=(f"{path} is reached from no crate root: counted as production",), orphan=True)


def _is_below(path: str, directory: str) -> bool:
    return not directory or path.startswith(directory + "/")


def module_path(path: str) -> str:
    """`crates/a/src/net/mod.rs` → `net`; crate roots have no prefix."""
    parts = path.removesuffix(".rs").split("/")
    parts = parts[len(parts) - parts[::-1].index("src") :] if "src" in parts else parts[-1:]
    return "::".join(part for part in parts if part not in ("lib", "main", "mod"))
