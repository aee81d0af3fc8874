"""Which files are looked at, and in what state each of them ended."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ratchet.acts.asking import Asked
from ratchet.model.evidence import FileEvidence
from ratchet.model.inspection import Failure, Inspection
from ratchet.model.language import MANIFESTS

__all__ = ["candidates", "inspection_of", "matters"]


def candidates(paths: Iterable[str], asked: Mapping[str, Asked]) -> dict[str, str]:
    """The files whose names say that they are of a language."""
    suffixes = {suffix: name for name, each in asked.items() for suffix in each.language.suffixes}
    ends = tuple(suffixes)
    found = (path for path in paths if path.endswith(ends))
    return {path: next(name for end, name in suffixes.items() if path.endswith(end)) for path in found}


def inspection_of(
    files: tuple[FileEvidence, ...], excluded: tuple[str, ...], failed: tuple[Failure, ...], notices: tuple[str, ...]
) -> Inspection:
    degraded = tuple(file.path for file in files if file.facts.degraded)
    return Inspection(
        files=len(files) + len(excluded) + len(failed),
        analysed=len(files) - len(degraded),
        degraded=degraded,
        excluded=excluded,
        failed=failed,
        orphans=tuple(file.path for file in files if file.role.orphan),
        notices=notices,
        bytes=sum(file.facts.size for file in files),
    )


def matters(notice: str, asked: Mapping[str, Asked]) -> bool:
    """A symlink to something that decides nothing is no news; a manifest decides what is a test."""
    path, _, reason = notice.partition(": ")
    languages = [each.language for each in asked.values()]
    suffixes = [suffix for each in languages for suffix in each.suffixes]
    manifests = [name for each in languages for name in MANIFESTS.get(each.scopes, ())]
    return "symlink" not in reason or path.endswith((*suffixes, *manifests))
