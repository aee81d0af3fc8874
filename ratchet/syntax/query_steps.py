"""Turn the patterns of a query into steps that Python can take: to compile one costs more than to read a small file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations, pairwise, product

from ratchet.model.value import frozen
from ratchet.syntax.query_conditions import Test, conditions, tests
from ratchet.syntax.query_shape import Part, asked, unquoted
from ratchet.syntax.steps import ANY, ANY_NAMED, Slot, Step, Steps

TYPE_CHECKING = False
if TYPE_CHECKING:
    import tree_sitter

__all__ = ["TooHard", "steps_of"]


_MOST_WAYS = 64
_Number = Callable[[str, bool], int]


class TooHard(Exception):
    """A pattern says something that only tree-sitter itself evaluates."""


def steps_of(patterns: Iterable[Part], grammar: tree_sitter.Language) -> tuple[Steps, ...]:
    """Each pattern as steps. Raises TooHard where one of them has no such form."""

    def number(name: str, named: bool) -> int:
        found = grammar.id_for_node_kind(name, named)
        # What is hidden stands for kinds of nodes; an unknown name is a mistake that tree-sitter tells best.
        if not found or not grammar.node_kind_is_visible(found):
            raise TooHard(name)
        return found

    return tuple(_pattern(pattern, number) for pattern in patterns)


def _pattern(part: Part, number: _Number) -> Steps:
    predicates = asked(part)
    told = conditions(predicates)
    if told is None or part.may_repeat or part.head[1:2] == [":"]:
        raise TooHard(part.text)
    roots: dict[int, list[Step]] = {}
    for step in _Reader(number, tests(predicates)).choices(part, (), one_place=True):
        if step.kind < 0:
            raise TooHard(part.text)
        roots.setdefault(step.kind, []).append(step)
    return Steps({kind: tuple(each) for kind, each in roots.items()}, told, tuple(predicates))


@frozen
class _Reader:
    """Parts of a pattern → steps, with the tests that predicates ask of captures."""

    number: _Number
    tests: Mapping[str, tuple[Test, ...]]

    def choices(self, part: Part, names: tuple[str, ...], one_place: bool) -> tuple[Step, ...]:
        """What may stand where a part does, with the captures of the choice that it is of."""
        # tree-sitter notes the captures of a choice behind those of the node that was chosen.
        names = tuple(part.captures) + names
        opening = part.head[-1]
        if part.name:
            return (self._node(part, names),)
        if opening in ("(", "["):
            members = part.inside
            if (opening == "(" and len(members) != 1) or any(_is_more_than_a_node(each) for each in members):
                raise TooHard(part.text)
            choices = tuple(step for each in members for step in self.choices(each, names, one_place))
            _refuse_shadows(choices, part, one_place)
            return choices
        if opening == "_":
            return (self._step(ANY, names),)
        if not opening.startswith('"'):
            raise TooHard(part.text)
        return (self._step(self.number(unquoted(opening), False), names),)

    def _node(self, part: Part, names: tuple[str, ...]) -> Step:
        if part.name == "MISSING" or "/" in part.name:
            raise TooHard(part.text)
        kind = ANY_NAMED if part.name == "_" else self.number(part.name, True)
        inside = part.inside
        if kind < 0 and inside:
            raise TooHard(part.text)  # tree-sitter goes no further than the first such node
        lacks = tuple(each.head[1] for each in inside if each.head[0] == "!")
        return self._step(kind, names, lacks, self._slots([each for each in inside if each.head[0] != "!"]))

    def _step(
        self, kind: int, names: tuple[str, ...], lacks: tuple[str, ...] = (), inside: tuple[Slot, ...] = ()
    ) -> Step:
        told = tuple(test for name in names for test in self.tests.get(name, ()))
        captured = bool(names) or any(slot.captured for slot in inside)
        return Step(kind, tuple(name[1:] for name in names), told, lacks, inside, captured)

    def _slots(self, siblings: Sequence[Part]) -> tuple[Slot, ...]:
        slots = [self._slot(part) for part in siblings]
        if not any(slot.anchored for slot in slots):
            # What may be lacking, or there many times, says nothing where no place is told.
            return tuple(slot for slot in slots if not slot.optional)
        optional = [slot for slot in slots if slot.optional]
        told = len(optional) < 2 and not slots[0].optional and all(slot.anchored for slot in optional)
        if not told or any("*" in part.tail or "+" in part.tail for part in siblings):
            raise TooHard(" ".join(part.text for part in siblings))
        for slot, after in pairwise(slots):
            # Of several rows below one parent tree-sitter finds the first only, unless captures tell them apart.
            if after.anchored and not all(step.captures for step in slot.choices):
                raise TooHard("a node before an anchor that is not captured")
        return tuple(slots)

    def _slot(self, part: Part) -> Slot:
        if part.head == ["."]:
            raise TooHard("an anchor at the end")  # tree-sitter sees the last child in other places as well
        field = part.head[0] if part.head[1:2] == [":"] else ""
        choices = self.choices(part, (), one_place=field != "")
        captured = any(step.captured for step in choices)
        if part.may_repeat and any(_names(step) for step in choices):
            raise TooHard(part.text)
        return Slot(choices, field, part.anchored, part.may_lack, captured)


def _is_more_than_a_node(part: Part) -> bool:
    return part.may_repeat or part.anchored or part.head == ["."] or part.head[1:2] == [":"] or part.head[0] == "!"


def _refuse_shadows(choices: Sequence[Step], part: Part, one_place: bool) -> None:
    """Of two ways to match tree-sitter leaves out the one that captures less: nothing for us to follow."""
    for one, other in combinations(choices, 2):
        if not one_place or one.kind == other.kind or one.kind < 0 or other.kind < 0:
            for names, others in product(_ways(one), _ways(other)):
                if names != others and (_is_part(names, others) or _is_part(others, names)):
                    raise TooHard(part.text)


def _ways(step: Step) -> set[tuple[str, ...]]:
    """The captures that a match may have, in order, for each way to fill a step."""
    ways = {step.captures}
    for slot in step.inside:
        inner = {way for choice in slot.choices for way in _ways(choice)} | ({()} if slot.optional else set())
        ways = {tuple(sorted(one + other)) for one, other in product(ways, inner)}
        if len(ways) > _MOST_WAYS:
            raise TooHard("too many ways")
    return {tuple(sorted(way)) for way in ways}


def _is_part(names: tuple[str, ...], others: tuple[str, ...]) -> bool:
    return all(names.count(name) <= others.count(name) for name in names)


def _names(step: Step) -> list[str]:
    inner = (name for slot in step.inside for choice in slot.choices for name in _names(choice))
    return [*step.captures, *inner]
