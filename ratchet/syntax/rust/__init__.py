"""Scopes of Rust: attributes and macros within a file, modules and Cargo targets across files."""

from __future__ import annotations

from ratchet.syntax.rust.gaps import bodies, gaps
from ratchet.syntax.rust.items import items
from ratchet.syntax.rust.lexing import open_end
from ratchet.syntax.rust.marks import comment_places, may_link, token_nodes
from ratchet.syntax.rust.naming import module_path
from ratchet.syntax.rust.plain import mended, plain
from ratchet.syntax.rust.tokens import tokens, zones
from ratchet.syntax.rust.within import scopes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ratchet.model.language import Language
    from ratchet.syntax.scoping import Files, Roles

__all__ = [
    "bodies",
    "comment_places",
    "gaps",
    "items",
    "may_link",
    "mended",
    "module_path",
    "open_end",
    "plain",
    "roles",
    "scopes",
    "token_nodes",
    "tokens",
    "zones",
]


def roles(
    files: Files, read: Callable[[str], bytes], paths: Sequence[str], language: Language, proving: bool = True
) -> Roles:
    """The role of every file; what reads manifests is loaded where roles are asked for."""
    from ratchet.syntax.rust import file_roles

    return file_roles.roles(files, read, paths, language, proving)
