"""How a rule is measured: the verb that names it, what may stand under the verb, and the spec made from that."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from ratchet.model.errors import Place
from ratchet.model.evidence import Evidence, Remark, Sighting
from ratchet.model.language import Language
from ratchet.model.rule import Rule, Spec
from ratchet.model.shape import Shape, Step
from ratchet.model.value import field, frozen

if TYPE_CHECKING:
    from ratchet.syntax.queries import QueryMistake

__all__ = ["BuildContext", "Complain", "Kind", "QueryCheck", "Restraint"]

S = TypeVar("S", bound=Spec)


class Complain(Protocol):
    """Takes down a mistake at the end of `steps` below the verb; with a row and column, inside the text there."""

    def __call__(
        self,
        steps: tuple[Step, ...],
        message: str,
        hint: str = "",
        row: int | None = None,
        column: int | None = None,
    ) -> None: ...


def _nowhere(_steps: tuple[Step, ...]) -> Place | None:
    return None


QueryCheck = Callable[[Language, str], "tuple[QueryMistake, ...]"]
"""What is wrong with a query for a language."""


def _query_mistakes(language: Language, query: str) -> tuple[QueryMistake, ...]:
    from ratchet.syntax.queries import query_mistakes  # rules that were read before are not checked again

    return query_mistakes(language, query)


@frozen
class BuildContext:
    """What a kind may ask while it builds a spec, and where it says what is wrong.

    `groups` are the named selectors of the config; `place` is where a value below the verb stands.
    """

    languages: Mapping[str, Language]
    mistake: Complain
    check_query: QueryCheck = _query_mistakes
    groups: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    place: Callable[[tuple[Step, ...]], Place | None] = _nowhere


@frozen
class Restraint:
    """One part that a rule gives to nodes: `role` says which, for instance that of a subject.

    Where `parts` holds, it is meant for each part of what is split as well, not only for what keeps the name. Units
    that are directories or files are no nodes: `units` has the files of each.
    """

    role: str
    nodes: frozenset[str] = frozenset()
    parts: bool = True
    units: Mapping[str, frozenset[str]] = field(default_factory=dict)


@frozen
class Kind(Generic[S]):
    """A verb: `about` says in one sentence what it measures.

    `build` gets data that fits `shape`. It reports what is wrong beyond that and returns a spec all the same,
    so that one reading finds every mistake. `link` completes a spec that speaks of other rules, once all are known.
    `measure` gets the rule, its spec, and the evidence. Rules that `proves` itself carry examples. `restrains` says to
    which nodes a rule on graphs gives which role: the same roles in the same order, whatever the graph.
    """

    verb: str
    about: str
    shape: Shape
    build: Callable[[Mapping[str, object], BuildContext], S]
    measure: Callable[[Rule, S, Evidence], Iterator[Sighting | Remark]]
    link: Callable[[S, Mapping[str, Rule], Complain], S] | None = None
    proves: bool = False
    restrains: Callable[[S, Evidence], Iterator[Restraint]] | None = None
