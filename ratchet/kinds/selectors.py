"""Which crates, modules and packages a rule speaks of: selectors with globs and captures."""

from __future__ import annotations

import re

from ratchet.model.graph import Graph, Node
from ratchet.model.patterns import CAPTURE, compiled, pattern_problem
from ratchet.model.value import frozen

__all__ = [
    "EVERYTHING",
    "KINDS",
    "SEPARATORS",
    "Bound",
    "Selection",
    "Selector",
    "chosen_by",
    "holds",
    "parse_selector",
    "select",
]

KINDS = ("crate", "mod", "path", "ext", "std")
EVERYTHING = "*"
Bound = tuple[tuple[str, str], ...]
"""What the captures of a subject stand for, in the order of their names."""

SEPARATORS = {"python": ".", "typescript": "/", "go": "/"}
_SHOWN = 80


@frozen
class Selector:
    """One pattern over nodes of one kind; an empty kind with `*` is everything in the repository."""

    kind: str
    pattern: str

    def __str__(self) -> str:
        return f"{self.kind}:{self.pattern}" if self.kind else self.pattern

    @property
    def captures(self) -> frozenset[str]:
        """The names that it binds."""
        return frozenset(name for sign, name in CAPTURE.findall(self.pattern) if not sign)

    @property
    def refuses(self) -> frozenset[str]:
        """The names of a subject that it must differ from."""
        return frozenset(name for sign, name in CAPTURE.findall(self.pattern) if sign)


@frozen
class Selection:
    """What any of `chosen` matches and none of `left_out` does."""

    chosen: tuple[Selector, ...]
    left_out: tuple[Selector, ...] = ()

    def __str__(self) -> str:
        return ", ".join([*map(str, self.chosen), *(f"!{each}" for each in self.left_out)])

    @property
    def meaning(self) -> list[str]:
        """The same selection has the same words, whatever the order they were written in."""
        return sorted({*map(str, self.chosen), *(f"!{each}" for each in self.left_out)})

    @property
    def captures(self) -> frozenset[str]:
        """The names that every way to be chosen binds."""
        return frozenset.intersection(*(each.captures for each in self.chosen)) if self.chosen else frozenset()


def parse_selector(text: str) -> Selector | str:
    """A selector, or what is wrong with the text."""
    if text == EVERYTHING:
        return Selector("", EVERYTHING)
    kind, colon, pattern = text.partition(":")
    if not colon or kind not in KINDS:
        return f"`{_short(text)}` is no selector; they begin with {', '.join(f'{each}:' for each in KINDS)}"
    if not pattern.strip() or pattern != pattern.strip():
        return f"`{_short(text)}` has no pattern after `{kind}:`"
    if not pattern.isprintable():
        return f"`{_short(text)}` has a character that cannot be printed"
    if re.search(r",\s" if kind == "path" else r"[\s,]", pattern):
        return f"`{_short(text)}` is more than one selector"
    if problem := pattern_problem(pattern):
        return f"`{_short(text)}` {problem}"
    return Selector(kind, pattern.removeprefix("./").removeprefix("/") or "." if kind == "path" else pattern)


def _short(text: str) -> str:
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def select(graph: Graph, selection: Selection, bound: Bound = ()) -> dict[str, Bound]:
    """The nodes of a selection by id, each with what its captures stand for."""
    found = {}
    for id_, node in graph.nodes.items():
        binding = holds(selection, node, bound)
        if binding is not None:
            found[id_] = binding
    return found


def holds(selection: Selection, node: Node, bound: Bound = ()) -> Bound | None:
    """What the captures stand for if the node is selected, None if it is not."""
    found = chosen_by(selection, node, bound)
    return found[1] if found else None


def chosen_by(selection: Selection, node: Node, bound: Bound = ()) -> tuple[Selector, Bound] | None:
    """The first selector that chooses the node, with what its captures stand for; None if it is left out."""
    if any(_binding(each, node, bound) is not None for each in selection.left_out):
        return None
    tried = ((each, _binding(each, node, bound)) for each in selection.chosen)
    return next(((each, found) for each, found in tried if found is not None), None)


def _binding(selector: Selector, node: Node, bound: Bound) -> Bound | None:
    if not _is_of_kind(selector.kind, node):
        return None
    is_path = selector.kind == "path"
    separator = "/" if is_path else SEPARATORS.get(node.graph, "")
    pattern = selector.pattern.rstrip("/") if selector.kind else "**"
    hit = compiled(pattern, separator, bound).match(node.path if is_path else node.name)
    if hit is None:
        return None
    known = dict(bound)
    if any(known.get(name) == text for name, text in hit.refused):
        return None
    return tuple(sorted(hit.bound.items()))


def _is_of_kind(kind: str, node: Node) -> bool:
    if kind == "crate":
        return node.own and node.graph == "cargo"
    if kind == "mod":
        return node.own and node.graph != "cargo"
    if kind == "ext":
        return not node.own and not node.standard
    return node.standard if kind == "std" else node.own
