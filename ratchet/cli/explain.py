"""`ratchet explain`: the page of a rule, or the proof of a line."""

from __future__ import annotations

import click

from ratchet.acts.bench import Bench
from ratchet.acts.count import only_rules
from ratchet.acts.explain import Subject, explain_place, find_subject
from ratchet.acts.explain_fitness import explain_fitness, says_itself
from ratchet.cli.plumbing.completing import complete_rule
from ratchet.cli.plumbing.options import reporting, working
from ratchet.cli.plumbing.progress import watched
from ratchet.cli.plumbing.streams import Renderers, emit
from ratchet.formats import explain_json, explain_text, fitness_page, rule_page
from ratchet.kinds.counted import lines_of, scopes_of
from ratchet.model.rule import Rule
from ratchet.repo.clock import today

__all__ = ["command"]


@click.command("explain")
@click.argument("target", metavar="RULE|FILE:LINE", shell_complete=complete_rule)
@working
@reporting("text", "json")
@click.pass_obj
def command(directory: str, target: str, bench: Bench, chosen: str, outputs: tuple[str, ...], colour: str) -> int:
    """Say what a rule is for, or why the sites on a line count or do not.

    \b
    ratchet explain rust/unwrap        why it matters, what to do instead, examples
    ratchet explain arch/layers        for a fitness rule: what it finds, and what would have to go
    ratchet explain src/lib.rs:118     the chain of attributes, modules and targets
    """
    subject = find_subject(directory, target)
    bench.today = today()
    bench.remember_in(subject.git)
    emit(_place(subject, bench) if subject.place else _rule(subject, target, bench), chosen, outputs, colour)
    return 0


def _rule(subject: Subject, name: str, bench: Bench) -> Renderers:
    rule = only_rules(subject.policy.rulebook, (name,)).rules[name]
    if says_itself(rule.spec):
        return _fitness(subject, rule, bench)
    scopes = scopes_of(rule.spec)
    return {
        "text": lambda paint: rule_page.dressed(rule_page.render(rule, scopes, lines_of(rule.spec)), paint),
        "json": lambda _paint: rule_page.render_json(rule, scopes),
    }


def _fitness(subject: Subject, rule: Rule, bench: Bench) -> Renderers:
    with watched(bench):
        page = explain_fitness(subject.snapshot, subject.policy, rule, bench)
    return {
        "text": lambda paint: fitness_page.render(page, paint),
        "json": lambda _paint: fitness_page.render_json(page),
    }


def _place(subject: Subject, bench: Bench) -> Renderers:
    assert subject.place is not None
    with watched(bench):
        report = explain_place(subject.snapshot, subject.policy, subject.place, bench)
    return {
        "text": lambda paint: explain_text.render(report, paint),
        "json": lambda _paint: explain_json.render(report),
    }
