"""What `tach.toml` says besides modules and layers, and no rule of ours can say."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import cast

from ratchet.model.errors import Mistake, Place
from ratchet.rulebook.foreign.python_modules import Modules
from ratchet.rulebook.foreign.translation import Tree

__all__ = ["unsaid"]

Lookup = Callable[[tuple[str | int, ...]], Place]
_IGNORE = b"tach-ignore"
_INTERFACE = "only what a module imports is in the graph, not which of its names"
_WHY = {
    "exact": ("an entry of `to` that is not needed is not looked for", ""),
    "external": ("what pyproject.toml declares is not compared with what is imported", ""),
    "layers_explicit_depends_on": ("that a lower layer has to be listed too is not looked for", ""),
    "plugins": ("a plugin is code, and no code of the repository is run", ""),
    "include_string_imports": ("imports within strings are not read", ""),
}


def unsaid(data: Mapping[str, object], tree: Tree, known: Modules, place: Lookup) -> Iterator[Mistake]:
    """Each setting that is left, with the reason."""
    yield from _of_modules(data, place)
    for key, (why, hint) in _WHY.items():
        if data.get(key):
            yield Mistake(f"`{key}`: {why}", place((key,)), hint)
    if data.get("root_module", "ignore") != "ignore":
        why = "code that is in no module is not a module of its own here"
        yield Mistake(f"`root_module`: {why}", place(("root_module",)), "write a rule for it: `*` is everything")
    yield from _ignored(known, tree)
    home = place(()).path.rpartition("/")[0]
    for path in tree.paths:
        if path.startswith(home) and path.endswith("tach.domain.toml"):
            why = "what it says is not read; its package may depend on anything, and anything on it"
            yield Mistake(f"a domain: {why}", Place(path, 1), "write its rules beside the others")


def _of_modules(data: Mapping[str, object], place: Lookup) -> Iterator[Mistake]:
    for at, _ in enumerate(cast("list[object]", data.get("interfaces", []))):
        yield Mistake(f"an interface: {_INTERFACE}", place(("interfaces", at)))
    for at, each in enumerate(cast("list[object]", data.get("modules", []))):
        if isinstance(each, dict) and {"depends_on_external", "cannot_depend_on_external"} & each.keys():
            why = "it names distributions, and imports name packages"
            yield Mistake(f"`depends_on_external` of `{each.get('path', at)}`: {why}", place(("modules", at)))


def _ignored(known: Modules, tree: Tree) -> Iterator[Mistake]:
    """Comments that excuse an import: ours have another form, so what they excuse becomes known debt."""
    found = [(path, tree.read(path)) for path in sorted(known.files.values())]
    lines = [
        Place(path, number)
        for path, text in found
        if _IGNORE in text
        for number, line in enumerate(text.split(b"\n"), 1)
        if _IGNORE in line
    ]
    if lines:
        message = f"{len(lines)} `tach-ignore` comments: what they excuse goes into the baseline as debt"
        yield Mistake(message, lines[0], 'where it is no debt, write: # ratchet: allow(RULE) reason="…"')
