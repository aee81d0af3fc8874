"""Which crates, modules and packages a rule speaks of: selectors with globs and captures."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from ratchet.model.graph import Graph, Node

__all__ = ["EVERYTHING", "KINDS", "Bound", "Selection", "Selector", "holds", "parse_selector", "select"]

KINDS = ("crate", "mod", "path", "ext", "std")
EVERYTHING = "*"
Bound = tuple[tuple[str, str], ...]
"""What the captures of a subject stand for, in the order of their names."""

_SEPARATORS = {"python": ".", "typescript": "/", "go": "/"}
_TOKEN = re.compile(r"\{!?[a-z][a-z0-9_]*\}|\*\*|\*|\?|\[[^\]/]+\]")


@dataclass(frozen=True, slots=True)
class Selector:
    """One pattern over nodes of one kind; an empty kind with `*` is everything in the repository."""

    kind: str
    pattern: str

    def __str__(self) -> str:
        return f"{self.kind}:{self.pattern}" if self.kind else self.pattern

    @property
    def captures(self) -> frozenset[str]:
        """The names that it binds."""
        return frozenset(re.findall(r"\{([a-z][a-z0-9_]*)\}", self.pattern))

    @property
    def refuses(self) -> frozenset[str]:
        """The names of a subject that it must differ from."""
        return frozenset(re.findall(r"\{!([a-z][a-z0-9_]*)\}", self.pattern))


@dataclass(frozen=True, slots=True)
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
        return f"`{text}` is no selector; they begin with {', '.join(f'{each}:' for each in KINDS)}"
    if not pattern.strip() or pattern != pattern.strip():
        return f"`{text}` has no pattern after `{kind}:`"
    if re.search(r"[{}]", _TOKEN.sub("", pattern)):
        return f"`{text}` has a brace that is no capture such as {{feature}} or {{!feature}}"
    return Selector(kind, pattern)


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
    if any(_binding(each, node, bound) is not None for each in selection.left_out):
        return None
    return next((found for each in selection.chosen if (found := _binding(each, node, bound)) is not None), None)


def _binding(selector: Selector, node: Node, bound: Bound) -> Bound | None:
    if not _is_of_kind(selector.kind, node):
        return None
    is_path = selector.kind == "path"
    separator = "/" if is_path else _SEPARATORS.get(node.graph, "")
    hit = _compiled(selector.pattern, separator, bound).fullmatch(node.path if is_path else node.name)
    if hit is None:
        return None
    known = dict(bound)
    groups = hit.groupdict()
    if any(groups.get(f"not_{name}") == known.get(name, "") for name in selector.refuses):
        return None
    return tuple(sorted((name, text) for name, text in groups.items() if not name.startswith("not_")))


def _is_of_kind(kind: str, node: Node) -> bool:
    if kind == "crate":
        return node.own and node.graph == "cargo"
    if kind == "mod":
        return node.own and node.graph != "cargo"
    if kind == "ext":
        return not node.own
    return node.standard if kind == "std" else node.own


@cache
def _compiled(pattern: str, separator: str, bound: Bound) -> re.Pattern[str]:
    known: Mapping[str, str] = dict(bound)
    below = f"(?:{re.escape(separator)}.*)?" if separator else ""
    return re.compile("".join(_parts(pattern, separator, known)) + below, re.DOTALL)


def _parts(pattern: str, separator: str, known: Mapping[str, str]) -> Iterator[str]:
    """The pieces of the expression: `*` stays within a name, `**` crosses, a capture is a whole name."""
    one = f"[^{re.escape(separator)}]" if separator else "."
    seen: set[str] = set()
    last = 0
    for token in _TOKEN.finditer(pattern):
        yield re.escape(pattern[last : token.start()])
        last = token.end()
        yield _piece(token.group(), one, known, seen)
    yield re.escape(pattern[last:])


def _piece(token: str, one: str, known: Mapping[str, str], seen: set[str]) -> str:
    wild = {"**": ".*", "*": f"{one}*", "?": one}
    if token in wild:
        return wild[token]
    if token.startswith("["):
        return "[" + re.sub(r"^!", "^", token[1:-1]).replace("\\", "\\\\") + "]"
    name = token.strip("{}!")
    if token.startswith("{!"):
        name = f"not_{name}"
    elif name in known:
        return re.escape(known[name])
    if name in seen:
        return f"(?P={name})"
    seen.add(name)
    return f"(?P<{name}>{one}+)"
