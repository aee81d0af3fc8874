"""Who depends on whom: crates, modules and packages from outside, and the edges between them with what they mean."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from enum import StrEnum

from ratchet.model.errors import Mistake, Place
from ratchet.model.value import field, frozen, replace

__all__ = ["Edge", "EdgeKind", "Graph", "Import", "Node", "Unresolved", "joined", "narrowed"]


class EdgeKind(StrEnum):
    """What a dependency is for, as cargo divides them; imports of source files are normal or dev (from tests)."""

    NORMAL = "normal"
    DEV = "dev"
    BUILD = "build"


@frozen(order=True)
class Import:
    """One import as a source file writes it, whatever its path: `module`, the `names` taken from it, its place.

    `level` is the number of leading dots of a relative Python import; a star is the name `*`. An import is `lazy` in
    the body of a function, `type_only` where only a type checker sees it, `conditional` under an `if` or in a `try`.
    `cfg` is the build constraint of a Go file.
    """

    line: int
    column: int
    module: str
    names: tuple[str, ...] = ()
    level: int = 0
    type_only: bool = False
    lazy: bool = False
    conditional: bool = False
    cfg: str = ""


@frozen
class Node:
    """Something that depends or is depended on.

    `id` is unique over all graphs; `name` is what people, selectors and baselines call it. What is `own` lies in the
    repository, at `path`: the directory of a crate or Go package, the file of a module. `place` is where it is
    declared, `facts` what its manifest says of it (publish, license, readme …).
    """

    id: str
    name: str
    graph: str
    own: bool
    path: str = ""
    place: Place | None = None
    version: str = ""
    source: str = ""
    standard: bool = False
    facts: Mapping[str, str] = field(default_factory=dict)

    @property
    def unit(self) -> str:
        """What the ledger calls it."""
        if not self.own:
            return f"ext:{self.name}"
        return f"{'crate' if self.graph == 'cargo' else 'mod'}:{self.name}"


@frozen
class Edge:
    """One dependency from `source` to `target` (ids), at the line that declares it.

    An `optional` one is turned on by any of `features` of its source; `cfg` is the condition on the target platform,
    empty for all; `asks` are the features it turns on in its target, and of the pairs in `passes` the second where the
    first is on in its source. `requirement` is the version it asks for and `origin` where from, as they are written.
    `sure` edges are declared in a file we read, the others only the lockfile knows.
    """

    source: str
    target: str
    place: Place
    kind: EdgeKind = EdgeKind.NORMAL
    optional: bool = False
    features: tuple[str, ...] = ()
    cfg: str = ""
    type_only: bool = False
    lazy: bool = False
    conditional: bool = False
    test: bool = False
    sure: bool = True
    asks: tuple[str, ...] = ()
    passes: tuple[tuple[str, str], ...] = ()
    requirement: str = ""
    origin: str = ""

    @property
    def order(self) -> tuple[str, str, str, Place]:
        """The order in which edges are listed."""
        return (self.source, self.target, self.kind, self.place)


@frozen(order=True)
class Unresolved:
    """An import that leads to nothing we know: counted and shown, never dropped."""

    source: str
    text: str
    place: Place


@frozen
class Graph:
    """The nodes by id and the edges in their order; `mistakes` are files without which it is not whole.

    `files` are those that were read for it, `unresolved` the imports that lead nowhere, `unread` the
    manifests that cannot be read and that nothing else needs, `unlocked` say of lockfiles that git ignores them.
    """

    nodes: Mapping[str, Node] = field(default_factory=dict)
    edges: tuple[Edge, ...] = ()
    unresolved: tuple[Unresolved, ...] = ()
    mistakes: tuple[Mistake, ...] = ()
    notices: tuple[str, ...] = ()
    files: frozenset[str] = frozenset()
    unread: tuple[Mistake, ...] = ()
    unlocked: tuple[Mistake, ...] = ()


def narrowed(graph: Graph, names: Collection[str]) -> Graph:
    """What lies in the graphs of some ecosystems."""
    nodes = {id_: node for id_, node in graph.nodes.items() if node.graph in names}
    return replace(
        graph,
        nodes=nodes,
        edges=tuple(edge for edge in graph.edges if edge.source in nodes),
        unresolved=tuple(each for each in graph.unresolved if each.source in nodes),
    )


def joined(graphs: tuple[Graph, ...]) -> Graph:
    """Graphs of several ecosystems as one; no edge leads from one to another."""
    nodes = {id_: node for graph in graphs for id_, node in graph.nodes.items()}
    return Graph(
        {id_: nodes[id_] for id_ in sorted(nodes)},
        tuple(sorted((edge for graph in graphs for edge in graph.edges), key=lambda edge: edge.order)),
        tuple(sorted(each for graph in graphs for each in graph.unresolved)),
        tuple(each for graph in graphs for each in graph.mistakes),
        tuple(each for graph in graphs for each in graph.notices),
        frozenset().union(*(graph.files for graph in graphs)),
        tuple(each for graph in graphs for each in graph.unread),
        tuple(each for graph in graphs for each in graph.unlocked),
    )
