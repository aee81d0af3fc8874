"""What `tach.toml` says besides modules and layers, and no rule of ours can say."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import cast

from ratchet.model.errors import Mistake, Place

__all__ = ["unsaid"]

Lookup = Callable[[tuple[str | int, ...]], Place]
_INTERFACE = "only what a module imports is in the graph, not which of its names"
_WHY = {
    "exact": ("an entry of `to` that is not needed is not looked for", ""),
    "external": ("what pyproject.toml declares is not compared with what is imported", ""),
    "plugins": ("a plugin is code, and no code of the repository is run", ""),
    "include_string_imports": ("imports within strings are not read", ""),
}


def unsaid(data: Mapping[str, object], paths: tuple[str, ...], place: Lookup) -> Iterator[Mistake]:
    """Each setting that is left, with the reason."""
    yield from _of_modules(data, place)
    for key, (why, hint) in _WHY.items():
        if data.get(key):
            yield Mistake(f"`{key}`: {why}", place((key,)), hint)
    if data.get("root_module", "ignore") != "ignore":
        why = "code that is in no module is not a module of its own here"
        yield Mistake(f"`root_module`: {why}", place(("root_module",)), "write a rule for it: `*` is everything")
    for path in paths:
        if path.endswith("tach.domain.toml"):
            yield Mistake("a domain is a file of its own, which is not read", Place(path, 1))


def _of_modules(data: Mapping[str, object], place: Lookup) -> Iterator[Mistake]:
    for at, _ in enumerate(cast("list[object]", data.get("interfaces", []))):
        yield Mistake(f"an interface: {_INTERFACE}", place(("interfaces", at)))
    for at, each in enumerate(cast("list[object]", data.get("modules", []))):
        if isinstance(each, dict) and {"depends_on_external", "cannot_depend_on_external"} & each.keys():
            why = "it names distributions, and imports name packages"
            yield Mistake(f"`depends_on_external` of `{each.get('path', at)}`: {why}", place(("modules", at)))
