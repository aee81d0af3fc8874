"""The imports of one Python file, found by its letters: no tree is built, and what holds no import is not looked at."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ratchet.graphs.python.blocks import MODULE, Blocks, Context
from ratchet.graphs.python.calls import MOST_NAMES, Importers, call_at
from ratchet.graphs.python.conditions import TYPE_CHECKING
from ratchet.graphs.python.counting import Counter
from ratchet.graphs.python.decoding import plain
from ratchet.graphs.python.lexing import Cursor
from ratchet.graphs.python.patterns import WORD
from ratchet.graphs.python.statements import Statement, statement_at
from ratchet.model.graph import Import

__all__ = ["imports"]

# Letters first: only then does the search leap from one to the next.
_WORD = re.compile(rb"import(?<![%s]import)(?![%s])" % (WORD, WORD))
_FUNCTION = rb"(?:import_module|(?<=__)import__%s)(?![%s])"


def imports(content: bytes, _dialect: str) -> tuple[Import, ...]:
    """Every import of a file, in the order of their places; stubs are written like programs."""
    text = plain(content)
    importers, checking = Importers(), {TYPE_CHECKING.encode()}
    found = list(_statements(text, importers, checking))
    # By now it is known by which other names the file calls `import_module`.
    others = sorted(each for each in importers.functions if each != b"import_module")
    if b"import_module" not in text and b"__import__" not in text and not others:
        return tuple(found)
    names = b"".join(rb"|(?<![%s])%s" % (WORD, re.escape(each)) for each in others)
    found += _calls(text, importers, checking, re.compile(_FUNCTION % (names, WORD)))
    return tuple(sorted(found, key=lambda each: (each.line, each.column)))


def _statements(text: bytes, importers: Importers, checking: set[bytes]) -> Iterator[Import]:
    cursor, blocks, counter = Cursor(text), Blocks(text, checking), Counter(text)
    floor = 0
    for word in _WORD.finditer(text):
        statement = statement_at(text, word.start(), floor)
        floor = word.end()
        if statement is None or not cursor.finds_code_at(statement.start):
            continue
        place = counter.place(statement.start)
        context = _context(text, statement, blocks)
        for taken in statement.taken:
            importers.learn(taken)
            if len(checking) < MOST_NAMES:
                checking.update(alias.encode() for name, alias in taken.renamed if name == TYPE_CHECKING)
            yield Import(*place, taken.module, taken.names, taken.level, *context)


def _context(text: bytes, statement: Statement, blocks: Blocks) -> Context:
    """Most begin at the margin, in a line that continues no other: there is no block to look for."""
    start = statement.start
    margin = start == 0 or (text[start - 1] == 10 and text[start - 2 : start - 1] != b"\\")
    context = MODULE if margin else blocks.at_statement(start)
    return context._replace(lazy=True) if statement.lazy else context


def _calls(text: bytes, importers: Importers, checking: set[bytes], names: re.Pattern[bytes]) -> Iterator[Import]:
    cursor, blocks, counter = Cursor(text), Blocks(text, checking), Counter(text)
    for name in names.finditer(text):
        call = call_at(text, name.start(), name.end(), importers)
        if call is not None and cursor.finds_code_at(call.start):
            context = blocks.at_expression(call.start)
            taken = call.taken
            yield Import(*counter.place(call.start), taken.module, taken.names, taken.level, *context)
