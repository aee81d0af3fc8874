"""Rules are written so that they are read as they were meant, whatever their words."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from ratchet.model.errors import Place
from ratchet.rulebook.foreign.translation import Draft, Translation
from ratchet.rulebook.foreign.writing import names, pages
from ratchet.rulebook.yaml_reader import read_documents

WORDS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1).filter(lambda text: bool(text.strip()))
PLACE = Place(".importlinter", 3)


def draft(name: str, words: list[str]) -> Draft:
    return Draft(name, words[0], words[-1], "deny", {"from": words, "except": [{"why": each} for each in words]}, PLACE)


@given(st.lists(WORDS, min_size=1, max_size=4))
@example(["true", "No", "null", "y: x", "- a", "a #b", "[a]", "!a", "*", "mod:a.{b}", "2026-11-16", "1", "~"])
def test_every_word_is_read_as_it_was_written(words: list[str]) -> None:
    (page,) = pages(Translation((draft("x", words),)), ["arch/x"], words[0])
    (document,) = read_documents("x.yaml", page.encode())
    assert document.data == {
        "id": "arch/x",
        "because": words[0],
        "advice": words[-1],
        "deny": {"from": words, "except": [{"why": each} for each in words]},
    }


@given(st.lists(WORDS, min_size=1, max_size=8))
def test_every_rule_has_an_id_of_its_own(words: list[str]) -> None:
    found = names([draft(each, [each]) for each in words], "arch", {"arch/x"})
    assert len({*found, "arch/x"}) == len(words) + 1


def test_more_than_one_file_can_hold_is_written_to_several() -> None:
    drafts = tuple(draft(str(number), [str(each) for each in range(200)]) for number in range(5))
    found = pages(Translation(drafts), names(drafts, "arch", ()), "x")
    assert [len(read_documents("x.yaml", page.encode())) for page in found] == [3, 2]
