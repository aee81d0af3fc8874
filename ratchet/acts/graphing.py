"""A snapshot → who depends on whom in it, as far as some rules ask."""

from __future__ import annotations

from collections.abc import Callable, Collection

from ratchet.acts.bench import Bench
from ratchet.acts.importing import read_imports
from ratchet.graphs.catalogue import catalogue
from ratchet.graphs.reader import GraphReader, Sources
from ratchet.model.evidence import Evidence
from ratchet.model.globs import matcher
from ratchet.model.graph import Graph, joined
from ratchet.model.inspection import Inspection
from ratchet.model.policy import Policy
from ratchet.model.scope import Scope
from ratchet.model.snapshot import Snapshot, Unreadable
from ratchet.model.value import replace

__all__ = ["also_read", "paths_of", "read_graph", "with_graph", "with_graphs"]

_LINES = "lines"


def with_graphs(
    evidence: Evidence, snapshot: Snapshot, policy: Policy, needs: Collection[str], bench: Bench
) -> Evidence:
    """The evidence with the graphs and lengths that rules ask for."""
    if not any(rule.verb != "count" for rule in policy.rulebook.rules.values()):
        return evidence
    graph = read_graph(snapshot, policy, [name for name in needs if name != _LINES], bench)
    return with_graph(evidence, snapshot, policy, needs, graph, bench)


def with_graph(
    evidence: Evidence, snapshot: Snapshot, policy: Policy, needs: Collection[str], graph: Graph, bench: Bench
) -> Evidence:
    """The evidence with a graph that was read, and the lengths that rules ask for."""
    with bench.stage("graphs"):
        paths = paths_of(snapshot, policy)
        lines = {path: _length(snapshot, path) for path in paths} if _LINES in needs else {}
    return replace(evidence, graph=graph, paths=paths, lines=lines, today=bench.today)


def read_graph(snapshot: Snapshot, policy: Policy, names: Collection[str], bench: Bench) -> Graph:
    """The graphs of some ecosystems as one; each file is read for its imports once, whatever tree it is in."""
    with bench.stage("graphs"):
        paths = paths_of(snapshot, policy) if names else ()
        readers = [reader for name, reader in catalogue().items() if name in names]
        return joined(tuple(_read(reader, snapshot, paths, policy, bench) for reader in readers))


def also_read(inspection: Inspection, known: Collection[str], graph: Graph) -> Inspection:
    """What was looked at, with the files that only graphs were read from."""
    more = graph.files.difference(known)
    return replace(inspection, files=inspection.files + len(more), analysed=inspection.analysed + len(more))


def paths_of(snapshot: Snapshot, policy: Policy) -> tuple[str, ...]:
    """The files that are not excluded."""
    is_excluded = matcher(policy.config.exclude)
    return tuple(path for path in snapshot.paths() if not is_excluded(path))


def _read(reader: GraphReader, snapshot: Snapshot, paths: tuple[str, ...], policy: Policy, bench: Bench) -> Graph:
    imports, unread = read_imports(reader, snapshot, paths, bench)
    return reader.build(Sources(paths, snapshot.read, imports, unread, _scope(reader, policy)))


def _scope(reader: GraphReader, policy: Policy) -> Callable[[str], Scope]:
    """The scope of a file by its path, as its language tells it."""
    language = policy.languages.get(reader.name)
    known = [(scope, matcher(patterns)) for scope, patterns in (language.paths if language else ())]

    def scope_of(path: str) -> Scope:
        return next((scope for scope, matches in known if matches(path)), Scope.PRODUCTION)

    return scope_of


def _length(snapshot: Snapshot, path: str) -> int:
    """How many lines a file has; what cannot be read, and what is no text, has none."""
    try:
        content = snapshot.read(path)
    except Unreadable:
        return 0
    if b"\0" in content[:8000]:
        return 0
    return content.count(b"\n") + (not content.endswith(b"\n") and bool(content))
