"""The `__init__` of a class of values, made when it is first asked for and without compiling one for each class."""

from __future__ import annotations

import sys
from functools import cache
from types import CellType, CodeType, FunctionType

from ratchet.model.value_inits import INITS

TYPE_CHECKING = False  # true for every checker; see ratchet/model/value.py
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = ["REQUIRED", "Init", "ValueField", "types_of"]

REQUIRED = object()  # the default of a field that has none


class _Fresh:
    """An argument that was not given and comes from a factory."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "<factory>"  # as signatures of dataclasses show it


_FRESH = _Fresh()


class ValueField:
    """What a class says of one field besides its name and type."""

    __slots__ = ("compare", "default", "factory", "shown")

    def __init__(
        self, default: object, factory: Callable[[], object] | None = None, compare: bool = True, shown: bool = True
    ) -> None:
        self.default = default if factory is None else _FRESH
        self.factory, self.compare, self.shown = factory, compare, shown


class Init:
    """Stands for an `__init__` until somebody asks for it; then that is made and takes this place."""

    __slots__ = ("fields", "home")

    home: type

    def __init__(self, fields: Mapping[str, ValueField]) -> None:
        self.fields = fields

    def __set_name__(self, home: type, name: str) -> None:
        self.home = home

    def __get__(self, instance: object, owner: type) -> object:
        made = _make_init(self.home, self.fields)
        type.__setattr__(self.home, "__init__", made)
        return made if instance is None else made.__get__(instance, owner)


def _make_init(cls: type, fields: Mapping[str, ValueField]) -> FunctionType:
    """The template for so many fields, with their names, their defaults, and what sets the slot of each."""
    made = FunctionType(
        _template(len(fields), hasattr(cls, "__post_init__")).replace(co_varnames=("self", *fields)),
        sys.modules[cls.__module__].__dict__,
        "__init__",
        tuple(each.default for each in fields.values() if each.default is not REQUIRED),
        tuple(CellType(_setter(getattr(cls, name).__set__, each.factory)) for name, each in fields.items()),
    )
    made.__qualname__ = f"{cls.__qualname__}.__init__"
    made.__annotations__ = {**types_of(cls, fields), "return": None}
    return made


@cache
def _template(count: int, post: bool) -> CodeType:
    if 0 < count <= len(INITS) and not post:
        return _inner(INITS[count - 1]).replace(co_name="__init__")
    numbers = [f"{number:03}" for number in range(count)]  # padded: the cells of a function are in order of their names
    setters, arguments = ", ".join(f"s{each}" for each in numbers), "".join(f", a{each}" for each in numbers)
    body = [f"  s{each}(self, a{each})" for each in numbers] + ["  self.__post_init__()" if post else "  pass"]
    source = "\n".join([f"def made({setters}):", f" def __init__(self{arguments}):", *body])
    made: dict[str, FunctionType] = {}
    exec(source, made)  # `compile` would first make a type for every kind of node that a syntax tree can have
    return _inner(made["made"])


def _inner(outer: object) -> CodeType:
    """The code of the function in a function."""
    assert isinstance(outer, FunctionType)
    return next(each for each in outer.__code__.co_consts if isinstance(each, CodeType))


def _setter(put: Callable[[object, object], None], factory: Callable[[], object] | None) -> object:
    if factory is None:
        return put
    make = factory
    return lambda self, given: put(self, make() if given is _FRESH else given)


def types_of(cls: type, fields: Mapping[str, ValueField]) -> dict[str, object]:
    """What the class and those above it say the type of each field is."""
    spoken = (getattr(base, "__annotations__", {}) for base in reversed(cls.__mro__))  # those made in C have none
    said = {name: each for one in spoken for name, each in one.items()}
    return {name: said[name] for name in fields}
