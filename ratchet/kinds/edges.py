"""Which edges of a graph a rule means: by kind, features, target platform and certainty."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import cast

from ratchet.kinds.activation import Choice, activated
from ratchet.kinds.platforms import can_build, holds_on
from ratchet.model.graph import Edge, EdgeKind, Graph
from ratchet.model.shape import AnyOf, Flag, Key, List, Shape, Table, Text
from ratchet.model.value import frozen

__all__ = ["EDGES_SHAPE", "Edges", "build_edges", "describe", "keep", "meaning"]

_KINDS = tuple(kind.value for kind in EdgeKind)
_ALL = "all"
_FEATURES = (_ALL, "default", "none")
_SURE, _POSSIBLE = "sure", "possible"


@frozen
class Edges:
    """The edges that a rule means; what is not said includes more rather than less, but for tests.

    `features` are those that are on in every package of the repository, `all`, `default`, `none`, or just these names;
    others are on where an edge asks for them. `target` is `all` or a triple such as `x86_64-unknown-linux-gnu`, and
    `host` the triple of the machine that builds, on which build scripts and procedural macros run; empty for the target
    itself, or for any where the target is none to build on. With certainty `sure` no edge is meant that only a lockfile
    knows.
    """

    kinds: frozenset[EdgeKind] = frozenset({EdgeKind.NORMAL, EdgeKind.BUILD})
    optional: bool = True
    features: str | tuple[str, ...] = _ALL
    target: str = _ALL
    host: str = ""
    type_only: bool = True
    lazy: bool = True
    test: bool = False
    certainty: str = _POSSIBLE


EDGES_SHAPE: Shape = Table(
    {
        "kinds": Key(
            AnyOf((Text(words=_KINDS), List(Text(words=_KINDS), least=1))),
            "what a dependency is for; normal and build unless said",
        ),
        "optional": Key(Flag(), "whether edges count that some feature turns on; true unless said"),
        "features": Key(
            AnyOf((Text(words=_FEATURES), List(Text()))),
            "the features that are on in the packages of the repository: all (unless said), default, none, or a list",
        ),
        "target": Key(Text(), "all (unless said), or a triple such as x86_64-unknown-linux-gnu"),
        "host": Key(Text(), "the triple of the machine that builds; the target unless said"),
        "type_only": Key(Flag(), "whether imports count that only a type checker sees; true unless said"),
        "lazy": Key(Flag(), "whether imports within functions count; true unless said"),
        "test": Key(Flag(), "whether imports of test code count; false unless said"),
        "certainty": Key(
            Text(words=(_SURE, _POSSIBLE)),
            "sure: declared in a manifest or a source file; possible (unless said): also those only a lockfile knows",
        ),
    }
)


def build_edges(data: Mapping[str, object]) -> Edges:
    """The spec that data of the shape means."""
    usual = Edges()
    kinds = data.get("kinds", sorted(usual.kinds))
    features = data.get("features", usual.features)
    return Edges(
        frozenset(EdgeKind(str(kind)) for kind in (kinds if isinstance(kinds, list) else [kinds])),
        cast(bool, data.get("optional", usual.optional)),
        tuple(sorted({str(each) for each in features})) if isinstance(features, list) else str(features),
        str(data.get("target", usual.target)),
        str(data.get("host", usual.host)),
        cast(bool, data.get("type_only", usual.type_only)),
        cast(bool, data.get("lazy", usual.lazy)),
        cast(bool, data.get("test", usual.test)),
        str(data.get("certainty", usual.certainty)),
    )


def meaning(edges: Edges) -> dict[str, object]:
    """All that the spec says, in values that JSON has: two specs that mean the same have the same."""
    features = edges.features if isinstance(edges.features, str) else sorted(set(edges.features))
    return {
        "kinds": sorted(edges.kinds),
        "optional": edges.optional,
        "features": features,
        "target": edges.target,
        "host": "" if edges.target in (_ALL, edges.host) else edges.host,
        "type_only": edges.type_only,
        "lazy": edges.lazy,
        "test": edges.test,
        "certainty": edges.certainty,
    }


def describe(edges: Edges) -> str:
    """One phrase: `normal and build edges; optional, type-only, lazy and possible ones included`."""
    kinds = _and([kind for kind in _KINDS if kind in edges.kinds])
    more = {
        "optional": edges.optional,
        "type-only": edges.type_only,
        "lazy": edges.lazy,
        "test": edges.test,
        "possible": edges.certainty == _POSSIBLE,
    }
    included = _and([word for word, holds in more.items() if holds])
    parts = [f"{kinds} edges", f"{included} ones included" if included else "no others"]
    if edges.features != _ALL:
        parts.append(f"features: {edges.features if isinstance(edges.features, str) else ', '.join(edges.features)}")
    if edges.target != _ALL:
        parts.append(f"for {edges.target}" + (f" on {edges.host}" if edges.host else ""))
    return "; ".join(parts)


def keep(graph: Graph, edges: Edges) -> tuple[Edge, ...]:
    """The edges that are meant, in their order.

    Every package of the repository is a start; an edge of a package from outside counts only where one of them reaches
    it along edges that are meant.
    """
    meant = frozenset(number for number, edge in enumerate(graph.edges) if _is_meant(edge, edges))
    conditional = edges.target != _ALL and any(edge.cfg for edge in graph.edges)
    if conditional or (edges.features != _ALL and any(edge.optional for edge in graph.edges)):
        meant = activated(graph, _choice(edges), meant)
    return _reached(graph, meant)


def _choice(edges: Edges) -> Choice:
    named = {_ALL: None, "default": frozenset({"default"}), "none": frozenset[str]()}
    features = named[edges.features] if isinstance(edges.features, str) else frozenset(edges.features)
    host = edges.host or (edges.target if can_build(edges.target) else _ALL)
    target = _platform(edges.target)
    on_host = target if edges.target in (_ALL, host) else _platform(host)
    return Choice(features, EdgeKind.DEV in edges.kinds, target, on_host)


def _is_meant(edge: Edge, edges: Edges) -> bool:
    """Whether the edge by itself is one of them; whether it is on depends on all."""
    return (
        edge.kind in edges.kinds
        and (edges.optional or not edge.optional)
        and (edges.type_only or not edge.type_only)
        and (edges.lazy or not edge.lazy)
        and (edges.test or not edge.test)
        and (edge.sure or edges.certainty == _POSSIBLE)
    )


def _platform(target: str) -> Callable[[str], bool]:
    """Whether a condition may hold; what cannot be known may."""
    if target == _ALL:
        return lambda cfg: True
    return cache(lambda cfg: holds_on(cfg, target) is not False)


def _reached(graph: Graph, meant: frozenset[int]) -> tuple[Edge, ...]:
    outer: dict[str, list[str]] = {}
    waiting: list[str] = []
    for number in meant:
        edge = graph.edges[number]
        if graph.nodes[edge.source].own:
            waiting.append(edge.target)
        else:
            outer.setdefault(edge.source, []).append(edge.target)
    seen: set[str] = set()
    while waiting:
        found = waiting.pop()
        if found not in seen:
            seen.add(found)
            waiting += outer.get(found, ())
    every = (graph.edges[number] for number in sorted(meant))
    return tuple(edge for edge in every if edge.source not in outer or edge.source in seen)


def _and(words: Iterable[str]) -> str:
    *most, last = words or ("",)
    return f"{', '.join(most)} and {last}" if most else last
