"""Every Python file as a module with a name that no other has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from ratchet.graphs.python.layout import Layout, is_part
from ratchet.model.value import frozen

__all__ = ["Module", "name_modules"]

_INIT = "__init__"


@frozen
class Module:
    """A file: the module it is, or whose types it declares.

    `stem` is where imports find it, its path without suffix, or its directory for a package. `files` are its own, the
    one that runs first.
    """

    name: str
    stem: str
    directory: str
    files: tuple[str, ...]
    importable: bool


def name_modules(files: Iterable[str], layout: Layout) -> tuple[Module, ...]:
    """One module for each file, and for a stub beside the file that it describes."""
    found = [_module(stem, group, layout) for stem, group in _grouped(files).items()]
    names = _unique({each.files[0]: (each.name, _dotted(each.stem), each.files[0]) for each in found})
    return tuple(Module(names[each.files[0]], each.stem, each.directory, each.files, each.importable) for each in found)


def _grouped(files: Iterable[str]) -> Mapping[str, tuple[str, ...]]:
    """Files by their path without suffix: `a.py` comes before `a.pyi`."""
    groups: dict[str, tuple[str, ...]] = {}
    for file in sorted(files):
        stem = file.rpartition(".")[0]
        groups[stem] = (*groups.get(stem, ()), file)
    return groups


def _module(stem: str, files: tuple[str, ...], layout: Layout) -> Module:
    directory, _, part = stem.rpartition("/")
    folder = layout.folders[directory]
    if part == _INIT:
        return Module(folder.name or files[0], directory, directory, files, bool(folder.name))
    shadowed = stem in layout.folders and layout.folders[stem].regular
    if folder.name is None or shadowed or not is_part(part, folder):
        return Module(files[0], files[0] if shadowed else stem, directory, files, False)
    return Module(f"{folder.name}.{part}".lstrip("."), stem, directory, files, True)


def _dotted(stem: str) -> str:
    return stem.replace("/", ".") if all(part.isidentifier() for part in stem.split("/")) else ""


def _unique(wanted: Mapping[str, tuple[str, str, str]]) -> Mapping[str, str]:
    """A name for each file: the first of its three that nobody else has; the last one is its path.

    Packages of the same name in two distributions are told apart by their directories.
    """
    names = {file: choices[0] for file, choices in wanted.items()}
    for choice in (1, 2):
        taken = Counter(names.values())
        for file, choices in wanted.items():
            if taken[names[file]] > 1:
                names[file] = choices[choice] or choices[2]
    return names
