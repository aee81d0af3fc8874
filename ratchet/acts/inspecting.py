"""Which files are looked at, and in what state each of them ended."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet

from ratchet.acts.asking import Asked
from ratchet.model.evidence import FileEvidence
from ratchet.model.inspection import Failure, Inspection
from ratchet.model.language import MANIFESTS
from ratchet.model.snapshot import Snapshot

__all__ = ["candidates", "in_sight", "inspection_of"]

# What a rule on a graph may speak of, whichever languages the other rules count in.
_OF_GRAPHS = (".rs", ".py", ".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".go", "Cargo.toml")
_MOST_STEPS, _NOWHERE = 1000, "\0"


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


def in_sight(snapshot: Snapshot, asked: Mapping[str, Asked]) -> Iterator[str]:
    """The notices of a snapshot that decide something: a symlink to a picture is no news, one to code is."""
    languages = [each.language for each in asked.values()]
    manifests = (name for each in languages for name in MANIFESTS.get(each.scopes, ()))
    endings = (*(suffix for each in languages for suffix in each.suffixes), *manifests, *_OF_GRAPHS)
    links = snapshot.links if snapshot.notices else {}
    code = _with_directories(path for path in snapshot.paths() if path.endswith(endings)) if links else frozenset()
    for notice in snapshot.notices:
        path, _, reason = notice.partition(": ")
        if path not in links:
            yield notice
        elif path.endswith(endings) or _leads_to(code, path, links):
            yield f"{path}: {reason.replace('a symlink', f'a symlink to {links[path]}')}"


def _with_directories(paths: Iterable[str]) -> frozenset[str]:
    """Some files, and every directory around one of them; the empty path is the top."""
    found = set[str]()
    for path in paths:
        place = path
        while place not in found:
            found.add(place)
            place = place.rpartition("/")[0]
    return frozenset(found)


def _leads_to(code: AbstractSet[str], path: str, links: Mapping[str, str]) -> bool:
    """Whether code may be behind a symlink: it leads to such a file, to a directory with some, or out of sight."""
    target = _followed(path, links)
    return target in code if target is not None else links[path] != "/dev/null"


def _followed(path: str, links: Mapping[str, str]) -> str | None:
    """Where a symlink leads in the end, by way of others; None where that is out of the tree, or cannot be read."""
    here: list[str] = []
    parts = path.split("/")[::-1]
    for _ in range(_MOST_STEPS):
        if not parts:
            return "/".join(here)
        part = parts.pop()
        if part == ".." and not here:
            return None
        if part == "..":
            here.pop()
        elif part not in ("", "."):
            here.append(part)
        target = links.get("/".join(here))
        if target is not None:
            if not target or target.startswith("/"):
                return None
            here.pop()
            parts += target.split("/")[::-1]
    return _NOWHERE  # in a circle
