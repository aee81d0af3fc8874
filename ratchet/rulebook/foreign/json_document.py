"""A JSON file of settings with its places; comments and commas too many, as tools allow them, are taken."""

from __future__ import annotations

import re

from ratchet.model.sound import compiled
from ratchet.rulebook.text_file import decode
from ratchet.rulebook.yaml_reader import Document, read_documents

__all__ = ["read_json"]

_MOST_BYTES = 1_000_000
_TOKEN = compiled(r'"(?:[^"\\\n]|\\.)*+"|//[^\n]*+|/\*.*?\*/|\t', re.DOTALL)


def read_json(path: str, text: bytes) -> Document | None:
    """The document, or None where the file is empty; JSON is YAML but for comments and tabs."""
    source = decode(path, text, _MOST_BYTES)
    plain = _TOKEN.sub(lambda hit: hit[0] if hit[0].startswith('"') else re.sub(r"[^\n]", " ", hit[0]), source)
    documents = read_documents(path, plain.encode())
    return documents[0] if documents else None
