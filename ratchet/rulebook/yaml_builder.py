"""YAML events into plain data, one by one and without recursion, so that no file can exhaust us."""

from __future__ import annotations

import re

from ruamel.yaml.events import (
    AliasEvent,
    CollectionEndEvent,
    DocumentStartEvent,
    Event,
    MappingStartEvent,
    NodeEvent,
    ScalarEvent,
    SequenceStartEvent,
)

from ratchet.model.errors import Place, RatchetError
from ratchet.model.shape import Step
from ratchet.model.value import field, mutable
from ratchet.rulebook.yaml_document import Document, Spot
from ratchet.rulebook.yaml_scalars import is_sound, plain_value

__all__ = ["Builder"]

_DEEPEST = 50
_MOST_VALUES = 3_000

Held = dict[str, object] | list[object]
Steps = tuple[Step, ...]


@mutable
class _Level:
    """A mapping or list that is still open, and the key that waits for its value."""

    held: Held
    steps: Steps
    key: str | None = None
    keys: dict[str, tuple[int, int]] = field(default_factory=dict)


class Builder:
    """Takes the events of a file and gives its documents."""

    def __init__(self, path: str, source: str) -> None:
        self._path = path
        self._lines = tuple(re.split(r"\r\n|\r|\n", source))
        self._open: list[_Level] = []
        self._spots: dict[Steps, Spot] = {}
        self._values = 0
        self._documents: list[Document] = []

    def documents(self) -> tuple[Document, ...]:
        """The documents so far."""
        return tuple(self._documents)

    def take(self, event: Event) -> None:
        """The next event of the file."""
        if isinstance(event, NodeEvent):
            self._take_node(event)
        elif isinstance(event, CollectionEndEvent):
            self._open.pop()
        elif isinstance(event, DocumentStartEvent):
            self._spots = {}
            if event.version or event.tags:
                raise self._error(event, "YAML directives are not supported", "take out the lines that start with %")

    def _take_node(self, event: NodeEvent) -> None:
        self._refuse_references(event)
        if self._waits_for_key():
            self._take_key(event)
        elif isinstance(event, ScalarEvent):
            self._put(self._value(event), event)
        elif len(self._open) >= _DEEPEST:
            raise self._error(event, f"values nest deeper than {_DEEPEST} levels")
        else:
            held: Held = {} if isinstance(event, MappingStartEvent) else []
            self._open.append(_Level(held, self._put(held, event)))

    def _refuse_references(self, event: NodeEvent) -> None:
        if isinstance(event, AliasEvent):
            raise self._error(event, "YAML aliases are not supported", "write the value out")
        if event.anchor:
            raise self._error(event, "YAML anchors are not supported", "write the value out where it is used")
        if isinstance(event, ScalarEvent | MappingStartEvent | SequenceStartEvent) and event.ctag is not None:
            raise self._error(event, "YAML tags are not supported", "take out the word that starts with !")

    def _waits_for_key(self) -> bool:
        return bool(self._open) and isinstance(self._open[-1].held, dict) and self._open[-1].key is None

    def _take_key(self, event: NodeEvent) -> None:
        if not isinstance(event, ScalarEvent):
            raise self._error(event, "a key must be a single word or text")
        level, key = self._open[-1], str(event.value)
        if key == "<<" and not event.style:
            raise self._error(event, "YAML merge keys are not supported", "write the keys out")
        if not key.strip() or not is_sound(key):
            raise self._error(event, "a key must not be empty" if not key.strip() else "a key holds half a character")
        if key in level.keys:
            raise self._error(event, f"`{key}` is given twice", f"the first one is in line {level.keys[key][0]}")
        level.key = key
        level.keys[key] = _at(event)

    def _value(self, event: ScalarEvent) -> str | int | bool | None:
        text = str(event.value)
        if not is_sound(text):
            raise self._error(event, "the text holds half a character: an escape from \\ud800 to \\udfff")
        try:
            return text if event.style else plain_value(text)
        except ValueError as error:
            raise self._error(event, str(error), "put it in quotes if it is a text") from error

    def _put(self, value: object, event: NodeEvent) -> Steps:
        """Hang a value where it belongs; the result is the way to it."""
        self._values += 1
        if self._values > _MOST_VALUES:
            raise self._error(event, f"the file holds more than {_MOST_VALUES:,} values", "split it into several files")
        steps, key_at = self._hang(value)
        text = value if isinstance(value, str) else ""
        style = (event.style or "") if isinstance(event, ScalarEvent) else ""
        self._spots[steps] = Spot(*_at(event), *(key_at or _at(event)), style, text)
        return steps

    def _hang(self, value: object) -> tuple[Steps, tuple[int, int] | None]:
        if not self._open:
            self._documents.append(Document(value, self._path, self._spots, self._lines))
            return (), None
        level = self._open[-1]
        if isinstance(level.held, list):
            level.held.append(value)
            return (*level.steps, len(level.held) - 1), None
        key, level.key = str(level.key), None
        level.held[key] = value
        return (*level.steps, key), level.keys[key]

    def _error(self, event: Event, message: str, hint: str = "") -> RatchetError:
        return RatchetError(message, Place(self._path, *_at(event)), hint)


def _at(event: Event) -> tuple[int, int]:
    return event.start_mark.line + 1, event.start_mark.column + 1
