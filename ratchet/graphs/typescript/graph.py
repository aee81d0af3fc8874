"""The files of a repository and the packages they use, joined by their imports."""

from __future__ import annotations

from ratchet.graphs.reader import Sources
from ratchet.graphs.typescript.resolver import Meaning, Resolver, resolver_of
from ratchet.graphs.typescript.roles import is_test
from ratchet.model.errors import Place
from ratchet.model.graph import Edge, EdgeKind, Graph, Import, Node, Unresolved
from ratchet.model.scope import Scope
from ratchet.model.value import field, mutable

__all__ = ["NAME", "build"]

NAME = "typescript"
_TESTS = frozenset({Scope.TEST, Scope.BENCH, Scope.EXAMPLE})


@mutable
class _Draft:
    """A graph in the making."""

    nodes: dict[str, Node] = field(default_factory=dict)
    edges: list[Edge] = field(default_factory=list)
    unresolved: list[Unresolved] = field(default_factory=list)


def build(sources: Sources) -> Graph:
    """The graph of a tree: a node for every file of code and for each other module that is imported."""
    resolver = resolver_of(sources)
    draft = _Draft({node.id: node for path in (*sources.imports, *sources.unread) for node in [_file(path)]})
    for path in sorted(sources.imports):
        _draw(draft, resolver, sources, path)
    documents = resolver.documents
    return Graph(
        {id_: draft.nodes[id_] for id_ in sorted(draft.nodes)},
        tuple(sorted(draft.edges, key=lambda edge: edge.order)),
        tuple(sorted(draft.unresolved)),
        documents.mistakes(),
        documents.told(),
        frozenset(sources.imports) | frozenset(documents.known),
    )


def _draw(draft: _Draft, resolver: Resolver, sources: Sources, path: str) -> None:
    """The edges of one file."""
    scope = sources.scope(path)
    test = scope is Scope.TEST or is_test(path)
    kind = EdgeKind.DEV if test or scope in _TESTS else EdgeKind.NORMAL
    source = _file(path).id
    for each in sources.imports[path]:
        place = Place(path, each.line, each.column)
        meaning = resolver.resolve(path, each.module)
        if meaning.asset:
            continue
        node = _node(meaning)
        if node is None:
            draft.unresolved.append(Unresolved(source, each.module, place))
        elif node.id != source:
            draft.nodes.setdefault(node.id, node)
            draft.edges.append(_edge(source, node.id, place, kind, each, test))


def _edge(source: str, target: str, place: Place, kind: EdgeKind, written: Import, test: bool) -> Edge:
    return Edge(
        source,
        target,
        place,
        kind,
        type_only=written.type_only,
        lazy=written.lazy,
        conditional=written.conditional,
        test=test,
    )


def _node(meaning: Meaning) -> Node | None:
    if meaning.path:
        return _file(meaning.path)
    if not meaning.outside:
        return None
    return Node(f"{NAME}:ext:{meaning.outside}", meaning.outside, NAME, False, standard=meaning.standard)


def _file(path: str) -> Node:
    return Node(f"{NAME}:{path}", path, NAME, True, path)
