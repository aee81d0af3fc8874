"""Known debt → the cheapest work: whole functions first where that frees a unit, then the most sites for one edit."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from ratchet.model.finding import Finding
from ratchet.model.measured import Measured
from ratchet.model.packets import Packet
from ratchet.model.rule import Phase, Rule, Rulebook

__all__ = ["packets"]


def packets(measured: Measured, rulebook: Rulebook, wanted: int, apart: Collection[str] = ()) -> tuple[Packet, ...]:
    """Enough packets to take `wanted` sites away, the cheapest first; none in the files that are kept `apart`.

    A function that holds all sites of its unit comes before one that leaves some: then the unit is sealed. Of equal
    ones the one with more sites comes first, since one reading of the code serves them all.
    """
    found = sorted((each for each in _all(measured, rulebook) if each.path not in apart), key=_price)
    chosen: list[Packet] = []
    for packet in found:
        if wanted <= 0:
            break
        chosen.append(packet)
        wanted -= len(packet.sites)
    return tuple(chosen)


def _all(measured: Measured, rulebook: Rulebook) -> Iterable[Packet]:
    tally = measured.tally
    groups: dict[tuple[str, str, str, str], list[Finding]] = {}
    for finding in measured.findings:
        if finding.weight and rulebook.rules[finding.rule].phase is not Phase.OBSERVE:
            key = (finding.rule, finding.unit, finding.path, finding.symbol)
            groups.setdefault(key, []).append(finding)
    families = _families(rulebook.rules)
    for (name, unit, path, symbol), sites in groups.items():
        rule, count = rulebook.rules[name], tally[unit][name]
        left = max(0, count - sum(site.weight for site in sites))
        siblings = tuple(each for each in families.get(rule.family, ()) if each != name)
        yield Packet(rule, unit, path, symbol, tuple(sites), count, left, siblings)


def _families(rules: Mapping[str, Rule]) -> dict[str, list[str]]:
    families: dict[str, list[str]] = {}
    for name, rule in sorted(rules.items()):
        if rule.family:
            families.setdefault(rule.family, []).append(name)
    return families


def _price(packet: Packet) -> tuple[object, ...]:
    first = packet.sites[0].order
    return (packet.left > 0, -len(packet.sites) if packet.left == 0 else packet.left, *first, packet.unit)
