"""Sections of settings with their options, each value with the line it stands on."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from ratchet.model.errors import Place, RatchetError
from ratchet.model.value import frozen
from ratchet.rulebook.text_file import decode

__all__ = ["Entry", "Section", "ini_sections", "toml_section"]

_MOST_BYTES = 1_000_000
_HEADER = re.compile(r"\[(?P<name>.+)\]")


@frozen
class Entry:
    """One value, or one line of a value."""

    text: str
    place: Place


@frozen
class Section:
    """Some options by name; an option without entries is not there."""

    name: str
    place: Place
    options: Mapping[str, tuple[Entry, ...]]

    def entries(self, key: str) -> tuple[Entry, ...]:
        """The values of an option that are not blank."""
        return tuple(entry for entry in self.options.get(key, ()) if entry.text.strip())

    def texts(self, key: str) -> tuple[str, ...]:
        """What the values say."""
        return tuple(entry.text for entry in self.entries(key))

    def text(self, key: str) -> str:
        """The values as one text."""
        return "\n".join(self.texts(key))

    def flag(self, key: str, usual: bool) -> bool:
        """Whether an option says true."""
        return self.text(key).lower() == "true" if self.entries(key) else usual


def ini_sections(path: str, text: bytes) -> tuple[Section, ...]:
    """The sections of an INI file, as Python's own reader reads them."""
    import configparser

    source = decode(path, text, _MOST_BYTES)
    parser = configparser.ConfigParser()
    try:
        parser.read_string(source, path)
    except configparser.Error as error:
        raise _broken(path, error) from error
    lines = source.splitlines()
    return tuple(_ini_section(path, parser, name, lines) for name in parser.sections())


def _broken(path: str, error: Exception) -> RatchetError:
    line = getattr(error, "lineno", None) or next((at for at, _ in getattr(error, "errors", ())), 0)
    return RatchetError(f"broken INI: {str(error).splitlines()[0]}", Place(path, int(line)))


def _ini_section(path: str, parser: Mapping[str, Mapping[str, str]], name: str, lines: list[str]) -> Section:
    import configparser

    start = next((at for at, line in enumerate(lines) if (hit := _HEADER.match(line)) and hit["name"] == name), 0)
    options: dict[str, tuple[Entry, ...]] = {}
    for key in parser[name]:
        try:
            value = parser[name][key]
        except configparser.InterpolationError:
            value = ""  # what `%` stands for is unknown, and so is the option
        at = _line_of(lines, start, rf"(?i)\s*{re.escape(key)}\s*[=:]")
        options[key] = tuple(_ini_entries(path, (value or "").strip().split("\n"), lines, at))
    return Section(name, Place(path, start + 1), options)


def _ini_entries(path: str, values: list[str], lines: list[str], start: int) -> Iterator[Entry]:
    at = start
    for value in values:
        wanted = value.strip()
        if len(values) > 1:
            at = _line_of(lines, at, rf".*{re.escape(wanted)}\s*$")
        yield Entry(wanted, Place(path, at + 1))


def _line_of(lines: list[str], start: int, form: str) -> int:
    """The first line from a line on that has a form; that line itself where none has."""
    return next((at for at in range(start, len(lines)) if re.match(form, lines[at])), start)


def toml_section(name: str, data: Mapping[str, object], steps: tuple[str | int, ...], place: _Lookup) -> Section:
    """A table of a TOML file."""
    options = {key: tuple(_toml_entries(value, (*steps, key), place)) for key, value in data.items()}
    return Section(name, place(steps), options)


_Lookup = Callable[[tuple[str | int, ...]], Place]


def _toml_entries(value: object, steps: tuple[str | int, ...], place: _Lookup) -> Iterator[Entry]:
    if isinstance(value, list):
        for at, each in enumerate(value):
            yield Entry(_said(each), place((*steps, at)))
    else:
        yield Entry(_said(value), place(steps))


def _said(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
