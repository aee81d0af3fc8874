"""`tsconfig.json` and `jsconfig.json`: the aliases in force for a file, and where compiled files come from."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ratchet.graphs.places import inside, upwards
from ratchet.graphs.typescript.documents import Documents, table, text, texts
from ratchet.graphs.typescript.jsonc import Json
from ratchet.graphs.typescript.patterning import best_pattern, filled
from ratchet.graphs.typescript.tree import Tree
from ratchet.model.value import field, frozen, mutable

__all__ = ["Config", "Configs"]

_NAMES = ("tsconfig.json", "jsconfig.json")
_VARIANTS = ("tsconfig.build.json", "tsconfig.lib.json", "tsconfig.app.json", "tsconfig.json")
_LONGEST_CHAIN = 32
_HERE = "${configDir}"

# An option as written, and the directory of the file that has it.
_Options = dict[str, tuple[Json, str]]


@frozen
class Config:
    """The options of one file together with those it extends; a directory that leaves the repository is None."""

    directory: str
    base: str | None = None
    paths: dict[str, tuple[str, ...]] = field(default_factory=dict)
    out: str | None = None
    root: str | None = None
    references: tuple[str, ...] = ()

    def aliased(self, name: str) -> Iterator[str]:
        """The paths that a name may mean."""
        found = best_pattern(self.paths, name)
        for target in found[0] if found else ():
            if (path := inside("", filled(target, found[1] if found else ""))) is not None:
                yield path
        if self.base is not None and (path := inside(self.base, name)) is not None:
            yield path

    def promises(self, name: str) -> bool:
        """Is this name under an alias that says more than `*`?"""
        return best_pattern({each: "" for each in self.paths if each != "*"}, name) is not None


@mutable
class Configs:
    """The configs of a tree; `package` leads from a name that is extended to the file of an own package."""

    tree: Tree
    documents: Documents
    package: Callable[[str, str], str]
    known: dict[str, Config] = field(default_factory=dict)
    options: dict[str, _Options] = field(default_factory=dict)
    chain: list[str] = field(default_factory=list)
    nearest: dict[str, tuple[Config, ...]] = field(default_factory=dict)

    def around(self, directory: str) -> tuple[Config, ...]:
        """The configs that may speak for the files of a directory: the nearest, those it refers to, then outer ones."""
        if directory not in self.nearest:
            found = (f"{each}/{name}".lstrip("/") for each in upwards(directory) for name in _NAMES)
            known = (path for path in found if path in self.tree.files)
            self.nearest[directory] = tuple(config for path in known for config in self._with_references(path))
        return self.nearest[directory]

    def beside(self, directory: str) -> tuple[Config, ...]:
        """The configs of a package that may say where its compiled files come from."""
        paths = (f"{directory}/{name}".lstrip("/") for name in _VARIANTS)
        return tuple(self.load(path) for path in paths if path in self.tree.files)

    def load(self, path: str) -> Config:
        """One config with all it extends."""
        if path not in self.known:
            directory = path.rpartition("/")[0]
            written = self.documents.load(path)
            references = written.get("references")
            named = [text(table(each).get("path")) for each in references] if isinstance(references, list) else []
            self.known[path] = _config(directory, self._options(path), tuple(filter(None, named)))
        return self.known[path]

    def _with_references(self, path: str) -> Iterator[Config]:
        """A config and those it refers to for files beside its own, as solutions do: `tsconfig.app.json`."""
        first = self.load(path)
        yield first
        for each in first.references[:_LONGEST_CHAIN]:
            there = inside(first.directory, each)
            referred = self._file(there) if there is not None else ""
            if referred not in {"", path} and referred.rpartition("/")[0] == first.directory:
                yield self.load(referred)

    def _options(self, path: str) -> _Options:
        if path in self.options:
            return self.options[path]
        self.documents.vital.add(path)
        self.options[path] = {}  # what a file finds of itself when it extends itself
        self.chain.append(path)
        written, directory = self.documents.load(path), path.rpartition("/")[0]
        merged: _Options = {}
        for each in self._extended(path, written):
            merged |= self._options(each)
        own = {name: (value, directory) for name, value in table(written.get("compilerOptions")).items()}
        self.options[path] = merged | own
        self.chain.pop()
        return self.options[path]

    def _extended(self, path: str, written: dict[str, Json]) -> Iterator[str]:
        extends = written.get("extends")
        for each in (extends,) if isinstance(extends, str) else texts(extends):
            target = self._target(path, each)
            if target in self.chain:
                circle = " → ".join([*self.chain[self.chain.index(target) :], target])
                self.documents.notices.add(f"{circle}: these extend each other in a circle")
            elif len(self.chain) >= _LONGEST_CHAIN:
                self.documents.notices.add(f"{self.chain[0]} extends more than {_LONGEST_CHAIN} files in a row")
            elif target:
                yield target

    def _target(self, path: str, extended: str) -> str:
        """The file of the repository that is extended; what lies outside of it is told of."""
        directory = path.rpartition("/")[0]
        if extended.startswith("."):
            there = inside(directory, extended)
            found = self._file(there) if there is not None else ""
        else:
            found = self.package(extended, directory)
        if not found:
            self.documents.notices.add(f"{path} extends {extended}, which is not here: aliases it has are unknown")
        return found

    def _file(self, path: str) -> str:
        return next((each for each in (path, f"{path}.json", f"{path}/tsconfig.json") if each in self.tree.files), "")


def _config(directory: str, options: _Options, references: tuple[str, ...]) -> Config:
    def place(name: str) -> str | None:
        written, origin = options.get(name, (None, ""))
        return _placed(written, origin, directory) if isinstance(written, str) else None

    written, origin = options.get("paths", (None, ""))
    base = place("baseUrl")
    if "baseUrl" in options:
        origin = base if base is not None else "\0"  # no file lies there
    paths = {
        pattern: tuple(path for each in texts(targets) if (path := _placed(each, origin, directory)) is not None)
        for pattern, targets in table(written).items()
    }
    return Config(directory, base, paths, place("outDir"), place("rootDir"), references)


def _placed(written: str, origin: str, directory: str) -> str | None:
    """A path from the root of the repository; `${configDir}` is the directory of the file that began to extend."""
    if written.startswith(_HERE):
        return inside(directory, f".{written.removeprefix(_HERE)}")
    return None if written.startswith("/") else inside(origin, written)
