"""The files that no root reaches, with their sites and the patterns that leave out no other file."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from ratchet.model.config import Config
from ratchet.model.measured import Measured
from ratchet.model.orphans import NO_ORPHANS, Orphans
from ratchet.model.scope import Scope

__all__ = ["orphans_in"]


def orphans_in(measured: Measured, config: Config, paths: Iterable[str]) -> Orphans:
    """The orphans of what was measured; `paths` are all candidate files, those that are not shown as well."""
    files = measured.inspection.orphans
    if not files:
        return NO_ORPHANS
    counts = Counter(each.path for each in measured.findings if each.weight and each.scope is Scope.PRODUCTION)
    ranked = sorted(((path, counts[path]) for path in files), key=lambda pair: (-pair[1], pair[0]))
    patterns = sorted({*_patterns(frozenset(files), paths)})
    return Orphans(tuple(ranked), config.path or "ratchet.toml", (*config.exclude, *patterns))


def _patterns(orphans: frozenset[str], paths: Iterable[str]) -> Iterator[str]:
    """For each orphan its path, or the directory that holds it and more orphans, and no other candidate file."""
    mixed = {directory for path in paths if path not in orphans for directory in _above(path)}
    held = Counter(directory for path in orphans for directory in _above(path))
    for path in orphans:
        best, most = _escaped(path), 1
        for directory in _above(path):
            if directory not in mixed and held[directory] > most:
                best, most = f"{_escaped(directory)}/**", held[directory]
        yield best


def _above(path: str) -> Iterator[str]:
    """The directories above a file, the nearest first, without the top."""
    while path := path.rpartition("/")[0]:
        yield path


def _escaped(path: str) -> str:
    return re.sub(r"[*?\[]", r"[\g<0>]", path)
