"""Check that the captures of `lacks` with a meaning of their own fit the `query` of the same rule."""

from __future__ import annotations

from collections.abc import Iterator

from ratchet.syntax.queries import text_mistakes
from ratchet.syntax.query_mistake import QueryMistake, mistake_at
from ratchet.syntax.query_parts import patterns
from ratchet.syntax.query_tokens import tokens

__all__ = ["mark_mistakes"]


def mark_mistakes(query: str, lacks: str) -> Iterator[QueryMistake]:
    """What in `lacks` could never excuse a finding of the query; nothing where one of them is broken anyway."""
    if text_mistakes(query) or text_mistakes(lacks):
        return
    known = {token.text for pattern in patterns(tuple(tokens(query))) for token in pattern.captures}
    found = list(patterns(tuple(tokens(lacks))))
    marks = [{token.text: token for token in pattern.captures} for pattern in found]
    for each in marks:
        if "@_same" in each and "@_same" not in known:
            hint = "capture @_same in `query` as well, or give it another name here"
            yield mistake_at(each["@_same"], "`query` captures no `@_same`, so no text is the same", hint)
    if marks and all("@_apart" in each for each in marks):
        hint = "add a pattern without @_apart: what must not be inside the finding"
        yield mistake_at(found[0].start, "every pattern is `@_apart`, so nothing is looked for", hint)
