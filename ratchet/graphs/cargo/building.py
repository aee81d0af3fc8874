"""The graph of the packages of a repository and of all that they are built with."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from ratchet.graphs.cargo.dependencies import Dependency
from ratchet.graphs.cargo.features import Switches, TooMany, switches
from ratchet.graphs.cargo.ignoring import ignored_locks
from ratchet.graphs.cargo.linking import Link, Linker
from ratchet.graphs.cargo.lockfile import Lock
from ratchet.graphs.cargo.manifests import Manifest
from ratchet.graphs.cargo.outside import Key, Outside
from ratchet.graphs.cargo.packages import Own, own_packages
from ratchet.graphs.cargo.reading import Files, read_files, read_locks
from ratchet.graphs.cargo.remarks import mistakes_of, notices_of, roots_without_lock, unread_of
from ratchet.graphs.cargo.unreached import without_unreached
from ratchet.graphs.cargo.workspaces import Workspace, lay_out
from ratchet.graphs.reader import Sources
from ratchet.model.errors import Place
from ratchet.model.graph import Edge, Graph, Node

__all__ = ["build"]


def build(sources: Sources) -> Graph:
    """Read manifests and lockfiles, and join them."""
    files = read_files(sources)
    return _built(files, sources) if files.manifests or files.broken else Graph()


def _built(files: Files, sources: Sources) -> Graph:
    """The graph of these manifests; of fewer if some cannot be read and nothing else needs them."""
    layout = lay_out(files.manifests, files.vendored)
    own = own_packages(files.manifests, layout, files.named)
    locks, wrong_locks = read_locks((each.root.directory for each in layout.workspaces), files, sources)
    linker = Linker(files.manifests, layout, own, locks, Outside())
    links = list(linker.links())
    beyond = list(_beyond(linker, layout.workspaces))
    nodes = linker.outside.nodes()
    edges = [*_own_edges(links, own, nodes, linker), *_outer_edges(beyond, own, nodes)]
    if (fewer := without_unreached(files, layout, wrong_locks)) is not files:
        return _built(fewer, sources)
    everything = {node.id: node for node in (*own.nodes.values(), *nodes.values())}
    bare = [each.directory for each in roots_without_lock(layout, own, locks)]
    read = {each.path for each in files.manifests.values()} | {lock.path for lock in locks.values()}
    return Graph(
        {id_: everything[id_] for id_ in sorted(everything)},
        tuple(sorted(edges, key=_order)),
        tuple(sorted(set(linker.unresolved))),
        (*mistakes_of(files, layout), *(each for found in wrong_locks.values() for each in found)),
        tuple(notices_of(layout, own, locks)),
        frozenset(read),
        tuple(unread_of(files, layout)),
        tuple(ignored_locks(bare, sources)),
    )


def _order(edge: Edge) -> tuple[str, str, str, str, int]:
    return edge.source, edge.target, edge.kind, edge.place.path, edge.place.line


def _beyond(linker: Linker, workspaces: Iterable[Workspace]) -> Iterator[tuple[str | Key, str | Key, Place]]:
    """What packages from outside depend on, as the lockfiles have it; each pair once."""
    seen: set[tuple[str | Key, str | Key]] = set()
    for workspace in workspaces:
        lock = linker.locks.get(workspace.root.directory)
        if lock is None:
            continue
        places = [Place(lock.path, package.line) for package in lock.packages]
        ends = _ends(lock, places, linker, workspace)
        for number, source in enumerate(ends):
            if isinstance(source, str) or lock.packages[number].replaced_by:
                continue
            for target in lock.edges[number]:
                pair = source, ends[target]
                if pair not in seen:
                    seen.add(pair)
                    yield *pair, places[number]


def _ends(lock: Lock, places: list[Place], linker: Linker, workspace: Workspace) -> list[str | Key]:
    """What each package of a lockfile is: a directory of the repository, or a package from outside."""
    ends: list[str | Key] = []
    for package, place in zip(lock.packages, places, strict=True):
        if package.source:
            key = package.name, package.version, package.source
            ends.append(key if package.replaced_by else linker.outside.note(key, place, lock.path))
        else:
            ends.append(linker.place_of(package, workspace, place))
    return ends


def _own_edges(links: Iterable[Link], own: Own, nodes: Mapping[Key, Node], linker: Linker) -> Iterator[Edge]:
    manifests, declared = linker.manifests, linker.layout.declared
    known: dict[str, Switches] = {}
    for link in links:
        source, dependency = link.source, link.dependency
        if source not in known:
            known[source] = _switches(manifests[source], declared[source])
        target = own.nodes[link.target] if isinstance(link.target, str) else nodes[link.target]
        yield Edge(
            own.nodes[source].id,
            target.id,
            manifests[source].place(*dependency.steps),
            dependency.kind,
            dependency.optional,
            known[source].on.get(dependency.key, ()) if dependency.optional else (),
            dependency.cfg,
            asks=dependency.features,
            passes=known[source].passes.get(dependency.key, ()),
            requirement=dependency.requirement,
            origin=dependency.origin,
        )


def _switches(manifest: Manifest, declared: Iterable[Dependency]) -> Switches:
    optional = frozenset(each.key for each in declared if each.optional)
    features = {key: part.texts() for key, part in manifest.get("features").items()}
    if not features and not optional:
        return Switches({}, {})
    try:
        return switches(features, optional)
    except TooMany:
        manifest.wrong(("features",), "turn on more of each other than can be followed")
        return Switches({}, {})


def _outer_edges(
    beyond: Iterable[tuple[str | Key, str | Key, Place]], own: Own, nodes: Mapping[Key, Node]
) -> Iterator[Edge]:
    ids: dict[str | Key, str] = {key: node.id for key, node in nodes.items()}
    ids.update((directory, node.id) for directory, node in own.nodes.items())
    for source, target, place in beyond:
        yield Edge(ids[source], ids[target], place, sure=False)
