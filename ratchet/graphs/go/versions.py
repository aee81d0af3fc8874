"""Which of two versions of a module is the higher one."""

from __future__ import annotations

__all__ = ["order"]

# Digits by their number and then as text: numbers of any length compare, and none is made.
_Number = tuple[int, str]


def order(version: str) -> tuple[list[_Number], bool, list[tuple[bool, _Number]]]:
    """A key that sorts `v1.2.0-rc.1` before `v1.2.0` before `v1.10.0`."""
    core, _, pre = version.removeprefix("v").partition("+")[0].partition("-")
    parts = pre.split(".")
    return (
        [_number(each) for each in core.split(".")],
        not pre,
        [(not each.isdecimal(), _number(each)) for each in parts],
    )


def _number(digits: str) -> _Number:
    if not digits.isdecimal():
        return 0, digits
    kept = digits.lstrip("0")
    return len(kept), kept
