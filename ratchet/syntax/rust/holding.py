"""The kinds of nodes of Rust that gaps may be in, and those that hold none."""

from __future__ import annotations

__all__ = ["bodies", "leaves"]

# The kinds of nodes that stand between braces, but for the tokens of macros, which have no gaps.
_BODIES = frozenset(
    {
        "block",
        "declaration_list",
        "enum_variant_list",
        "field_declaration_list",
        "field_initializer_list",
        "match_block",
        "struct_pattern",
        "use_list",
    }
)
# The kinds of nodes that patterns name by their text.
_LEAVES = frozenset(
    {
        "block_comment",
        "boolean_literal",
        "char_literal",
        "crate",
        "field_identifier",
        "float_literal",
        "identifier",
        "integer_literal",
        "lifetime",
        "line_comment",
        "metavariable",
        "mutable_specifier",
        "primitive_type",
        "raw_string_literal",
        "self",
        "shorthand_field_identifier",
        "string_content",
        "string_literal",
        "super",
        "type_identifier",
    }
)


def bodies() -> frozenset[str]:
    """The kinds of nodes that gaps may be in."""
    return _BODIES


def leaves() -> frozenset[str]:
    """The kinds of nodes that no gap can be in."""
    return _LEAVES
