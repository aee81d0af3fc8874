"""Packages that are programs, which print on purpose, and libraries that only programs of the repository depend on."""

from __future__ import annotations

from collections.abc import Sequence

from ratchet.model.scope import Scope
from ratchet.model.value import replace
from ratchet.syntax.rust.packages import Package

__all__ = ["with_programs"]


def with_programs(found: Sequence[Package]) -> tuple[Package, ...]:
    """The packages; those that print on purpose say why, and none of their targets is a library for others."""
    production = [package for package in found if any(each.scope is Scope.PRODUCTION for each in package.targets)]
    programs = {package.directory: "the package is a program" for package in production if _has_program(package)}
    users = {
        package.directory: [user for user in production if user is not package and _uses(user, package)]
        for package in production
        if package.directory not in programs
    }
    waiting = True
    while waiting:
        new = {
            directory: f"only programs such as `{mine[0].name}` are built with it"
            for directory, mine in users.items()
            if directory not in programs and mine and all(user.directory in programs for user in mine)
        }
        programs |= new
        waiting = bool(new)
    return tuple(_judged(package, programs.get(package.directory, "")) for package in found)


def _has_program(package: Package) -> bool:
    return any(each.scope is Scope.PRODUCTION and not each.library for each in package.targets)


def _uses(user: Package, package: Package) -> bool:
    return any(
        use.name == package.name if use.directory is None else use.directory == package.directory for use in user.uses
    )


def _judged(package: Package, program: str) -> Package:
    if not program:
        return package
    return replace(package, program=program, targets=tuple(replace(each, library=False) for each in package.targets))
