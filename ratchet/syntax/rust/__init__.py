"""Scopes of Rust: attributes and macros within a file, modules and Cargo targets across files."""

from __future__ import annotations

from ratchet.syntax.rust.marks import comment_places, may_link, token_nodes
from ratchet.syntax.rust.plain import mended, plain
from ratchet.syntax.rust.within import scopes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ratchet.syntax.rust.cutting import gaps
    from ratchet.syntax.rust.file_roles import roles
    from ratchet.syntax.rust.holding import bodies, leaves
    from ratchet.syntax.rust.lexing import open_end
    from ratchet.syntax.rust.links_by_letters import plain_links
    from ratchet.syntax.rust.naming import module_path
    from ratchet.syntax.rust.sites_by_letters import obvious
    from ratchet.syntax.rust.splitting import is_test, items, items_around, of_the_file, test_items, ties
    from ratchet.syntax.rust.token_zones import tokens, zones

__all__ = [
    "bodies",
    "comment_places",
    "gaps",
    "is_test",
    "items",
    "items_around",
    "leaves",
    "may_link",
    "mended",
    "module_path",
    "obvious",
    "of_the_file",
    "open_end",
    "plain",
    "plain_links",
    "roles",
    "scopes",
    "test_items",
    "ties",
    "token_nodes",
    "tokens",
    "zones",
]

# What one small file that parses does not need, and where it is: each takes as long to load as 2 kB to be parsed.
_HOMES = {
    "bodies": "holding",
    "gaps": "cutting",
    "is_test": "splitting",
    "items": "splitting",
    "items_around": "splitting",
    "leaves": "holding",
    "module_path": "naming",
    "obvious": "sites_by_letters",
    "of_the_file": "splitting",
    "open_end": "lexing",
    "plain_links": "links_by_letters",
    "roles": "file_roles",
    "test_items": "splitting",
    "ties": "splitting",
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
