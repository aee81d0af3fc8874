"""A Python project as another tool describes it, and the selectors of its modules."""

from __future__ import annotations

from collections.abc import Iterable

from ratchet.graphs.python.standard import STANDARD
from ratchet.model.value import frozen
from ratchet.rulebook.foreign.python_modules import Modules, is_within

__all__ = ["Project", "conflicts"]


@frozen
class Project:
    """The modules that a file of settings speaks of; `path` is that file, `tops` all that the repository has.

    `type_only` says whether imports count that only a type checker sees, `tests` whether there is test code among the
    modules, which other tools do not tell from the rest.
    """

    path: str
    roots: tuple[str, ...]
    modules: Modules
    tops: frozenset[str]
    type_only: bool = True
    tests: bool = False

    @property
    def edges(self) -> dict[str, object]:
        """What a rule has to say of edges to mean those that the tool means."""
        types: dict[str, object] = {} if self.type_only else {"type_only": False}
        return types | ({"kinds": ["normal", "dev"], "test": True} if self.tests else {})

    def selector(self, expression: str) -> str:
        """A module with all below it; what is not in the repository is from outside."""
        top = expression.partition(".")[0]
        if top in self.tops or any(is_within(expression, root) for root in self.roots):
            return f"mod:{expression}"
        return f"{'std' if top in STANDARD else 'ext'}:{expression}"

    def exactly(self, expression: str) -> list[str]:
        """A module without what is below it."""
        selector = self.selector(expression)
        has_more = any(self.modules.is_package(name) for name in self.modules.matching(expression))
        return [selector, f"!{selector}.*"] if has_more and not expression.endswith("**") else [selector]

    def choose(self, expressions: Iterable[str], whole: bool) -> list[str]:
        """Several modules, with all below them or without."""
        words = [word for each in expressions for word in ([self.selector(each)] if whole else self.exactly(each))]
        return sorted(dict.fromkeys(words), key=lambda word: word.startswith("!"))


def conflicts(words: Iterable[str]) -> bool:
    """Whether something that is left out is chosen by another selector: what is left out always wins."""
    every = list(words)
    left_out = [word.removeprefix("!").partition(":")[2].removesuffix(".*") for word in every if word.startswith("!")]
    chosen = [word.partition(":")[2] for word in every if not word.startswith("!")]
    return any(is_within(each, above) and each != above for each in chosen for above in left_out)
