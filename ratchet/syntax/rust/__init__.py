"""Scopes of Rust: attributes and macros within a file, modules and Cargo targets across files."""

from ratchet.syntax.rust.patterns import query
from ratchet.syntax.rust.roles import module_path, roles
from ratchet.syntax.rust.within import scopes

__all__ = ["module_path", "query", "roles", "scopes"]
