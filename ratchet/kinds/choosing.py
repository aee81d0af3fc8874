"""Selections as rules write them: one selector or several, named groups, and `!` for what is left out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import cast

from ratchet.kinds.kind import BuildContext
from ratchet.kinds.selectors import Selection, Selector, parse_selector
from ratchet.model.shape import AnyOf, List, Shape, Step, Text, nearest

__all__ = ["ALL_GRAPHS", "GRAPHS", "SELECTION_SHAPE", "graphs_of", "read_selection"]

SELECTION_SHAPE: Shape = AnyOf((Text(), List(Text(), least=1)))
GRAPHS = ("cargo", "go", "python", "typescript")
ALL_GRAPHS = frozenset(GRAPHS)
_MODULES = ALL_GRAPHS - {"cargo"}
_GRAPHS_OF = {"crate": frozenset({"cargo"}), "mod": _MODULES}


def read_selection(data: object, context: BuildContext, steps: tuple[Step, ...]) -> Selection:
    """The selection that a value stands for; what is wrong with it is taken down."""
    words = cast("list[str]", data) if isinstance(data, list) else [str(data)]
    chosen: list[Selector] = []
    left_out: list[Selector] = []
    for index, word in enumerate(words):
        where = (*steps, index) if isinstance(data, list) else steps
        side = left_out if word.startswith("!") else chosen
        for text in _words(word.removeprefix("!"), context.groups, ()):
            parsed = parse_selector(text)
            if isinstance(parsed, Selector):
                side.append(parsed)
            else:
                context.mistake(where, parsed, _hint(text, context.groups))
    if left_out and not chosen:
        context.mistake(steps, "only leaves out", "say first what is chosen, for instance `*`")
    return Selection(tuple(chosen), tuple(left_out))


def _words(word: str, groups: Mapping[str, tuple[str, ...]], above: tuple[str, ...]) -> Iterator[str]:
    """The selectors behind a word; a group may name other groups, but not itself."""
    if word not in groups or word in above:
        yield word
        return
    for each in groups[word]:
        yield from _words(each, groups, (*above, word))


def _hint(text: str, groups: Mapping[str, tuple[str, ...]]) -> str:
    if ":" in text:
        return ""
    return nearest(text, groups) or f"or name a group of [group] in ratchet.toml; there is no group `{text}`"


def graphs_of(selection: Selection, graph: str) -> frozenset[str]:
    """The graphs that a subject may be in: the one that is said, or those that have what it selects."""
    if graph:
        return frozenset({graph})
    return frozenset().union(*(_GRAPHS_OF.get(each.kind, ALL_GRAPHS) for each in selection.chosen))
