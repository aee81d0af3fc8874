"""What `exports` and `imports` of a package.json lead to: subpaths, patterns, conditions and closed doors."""

from __future__ import annotations

from collections.abc import Iterator

from ratchet.graphs.typescript.jsonc import Json
from ratchet.graphs.typescript.patterning import best_pattern, filled

__all__ = ["exported", "imported"]

_DEEPEST = 16
_USUAL = frozenset({"import", "require", "node", "default"})


def exported(exports: Json, subpath: str) -> tuple[str, ...] | None:
    """The files that `.` or `./sub/path` may mean; none for a closed door, None where no entry speaks of it."""
    if isinstance(exports, dict) and any(key.startswith(".") for key in exports):
        found = imported(exports, subpath)
    else:
        found = tuple(_ordered(exports, "")) if subpath == "." and exports is not None else None
    return None if found is None else tuple(each for each in found if each.startswith("./"))


def imported(entries: dict[str, Json], name: str) -> tuple[str, ...] | None:
    """The files or packages that an entry may mean."""
    found = best_pattern(entries, name)
    return None if found is None else tuple(_ordered(*found))


def _ordered(target: Json, star: str) -> Iterator[str]:
    """Every target, those of the usual conditions first, in the order of the file; mere descriptions of types last."""
    yield from (leaf for _, leaf in sorted(_leaves(target, star, 0, 0), key=lambda ranked: ranked[0]))


def _leaves(target: Json, star: str, rank: int, depth: int) -> Iterator[tuple[int, str]]:
    if isinstance(target, str):
        yield rank, filled(target, star)
    elif depth < _DEEPEST and isinstance(target, list):
        for each in target:
            yield from _leaves(each, star, rank, depth + 1)
    elif depth < _DEEPEST and isinstance(target, dict):
        for condition, each in target.items():
            own = 2 if condition.startswith("types") else 0 if condition in _USUAL else 1
            yield from _leaves(each, star, max(rank, own), depth + 1)
