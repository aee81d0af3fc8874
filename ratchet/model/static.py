"""Words for a checker of types that mean next to nothing at run time: `typing` takes longer to load than git to run."""

from __future__ import annotations

TYPE_CHECKING = False  # true for every checker; see ratchet/model/value.py
if TYPE_CHECKING:
    from typing import Generic, Protocol, TypeVar, cast
else:
    Protocol = object

    class Generic:
        """A class is the same whatever it is of."""

        __slots__ = ()

        def __class_getitem__(cls, _: object) -> type:
            return cls

    def _named(name: str, **_: object) -> str:
        return name

    def cast(_: object, value: object) -> object:
        """The value."""
        return value

    TypeVar = _named


__all__ = ["Generic", "Protocol", "TypeVar", "cast"]
