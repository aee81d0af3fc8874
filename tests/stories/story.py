"""Markdown → a story: the files it writes and the commands it runs, each with what it expects."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

__all__ = ["BEGIN", "Broken", "Change", "Command", "Story", "parse", "parse_marked"]

FENCE = re.compile(r"(?P<ticks>`{3,})(?P<info>[^`]*)$")
CHANGES = ("file", "append", "delete", "replace")
BEGIN, END, NO_GIT = "<!-- story -->", "<!-- end of story -->", "<!-- no git -->"


class Broken(Exception):
    """A story that cannot be told; the message starts with its line."""


@dataclass(frozen=True, slots=True)
class Change:
    """A block that writes, appends to, deletes or replaces text in a file."""

    verb: str
    path: str
    text: str
    line: int


@dataclass(frozen=True, slots=True)
class Command:
    """One `$ command`, the lines it should print, and where these stand: lines[first:last] of the document."""

    text: str
    expected: tuple[str, ...]
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Story:
    """Changes and commands in the order they are told."""

    steps: tuple[Change | Command, ...]
    git: bool

    @property
    def commands(self) -> tuple[Command, ...]:
        """The commands alone."""
        return tuple(step for step in self.steps if isinstance(step, Command))


@dataclass(frozen=True, slots=True)
class _Block:
    info: str
    start: int
    body: list[str]


def parse(markdown: str) -> Story:
    """Read a document that is a story from its first line to its last."""
    lines = markdown.split("\n")
    return _story(lines, range(len(lines)))


def parse_marked(markdown: str) -> Story:
    """Read the story that a document tells between its marks."""
    lines = markdown.split("\n")
    return _story(lines, tuple(_marked(lines)))


def _story(lines: list[str], told: Sequence[int]) -> Story:
    steps = [step for block in _blocks(lines) if block.start in told for step in _steps(block)]
    story = Story(tuple(steps), git=NO_GIT not in lines)
    if not story.commands:
        raise Broken("1: a story needs at least one `$ command` in a console block")
    return story


def _marked(lines: list[str]) -> Iterator[int]:
    inside = False
    for number, line in enumerate(lines):
        inside = line.strip() == BEGIN or (inside and line.strip() != END)
        if inside:
            yield number


def _blocks(lines: list[str]) -> Iterator[_Block]:
    number = 0
    while number < len(lines):
        opening = FENCE.match(lines[number])
        number += 1
        if not opening:
            continue
        start = number
        while number < len(lines) and lines[number].rstrip() != opening["ticks"]:
            number += 1
        if number == len(lines):
            raise Broken(f"{start}: this block is never closed")
        yield _Block(opening["info"].strip(), start, lines[start:number])
        number += 1


def _steps(block: _Block) -> Iterator[Change | Command]:
    directive = block.info.split(" ")[-1]
    if directive == "console":
        yield from _commands(block)
        return
    verb, colon, path = directive.partition(":")
    if not colon:
        return
    if verb not in CHANGES:
        raise Broken(f"{block.start}: `{verb}:` is not one of {', '.join(CHANGES)}")
    yield Change(verb, path, "".join(f"{line}\n" for line in block.body), block.start)


def _commands(block: _Block) -> Iterator[Command]:
    starts = [index for index, line in enumerate(block.body) if line.startswith("$ ")]
    if not starts or starts[0] != 0:
        raise Broken(f"{block.start}: a console block begins with `$ command`")
    for start, after in zip(starts, [*starts[1:], len(block.body)], strict=True):
        output = start + 1
        while block.body[output - 1].endswith("\\") and output < after:
            output += 1
        end = after
        while end > output and not block.body[end - 1].strip():
            end -= 1  # an empty line between two commands is for the reader
        text = "\n".join(block.body[start:output])[2:]
        yield Command(text, tuple(block.body[output:end]), block.start + output, block.start + end)
