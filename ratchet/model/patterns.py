"""Patterns with `*`, `**`, `?`, `[…]` and captures as regular expressions that never try the same thing twice."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache

from ratchet.model.value import frozen

__all__ = ["CAPTURE", "Match", "below", "compiled", "pattern_problem", "translate"]

CAPTURE = re.compile(r"\{(!?)([a-z][a-z0-9_]*)\}")
_MOST_CHARACTERS = 1000
_MOST_WITH_ECHO = 4
_REFUSED = re.compile(r"NOT\d+_(.*)")  # no capture has capitals, so none is called so
_WILD = r"\{!?[a-z][a-z0-9_]*\}|\*\*+|\*|\?|\[[^\]/]+\]"
Known = Mapping[str, str]


@frozen
class Match:
    """What the captures of a pattern stand for, and the names that must not stand for what they do here."""

    bound: Mapping[str, str]
    refused: tuple[tuple[str, str], ...]


def pattern_problem(pattern: str) -> str:
    """What is wrong with a pattern; empty if nothing is."""
    if len(pattern) > _MOST_CHARACTERS:
        return f"is longer than {_MOST_CHARACTERS} characters"
    if re.search(r"[{}]", CAPTURE.sub("", pattern)):
        return "has a brace that is no capture such as {feature} or {!feature}"
    names = [name for sign, name in CAPTURE.findall(pattern) if not sign]
    if len(set(names)) < len(names) and len(re.findall(_WILD, pattern)) > _MOST_WITH_ECHO:
        return f"repeats a capture among more than {_MOST_WITH_ECHO} wildcards"
    try:
        re.compile(translate(pattern, "/"))
    except re.error as error:
        return f"is no pattern: {error}"
    return ""


@cache
def compiled(pattern: str, separator: str, known: tuple[tuple[str, str], ...] = (), whole: bool = False) -> Expression:
    """The test for a pattern and all that is below what it names; with `whole` for what it names alone."""
    tail = "" if whole else below(separator)
    return Expression(re.compile(translate(pattern, separator, dict(known)) + tail, re.DOTALL))


@frozen
class Expression:
    """A pattern that can be tried."""

    expression: re.Pattern[str]

    def match(self, text: str) -> Match | None:
        """What the captures stand for, if the pattern names the text."""
        hit = self.expression.fullmatch(text)
        if hit is None:
            return None
        groups = hit.groupdict()
        refused = ((found[1], text) for name, text in groups.items() if (found := _REFUSED.fullmatch(name)))
        return Match({name: text for name, text in groups.items() if not _REFUSED.fullmatch(name)}, tuple(refused))


def below(separator: str) -> str:
    """What may follow a name: nothing, or whatever is below it."""
    return f"(?:{re.escape(separator)}.*)?" if separator else ""


def translate(pattern: str, separator: str, known: Known | None = None, captures: bool = True) -> str:
    """The expression; `*` stays within a name, `**` crosses, a capture is one whole name or part of one.

    After `**` the first place where the next piece fits is as good as any later one, and within a name the same is true
    of `*`: so pieces are taken for good (atomic groups), and a hostile pattern cannot make a search of a match. Only a
    capture that is repeated needs the search, and `pattern_problem` keeps that small.
    """
    tokens = list(_tokens(pattern, separator, known or {}, captures))
    search = any(text.startswith("(?P=") for _, text in tokens)
    runs: list[tuple[str, list[tuple[bool, str]]]] = [("", [])]
    for kind, text in tokens:
        if kind == "across":
            runs.append((text, []))
        else:
            runs[-1][1].append((kind == "elastic", text))
    pieces = []
    for number, (across, run) in enumerate(runs):
        is_last = search or number == len(runs) - 1
        piece = across + _run(run, is_last, search)
        pieces.append(piece if is_last or not across else f"(?>{piece})")
    return "".join(pieces)


def _run(tokens: list[tuple[bool, str]], is_last: bool, search: bool) -> str:
    """Pieces that each begin with something elastic; the last one has to look for the end."""
    pieces = [""]
    for elastic, text in tokens:
        if elastic:
            pieces.append(text)
        else:
            pieces[-1] += text
    first, *rest = pieces
    free = len(rest) - 1 if is_last else len(rest)
    return first + "".join(piece if search or number >= free else f"(?>{piece})" for number, piece in enumerate(rest))


def _tokens(pattern: str, separator: str, known: Known, captures: bool) -> Iterator[tuple[str, str]]:
    one = f"[^{re.escape(separator)}]" if separator else "."
    sign = re.escape(separator)
    # `**` that stands for whole names may stand for none of them
    token = rf"(?:(?<={sign})|^)(?:\*\*+{sign})+|{_WILD}" if separator else _WILD
    seen: set[str] = set()
    last = 0
    for hit in re.finditer(token, pattern):
        if hit.group().startswith("{") and not captures:
            continue
        if hit.start() > last:
            yield "fixed", re.escape(pattern[last : hit.start()])
        last = hit.end()
        yield _token(hit.group(), sign, one, known, seen)
    if last < len(pattern):
        yield "fixed", re.escape(pattern[last:])


def _token(text: str, sign: str, one: str, known: Known, seen: set[str]) -> tuple[str, str]:
    if text.startswith("**"):
        return "across", ".*?" if text.endswith("*") else f"(?:.*?{sign})??"
    if text in ("*", "?"):
        return ("elastic", f"{one}*?") if text == "*" else ("fixed", one)
    if text.startswith("["):
        return "fixed", (f"(?!{sign})" if sign else "") + _class(text[1:-1])
    name = text.strip("{}!")
    if text.startswith("{!"):
        name = f"NOT{len(seen)}_{name}"
    elif name in known:
        return "fixed", re.escape(known[name])
    elif name in seen:
        return "fixed", f"(?P={name})"
    seen.add(name)
    return "elastic", f"(?P<{name}>{one}+?)"


def _class(text: str) -> str:
    """One of these characters; a range that runs backwards is refused when the expression is compiled."""
    negated = text[:1] in ("!", "^") and len(text) > 1
    rest = text[1:] if negated else text
    pieces = []
    while rest:
        if len(rest) > 2 and rest[1] == "-":
            pieces.append(f"{re.escape(rest[0])}-{re.escape(rest[2])}")
            rest = rest[3:]
        else:
            pieces.append(re.escape(rest[0]))
            rest = rest[1:]
    return f"[{'^' if negated else ''}{''.join(pieces)}]"
