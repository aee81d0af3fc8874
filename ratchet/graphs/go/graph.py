"""The packages of a repository and the modules they use, joined by their imports."""

from __future__ import annotations

from ratchet.graphs.go.constraints import both, is_ignored, of_name
from ratchet.graphs.go.modules import Meaning, Modules, modules_of
from ratchet.graphs.reader import Sources
from ratchet.model.errors import Place
from ratchet.model.graph import Edge, EdgeKind, Graph, Import, Node, Unresolved
from ratchet.model.scope import Scope
from ratchet.model.value import field, mutable, replace

__all__ = ["NAME", "build"]

NAME = "go"


@mutable
class _Draft:
    """A graph in the making; `packages` leads from a directory to its node."""

    modules: Modules
    packages: dict[str, Node]
    nodes: dict[str, Node] = field(default_factory=dict)
    edges: list[Edge] = field(default_factory=list)
    unresolved: list[Unresolved] = field(default_factory=list)
    reached: set[str] = field(default_factory=set)


def build(sources: Sources) -> Graph:
    """The graph of a tree: a node for every package, and for every module from outside."""
    built = {path: found for path, found in sources.imports.items() if not (found and is_ignored(found[0].cfg))}
    sources = replace(sources, imports=built)
    modules = modules_of(sources)
    draft = _Draft(modules, _packages(modules))
    waiting = sorted((each for each in modules.packages if not _ignored(each)), reverse=True)
    files: dict[str, list[str]] = {}
    for path in sorted(sources.imports):
        files.setdefault(path.rpartition("/")[0], []).append(path)
    while waiting:
        directory = waiting.pop()
        if directory not in draft.reached:
            draft.reached.add(directory)
            node = draft.packages[directory]
            draft.nodes[node.id] = node
            waiting += [found for path in files[directory] for found in _draw(draft, sources, path, node)]
    return Graph(
        {id_: draft.nodes[id_] for id_ in sorted(draft.nodes)},
        tuple(sorted(draft.edges, key=lambda edge: edge.order)),
        tuple(sorted(draft.unresolved)),
        modules.mistakes,
        _notices(modules, draft),
        modules.files | frozenset(path for each in draft.reached for path in files[each]),
    )


def _packages(modules: Modules) -> dict[str, Node]:
    """A node for every directory; of two that claim one import path, the second is told apart by its directory."""
    found: dict[str, Node] = {}
    taken: set[str] = set()
    for directory in sorted(modules.packages):
        module = modules.of(directory)
        name = module.named(directory) or "."
        id_ = f"{NAME}:{name}" if name not in taken else f"{NAME}:{name}#{directory}"
        taken.add(name)
        facts = {"module": module.file.module} if module.file.module else {}
        if "internal" in name.split("/"):
            facts["internal"] = f"/{name}/".rpartition("/internal/")[0].strip("/")
        found[directory] = Node(id_, name, NAME, True, directory or ".", facts=facts)
    return found


def _ignored(directory: str) -> bool:
    """What `./...` leaves out: it belongs to the repository only where something imports it."""
    return any(part == "testdata" or part.startswith(("_", ".")) for part in directory.split("/"))


def _draw(draft: _Draft, sources: Sources, path: str, package: Node) -> list[str]:
    """The edges of one file; the own packages it leads to."""
    test = path.endswith("_test.go") or sources.scope(path) is Scope.TEST
    kind = EdgeKind.NORMAL if not test and sources.scope(path) is Scope.PRODUCTION else EdgeKind.DEV
    directory, reached = path.rpartition("/")[0], []
    for each in sources.imports[path]:
        place = Place(path, each.line, each.column)
        meaning = draft.modules.meaning(directory, each.module)
        node = _node(draft, meaning)
        if node is None:
            draft.unresolved.append(Unresolved(package.id, each.module, place))
        elif node.id != package.id:  # tests of a package from outside import it
            draft.nodes.setdefault(node.id, node)
            draft.edges.append(_edge(package.id, node.id, place, kind, each, test))
            reached += [meaning.directory] if meaning.directory is not None else []
    return reached


def _edge(source: str, target: str, place: Place, kind: EdgeKind, written: Import, test: bool) -> Edge:
    cfg = both(written.cfg, of_name(place.path))
    return Edge(source, target, place, kind, cfg=cfg, conditional=bool(cfg), test=test)


def _node(draft: _Draft, meaning: Meaning) -> Node | None:
    if meaning.directory is not None:
        return draft.packages[meaning.directory]
    if not meaning.outside:
        return None
    name, version = meaning.outside, meaning.version
    id_ = f"{NAME}:ext:{name}@{version}" if version else f"{NAME}:ext:{name}"
    return Node(id_, name, NAME, False, "", meaning.place, version, meaning.source, meaning.standard)


def _notices(modules: Modules, draft: _Draft) -> tuple[str, ...]:
    lost = sorted(each for each in draft.reached if not modules.of(each).file.module and not modules.known)
    return (
        (f"{lost[0] or '.'} and other Go packages belong to no go.mod: they are called by their directories",)
        if lost
        else ()
    )
