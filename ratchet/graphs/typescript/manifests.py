"""`package.json`: the name of a package, what it lets others import, what it declares, and its workspaces."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator
from itertools import takewhile

from ratchet.graphs.places import inside, upwards
from ratchet.graphs.typescript.documents import Documents, table, text, texts
from ratchet.graphs.typescript.jsonc import Json
from ratchet.graphs.typescript.patterning import glob
from ratchet.graphs.typescript.tree import Tree
from ratchet.model.snapshot import Unreadable
from ratchet.model.value import field, frozen, mutable

__all__ = ["Manifest", "Manifests"]

_ENTRIES = ("source", "main", "module", "types", "typings", "browser")
_DEPENDENCIES = ("dependencies", "devDependencies", "peerDependencies", "optionalDependencies")
_LINK = re.compile(r"(?:file|link|portal):(.*)", re.DOTALL)
_ITEM = re.compile(r"\s*-\s+(.*)")
_FLOW = re.compile(r"packages\s*:\s*\[(.*)\]\s*(?:#.*)?$")


@frozen
class Manifest:
    """One package; `entries` are the files it names, the likeliest source first, `links` packages by directory."""

    directory: str
    name: str = ""
    exports: Json = None
    imports: dict[str, Json] = field(default_factory=dict)
    entries: tuple[str, ...] = ()
    declared: frozenset[str] = frozenset()
    links: dict[str, str] = field(default_factory=dict)


@mutable
class Manifests:
    """The packages of a tree, and which of them see each other by name."""

    tree: Tree
    documents: Documents
    read: Callable[[str], bytes]
    known: dict[str, Manifest] = field(default_factory=dict)
    members: dict[str, dict[str, Manifest]] = field(default_factory=dict)
    packages: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        found = (path.rpartition("/") for path in self.tree.files)
        self.packages = sorted(directory for directory, _, name in found if name == "package.json")
        self.members = {root: dict(self._named(root, globs)) for root, globs in self._workspaces()}

    def at(self, directory: str) -> Manifest | None:
        """The manifest in a directory."""
        path = f"{directory}/package.json" if directory else "package.json"
        if path not in self.tree.files:
            return None
        if directory not in self.known:
            self.known[directory] = _manifest(directory, self.documents.load(path))
        return self.known[directory]

    def above(self, directory: str) -> Iterator[Manifest]:
        """The manifests that a file in a directory may look at, the nearest first."""
        for each in upwards(directory):
            if (found := self.at(each)) is not None:
                self.documents.vital.add(f"{each}/package.json".lstrip("/"))
                yield found

    def named(self, name: str, directory: str) -> Manifest | None:
        """The package of the repository that an import of this name in a directory means."""
        for number, each in enumerate(self.above(directory)):
            if name in each.links:
                return self.at(each.links[name])
            if number == 0 and each.name == name and each.exports is not None:  # a package may name itself
                return each
        for each_directory in upwards(directory):
            if (found := self.members.get(each_directory, {}).get(name)) is not None:
                return found
        return None

    def _workspaces(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Every root of a workspace with the globs of its members."""
        for directory in sorted(self.tree.directories):
            prefix = f"{directory}/" if directory else ""
            globs: tuple[str, ...] = ()
            if f"{prefix}package.json" in self.tree.files:
                declared = self.documents.load(f"{prefix}package.json").get("workspaces")
                globs += texts(declared) + texts(table(declared).get("packages"))
            if f"{prefix}lerna.json" in self.tree.files:
                globs += texts(self.documents.load(f"{prefix}lerna.json").get("packages"))
            globs += self._pnpm(f"{prefix}pnpm-workspace.yaml")
            if globs:
                yield directory, globs

    def _pnpm(self, path: str) -> tuple[str, ...]:
        if path not in self.tree.files:
            return ()
        try:
            return tuple(_pnpm_packages(self.read(path).decode(errors="replace")))
        except Unreadable as error:
            self.documents.notices.add(f"{path} cannot be read ({error.reason}): its packages are taken for foreign")
            return ()

    def _named(self, root: str, globs: tuple[str, ...]) -> Iterator[tuple[str, Manifest]]:
        wanted = [glob(each) for each in globs if not each.startswith("!")]
        unwanted = [glob(each[1:]) for each in globs if each.startswith("!")]
        prefix = f"{root}/" if root else ""
        first = bisect_left(self.packages, prefix)
        below = takewhile(lambda each: each.startswith(prefix), self.packages[first:])
        for directory in reversed(list(below)):  # the first of two with one name wins
            name = directory.removeprefix(prefix)
            member = any(each(name) for each in wanted) and not any(each(name) for each in unwanted)
            if member and (found := self.at(directory)) is not None and found.name:
                yield found.name, found


def _manifest(directory: str, written: dict[str, Json]) -> Manifest:
    declared = {name: text(spec) for each in _DEPENDENCIES for name, spec in table(written.get(each)).items()}
    linked = {name: match[1] for name, spec in declared.items() if (match := _LINK.match(spec))}
    links = {name: there for name, path in linked.items() if (there := inside(directory, path)) is not None}
    entries = tuple(entry for each in _ENTRIES if (entry := text(written.get(each))))
    imports = table(written.get("imports"))
    return Manifest(
        directory, text(written.get("name")), written.get("exports"), imports, entries, frozenset(declared), links
    )


def _pnpm_packages(yaml: str) -> Iterator[str]:
    """The list under `packages:`: one plain or quoted item per line, or all in brackets."""
    listed = False
    for line in yaml.splitlines():
        if flow := _FLOW.match(line):
            yield from filter(None, map(_scalar, flow[1].split(",")))
        elif listed and (item := _ITEM.match(line)):
            yield _scalar(item[1])
        elif line[:1].strip() and not line.startswith("#"):
            listed = re.match(r"packages\s*:\s*(?:#.*)?$", line) is not None


def _scalar(written: str) -> str:
    written = written.strip()
    if written[:1] in {"'", '"'}:
        return written[1:].partition(written[0])[0]
    return re.sub(r"\s+#.*", "", written).strip()
