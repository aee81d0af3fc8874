"""What letters alone tell: in some forms a word has one meaning, and a small text of that form shows what is found.

That holds for patterns which ask for nothing but what the form fixes; if another one might match, it tells nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ratchet.syntax.facet import Facet
from ratchet.syntax.finding import find
from ratchet.syntax.form import NO_PLACE, Form, Shape, Telling, Tellings
from ratchet.syntax.grammars import grammar
from ratchet.syntax.guide import Guide
from ratchet.syntax.late import late
from ratchet.syntax.lens import Lens
from ratchet.syntax.looking import hits, look
from ratchet.syntax.parsing import parse
from ratchet.syntax.query_shape import Asked, unquoted
from ratchet.syntax.steps import ANY, ANY_NAMED, Slot, Step, Steps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["tellings"]

# What is asked of nodes of which a form fixes all that is in them.
_OF_WHAT_IS_IN_IT = ("empty?", "not-empty?")
_TEXTS = ("string_literal", None)
_BEGINS_OTHERWISE = late(r"\^[/\w](?:[^|?*{][^|]*)?")


def tellings(lens: Lens) -> Tellings:
    """What tells of a word and a form what is found there, each pair looked into once."""
    known: dict[tuple[bytes, Form], tuple[Telling, ...] | None] = {}

    def told(word: bytes, form: Form) -> tuple[Telling, ...] | None:
        key = word, form
        if key not in known:
            known[key] = _tellings(lens, word, form)
        return known[key]

    return told


def _tellings(lens: Lens, word: bytes, form: Form) -> tuple[Telling, ...] | None:
    """What is found wherever a word stands in a form; None where that depends on more."""
    guide = lens.by_word.get(word)
    if guide is None or guide.prose or any(_may_be_about(facet, word) for facet in lens.wide):
        return None
    text = form.before + word + form.behind
    root = parse(lens.language, text).root_node
    start = len(form.before)
    hit = next((each for each in hits(lens, root, text) if each.ladder[0].start_byte == start), None)
    if hit is None or hit.guide is not guide or root.has_error:
        return None
    kinds = _kinds(hit.ladder[0], len(form.shapes))
    if not all(_is_fixed(lens, steps, kinds, at, form) for at, steps in _that_may_match(lens, hit.guide, kinds, form)):
        return None
    numbers = {offset: number for number, offset in enumerate(form.offsets(word))} | {NO_PLACE: NO_PLACE}
    if _may_be_excused(lens, guide):
        return None
    told: list[Telling] = []
    for each in find(lens, list(look(lens, root, text, [hit]))).found:
        ends = (each.start, each.end, each.context_start, each.context_end)
        if not numbers.keys() >= {*ends}:
            return None
        start, end, context_start, context_end = (numbers[end] for end in ends)
        told.append(Telling(each.measure, start, end, context_start, context_end, each.library_only))
    return tuple(told)


def _may_be_about(facet: Facet, word: bytes) -> bool:
    """Whether patterns that are looked for in all of a tree may ask for a word: those with others are found by them."""
    return not facet.need.words or word in facet.need.words


def _may_be_excused(lens: Lens, guide: Guide) -> bool:
    """Whether a pattern that does not need the word may excuse what is found by it."""
    found = {purpose.measure for facet in guide.facets for purpose in facet.purposes}
    by_words = (facet for each in lens.by_word.values() for facet in each.facets if facet not in guide.facets)
    others = (*lens.wide, *by_words)
    return any(each.name != "site" and each.measure in found for facet in others for each in facet.purposes)


def _kinds(node: Node | None, number: int) -> list[int]:
    """The kinds of so many nodes from one up."""
    found: list[int] = []
    while node is not None and len(found) < number:
        found.append(node.kind_id)
        node = node.parent
    return found


def _that_may_match(lens: Lens, guide: Guide, kinds: Sequence[int], form: Form) -> Iterator[tuple[int, Steps | None]]:
    """The patterns that lead up from the word as the form does, and how far up each begins; None: more is asked."""
    for facet in guide.facets:
        for depth in facet.need.depths:
            chains, patterns = facet.chains(depth), facet.steps
            if chains is None or patterns is None:
                yield 0, None
                continue
            for number, chain in chains:
                for same in range(form.alike):
                    at = _top(lens, kinds, form, chain, same)
                    if at is not None:
                        lines = lens.measures[facet.purposes[number].measure].longer_than
                        yield at, None if lines or at >= len(form.shapes) else patterns[number]


def _top(lens: Lens, kinds: Sequence[int], form: Form, chain: Sequence[int], same: int) -> int | None:
    """How far up a pattern begins that leads up by some kinds of nodes; None where it cannot match."""
    for at, kind in enumerate(chain, same):
        if at >= len(form.shapes):
            return None if kind >= 0 and _name(lens, kind) in form.never else at
        if kind >= 0 and kind != kinds[at]:
            return None
    return same + len(chain) - 1


def _is_fixed(lens: Lens, steps: Steps | None, kinds: Sequence[int], at: int, form: Form) -> bool:
    """Whether a form fixes all that a pattern asks for that begins so far up."""
    if steps is None:
        return False
    reader = _Fixing(lens, frozenset(asked[1][1:] for asked in steps.predicates if not _is_told_by_quote(asked)))
    roots = [step for kind, each in steps.roots.items() if kind in (kinds[at], ANY, ANY_NAMED) for step in each]
    if not all(reader.fixes(form.shapes[at], step) for step in roots):
        return False
    return all(name in _OF_WHAT_IS_IN_IT and reader.loose.isdisjoint(captures) for name, captures in steps.conditions)


def _is_told_by_quote(asked: Asked) -> bool:
    """Whether a predicate is true, or false, of every text that begins with a quote."""
    name, _, *words = asked
    texts = [unquoted(word) for word in words if not word.startswith("@")]
    if len(texts) != len(words):
        return False
    if name in ("#match?", "#not-match?"):
        return _BEGINS_OTHERWISE().fullmatch(texts[0]) is not None
    named = name in ("#eq?", "#not-eq?", "#any-of?") and not any(text.startswith(('"', "(")) for text in texts)
    return named or not texts


class _Fixing:
    """Holds the steps of one pattern against what a form fixes; `open_texts` are captures whose letters matter."""

    def __init__(self, lens: Lens, open_texts: frozenset[str]) -> None:
        self._kind = grammar(lens.language).node_kind_for_id
        self._open_texts = open_texts
        self.loose: set[str] = set()

    def fixes(self, shape: Shape, step: Step) -> bool:
        """Whether a shape fixes what a step asks for; of what is captured it is noted what is not closed."""
        if shape.closed:
            return not shape.text or (self._is_blind(step) and self._notes(step))
        self.loose.update(step.captures)
        return not step.tests and not step.lacks and all(self._fills(shape, slot) for slot in step.inside)

    def _notes(self, step: Step) -> bool:
        """Note what is captured in a step: a text may have something in it, or nothing."""
        for each in (each for slot in step.inside for each in slot.choices):
            self.loose.update(each.captures)
            self._notes(each)
        return True

    def _fills(self, shape: Shape, slot: Slot) -> bool:
        if slot.anchored:
            return False
        if slot.field:
            kind, inner = shape.fields.get(slot.field, ("", None))
            choices = [step for step in slot.choices if step.kind < 0 or self._kind(step.kind) == kind]
            return inner is not None and all(self.fixes(inner, step) for step in choices)
        return all(self._is_alone(shape, step) for step in slot.choices)

    def _is_alone(self, shape: Shape, step: Step) -> bool:
        inner = shape.kinds.get(self._kind(step.kind) or "") if step.kind >= 0 else None
        return inner is not None and self.fixes(inner, step)

    def _is_blind(self, step: Step) -> bool:
        """Whether a step, and all that is in it, asks nothing of the letters of a text, nor of what is in that."""
        if not self._open_texts.isdisjoint(step.captures) or (step.inside and self._kind(step.kind) in _TEXTS):
            return False
        return all(self._is_blind(each) for slot in step.inside for each in slot.choices)


def _name(lens: Lens, kind: int) -> str:
    return grammar(lens.language).node_kind_for_id(kind) or ""
