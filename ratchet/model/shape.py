"""The shape of a data file, said once: it checks the data and writes the JSON Schema."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import date

from ratchet.model.value import field, frozen

__all__ = [
    "AnyOf",
    "Date",
    "Flag",
    "Key",
    "List",
    "Map",
    "Null",
    "Number",
    "Shape",
    "Step",
    "Table",
    "Text",
    "Wrong",
    "nearest",
]

Step = str | int


@frozen
class Wrong:
    """A value that does not fit, by its path through the data; `on_key` when the key itself is the mistake."""

    path: tuple[Step, ...]
    message: str
    hint: str = ""
    on_key: bool = False


class Shape:
    """What a value may be."""

    __slots__ = ()

    def check(self, value: object, path: tuple[Step, ...]) -> Iterator[Wrong]:
        """Every mistake in the value, in the order it is written."""
        raise AssertionError("a shape says what it accepts")

    def schema(self) -> dict[str, object]:
        """The same as JSON Schema (draft 2020-12)."""
        raise AssertionError("a shape has a schema")


@frozen
class Text(Shape):
    """A string: of some words, or of a form, or any that is not blank."""

    words: tuple[str, ...] = ()
    form: str = ""
    example: str = ""
    blank: bool = False

    def check(self, value: object, path: tuple[Step, ...]) -> Iterator[Wrong]:
        if not isinstance(value, str):
            yield Wrong(path, f"must be text, not {_kind(value)}")
        elif self.words and value not in self.words:
            yield Wrong(path, f"`{value}` is not one of {', '.join(self.words)}", nearest(value, self.words))
        elif self.form and not re.fullmatch(self.form, value):
            yield Wrong(path, f"`{value}` does not have the form {self.example or self.form}")
        elif not self.blank and not value.strip():
            yield Wrong(path, "must not be empty")

    def schema(self) -> dict[str, object]:
        schema: dict[str, object] = {"type": "string"}
        if self.words:
            schema["enum"] = list(self.words)
        if self.form:
            schema["pattern"] = f"^(?:{self.form})$"
        elif not self.blank and not self.words:
            schema["minLength"] = 1
        return schema


@frozen
class Number(Shape):
    """A whole number, not below `least`."""

    least: int = 0

    def check(self, value: object, path: tuple[Step, ...]) -> Iterator[Wrong]:
        if isinstance(value, bool) or not isinstance(value, int):
            yield Wrong(path, f"must be a whole number, not {_kind(value)}")
        elif value < self.least:
            yield Wrong(path, f"must be at least {self.least}, not {value}")

    def schema(self) -> dict[str, object]:
        return {"type": "integer", "minimum": self.least}


@frozen
class Flag(Shape):
    """True or false."""

    def check(self, value: object, path: tuple[Step, ...]) -> Iterator[Wrong]:
        if not isinstance(value, bool):
            yield Wrong(path, f"must be true or false, not {_kind(value)}")

    def schema(self) -> dict[str, object]:
        return {"type": "boolean"}


@frozen
class Null(Shape):
    """Nothing, where a report has nothing to say."""

    def check(self, value: object, path: tuple[Step, ...]) -> Iterator[Wrong]:
        if value is not None:
            yield Wrong(path, f"must be nothing, not {_kind(value)}")

    def schema(self) -> dict[str, object]:
        return {"type": "null"}


@frozen
class Date(Shape):
    """A calendar date, as TOML writes it or as text YYYY-MM-DD."""

    def check(self, value: object, path: tuple[Step, ...]) -> Iterator[Wrong]:
        if type(value) is date:
            return
        if not isinstance(value, str) or not re.fullmatch(r"\d{4}-\d\d-\d\d", value):
            yield Wrong(path, f"must be a date such as 2027-03-31, not {_kind(value)}")
            return
        try:
            date.fromisoformat(value)
        except ValueError:
            yield Wrong(path, f"`{value}` is not a day of the calendar")

    def schema(self) -> dict[str, object]:
        return {"type": "string", "format": "date"}


@frozen
class List(Shape):
    """A list of values of one shape."""

    of: Shape
    least: int = 0

    def check(self, value: object, path: tuple[Step, ...]) -> Iterator[Wrong]:
        if not isinstance(value, list):
            yield Wrong(path, f"must be a list, not {_kind(value)}")
            return
        if len(value) < self.least:
            yield Wrong(path, f"needs at least {self.least} {'entry' if self.least == 1 else 'entries'}")
        for index, item in enumerate(value):
            yield from self.of.check(item, (*path, index))

    def schema(self) -> dict[str, object]:
        return {"type": "array", "items": self.of.schema(), **({"minItems": self.least} if self.least else {})}


@frozen
class Map(Shape):
    """A mapping from any key to values of one shape."""

    of: Shape

    def check(self, value: object, path: tuple[Step, ...]) -> Iterator[Wrong]:
        if not isinstance(value, dict):
            yield Wrong(path, f"must be a mapping, not {_kind(value)}")
            return
        for key, item in value.items():
            yield from self.of.check(item, (*path, key))

    def schema(self) -> dict[str, object]:
        return {"type": "object", "additionalProperties": self.of.schema()}


@frozen
class AnyOf(Shape):
    """A value of one of several shapes; what is wrong is told by the first whose type fits."""

    shapes: tuple[Shape, ...]

    def check(self, value: object, path: tuple[Step, ...]) -> Iterator[Wrong]:
        tries = [list(shape.check(value, path)) for shape in self.shapes]
        if all(tries):
            yield from max(tries, key=lambda wrongs: (len(wrongs[0].path), ", not " not in wrongs[0].message))

    def schema(self) -> dict[str, object]:
        return {"anyOf": [shape.schema() for shape in self.shapes]}


@frozen
class Key:
    """One key of a table: its shape, and what it is for."""

    shape: Shape
    about: str
    required: bool = False


@frozen
class Table(Shape):
    """A mapping with known keys; an unknown one is refused, with the nearest known one."""

    keys: Mapping[str, Key]
    one_of: tuple[str, ...] = field(default=())

    def check(self, value: object, path: tuple[Step, ...]) -> Iterator[Wrong]:
        if not isinstance(value, dict):
            yield Wrong(path, f"must be a mapping, not {_kind(value)}")
            return
        for key, item in value.items():
            if key in self.keys:
                yield from self.keys[key].shape.check(item, (*path, key))
            else:
                yield Wrong((*path, str(key)), f"unknown key `{key}`", nearest(str(key), self.keys), on_key=True)
        for key, known in self.keys.items():
            if known.required and key not in value:
                yield Wrong(path, f"`{key}` is missing", known.about)
        if self.one_of and sum(key in value for key in self.one_of) != 1:
            yield Wrong(path, f"needs exactly one of {', '.join(self.one_of)}")

    def schema(self) -> dict[str, object]:
        properties = {key: {"description": known.about, **known.shape.schema()} for key, known in self.keys.items()}
        schema: dict[str, object] = {"type": "object", "additionalProperties": False, "properties": properties}
        if required := [key for key, known in self.keys.items() if known.required]:
            schema["required"] = required
        if self.one_of:
            schema["oneOf"] = [{"required": [key]} for key in self.one_of]
        return schema


def nearest(word: str, known: Mapping[str, object] | tuple[str, ...]) -> str:
    """`did you mean …?` where something known is close."""
    import difflib  # only a mistake pays for it

    close = difflib.get_close_matches(word, list(known), n=1, cutoff=0.66)
    return f"did you mean `{close[0]}`?" if close else ""


def _kind(value: object) -> str:
    said = {dict: "a mapping", list: "a list", str: "text", bool: "true or false", int: "a number", float: "a fraction"}
    return "nothing" if value is None else said.get(type(value), f"a {type(value).__name__}")
