"""What the terminal wants: colours, and how wide a line may be."""

from __future__ import annotations

import codecs
import os
import sys

from ratchet.formats.muted import muted
from ratchet.formats.paint import Paint

__all__ = ["as_bytes", "columns", "for_people", "paint_for", "wants_colour"]


def paint_for(colour: str) -> Paint:
    """The paint for text on standard output."""
    terminal = sys.stdout.isatty()
    return Paint(wants_colour(colour, terminal), columns(terminal), terminal)


def for_people(text: str, paint: Paint) -> str:
    """Text as it is printed: it fits the terminal, and commands no CI system in whose log it stands."""
    if paint.terminal:
        from ratchet.formats.folding import folded

        text = folded(text, paint.columns)
    return muted(text)


def as_bytes(text: str) -> bytes:
    """Text as standard output takes it: one that is set to ASCII, as a bare system sets it, takes UTF-8 as well."""
    encoding = sys.stdout.encoding
    return text.encode("utf-8" if codecs.lookup(encoding).name == "ascii" else encoding, "backslashreplace")


def wants_colour(choice: str, terminal: bool) -> bool:
    """`--color` > NO_COLOR > FORCE_COLOR > is it a terminal."""
    if choice != "auto":
        return choice == "always"
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return terminal and os.environ.get("TERM") != "dumb"


def columns(terminal: bool) -> int:
    """The width of the terminal; what goes into a file or a pipe is the same on every machine."""
    if not terminal:
        return Paint().columns
    import shutil  # takes longer to load than most answers take

    return shutil.get_terminal_size().columns
