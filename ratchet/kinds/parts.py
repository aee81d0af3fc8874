"""What a number is measured of: crates, modules, packages from outside, directories, or the whole repository."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import cast

from ratchet.kinds.fitness import unit_of
from ratchet.kinds.selectors import Selection, Selector, select
from ratchet.model.errors import Place
from ratchet.model.evidence import Evidence
from ratchet.model.globs import matcher
from ratchet.model.graph import Graph, Node

__all__ = ["WHOLE", "Part", "parts_of"]

WHOLE = "."


@dataclass(frozen=True, slots=True)
class Part:
    """One unit: what the ledger calls it, where it is declared, its nodes, and its files."""

    unit: str
    place: Place
    nodes: tuple[Node, ...] = ()
    files: frozenset[str] = frozenset()

    @property
    def name(self) -> str:
        """The unit without its kind."""
        return self.unit.partition(":")[2] or self.unit


def parts_of(evidence: Evidence, selection: Selection) -> tuple[Part, ...]:
    """The units of a selection, in the order of their names."""
    if selection.chosen == (Selector("", WHOLE),):
        return (Part(WHOLE, Place(evidence.paths[0] if evidence.paths else WHOLE, 1), files=frozenset(evidence.paths)),)
    if all(each.kind == "path" for each in selection.chosen):
        return tuple(_directories(evidence, selection))
    found: dict[str, list[Node]] = {}
    for id_, bound in select(evidence.graph, selection).items():
        node = evidence.graph.nodes[id_]
        found.setdefault(_label(selection, node, dict(bound)), []).append(node)
    files = _files(evidence)
    return tuple(_part(unit, tuple(found[unit]), files) for unit in sorted(found))


def _part(unit: str, nodes: tuple[Node, ...], files: Mapping[str, frozenset[str]]) -> Part:
    first = min(nodes, key=lambda node: (node.path, node.id))
    place = first.place or Place(first.path, 1)
    return Part(unit, place, nodes, frozenset().union(*(files.get(node.id, frozenset()) for node in nodes)))


def _label(selection: Selection, node: Node, bound: Mapping[str, str]) -> str:
    """A node is its own unit, unless captures make one of several."""
    if not bound:
        return unit_of(node)
    pattern = next(each for each in selection.chosen if each.captures == bound.keys())
    name = re.sub(r"\{([a-z][a-z0-9_]*)\}", lambda hit: bound[hit[1]], pattern.pattern)
    return f"{pattern.kind}:{name.rstrip('.*/')}"


def _directories(evidence: Evidence, selection: Selection) -> Iterator[Part]:
    """The files and directories that a pattern names; what lies below belongs to them."""
    patterns = [_exact(each) for each in selection.chosen]
    left_out = matcher(each.pattern for each in selection.left_out)
    for path, files in sorted(_below(evidence).items()):
        if any(pattern.fullmatch(path) for pattern in patterns) and not left_out(path):
            yield Part(f"path:{path}", Place(min(files), 1), files=files)


def _exact(selector: Selector) -> re.Pattern[str]:
    pieces = re.split(r"(\*\*|\*|\?|\{[a-z][a-z0-9_]*\})", selector.pattern.rstrip("/"))
    wild = {"**": ".*", "*": "[^/]*", "?": "[^/]"}
    return re.compile("".join(wild.get(piece, "[^/]+" if piece[:1] == "{" else re.escape(piece)) for piece in pieces))


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


def _files(evidence: Evidence) -> Mapping[str, frozenset[str]]:
    """The files of each node: its own file, or all below its directory that no node further down has."""
    if "files" not in evidence.memo:
        evidence.memo["files"] = _owned(evidence.graph, evidence.paths)
    return cast("Mapping[str, frozenset[str]]", evidence.memo["files"])


def _owned(graph: Graph, paths: Iterable[str]) -> dict[str, frozenset[str]]:
    known = set(paths)
    homes = {node.path.strip("."): node.id for node in graph.nodes.values() if node.own and node.path not in known}
    found: dict[str, set[str]] = {node.id: {node.path} for node in graph.nodes.values() if node.path in known}
    for path in known if homes else ():
        above = path
        while above:
            above = above.rpartition("/")[0]
            if above in homes:
                found.setdefault(homes[above], set()).add(path)
                break
    return {id_: frozenset(files) for id_, files in found.items()}
