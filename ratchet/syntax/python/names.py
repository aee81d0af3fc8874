"""Write the names of a Python source in the form in which Python compares them."""

from __future__ import annotations

from keyword import iskeyword

from ratchet.model.language import Language
from ratchet.syntax.late import late
from ratchet.syntax.parsing import parse

__all__ = ["with_plain_names"]

_WORD = late(rb"[\w\x80-\xff]*[\x80-\xff][\w\x80-\xff]*")


def with_plain_names(language: Language, source: bytes) -> bytes:
    """The source with every name in the form NFKC (PEP 3131); comments and texts stay as they are."""
    import unicodedata

    if unicodedata.is_normalized("NFKC", source.decode()):
        return source
    root = None
    pieces, end = [], 0
    for match in _WORD().finditer(source):
        name = unicodedata.normalize("NFKC", match[0].decode()).encode()
        if name == match[0] or iskeyword(name.decode()):
            continue  # a keyword has but one form: what only looks like one is a name
        root = root or parse(language, source).root_node
        node = root.descendant_for_byte_range(*match.span())
        if node is not None and node.type == "identifier" and (node.start_byte, node.end_byte) == match.span():
            pieces += [source[end : match.start()], name]
            end = match.end()
    return b"".join([*pieces, source[end:]])
