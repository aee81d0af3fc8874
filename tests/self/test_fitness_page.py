"""docs/fitness.md speaks of what there is: every example builds, every key and measure is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from ratchet.kinds.catalogue import catalogue
from ratchet.kinds.edges import EDGES_SHAPE
from ratchet.kinds.measures import MEASURES
from ratchet.kinds.selectors import KINDS
from ratchet.model.shape import AnyOf, Shape, Table
from ratchet.rulebook.rules import Known, read_rules
from tests.self.markdown import blocks
from tests.self.modules import TOP

PAGE = Path(TOP / "docs/fitness.md").read_text(encoding="utf-8")
EXAMPLES = [block.text for block in blocks(PAGE) if block.language == "yaml" and not block.text.startswith("id:")]


def keys(shape: Shape) -> set[str]:
    """The keys of a table, or of the table among several shapes."""
    if isinstance(shape, AnyOf):
        return set().union(*(keys(each) for each in shape.shapes))
    return set(shape.keys) if isinstance(shape, Table) else set()


@pytest.mark.parametrize("example", EXAMPLES)
def test_every_example_is_a_rule(example: str) -> None:
    text = f"id: arch/it\nbecause: b\nadvice: a\n{example}\n"
    [rule] = read_rules("rules/it.yaml", text.encode(), Known({}))
    assert rule.spec.meaning


def test_every_verb_has_an_example() -> None:
    assert {example.partition(":")[0] for example in EXAMPLES} == set(catalogue()) - {"count"}


def test_every_key_measure_and_selector_is_named() -> None:
    verbs = {verb: keys(kind.shape) for verb, kind in catalogue().items() if verb != "count"}
    named = {*KINDS, *MEASURES, *keys(EDGES_SHAPE)}.union(*verbs.values()) - {"from", "to", "for", "of", "into"}
    missing = {word for word in named if f"`{word}" not in PAGE}
    assert missing == set()
