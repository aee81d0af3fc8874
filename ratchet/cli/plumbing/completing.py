"""What a shell may complete: the rules in force, and where reports can go."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ratchet.model.errors import RatchetError

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

__all__ = ["complete_output", "complete_rule"]

_SUFFIXES = {"checkstyle": "xml", "junit": "xml", "markdown": "md", "rdjson": "json", "text": "txt", "gitlab": "json"}


def complete_rule(context: click.Context, _parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The rules in force where the command would run, each with its reason; else a file may be meant."""
    from click.shell_completion import CompletionItem

    from ratchet.acts.explain import find_subject

    directory = str(context.find_root().params.get("directory") or ".")
    try:
        rules = find_subject(directory, "").policy.rulebook.rules
    except (RatchetError, OSError):
        return []
    found = [CompletionItem(name, help=rule.because) for name, rule in rules.items() if name.startswith(incomplete)]
    return found or [CompletionItem(incomplete, type="file")]


def complete_output(context: click.Context, _parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """A format with a file that has its usual ending: `junit=ratchet.xml`."""
    from click.shell_completion import CompletionItem

    kinds = (each.type for each in context.command.params if each.name == "chosen")
    names = (str(name) for kind in kinds if isinstance(kind, click.Choice) for name in kind.choices)
    offers = (f"{name}=ratchet.{_SUFFIXES.get(name, name)}" for name in names)
    return [CompletionItem(offer) for offer in offers if offer.startswith(incomplete)]
