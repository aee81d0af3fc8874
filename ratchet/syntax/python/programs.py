"""Find the modules that pyproject.toml and setup.cfg name as scripts; only literal values count."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache

from ratchet.syntax.late import late

__all__ = ["programs"]

# What an entry point is: `package.module:function [extra]`.
_ENTRY = late(r"\s*(\w+(?:\s*\.\s*\w+)*)\s*(?::[\w\s.]*)?(?:\[[^\]]*\])?\s*")
_TABLES = (("project", "scripts"), ("project", "gui-scripts"), ("tool", "poetry", "scripts"))
_SECTION, _KEYS = "options.entry_points", ("console_scripts", "gui_scripts")

Named = tuple[tuple[str, str], ...]
"""The modules that a manifest names, each with the words that say where."""


def programs(
    paths: Sequence[str], read: Callable[[str], bytes]
) -> tuple[dict[str, str], frozenset[str], tuple[str, ...]]:
    """The files that scripts run, each with the reason, the last names of their modules, there or not, and notices.

    There is a notice for each manifest that cannot be read.
    """
    found: dict[str, str] = {}
    names: set[str] = set()
    notices: list[str] = []
    places: _Places | None = None
    for path in sorted(path for path in paths if path.endswith(tuple(_READERS))):
        directory, _, name = path.rpartition("/")
        reader = _READERS.get(name)
        if reader is None:
            continue
        named = reader(read(path))
        if named is None:
            notices.append(f"{path}: cannot be read, so the programs that it names are not known")
        for module, where in named or ():
            names.add(module.rpartition(".")[2])
            places = places or _Places(paths)
            if file := places.file_of(module, directory):
                found.setdefault(file, f"{path} names `{module}` in {where}")
    return found, frozenset(names), tuple(notices)


class _Places:
    """Where modules are: the files of a tree by the last part of what their modules are called."""

    def __init__(self, paths: Sequence[str]) -> None:
        self._paths = frozenset(paths)
        self._by_name: dict[str, list[tuple[str, str]]] = {}
        for path in paths:
            if path.endswith(".py"):
                stem = path.removesuffix(".py").removesuffix("/__init__")
                self._by_name.setdefault(stem.rpartition("/")[2], []).append((stem, path))

    def file_of(self, module: str, directory: str) -> str:
        """The file of a module below a directory: the one with the fewest directories above its package."""
        tail, home = module.replace(".", "/"), f"{directory}/" if directory else ""
        found = []
        for stem, path in self._by_name.get(tail.rpartition("/")[2], ()):
            root = stem.removesuffix(tail)
            fits = f"/{stem}".endswith(f"/{tail}") and root.startswith(home)
            if fits and (root == home or f"{root}__init__.py" not in self._paths):
                found.append((path.count("/"), path))
        return min(found)[1] if found else ""


@lru_cache(maxsize=1024)  # most of them are the same in both trees of a check
def _pyproject(content: bytes) -> Named | None:
    import tomllib

    try:
        data: object = tomllib.loads(content.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return None
    return tuple((module, f"[{'.'.join(keys)}]") for keys in _TABLES for module in _in_table(_at(data, keys)))


@lru_cache(maxsize=1024)
def _setup_cfg(content: bytes) -> Named | None:
    import configparser

    parser = configparser.RawConfigParser(strict=False)
    try:
        parser.read_string(content.decode("utf-8-sig"))
    except (ValueError, configparser.Error):
        return None
    stated = ((key, parser.get(_SECTION, key, fallback="").splitlines()) for key in _KEYS)
    entries = ((key, line.partition("=")[2]) for key, lines in stated for line in lines if not line.startswith("#"))
    return tuple((module, key) for key, entry in entries for module in _module(entry))


_READERS: Mapping[str, Callable[[bytes], Named | None]] = {"pyproject.toml": _pyproject, "setup.cfg": _setup_cfg}


def _at(data: object, keys: Sequence[str]) -> object:
    for key in keys:
        data = data.get(key) if isinstance(data, dict) else None
    return data


def _in_table(table: object) -> Iterator[str]:
    """The modules of a table of scripts; Poetry may have a table for one of them."""
    for entry in table.values() if isinstance(table, dict) else ():
        stated = entry
        if isinstance(entry, dict):
            stated = entry.get("callable") or (entry.get("reference") if entry.get("type") != "file" else None)
        yield from _module(stated)


def _module(entry: object) -> Iterator[str]:
    if isinstance(entry, str) and (found := _ENTRY().fullmatch(entry)):
        yield "".join(found[1].split())
