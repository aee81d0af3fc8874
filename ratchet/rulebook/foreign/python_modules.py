"""The Python modules that a tree has, by name: what contracts of other tools speak of."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping

from ratchet.model.value import frozen

__all__ = ["Modules", "is_within", "modules_below", "modules_in", "modules_of", "top_names"]


_PART = re.compile(r"[\w-]+")  # `migrations/0001_initial.py` is a module too


@frozen
class Modules:
    """The file of each module, and the names of all, with packages that have no `__init__.py` and so no file."""

    files: Mapping[str, str]
    names: frozenset[str]

    def is_package(self, name: str) -> bool:
        """Whether there is something below."""
        return any(each.startswith(f"{name}.") for each in self.names)

    def children(self, name: str) -> tuple[str, ...]:
        """What is directly below, in order."""
        return tuple(sorted(each for each in self.names if each.rpartition(".")[0] == name))

    def matching(self, expression: str) -> tuple[str, ...]:
        """The modules that an expression with `*` for one part or `**` for several stands for; one without, itself."""
        if "*" not in expression:
            return (expression,)
        parts = {"*": r"[^.]+", "**": r"[^.]+(?:\.[^.]+)*"}
        pattern = re.compile(r"\.".join(parts.get(part, re.escape(part)) for part in expression.split(".")))
        return tuple(sorted(name for name in self.names if pattern.fullmatch(name)))

    def any_file(self, is_it: Callable[[str], bool]) -> bool:
        """Whether some file is such."""
        return any(is_it(path) for path in self.files.values())


def modules_of(files: Mapping[str, str]) -> Modules:
    """The modules with these files, and every package that one of them lies in."""
    above = {name.rsplit(".", count)[0] for name in files for count in range(1, name.count(".") + 1)}
    return Modules(files, frozenset({*files, *above}))


def is_within(name: str, package: str) -> bool:
    """Whether a module is a package or below it."""
    return name == package or name.startswith(f"{package}.")


def modules_below(paths: Iterable[str], directory: str) -> Modules:
    """The modules that are imported from a directory."""
    start = f"{directory}/" if directory else ""
    found = {}
    for path in paths:
        if path.startswith(start) and path.endswith((".py", ".pyi")):
            name = path[len(start) :].rpartition(".")[0].removesuffix("/__init__").replace("/", ".")
            if all(_PART.fullmatch(part) for part in name.split(".")):
                found[name] = path
    return modules_of(found)


def modules_in(paths: tuple[str, ...], roots: Iterable[str], home: str) -> Modules:
    """The modules of some packages, wherever below a directory each begins; of several places the first and nearest."""
    found: dict[str, str] = {}
    for root in roots:
        below = modules_below(paths, _above(paths, root, home))
        found |= {name: path for name, path in below.files.items() if is_within(name, root)}
    return modules_of(found)


def _above(paths: tuple[str, ...], root: str, home: str) -> str:
    """The directory that a package is imported from."""
    end = "/" + root.replace(".", "/")
    start = f"{home}/" if home else ""
    places = set()
    for path in paths:
        if path.startswith(start) and path.endswith(".py"):
            hit = f"/{path}".find(f"{end}/")
            hit = hit if hit >= 0 else f"/{path}".find(f"{end}.py")
            if hit >= 0:
                places.add((f"/{path}"[1:hit], f"/{path}".endswith(f"{end}/__init__.py")))
    ranked = sorted(places, key=lambda place: (not place[1], place[0].count("/") + bool(place[0]), place[0]))
    return ranked[0][0] if ranked else home


def top_names(paths: tuple[str, ...], home: str) -> frozenset[str]:
    """What can be imported by a single name: packages below no other package, and modules beside the settings."""
    start = f"{home}/" if home else ""
    packages = {path.rpartition("/")[0] for path in paths if path.endswith("/__init__.py")}
    tops = {each.rpartition("/")[2] for each in packages if each.rpartition("/")[0] not in packages}
    single = {path[len(start) :] for path in paths if path.startswith(start) and path.endswith(".py")}
    return frozenset({*tops, *(each.removesuffix(".py") for each in single if "/" not in each)})
