"""Numbers of a unit besides what count rules find: sizes, versions, dependencies, and what its manifest says."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import cast

from ratchet.kinds.parts import Part
from ratchet.kinds.views import View, hops
from ratchet.model.errors import Place
from ratchet.model.evidence import Evidence
from ratchet.model.finding import Hop
from ratchet.model.graph import Edge, EdgeKind, Node
from ratchet.model.value import frozen

__all__ = ["MEASURES", "WITH_FILES", "Item", "Measure"]


@frozen
class Item:
    """One thing that makes up a number, at its line; or the number itself, where it `is_one` of nothing."""

    place: Place
    text: str
    weight: int = 1
    trace: tuple[Hop, ...] = ()
    is_one: bool = True


Count = Callable[[Part, View, Evidence], Iterator[Item]]


@frozen
class Measure:
    """A number of a unit: what it is, the things that make it up, and which kinds of units have it.

    `revision` is raised when a release counts something else: the rules of the number then mean something else.
    """

    about: str
    items: Count
    has: frozenset[str]
    needs: frozenset[str] = frozenset()
    revision: int = 1


def _lines(part: Part, _view: View, evidence: Evidence) -> Iterator[Item]:
    total = sum(evidence.lines.get(path, 0) for path in part.files)
    yield Item(part.place, f"{total} lines", total, is_one=False)


def _files(part: Part, _view: View, _evidence: Evidence) -> Iterator[Item]:
    yield Item(part.place, f"{len(part.files)} files", len(part.files), is_one=False)


def _versions(part: Part, view: View, evidence: Evidence) -> Iterator[Item]:
    """Each version in the lockfile that has the most, with the shortest way from the repository that brings it."""
    for node in _locked_together(part.nodes):
        text = f"{node.name} {node.version}".strip()
        yield Item(node.place or part.place, text, trace=hops(view, _brought_by(view, node.id, evidence)))


def _locked_together(nodes: Iterable[Node]) -> list[Node]:
    """Of several lockfiles the versions in the one that has the most: each builds programs of its own."""
    locks: dict[str, list[Node]] = {}
    for node in sorted(nodes, key=lambda node: (node.version, node.id)):
        for lock in node.facts.get("lock", "").split("\n"):
            locks.setdefault(lock, []).append(node)
    return max(locks.values(), key=len, default=[])


def _root_duplicates(part: Part, view: View, evidence: Evidence) -> Iterator[Item]:
    """The versions that somebody asks for who is there once: what only duplicates bring goes away with them."""
    if len(_locked_together(part.nodes)) < 2:
        return
    twice = _duplicated(evidence)
    roots = {
        node.id
        for node in part.nodes
        if any(view.nodes[source].own or view.name(source) not in twice for source in view.sources(node.id))
    }
    nodes = tuple(node for node in part.nodes if node.id in roots)
    yield from _versions(Part(part.unit, part.place, nodes), view, evidence)


def _duplicated(evidence: Evidence) -> frozenset[str]:
    if "duplicated" not in evidence.memo:
        named: dict[str, list[Node]] = {}
        for node in evidence.graph.nodes.values():
            if not node.own:
                named.setdefault(node.name, []).append(node)
        evidence.memo["duplicated"] = frozenset(
            name for name, nodes in named.items() if len(nodes) > 1 and len(_locked_together(nodes)) > 1
        )
    return cast("frozenset[str]", evidence.memo["duplicated"])


def _brought_by(view: View, id_: str, evidence: Evidence) -> tuple[Edge, ...]:
    ways: dict[str, tuple[Edge, ...]] = {id_: ()}
    level = [id_]
    while level:
        after = []
        for near in level:
            for source, edge in sorted(view.sources(near).items(), key=lambda each: (view.name(each[0]), each[0])):
                if source not in ways:
                    ways[source] = (edge, *ways[near])
                    after.append(source)
                    if evidence.graph.nodes[source].own:
                        return ways[source]
        level = after
    return ()


def _fan_out(part: Part, view: View, _evidence: Evidence) -> Iterator[Item]:
    yield from (Item(edge.place, f"-> {view.name(edge.target)}") for edge in _outward(part, view))


def _fan_in(part: Part, view: View, _evidence: Evidence) -> Iterator[Item]:
    yield from (Item(edge.place, f"{view.name(edge.source)} ->") for edge in _inward(part, view))


def _instability(part: Part, view: View, _evidence: Evidence) -> Iterator[Item]:
    """How much of what it is tied to it depends on, in percent; nothing where it is tied to nothing."""
    out, into = len(_outward(part, view)), len(_inward(part, view))
    percent = round(100 * out / (out + into)) if out + into else 0
    yield Item(part.place, f"{percent} % ({out} out, {into} in)", percent, is_one=False)


def _outward(part: Part, view: View) -> list[Edge]:
    """One edge for each whom the part depends on outside of itself."""
    inside = {node.id for node in part.nodes}
    found = {near: edge for node in part.nodes for near, edge in view.targets(node.id).items() if near not in inside}
    return [found[near] for near in sorted(found, key=lambda id_: (view.name(id_), id_))]


def _inward(part: Part, view: View) -> list[Edge]:
    inside = {node.id for node in part.nodes}
    found = {near: edge for node in part.nodes for near, edge in view.sources(node.id).items() if near not in inside}
    return [found[near] for near in sorted(found, key=lambda id_: (view.name(id_), id_))]


def _published(part: Part, _view: View, _evidence: Evidence) -> Iterator[Item]:
    yield from (Item(part.place, f"{node.name} can be published") for node in part.nodes if _is_published(node))


def _is_published(node: Node) -> bool:
    return node.facts.get("publish", "true") != "false"


def _missing_licence(part: Part, _view: View, _evidence: Evidence) -> Iterator[Item]:
    for node in part.nodes:
        if _is_published(node) and not (node.facts.get("license") or node.facts.get("license-file")):
            yield Item(part.place, f"{node.name} names no licence")


def _missing_readme(part: Part, _view: View, _evidence: Evidence) -> Iterator[Item]:
    for node in part.nodes:
        if _is_published(node) and not node.facts.get("readme"):
            yield Item(part.place, f"{node.name} has no readme")


def _wildcards(part: Part, view: View, _evidence: Evidence) -> Iterator[Item]:
    """Versions with a star; and, in a package that can be published, dependencies without one, which cargo refuses."""
    published = {node.id for node in part.nodes if _is_published(node)}

    def told(edge: Edge) -> str:
        if "*" in edge.requirement:
            return f'{view.name(edge.target)} = "{edge.requirement}"'
        wanted = edge.source in published and edge.kind is not EdgeKind.DEV
        return f"{view.name(edge.target)} without a version" if wanted and not edge.requirement else ""

    yield from _declared(part, view, told)


def _foreign(part: Part, view: View, _evidence: Evidence) -> Iterator[Item]:
    """What comes from elsewhere than the default registry or the repository."""

    def told(edge: Edge) -> str:
        source = view.nodes[edge.target].source
        foreign = source and source not in ("registry", "path") and not view.nodes[edge.target].own
        return f"{view.name(edge.target)} from {source}" if foreign else ""

    yield from _declared(part, view, told)


def _unpublished(part: Part, view: View, _evidence: Evidence) -> Iterator[Item]:
    if not any(_is_published(node) for node in part.nodes):
        return

    def told(edge: Edge) -> str:
        target = view.nodes[edge.target]
        missing = edge.kind is not EdgeKind.DEV and target.own and not _is_published(target)
        return f"{target.name} is not published" if missing else ""

    yield from _declared(part, view, told)


def _declared(part: Part, view: View, told: Callable[[Edge], str]) -> Iterator[Item]:
    """What is to be told of the dependencies that manifests declare, each by the first table that has it so."""
    edges = (edge for node in part.nodes for edge in view.declared.get(node.id, ()) if edge.sure)
    seen: set[tuple[str, str, str]] = set()
    for edge in sorted(edges, key=lambda edge: (edge.place, edge.target)):
        text = told(edge)
        key = edge.source, edge.target, text
        if text and key not in seen:
            seen.add(key)
            yield Item(edge.place, text)


_CARGO = frozenset({"cargo"})
WITH_FILES = frozenset({"", ".", "crate", "mod", "path"})
_DEPENDING = frozenset({"", "crate", "mod"})
_NAMED = frozenset({"", "crate", "mod", "ext", "std"})
_CRATES = frozenset({"", "crate"})
_VERSIONED = frozenset({"", "crate", "ext"})

MEASURES: Mapping[str, Measure] = {
    "duplicate-versions": Measure(
        "versions of it that more than duplicates ask for", _root_duplicates, _VERSIONED, _CARGO
    ),
    "fan-in": Measure("how many depend on it", _fan_in, _NAMED),
    "fan-out": Measure("how many it depends on", _fan_out, _DEPENDING),
    "files": Measure("how many files it has", _files, WITH_FILES),
    "foreign-sources": Measure("dependencies from other registries or from git", _foreign, _CRATES, _CARGO),
    "instability": Measure("how many it depends on, in percent of all it is tied to", _instability, _DEPENDING),
    "lines": Measure("how many lines its files have", _lines, WITH_FILES, frozenset({"lines"})),
    "missing-licence": Measure("1 if it can be published and names no licence", _missing_licence, _CRATES, _CARGO),
    "missing-readme": Measure("1 if it can be published and has no readme", _missing_readme, _CRATES, _CARGO),
    "published": Measure("1 if it can be published", _published, _CRATES, _CARGO),
    "unpublished-dependencies": Measure("dependencies of a published one that are not", _unpublished, _CRATES, _CARGO),
    "versions": Measure("how many versions of it there are", _versions, _VERSIONED, _CARGO),
    "wildcard-versions": Measure(
        "dependencies whose version has a *, or is missing where cargo publishes",
        _wildcards,
        _CRATES,
        _CARGO,
        revision=2,
    ),
}
