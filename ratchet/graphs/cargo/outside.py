"""The packages from outside as nodes: one for each version that a lockfile has, or one without a version."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ratchet.graphs.cargo.packages import GRAPH
from ratchet.model.errors import Place
from ratchet.model.graph import Node
from ratchet.model.value import field, frozen

__all__ = ["Key", "Outside", "normal_source"]

Key = tuple[str, str, str]
"""Name, version and source as the lockfile has them; without a lockfile the version is empty."""

# How lockfiles name the registry that is meant when none is named. An address that only looks like it is another one.
_DEFAULT = "registry+https://github.com/rust-lang/crates.io-index"


@frozen
class Outside:
    """What was seen of packages from outside: where each is first named, and the lockfiles that have it."""

    places: dict[Key, Place] = field(default_factory=dict)
    locks: dict[Key, list[str]] = field(default_factory=dict)

    def note(self, key: Key, place: Place, lock: str = "") -> Key:
        """Take down that a package is there."""
        self.places.setdefault(key, place)
        if lock:
            self.locks.setdefault(key, []).append(lock)
        return key

    def nodes(self) -> Mapping[Key, Node]:
        """A node for each; its source is part of its id only where name and version are not enough."""
        sources: dict[tuple[str, str], int] = {}
        for name, version, _ in self.places:
            sources[name, version] = sources.get((name, version), 0) + 1
        return {key: self._node(key, sources[key[:2]] > 1) for key in sorted(self.places)}

    def _node(self, key: Key, ambiguous: bool) -> Node:
        name, version, source = key
        id_ = f"{GRAPH}:{name}@{version or '*'}"
        return Node(
            f"{id_} ({source or 'path'})" if ambiguous else id_,
            name,
            GRAPH,
            False,
            "",
            self.places[key],
            version,
            normal_source(source),
            facts=dict(_facts(source, self.locks.get(key, ()))),
        )


def normal_source(source: str) -> str:
    """`registry` for the default one, `git+url` without reference and commit, `path`, or the address of a registry."""
    if source in (_DEFAULT, "registry"):
        return "registry"
    if source.startswith("git+"):
        return source.partition("#")[0].partition("?")[0]
    return source.removeprefix("registry+") or "path"


def _facts(source: str, locks: Iterable[str]) -> Iterable[tuple[str, str]]:
    """The lockfiles that have it; for git the reference that was asked for and the commit that was taken."""
    if named := "\n".join(sorted(set(locks))):
        yield "lock", named
    if source.startswith("git+"):
        asked, _, commit = source.partition("#")
        yield "reference", asked.partition("?")[2]
        if commit:
            yield "commit", commit
