"""The modules of a repository: which directory belongs to which, and what an import path means in it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ratchet.graphs.go.modfile import ModFile, Replaced, Required, parse
from ratchet.graphs.go.versions import order
from ratchet.graphs.places import inside, upwards
from ratchet.graphs.reader import Sources
from ratchet.model.errors import Mistake, Place
from ratchet.model.snapshot import Unreadable
from ratchet.model.value import field, frozen, replace

__all__ = ["Meaning", "Module", "Modules", "modules_of"]


class Meaning(NamedTuple):
    """What an import path means: the directory of an own package, or a module or package from outside.

    `standard` is the library of Go; a path that should be own and is not there is neither own nor outside.
    """

    directory: str | None = None
    outside: str = ""
    version: str = ""
    source: str = ""
    place: Place | None = None
    standard: bool = False


@frozen
class Module:
    """One `go.mod`; `seen` are the own modules it sees, by path, with itself.

    `required` are the modules that it is built with, each with the directory of the `go.mod` that asks for it.
    """

    directory: str
    file: ModFile
    seen: dict[str, str] = field(default_factory=dict)
    required: dict[str, tuple[Required, str]] = field(default_factory=dict)
    replaced: Replaced = field(default_factory=dict)

    @property
    def path(self) -> str:
        """What its packages begin with; the directory, for want of a name."""
        return self.file.module or self.directory

    def named(self, directory: str) -> str:
        """The import path of one of its directories."""
        below = directory.removeprefix(self.directory).strip("/")
        return "/".join(filter(None, [self.path, below]))


@frozen
class Modules:
    """The modules of a tree by directory, and the directories that hold Go files."""

    known: dict[str, Module]
    packages: frozenset[str]
    mistakes: tuple[Mistake, ...]
    files: frozenset[str]

    def of(self, directory: str) -> Module:
        """The module that a directory belongs to."""
        return next((self.known[each] for each in upwards(directory) if each in self.known), _NO_MODULE)

    def meaning(self, importer: str, path: str) -> Meaning:
        """What an import in a file of this directory means."""
        module = self.of(importer)
        if path.startswith(("./", "../")) or path in {".", ".."}:
            directory = inside(importer, path)
            return Meaning(directory if directory in self.packages else None)
        if path == "C":
            return Meaning(outside="C", standard=True)
        own = list(_own(module, path))
        held = (each for root, each in own if each in self.packages and self.of(each).directory == root)
        directory = next(held, None)
        return Meaning(directory) if directory is not None else _outside(module, path, bool(own))


_NO_MODULE = Module("", ModFile())


def _own(module: Module, path: str) -> Iterator[tuple[str, str]]:
    """Where a package may lie in the modules that are seen, and in which; the longest module path comes first."""
    for prefix in upwards(path):
        if prefix in module.seen:
            root = module.seen[prefix]
            yield root, "/".join(filter(None, [root, path.removeprefix(prefix).strip("/")]))


def _outside(module: Module, path: str, promised: bool) -> Meaning:
    """What a module requires, the standard library, or a path that nothing speaks of."""
    for prefix in upwards(path):
        if prefix in module.required:
            required, directory = module.required[prefix]
            any_version = module.replaced.get((prefix, ""), ("", ""))
            source, version = module.replaced.get((prefix, required.version), any_version)
            place = Place("/".join(filter(None, [directory, "go.mod"])), required.line)
            return Meaning(None, prefix, version or required.version, source, place)
    if promised:
        return Meaning()
    return Meaning(outside=path, standard="." not in path.partition("/")[0])


def modules_of(sources: Sources) -> Modules:
    """Every module of a tree, and what each sees of the others."""
    problems: dict[str, Mistake] = {}
    files = [path for path in sources.paths if path.rpartition("/")[2] in {"go.mod", "go.work"}]
    parsed = {path: _parsed(sources, path, problems) for path in files if "vendor" not in path.split("/")}
    written = {path.rpartition("/")[0]: file for path, file in parsed.items() if path.endswith("go.mod")}
    works = {path.rpartition("/")[0]: file for path, file in parsed.items() if path.endswith("go.work")}
    packages = frozenset(path.rpartition("/")[0] for path in sources.imports)
    known = {directory: _module(directory, written, works) for directory in sorted(written)}
    found = Modules(known, packages, (), frozenset(parsed))
    named = {found.of(each).directory for each in packages}  # an empty go.mod keeps a directory out of a module
    return replace(found, mistakes=tuple(problems[each] for each in sorted(problems) if each in named))


def _parsed(sources: Sources, path: str, problems: dict[str, Mistake]) -> ModFile:
    hint = "correct it, or add its directory to `exclude` in ratchet.toml"
    directory = path.rpartition("/")[0]
    try:
        file = parse(sources.read(path).decode(errors="replace"))
    except Unreadable as error:
        message = f"{path} cannot be read ({error.reason}), so packages cannot be told from each other"
        problems[directory] = Mistake(message, Place(path), hint)
        return ModFile()
    if path.endswith("go.mod") and not file.module:
        message = f"{path} names no module, so its packages have no names"
        problems[directory] = Mistake(message, Place(path, 1), hint)
    return file


def _module(directory: str, written: dict[str, ModFile], works: dict[str, ModFile]) -> Module:
    """A module with all that it sees: itself, the rest of its workspace, and what is replaced by a directory.

    The modules of a workspace are built together: with what any of them requires, at the highest version.
    """
    workspace = _workspace(directory, works)
    used = {directory} if workspace is None else {each for each in _used(workspace, works) if each in written}
    files = [(each, written[each]) for each in sorted(used)]
    seen = {file.module: each for each, file in files if file.module}
    required: dict[str, tuple[Required, str]] = {}
    for each, file in files:
        for path, wanted in file.required.items():
            if path not in required or order(wanted.version) > order(required[path][0].version):
                required[path] = wanted, each
    replacing = [*files, (workspace, works[workspace])] if workspace is not None else files
    replaced: Replaced = {}
    for origin, file in reversed(replacing):
        replaced |= {each: target for each, target in file.replaced.items() if each not in replaced}
        _see(seen, origin, file.replaced, required, written)
    return Module(directory, written[directory], seen, required, replaced)


def _workspace(directory: str, works: dict[str, ModFile]) -> str | None:
    """The directory of the nearest `go.work`, if that uses this module."""
    nearest = next((each for each in upwards(directory) if each in works), None)
    return nearest if nearest is not None and directory in _used(nearest, works) else None


def _used(workspace: str, works: dict[str, ModFile]) -> set[str | None]:
    return {inside(workspace, each) for each in works[workspace].used}


def _see(
    seen: dict[str, str],
    origin: str,
    replaced: Replaced,
    required: dict[str, tuple[Required, str]],
    written: dict[str, ModFile],
) -> None:
    """Add the modules that are replaced by a directory of the repository."""
    for (path, version), (target, _) in sorted(replaced.items()):
        directory = inside(origin, target) if target.startswith(("./", "../")) or target in {".", ".."} else None
        meant = not version or (path in required and required[path][0].version == version)
        if meant and directory is not None and directory in written:
            seen.setdefault(path, directory)
