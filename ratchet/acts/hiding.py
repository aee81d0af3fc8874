"""Whether production still speaks of code that became test code."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from ratchet.acts.asking import Wanted
from ratchet.acts.bench import Bench
from ratchet.acts.finding import asked_by
from ratchet.acts.gathering import gather
from ratchet.judge.hidden import Hidden
from ratchet.model.evidence import FileEvidence
from ratchet.model.policy import Policy
from ratchet.model.scope import Scope
from ratchet.model.snapshot import Snapshot, Unreadable

if TYPE_CHECKING:
    from ratchet.syntax.lens import Lens

__all__ = ["still_in_use"]


def still_in_use(hidden: Iterable[Hidden], head: Snapshot, policy: Policy, bench: Bench) -> tuple[Hidden, ...]:
    """Of the sites whose code became test code in its file those that production still speaks of; of the others all.

    It speaks of the function around a site or, where all of the file is test code now, of the module that the file is.
    """
    every = tuple(hidden)
    doubted = [each for each in every if _may_be_unused(each)]
    if not doubted:
        return every
    asked = asked_by(policy, head)
    files = gather(head, asked, policy.config.exclude, bench, Wanted(tests=lambda _: False)).evidence.files
    lenses = {name: bench.lens(each) for name, each in asked.items()}
    modules = {file.path: _module(file) for file in files if file.role.scope is not Scope.PRODUCTION}
    names = {_name(each) for each in doubted}
    paths = {module for each in doubted if (module := modules.get(each.new.path))}
    used = _used(names, paths, head, files, lenses)
    unused = {each for each in doubted if _name(each) not in used and f"{modules.get(each.new.path, '')}::" not in used}
    return tuple(each for each in every if each not in unused)


def _module(file: FileEvidence) -> str:
    """The name of the module that a file is, where the language calls one by `name::`."""
    return file.module.rpartition(file.separator)[2] if file.separator == "::" else ""


def _may_be_unused(hidden: Hidden) -> bool:
    """Whether the code may serve tests alone by now: what is exempt is still code of production."""
    return hidden.stayed and hidden.new.scope is not Scope.EXEMPT and bool(_name(hidden))


def _name(hidden: Hidden) -> str:
    """The innermost name around a site; none at the top of a file."""
    return re.split(r"::|\.", hidden.new.local_symbol)[-1]


def _used(
    names: set[str], modules: set[str], head: Snapshot, files: Iterable[FileEvidence], lenses: Mapping[str, Lens]
) -> frozenset[str]:
    """What production code mentions otherwise than by defining it: some names, and `name::` of some modules."""
    from ratchet.syntax.facts import read_regions
    from ratchet.syntax.source import readable

    choices, places = ("|".join(sorted(map(re.escape, each))) for each in (names, modules))
    of_modules = rf"|\b(?:{places})\s*::|::\s*(?:{places})\b" if places else ""
    pattern = re.compile(rf"(?<!fn )(?<!def )\b(?:{choices})\b{of_modules}".encode())
    found: set[str] = set()
    for file in files:
        if file.role.scope is not Scope.PRODUCTION:
            continue
        try:
            content = readable(head.read(file.path), file.language == "python")
        except Unreadable:
            continue
        hits = list(pattern.finditer(content))
        regions = read_regions(lenses[file.language], content) if hits else ()
        for hit in hits:
            if not any(region.start <= hit.start() < region.end for region in regions):
                found.add(hit.group().decode())
    return frozenset({*found, *(f"{each.strip(': ')}::" for each in found if "::" in each)})
