"""Graphs made by hand for the formats: cycles, versions, kinds, violations, and names that mean harm."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ratchet.formats.catalogue import render
from ratchet.formats.paint import Paint
from ratchet.formats.style import Style
from ratchet.kinds.edges import Edges, describe
from ratchet.kinds.picturing import Bounds, Outside, picture, way_picture
from ratchet.kinds.views import hops, view_of
from ratchet.kinds.ways import first_way
from ratchet.model.errors import Mistake, Place
from ratchet.model.evidence import Evidence
from ratchet.model.facts import Span
from ratchet.model.finding import Finding, Hop
from ratchet.model.graph import Edge, EdgeKind, Graph, Node, Unresolved, joined
from ratchet.model.picture import GraphReport, Violation
from ratchet.model.scope import Scope
from tests.formats import verdicts as v

__all__ = ["GRAPH", "HOSTILE", "REPORT", "graph_renderings", "page"]

PLAIN = Style()
HOSTILE = "</script><img src=x onerror=alert(1)>\"'`${1}\u202e"


def own(name: str, path: str, graph: str = "cargo") -> Node:
    place = Place(f"{path}/Cargo.toml", 2) if graph == "cargo" else Place(path, 1)
    return Node(f"{graph}:{name}", name, graph, True, path, place)


def outer(name: str, version: str) -> Node:
    return Node(f"cargo:{name}@{version}", name, "cargo", False, "", Place("Cargo.lock", 9), version, "registry")


NODES = (
    own("cli", "binaries/cli"),
    own("daemon", "binaries/daemon"),
    own("core", "libraries/core"),
    own("message", "libraries/message"),
    own("xtask", "xtask"),
    outer("tokio", "1.53.1"),
    outer("mio", "1.0.0"),
    own("shop", "shop/__init__.py", "python"),
    own("shop.cart", "shop/cart.py", "python"),
    own("shop.tax", "shop/tax.py", "python"),
    own(HOSTILE, f"shop/{HOSTILE}.py", "python"),
    Node("python:os", "os", "python", False, standard=True),
)


def line(source: str, target: str, number: int, path: str) -> Edge:
    return Edge(source, target, Place(path, number))


EDGES = (
    line("cargo:cli", "cargo:daemon", 5, "binaries/cli/Cargo.toml"),
    line("cargo:cli", "cargo:core", 6, "binaries/cli/Cargo.toml"),
    line("cargo:daemon", "cargo:core", 5, "binaries/daemon/Cargo.toml"),
    line("cargo:core", "cargo:message", 5, "libraries/core/Cargo.toml"),
    replace(line("cargo:core", "cargo:tokio@1.53.1", 6, "libraries/core/Cargo.toml"), optional=True, features=("rt",)),
    line("cargo:message", "cargo:tokio@1.53.1", 7, "libraries/message/Cargo.toml"),
    replace(line("cargo:message", "cargo:core", 9, "libraries/message/Cargo.toml"), kind=EdgeKind.DEV),
    replace(line("cargo:daemon", "cargo:message", 9, "binaries/daemon/Cargo.toml"), cfg="cfg(unix)"),
    replace(line("cargo:tokio@1.53.1", "cargo:mio@1.0.0", 20, "Cargo.lock"), sure=False),
    line("python:shop", "python:shop.cart", 1, "shop/__init__.py"),
    line("python:shop.cart", "python:shop.tax", 3, "shop/cart.py"),
    line("python:shop.cart", "python:shop.tax", 8, "shop/cart.py"),
    replace(line("python:shop.tax", "python:shop.cart", 4, "shop/tax.py"), lazy=True, type_only=True),
    line(f"python:{HOSTILE}", "python:shop.tax", 1, f"shop/{HOSTILE}.py"),
    line("python:shop.tax", "python:os", 1, "shop/tax.py"),
)
GRAPH = joined((Graph({node.id: node for node in NODES}, EDGES),))
FILTERS = {
    "normal": True, "dev": False, "build": True, "optional": True, "type-only": True,
    "lazy": True, "test": False, "possible": True,
}  # fmt: skip


def breach(unit: str, place: Place, text: str, trace: tuple[Hop, ...] = ()) -> Finding:
    span = Span(place.line, 1, place.line, 2)
    return Finding("rust/unwrap", place.path, span, Scope.PRODUCTION, "", unit, text, unit, unit, (), 1, trace)


VIOLATIONS = (
    Violation(
        breach(
            "cli -> core",
            Place("binaries/cli/Cargo.toml", 6),
            "cli -> core -> tokio",
            (
                Hop("cli", "core", Place("binaries/cli/Cargo.toml", 6)),
                Hop("core", "tokio", Place("libraries/core/Cargo.toml", 6), note="optional, with rt"),
            ),
        ),
        v.UNWRAP,
        False,
        (),
        (("cargo:cli", "cargo:core"), ("cargo:core", "cargo:tokio@1.53.1")),
    ),
    Violation(
        breach("crate:message", Place("libraries/message/Cargo.toml", 2), "README.md is missing"),
        v.PRINT,
        True,
        ("cargo:message",),
    ),
)

SHOWN = [edge for edge in GRAPH.edges if edge.kind is not EdgeKind.DEV]
REPORT = GraphReport(
    ("cargo", "python"),
    picture(GRAPH, SHOWN, Bounds()),
    picture(GRAPH, GRAPH.edges, Bounds()),
    describe(Edges()),
    FILTERS,
    hidden=2,
    ruled=True,
    violations=VIOLATIONS,
    unresolved=tuple(
        Unresolved("python:shop.tax", f"vat.rates{number}", Place("shop/tax.py", number, 1)) for number in range(2, 9)
    ),
    notices=("a package that is in no workspace: old",),
    problems=(Mistake("a member is missing", Place("Cargo.toml", 3), "add it, or take it out"),),
    warnings=(Mistake("arch/x: the subject `crate:y` matches nothing", Place("rules/x.yaml", 2), "correct it"),),
)


def bounded(bounds: Bounds, backwards: bool = False) -> GraphReport:
    """The same graph, less of it, and nothing to complain about."""
    drawn = picture(GRAPH, SHOWN, bounds)
    clean = GraphReport(REPORT.graphs, drawn, drawn, REPORT.meant, FILTERS)
    return replace(clean, backwards=backwards)


def a_way(source: str, target: str) -> GraphReport:
    view = view_of(Evidence(graph=GRAPH), Edges())
    way = first_way(view, {source}, {target})
    drawn = way_picture(GRAPH, SHOWN, way)
    clean = GraphReport(REPORT.graphs, drawn, drawn, REPORT.meant, FILTERS)
    return replace(clean, ends=(source, target), way=hops(view, way), violations=VIOLATIONS[:1])


def page(report: GraphReport = REPORT) -> str:
    """The page of a report, with the style and the script that ship."""
    return render("graph", "html", report, Style())


def graph_renderings() -> Mapping[str, str]:
    """Name of the golden file → what the format makes of the value."""
    near = bounded(Bounds(frozenset({"cargo:daemon"}), depth=1))
    back = bounded(Bounds(targets=frozenset({"cargo:mio@1.0.0"}), outside=Outside.ALL), backwards=True)
    return {
        "graph.txt": render("graph", "text", REPORT, PLAIN),
        "graph-colour.txt": render("graph", "text", REPORT, Style(Paint(True))),
        "graph-depth.txt": render("graph", "text", near, PLAIN),
        "graph-to.txt": render("graph", "text", back, PLAIN),
        "graph-way.txt": render("graph", "text", a_way("cargo:cli", "cargo:mio@1.0.0"), PLAIN),
        "graph-no-way.txt": render("graph", "text", a_way("cargo:core", "cargo:cli"), PLAIN),
        "graph-none.txt": render("graph", "text", replace(REPORT, graphs=()), PLAIN),
        "graph.json": render("graph", "json", REPORT, PLAIN),
        "graph-way.json": render("graph", "json", a_way("cargo:cli", "cargo:mio@1.0.0"), PLAIN),
        "graph.dot": render("graph", "dot", REPORT, PLAIN),
        "graph.mermaid": render("graph", "mermaid", REPORT, PLAIN),
    }
