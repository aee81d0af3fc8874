"""What a number is measured of: crates, modules, packages from outside, directories, or the whole repository."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import cast

from ratchet.kinds.choosing import read_subject
from ratchet.kinds.kind import BuildContext, Restraint
from ratchet.kinds.selectors import Bound, Selection, Selector, chosen_by
from ratchet.model.errors import Place
from ratchet.model.evidence import Evidence
from ratchet.model.globs import matcher
from ratchet.model.graph import Graph, Node
from ratchet.model.patterns import CAPTURE, compiled
from ratchet.model.value import frozen

__all__ = ["WHOLE", "Part", "files_of_nodes", "is_of_files", "parts_of", "read_units", "restraint_of"]

WHOLE = "."
_WHOLE = Selection((Selector("", WHOLE),))


@frozen
class Part:
    """One unit: what the ledger calls it, where it is declared, its nodes, its files, and what captures stand for."""

    unit: str
    place: Place
    nodes: tuple[Node, ...] = ()
    files: frozenset[str] = frozenset()
    bound: Bound = ()

    @property
    def name(self) -> str:
        """The unit without its kind."""
        return self.unit.partition(":")[2] or self.unit

    @property
    def excusable(self) -> tuple[Node, ...]:
        """What an exception may name: the nodes, or the file or directory as if it were one."""
        return self.nodes or (Node(self.unit, self.name, "", True, self.name),)


def read_units(data: object, context: BuildContext) -> Selection:
    """The units that `for` names; `.` is the whole repository."""
    return _WHOLE if data == WHOLE else read_subject(data, context, ("for",))


def is_of_files(selection: Selection) -> bool:
    """Whether the units are directories, files or the repository, which no graph is needed for."""
    return selection == _WHOLE or all(each.kind == "path" for each in selection.chosen)


def parts_of(evidence: Evidence, selection: Selection) -> tuple[Part, ...]:
    """The units of a selection, in the order of their names."""
    if selection == _WHOLE:
        return (Part(WHOLE, Place(evidence.paths[0] if evidence.paths else WHOLE, 1), files=frozenset(evidence.paths)),)
    if is_of_files(selection):
        return tuple(_directories(evidence, selection))
    found: dict[str, tuple[Bound, list[Node]]] = {}
    for node in evidence.graph.nodes.values():
        if chosen := chosen_by(selection, node):
            selector, bound = chosen
            found.setdefault(_label(selector, node, dict(bound)), (bound, []))[1].append(node)
    files = files_of_nodes(evidence)
    return tuple(_part(unit, bound, tuple(nodes), files) for unit, (bound, nodes) in sorted(found.items()))


def restraint_of(evidence: Evidence, selection: Selection) -> Restraint:
    """The units of a selection as those that a rule measures; a part of what was split is a unit of its own."""
    parts = parts_of(evidence, selection)
    nodes = frozenset(node.id for part in parts for node in part.nodes)
    return Restraint("measured", nodes, parts=False, units={part.unit: part.files for part in parts if not part.nodes})


def _part(unit: str, bound: Bound, nodes: tuple[Node, ...], files: Mapping[str, frozenset[str]]) -> Part:
    first = min(nodes, key=lambda node: (node.path, node.id))
    place = first.place or Place(first.path, 1)
    return Part(unit, place, nodes, frozenset().union(*(files.get(node.id, frozenset()) for node in nodes)), bound)


def _label(selector: Selector, node: Node, bound: Mapping[str, str]) -> str:
    """A node is its own unit, unless captures make one of several."""
    if not bound:
        return node.unit
    name = CAPTURE.sub(lambda hit: bound[hit[2]], selector.pattern)
    return f"{selector.kind}:{name.rstrip('.*/')}"


def _directories(evidence: Evidence, selection: Selection) -> Iterator[Part]:
    """The files and directories that a pattern names; what lies below belongs to them.

    A pattern that ends in a slash names directories only.
    """
    left_out = matcher(each.pattern for each in selection.left_out)
    for path, files in sorted(_below(evidence).items()):
        is_file = files == {path}
        hits = (
            compiled(each.pattern.rstrip("/"), "/", whole=True).match(path)
            for each in selection.chosen
            if not (is_file and each.pattern.endswith("/"))
        )
        hit = next((hit for hit in hits if hit), None)
        if hit and not left_out(path):
            yield Part(f"path:{path}", Place(min(files), 1), files=files, bound=tuple(sorted(hit.bound.items())))


def _below(evidence: Evidence) -> Mapping[str, frozenset[str]]:
    """Every file by itself, and every directory with all files below it."""
    if "below" not in evidence.memo:
        below: dict[str, set[str]] = {}
        for path in evidence.paths:
            below[path] = {path}
            parts = path.split("/")
            for end in range(1, len(parts)):
                below.setdefault("/".join(parts[:end]), set()).add(path)
        evidence.memo["below"] = {path: frozenset(files) for path, files in below.items()}
    return cast("Mapping[str, frozenset[str]]", evidence.memo["below"])


def files_of_nodes(evidence: Evidence) -> Mapping[str, frozenset[str]]:
    """The files of each node: its own file, or all below its directory that no node further down has."""
    if "files" not in evidence.memo:
        evidence.memo["files"] = _owned(evidence.graph, evidence.paths)
    return cast("Mapping[str, frozenset[str]]", evidence.memo["files"])


def _owned(graph: Graph, paths: Iterable[str]) -> dict[str, frozenset[str]]:
    known = set(paths)
    homes: dict[str, dict[str, str]] = {}
    found: dict[str, set[str]] = {}
    for node in graph.nodes.values():
        if node.path in known:
            found[node.id] = {node.path}
        elif node.own:
            homes.setdefault(node.graph, {})["" if node.path == WHOLE else node.path] = node.id
    for of_graph in homes.values():
        for path in known:
            if home := _home_of(path, of_graph):
                found.setdefault(home, set()).add(path)
    return {id_: frozenset(files) for id_, files in found.items()}


def _home_of(path: str, homes: Mapping[str, str]) -> str:
    """The node of the nearest directory above a file."""
    above = path
    while above:
        above = above.rpartition("/")[0]
        if above in homes:
            return homes[above]
    return ""
