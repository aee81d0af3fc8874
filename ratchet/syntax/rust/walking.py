"""The way from file to file along modules and includes, stronger scopes first."""

from __future__ import annotations

import posixpath
from collections import deque
from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from functools import cache

from ratchet.model.facts import PACKAGE, Link
from ratchet.model.scope import Role, Scope
from ratchet.model.value import frozen
from ratchet.syntax.scoping import Files

__all__ = ["Visit", "Walk", "role_of"]

_STRONGEST_FIRST = (Scope.PRODUCTION, Scope.BUILD, Scope.EXAMPLE, Scope.BENCH, Scope.TEST)


@frozen
class Visit:
    """A file on its way to a role, in the `package` of that directory; it may own the directory of its modules."""

    path: str
    scope: Scope
    library: bool
    owns: bool
    proof: tuple[str, ...]
    orphan: bool = False
    package: str = ""


@cache
def _unproved(scope: Scope, library: bool, orphan: bool, data: bool) -> Role:
    """One object for all files of a role."""
    return Role(scope, library, (), orphan, data)


def role_of(
    scope: Scope, library: bool = True, proof: tuple[str, ...] = (), orphan: bool = False, data: bool = False
) -> Role:
    """A role, which is shared where it has no proof."""
    return Role(scope, library, proof, orphan, data) if proof else _unproved(scope, library, orphan, data)


class Walk:
    """The roles known so far, the files that others take as data, and code `elsewhere`: in files of other names.

    What is elsewhere has the role of a file that leads nowhere. With `proving` each role tells its steps.
    """

    def __init__(self, files: Files, paths: AbstractSet[str], proving: bool) -> None:
        self.files = files
        self.paths = paths
        self.proving = proving
        self.known: dict[str, Role] = {}
        self.data: dict[str, Role] = {}
        self.elsewhere: set[str] = set()
        self._waiting: dict[Scope, deque[Visit]] = {scope: deque() for scope in _STRONGEST_FIRST}

    def spread(self, roots: Iterable[Visit]) -> None:
        """Follow every link from some files; a file that has a role keeps it."""
        settled = frozenset(self.known)
        for root in roots:
            self._waiting[root.scope].append(root)
        for scope in _STRONGEST_FIRST:
            self._spread(scope, settled)

    def _spread(self, scope: Scope, settled: AbstractSet[str]) -> None:
        """Follow the links from the files of one scope; a link into a weaker scope waits for its turn."""
        queue = self._waiting[scope]
        seen: set[tuple[str, bool, bool, str]] = set()
        while queue:
            visit = queue.popleft()
            if visit.path not in self.files:
                self.elsewhere.add(visit.path)
            key, known = (visit.path, visit.owns, visit.library, visit.package), self.known.get(visit.path)
            if key in seen or visit.path in settled or (known and known.scope is not scope):
                continue
            seen.add(key)
            library = visit.library or (known is not None and known.library)
            orphan = visit.orphan and scope is Scope.PRODUCTION
            self.known[visit.path] = role_of(scope, library, known.proof if known else visit.proof, orphan)
            for following in self.following(visit):
                self._waiting[following.scope].append(following)

    def following(self, visit: Visit) -> Iterator[Visit]:
        """The visits that a file leads to; what it takes as data is only noted."""
        facts = self.files.get(visit.path)
        for link in facts.links if facts else ():
            scope = link.scope if visit.scope is Scope.PRODUCTION else visit.scope
            if link.how == "guess" and scope is not Scope.PRODUCTION:
                continue  # that tests may include a file does not make it a test
            for path, owns in _candidates(visit, link, self.paths):
                proof = (*visit.proof, _step(visit, link, path)) if self.proving else ()
                if link.how == "data":
                    self.data.setdefault(path, role_of(Scope.PRODUCTION, proof=proof, data=True))
                else:
                    yield Visit(path, scope, visit.library, owns, proof, visit.orphan, visit.package)


def _step(visit: Visit, link: Link, path: str) -> str:
    return f"{visit.path}:{link.line}: {link.because} → {path}"


def _candidates(visit: Visit, link: Link, paths: AbstractSet[str]) -> Iterator[tuple[str, bool]]:
    """The files a link may mean, that exist, and whether each owns its directory."""
    if link.how == "guess":
        yield from ((full, True) for full in sorted({*_guessed(visit, link, paths)}) if full != visit.path)
        return
    here = visit.path.rpartition("/")[0]
    below = here if visit.owns or link.beside else visit.path.removesuffix(".rs")
    # `#[path]` counts from the directory of the inline modules around it, `include!` from the file whatever is around.
    explicit = posixpath.join(below, *link.inside) if link.inside and link.how == "module" else here
    for path in link.paths:
        said = path.replace("\\", "/")
        of_package = said.removeprefix(PACKAGE).lstrip("/")
        base, inner = (visit.package, of_package) if said.startswith(PACKAGE) else (explicit, said)
        full = posixpath.normpath(posixpath.join(base, inner))
        if full in paths:
            yield full, True
    if not link.named:
        return
    directory = posixpath.normpath(posixpath.join(below, *link.inside)) if link.inside else below
    prefix = f"{directory}/" if directory and directory != "." else ""
    for full, owns in ((f"{prefix}{link.name}.rs", False), (f"{prefix}{link.name}/mod.rs", True)):
        if full in paths:
            yield full, owns


def _guessed(visit: Visit, link: Link, paths: AbstractSet[str]) -> Iterator[str]:
    """The files that a path which is not known may mean: inline modules around it may take a `..` each."""
    here = visit.path.rpartition("/")[0]
    for said in link.paths:
        if said.startswith("/"):
            continue
        parts = posixpath.normpath(said.replace("\\", "/")).split("/")
        above = parts.count("..")
        for ups in range(above + 1):
            full = posixpath.normpath(posixpath.join(here, *[".."] * ups, *parts[above:]))
            if full in paths:
                yield full
    if link.name:
        own = posixpath.join(visit.package, "")
        others = {posixpath.dirname(path) for path in paths if path.endswith("/Cargo.toml")} - {visit.package}
        inside = tuple(f"{other}/" for other in others if other.startswith(own))
        ending = (path for path in paths if path.startswith(own) and path.endswith(link.name))
        yield from (path for path in ending if not path.startswith(inside))
