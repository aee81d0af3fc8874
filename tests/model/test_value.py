"""Classes of values do what dataclasses do: those of the standard library are the oracle."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import operator
import pickle
import typing
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, Generic, TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratchet.model.value import field, frozen, mutable, replace

S = TypeVar("S")
Said = tuple[str, Any, bool, bool]
"""How a field gets its value, its default, and whether it is compared and shown."""

_NAMES = [f"f{number}" for number in range(7)]
_ATOMS: st.SearchStrategy[Any] = st.sampled_from([None, 0, 1, "", "é", (), frozenset({1}), 1.5])
_DATACLASS: Any = dataclasses.dataclass
_KINDS: list[tuple[Callable[[Any], Any], Mapping[str, bool]]] = [
    (frozen, {"frozen": True}),
    (frozen(order=True), {"frozen": True, "order": True}),
    (frozen(eq=False), {"frozen": True, "eq": False}),
    (mutable, {}),
]


@frozen
class Point:
    """A value at the top of a module, so that it can be pickled."""

    x: int
    y: int = 0
    seen: list[int] = field(default_factory=list, compare=False, repr=False)


@frozen
class Spot(Point):
    """One field more, and another default for one that is there."""

    y: int = 7
    name: str = ""


@frozen
class Line:
    """A value of values."""

    start: Point


@frozen
class Alone:
    """One field."""

    only: str


@frozen
class Empty:
    """No field at all."""


@mutable
class Counter:
    """It counts."""

    hits: int = 0
    names: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.names.append("made")


@frozen
class Box(Generic[S]):
    """Anything."""

    content: S


@frozen
class Stubborn:
    """What it says itself holds."""

    x: int

    def __init__(self) -> None:
        object.__setattr__(self, "x", 7)

    def __repr__(self) -> str:
        return "mine"


@frozen
class Circle:
    """One that remembers what it worked out."""

    radius: int

    @cached_property
    def area(self) -> list[int]:
        """Anew each time it is worked out."""
        return [3 * self.radius**2]


@st.composite
def _said(draw: st.DrawFn) -> list[Said]:
    """Some fields, those with a default behind those without."""
    hows = ["required"] * draw(st.integers(0, 3)) + draw(st.lists(st.sampled_from(["default", "factory"]), max_size=4))
    return [(how, draw(_ATOMS), draw(st.booleans()), draw(st.booleans())) for how in hows]


def _body(said: list[Said], make: Callable[..., object]) -> dict[str, object]:
    body: dict[str, object] = {"__annotations__": dict.fromkeys(_NAMES[: len(said)], "object"), "__module__": __name__}
    for name, (how, default, compare, shown) in zip(_NAMES, said, strict=False):
        ways: dict[str, dict[str, Any]] = {
            "required": {},
            "default": {"default": default},
            "factory": {"default_factory": list},
        }
        body[name] = make(compare=compare, repr=shown, **ways[how])
        if how == "default" and compare and shown:
            body[name] = default
        elif how == "required" and compare and shown:
            del body[name]
    return body


def _twins(said: list[Said], kind: int) -> tuple[Any, Any]:
    """One class, made by us and by the standard library."""
    decorate, options = _KINDS[kind]
    ours = decorate(type("Twin", (), _body(said, field)))
    return ours, _DATACLASS(slots=True, **options)(type("Twin", (), _body(said, dataclasses.field)))


def _tried(act: Callable[..., object], *given: Any, **named: Any) -> object:
    """What comes of it; what Python itself refuses, in its words."""
    try:
        return act(*given, **named)
    except AttributeError:
        return "AttributeError"
    except TypeError as error:
        return f"TypeError: {error}"


def _made(cls: Any, given: tuple[list[Any], dict[str, Any]]) -> object:
    made = _tried(cls, *given[0], **given[1])
    return made if isinstance(made, str) else [getattr(made, name) for name in cls.__match_args__]


_ARGUMENTS = st.tuples(
    st.lists(_ATOMS, max_size=8), st.dictionaries(st.sampled_from([*_NAMES, "unknown"]), _ATOMS, max_size=3)
)


@given(_said(), st.integers(0, 3), _ARGUMENTS)
def test_a_class_takes_the_same_arguments_and_has_the_same_defaults(said: list[Said], kind: int, given: Any) -> None:
    ours, theirs = _twins(said, kind)
    assert ours.__match_args__ == theirs.__match_args__
    assert ours.__slots__ == theirs.__slots__
    assert _made(ours, given) == _made(theirs, given)


@given(_said(), st.integers(0, 3), st.lists(_ATOMS, min_size=7, max_size=7), st.lists(_ATOMS, min_size=7, max_size=7))
def test_objects_compare_hash_and_show_themselves_alike(
    said: list[Said], kind: int, left: list[Any], right: list[Any]
) -> None:
    told = []
    for cls in _twins(said, kind):
        one, other = cls(*left[: len(said)]), cls(*right[: len(said)])
        again = cls(*left[: len(said)])
        orders = [_tried(act, one, other) for act in (operator.lt, operator.le, operator.gt, operator.ge)]
        equals = [one == other, one == again, one != other, one == "text", one < again if kind == 1 else None]
        hashes = [_tried(lambda a, b: hash(a) == hash(b), one, again), _tried(lambda a, b: len({a, b}), one, again)]
        told.append((orders, equals, hashes, repr(one), repr(other)))
    assert told[0] == told[1]


@given(_said(), st.integers(0, 3), st.dictionaries(st.sampled_from([*_NAMES, "unknown"]), _ATOMS, max_size=3))
def test_a_copy_with_changes_is_the_same(said: list[Said], kind: int, changes: dict[str, Any]) -> None:
    told = []
    for cls, how in zip(_twins(said, kind), (replace, dataclasses.replace), strict=True):
        one = cls(*range(len(said)))
        changed = str(_tried(how, one, **changes))
        told.append([changed, repr(copy.copy(one)), repr(copy.deepcopy(one))])
    assert told[0] == told[1]


@given(_said(), st.integers(0, 3))
def test_the_functions_of_dataclasses_work_too(said: list[Said], kind: int) -> None:
    told = []
    for cls in _twins(said, kind):
        one = cls(*range(len(said)))
        fields = [(each.name, each.type, each.compare, each.repr) for each in dataclasses.fields(cls)]
        defaults = [each.default_factory is list or repr(each.default) for each in dataclasses.fields(cls)]
        told.append((fields, defaults, dataclasses.asdict(one), str(inspect.signature(cls))))
    assert told[0] == told[1]


def test_a_value_cannot_be_changed_and_a_mutable_can() -> None:
    point, counter = Point(1), Counter()
    changing: Any = point
    counting: Any = counter
    with pytest.raises(AttributeError, match="cannot assign to field 'x'"):
        changing.x = 2
    with pytest.raises(AttributeError, match="cannot delete field 'x'"):
        del changing.x
    with pytest.raises(AttributeError):
        counting.unknown = 1
    counter.hits += 1
    assert (point.x, counter) == (1, Counter(1))


def test_what_a_factory_makes_is_made_for_each_object() -> None:
    assert Point(1).seen is not Point(1).seen
    assert Counter().names == ["made"]  # `__post_init__` ran


def test_a_value_may_remember_what_it_worked_out() -> None:
    circle = Circle(2)
    assert circle.area is circle.area
    assert circle == Circle(2)
    assert pickle.loads(pickle.dumps(circle)).area == [12]
    changing: Any = circle
    with pytest.raises(AttributeError):
        changing.radius = 3


def test_a_subclass_has_the_fields_of_its_base_first() -> None:
    assert repr(Spot(1)) == "Spot(x=1, y=7, name='')"
    assert Spot.__match_args__ == ("x", "y", "seen", "name")
    assert Spot(1, 7) != Point(1, 7)
    assert Point(1, 7) != Spot(1, 7)


@pytest.mark.parametrize("one", [Point(1, 2), Spot(1, name="x"), Alone("é"), Empty(), Counter(3), Box((1, 2))])
@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_a_value_goes_to_another_process_and_back(one: object, protocol: int) -> None:
    there = pickle.loads(pickle.dumps(one, protocol))
    assert there == one
    assert type(there) is type(one)
    assert repr(there) == repr(one)


def test_values_within_each_other_show_themselves_once() -> None:
    box: Box[list[object]] = Box([])
    box.content.append(box)
    assert repr(box) == "Box(content=[...])"


def test_hints_of_the_arguments_can_be_read() -> None:
    hints = {"x": int, "y": int, "seen": list[int], "name": str, "return": type(None)}
    assert typing.get_type_hints(Spot.__init__) == hints
    assert typing.get_type_hints(Line.__init__)["start"] is Point  # found in the module of the class


def test_a_class_may_have_many_fields() -> None:
    names = [f"n{number}" for number in range(130)]
    wide: Any = frozen(type("Wide", (), {"__annotations__": dict.fromkeys(names, "int"), "__module__": __name__}))
    made = wide(*range(130))
    assert [getattr(made, name) for name in names] == [*range(130)]


def test_what_a_class_says_itself_holds() -> None:
    assert (repr(Stubborn()), Stubborn().x) == ("mine", 7)


def test_a_pattern_takes_a_value_apart() -> None:
    match Point(3, 4):
        case Point(x, y):
            assert (x, y) == (3, 4)


def test_a_default_that_all_would_share_is_refused() -> None:
    with pytest.raises(TypeError, match=r"Wrong\.f0 has a default that all would share"):
        frozen(type("Wrong", (), {"__annotations__": {"f0": "object"}, "f0": []}))


def test_a_required_field_behind_an_optional_one_is_refused() -> None:
    with pytest.raises(TypeError, match=r"Wrong\.f1 has no default and follows"):
        frozen(type("Wrong", (), {"__annotations__": {"f0": "object", "f1": "object"}, "f0": 1}))
