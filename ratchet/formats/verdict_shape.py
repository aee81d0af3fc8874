"""The shape of a verdict as scripts read it: `ratchet/verdict/1`."""

from __future__ import annotations

from collections.abc import Mapping

from ratchet.formats.notes_json import NOTE_KEYS
from ratchet.formats.shapes import (
    ANY_TEXT,
    COUNT,
    HOP,
    INSPECTED,
    MISTAKE,
    NAME,
    PLACE,
    SITE_KEYS,
    always,
    layout,
    or_null,
)
from ratchet.model.finding import State
from ratchet.model.rule import Phase
from ratchet.model.shape import AnyOf, Flag, Key, List, Null, Table, Text
from ratchet.model.value import replace
from ratchet.model.verdict import Cause, DeltaKind

__all__ = ["SHAPE"]

# The keys that are not required came after the first publication of the layout: an older verdict still fits.
_DELTA = Text(words=tuple(DeltaKind))
_VALUE = AnyOf((COUNT, NAME, Null()))

_RULE = Table(
    {
        "rule": always(NAME, "the rule"),
        "phase": always(Text(words=tuple(Phase)), "how much it may do"),
        "budget": always(COUNT, "how many sites are allowed, over all units"),
        "count": always(COUNT, "how many there are"),
        "delta": always(_DELTA, "worse when any unit is, better when some are and none is worse"),
    }
)
_UNIT = Table(
    {
        "rule": always(NAME, "the rule"),
        "unit": always(NAME, "the file, or other unit"),
        "budget": always(COUNT, "how many sites are allowed"),
        "before": Key(COUNT, "how many there were at the base"),
        "count": always(COUNT, "how many there are"),
        "waived": Key(COUNT, "how many of them a waiver covers"),
        "limit": Key(COUNT, "the number that may not be passed"),
        "delta": always(_DELTA, "how the number stands against its budget"),
        "cause": always(or_null(Text(words=tuple(Cause))), "where the difference comes from"),
        "fails": Key(Flag(), "this alone makes the check fail"),
    }
)
_FINDING = Table(
    {
        "unit": always(NAME, "the file, or other unit, whose budget it counts against"),
        **{name: replace(key, required=not name.startswith("end_")) for name, key in SITE_KEYS.items()},
        "state": always(Text(words=tuple(State)), "how it stands against the base"),
        "message": always(NAME, "what it is and why it matters"),
        "advice": always(NAME, "what to write instead"),
        "trace": Key(List(HOP), "the path of dependencies that makes it, step by step"),
    }
)
_LOOSENING = Table(
    {
        "what": always(
            Text(form="[a-z]+(-[a-z]+)*", example="budget-raised"), "what makes the gate see or demand less"
        ),
        "rule": always(or_null(NAME), "the rule it is about"),
        "unit": always(or_null(NAME), "the file, pattern or other thing it is about"),
        "from": always(_VALUE, "the value at the base"),
        "to": always(_VALUE, "the value in the change"),
        "path": always(ANY_TEXT, "the file that loosens; empty where none is to blame"),
        "line": Key(or_null(PLACE), "the line in it, from 1"),
        "detail": Key(or_null(NAME), "more about it"),
    }
)
_BASE = Table(
    {
        "ref": always(NAME, "as it was given"),
        "commit": always(ANY_TEXT, "empty before the first commit"),
        "source": Key(
            or_null(NAME), "how it was found: --base, or the variable of a CI system; null: nobody named one"
        ),
        "note": Key(or_null(NAME), "why a CI system names none"),
    }
)
_HEAD = Table(
    {
        "ref": always(NAME, "worktree or index"),
        "tree": always(ANY_TEXT, "a hash of the files that were looked at; empty when none was"),
    }
)
_OUTCOME: Mapping[str, Key] = {
    "verdict": always(Text(words=("PASS", "FAIL", "NEEDS_REVIEW")), "how it went; FAIL also when it is not known"),
    "exit_code": always(
        COUNT, "0 nothing got worse, 1 something did, 2 could not judge, 4 the change loosens the gate"
    ),
}
_TIP = Table({"ref": always(NAME, "as it was given"), "commit": always(NAME, "its tip")})
_MERGED = Table(
    {
        **_OUTCOME,
        "base": always(_TIP, "where the change would land; budgets, rules, config and waivers come from there"),
        "tree": always(ANY_TEXT, "git's id of the merged tree; empty when there is none"),
        "policy": always(ANY_TEXT, "a hash of everything that decided besides the code"),
        "inspected": always(INSPECTED, "what was looked at in the merged tree"),
        "deltas": always(List(_UNIT), "every rule in every unit that differs from its budget at the tip, or moved"),
        "findings": always(List(_FINDING), "the sites that the tip does not have, waived or not"),
        "loosenings": always(List(_LOOSENING), "what only a sign-off lets pass, and the change alone does not have"),
        "problems": always(List(MISTAKE), "what keeps the merged tree from being judged"),
    }
)

SHAPE = layout(
    "ratchet/verdict/1",
    {
        **_OUTCOME,
        "base": always(_BASE, "the contract: where budgets, rules, config and waivers come from"),
        "head": always(_HEAD, "what was judged"),
        "policy": always(ANY_TEXT, "a hash of everything that decided besides the code; empty when nothing was judged"),
        "inspected": always(INSPECTED, "what was looked at in the head"),
        "rules": always(List(_RULE), "every rule over the whole repository"),
        "deltas": always(List(_UNIT), "every rule in every unit that differs from its budget, or moved"),
        "findings": always(List(_FINDING), "every site that a budget counts, by path, line, column and rule"),
        "loosenings": always(List(_LOOSENING), "what only a sign-off lets pass"),
        "problems": always(List(MISTAKE), "what keeps the head from being judged"),
        "warnings": Key(List(MISTAKE), "what deserves attention and fails nothing"),
        "signoff": Key(or_null(NAME), "who accepted the loosenings"),
        **NOTE_KEYS,
        "merged": Key(or_null(_MERGED), "the tree that merging HEAD into the base would give; null when not asked for"),
    },
)
