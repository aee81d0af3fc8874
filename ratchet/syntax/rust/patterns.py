"""The query that finds what decides scopes in a Rust file."""

from __future__ import annotations

from ratchet.model.language import Language

__all__ = ["DATA_MACROS", "query", "token_nodes"]

DATA_MACROS = ("include_str", "include_bytes")

_CODE = """
(attribute_item (attribute) @content) @attribute
(inner_attribute_item (attribute) @content) @inner
(mod_item name: (identifier) @module !body) @declaration
(mod_item name: (identifier) @inline body: (declaration_list) @body) @holder
(macro_invocation
  macro: [(identifier) @macro (scoped_identifier name: (identifier) @macro)]
  (token_tree) @arguments
  (#any-of? @macro {macros}))
(macro_definition name: (identifier) @defined (#any-of? @defined {macros}))
"""

_TOKENS = """
({tokens} "#" @hash . "!"? . (token_tree "[") @content)
({tokens} "mod" @declaration . (identifier) @module . ";")
({tokens} "mod" @holder . (identifier) @inline . (token_tree "{") @body)
({tokens} (identifier) @macro . "!" . (token_tree) @arguments (#any-of? @macro {macros}))
"""

# The grammar has two nodes for tokens: what a macro is called with or made of, and `$(…)*` in what it is made of.
_TOKEN_NODES = ("token_repetition", "token_tree")


def token_nodes() -> frozenset[str]:
    """The nodes in which comments lie between mere tokens."""
    return frozenset(_TOKEN_NODES)


def query(language: Language) -> str:
    """The patterns, with the macro names that this language's data lists."""
    names = ("include", *DATA_MACROS, *language.test_macros, *language.inert_macros)
    text = _CODE + "".join(_TOKENS.replace("{tokens}", node) for node in _TOKEN_NODES)
    return text.replace("{macros}", " ".join(f'"{name}"' for name in names))
