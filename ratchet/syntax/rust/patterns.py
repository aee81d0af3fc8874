"""The query that finds what decides scopes in a Rust file."""

from __future__ import annotations

from ratchet.model.language import Language

__all__ = ["DATA_MACROS", "query"]

DATA_MACROS = ("include_str", "include_bytes")

_QUERY = """
(attribute_item (attribute) @content) @attribute
(inner_attribute_item (attribute) @content) @inner
(token_tree "#" @hash . (token_tree "[") @content)
(mod_item name: (identifier) @module !body) @declaration
(mod_item name: (identifier) @inline body: (declaration_list) @body) @holder
(token_tree "mod" @declaration . (identifier) @module . ";")
(token_tree "mod" @holder . (identifier) @inline . (token_tree "{") @body)
(macro_invocation
  macro: [(identifier) @macro (scoped_identifier name: (identifier) @macro)]
  (token_tree) @arguments
  (#any-of? @macro {macros}))
(token_tree (identifier) @macro . "!" . (token_tree) @arguments (#any-of? @macro {macros}))
"""


def query(language: Language) -> str:
    """The patterns, with the macro names that this language's data lists."""
    names = ("include", *DATA_MACROS, *language.test_macros, *language.inert_macros)
    return _QUERY.replace("{macros}", " ".join(f'"{name}"' for name in names))
