"""Where a distribution says that its modules are: pyproject.toml, setup.cfg, setup.py, pytest.ini."""

from __future__ import annotations

import configparser
import posixpath
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from ratchet.graphs.python.decoding import plain
from ratchet.model.snapshot import Unreadable

__all__ = ["MANIFESTS", "Hints", "distributions", "read_hints"]

MANIFESTS = ("pyproject.toml", "pytest.ini", "setup.cfg", "setup.py")
_BUILT = ("pyproject.toml", "setup.cfg", "setup.py")
# Tables and what they hold: directories of modules (or one), and packages, whose parents such directories are.
_ROOTS = (
    "setuptools.packages.find.where",
    "hatch.build.sources",
    "hatch.build.targets.wheel.sources",
    "hatch.build.dev-mode-dirs",
    "pdm.build.package-dir",
    "uv.build-backend.module-root",
    "maturin.python-source",
    "pytest.ini_options.pythonpath",
    "pyright.extraPaths",
    "ty.environment.root",
    "pyrefly.search-path",
)
_PACKAGES = (
    "hatch.build.packages",
    "hatch.build.targets.wheel.packages",
    "hatch.build.targets.wheel.only-include",
    "scikit-build.wheel.packages",
)
_SETUP = (
    re.compile(rb"package_dir\s*+=\s*+\{\s*+(?:\"\"|'')\s*+:\s*+[\"']([^\"'\n]++)[\"']"),
    re.compile(rb"find_(?:namespace_)?packages\(\s*+(?:where\s*+=\s*+)?[\"']([^\"'\n]++)[\"']"),
)


class Hints(NamedTuple):
    """The directories that hold top-level modules, as manifests say, and the manifests that could not be read."""

    roots: frozenset[str]
    files: frozenset[str]
    notices: tuple[str, ...]


def read_hints(paths: tuple[str, ...], read: Callable[[str], bytes]) -> Hints:
    """What every manifest says, and the directory of each; nothing outside the repository is looked at."""
    roots, files, notices = set(), set(), []
    for path in (path for path in paths if path.endswith(MANIFESTS)):
        directory, _, name = path.rpartition("/")
        if name not in MANIFESTS:
            continue
        try:
            said = list(_READERS[name](read(path)))
        except (Unreadable, tomllib.TOMLDecodeError, UnicodeDecodeError, configparser.Error) as problem:
            notices.append(f"{path}: not read, so what it says of package directories is not known: {_line(problem)}")
            continue
        files.add(path)
        roots |= {_within(directory, each) for each in said}
    return Hints(frozenset(roots), frozenset(files), tuple(notices))


def distributions(paths: tuple[str, ...]) -> frozenset[str]:
    """The directories that a distribution is built from."""
    found = (path.rpartition("/") for path in paths if path.endswith(_BUILT))
    return frozenset(directory for directory, _, name in found if name in _BUILT)


def _line(problem: Exception) -> str:
    return " ".join(str(problem).split())


def _within(directory: str, said: str) -> str:
    """A directory that a manifest names, from the top of the repository; one outside is none that we look at."""
    path = posixpath.normpath(posixpath.join(directory or ".", said.replace("\\", "/").lstrip("/")))
    return "" if path == "." else path


def _pyproject(content: bytes) -> Iterator[str]:
    tool = tomllib.loads(content.decode("utf-8-sig")).get("tool", {})
    for key in _ROOTS:
        yield from _texts(_at(tool, key))
    for key in _PACKAGES:
        yield from map(posixpath.dirname, _texts(_at(tool, key)))
    directories = _at(tool, "setuptools.package-dir")
    if isinstance(directories, dict):
        yield from _texts(directories.get(""))
    packages = _at(tool, "poetry.packages")
    for package in packages if isinstance(packages, list) else ():
        if isinstance(package, dict):
            yield from _texts(package.get("from"))


def _at(table: object, key: str) -> object:
    for part in key.split("."):
        table = table.get(part) if isinstance(table, dict) else None
    return table


def _texts(value: object) -> Iterator[str]:
    """A text, the texts of a list, or those before the text that replaces them (as hatch's `sources` has it)."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        yield from (each for each in value if isinstance(each, str))
    elif isinstance(value, dict):
        yield from (key if new == "" else posixpath.dirname(key) for key, new in value.items() if isinstance(new, str))


def _config(content: bytes) -> Iterator[str]:
    parser = configparser.RawConfigParser(strict=False)
    parser.read_string(content.decode("utf-8-sig"))
    for section, key in (("options.packages.find", "where"), ("pytest", "pythonpath"), ("tool:pytest", "pythonpath")):
        yield from parser.get(section, key, fallback="").replace(",", " ").split()
    for line in parser.get("options", "package_dir", fallback="").splitlines():
        package, _, directory = line.partition("=")
        if not package.strip() and directory.strip():
            yield directory.strip()


def _setup(content: bytes) -> Iterator[str]:
    for pattern in _SETUP:
        yield from (found.decode("utf-8", "replace") for found in pattern.findall(plain(content)))


_READERS: Mapping[str, Callable[[bytes], Iterator[str]]] = {
    "pyproject.toml": _pyproject,
    "pytest.ini": _config,
    "setup.cfg": _config,
    "setup.py": _setup,
}
