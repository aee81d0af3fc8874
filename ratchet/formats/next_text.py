"""Packets of work for people and for agents: what, where, how, and how it will be judged."""

from __future__ import annotations

import shlex
from collections.abc import Iterator

from ratchet.formats.cells import clipped
from ratchet.formats.orphaned import orphan_lines
from ratchet.formats.paint import Paint, inert, plural
from ratchet.model.packets import NextReport, Packet

__all__ = ["render"]


def render(report: NextReport, paint: Paint) -> str:
    """Each packet, then what they add up to."""
    lines = orphan_lines(report.orphans, paint)
    for number, packet in enumerate(report.packets, 1):
        lines += [*_packet(number, packet, paint), ""]
    if not report.total:
        lines.append("nothing to do: no rule has a site left")
    elif report.total == report.orphans.sites:
        lines.append("all sites are in orphans: settle those first")
    elif not report.packets:
        lines.append("nothing was asked for")
    else:
        share = f"{plural(report.sites, 'site')} of {report.total:,}"
        lines.append(f"{plural(len(report.packets), 'packet')}, {share}; more with --reduce 5%")
        lines.append("When one is done: ratchet check && ratchet tighten")
    return "\n".join(lines) + "\n"


def _packet(number: int, packet: Packet, paint: Paint) -> Iterator[str]:
    rule = packet.rule
    where = f" in {inert(packet.symbol)}" if packet.symbol else ""
    head = f"{number}. {inert(rule.id)}: {plural(len(packet.sites), 'site')}{where}"
    yield paint.bold(head)
    for site in packet.sites:
        yield f"   {paint.blue('-->')} {inert(packet.path)}:{site.span.line}:{site.span.column}  {inert(site.text)}"
    yield from _frame(packet, paint)
    mark = paint.blue("=")
    yield f"   {mark} why: {inert(rule.because)}"
    yield f"   {mark} fix: {inert(rule.advice)}"
    if packet.siblings:
        yield f"   {mark} not by: {', '.join(map(inert, packet.siblings))}; an inline allow; moving it into tests"
    else:
        yield f"   {mark} not by: an inline allow; moving it into tests"
    sealed = "; the unit is sealed then" if not packet.left else ""
    yield f"   {mark} judged by: {inert(packet.unit)} {packet.count} → {packet.left}{sealed}"
    place = shlex.quote(f"{inert(packet.path)}:{packet.sites[0].span.line}")
    yield f"   {mark} more: ratchet explain {place}"


def _frame(packet: Packet, paint: Paint) -> Iterator[str]:
    width = max((len(str(number)) for number, _ in packet.frame), default=0)
    marked = {site.span.line for site in packet.sites}
    last = 0
    for number, text in packet.frame:
        if last and number > last + 1:
            yield f"   {' ' * width} {paint.blue('…')}"
        sign = paint.red(">") if number in marked else " "
        code = clipped(inert(text), paint.columns - width - 6)
        yield f"   {paint.blue(str(number).rjust(width))} {sign} {code}".rstrip()
        last = number
