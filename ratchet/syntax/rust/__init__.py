"""Scopes of Rust: attributes and macros within a file, modules and Cargo targets across files."""

from __future__ import annotations

from ratchet.syntax.rust.marks import comment_places, may_link, token_nodes
from ratchet.syntax.rust.plain import mended
from ratchet.syntax.rust.within import scopes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ratchet.syntax.rust.file_roles import roles
    from ratchet.syntax.rust.lexing import open_end
    from ratchet.syntax.rust.naming import module_path
    from ratchet.syntax.rust.token_zones import tokens, zones

__all__ = [
    "comment_places",
    "may_link",
    "mended",
    "module_path",
    "open_end",
    "roles",
    "scopes",
    "token_nodes",
    "tokens",
    "zones",
]

# What one small file that parses does not need, and where it is: each takes as long to load as 2 kB to be parsed.
_HOMES = {
    "module_path": "naming",
    "open_end": "lexing",
    "roles": "file_roles",
    "tokens": "token_zones",
    "zones": "token_zones",
}


def __getattr__(name: str) -> object:
    """What is loaded when it is first asked for."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    home = __import__(f"{__name__}.{_HOMES[name]}", fromlist=[name])
    globals()[name] = found = getattr(home, name)
    return found
