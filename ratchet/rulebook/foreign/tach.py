"""Modules and layers of tach, from `tach.toml` or `pyproject.toml`, into rules."""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import cast

from ratchet.model.errors import Mistake, Place, RatchetError
from ratchet.model.globs import matcher
from ratchet.rulebook.foreign.python_modules import Modules, is_within, modules_below, modules_of
from ratchet.rulebook.foreign.tach_layers import layer_drafts
from ratchet.rulebook.foreign.tach_modules import Layers, declared
from ratchet.rulebook.foreign.tach_rules import TachConfig, module_drafts
from ratchet.rulebook.foreign.tach_settings import unsaid
from ratchet.rulebook.foreign.translation import Draft, Translation, Tree
from ratchet.rulebook.toml_reader import read_toml

__all__ = ["SECTION", "translate"]

SECTION = "tach"
_EXCLUDED = ["**/tests", "**/docs", "**/*__pycache__", "**/*egg-info", "**/venv"]
_FEW = 20
Lookup = Callable[[tuple[str | int, ...]], Place]


def translate(path: str, text: bytes, tree: Tree) -> Translation:
    """The rules that mean what the modules and layers mean."""
    data, place = _read(path, text)
    home = path.rpartition("/")[0]
    known = _known(data, tree, home)
    excluded = _excluded(data, known, home)
    kept = modules_of({name: file for name, file in known.files.items() if name not in excluded})
    tests = kept.any_file(tree.is_test)
    unseen = _together(known, [name for name in excluded if tests or not tree.is_test(known.files[name])])
    beside = {**_domains(known, tree), **(dict.fromkeys(unseen, place(("exclude",))) if len(unseen) <= _FEW else {})}
    found = declared(data, known, place, beside)
    if not found.modules.keys() - beside:
        raise RatchetError("there is no module in it that the repository has", place(("modules",)))
    config = TachConfig(path, found, _layers(data), _edges(data, tests))
    left = [*unsaid(data, tree, known, place), *_too_much(unseen, place)]
    cycles = _cycles(config, place(("forbid_circular_dependencies",)))
    drafts: list[Draft] = []
    for each in (*_drafts(config, place), *(cycles if data.get("forbid_circular_dependencies") else ())):
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
    return modules_of(found)


def _below(home: str, paths: list[str]) -> list[str]:
    return [f"{home}/{path}".rstrip("/.") if home else path for path in paths]


def _layers(data: Mapping[str, object]) -> Layers:
    listed = [
        each if isinstance(each, dict) else {"name": each} for each in cast("list[object]", data.get("layers", []))
    ]
    closed = frozenset(str(each.get("name", "")) for each in listed if each.get("closed"))
    return Layers(tuple(str(each.get("name", "")) for each in listed), closed)


def _excluded(data: Mapping[str, object], known: Modules, home: str) -> tuple[str, ...]:
    """The modules that are not looked at."""
    is_excluded = matcher(_below(home, cast("list[str]", data.get("exclude", _EXCLUDED))))
    return tuple(sorted(name for name, file in known.files.items() if is_excluded(file)))


def _together(known: Modules, names: Collection[str]) -> tuple[str, ...]:
    """Packages of which all is named, and the modules of others."""
    rest = {name for name in known.files if name not in names}
    above = {name.rsplit(".", count)[0] for name in names for count in range(1, name.count(".") + 1)}
    whole = {each for each in above if not any(is_within(name, each) for name in rest)}
    every = sorted({*names, *whole})
    return tuple(name for name in every if not any(is_within(name, each) and name != each for each in whole))


def _too_much(excluded: tuple[str, ...], place: Lookup) -> Iterator[Mistake]:
    if len(excluded) > _FEW:
        message = f"`exclude`: {len(excluded)} packages and modules, {excluded[0]} for one, are looked at here"
        hint = "name them under `exclude` in ratchet.toml, if nothing should look there; test code counts for no rule"
        yield Mistake(message, place(("exclude",)), hint)


def _domains(known: Modules, tree: Tree) -> Mapping[str, Place]:
    """Packages that have a file of their own for what they may depend on."""
    homes = {path.rpartition("/")[0]: Place(path, 1) for path in tree.paths if path.endswith("/tach.domain.toml")}
    found = {name: homes.get(file.removesuffix("/__init__.py")) for name, file in known.files.items()}
    return {name: where for name, where in found.items() if where}


def _edges(data: Mapping[str, object], tests: bool) -> Mapping[str, object]:
    rules = data.get("rules")
    found: dict[str, object] = {}
    if data.get("ignore_type_checking_imports", True):
        found["type_only"] = False
    if isinstance(rules, dict) and rules.get("local_imports") == "off":
        found["lazy"] = False
    return found | ({"kinds": ["normal", "dev"], "test": True} if tests else {})


def _drafts(config: TachConfig, place: Lookup) -> Iterator[Draft]:
    for module in config.declared.modules.values():
        yield from module_drafts(config, module)
    yield from layer_drafts(config, place(("layers",)))


def _cycles(config: TachConfig, place: Place) -> Iterator[Draft | Mistake]:
    """Tach looks for cycles in the lists of its file; code that keeps to lists without a cycle has none either."""
    parent = config.declared.parent(config.declared.tops)
    if not parent:
        why = "its modules are not just those of one package; lists without a cycle already allow none"
        hint = "write it as `acyclic` over the modules you mean"
        yield Mistake(f"`forbid_circular_dependencies`: {why}", place, hint)
        return
    spec: dict[str, object] = {"for": f"mod:{parent}.{{module}}", **({"edges": config.edges} if config.edges else {})}
    advice = "move what both need to a third module that imports neither"
    yield Draft("no cycles", f"no module of {parent} depends on itself through others", advice, "acyclic", spec, place)
