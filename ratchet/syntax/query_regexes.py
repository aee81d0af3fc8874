"""Regular expressions in queries: refuse those that could run for ever, and say what every match of one holds."""

from __future__ import annotations

import re

__all__ = ["certain_text", "regex_problem"]

_LONGEST = 200
_SLOW = (
    "the regular expression repeats a group that itself repeats or chooses: on some texts that takes exponential time"
)
# One character, escape, character class or group opening at a time; a class may hold `]` as its first member.
_PIECE = re.compile(
    r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\(\?[:=!]|\(\?<[=!]|\(\?P?<\w+>|\{\d*,?\d*\}[?+]?|[*+?][?+]?|.", re.DOTALL
)


def regex_problem(regex: str) -> str:
    """Why a regular expression may not be used, or nothing."""
    if len(regex) > _LONGEST:
        return f"the regular expression has {len(regex)} characters, and {_LONGEST} is the most"
    try:
        re.compile(regex)
    except (re.error, OverflowError, RecursionError) as error:
        return f"the regular expression is broken: {error}"
    return _SLOW if _repeats_a_choice(regex) else ""


def _repeats_a_choice(regex: str) -> bool:
    """`(a+)+`, `(a|b)*`, `(a?){9}`: measured, `^(a+)+$` needs 25 s for an identifier of 28 characters."""
    open_groups = [False]
    pieces = [match.group() for match in _PIECE.finditer(regex)]
    for piece, after in zip(pieces, [*pieces[1:], ""], strict=False):
        if piece.startswith("("):
            open_groups.append(False)
        elif piece == ")" and len(open_groups) > 1:
            risky = open_groups.pop()
            if risky and _repeats(after):
                return True
            open_groups[-1] |= risky
        elif piece == "|" or piece[0] in "*+?" or _repeats(piece):
            open_groups[-1] = True
    return False


def _repeats(piece: str) -> bool:
    return piece[:1] in ("*", "+") or (piece[:1] == "{" and len(piece) > 2)


def certain_text(regex: str) -> str:
    """The longest text that whatever the expression matches holds; empty where none is certain."""
    if "(?" in regex or re.search(r"\\[0-9xuUN]", regex):
        return ""  # a flag may change what letters mean, and some escapes go on behind their letter
    pieces = [match.group() for match in _PIECE.finditer(regex)]
    runs, depth = [""], 0
    for piece, after in zip(pieces, [*pieces[1:], ""], strict=False):
        if piece == "|" and not depth:
            return ""  # each of two ways may do without the text of the other
        depth += piece.startswith("(") - (piece == ")")
        letter = "" if depth or piece == ")" else _letter(piece)
        if not letter or after[:1] in ("*", "?") or (after[:1] == "{" and len(after) > 2):
            runs.append("")
        else:
            runs[-1] += letter
            runs += [""] * after.startswith("+")
    return max(runs, key=len)


def _letter(piece: str) -> str:
    """The letter that a piece of an expression stands for; empty where it stands for something else."""
    if len(piece) == 2 and piece[0] == "\\":
        return "" if piece[1].isalnum() else piece[1]
    return piece if len(piece) == 1 and piece not in "^$.*+?|()[]{}\\" else ""
