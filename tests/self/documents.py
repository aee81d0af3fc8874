"""The pages that are made, not written: what the docstrings, the rules and the shapes say of themselves."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from ratchet.model.config import Config
from ratchet.model.rule import Example, Rule
from ratchet.repo.packs import shipped_files
from ratchet.rulebook.book import build_rulebook
from ratchet.rulebook.schemas import schemas
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
    for rule in rules:
        lines += ["", *_rule(rule)]
    return "\n".join(lines) + "\n"


RULES = "Made from `rules/`; a test compares. `RATCHET_BLESS=1 pytest tests/self/test_docs.py` writes it."


def shipped_rules() -> list[Rule]:
    """The rules of every pack in the wheel, by id."""
    return [rule for _, rule in sorted(build_rulebook(Config(), shipped_files(), {}).rules.items())]


def _rule(rule: Rule) -> Iterator[str]:
    yield from (f"## {rule.id}", "", f"**Because** {rule.because}.", "", f"**Instead**: {rule.advice}.", "")
    facts = {"verb": rule.verb, "scope": getattr(rule.spec, "scope", ""), "family": rule.family, "phase": rule.phase}
    yield " · ".join(f"{name}: `{value}`" for name, value in facts.items() if value)
    if rule.caveats:
        yield from ("", f"**Caveats**: {rule.caveats.strip()}")
    yield from _examples("Counts", rule.invalid)
    yield from _examples("Does not count", rule.valid)


def _examples(title: str, examples: Iterable[Example]) -> Iterator[str]:
    yield from ("", f"{title}:")
    for example in examples:
        for path, text in example.files:
            yield from ("", f"```{path.rpartition('.')[2]}", text.rstrip("\n"), "```")


def _anchor(rule_id: str) -> str:
    return "".join(letter for letter in rule_id if letter.isalnum() or letter == "-")


def schema_files() -> dict[str, str]:
    """`docs/schemas/NAME.json`, by name: what editors complete from."""
    return {name: json.dumps(schema, indent=2, ensure_ascii=False) + "\n" for name, schema in schemas().items()}
