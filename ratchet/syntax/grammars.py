"""The grammar of a language, loaded once from its wheel."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from ratchet.model.errors import RatchetError
from ratchet.model.language import Language
from ratchet.model.static import cast
from ratchet.syntax.extensions import compiled_part

TYPE_CHECKING = False
if TYPE_CHECKING:
    import tree_sitter

__all__ = ["GRAMMAR_FORM", "about_grammar", "grammar", "refuse_broken_release"]

GRAMMAR_FORM = r"tree_sitter_[a-z0-9_]+"
"""A language file comes with the repository under analysis: it may name a grammar, not any module to import."""

_BROKEN = "0.26.0"


def grammar(language: Language) -> tree_sitter.Language:
    """The compiled grammar that a language names."""
    return _load(language.name, language.grammar, language.entry)


@cache
def _load(name: str, module: str, entry: str) -> tree_sitter.Language:
    from ratchet.syntax.binding import Language, Point

    # 0.25 has Python's own named tuple here; what replaced it in 0.26 is what broke, and asking
    # importlib.metadata for the version costs every run as much as a small analysis.
    if not hasattr(Point, "_fields"):
        from importlib.metadata import version

        refuse_broken_release(version("tree-sitter"))
    try:
        return Language(_entry_point(name, module, entry)())
    except ValueError as error:
        raise RatchetError(
            f"the grammar `{module}` does not work with the installed tree-sitter: {error}",
            hint=f"run: pip install --upgrade {_wheel(module)}",
        ) from error


def refuse_broken_release(version: str) -> None:
    """Reading `start_point.row` in 0.26.0 frees numbers that are still in use: wrong counts, then a crash."""
    if version == _BROKEN:
        raise RatchetError(
            f"tree-sitter {_BROKEN} corrupts memory while files are read, so no count could be trusted",
            hint='run: pip install "tree-sitter>=0.25.2,<0.26"',
        )


def _entry_point(name: str, module: str, entry: str) -> Callable[[], object]:
    if not re.fullmatch(GRAMMAR_FORM, module):
        raise RatchetError(f"the grammar `{module}` of {name} is not named like a grammar wheel: tree_sitter_rust")
    try:
        return cast("Callable[[], object]", getattr(compiled_part(module, entry), entry))
    except ModuleNotFoundError as error:
        raise RatchetError(
            f"the grammar for {name} is not installed, so its files cannot be read",
            hint=f"run: pip install {_wheel(module)}",
        ) from error
    except AttributeError as error:
        raise RatchetError(
            f"the grammar `{module}` has no entry `{entry}`", hint="set `entry` in the language's language.yaml"
        ) from error


def _wheel(module: str) -> str:
    return module.replace("_", "-")


def about_grammar(language: Language) -> tuple[str, int]:
    """The wheel that a language's grammar comes from, and the version of its binary interface."""
    return _wheel(language.grammar), grammar(language).abi_version
