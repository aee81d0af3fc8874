"""Markdown taken apart: its blocks, code spans, tables, sections and links."""

from __future__ import annotations

import re
from dataclasses import dataclass

__all__ = ["Block", "anchors", "blocks", "links", "section", "spans", "tables"]

Row = tuple[str, ...]
FENCE = re.compile(r"^(?P<ticks>`{3,})(?P<info>[^`\n]*)\n(?P<text>.*?)^(?P=ticks)[ \t]*$", re.MULTILINE | re.DOTALL)
SPAN = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
LINK = re.compile(r"\[[^\]\n]*\]\((?P<inline>[^)\s]+)\)|^\[[^\]\n]+\]: (?P<reference>\S+)$", re.MULTILINE)
TABLE = re.compile(r"(?:^\|.*\|$\n?){3,}", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block: its language, its text, and the line it begins at."""

    language: str
    text: str
    line: int


def blocks(markdown: str) -> list[Block]:
    """Every fenced block, in order."""
    return [
        Block(found["info"].split(" ")[0].strip(), found["text"], markdown.count("\n", 0, found.start()) + 1)
        for found in FENCE.finditer(markdown)
    ]


def spans(markdown: str) -> list[str]:
    """Every piece of inline code, outside blocks."""
    return SPAN.findall(FENCE.sub("", markdown))


def links(markdown: str) -> list[str]:
    """The target of every link, outside blocks and code."""
    plain = SPAN.sub("code", FENCE.sub("", markdown))
    return [found["inline"] or found["reference"] for found in LINK.finditer(plain)]


def anchors(markdown: str) -> set[str]:
    """What a link may name after `#`: each heading as GitHub spells it."""
    headings = re.findall(r"^#+ (.+)$", FENCE.sub("", markdown), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def section(markdown: str, heading: str) -> str:
    """The text between a heading of the second level and the next one."""
    _, found, rest = markdown.partition(f"\n## {heading}\n")
    assert found, f"there is no section {heading!r}"
    return rest.partition("\n## ")[0]


def tables(markdown: str) -> list[list[Row]]:
    """The tables, each without its heading: rows of cells."""
    found = TABLE.findall(FENCE.sub("", markdown))
    return [[_cells(line) for line in table.splitlines()[2:]] for table in found]


def _cells(line: str) -> Row:
    return tuple(cell.strip() for cell in line.strip("|").split("|"))
