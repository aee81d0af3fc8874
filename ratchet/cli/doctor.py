"""`ratchet doctor`: how ratchet stands here, to be pasted into a report."""

from __future__ import annotations

import click

from ratchet.acts.doctor import diagnose
from ratchet.cli.plumbing.options import reporting
from ratchet.cli.plumbing.streams import emit
from ratchet.formats import doctor_text
from ratchet.repo.ci import ci_base

__all__ = ["command"]


@click.command("doctor")
@reporting("text", "json")
@click.pass_obj
def command(directory: str, chosen: str, outputs: tuple[str, ...], colour: str) -> int:
    """Say what ratchet sees here: versions, the base and why, config, rules, languages, graphs, baselines, cache.

    The output can be pasted into a report: it has no values of variables, no remote addresses and no contents of
    files, and the home directory is written as ~. Nothing is changed.

    \b
    Exit codes: 0 nothing is broken · 2 something is, and what to do about it is said
    """
    report = diagnose(directory, ci_base())
    renderers = {
        "text": lambda paint: doctor_text.render(report, paint),
        "json": lambda _paint: doctor_text.render_json(report),
    }
    emit(renderers, chosen, outputs, colour)
    return report.exit_code
