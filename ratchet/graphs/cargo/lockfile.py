"""A Cargo.lock as data: its packages, and which of them each one depends on."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from ratchet.graphs.cargo.manifests import Broken, parsed, text_of
from ratchet.model.errors import Mistake, Place
from ratchet.model.value import frozen

__all__ = ["Lock", "Locked", "read_lock"]

_LARGEST = 20_000_000
_FIX = "make it anew with `cargo generate-lockfile --offline`, or take that of the base"
_HEADER = "\n[[package]]\n"
_END = re.compile(r"\n\[(?!\[package\]\])")
_STRING = r'"([^"\\\n]*)"'
# The form in which cargo writes; 15 times as fast as a reader of all of TOML, and what does not fit goes to that one.
_BLOCK = re.compile(
    rf"name = {_STRING}\nversion = {_STRING}\n(?:source = {_STRING}\n)?(?:checksum = {_STRING}\n)?"
    rf'(?:dependencies = \[\n((?: "[^"\\\n]*",\n)*)\]\n)?(?:replace = {_STRING}\n)?\n*'
)
_HEAD = re.compile(r"(?:\s*(?:#[^\n]*|version = \d+)(?=\n|\Z))*\s*")


@frozen
class Locked:
    """A package of the lockfile at its line; without `source` it is one of the repository, or beside it."""

    name: str
    version: str
    source: str
    dependencies: tuple[str, ...]
    line: int
    replaced_by: str = ""


@frozen
class Lock:
    """The packages in their order, and the numbers of those that each depends on."""

    path: str
    packages: tuple[Locked, ...]
    edges: tuple[tuple[int, ...], ...]
    named: Mapping[str, Sequence[int]]
    mistakes: tuple[Mistake, ...] = ()


def read_lock(path: str, read: Callable[[str], bytes]) -> Lock:
    """Read a lockfile of any version. Raises Broken."""
    text = text_of(path, read, _LARGEST)
    packages = _scanned(text)
    if packages is None:
        packages = tuple(_parsed(path, read, text))
    named: dict[str, list[int]] = {}
    for number, package in enumerate(packages):
        named.setdefault(package.name, []).append(number)
    return _linked(path, packages, named)


def _linked(path: str, packages: tuple[Locked, ...], named: Mapping[str, list[int]]) -> Lock:
    """Each dependency as the number of its package; one that is not there makes the lockfile a broken one."""
    mistakes: list[Mistake] = []
    edges = []
    for package in packages:
        found = []
        for each in package.dependencies:
            number = _number(each, packages, named)
            if number is not None and packages[number].replaced_by:
                number = _number(packages[number].replaced_by, packages, named)
            if number is None:
                message = f"{package.name} {package.version} depends on `{each}`, which the lockfile does not have"
                mistakes.append(Mistake(message, Place(path, package.line), _FIX))
            else:
                found.append(number)
        edges.append(tuple(found))
    return Lock(path, packages, tuple(edges), named, tuple(mistakes[:20]))


def _number(wanted: str, packages: Sequence[Locked], named: Mapping[str, list[int]]) -> int | None:
    """The package that `name`, `name version` or `name version (source)` means."""
    name, _, rest = wanted.partition(" ")
    numbers = named.get(name, [])
    if not numbers or (not rest and len(numbers) != 1):
        return None
    if rest:
        numbers = list(_fitting(numbers, rest, packages))
    if not numbers:
        return None
    return numbers[0]


def _fitting(numbers: Sequence[int], rest: str, packages: Sequence[Locked]) -> Iterator[int]:
    version, _, source = rest.partition(" ")
    source = source[1:-1]
    for number in numbers:
        package = packages[number]
        if package.version == version and (not source or package.source.partition("#")[0] == source.partition("#")[0]):
            yield number


def _scanned(text: str) -> tuple[Locked, ...] | None:
    """The packages by the form in which cargo writes them; None where anything has another form."""
    head, *blocks = f"\n{text}".split(_HEADER)
    if not blocks or not _HEAD.fullmatch(head):
        return None
    blocks[-1] = _END.split(blocks[-1] + "\n", maxsplit=1)[0] + "\n"
    found = []
    line = head.count("\n") + 2
    for block in blocks:
        match = _BLOCK.fullmatch(block + "\n")
        if match is None:
            return None
        name, version, source, _, listed, replaced_by = match.groups()
        dependencies = tuple(listed[2:-3].split('",\n "')) if listed else ()
        found.append(Locked(name, version, source or "", dependencies, line, replaced_by or ""))
        line += block.count("\n") + 2
    return tuple(found)


def _parsed(path: str, read: Callable[[str], bytes], text: str) -> Iterator[Locked]:
    """The packages by a reader of all of TOML; old lockfiles have the root package apart. Raises Broken."""
    data = parsed(path, read, _LARGEST)[1]
    lines = [text.count("\n", 0, found.start()) + 1 for found in re.finditer(r"^\[\[package\]\]", text, re.MULTILINE)]
    packages = data.get("package", [])
    if not isinstance(packages, list):
        raise Broken(Mistake("`package` must be a list of tables", Place(path), _FIX))
    root = data.get("root")
    for number, package in enumerate([*packages, *([root] if root is not None else [])]):
        line = lines[number] if number < len(lines) == len(packages) else 0
        yield _package(package, Place(path, line))


def _package(package: object, place: Place) -> Locked:
    wrong = Broken(Mistake("not a package as cargo writes it into a lockfile", place, _FIX))
    if not isinstance(package, dict):
        raise wrong
    texts = [package.get(key, "") for key in ("name", "version", "source", "replace")]
    listed = package.get("dependencies", [])
    if not isinstance(listed, list) or not all(isinstance(each, str) for each in [*texts, *listed]):
        raise wrong
    name, version, source, replaced_by = map(str, texts)
    if not name or not version:
        raise wrong
    return Locked(name, version, source, tuple(listed), place.line + 1 if place.line else 0, replaced_by)
