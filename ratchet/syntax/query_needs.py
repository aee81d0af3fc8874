"""The words without which a query cannot match: what is not in a file's bytes need not be looked for in its tree."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from functools import reduce

from ratchet.syntax.query_shape import Asked, Part, asked, parts, unquoted
from ratchet.syntax.steps import Need

__all__ = ["NOTHING_KNOWN", "needs", "roots", "wants"]

_SAME = ("#eq?", "#any-eq?", "#any-of?")
_LIKE = ("#match?", "#any-match?")
_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
# What a regular expression begins with before anything in it has a meaning of its own.
_PLAIN = re.compile(r"\^?((?:[\w\s\"'#:/=,;<>@!%&~`-]|\\[\W_])+)")
# In the names of the kinds of nodes that hold comments and texts.
_PROSE = ("char", "comment", "content", "escape", "string", "text")
# Words that nearly every file has: any other word of a pattern tells more. This decides speed alone.
_COMMON = {"as", "def", "else", "fn", "for", "if", "import", "in", "let", "mut", "pub", "return", "self"}


NOTHING_KNOWN = Need()
_ANYWHERE = frozenset[int]()


def needs(query: str) -> tuple[Need, ...]:
    """What each pattern of a query cannot do without."""
    return tuple(wants(shape)[0] for shape in parts(query))


def roots(query: str) -> frozenset[str]:
    """The kinds of nodes that a match of a query may begin with; `_` where that may be any."""
    return frozenset[str]().union(*(_roots(shape) or {"_"} for shape in parts(query)))


def wants(shape: Part) -> list[Need]:
    """Everything that one pattern cannot do without; what tells most comes first."""
    depths: dict[str, set[int]] = {}
    prose: set[str] = set()
    _note_captures(shape, 0, depths, prose)
    told = {capture: need for predicate in asked(shape) for capture, need in _told(predicate, depths, prose)}
    roots = _roots(shape)
    known = sorted(_known(shape, 0, told), key=_rank)
    return [Need(each.words, each.depths if roots else _ANYWHERE, roots, each.prose) for each in known] or [
        NOTHING_KNOWN
    ]


def _told(predicate: Asked, depths: Mapping[str, set[int]], prose: Set[str]) -> Iterator[tuple[str, Need]]:
    """What a predicate says of the text of a capture, wherever that is in the pattern."""
    name, capture, *words = predicate
    rest = [unquoted(word) for word in words]
    if name in _SAME and rest and all(rest) and not any(word.startswith("@") for word in words):
        is_prose = capture in prose or not all(_WORD.fullmatch(word) for word in rest)
        yield capture, Need(frozenset(map(str.encode, rest)), frozenset(depths.get(capture, ())), prose=is_prose)
    elif name in _LIKE and rest and (literal := _literal(rest[0])):
        yield capture, Need(frozenset({literal.encode()}), prose=True)


def _literal(regex: str) -> str:
    """The text that whatever the expression matches holds; empty where that cannot be told."""
    found = _PLAIN.match(regex)
    if not found or "|" in regex:
        return ""
    text = re.sub(r"\\(.)", r"\1", found[1])
    return text[:-1] if regex[found.end() : found.end() + 1] in ("*", "?", "{") else text


def _known(part: Part, depth: int, told: Mapping[str, Need]) -> list[Need]:
    """Everything that a match cannot do without, as far as one piece of the pattern says."""
    opening = part.head[-1]
    if part.may_lack or part.head[0] == "!" or part.name == "MISSING":
        return []
    mine = [told[capture] for capture in part.captures if capture in told]
    if opening == "[":
        choices = [_known(choice, depth, told) for choice in part.inside]
        return mine + (_shared(choices) if all(choices) else [])
    if opening.startswith('"') and _WORD.fullmatch(unquoted(opening)):
        mine.append(Need(frozenset({unquoted(opening).encode()}), frozenset({depth})))
    below = depth + bool(part.name)
    return mine + [need for child in part.inside for need in _known(child, below, told)]


def _shared(choices: Sequence[Sequence[Need]]) -> list[Need]:
    """What a match of one of several choices cannot do without: what tells most of each, and words of all of them."""
    found = [reduce(_either, (min(each, key=_rank) for each in choices))]
    in_all = set[frozenset[bytes]].intersection(*({need.words for need in each} for each in choices))
    return found + [
        reduce(_either, (need for each in choices for need in each if need.words == words))
        for words in in_all - {found[0].words}
    ]


def _either(one: Need, other: Need) -> Need:
    depths = one.depths | other.depths if one.depths and other.depths else frozenset[int]()
    return Need(one.words | other.words, depths, prose=one.prose or other.prose)


def _rank(need: Need) -> tuple[bool, bool, int, int, list[bytes]]:
    """What tells most comes first: where it is known, a rare word, few words, a long word."""
    common = any(word.decode() in _COMMON for word in need.words)
    return not need.depths, common, len(need.words), -min(map(len, need.words)), sorted(need.words)


def _note_captures(part: Part, depth: int, depths: dict[str, set[int]], prose: set[str]) -> None:
    """Note how deep each capture may be, and which may be of a comment or a text."""
    for capture in part.captures:
        depths.setdefault(capture, set()).add(depth)
        prose |= {capture} if _may_be_prose(part) else set()
    for child in part.inside:
        _note_captures(child, depth + bool(part.name), depths, prose)


def _may_be_prose(part: Part) -> bool:
    """Whether the text of a node may be that of a comment, or be in a text."""
    if part.name:
        return part.name.startswith("_") or any(each in part.name for each in _PROSE)
    if part.head[-1] in ("(", "["):
        return any(map(_may_be_prose, part.inside))
    return not part.head[-1].startswith('"')


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
