"""How a language tells production from test: by paths alone, or by a reader of its own."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache

from ratchet.model.facts import FileFacts, Link, Region
from ratchet.model.language import Language
from ratchet.model.scope import PackageScope, Role
from ratchet.model.static import Protocol, cast
from ratchet.model.value import field, frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tree_sitter import Node


__all__ = [
    "Captures",
    "Files",
    "Roles",
    "ScopeReader",
    "Scoped",
    "Stretch",
    "Tokens",
    "Zone",
    "scope_reader",
]

Scoped = tuple[tuple[Region, ...], tuple[Link, ...]]
Captures = Mapping[str, "Sequence[Node]"]
Files = Mapping[str, FileFacts]
Stretch = tuple[int, int]


@frozen(order=True)
class Zone:
    """A stretch around what did not parse, and the `stretch` to read for it: with the code before and after it."""

    start: int
    end: int
    stretch: Stretch


@frozen
class Tokens:
    """A stretch of a source as mere tokens in a text the grammar can read, and how far that moved it."""

    text: bytes
    moved: int


@frozen
class Roles:
    """The role of every file, and the files `elsewhere` that are code as well though their names do not tell.

    `notices` tell of what could not be read on the way: "path: reason". `sure` are roles of files elsewhere: each
    has that one if none of them leads to another file. `roots` are the paths, there or not, that manifests call code.
    `packages` are those whose place or the config has a say in their scope.
    `named` are the names of files that may have another role than their paths tell, because a manifest speaks of them.
    """

    by_path: Mapping[str, Role]
    elsewhere: tuple[str, ...] = ()
    notices: tuple[str, ...] = ()
    sure: Mapping[str, Role] = field(default_factory=dict)
    roots: frozenset[str] = frozenset()
    packages: tuple[PackageScope, ...] = ()
    named: frozenset[str] = frozenset()


class ScopeReader(Protocol):
    """The module `ratchet.syntax.<scopes>` that a language names."""

    def token_nodes(self) -> frozenset[str]:
        """The nodes in which the grammar keeps mere tokens, with the comments between them."""

    def mended(self, text: bytes) -> bytes:
        """A plain source that did not parse, in words that the grammar knows, byte for byte as long."""

    def comment_places(self, text: bytes, start: int, end: int) -> Iterable[int]:
        """Where in a stretch of a plain source a comment may begin; asked where there are token nodes."""

    def may_link(self, text: bytes) -> bool:
        """Whether a source may speak of other files, as far as its letters tell."""

    def open_end(self, text: bytes) -> int:
        """Where a comment or text begins that does not end, so that what is behind it is not read; else the length."""

    def zones(self, errors: Sequence[Node]) -> tuple[Zone, ...]:
        """The stretches around what did not parse that tokens are wanted for; none where the language has no way."""

    def tokens(self, text: bytes, stretch: Stretch) -> Tokens:
        """A stretch of a plain source as tokens, each on the line where it was."""

    def scopes(self, root: Node, text: bytes, language: Language) -> Scoped:
        """What one file, plain and parsed, says of scopes: its regions, and its links to other files."""

    def roles(
        self,
        files: Files,
        read: Callable[[str], bytes],
        paths: Sequence[str],
        language: Language,
        proving: bool = True,
    ) -> Roles:
        """The role of every file, from the facts of all files, the manifests among `paths`, and the paths as such.

        Proofs are longer than all else that is known of most files, and only an explanation tells them: `proving`.
        """

    def module_path(self, path: str) -> str:
        """What the language calls the module in a file, as a prefix for symbols."""


def scope_reader(language: Language) -> ScopeReader:
    """The reader that a language's data names."""
    return _module(f"ratchet.syntax.{language.scopes}")


@cache
def _module(name: str) -> ScopeReader:
    __import__(name)
    return cast(ScopeReader, sys.modules[name])
