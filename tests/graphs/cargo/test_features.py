"""Which features turn a dependency on, by every way in which a manifest can say it."""

from __future__ import annotations

import pytest

from ratchet.graphs.cargo.features import TooMany, switches


def test_an_optional_dependency_is_a_feature_unless_a_feature_names_it_with_dep() -> None:
    found = switches({"x": ("dep:named",)}, frozenset({"named", "implicit"}))
    assert found.on == {"named": ("x",), "implicit": ("implicit",)}


def test_features_turn_on_features() -> None:
    table = {"default": ("a",), "a": ("b",), "b": ("dep:x", "c"), "c": ("a",), "other": ()}
    assert switches(table, frozenset({"x"})).on == {"x": ("a", "b", "c", "default")}


def test_a_feature_of_a_dependency_turns_the_dependency_on_unless_it_is_weak() -> None:
    found = switches({"strong": ("x/f",), "weak": ("x?/g",)}, frozenset({"x"}))
    assert found.on == {"x": ("strong", "x")}
    assert found.passes == {"x": (("strong", "f"), ("weak", "g"))}


def test_a_feature_of_a_dependency_turns_on_the_feature_of_its_name_too() -> None:
    table = {"full": ("x/f",), "x": ("dep:x", "dep:y")}
    assert switches(table, frozenset({"x", "y"})).on == {"x": ("full", "x"), "y": ("full", "x")}


def test_features_are_passed_on_by_all_that_turn_them_on() -> None:
    found = switches({"default": ("std",), "std": ("x/std",)}, frozenset())
    assert (found.on, found.passes) == ({}, {"x": (("default", "std"), ("std", "std"))})


def test_a_table_that_grows_without_measure_is_refused() -> None:
    chain = {f"f{n}": (f"f{n + 1}", f"dep:x{n}") for n in range(3000)}
    with pytest.raises(TooMany):
        switches(chain, frozenset(f"x{n}" for n in range(3000)))
