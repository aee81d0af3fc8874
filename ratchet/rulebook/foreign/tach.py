"""Modules and layers of tach, from `tach.toml` or `pyproject.toml`, into rules."""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import cast

from ratchet.model.errors import Mistake, Place, RatchetError
from ratchet.model.globs import matcher
from ratchet.rulebook.foreign.python_modules import Modules, modules_below
from ratchet.rulebook.foreign.tach_layers import layer_drafts
from ratchet.rulebook.foreign.tach_modules import Declared, Layers, TachModule, declared
from ratchet.rulebook.foreign.tach_settings import unsaid
from ratchet.rulebook.foreign.translation import Draft, Translation, Tree
from ratchet.rulebook.toml_reader import read_toml

__all__ = ["SECTION", "translate"]

SECTION = "tach"
_EXCLUDED = ["**/tests", "**/docs", "**/*__pycache__", "**/*egg-info", "**/venv"]
_LIST = "add it to the list if the dependency is wanted; else go through a module that is on it"
_NESTED = "modules within modules make the list more than selectors can say"
_SEVERAL = "write it as several `deny` rules"
Lookup = Callable[[tuple[str | int, ...]], Place]


@dataclass(frozen=True, slots=True)
class _Config:
    path: str
    declared: Declared
    layers: Layers
    edges: Mapping[str, object]

    def draft(self, module: TachModule, more: str, verb: str, because: str, spec: Mapping[str, object]) -> Draft:
        """A rule on what a module depends on by its own imports."""
        full = {**spec, "reach": "direct", **({"edges": self.edges} if self.edges else {})}
        return Draft(f"{module.name} {more}", because, _LIST, verb, full, module.place)


def translate(path: str, text: bytes, tree: Tree) -> Translation:
    """The rules that mean what the modules and layers mean."""
    data, place = _read(path, text)
    home = path.rpartition("/")[0]
    known = _known(data, tree, home)
    excluded = matcher(_below(home, cast("list[str]", data.get("exclude", _EXCLUDED))))
    found = declared(data, known, place)
    if not found.modules:
        raise RatchetError("there is no module in it that the repository has", place(("modules",)))
    kept = {name: file for name, file in known.files.items() if not excluded(file)}
    edges = _edges(data, Modules(kept), tree)
    config = _Config(path, found, _layers(data), edges)
    left = [*unsaid(data, tree.paths, place), *_excluded_code(known, excluded, tree, place)]
    drafts: list[Draft] = []
    cycles = (
        _cycles(config, place(("forbid_circular_dependencies",))) if data.get("forbid_circular_dependencies") else []
    )
    for each in (*_drafts(config, place), *cycles):
        if isinstance(each, Mistake):
            left.append(each)
        else:
            drafts.append(each)
    return Translation(tuple(drafts), tuple(sorted(left, key=lambda mistake: mistake.place or Place(path))))


def _read(path: str, text: bytes) -> tuple[Mapping[str, object], Lookup]:
    from ratchet.syntax.toml_places import toml_places

    lookup = toml_places(text.removeprefix(BOM_UTF8))
    data: Mapping[str, object] = read_toml(path, text)
    above: tuple[str | int, ...] = ()
    if path.endswith("pyproject.toml"):
        tool = data.get("tool")
        inner = tool.get(SECTION) if isinstance(tool, dict) else None
        data, above = inner if isinstance(inner, dict) else {}, ("tool", SECTION)
    return data, lambda steps: Place(path, lookup((*above, *steps))[0])


def _known(data: Mapping[str, object], tree: Tree, home: str) -> Modules:
    roots = cast("list[str]", data.get("source_roots", ["."]))
    found: dict[str, str] = {}
    for root in _below(home, roots):
        found |= modules_below(tree.paths, root.strip("/").removeprefix("./").rstrip(".")).files
    return Modules(found)


def _below(home: str, paths: list[str]) -> list[str]:
    return [f"{home}/{path}".rstrip("/.") if home else path for path in paths]


def _layers(data: Mapping[str, object]) -> Layers:
    listed = [
        each if isinstance(each, dict) else {"name": each} for each in cast("list[object]", data.get("layers", []))
    ]
    closed = frozenset(str(each.get("name", "")) for each in listed if each.get("closed"))
    return Layers(tuple(str(each.get("name", "")) for each in listed), closed)


def _edges(data: Mapping[str, object], kept: Modules, tree: Tree) -> Mapping[str, object]:
    rules = data.get("rules")
    found: dict[str, object] = {}
    if data.get("ignore_type_checking_imports", True):
        found["type_only"] = False
    if isinstance(rules, dict) and rules.get("local_imports") == "off":
        found["lazy"] = False
    return found | ({"kinds": ["normal", "dev"], "test": True} if kept.any_file(tree.is_test) else {})


def _excluded_code(known: Modules, excluded: Callable[[str], bool], tree: Tree, place: Lookup) -> Iterator[Mistake]:
    """Code that tach does not look at and we would; test code we leave out too."""
    files = sorted(path for path in known.files.values() if excluded(path) and not tree.is_test(path))
    if files:
        message = f"`exclude` leaves out {files[0]}" + (f" and {len(files) - 1} more" if len(files) > 1 else "")
        yield Mistake(
            message, place(("exclude",)), "say so under `exclude` in ratchet.toml, if nothing should look there"
        )


def _drafts(config: _Config, place: Lookup) -> Iterator[Draft | Mistake]:
    for module in config.declared.modules.values():
        for found in (*_of_module(config, module), *_seen_by(config, module)):
            yield found if _is_sayable(found) else Mistake(f"`{found.name}`: {_NESTED}", module.place, _SEVERAL)
    yield from layer_drafts(config.declared, config.layers, config.edges, place(("layers",)))


def _cycles(config: _Config, place: Place) -> Iterator[Draft | Mistake]:
    """Tach looks for cycles in the lists of its file; code that keeps to lists without a cycle has none either."""
    parent = config.declared.parent(config.declared.tops)
    if not parent:
        why = "its modules are not just those of one package; lists without a cycle already allow none"
        yield Mistake(
            f"`forbid_circular_dependencies`: {why}", place, "write it as `acyclic` over the modules you mean"
        )
        return
    spec: dict[str, object] = {"for": f"mod:{parent}.{{module}}", **({"edges": config.edges} if config.edges else {})}
    advice = "move what both need to a third module that imports neither"
    yield Draft("no cycles", f"no module of {parent} depends on itself through others", advice, "acyclic", spec, place)


def _is_sayable(draft: Draft) -> bool:
    return isinstance(draft.spec, str) or None not in draft.spec.values()


def _of_module(config: _Config, module: TachModule) -> Iterator[Draft]:
    """What a module may not import, and what it should not."""
    if module.unchecked:
        return
    known = config.declared
    others = {name: each for name, each in known.modules.items() if not config.layers.decides(module, each)}
    ours = known.cover([module.name])
    banned = known.matching(module.cannot_depend_on) & others.keys()
    file = config.path
    if banned:
        said = f"{module.name} cannot depend on these, by {file}"
        yield config.draft(module, "without", "deny", said, {"from": ours, "to": known.cover(banned)})
    if module.depends_on is None or len(others) < 2:
        return
    allowed = (
        known.matching(module.depends_on) | {name for name, each in others.items() if each.utility}
    ) & others.keys()
    said = f"{module.name} depends only on what {file} lists for it"
    rest = sorted(allowed - {module.name} - banned)
    among = known.cover(others)
    if rest:
        yield config.draft(module, "only", "only", said, {"from": ours, "to": known.cover(rest), "among": among})
    else:
        yield config.draft(
            module, "alone", "deny", said, {"from": ours, "to": known.cover(sorted(others.keys() - {module.name}))}
        )
    old = known.matching(module.deprecated)
    if old:
        said = f"that {module.name} depends on these is deprecated in {file}"
        draft = config.draft(module, "deprecated", "deny", said, {"from": ours, "to": known.cover(sorted(old))})
        yield Draft(draft.name, draft.because, "use what takes their place", "deny", draft.spec, draft.place, "warn")


def _seen_by(config: _Config, module: TachModule) -> Iterator[Draft]:
    """Who may import a module that is not for all to see."""
    if module.visibility is None:
        return
    known = config.declared
    others = sorted(known.modules.keys() - {module.name})
    seeing = sorted(known.matching(module.visibility))
    said = f"{module.name} is visible only to these, by {config.path}"
    into = known.cover([module.name])
    if seeing:
        yield config.draft(
            module,
            "seen by",
            "only",
            said,
            {"from": known.cover(seeing), "into": into, "among": known.cover(known.modules)},
        )
    elif others:
        yield config.draft(module, "hidden", "deny", said, {"from": known.cover(others), "to": into})
