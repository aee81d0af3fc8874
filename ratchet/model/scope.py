"""The role a piece of code plays, and the role of a whole file."""

from __future__ import annotations

from enum import StrEnum

from ratchet.model.value import frozen

__all__ = ["COMPILED", "PRODUCTION_ROLE", "PackageScope", "Role", "Scope"]


class Scope(StrEnum):
    """What a piece of code is for."""

    PRODUCTION = "production"
    TEST = "test"
    BENCH = "bench"
    EXAMPLE = "example"
    BUILD = "build"
    EXEMPT = "exempt"
    INERT = "inert"


COMPILED = tuple(scope for scope in Scope if scope not in (Scope.EXEMPT, Scope.INERT))
"""The scopes of code that rules may count in.

What is inert, such as the tokens in `stringify!`, is no code. Exempt is what a rule does not mean where it stands: what
a program prints, or a macro of std that the crate defines itself.
"""


@frozen
class Role:
    """The scope of a file as a whole, whether it belongs to a library, and the steps that prove it.

    An `orphan` is reached from no root and counts as production; `data` is read by the program and is no code of it.
    `own_macros` are the names of std that its crate gives to macros of its own.
    """

    scope: Scope
    library: bool = True
    proof: tuple[str, ...] = ()
    orphan: bool = False
    data: bool = False
    own_macros: frozenset[str] = frozenset()


@frozen(order=True)
class PackageScope:
    """The scope of a package that its place or the config calls no production; `needed` says why it is all the same."""

    directory: str
    name: str
    scope: Scope
    needed: str = ""


PRODUCTION_ROLE = Role(Scope.PRODUCTION)
