"""The verbs there are, and what each of them is about: enough to read a rule that has another one."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["VERBS"]

VERBS: Mapping[str, str] = {
    "acyclic": "nothing may depend on itself through others",
    "count": "how often a query matches in code of the given scopes, per file",
    "deny": "some may not depend on others, directly or through others",
    "files": "which files a crate, a module or a directory must have, may not have, or may only have",
    "independent": "none of some may depend on another of them",
    "layers": "what is above may depend on what is below, never the other way",
    "limit": "a number of each unit, and how large or small it may be",
    "only": "some may depend on nothing but these (`to`), or nobody but these may depend on some (`into`)",
    "require": "each of some must depend on at least one of others",
}
