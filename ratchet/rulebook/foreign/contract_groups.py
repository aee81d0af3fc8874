"""Contracts of import-linter about groups of modules: `independence` and `acyclic_siblings`."""

from __future__ import annotations

from ratchet.rulebook.foreign.contract import Contract, captured
from ratchet.rulebook.foreign.project import Project, conflicts
from ratchet.rulebook.foreign.python_modules import is_within
from ratchet.rulebook.foreign.translation import Draft, short

__all__ = ["acyclic_siblings", "independence"]

_DEPTH = 10


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
    """One rule over all packages from the ancestors down to the depth that is looked at."""
    project, section = contract.project, contract.section
    ancestors = section.texts("ancestors")
    depth = int(section.text("depth") or _DEPTH)
    deeper = [f"!{project.selector(each)}{'.*' * (depth + 1)}" for each in ancestors if depth < _deepest(project, each)]
    skipped = [f"!{project.selector(each)}" for each in section.texts("skip_descendants")]
    words = [*(project.selector(each) for each in ancestors), *skipped, *deeper]
    if conflicts(words) or (deeper and len(ancestors) > 1):
        return "its ancestors lie within each other, with another depth for each"
    advice = "move what both need to a third place that imports neither"
    return [contract.draft("acyclic", {"siblings": short(words)}, advice)]


def _deepest(project: Project, expression: str) -> int:
    """How many levels of packages there are below those that are meant."""
    found = project.modules.matching(expression)
    levels = (
        name.count(".") - above.count(".") - 1
        for above in found
        for name in project.modules.names
        if is_within(name, above)
    )
    return max(levels, default=0)
