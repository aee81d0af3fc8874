"""All queries of one language compiled into one, so that a file is walked once for all rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Literal

from ratchet.model.errors import RatchetError
from ratchet.model.language import Language
from ratchet.model.value import frozen
from ratchet.syntax.grammars import grammar
from ratchet.syntax.query_parts import patterns
from ratchet.syntax.query_rows import row_texts, with_rows
from ratchet.syntax.query_tokens import tokens
from ratchet.syntax.scoping import scope_reader

if TYPE_CHECKING:
    from tree_sitter import Node, Query

__all__ = ["Lens", "Match", "Measure", "Purpose", "comments", "compile_lens", "look"]


@frozen
class Measure:
    """What one rule wants counted in one language."""

    rule: str
    query: str
    unless: str = ""
    longer_than: int = 0


@frozen
class Purpose:
    """Why a pattern is in the combined query: `site` and `unless` belong to a measure, the rest to the language."""

    name: str
    measure: int = -1


@frozen
class Lens:
    """A compiled view of a language: the query, the purpose of each of its patterns, and the query for comments."""

    language: Language
    measures: tuple[Measure, ...]
    query: Query
    comments: Query
    purposes: tuple[Purpose, ...]
    library_only: frozenset[int]
    row_texts: frozenset[str]


@frozen
class Match:
    """One match of one pattern."""

    purpose: Purpose
    pattern: int
    nodes: Mapping[str, Sequence[Node]]


def compile_lens(language: Language, measures: tuple[Measure, ...]) -> Lens:
    """Join the queries of the measures and of the language; the rulebook has checked each of them before."""
    from tree_sitter import Query, QueryError

    reader = scope_reader(language)
    parts = [(Purpose("symbol"), language.symbols)]
    if measures:
        parts += [(Purpose("loose"), f"({node} {language.comments})") for node in sorted(reader.token_nodes())]
    for index, measure in enumerate(measures):
        parts += [(Purpose("site", index), measure.query), (Purpose("unless", index), measure.unless)]
    purposes: list[Purpose] = []
    for purpose, text in parts:
        purposes += [purpose] * sum(1 for _ in patterns(list(tokens(text))))
    try:
        comments = Query(grammar(language), language.comments)
        query = Query(grammar(language), "\n".join(with_rows(text, reader.token_nodes()) for _, text in parts))
    except (QueryError, ValueError) as error:
        raise RatchetError(
            f"the queries of {language.name} do not fit its grammar: {error}",
            hint=f"look at `symbols` and `comments` in rules/{language.name}/language.yaml",
        ) from error
    library_only = [index for index in range(len(purposes)) if query.pattern_settings(index).get("target") == "library"]
    texts = frozenset[str]().union(*(row_texts(text) for _, text in parts))
    return Lens(language, measures, query, comments, tuple(purposes), frozenset(library_only), texts)


def look(lens: Lens, root: Node, source: bytes, within: tuple[int, int] | None = None) -> Iterator[Match]:
    """Every match in a tree, or those that touch a stretch of it."""
    from tree_sitter import QueryCursor

    if not lens.purposes:
        return
    cursor = QueryCursor(lens.query)
    if within:
        cursor.set_byte_range(*within)

    def holds(
        predicate: str,
        args: list[tuple[str, Literal["capture", "string"]]],
        pattern_index: int,  # noqa: ARG001 - the protocol of tree-sitter passes it
        captures: dict[str, list[Node]],
    ) -> bool:
        nodes = [node for text, kind in args if kind == "capture" for node in captures.get(text, ())]
        return _PREDICATES[predicate](nodes, source)

    for pattern, nodes in cursor.matches(root, holds):
        yield Match(lens.purposes[pattern], pattern, nodes)


def comments(lens: Lens, root: Node) -> list[Node]:
    """Every comment in a tree."""
    from tree_sitter import QueryCursor

    return [node for nodes in QueryCursor(lens.comments).captures(root).values() for node in nodes]


def _adjacent(nodes: list[Node], source: bytes) -> bool:
    return all(not source[first.end_byte : second.start_byte].strip() for first, second in pairwise(nodes))


def _empty(nodes: list[Node], _source: bytes) -> bool:
    return all(child.type.endswith("comment") for node in nodes for child in node.named_children)


def _not_empty(nodes: list[Node], source: bytes) -> bool:
    return not _empty(nodes, source)


_PREDICATES = {"adjacent?": _adjacent, "empty?": _empty, "not-empty?": _not_empty}
