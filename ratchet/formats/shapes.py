"""The shapes that several JSON reports share."""

from __future__ import annotations

from collections.abc import Mapping

from ratchet.model.scope import Scope
from ratchet.model.shape import AnyOf, Flag, Key, List, Null, Number, Shape, Table, Text

__all__ = [
    "ANY_TEXT",
    "COUNT",
    "HOP",
    "INSPECTED",
    "MISTAKE",
    "NAME",
    "PLACE",
    "SITE",
    "SITE_KEYS",
    "always",
    "layout",
    "or_null",
]

NAME = Text()
ANY_TEXT = Text(blank=True)
COUNT = Number()
PLACE = Number(least=1)


def always(shape: Shape, about: str) -> Key:
    """A key that every report has."""
    return Key(shape, about, required=True)


def or_null(shape: Shape) -> Shape:
    """A value, or null where there is none."""
    return AnyOf((shape, Null()))


def layout(name: str, keys: Mapping[str, Key]) -> Table:
    """A report: the name of its layout, then its keys."""
    return Table({"schema": always(Text(words=(name,)), "the name of this layout"), **keys})


HOP = Table(
    {
        "source": always(NAME, "who depends"),
        "target": always(NAME, "on whom"),
        "path": always(NAME, "the file that says so"),
        "line": always(or_null(PLACE), "the line in it, from 1"),
        "certainty": always(Text(words=("sure", "possible")), "possible: only a lockfile says so"),
        "note": always(or_null(NAME), "what kind of dependency it is, where that is not plain"),
        "new": always(Flag(), "the base does not have it"),
    }
)

SITE_KEYS: Mapping[str, Key] = {
    "rule": always(NAME, "the rule that counts it"),
    "path": always(NAME, "the file, from the top; a byte that is no UTF-8 is a lone surrogate"),
    "line": always(PLACE, "where it begins, from 1"),
    "column": always(PLACE, "where it begins in the line, in characters from 1"),
    "end_line": always(PLACE, "the line in which it ends"),
    "end_column": always(PLACE, "the column after its last character"),
    "scope": always(Text(words=tuple(Scope)), "the role of the code around it"),
    "symbol": always(ANY_TEXT, "the function or other named thing around it; empty at the top of a file"),
    "text": always(ANY_TEXT, "the piece of source"),
}
SITE = Table(SITE_KEYS)

MISTAKE = Table(
    {
        "message": always(NAME, "what is wrong"),
        "path": always(or_null(NAME), "the file it stands in"),
        "line": always(or_null(PLACE), "the line, from 1"),
        "column": always(or_null(PLACE), "the column, from 1"),
        "hint": always(or_null(NAME), "what to do about it"),
    }
)

INSPECTED = Table(
    {
        "files": always(COUNT, "the candidate files: analysed + degraded + excluded + failed"),
        "analysed": always(COUNT, "how many were read whole"),
        "degraded": always(List(NAME), "the files that were parsed in part and counted as far as possible"),
        "excluded": always(COUNT, "how many the config leaves out"),
        "failed": always(List(NAME), "the files that could not be analysed: their numbers are unknown, not zero"),
        "orphans": Key(List(NAME), "the files that no root reaches; they count as production"),
        "left_out": Key(
            List(NAME), "what was not looked into, each with why: submodules, symlinks, other repositories"
        ),
        "bytes": always(COUNT, "the size of what was read, every line end as one byte"),
    }
)
