"""Queries tried against their grammars by several processes at once: each takes as long as a file of 100 kB."""

from __future__ import annotations

from collections.abc import Sequence

from ratchet.model.errors import RatchetError
from ratchet.repo.limits import can_fork, default_limits
from ratchet.repo.workers import run_jobs
from ratchet.rulebook.book import Query
from ratchet.syntax.grammars import grammar
from ratchet.syntax.queries import grammar_mistakes

__all__ = ["tried"]

_FEW = 2


def tried(queries: Sequence[Query]) -> bool:
    """Whether no grammar has anything against any of some queries whose texts are in order."""
    try:
        for language in {language.name: language for language, _ in queries}.values():
            grammar(language)  # loaded once, before there are workers
    except RatchetError:
        return False
    if len(queries) < _FEW or not can_fork():
        return all(map(_is_right, queries))
    return all(answer is True for _, answer in run_jobs(queries, _is_right, default_limits()))


def _is_right(query: Query) -> bool:
    return not grammar_mistakes(*query)
