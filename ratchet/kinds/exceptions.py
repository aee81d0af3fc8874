"""What a rule does not hold against somebody, why, by whom and until when."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import date
from typing import cast

from ratchet.kinds.choosing import SELECTION_SHAPE, read_subject
from ratchet.kinds.kind import BuildContext
from ratchet.kinds.selectors import Selection, holds
from ratchet.model.errors import Mistake, Place
from ratchet.model.evidence import Evidence, Remark, Sighting
from ratchet.model.graph import Node
from ratchet.model.rule import Rule, Spec
from ratchet.model.shape import Date, Key, List, Shape, Table, Text
from ratchet.model.value import frozen

__all__ = [
    "EDGE_EXCEPTIONS",
    "UNIT_EXCEPTIONS",
    "Candidate",
    "Excuse",
    "covers",
    "excused",
    "excuses_meaning",
    "is_excepted",
    "is_over",
    "read_excuses",
]

_SELECTORS = {
    "from": "who is excepted",
    "to": "what they may depend on",
    "for": "who is excepted",
}


def _shape(keys: Iterable[str]) -> Shape:
    return List(
        Table(
            {
                **{key: Key(SELECTION_SHAPE, _SELECTORS[key]) for key in keys},
                "why": Key(Text(), "the reason, which a reviewer decides on", required=True),
                "owner": Key(Text(), "who answers for it"),
                "until": Key(Date(), "the last day on which it holds; without one it is a decision, not a debt"),
            }
        )
    )


EDGE_EXCEPTIONS = Key(_shape(("from", "to")), "edges that the rule does not hold against their source")
UNIT_EXCEPTIONS = Key(_shape(("for",)), "units that the rule does not speak of")


@frozen
class Excuse:
    """One exception of a rule; a side that is not given is any."""

    source: Selection | None
    target: Selection | None
    why: str
    owner: str = ""
    until: date | None = None
    place: Place | None = None

    def __str__(self) -> str:
        sides = [str(side) for side in (self.source, self.target) if side]
        return " -> ".join(sides) or "everything"


@frozen
class Candidate:
    """What a rule would find, with the nodes that an exception may name."""

    sighting: Sighting
    sources: tuple[Node, ...]
    targets: tuple[Node, ...] = ()


def read_excuses(data: Mapping[str, object], context: BuildContext) -> tuple[Excuse, ...]:
    """The exceptions of a rule; what is wrong with them is taken down."""
    found = []
    for index, entry in enumerate(cast("list[dict[str, object]]", data.get("except", []))):
        steps = ("except", index)
        side = {key: read_subject(entry[key], context, (*steps, key)) if key in entry else None for key in _SELECTORS}
        if not any(side.values()):
            context.mistake(steps, "excepts everything", "say whom: from, to or for; or take the rule away")
        until = entry.get("until")
        found.append(
            Excuse(
                side["from"] or side["for"],
                side["to"],
                str(entry["why"]),
                str(entry.get("owner", "")),
                date.fromisoformat(str(until)) if until else None,
                context.place(steps),
            )
        )
    return tuple(found)


def excuses_meaning(excuses: Iterable[Excuse]) -> list[object]:
    """Whom the exceptions are for and how long they hold; why and who answers are words."""
    found = [
        [
            excuse.source.meaning if excuse.source else [],
            excuse.target.meaning if excuse.target else [],
            excuse.until.isoformat() if excuse.until else "",
        ]
        for excuse in excuses
    ]
    return sorted(found, key=str)


def excused(
    rule: Rule,
    excuses: tuple[Excuse, ...],
    found: Iterable[Candidate],
    evidence: Evidence,
    needed: Collection[int] = (),
) -> Iterator[Sighting | Remark]:
    """The findings that no exception in force covers, then what is to say of the exceptions.

    Those that are `needed` excuse something that is not among the findings any more.
    """
    used = set(needed)
    for candidate in found:
        index = next((i for i, excuse in enumerate(excuses) if covers(excuse, candidate)), None)
        if index is not None and candidate.sighting.finding.weight:
            used.add(index)
        if index is None or is_over(excuses[index], evidence.today):
            yield candidate.sighting
    for index, excuse in enumerate(excuses):
        if said := _said(excuse, index in used, evidence.today):
            yield Remark(Mistake(f"{rule.id}: {said[0]}", excuse.place or rule.place, said[1]), grave=False)


def _said(excuse: Excuse, used: bool, today: date) -> tuple[str, str] | None:
    who = f"the exception for {excuse} ({excuse.owner + ': ' if excuse.owner else ''}{excuse.why})"
    if not used:
        return f"{who} excuses nothing", "remove it: nothing is left that needs it"
    if is_over(excuse, today):
        return f"{who} ended on {excuse.until}", "fix what it excused and remove it, or let its owner prolong it"
    return None


def is_excepted(spec: Spec, node: Node) -> bool:
    """Whether an exception of a rule names the node alone, whatever stands on the other side."""
    excuses: tuple[Excuse, ...] = getattr(spec, "excuses", ())
    alone = [each.source or each.target for each in excuses if each.source is None or each.target is None]
    return any(side is not None and holds(side, node) is not None for side in alone)


def is_over(excuse: Excuse, today: date) -> bool:
    """Whether the last day of an exception is past."""
    return excuse.until is not None and excuse.until < today


def covers(excuse: Excuse, candidate: Candidate) -> bool:
    """A unit of several nodes is excused where all of them are; of a path its next step or its end may be named."""
    source, target = excuse.source, excuse.target
    return (source is None or all(holds(source, node) is not None for node in candidate.sources)) and (
        target is None or any(holds(target, node) is not None for node in candidate.targets)
    )
