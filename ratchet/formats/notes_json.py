"""What a verdict tells besides its numbers, for scripts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ratchet.formats.shapes import COUNT, NAME, always
from ratchet.model.notes import Why
from ratchet.model.shape import Date, Flag, Key, List, Number, Table, Text
from ratchet.model.verdict import Verdict

__all__ = ["NOTE_KEYS", "notes_json"]

_SIGNED = Number(least=-(10**9))
_CHANGE = Table({"rule": always(NAME, "the rule"), "number": always(COUNT, "by how much")})

NOTE_KEYS: Mapping[str, Key] = {
    "measures": Key(
        List(
            Table(
                {
                    "rule": always(NAME, "the rule that means something else in the change"),
                    "code": always(_SIGNED, "what the change of the code did, as the new measure sees it"),
                    "measurement": always(_SIGNED, "what the change of the measure did to the same code"),
                    "old": always(List(COUNT), "the totals of base and head with the old measure"),
                    "new": always(List(COUNT), "the totals of base and head with the new measure"),
                }
            )
        ),
        "rules whose meaning the change changes: the code and the measurement apart",
    ),
    "swaps": Key(
        List(
            Table(
                {
                    "rule": always(NAME, "the rule"),
                    "unit": always(NAME, "the file"),
                    "number": always(COUNT, "how many sites are new in place of as many others"),
                    "fails": always(Flag(), "this alone makes the check fail"),
                }
            )
        ),
        "new sites that the number of their file does not show",
    ),
    "trades": Key(
        List(
            Table(
                {
                    "unit": always(NAME, "the file"),
                    "symbol": always(NAME, "the function"),
                    "fell": always(List(_CHANGE), "the rules of which there is less"),
                    "rose": always(List(_CHANGE), "the rules of which there is more"),
                }
            )
        ),
        "functions in which one rule fell while another rose",
    ),
    "goals": Key(
        List(
            Table(
                {
                    "rule": always(NAME, "the rule"),
                    "to": always(COUNT, "where it should be"),
                    "by": always(Date(), "by when"),
                    "count": always(COUNT, "where it is"),
                    "days": always(_SIGNED, "how many days are left; negative when the day has passed"),
                }
            )
        ),
        "the goals of the config",
    ),
    "waiting": Key(
        List(
            Table(
                {
                    "rule": always(NAME, "the rule"),
                    "why": always(
                        Text(words=tuple(Why)),
                        "not-adopted: shipped, not in rules.toml, and only observed; meaning-changed: this release"
                        " measures something else; mended: the base's rule fails its examples, the change's does not",
                    ),
                    "command": always(NAME, "what takes its budget"),
                }
            )
        ),
        "rules without a budget of what they measure: they are judged by what they find in the base",
    ),
}


def notes_json(verdict: Verdict) -> dict[str, object]:
    """The keys in the order of the shape."""
    return {
        "measures": [
            {
                "rule": each.rule,
                "code": each.code,
                "measurement": each.measurement,
                "old": [each.old_base, each.old_head],
                "new": [each.new_base, each.new_head],
            }
            for each in verdict.measures
        ],
        "swaps": [
            {"rule": each.rule, "unit": each.unit, "number": each.number, "fails": each.fails} for each in verdict.swaps
        ],
        "trades": [
            {"unit": each.unit, "symbol": each.symbol, "fell": _changes(each.fell), "rose": _changes(each.rose)}
            for each in verdict.trades
        ],
        "goals": [
            {"rule": each.rule, "to": each.to, "by": str(each.by), "count": each.count, "days": each.days}
            for each in verdict.goals
        ],
        "waiting": [{"rule": each.rule, "why": each.why, "command": each.command} for each in verdict.waiting],
    }


def _changes(changes: Sequence[tuple[str, int]]) -> list[dict[str, object]]:
    return [{"rule": rule, "number": number} for rule, number in changes]
