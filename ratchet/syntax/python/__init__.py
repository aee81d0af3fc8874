"""Scopes of Python: paths tell tests from production, and manifests tell which modules are programs."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ratchet.model.language import Language
from ratchet.model.value import replace
from ratchet.syntax import paths as by_paths
from ratchet.syntax.python.programs import programs
from ratchet.syntax.scoping import Files, Roles

__all__ = ["roles"]


def roles(
    files: Files, read: Callable[[str], bytes], paths: Sequence[str], language: Language, proving: bool = True
) -> Roles:
    """What the paths tell; a module that a manifest names as a script belongs to no library."""
    found = by_paths.roles(files, read, paths, language, proving)
    named, modules, notices = programs(paths, read)
    by_path = dict(found.by_path)
    for path in named.keys() & by_path.keys():
        role = by_path[path]
        proof = (*role.proof, f"{path} is a program: {named[path]}") if proving else ()
        by_path[path] = replace(role, library=False, proof=proof)
    return replace(found, by_path=by_path, notices=notices, named=frozenset(f"{name}.py" for name in modules))


def __getattr__(name: str) -> object:
    """All else is as in languages of which paths alone tell."""
    return getattr(by_paths, name)
