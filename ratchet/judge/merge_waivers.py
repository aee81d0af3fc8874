"""The waivers of two branches made into one: never more, nor longer, than a side said."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

from ratchet.model.value import frozen, replace
from ratchet.model.waiver import Waiver

__all__ = ["Written", "merge_waivers"]


@frozen
class Written:
    """A waiver and its text in the file, with the comments above it; no text where it has to be written anew."""

    waiver: Waiver
    text: str = ""


def merge_waivers(base: Sequence[Written], ours: Sequence[Written], theirs: Sequence[Written]) -> tuple[Written, ...]:
    """Those of the ancestor that neither side removed, in its order, then those that a side added, in theirs."""
    mine, my_new = _followed(base, ours)
    yours, your_new = _followed(base, theirs)
    kept = [
        _settled(was, one, other)
        for was, one, other in zip(base, mine, yours, strict=True)
        if one is not None and other is not None
    ]
    return (*kept, *sorted(_united(my_new, your_new), key=lambda each: _order(each.waiver)))


def _whole(waiver: Waiver) -> Hashable:
    return replace(waiver, place=None)


def _permission(waiver: Waiver) -> Hashable:
    return (waiver.rule, waiver.path, waiver.owner, waiver.reason)


def _subject(waiver: Waiver) -> Hashable:
    return (waiver.rule, waiver.path)


def _followed(base: Sequence[Written], side: Sequence[Written]) -> tuple[list[Written | None], list[Written]]:
    """What became of each waiver of the ancestor, and what is new."""
    found: list[Written | None] = [None] * len(base)
    left = list(side)
    for key in (_whole, _permission, _subject):
        for at, was in enumerate(base):
            if found[at] is None:
                found[at] = _taken(left, was, key)
    return found, left


def _taken(left: list[Written], like: Written, key: Callable[[Waiver], Hashable]) -> Written | None:
    for at, each in enumerate(left):
        if key(each.waiver) == key(like.waiver):
            return left.pop(at)
    return None


def _united(ours: Sequence[Written], theirs: Sequence[Written]) -> list[Written]:
    """Both sides' additions; the same permission on both sides is one."""
    left = list(theirs)
    united = []
    for key in (_whole, _permission):
        waiting = []
        for one in ours:
            other = _taken(left, one, key)
            if other is None:
                waiting.append(one)
            else:
                united.append(_smaller(one, other))
        ours = waiting
    return [*united, *ours, *left]


def _settled(was: Written, one: Written, other: Written) -> Written:
    if _whole(one.waiver) == _whole(other.waiver):
        return replace(one, text=_wording(was.text, one.text, other.text))
    if _whole(one.waiver) == _whole(was.waiver):
        return other
    if _whole(other.waiver) == _whole(was.waiver):
        return one
    return _smaller(one, other)


def _wording(was: str, one: str, other: str) -> str:
    if was in {one, other}:
        return other if one == was else one
    return min(one, other)


def _smaller(one: Written, other: Written) -> Written:
    """The smaller number and the earlier end; the words are of one side, so that nobody answers for another's."""
    allow, expires = min(one.waiver.allow, other.waiver.allow), min(one.waiver.expires, other.waiver.expires)
    sides = sorted((one, other), key=lambda each: (_order(each.waiver), each.text))
    waiver = replace(sides[0].waiver, allow=allow, expires=expires)
    return next((side for side in sides if side.waiver == waiver), Written(waiver))


def _order(waiver: Waiver) -> tuple[str, ...]:
    words = (waiver.rule, waiver.path, waiver.expires.isoformat(), waiver.owner, waiver.reason, waiver.issue)
    return (*words, f"{waiver.allow:010}")
