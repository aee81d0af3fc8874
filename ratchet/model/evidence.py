"""What the kinds measure: the files of a snapshot with their facts and roles, and who depends on whom."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from ratchet.model.errors import Mistake
from ratchet.model.facts import FileFacts
from ratchet.model.finding import Finding
from ratchet.model.graph import Graph, narrowed
from ratchet.model.scope import Role
from ratchet.model.static import cast
from ratchet.model.value import field, frozen, replace

__all__ = ["Evidence", "FileEvidence", "Remark", "Sighting", "seen_by"]


@frozen
class FileEvidence:
    """One source file as its language sees it; `module` is the prefix of its symbols."""

    path: str
    language: str
    separator: str
    module: str
    facts: FileFacts
    role: Role


@frozen
class Evidence:
    """The files of a snapshot, in the order of their paths, and what rules on graphs and sizes ask for.

    `paths` are all files that are not excluded, `lines` their lengths where a rule asks for them, `today` the day on
    which exceptions are looked at; `memo` keeps what several rules derive from the same evidence.
    """

    files: tuple[FileEvidence, ...] = ()
    graph: Graph = field(default_factory=Graph)
    paths: tuple[str, ...] = ()
    lines: Mapping[str, int] = field(default_factory=dict)
    today: date = date.min
    memo: dict[object, object] = field(default_factory=dict, compare=False, repr=False)


def seen_by(needs: frozenset[str], evidence: Evidence) -> Evidence:
    """The evidence with the graphs that a rule asks for and no other: its numbers do not depend on other rules."""
    if all(node.graph in needs for node in evidence.graph.nodes.values()):
        return evidence
    key = ("seen by", needs)
    if key not in evidence.memo:
        evidence.memo[key] = replace(evidence, graph=narrowed(evidence.graph, needs), memo={})
    return cast(Evidence, evidence.memo[key])


@frozen
class Sighting:
    """A finding, whether its rule counts it, and whether an inline comment allows it."""

    finding: Finding
    counted: bool
    allowed: bool


@frozen
class Remark:
    """What a rule has to say besides its findings; a grave one keeps the tree from being judged.

    `rule` is named where it is vacuous: what it speaks of is not there.
    """

    mistake: Mistake
    grave: bool
    rule: str = ""
