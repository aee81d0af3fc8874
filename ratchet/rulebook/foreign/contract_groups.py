"""Contracts of import-linter about groups of modules: `independence` and `acyclic_siblings`."""

from __future__ import annotations

from ratchet.rulebook.foreign.contract import Contract, captured
from ratchet.rulebook.foreign.project import Project
from ratchet.rulebook.foreign.python_modules import is_within
from ratchet.rulebook.foreign.translation import Draft, short

__all__ = ["acyclic_siblings", "independence"]


def independence(contract: Contract) -> list[Draft] | str:
    project, modules = contract.project, contract.section.texts("modules")
    advice = "move what both need below them, or let a third one that knows both bring them together"
    if len(modules) == 1 and "*" in modules[0] and "**" not in modules[0]:
        return [contract.draft("independent", {"of": captured(project, modules[0])}, advice)]
    names = sorted({name for each in modules for name in project.modules.matching(each)})
    if len(names) < 2:
        return "a single module is independent of itself"
    remarks = () if names == sorted(modules) else (f"the modules that {', '.join(modules)} stands for today",)
    return [contract.draft("independent", {"of": [project.selector(each) for each in names]}, advice, remarks=remarks)]


def acyclic_siblings(contract: Contract) -> list[Draft] | str:
    project, section = contract.project, contract.section
    ancestors = sorted({name for each in section.texts("ancestors") for name in project.modules.matching(each)})
    skipped = sorted({name for each in section.texts("skip_descendants") for name in project.modules.matching(each)})
    depth = int(section.text("depth") or 10)
    advice = "move what both need to a third place that imports neither"
    found = []
    for ancestor in ancestors:
        for level in range(1, 1 + min(depth + 1, _deepest(project, ancestor))):
            pattern = ".".join([ancestor, *(f"{{{letter}}}" for letter in "abcdefghijklmnopqrstuvwxyz"[:level])])
            parts = ancestor.count(".") + level
            left_out = [each for each in skipped if is_within(each, ancestor) and each.count(".") < parts]
            spec = {"for": short([f"mod:{pattern}", *(f"!mod:{each}" for each in left_out)])}
            more = "-".join([*([ancestor] if len(ancestors) > 1 else []), *([f"level {level}"] if level > 1 else [])])
            found.append(contract.draft("acyclic", spec, advice, more))
    return found or "there is nothing below its ancestors"


def _deepest(project: Project, ancestor: str) -> int:
    """How many levels there are below a package that have siblings."""
    below = [name for name in project.modules.names if is_within(name, ancestor)]
    return max((name.count(".") - ancestor.count(".") for name in below), default=0)
