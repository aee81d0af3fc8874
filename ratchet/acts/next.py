"""What to do next: the cheapest reductions as packets of work."""

from __future__ import annotations

from ratchet.acts.count import only_rules
from ratchet.acts.measuring import measure
from ratchet.acts.world import World, worktree_of
from ratchet.judge.packing import packets
from ratchet.judge.problems import failures
from ratchet.model.errors import RatchetError
from ratchet.model.packets import NextReport, Packet
from ratchet.model.snapshot import Snapshot, Unreadable
from ratchet.model.value import replace
from ratchet.syntax.source import readable

__all__ = ["FEW", "next_work"]

FEW = 5
_AROUND = 3


def next_work(world: World, rules: tuple[str, ...], reduce: str) -> NextReport:
    """Packets that take away as many sites as `reduce` says: a number, or a part of all such as `5%`."""
    tree = worktree_of(world)
    policy = world.policy(tree)
    chosen = only_rules(policy.rulebook, rules)
    measured = measure(tree, replace(policy, rulebook=chosen), world.bench)
    total = measured.totals.total()
    wanted = _wanted(reduce, total)
    found = tuple(_framed(packet, tree) for packet in packets(measured, chosen, wanted))
    sites = sum(len(packet.sites) for packet in found)
    return NextReport(found, sites, total, wanted, (*failures(measured), *measured.problems))


def _wanted(reduce: str, total: int) -> int:
    """How many sites are to go; of some there is always at least one."""
    number, percent, rest = reduce.partition("%")
    if not number.isascii() or not number.isdigit() or len(number) > 9 or rest:
        raise RatchetError(f"`{reduce}` is no number of sites", hint="write --reduce 20, or --reduce 5%")
    if not percent:
        return int(number)
    return max(1, total * int(number) // 100) if total and int(number) else 0


def _framed(packet: Packet, tree: Snapshot) -> Packet:
    """The packet with the lines from shortly before its first site to shortly after its last."""
    try:
        text = readable(tree.read(packet.path), is_python=False).decode("utf-8", "replace")
    except Unreadable:
        return packet
    lines = text.removesuffix("\n").split("\n")
    wanted: set[int] = set()
    for site in packet.sites:
        wanted |= set(range(max(1, site.span.line - _AROUND), min(len(lines), site.span.line + _AROUND) + 1))
    return replace(packet, frame=tuple((number, lines[number - 1]) for number in sorted(wanted)))
