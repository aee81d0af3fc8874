"""Which versions fit a requirement, by the table of the cargo book and the rules for pre-releases."""

from __future__ import annotations

import pytest

from ratchet.graphs.cargo.versions import allows

FITS = {
    "1.2.3": ("1.2.3 1.9.0", "1.2.2 2.0.0 0.9.0"),
    "1": ("1.0.0 1.99.0", "2.0.0 0.9.9"),
    "0.2.3": ("0.2.3 0.2.9", "0.3.0 0.2.2"),
    "0.0.3": ("0.0.3", "0.0.4 0.1.0"),
    "0.0": ("0.0.0 0.0.9", "0.1.0"),
    "0": ("0.0.0 0.9.0", "1.0.0"),
    "^1.2, <1.5": ("1.2.0 1.4.9", "1.5.0 1.1.0"),
    "~1.2.3": ("1.2.3 1.2.9", "1.3.0 1.2.2"),
    "~1.2": ("1.2.0", "1.3.0"),
    "~1": ("1.9.0", "2.0.0"),
    "*": ("0.0.1 9.9.9", "1.0.0-rc.1"),
    "1.*": ("1.0.0 1.9.0", "2.0.0"),
    "1.2.x": ("1.2.9", "1.3.0"),
    "=1.2": ("1.2.0 1.2.9", "1.3.0"),
    "= 1.2.3": ("1.2.3 1.2.3+build", "1.2.4"),
    ">1.2": ("1.3.0 2.0.0", "1.2.9"),
    ">=1.2.0, <2": ("1.2.0 1.9.0", "2.0.0"),
    "<=1.2": ("1.2.9 0.1.0", "1.3.0"),
    "1.0.0-rc.2": ("1.0.0-rc.2 1.0.0-rc.10 1.0.0", "1.0.0-rc.1 1.0.1-rc.3 1.0.0-beta"),
    "": ("1.0.0", ""),
}


@pytest.mark.parametrize("requirement", FITS)
def test_a_requirement_allows_what_cargo_does(requirement: str) -> None:
    yes, no = FITS[requirement]
    assert [each for each in yes.split() if allows(requirement, each) is not True] == []
    assert [each for each in no.split() if allows(requirement, each) is not False] == []


@pytest.mark.parametrize(
    ("requirement", "version"), [("one", "1.0.0"), ("1", "one"), ("1..2", "1.0.0"), ("1," * 500, "1")]
)
def test_what_is_no_version_is_unknown(requirement: str, version: str) -> None:
    assert allows(requirement, version) is None
