"""Patterns of a language that are looked for together, as steps or as one compiled query."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, cached_property

from ratchet.model.errors import RatchetError
from ratchet.model.language import Language
from ratchet.model.static import Protocol
from ratchet.model.value import frozen
from ratchet.syntax.grammars import grammar
from ratchet.syntax.steps import Need, Steps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tree_sitter import Query

__all__ = ["Facet", "Patterns", "Purpose"]


@frozen
class Purpose:
    """Why a pattern is in a query: to find a `site` of a measure, or what it is not `unless`."""

    name: str
    measure: int = -1
    library_only: bool = False


class Patterns(Protocol):
    """Patterns as they were written, or as they were kept."""

    @property
    def text(self) -> str:
        """All of them as tree-sitter reads them."""

    @property
    def steps(self) -> tuple[Steps, ...] | None:
        """Each of them as steps; None where only tree-sitter can evaluate them."""


class Facet:
    """Patterns with the same need and, for each, its purpose; `rows` where one asks for adjacent nodes."""

    def __init__(
        self,
        language: Language,
        need: Need,
        patterns: Patterns,
        purposes: tuple[Purpose, ...] = (),
        rows: bool = False,
    ) -> None:
        self.language = language
        self.need = need
        self.patterns = patterns
        self.purposes = purposes
        self.rows = rows

    @cached_property
    def steps(self) -> tuple[Steps, ...] | None:
        """The patterns as steps; None where only tree-sitter can evaluate them."""
        return self.patterns.steps

    @cached_property
    def by_root(self) -> Mapping[int, tuple[tuple[int, Steps], ...]]:
        """The patterns as steps, with their numbers, by the kind of node that a match begins with."""
        found: dict[int, tuple[tuple[int, Steps], ...]] = {}
        for number, steps in enumerate(self.steps or ()):
            for kind in steps.roots:
                found[kind] = (*found.get(kind, ()), (number, steps))
        return found

    @cached_property
    def query(self) -> Query:
        """The patterns as one compiled query: to make it takes longer than to parse most files."""
        return _compiled(self.language, self.patterns.text)

    def might_match(self, text: bytes) -> bool:
        """Whether a text holds one of the words that every match needs."""
        return not self.need.words or any(word in text for word in self.need.words)


@cache
def _compiled(language: Language, text: str) -> Query:
    from ratchet.syntax.binding import Query, QueryError

    try:
        return Query(grammar(language), text)
    except (QueryError, ValueError) as error:
        raise RatchetError(
            f"the queries of {language.name} do not fit its grammar: {error}",
            hint=f"look at `symbols` and `comments` in rules/{language.name}/language.yaml",
        ) from error
