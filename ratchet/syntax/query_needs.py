"""Say which words every match of a pattern holds, so that a file without them need not be parsed.

Only a predicate on the text of a captured node says so for certain: the name of an anonymous node may differ from its
text (`"not in"` stands for any white space between the two words), and an alternative or a `?` may lack the node.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce

from ratchet.syntax.query_regexes import certain_text
from ratchet.syntax.query_shape import Asked, Part, asked, parts, unquoted
from ratchet.syntax.steps import Need

__all__ = ["NOTHING_KNOWN", "need_of", "roots"]

NOTHING_KNOWN = Need()
_SAME = ("#eq?", "#any-of?")
_LIKE = "#match?"
_NOWHERE = frozenset[int]()


def need_of(pattern: Part) -> Need:
    """The words of which every match of a pattern holds one, and where."""
    depths: dict[str, set[int]] = {}
    _note_captures(pattern, 0, depths)
    told = {capture: need for predicate in asked(pattern) for capture, need in _told(predicate, depths)}
    known = _known(pattern, told)
    if not known:
        return NOTHING_KNOWN
    best, kinds = min(known, key=_rank), _roots(pattern)
    return Need(best.words, best.depths if kinds else _NOWHERE, kinds)


def roots(query: str) -> frozenset[str]:
    """The kinds of nodes that a match of a query may begin with; `_` where that may be any."""
    return frozenset[str]().union(*(_roots(pattern) or {"_"} for pattern in parts(query)))


def _told(predicate: Asked, depths: Mapping[str, set[int]]) -> Iterator[tuple[str, Need]]:
    """What a predicate says of the text of a capture, wherever that is in the pattern."""
    name, capture, *words = predicate
    if any(word.startswith("@") for word in words):
        return
    texts = [unquoted(word).encode() for word in words]
    if name in _SAME and texts and all(texts):
        yield capture, Need(frozenset(texts), frozenset(depths.get(capture, ())))
    elif name == _LIKE and texts and (text := certain_text(texts[0].decode())):
        yield capture, Need(frozenset({text.encode()}))


def _known(part: Part, told: Mapping[str, Need]) -> list[Need]:
    """Everything that a match cannot do without, as far as one piece of the pattern says."""
    if part.may_lack or part.head[0] == "!" or part.name == "MISSING":
        return []
    mine = [told[capture] for capture in part.captures if capture in told] if _is_there(part) else []
    if part.head[-1] == "[":
        choices = [_known(choice, told) for choice in part.inside]
        if all(choices):
            mine.append(reduce(_either, (min(each, key=_rank) for each in choices)))
        return mine
    return mine + [need for child in part.inside for need in _known(child, told)]


def _is_there(part: Part) -> bool:
    """Whether a match has a node for a piece, so that its captures hold one: a group or a choice may be of none."""
    if part.may_lack or part.head[0] == "!" or part.head == ["."]:
        return False
    opening = part.head[-1]
    if part.name or opening not in ("(", "["):
        return True
    return bool(part.inside) and all(map(_is_there, part.inside))


def _either(one: Need, other: Need) -> Need:
    depths = one.depths | other.depths if one.depths and other.depths else _NOWHERE
    return Need(one.words | other.words, depths)


def _rank(need: Need) -> tuple[bool, int, int, list[bytes]]:
    """What is most worth a search comes first: a node of its own, few words, long ones."""
    return not need.depths, len(need.words), -min(map(len, need.words)), sorted(need.words)


def _note_captures(part: Part, depth: int, depths: dict[str, set[int]]) -> None:
    """Note how many steps below the root each capture may be."""
    for capture in part.captures:
        depths.setdefault(capture, set()).add(depth)
    for child in part.inside:
        _note_captures(child, depth + bool(part.name), depths)


def _roots(part: Part) -> frozenset[str]:
    """The kinds that the one root of a pattern may have; none where it has several roots side by side."""
    opening, inside = part.head[-1], part.inside
    if part.may_repeat or part.name == "MISSING":
        return frozenset()
    if part.name:
        return frozenset({part.name if "/" not in part.name else "_"})
    if opening == "(":
        return _roots(inside[0]) if len(inside) == 1 else frozenset()
    if opening == "[":
        return _all_roots(inside)
    return frozenset({unquoted(opening)})


def _all_roots(choices: Sequence[Part]) -> frozenset[str]:
    found = [_roots(choice) for choice in choices]
    return frozenset().union(*found) if all(found) else frozenset()
