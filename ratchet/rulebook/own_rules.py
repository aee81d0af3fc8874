"""Whether a YAML file is a rule of ours: other tools keep rules in a directory of that name, too."""

from __future__ import annotations

import re

from ratchet.kinds.verbs import VERBS

__all__ = ["is_rule"]

_QUOTE = rb"[\"']?"
_START = rb"(?:^|[{,])[ ]*" + _QUOTE
_ID = re.compile(_START + rb"id" + _QUOTE + rb"[ ]*:[ ]*" + _QUOTE + rb"[a-z][a-z0-9-]*/[a-z]", re.MULTILINE)
_VERB = re.compile(_START + rb"(?:" + "|".join(sorted(VERBS)).encode() + rb")" + _QUOTE + rb"[ ]*:", re.MULTILINE)


def is_rule(text: bytes) -> bool:
    """Whether a text has an id as ours are, with a slash, and a verb."""
    return _ID.search(text) is not None and _VERB.search(text) is not None
