"""What one file says, whatever its path: its sites, its links to other files, its health."""

from __future__ import annotations

from ratchet.model.scope import Scope
from ratchet.model.value import frozen

__all__ = ["PACKAGE", "Allow", "FileFacts", "Link", "Region", "Site", "Span"]


PACKAGE = "$CARGO_MANIFEST_DIR"
"""The directory of the package that is compiled, at the beginning of a path."""


@frozen(order=True)
class Span:
    """A stretch of a file; lines and columns count from 1, columns in characters, the end is exclusive."""

    line: int
    column: int
    end_line: int
    end_column: int


@frozen
class Region:
    """A stretch of bytes that a piece of syntax puts into a scope; no scope: text that is never compiled as code."""

    start: int
    end: int
    scope: Scope | None
    line: int
    because: str


@frozen
class Site:
    """One place in a file where a rule's query matched; its scope is what the file alone can tell."""

    rule: str
    span: Span
    scope: Scope
    symbol: str
    text: str
    expression: str
    library_only: bool = False
    allowed: bool = False


@frozen
class Link:
    """A reference from one source file to another: as a `module`, by `include`, or as `data` that is no code.

    A `guess` is an include whose path is not known: it may lead to what the `paths` name and, where it has a name, to
    every file of the package that ends so, but hides none from production. A `macro` leads to no file: it is a name
    of std that the file gives to a macro, for the whole crate.

    `inside` are the directories that enclosing inline modules add, `beside` the file itself when the outermost of them
    has a path of its own; `paths` are the paths an attribute or an include gives, and `named` says that the place the
    name alone leads to counts as well. A path that begins with PACKAGE counts from the directory of the package.
    """

    name: str
    scope: Scope
    line: int
    because: str
    inside: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    named: bool = True
    how: str = "module"
    beside: bool = False


@frozen
class Allow:
    """An inline `ratchet: allow(RULE) reason="…"` comment."""

    rule: str
    reason: str
    line: int
    used: bool


@frozen
class FileFacts:
    """Everything ratchet takes from one file: a pure function of its bytes and the rules' meaning.

    `leaves_sites` says that the file is none of production, that nobody asked for its sites, and that it may have some.
    `size` counts every line end as one byte; `kept_as` is git's name for it with such ends, if it has others.
    """

    sites: tuple[Site, ...] = ()
    links: tuple[Link, ...] = ()
    allows: tuple[Allow, ...] = ()
    size: int = 0
    error_bytes: int = 0
    error_line: int = 0
    leaves_sites: bool = False
    kept_as: str = ""

    @property
    def degraded(self) -> bool:
        """Some part of the file did not parse; what could be read was counted."""
        return self.error_bytes > 0

    @property
    def broken(self) -> bool:
        """So much of the file did not parse that its numbers cannot be credited as an improvement."""
        return self.error_bytes * 50 > self.size
