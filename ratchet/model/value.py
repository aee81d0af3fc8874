"""Values as classes: what `dataclasses` writes anew for each class at import is shared here, or made on first use."""

from __future__ import annotations

from functools import cache, cached_property
from operator import attrgetter
from reprlib import recursive_repr

from ratchet.model.value_init import REQUIRED, Init, ValueField, types_of

TYPE_CHECKING = False  # true for every checker; to import it from `typing` costs more than all values of a run together
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from dataclasses import Field, field, replace
    from typing import TypeVar, dataclass_transform, overload

    T = TypeVar("T")

    @overload
    @dataclass_transform(frozen_default=True, field_specifiers=(field,))
    def frozen(cls: type[T], /) -> type[T]: ...
    @overload
    @dataclass_transform(frozen_default=True, field_specifiers=(field,))
    def frozen(*, eq: bool = True, order: bool = False) -> Callable[[type[T]], type[T]]: ...
    def frozen(cls: type | None = None, /, *, eq: bool = True, order: bool = False) -> object:
        return _frozen(cls, eq=eq, order=order)

    @dataclass_transform(field_specifiers=(field,))
    def mutable(cls: type[T], /) -> type[T]:
        return cls


__all__ = ["field", "frozen", "mutable", "replace"]


class _DataclassFields:
    """Lets `dataclasses.fields`, `asdict` and `replace` work for whoever imports them."""

    __slots__ = ()

    def __get__(self, instance: object, owner: type) -> Mapping[str, Field[object]]:
        return _dataclass_fields(owner)


@cache
def _dataclass_fields(owner: type) -> Mapping[str, Field[object]]:
    """Once for each class: it takes a millisecond, and `dataclasses.replace` asks every time."""
    from dataclasses import fields, make_dataclass

    ours: Mapping[str, ValueField] = owner.__dict__["__fields__"]
    types = types_of(owner, ours)
    twin = [(name, types[name], _twin(each)) for name, each in ours.items()]
    return {each.name: each for each in fields(make_dataclass(owner.__name__, twin))}


def _twin(each: ValueField) -> object:
    from dataclasses import field

    if each.factory is not None:
        return field(default_factory=each.factory, compare=each.compare, repr=each.shown)
    if each.default is REQUIRED:
        return field(compare=each.compare, repr=each.shown)
    return field(default=each.default, compare=each.compare, repr=each.shown)


class _Fields:
    """What all of them can; `__compared__` and `__all_of__` give the fields of an object as a tuple."""

    __slots__ = ()

    __fields__: Mapping[str, ValueField]
    __all_of__: Callable[[object], tuple[object, ...]]
    __compared__: Callable[[object], tuple[object, ...]]
    __dataclass_fields__ = _DataclassFields()

    @recursive_repr()
    def __repr__(self) -> str:
        shown = (f"{name}={getattr(self, name)!r}" for name, each in self.__fields__.items() if each.shown)
        return f"{type(self).__qualname__}({', '.join(shown)})"

    def __replace__(self, /, **changes: object) -> object:
        kept = {name: getattr(self, name) for name in self.__fields__ if name not in changes}
        return type(self)(**kept, **changes)


class _Equal(_Fields):
    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        if other.__class__ is not self.__class__:
            return NotImplemented
        compared = self.__compared__
        return compared(self) == compared(other)

    def __hash__(self) -> int:
        return hash(self.__compared__(self))


class _Unchanging(_Fields):
    __slots__ = ()

    def __setattr__(self, name: str, _: object) -> None:
        raise AttributeError(f"cannot assign to field {name!r}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"cannot delete field {name!r}")

    def __getstate__(self) -> tuple[object, ...]:
        return self.__all_of__(self)

    def __setstate__(self, state: tuple[object, ...]) -> None:
        for name, each in zip(self.__fields__, state, strict=False):
            object.__setattr__(self, name, each)


class _Value(_Unchanging, _Equal):
    __slots__ = ()


class _Ordered(_Value):
    __slots__ = ()

    def __lt__(self, other: object) -> bool:
        if other.__class__ is not self.__class__:
            return NotImplemented
        return self.__compared__(self) < self.__compared__(other)

    def __le__(self, other: object) -> bool:
        if other.__class__ is not self.__class__:
            return NotImplemented
        return self.__compared__(self) <= self.__compared__(other)

    def __gt__(self, other: object) -> bool:
        if other.__class__ is not self.__class__:
            return NotImplemented
        return self.__compared__(self) > self.__compared__(other)

    def __ge__(self, other: object) -> bool:
        if other.__class__ is not self.__class__:
            return NotImplemented
        return self.__compared__(self) >= self.__compared__(other)


def _define(cls: type, kind: type[_Fields], **more: object) -> type:
    """The class made anew, because slots cannot be added to one that is there."""
    inherited: Mapping[str, ValueField] = getattr(cls, "__fields__", {})
    namespace = {name: each for name, each in cls.__dict__.items() if name not in {"__dict__", "__weakref__"}}
    fields = dict(inherited)
    for name in cls.__annotations__:
        default = namespace.pop(name, REQUIRED)
        fields[name] = default if isinstance(default, ValueField) else ValueField(default)
    _refuse_mistakes(cls, fields)
    memo = ("__dict__",) if any(isinstance(each, cached_property) for each in namespace.values()) else ()
    made = {
        **more,
        "__slots__": (*(name for name in fields if name not in inherited), *memo),
        "__match_args__": tuple(fields),
        "__fields__": fields,
        "__all_of__": _getter(fields),
        "__compared__": _getter(name for name, each in fields.items() if each.compare),
        "__init__": Init(fields),
        "__qualname__": cls.__qualname__,
    }
    bases = tuple(each for each in cls.__bases__ if each is not object)
    return type(cls)(cls.__name__, bases if issubclass(cls, kind) else (*bases, kind), made | namespace)


def _refuse_mistakes(cls: type, fields: Mapping[str, ValueField]) -> None:
    optional = False
    for name, each in fields.items():
        if optional and each.default is REQUIRED:
            raise TypeError(f"{cls.__qualname__}.{name} has no default and follows a field that has one")
        if each.default.__class__.__hash__ is None:
            raise TypeError(f"{cls.__qualname__}.{name} has a default that all would share: use default_factory")
        optional = each.default is not REQUIRED


def _getter(names: Iterable[str]) -> object:
    """The first field is taken twice: so that one alone is a tuple, too."""
    first, *others = [*names] or [""]
    return attrgetter(first, *others, first) if first else staticmethod(_nothing)


def _nothing(_: object) -> tuple[object, ...]:
    return ()


def _field(default: object = REQUIRED, default_factory: Callable[[], object] | None = None, **said: bool) -> ValueField:
    return ValueField(default, default_factory, said.pop("compare", True), said.pop("repr", True), **said)


def _mutable(cls: type, /) -> type:
    return _define(cls, _Equal, __hash__=None)


def _frozen(cls: type | None = None, /, *, eq: bool = True, order: bool = False) -> object:
    if cls is None:
        return lambda cls: _frozen(cls, eq=eq, order=order)
    return _define(cls, _Ordered if order else _Value if eq else _Unchanging)


if not TYPE_CHECKING:
    field, frozen, mutable, replace = _field, _frozen, _mutable, _Fields.__replace__
