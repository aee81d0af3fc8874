"""Text in which no line is a command to the CI system that shows it."""

from __future__ import annotations

import re

__all__ = ["muted"]

# Azure Pipelines, and GitHub for its old commands, look for `##vso[` and `##[` anywhere in a line; so may TeamCity.
_HASHES = re.compile(r"##(?=[A-Za-z]*\[)")
# GitHub takes a line for a command that begins with two colons; colours before them do not count.
_COLONS = re.compile(r"^((?:\s|\x1b\[[0-9;]*m)*)::", re.MULTILINE)


def muted(text: str) -> str:
    """The text with the first sign of every such command escaped, so that it is read and not obeyed."""
    return _COLONS.sub(r"\1\\x3a:", _HASHES.sub(r"\\x23#", text))
