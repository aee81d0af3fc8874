"""The pages that are made, not written: what the docstrings, the rules and the shapes say of themselves."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from ratchet.acts.schemas import schemas
from ratchet.formats import rule_page
from ratchet.kinds.counted import lines_of, scopes_of
from ratchet.model.config import Config
from ratchet.model.rule import Rule
from ratchet.repo.packs import shipped_files
from ratchet.rulebook.book import build_rulebook
from tests.self.modules import Module, modules

__all__ = ["architecture_page", "rules_page", "schema_files"]

LAYERS = ("cli", "acts", "repo", "rulebook", "formats", "kinds", "judge", "syntax", "graphs", "intake", "model")


def architecture_page() -> str:
    """`docs/architecture.md`: every module with its sentence, layer by layer."""
    known = modules()
    lines = ["# Architecture", "", *ARCHITECTURE]
    for layer in LAYERS:
        members = [module for module in known.values() if module.part == layer]
        lines += _layer(members) if members else []
    return "\n".join(lines)


def _layer(members: list[Module]) -> Iterator[str]:
    top, *rest = members
    yield from (f"## `{top.place.removesuffix('__init__.py')}`", "", top.sentence, "")
    for module in rest:
        name = module.place.removeprefix(f"ratchet/{module.part}/").removesuffix("__init__.py")
        yield f"- `{name}`: {module.sentence}"
    if rest:
        yield ""


ARCHITECTURE = (
    "Made from the first sentence of every module; a test compares, and",
    "`RATCHET_BLESS=1 pytest tests/self/test_docs.py` writes it.",
    "",
    "    blobs → evidence → findings → tally → deltas → verdict → text",
    "",
    "Imports go down this page, never up, and never between parts of one line:",
    "`cli` · `acts` · `repo | rulebook | formats` · `kinds | judge` · `syntax | graphs | intake` · `model`.",
    "",
)


def rules_page() -> str:
    """`docs/rules.md`: every shipped rule, as `ratchet explain` tells it."""
    rules = shipped_rules()
    lines = ["# Rules", "", RULES, ""]
    lines += [f"- [`{rule.id}`](#{_anchor(rule.id)}): {rule.because}" for rule in rules]
    lines += [f"\n{_page(rule)}" for rule in rules]
    return "\n".join(lines) + "\n"


RULES = "Made from `rules/`; a test compares. `RATCHET_BLESS=1 pytest tests/self/test_docs.py` writes it."


def shipped_rules() -> list[Rule]:
    """The rules of every pack in the wheel, by id."""
    rulebook, _ = build_rulebook(Config(), shipped_files(), {})
    return [rule for _, rule in sorted(rulebook.rules.items())]


def _page(rule: Rule) -> str:
    """The rule's own page, one level down, without the empty lines that make an example long."""
    page = re.sub("^#", "##", rule_page.render(rule, scopes_of(rule.spec), lines_of(rule.spec)), flags=re.MULTILINE)
    return re.sub("\n{5,}", "\n    …\n", page).rstrip("\n")


def _anchor(rule_id: str) -> str:
    return "".join(letter for letter in rule_id if letter.isalnum() or letter == "-")


def schema_files() -> dict[str, str]:
    """`docs/schemas/NAME.json`, by name: what editors complete from and scripts rely on."""
    return {name: json.dumps(schema, indent=2, ensure_ascii=False) + "\n" for name, schema in schemas().items()}
