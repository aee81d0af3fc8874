"""The manifests and lockfiles of a tree, each read once; those that cannot be read are set apart."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from ratchet.graphs.cargo.lockfile import Lock, read_lock
from ratchet.graphs.cargo.manifests import Broken, Manifest, read_manifest
from ratchet.graphs.reader import Sources
from ratchet.model.errors import Mistake
from ratchet.model.snapshot import Unreadable
from ratchet.model.value import frozen

__all__ = ["Files", "read_files", "read_locks"]

_MANIFEST = "Cargo.toml"
_LOCK = "Cargo.lock"
_VENDORED = ".cargo-checksum.json"
_MODULES = ".gitmodules"
_ENDINGS = (_MANIFEST, _LOCK, "README.md", "README.txt", "README", _VENDORED, _MODULES)
_SUBMODULE = re.compile(r"^\s*path\s*=\s*(\S+)\s*$", re.MULTILINE)


@frozen
class Files:
    """Manifests by directory, and what is wrong with those that are none; files that matter by their name alone."""

    manifests: Mapping[str, Manifest]
    broken: Mapping[str, Mistake]
    vendored: frozenset[str]
    submodules: tuple[str, ...]
    named: frozenset[str]


def read_files(sources: Sources) -> Files:
    """Read every Cargo.toml of the tree."""
    named = frozenset(path for path in sources.paths if path.endswith(_ENDINGS))
    manifests: dict[str, Manifest] = {}
    broken: dict[str, Mistake] = {}
    for path in sorted(named):
        directory, _, name = path.rpartition("/")
        if name != _MANIFEST:
            continue
        try:
            manifests[directory] = read_manifest(path, sources.read)
        except Broken as error:
            broken[directory] = error.mistake
    vendored = frozenset(each.rpartition("/")[0] for each in named if each.rpartition("/")[2] == _VENDORED)
    return Files(manifests, broken, vendored, _submodules(sources, named), named)


def read_locks(
    directories: Iterable[str], files: Files, sources: Sources
) -> tuple[dict[str, Lock], dict[str, tuple[Mistake, ...]]]:
    """The lockfiles beside these roots, and what is wrong with them, by directory."""
    locks: dict[str, Lock] = {}
    mistakes: dict[str, tuple[Mistake, ...]] = {}
    for directory in directories:
        path = f"{directory}/{_LOCK}".lstrip("/")
        if path not in files.named:
            continue
        try:
            locks[directory] = read_lock(path, sources.read)
            mistakes[directory] = locks[directory].mistakes
        except Broken as error:
            mistakes[directory] = (error.mistake,)
    return locks, mistakes


def _submodules(sources: Sources, named: frozenset[str]) -> tuple[str, ...]:
    """Directories that are repositories of their own: their files are not part of this tree."""
    if _MODULES not in named:
        return ()
    try:
        return tuple(_SUBMODULE.findall(sources.read(_MODULES).decode("utf-8", "replace")))
    except Unreadable:
        return ()
