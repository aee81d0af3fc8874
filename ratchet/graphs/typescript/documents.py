"""The JSON files that say how imports are resolved, each read at most once, and what is wrong with them."""

from __future__ import annotations

from collections.abc import Callable

from ratchet.graphs.typescript.jsonc import Json, Unparsable, parse
from ratchet.model.errors import Mistake, Place
from ratchet.model.snapshot import Unreadable
from ratchet.model.value import field, mutable

__all__ = ["Documents", "table", "text", "texts"]

_HINT = "correct it, or add its directory to `exclude` in ratchet.toml"


@mutable
class Documents:
    """Objects by path; one that cannot be read is empty, and a problem.

    `vital` are those by which imports were resolved: a problem of theirs is a mistake, others are told of.
    """

    read: Callable[[str], bytes]
    known: dict[str, dict[str, Json]] = field(default_factory=dict)
    problems: dict[str, tuple[str, int]] = field(default_factory=dict)
    vital: set[str] = field(default_factory=set)
    notices: set[str] = field(default_factory=set)

    def load(self, path: str) -> dict[str, Json]:
        """The object in a file."""
        if path not in self.known:
            self.known[path] = self._parsed(path)
        return self.known[path]

    def _parsed(self, path: str) -> dict[str, Json]:
        try:
            parsed = parse(self.read(path))
        except Unreadable as error:
            self.problems[path] = (f"{path} cannot be read: {error.reason}", 0)
            return {}
        except Unparsable as error:
            self.problems[path] = (f"{path} is not JSON: {error.reason}", error.line)
            return {}
        if not isinstance(parsed, dict):
            self.problems[path] = (f"{path} is no JSON object", 1)
            return {}
        return parsed

    def mistakes(self) -> tuple[Mistake, ...]:
        """What keeps imports from being followed."""
        return tuple(
            Mistake(f"{what}, so imports cannot be followed", Place(path, line), _HINT)
            for path, (what, line) in sorted(self.problems.items())
            if path in self.vital
        )

    def told(self) -> tuple[str, ...]:
        """What else was found on the way."""
        others = {what for path, (what, _) in self.problems.items() if path not in self.vital}
        return tuple(sorted(self.notices | others))


def table(value: Json) -> dict[str, Json]:
    """An object, or an empty one where something else stands."""
    return value if isinstance(value, dict) else {}


def text(value: Json) -> str:
    """A string, or an empty one where something else stands."""
    return value if isinstance(value, str) else ""


def texts(value: Json) -> tuple[str, ...]:
    """The strings of a list; nothing else of it, and nothing of anything else."""
    return tuple(each for each in value if isinstance(each, str)) if isinstance(value, list) else ()
