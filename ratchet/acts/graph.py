"""The dependency graph of any directory: the part that was asked for, with what the rules find in it."""

from __future__ import annotations

from ratchet.acts.bench import Bench
from ratchet.acts.graphing import read_graph
from ratchet.acts.naming import Naming
from ratchet.acts.policies import Library, read_policy, read_settings
from ratchet.acts.violating import of_graphs, violations
from ratchet.graphs.catalogue import catalogue
from ratchet.kinds.edges import Edges, describe, keep
from ratchet.kinds.picturing import Bounds, Outside, picture, way_picture
from ratchet.kinds.views import hops, view_of
from ratchet.kinds.ways import first_way
from ratchet.model.config import Config
from ratchet.model.errors import RatchetError
from ratchet.model.evidence import Evidence
from ratchet.model.graph import Edge, EdgeKind, Graph, joined
from ratchet.model.picture import GraphReport, Picture
from ratchet.model.policy import Policy
from ratchet.model.shape import nearest
from ratchet.model.snapshot import Snapshot
from ratchet.model.value import field, frozen, replace
from ratchet.repo.places import Root, find_root, root_snapshot

__all__ = ["Question", "graph"]


@frozen
class Question:
    """What somebody wants to see of a graph; names are as the command line has them.

    Without `outside` the packages that the repository itself depends on are shown, and all of them where the question
    is about ways: `targets` or `ends`.
    """

    paths: tuple[str, ...] = ()
    graphs: tuple[str, ...] = ()
    edges: Edges = field(default_factory=Edges)
    sources: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    ends: tuple[str, str] | None = None
    depth: int | None = None
    outside: Outside | None = None


def graph(start: str, question: Question, bench: Bench) -> GraphReport:
    """The graph of the repository or directory around a place."""
    for name in question.graphs:
        if name not in catalogue():
            known = tuple(catalogue())
            raise RatchetError(f"there is no graph `{name}`", hint=nearest(name, known) or f"one of {', '.join(known)}")
    root = find_root(start, question.paths)
    bench.remember_in(root.git)
    library = Library(store=bench.store)
    with bench.stage("git"):
        snapshot, inside = _snapshot(root, library)
    with bench.stage("rules and baselines"):
        policy = read_policy(snapshot, library)
    graphs = _read(snapshot, policy, question.graphs or tuple(catalogue()), bench)
    whole = joined(tuple(graphs.values()))
    naming = Naming(whole, start, root.directory, policy.config.groups)
    report = _asked(question, whole, naming, inside)
    ruled = of_graphs(policy, graphs)
    found, remarks = violations(snapshot, ruled, _ruled(snapshot, ruled, graphs, bench), bench)
    return replace(
        report,
        graphs=tuple(graphs),
        ruled=bool(ruled.rulebook.rules),
        violations=tuple(each for each in found if each.is_in(report.wide) and (each.pairs or not question.ends)),
        unresolved=tuple(each for each in whole.unresolved if each.source in report.shown.nodes),
        notices=whole.notices,
        problems=whole.mistakes,
        warnings=(*whole.unread, *remarks),
    )


def _snapshot(root: Root, library: Library) -> tuple[Snapshot, tuple[str, ...]]:
    usual = Config().max_file_bytes
    snapshot, inside = root_snapshot(root, usual)
    limit = read_settings(snapshot, library).max_file_bytes
    return (snapshot, inside) if limit == usual else root_snapshot(root, limit)


def _read(snapshot: Snapshot, policy: Policy, names: tuple[str, ...], bench: Bench) -> dict[str, Graph]:
    """The graphs that have something in them, or whose files are broken."""
    every = {name: read_graph(snapshot, policy, [name], bench) for name in sorted(names)}
    return {name: each for name, each in every.items() if each.nodes or each.mistakes}


def _ruled(snapshot: Snapshot, policy: Policy, graphs: dict[str, Graph], bench: Bench) -> Graph:
    """The graph that the rules speak of, as `check` reads it."""
    needs = frozenset[str]().union(*(rule.spec.needs for rule in policy.rulebook.rules.values()))
    missing = needs.difference(graphs) if needs else needs
    more = [read_graph(snapshot, policy, [name], bench) for name in sorted(missing)]
    return joined((*(each for name, each in graphs.items() if name in needs), *more))


def _asked(question: Question, whole: Graph, naming: Naming, inside: tuple[str, ...]) -> GraphReport:
    kept, every = keep(whole, question.edges), keep(whole, _widened(question.edges))
    usual = Outside.ALL if question.targets or question.ends else Outside.NEAR
    report = GraphReport((), Picture(), Picture(), describe(question.edges), _filters(question.edges))
    if question.ends:
        return _with_way(report, question, whole, naming, kept)
    sources = frozenset[str]().union(*map(naming.find, question.sources), naming.below(inside) if inside else ())
    targets = frozenset[str]().union(*map(naming.find, question.targets))
    bounds = Bounds(sources or None, targets or None, question.depth, question.outside or usual)
    shown = picture(whole, kept, bounds)
    is_whole = bounds == Bounds(depth=question.depth)
    return replace(
        report,
        shown=shown,
        wide=picture(whole, every, bounds),
        hidden=len([id_ for id_ in whole.nodes.keys() - shown.nodes if not whole.nodes[id_].own]) if is_whole else 0,
        backwards=bool(targets) and not sources,
    )


def _with_way(
    report: GraphReport, question: Question, whole: Graph, naming: Naming, kept: tuple[Edge, ...]
) -> GraphReport:
    assert question.ends is not None
    sources, targets = map(naming.find, question.ends)
    view = view_of(Evidence(graph=whole), question.edges)
    if question.outside is Outside.NONE:
        own = Graph(whole.nodes, tuple(edge for edge in whole.edges if _is_own(whole, edge)))
        view = view_of(Evidence(graph=own), question.edges)
    way = first_way(view, sources, targets)
    drawn = way_picture(whole, kept, way)
    return replace(report, ends=question.ends, way=hops(view, way), shown=drawn, wide=drawn)


def _is_own(whole: Graph, edge: Edge) -> bool:
    return whole.nodes[edge.source].own and whole.nodes[edge.target].own


def _widened(edges: Edges) -> Edges:
    """The same, of every kind: those that a page can show and hide."""
    return replace(
        edges, kinds=frozenset(EdgeKind), optional=True, type_only=True, lazy=True, test=True, certainty="possible"
    )


def _filters(edges: Edges) -> dict[str, bool]:
    return {
        **{kind.value: kind in edges.kinds for kind in EdgeKind},
        "optional": edges.optional,
        "type-only": edges.type_only,
        "lazy": edges.lazy,
        "test": edges.test,
        "possible": edges.certainty == "possible",
    }
