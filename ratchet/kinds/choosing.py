"""Selections as rules write them: one selector or several, named groups, and `!` for what is left out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ratchet.kinds.kind import BuildContext
from ratchet.kinds.selectors import Selection, Selector, parse_selector
from ratchet.model.shape import AnyOf, List, Shape, Step, Text, nearest

__all__ = ["ALL_GRAPHS", "GRAPHS", "SELECTION_SHAPE", "check_captures", "graphs_of", "read_selection", "read_subject"]

SELECTION_SHAPE: Shape = AnyOf((Text(), List(Text(), least=1)))
GRAPHS = ("cargo", "go", "python", "typescript")
ALL_GRAPHS = frozenset(GRAPHS)
_MODULES = ALL_GRAPHS - {"cargo"}
_NOTHING = Selection(())
_Said = tuple[Selection, tuple[Step, ...]]
"""A selection, and where it stands below the verb."""

_GRAPHS_OF = {"crate": frozenset({"cargo"}), "mod": _MODULES}


def read_selection(data: object, context: BuildContext, steps: tuple[Step, ...]) -> Selection:
    """The selection that a value stands for; what is wrong with it is taken down."""
    words = list(data) if isinstance(data, list | tuple) else [data]
    chosen: list[Selector] = []
    left_out: list[Selector] = []
    for index, word in enumerate(words):
        where = (*steps, index) if isinstance(data, list) else steps
        for negated, text in _words(str(word), context, where):
            parsed = parse_selector(text)
            if isinstance(parsed, Selector):
                (left_out if negated else chosen).append(parsed)
            else:
                context.mistake(where, parsed, _hint(text, context.groups))
    if left_out and not chosen:
        context.mistake(steps, "only leaves out", "say first what is chosen, for instance `*`")
    return Selection(tuple(dict.fromkeys(chosen)), tuple(dict.fromkeys(left_out)))


def read_subject(data: object, context: BuildContext, steps: tuple[Step, ...]) -> Selection:
    """A selection that stands by itself: there is nothing that `{!name}` could differ from."""
    found = read_selection(data, context, steps)
    check_captures((found, steps), (_NOTHING, steps), context)
    return found


def check_captures(source: _Said, target: _Said, context: BuildContext) -> None:
    """What the target says of captures has to be bound by every way to be a source."""
    (chosen, at), (other, there) = source, target
    for name in _refused(chosen):
        context.mistake(at, f"`{{!{name}}}` differs from nothing here", "write `*`, or leave something out with !")
    named = {name for each in (*other.chosen, *other.left_out) for name in each.captures}
    for name in sorted(named - chosen.captures):
        context.mistake(there, f"`{{{name}}}` is not bound by the other side", "write `*` for any")
    for name in _refused(other):
        if name not in chosen.captures:
            context.mistake(there, f"`{{!{name}}}` speaks of `{{{name}}}`, which the other side does not bind")


def _refused(selection: Selection) -> list[str]:
    return sorted({name for each in (*selection.chosen, *selection.left_out) for name in each.refuses})


def _words(word: str, context: BuildContext, where: tuple[Step, ...]) -> Iterator[tuple[bool, str]]:
    """The selectors behind a word, and whether they are left out; a group may name other groups, but not itself.

    Each group is looked into once: what it says twice it says once.
    """
    waiting: list[tuple[bool, str, tuple[str, ...]]] = [(False, word, ())]
    seen: set[tuple[bool, str]] = set()
    while waiting:
        outside, each, above = waiting.pop()
        negated, name = outside or each.startswith("!"), each.removeprefix("!").strip()
        if outside and each.startswith("!"):
            context.mistake(where, f"leaves out a group that leaves out `{name}`", "say what is meant without the `!`")
        elif name not in context.groups:
            yield negated, name
        elif name in above:
            context.mistake(where, f"the group `{name}` names itself", f"see [group] {name} in ratchet.toml")
        elif (negated, name) not in seen:
            seen.add((negated, name))
            waiting += [(negated, inner, (*above, name)) for inner in reversed(context.groups[name])]


def _hint(text: str, groups: Mapping[str, tuple[str, ...]]) -> str:
    if ":" in text:
        return ""
    return nearest(text, groups) or f"or name a group of [group] in ratchet.toml; there is no group `{text}`"


def graphs_of(selection: Selection, graph: str) -> frozenset[str]:
    """The graphs that a subject may be in: the one that is said, or those that have what it selects."""
    if graph:
        return frozenset({graph})
    return frozenset().union(*(_GRAPHS_OF.get(each.kind, ALL_GRAPHS) for each in selection.chosen))
