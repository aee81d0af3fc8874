"""The packages of the repository as nodes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping

from ratchet.graphs.cargo.facts import package_facts, resolver_of
from ratchet.graphs.cargo.manifests import Manifest
from ratchet.graphs.cargo.workspaces import Layout, Workspace
from ratchet.model.graph import Node
from ratchet.model.value import frozen, replace

__all__ = ["GRAPH", "Own", "own_packages"]

GRAPH = "cargo"
_NAME = re.compile(r"[\w-]{1,256}")


@frozen
class Own:
    """The nodes of the repository by directory, the directories by name, and the workspace that each belongs to."""

    nodes: Mapping[str, Node]
    named: Mapping[str, tuple[str, ...]]
    workspaces: Mapping[str, Workspace | None]

    def called(self, name: str, version: str, workspace: Workspace | None) -> str | None:
        """The directory of a package by name: of this version and workspace if there is a choice."""
        found = self.named.get(name, ())
        if len(found) < 2:
            return found[0] if found else None

        def fits(directory: str) -> tuple[bool, bool]:
            return self.nodes[directory].version == version, self.workspaces[directory] is workspace

        return max(found, key=fits)


def own_packages(manifests: Mapping[str, Manifest], layout: Layout, files: frozenset[str]) -> Own:
    """A node for each package that cargo can build in the repository; a name that is there twice gets its directory."""
    workspaces = {directory: _workspace_of(directory, layout) for directory in layout.packages}
    nodes = dict(_nodes(manifests, layout, workspaces, files))
    counts = Counter(node.name for node in nodes.values())
    named: dict[str, list[str]] = {}
    for directory, node in nodes.items():
        named.setdefault(node.name, []).append(directory)
        if counts[node.name] > 1:
            nodes[directory] = replace(node, id=f"{node.id} ({node.path})")
    return Own(nodes, {name: tuple(found) for name, found in named.items()}, workspaces)


def _workspace_of(directory: str, layout: Layout) -> Workspace | None:
    """The workspace whose root the package takes for its own; else any that has it, or uses it by path."""
    root = layout.roots.get(directory)
    return next((each for each in layout.having.get(directory, ()) if each.root is root), None) or next(
        iter(layout.having.get(directory, ())), None
    )


def _nodes(
    manifests: Mapping[str, Manifest],
    layout: Layout,
    workspaces: Mapping[str, Workspace | None],
    files: frozenset[str],
) -> Iterator[tuple[str, Node]]:
    resolvers = {each.root.directory: resolver_of(each.root) for each in layout.workspaces}
    for directory in layout.packages:
        manifest = manifests[directory]
        name = manifest.package.get("name")
        if not _NAME.fullmatch(name.text("?")):
            manifest.wrong(name.steps, "is no name for a package" if name.is_there else "is missing")
            continue
        facts = dict(package_facts(manifest, layout.roots[directory], files))
        if (workspace := workspaces[directory]) is not None:
            facts["workspace"] = workspace.root.directory or "."
            facts["member"] = "true" if directory in workspace.members else "false"
            facts["resolver"] = resolvers[workspace.root.directory]
            facts["default-member"] = "true" if directory in workspace.default else "false"
        yield (
            directory,
            Node(
                f"{GRAPH}:{name.text()}",
                name.text(),
                GRAPH,
                True,
                directory or ".",
                manifest.place(*name.steps),
                facts["version"] or "0.0.0",
                "path",
                facts=facts,
            ),
        )
