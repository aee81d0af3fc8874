"""Which directories are packages, and which hold top-level modules: by convention, manifests and imports."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Set

from ratchet.graphs.python.standard import STANDARD
from ratchet.model.value import frozen

__all__ = ["Declared", "Folder", "Layout", "is_part", "joined", "lay_out", "parent"]

_INITS = ("__init__.py", "__init__.pyi")


@frozen
class Folder:
    """A directory with Python below it: its dotted name from its root, which is empty for a root itself.

    No `name` at all: nobody can import what is in it, but for scripts beside it.
    """

    root: str
    name: str | None
    regular: bool


@frozen
class Declared:
    """What is said of the layout: the roots that manifests name, where they are themselves, and all that is imported.

    `imports` gives the absolute imports of all files with what each is in: `a.b.c`, `a.b` and `a`. It is asked only
    for packages in a directory that may be a root or a namespace.
    """

    roots: frozenset[str]
    distributions: frozenset[str]
    imports: Callable[[], Set[str]]


@frozen
class Layout:
    """Every directory that has Python files, or holds one that has, by its path."""

    folders: Mapping[str, Folder]
    roots: frozenset[str]


def parent(path: str) -> str:
    """The directory that holds this one; the top of the repository is empty and holds itself."""
    return path.rpartition("/")[0]


def joined(directory: str, path: str) -> str:
    """A path below a directory."""
    return f"{directory}/{path}" if directory and path else directory or path


def is_part(part: str, folder: Folder) -> bool:
    """Whether this can be a part of a dotted name: in a package also what only `import_module` can name."""
    return part.isidentifier() or (folder.regular and bool(folder.name) and "." not in part)


def lay_out(files: Iterable[str], declared: Declared, tested: Callable[[str], bool]) -> Layout:
    """The layout of these files; `tested` tells whether a directory is one of tests.

    What lies below a directory that is said to be a root is a namespace of it. Elsewhere imports have to tell.
    """
    directories, regular = _directories(files)
    packages = regular - {""}
    stated = {each for each in (declared.roots | _sources(directories)) & directories if not _inside(each, packages)}
    roots = stated | {""} | {each for each in declared.distributions & directories if not _inside(each, packages)}
    doubtful = {above for each in packages if not _inside(above := parent(each), packages)} - roots
    doubtful = {each for each in doubtful if _above(each, roots) not in stated - {""}}
    if doubtful:
        imports = declared.imports()
        held = _held(packages)
        roots |= {each for each in sorted(doubtful) if _is_root(each, held[each], roots, imports, tested)}
    folders: dict[str, Folder] = {}
    for directory in sorted(directories):
        folders[directory] = _folder(directory, directory in regular, roots, folders)
    return Layout(folders, frozenset(roots) | (declared.roots & directories))


def _directories(files: Iterable[str]) -> tuple[set[str], set[str]]:
    """All directories, and those that are regular packages."""
    directories, regular = {""}, set()
    for file in files:
        directory, _, name = file.rpartition("/")
        if name in _INITS:
            regular.add(directory)
        while directory not in directories:
            directories.add(directory)
            directory = parent(directory)
    return directories, regular


def _held(packages: set[str]) -> Mapping[str, set[str]]:
    """The names of the packages in each directory."""
    held: dict[str, set[str]] = {}
    for package in packages:
        above, _, name = package.rpartition("/")
        held.setdefault(above, set()).add(name)
    return held


def _sources(directories: set[str]) -> set[str]:
    return {each for each in directories if each.rpartition("/")[2] == "src"}


def _inside(directory: str, regular: set[str]) -> bool:
    """Whether a directory is a regular package or below one."""
    while directory:
        if directory in regular:
            return True
        directory = parent(directory)
    return False


def _above(directory: str, roots: set[str]) -> str:
    """The nearest root that a directory is below."""
    directory = parent(directory)
    while directory not in roots:
        directory = parent(directory)
    return directory


def _is_root(directory: str, held: set[str], roots: set[str], imports: Set[str], tested: Callable[[str], bool]) -> bool:
    """Whether the packages in a directory are top-level ones, or those of a namespace that it is itself a part of.

    Imports tell; where none does, it is a root, but for tests, whose packages nobody imports.
    """
    dotted = directory[len(_above(directory, roots)) :].strip("/").replace("/", ".")
    if not all(part.isidentifier() for part in dotted.split(".")):
        return True
    if dotted in imports:
        return False
    return not (held - STANDARD).isdisjoint(imports) or not tested(directory)


def _folder(directory: str, regular: bool, roots: set[str], folders: Mapping[str, Folder]) -> Folder:
    if not directory or directory in roots:
        return Folder(directory, "", regular)
    above, _, part = directory.rpartition("/")
    around = folders[above]
    if around.name is not None and (is_part(part, around) if regular else part.isidentifier()):
        return Folder(around.root, f"{around.name}.{part}".lstrip("."), regular)
    if part.isidentifier() and regular:
        return Folder(above, part, regular)
    return Folder(directory, None, regular)
