"""Grammars: loaded once, and refused with the command that helps."""

from __future__ import annotations

import pytest

from ratchet.model.errors import RatchetError
from ratchet.model.language import Language
from ratchet.syntax.grammars import grammar, refuse_broken_release


def language(module: str, entry: str = "language") -> Language:
    return Language("x", module, entry, (".x",), "//", "::", "", "")


def refusal(module: str, entry: str = "language") -> tuple[str, str]:
    with pytest.raises(RatchetError) as caught:
        grammar(language(module, entry))
    [mistake] = caught.value.mistakes
    return mistake.message, mistake.hint


def test_a_grammar_is_loaded_once() -> None:
    assert grammar(language("tree_sitter_rust")) is grammar(language("tree_sitter_rust"))


def test_a_missing_wheel_is_named_with_the_command_that_installs_it() -> None:
    assert refusal("tree_sitter_cobol_ish") == (
        "the grammar for x is not installed, so its files cannot be read",
        "run: pip install tree-sitter-cobol-ish",
    )


def test_a_missing_entry_is_named() -> None:
    message, _ = refusal("tree_sitter_rust", "language_tsx")
    assert message == "the grammar `tree_sitter_rust` has no entry `language_tsx`"


def test_a_language_file_cannot_have_any_module_imported() -> None:
    message, _ = refusal("antigravity")
    assert "not named like a grammar wheel" in message


def test_the_release_that_corrupts_memory_is_refused() -> None:
    with pytest.raises(RatchetError, match="corrupts memory"):
        refuse_broken_release("0.26.0")
    for sound in ("0.25.2", "0.26.1", "0.27.0"):
        refuse_broken_release(sound)
