"""Scopes of Rust: attributes and macros within a file, modules and Cargo targets across files."""

from ratchet.syntax.rust.patterns import TOKEN_NODES, query
from ratchet.syntax.rust.plain import plain
from ratchet.syntax.rust.roles import module_path, roles
from ratchet.syntax.rust.tokens import tokens
from ratchet.syntax.rust.within import scopes

__all__ = ["TOKEN_NODES", "module_path", "plain", "query", "roles", "scopes", "tokens"]
