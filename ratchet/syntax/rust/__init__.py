"""Scopes of Rust: attributes and macros within a file, modules and Cargo targets across files."""

from ratchet.syntax.rust.items import items
from ratchet.syntax.rust.marks import comment_places, may_link, token_nodes
from ratchet.syntax.rust.plain import mended, plain
from ratchet.syntax.rust.roles import module_path, roles
from ratchet.syntax.rust.tokens import tokens, zones
from ratchet.syntax.rust.within import scopes

__all__ = [
    "comment_places",
    "items",
    "may_link",
    "mended",
    "module_path",
    "plain",
    "roles",
    "scopes",
    "token_nodes",
    "tokens",
    "zones",
]
