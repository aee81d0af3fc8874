"""Packets of work for scripts: `ratchet/next/1`."""

from __future__ import annotations

from ratchet.formats.json_text import dumps, mistake_json, site_json
from ratchet.formats.orphaned import ORPHANS, orphans_json
from ratchet.formats.shapes import ANY_TEXT, COUNT, MISTAKE, NAME, PLACE, SITE_KEYS, always, layout
from ratchet.model.packets import NextReport, Packet
from ratchet.model.shape import Key, List, Table

__all__ = ["SHAPE", "render"]

_PACKET = Table(
    {
        "rule": always(NAME, "the rule"),
        "because": always(NAME, "why it matters"),
        "advice": always(NAME, "what to write instead"),
        "not_by": always(List(NAME), "rules that the sites may not be traded for"),
        "unit": always(NAME, "the unit whose number would fall"),
        "path": always(NAME, "the file"),
        "symbol": always(ANY_TEXT, "the function; empty at the top of a file"),
        "count": always(COUNT, "the number of the unit now"),
        "left": always(COUNT, "the number of the unit when the packet is done"),
        "sites": always(List(Table(SITE_KEYS)), "the sites"),
        "context": always(
            List(Table({"line": always(PLACE, "its number"), "text": always(ANY_TEXT, "the line")})),
            "the source around the sites",
        ),
        "next": always(NAME, "the command that judges it"),
    }
)
SHAPE = layout(
    "ratchet/next/1",
    {
        "packets": always(List(_PACKET), "the cheapest work first"),
        "sites": always(COUNT, "how many sites the packets hold"),
        "total": always(COUNT, "how many there are of the chosen rules"),
        "wanted": always(COUNT, "how many were asked for"),
        "orphans": Key(ORPHANS, "the files that no root reaches; no packet is in one of them"),
        "problems": always(List(MISTAKE), "what could not be read"),
    },
)


def render(report: NextReport) -> str:
    """The report as data."""
    return dumps(
        {
            "schema": "ratchet/next/1",
            "packets": [_packet(packet) for packet in report.packets],
            "sites": report.sites,
            "total": report.total,
            "wanted": report.wanted,
            **orphans_json(report.orphans),
            "problems": [mistake_json(each) for each in report.problems],
        }
    )


def _packet(packet: Packet) -> dict[str, object]:
    return {
        "rule": packet.rule.id,
        "because": packet.rule.because,
        "advice": packet.rule.advice,
        "not_by": list(packet.siblings),
        "unit": packet.unit,
        "path": packet.path,
        "symbol": packet.symbol,
        "count": packet.count,
        "left": packet.left,
        "sites": [site_json(site) for site in packet.sites],
        "context": [{"line": number, "text": text} for number, text in packet.frame],
        "next": "ratchet check && ratchet tighten",
    }
