"""Contracts of import-linter about who may not import whom: `forbidden` and `protected`."""

from __future__ import annotations

from collections.abc import Iterable

from ratchet.rulebook.foreign.contract import Contract, captured
from ratchet.rulebook.foreign.project import Project, conflicts
from ratchet.rulebook.foreign.python_modules import is_within
from ratchet.rulebook.foreign.translation import Draft, short

__all__ = ["forbidden", "protected"]

_MANY = 40


def forbidden(contract: Contract) -> list[Draft] | str:
    project, section = contract.project, contract.section
    sources, targets = section.texts("source_modules"), section.texts("forbidden_modules")
    whole = section.flag("as_packages", True)
    reach = {"reach": "direct"} if section.flag("allow_indirect_imports", False) else {}
    advice = "take the import away, or move what both need to where both may import it"
    if whole and sources == targets and len(sources) == 1 and "**" not in sources[0] and "*" in sources[0]:
        return [contract.draft("independent", {"of": captured(project, sources[0]), **reach}, advice)]
    found = []
    for apart, words in _without_overlap(project, sources, targets, whole):
        from_ = project.choose(apart, whole)
        found.append((apart, {"from": short(from_), "to": short(words), **reach}))
    if not found:
        return "every source module overlaps every forbidden one, so it forbids nothing"
    if len(found) > _MANY:
        return f"its wildcards overlap in {len(found)} ways; write it with captures such as mod:{{a}} -> mod:{{!a}}"
    alone = len(found) == 1
    return [contract.draft("deny", spec, advice, "" if alone else "-".join(apart)) for apart, spec in found]


def _without_overlap(
    project: Project, sources: tuple[str, ...], targets: tuple[str, ...], whole: bool
) -> list[tuple[tuple[str, ...], list[str]]]:
    """Who may not import what: all in one where no source is also forbidden, else each source by itself.

    A module is never forbidden to import itself, what is below it or what it is below.
    """
    every = project.choose(targets, whole)
    if not conflicts([*project.choose(sources, whole)]) and not conflicts(every):
        concrete = [name for each in sources for name in project.modules.matching(each)]
        if not any(_overlapping(project, name, targets, whole) for name in concrete):
            return [(sources, every)]
    found: list[tuple[tuple[str, ...], list[str]]] = []
    for source in sorted({name for each in sources for name in project.modules.matching(each)}):
        overlapping = _overlapping(project, source, targets, whole)
        rest = [each for each in targets if each not in overlapping]
        words = [
            *project.choose(rest, whole),
            *(f"!{project.selector(each)}" for each in overlapping if each not in targets),
        ]
        if rest:
            found.append(((source,), words))
    return found


def _overlapping(project: Project, source: str, targets: Iterable[str], whole: bool) -> list[str]:
    names = sorted({name for each in targets for name in project.modules.matching(each)})
    if not whole:
        return [name for name in names if name == source]
    return [name for name in names if is_within(name, source) or is_within(source, name)]


def protected(contract: Contract) -> list[Draft] | str:
    project, section = contract.project, contract.section
    whole = section.flag("as_packages", True)
    allowed = project.choose(section.texts("allowed_importers"), whole)
    protected = section.texts("protected_modules")
    among = short([project.selector(root) for root in project.roots])
    advice = "go through one of those that may import it"
    found = []
    for expression in protected:
        into = project.choose([expression], whole)
        more = expression if len(protected) > 1 else ""
        if allowed and not conflicts(allowed):
            spec = {"from": short(allowed), "into": short(into), "among": among, "reach": "direct"}
            found.append(contract.draft("only", spec, advice, more))
        else:
            why = f"may import it, by {project.path}"
            each = [{"from": short(project.exactly(name)), "why": why} for name in section.texts("allowed_importers")]
            denied: dict[str, object] = {"from": among, "to": short(into), "reach": "direct", "except": each}
            found.append(contract.draft("deny", denied, advice, more))
        if "*" in expression and whole:
            apart = {"of": captured(project, expression), "reach": "direct"}
            found.append(contract.draft("independent", apart, advice, f"{more} from each other"))
    return found or "it protects nothing"
