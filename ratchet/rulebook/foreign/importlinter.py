"""Contracts of import-linter, from `.importlinter`, `setup.cfg` or `pyproject.toml`, into rules."""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Callable, Mapping
from typing import cast

from ratchet.model.errors import Mistake, Place, RatchetError
from ratchet.rulebook.foreign.contract import Contract
from ratchet.rulebook.foreign.contract_groups import acyclic_siblings, independence
from ratchet.rulebook.foreign.contract_layers import layers
from ratchet.rulebook.foreign.contract_pairs import forbidden, protected
from ratchet.rulebook.foreign.options import Section, ini_sections, toml_section
from ratchet.rulebook.foreign.project import Project
from ratchet.rulebook.foreign.python_modules import modules_in, top_names
from ratchet.rulebook.foreign.translation import Draft, Translation, Tree
from ratchet.rulebook.toml_reader import read_toml

__all__ = ["SECTION", "translate"]

SECTION = "importlinter"
_CONTRACTS: Mapping[str, Callable[[Contract], list[Draft] | str]] = {
    "acyclic_siblings": acyclic_siblings,
    "forbidden": forbidden,
    "independence": independence,
    "layers": layers,
    "protected": protected,
}
_UNKNOWN = {"contract_types": "a contract type of your own is code, and no code of the repository is run"}


def translate(path: str, text: bytes, tree: Tree) -> Translation:
    """The rules that mean what the contracts mean."""
    session, contracts = _read_toml(path, text) if path.endswith(".toml") else _read_ini(path, text)
    if not contracts:
        raise RatchetError("there is no contract of import-linter in it", session.place)
    project = _project(path, session, tree)
    drafts: list[Draft] = []
    left = [
        Mistake(f"`{key}` is of no use here: {why}", session.entries(key)[0].place)
        for key, why in _UNKNOWN.items()
        if session.entries(key)
    ]
    for section in contracts:
        found = _translated(section, project)
        if isinstance(found, Mistake):
            left.append(found)
        else:
            drafts += found
    return Translation(tuple(drafts), tuple(left))


def _translated(section: Section, project: Project) -> list[Draft] | Mistake:
    kind, name = section.text("type"), section.text("name") or section.name
    translate_one = _CONTRACTS.get(kind)
    if translate_one is None:
        return Mistake(
            f"the contract `{name}` is of the type `{kind}`, which only its own code knows",
            (section.entries("type") or section.entries("name"))[0].place if section.options else section.place,
            f"known are {', '.join(sorted(_CONTRACTS))}; write what it means as a rule of its own",
        )
    found = translate_one(Contract(section, project, name))
    return Mistake(f"the contract `{name}`: {found}", section.place) if isinstance(found, str) else found


def _read_ini(path: str, text: bytes) -> tuple[Section, tuple[Section, ...]]:
    sections = {section.name: section for section in ini_sections(path, text)}
    if SECTION not in sections:
        raise RatchetError(f"there is no section [{SECTION}] in it", Place(path, 1))
    return sections[SECTION], tuple(each for name, each in sections.items() if name.startswith(f"{SECTION}:"))


def _read_toml(path: str, text: bytes) -> tuple[Section, tuple[Section, ...]]:
    from ratchet.syntax.toml_places import toml_places

    lookup = toml_places(text.removeprefix(BOM_UTF8))
    tool = read_toml(path, text).get("tool")
    data = tool.get(SECTION) if isinstance(tool, dict) else None
    if not isinstance(data, dict):
        raise RatchetError(f"there is no table [tool.{SECTION}] in it", Place(path, 1))

    def place(steps: tuple[str | int, ...]) -> Place:
        return Place(path, lookup(steps)[0])

    above = ("tool", SECTION)
    listed = data.get("contracts", [])
    contracts = cast("list[Mapping[str, object]]", [each for each in listed if isinstance(each, dict)])
    session = {key: value for key, value in data.items() if key != "contracts"}
    return toml_section(SECTION, session, above, place), tuple(
        toml_section(str(each.get("id", at + 1)), each, (*above, "contracts", at), place)
        for at, each in enumerate(contracts)
    )


def _project(path: str, session: Section, tree: Tree) -> Project:
    home = path.rpartition("/")[0]
    roots = session.texts("root_packages") or session.texts("root_package")
    if not roots:
        raise RatchetError("`root_package` is missing, so nothing says what the contracts are about", session.place)
    modules = modules_in(tree.paths, roots, home)
    return Project(
        path,
        roots,
        modules,
        top_names(tree.paths, home),
        not session.flag("exclude_type_checking_imports", False),
        modules.any_file(tree.is_test),
    )
