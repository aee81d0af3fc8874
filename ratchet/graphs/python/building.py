"""The modules of a repository and the imports between them, as one graph."""

from __future__ import annotations

from collections.abc import Iterator

from ratchet.graphs.python.hints import distributions, read_hints
from ratchet.graphs.python.layout import Declared, lay_out
from ratchet.graphs.python.linking import link
from ratchet.graphs.python.modules import Module, name_modules
from ratchet.graphs.python.placing import find_places
from ratchet.graphs.python.resolving import EXTERNAL, OWN, Places
from ratchet.graphs.python.standard import STANDARD
from ratchet.graphs.reader import Sources
from ratchet.model.errors import Mistake, Place
from ratchet.model.graph import Graph, Node
from ratchet.model.scope import Scope

__all__ = ["build"]

GRAPH = "python"


def build(sources: Sources) -> Graph:
    """The graph of all Python files; decision 20 says how they get their names."""
    files = [path for path in sources.paths if path.endswith((".py", ".pyi"))]
    if not files:
        return Graph()
    hints = read_hints(sources.paths, sources.read)

    def tested(directory: str) -> bool:
        return sources.scope(f"{directory}/module.py") is Scope.TEST

    declared = Declared(hints.roots, distributions(sources.paths), lambda: _imported(sources))
    layout = lay_out(files, declared, tested)
    modules = sorted(name_modules(files, layout), key=lambda each: each.name)
    places = find_places(modules, layout, sources.paths, tested)
    links = link(sources, modules, places)
    nodes = {OWN + each.name: _own(each) for each in modules}
    for target in {edge.target for edge in links.edges} - nodes.keys():
        nodes[target] = _other(target, places)
    return Graph(
        {id_: nodes[id_] for id_ in sorted(nodes)},
        links.edges,
        links.unresolved,
        tuple(_unread(path) for path in files if path in sources.unread),
        hints.notices,
        frozenset(files) | hints.files,
    )


def _imported(sources: Sources) -> set[str]:
    """Every module that is imported by its absolute name, and every package that one is in."""
    modules = {each.module for found in sources.imports.values() for each in found if not each.level}
    return {part for module in modules for part in _prefixes(module)}


def _prefixes(module: str) -> Iterator[str]:
    while module:
        yield module
        module = module.rpartition(".")[0]


def _own(module: Module) -> Node:
    path = module.files[0]
    return Node(OWN + module.name, module.name, GRAPH, own=True, path=path, place=Place(path))


def _other(id_: str, places: Places) -> Node:
    """A module from outside, or one of ours without a source: a namespace, or an extension."""
    if id_.startswith(EXTERNAL):
        name = id_.removeprefix(EXTERNAL)
        return Node(id_, name, GRAPH, own=False, standard=name.partition(".")[0] in STANDARD)
    path = places.without_source[id_]
    return Node(id_, id_.removeprefix(OWN), GRAPH, own=True, path=path, place=Place(path))


def _unread(path: str) -> Mistake:
    return Mistake(
        "cannot be read, so what it imports is not known",
        Place(path),
        "make it readable, or exclude it in ratchet.toml: a rule on imports must see all of them",
    )
