"""The shapes of the baseline files: they check what is read, and the JSON Schemas are made from them."""

from __future__ import annotations

from collections.abc import Iterator

from ratchet.model.shape import Date, Key, List, Map, Number, Shape, Step, Table, Text, Wrong
from ratchet.model.value import frozen
from ratchet.repo.canonical import SCHEMA, is_canonical_key, is_canonical_path

__all__ = ["BUDGETS_SHAPE", "FILES_SHAPE", "RULES_SHAPE", "WAIVERS_SHAPE"]

_MOST = 1_000_000_000


@frozen
class _Budget(Number):
    """A number that a count can have."""

    def check(self, value: object, path: tuple[Step, ...]) -> Iterator[Wrong]:
        yield from Number.check(self, value, path)
        if isinstance(value, int) and value > _MOST:
            yield Wrong(path, f"must be at most {_MOST:,}: no count is that large")

    def schema(self) -> dict[str, object]:
        return {**Number.schema(self), "maximum": _MOST}


@frozen
class _Path(Text):
    """A unit as ratchet itself would name it: another spelling would be another budget for the same file."""

    def check(self, value: object, path: tuple[Step, ...]) -> Iterator[Wrong]:
        wrongs = list(Text.check(self, value, path))
        yield from wrongs
        if not wrongs and isinstance(value, str) and not _is_unit(value):
            yield Wrong(path, f"`{value}` is not how ratchet writes a path", _SPELLING)


def _is_unit(value: str) -> bool:
    return value == "." or (is_canonical_path(value) and is_canonical_key(value))


_SPELLING = "relative to the top, `/` between the parts, no `.`, `..` or empty part"


@frozen
class _Units(Map):
    """A table per unit, each under a key that only one unit can have."""

    def check(self, value: object, path: tuple[Step, ...]) -> Iterator[Wrong]:
        yield from Map.check(self, value, path)
        for key in value if isinstance(value, dict) else ():
            if not key or not is_canonical_key(key):
                yield Wrong((*path, key), f"`{key}` is not how ratchet writes a unit", on_key=True)


@frozen
class _Files(_Units):
    """A table per file, each under the one spelling of its path."""

    def check(self, value: object, path: tuple[Step, ...]) -> Iterator[Wrong]:
        yield from _Units.check(self, value, path)
        for key in value if isinstance(value, dict) else ():
            if key and is_canonical_key(key) and not is_canonical_path(key):
                yield Wrong((*path, key), f"`{key}` is not how ratchet writes a path", _SPELLING, on_key=True)


@frozen
class _Rules(Shape):
    """The layout's name, and one table per rule."""

    head: Table
    of: Table

    def check(self, value: object, path: tuple[Step, ...]) -> Iterator[Wrong]:
        if not isinstance(value, dict):
            yield from self.head.check(value, path)
            return
        yield from self.head.check({key: item for key, item in value.items() if key in self.head.keys}, path)
        for key, item in value.items():
            if key not in self.head.keys:
                yield from self.of.check(item, (*path, key))

    def schema(self) -> dict[str, object]:
        return {**self.head.schema(), "additionalProperties": self.of.schema()}


BUDGETS_SHAPE: Shape = _Units(Map(_Budget()))
"""`units.toml`: unit → rule → budget."""

FILES_SHAPE: Shape = _Files(Map(_Budget()))
"""`files.toml`: the same, where every unit is the path of a file."""

RULES_SHAPE: Shape = _Rules(
    Table({"schema": Key(Text(words=(SCHEMA,)), f'the layout of these files: schema = "{SCHEMA}"', required=True)}),
    Table(
        {
            "meaning": Key(
                Text(form=r"sha256:[0-9a-f]+", example="sha256:0f3a…"),
                "a hash of what the rule measures, not of its prose",
                required=True,
            )
        }
    ),
)
"""`rules.toml`: the rules under the ratchet."""

_WAIVER = Table(
    {
        "rule": Key(Text(), "the rule that may be exceeded", required=True),
        "path": Key(_Path(), "the file, or other unit, that may exceed it", required=True),
        "allow": Key(_Budget(least=1), "how many sites above the budget", required=True),
        "reason": Key(Text(), "why this is right for now", required=True),
        "owner": Key(Text(), "who answers for it", required=True),
        "expires": Key(Date(), "the last day it holds, such as 2027-03-31", required=True),
        "issue": Key(Text(), "where the way out is tracked"),
    }
)
WAIVERS_SHAPE: Shape = Table({"waiver": Key(List(_WAIVER), "the permissions, one `[[waiver]]` each")})
"""`waivers.toml`: explicit, owned, dated permissions."""
