"""Work that would lower numbers, cut into packets: one function of one file each."""

from __future__ import annotations

from ratchet.model.errors import Mistake
from ratchet.model.exits import Exit
from ratchet.model.finding import Finding
from ratchet.model.orphans import NO_ORPHANS, Orphans
from ratchet.model.rule import Rule
from ratchet.model.value import frozen

__all__ = ["NextReport", "Packet"]


@frozen
class Packet:
    """The sites of one rule in one function: `left` is what its unit would have without them.

    `frame` are the source lines around them, by number; `siblings` the rules that the sites may not be traded for.
    """

    rule: Rule
    unit: str
    path: str
    symbol: str
    sites: tuple[Finding, ...]
    count: int
    left: int
    siblings: tuple[str, ...] = ()
    frame: tuple[tuple[int, str], ...] = ()


@frozen
class NextReport:
    """The packets to begin with, how many sites they hold, how many there are, and how many were asked for.

    The `orphans` are apart: what they are is to be said before anybody works on them.
    """

    packets: tuple[Packet, ...]
    sites: int
    total: int
    wanted: int
    problems: tuple[Mistake, ...] = ()
    orphans: Orphans = NO_ORPHANS

    @property
    def exit_code(self) -> Exit:
        """There is work or there is none; only what could not be read is a fault."""
        return Exit.CANNOT_JUDGE if self.problems else Exit.OK
