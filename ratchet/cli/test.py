"""`ratchet test`: the examples that every rule carries."""

from __future__ import annotations

import click

from ratchet.acts.bench import Bench
from ratchet.acts.count import only_rules
from ratchet.acts.examples import run_examples
from ratchet.acts.explain import find_subject
from ratchet.cli.plumbing.completing import complete_rule
from ratchet.cli.plumbing.options import reporting
from ratchet.cli.plumbing.streams import emit
from ratchet.formats import examples_text

__all__ = ["command"]


@click.command("test")
@click.option(
    "--rule", "rules", multiple=True, metavar="ID", shell_complete=complete_rule,
    help="Only this rule; any number of times.",
)  # fmt: skip
@reporting("text", "json")
@click.pass_obj
def command(directory: str, rules: tuple[str, ...], chosen: str, outputs: tuple[str, ...], colour: str) -> int:
    """Run the valid and invalid examples of every rule in force, shipped or your own."""
    policy = find_subject(directory, "").policy
    chosen_rules = tuple(only_rules(policy.rulebook, rules).rules.values())
    report = run_examples(policy, chosen_rules, Bench())
    renderers = {
        "text": lambda paint: examples_text.render(report, paint),
        "json": lambda _paint: examples_text.render_json(report),
    }
    emit(renderers, chosen, outputs, colour)
    return report.exit_code
