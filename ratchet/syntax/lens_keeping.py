"""A lens as bytes that can be kept, and back: to make one of queries takes longer than to read a file through it."""

from __future__ import annotations

import marshal  # as for the code of every module; the bytes are sealed, and lie where git has its hooks

from ratchet.model.language import Language
from ratchet.model.scope import Scope
from ratchet.model.value import frozen, replace
from ratchet.syntax.facet import Facet, Purpose
from ratchet.syntax.guide import Guide
from ratchet.syntax.lens import Lens
from ratchet.syntax.query_conditions import tests
from ratchet.syntax.steps import Need, Slot, Step, Steps
from ratchet.syntax.wanted import Measure

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from ratchet.syntax.query_conditions import Condition, Test
    from ratchet.syntax.query_shape import Asked
    from ratchet.syntax.steps import Chains

    KeptStep = tuple[int, tuple[str, ...], tuple[str, ...], tuple["KeptSlot", ...], bool]
    KeptSlot = tuple[tuple[KeptStep, ...], str, bool, bool, bool]
    KeptPattern = tuple[dict[int, tuple[KeptStep, ...]], tuple[Condition, ...], tuple[Asked, ...]]
    KeptNeed = tuple[frozenset[bytes], frozenset[int], frozenset[str], bool]
    KeptFacet = tuple[KeptNeed, tuple[tuple[str, int, bool], ...], bytes, dict[int, Chains | None]]

__all__ = ["lens_bytes", "lens_of"]


@frozen(eq=False)
class _Kept:
    """Patterns whose steps were made before."""

    packed: bytes
    by_depth: Mapping[int, Chains | None]

    def chains(self, depth: int) -> Chains | None:
        """The kinds of nodes that a match may have from so many steps below its root up to it."""
        return self.by_depth[depth]

    @property
    def text(self) -> str:
        """All of them as tree-sitter reads them."""
        return self._unpacked[1]

    @property
    def steps(self) -> tuple[Steps, ...] | None:
        """Each of them as steps; None where only tree-sitter can take them."""
        patterns = self._unpacked[0]
        return None if patterns is None else tuple(_steps(each) for each in patterns)

    @property
    def _unpacked(self) -> tuple[tuple[KeptPattern, ...] | None, str]:
        """Unpacked where they are asked for: a file needs few of all patterns."""
        steps, text = marshal.loads(self.packed)
        return steps, text


def lens_bytes(lens: Lens) -> bytes:
    """The lens, with the steps of all its patterns."""
    facets = list(dict.fromkeys(facet for guide in lens.by_word.values() for facet in guide.facets))
    numbers = {facet: number for number, facet in enumerate(facets)}
    language = tuple(getattr(lens.language, name) for name in Language.__match_args__[:-1])
    return marshal.dumps(
        (
            language,
            tuple((str(scope), globs) for scope, globs in lens.language.paths),
            tuple(
                (each.rule, each.query, each.unless, each.longer_than, each.lacks, each.not_within)
                for each in lens.measures
            ),
            tuple(_kept(facet) for facet in facets),
            {word: tuple(numbers[facet] for facet in guide.facets) for word, guide in lens.by_word.items()},
            tuple(_kept(facet) for facet in (*lens.wide, lens.symbols, lens.comments)),
            lens.row_texts,
            lens.by_items,
            lens.by_bodies,
            lens.deep,
        )
    )


def lens_of(kept: bytes) -> Lens:
    """The lens that bytes stand for. Raises ValueError, TypeError or EOFError for others."""
    fields, paths, measures, facets, by_word, others, *rest = marshal.loads(kept)
    language = replace(Language(*fields), paths=tuple((Scope(scope), globs) for scope, globs in paths))
    made = [_facet(language, each) for each in facets]
    *wide, symbols, comments = (_facet(language, each) for each in others)
    return Lens(
        language,
        tuple(Measure(*each) for each in measures),
        {word: Guide([made[at] for at in each]) for word, each in by_word.items()},
        tuple(wide),
        symbols,
        comments,
        *rest,
    )


def _kept(facet: Facet) -> KeptFacet:
    need = facet.need.words, facet.need.depths, facet.need.roots, facet.need.prose
    purposes = tuple((each.name, each.measure, each.library_only) for each in facet.purposes)
    steps = None if facet.steps is None else tuple(map(_kept_pattern, facet.steps))
    by_depth = {depth: facet.chains(depth) for depth in sorted(facet.need.depths)}
    return need, purposes, marshal.dumps((steps, facet.patterns.text)), by_depth


def _facet(language: Language, kept: KeptFacet) -> Facet:
    need, purposes, packed, by_depth = kept
    return Facet(language, Need(*need), _Kept(packed, by_depth), tuple(Purpose(*each) for each in purposes))


def _kept_pattern(steps: Steps) -> KeptPattern:
    roots = {kind: tuple(map(_kept_step, each)) for kind, each in steps.roots.items()}
    return roots, steps.conditions, steps.predicates


def _kept_step(step: Step) -> KeptStep:
    return step.kind, step.captures, step.lacks, tuple(map(_kept_slot, step.inside)), step.captured


def _kept_slot(slot: Slot) -> KeptSlot:
    return tuple(map(_kept_step, slot.choices)), slot.field, slot.anchored, slot.optional, slot.captured


def _steps(kept: KeptPattern) -> Steps:
    roots, conditions, predicates = kept
    asked = tests(predicates)
    return Steps({kind: _choices(each, asked) for kind, each in roots.items()}, conditions, predicates)


def _choices(kept: tuple[KeptStep, ...], asked: Mapping[str, tuple[Test, ...]]) -> tuple[Step, ...]:
    """Steps, each with the tests that the predicates of its pattern ask of its captures."""
    steps = []
    for kind, captures, lacks, inside, captured in kept:
        told = tuple(test for name in captures for test in asked.get(f"@{name}", ()))
        slots = tuple(
            Slot(_choices(choices, asked), field, anchored, optional, tells)
            for choices, field, anchored, optional, tells in inside
        )
        steps.append(Step(kind, captures, told, lacks, slots, captured))
    return tuple(steps)
