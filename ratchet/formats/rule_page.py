"""The page of a rule, as Markdown and for scripts: `ratchet/rule/1`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ratchet.formats.json_text import dumps
from ratchet.formats.paint import Paint, inert
from ratchet.formats.shapes import ANY_TEXT, NAME, always, layout, or_null
from ratchet.model.rule import Example, Phase, Rule
from ratchet.model.scope import COMPILED
from ratchet.model.shape import List, Map, Text

__all__ = ["SHAPE", "dressed", "render", "render_json"]

_HEADING = re.compile(r"#+ (.*)")
_WORD = re.compile(r"\*\*(.+?)\*\*")
_LABEL = re.compile(r"`([^`]+)`(  \(×\d+\))?")

_EXAMPLES = List(Map(ANY_TEXT), least=1)
SHAPE = layout(
    "ratchet/rule/1",
    {
        "rule": always(NAME, "the name of the rule"),
        "because": always(NAME, "why it matters"),
        "advice": always(NAME, "what to write instead"),
        "family": always(or_null(NAME), "rules whose findings are traded for one another"),
        "kind": always(NAME, "the verb by which it measures"),
        "phase": always(Text(words=tuple(Phase)), "how much it may do"),
        "scopes": always(List(Text(words=COMPILED)), "the roles of the code that counts"),
        "caveats": always(or_null(NAME), "what syntax cannot tell, and how the rule decides then"),
        "meaning": always(NAME, "a hash of what it measures"),
        "path": always(NAME, "the file that states it"),
        "valid": always(_EXAMPLES, "trees, path to text, in which it finds nothing"),
        "invalid": always(_EXAMPLES, "trees, path to text, in which it finds something"),
    },
)


def render(rule: Rule, scopes: tuple[str, ...], least_lines: int = 0) -> str:
    """What it counts, why, what to do, where syntax cannot tell, and examples of both kinds."""
    lines = [f"# {rule.id}", "", f"**Because** {rule.because}.", "", f"**Instead** {rule.advice}.", ""]
    longer = f" what is longer than {least_lines} lines" if least_lines else ""
    lines.append(f"Counts{longer} in {' and '.join(scopes)} code; phase {rule.phase}; family {rule.family or 'none'}.")
    if rule.caveats:
        lines += ["", "## Where syntax cannot tell", "", rule.caveats.strip()]
    lines += ["", "## Counts", "", *_examples(rule.invalid), "## Does not count", "", *_examples(rule.valid)]
    page = "\n".join(lines).rstrip().expandtabs(4)
    return "\n".join(inert(line) for line in page.split("\n")) + "\n"


def dressed(page: str, paint: Paint) -> str:
    """The page for a terminal: without the marks of Markdown, and paragraphs that any width can fold."""
    if not paint.terminal:
        return page
    paragraphs = (part if part.startswith(" ") else part.replace("\n", " ") for part in page.split("\n\n"))
    return "\n\n".join(_dressed(part, paint) for part in paragraphs).rstrip("\n") + "\n"


def _dressed(part: str, paint: Paint) -> str:
    if heading := _HEADING.fullmatch(part):
        return paint.bold(heading[1])
    if label := _LABEL.fullmatch(part):
        return paint.dim(f"{label[1]}{label[2] or ''}")
    return part if part.startswith(" ") else _WORD.sub(lambda word: paint.bold(f"{word[1]}:"), part)


def _examples(examples: tuple[Example, ...]) -> Iterator[str]:
    for example in examples:
        for path, text in example.files:
            if path.endswith("Cargo.toml"):
                continue
            many = f"  (×{example.count})" if example.count and example.count > 1 else ""
            shown = re.sub(r"\n{6,}", lambda gap: f"\n… {len(gap.group()) - 1} empty lines …\n", text)
            shown = shown if len(shown) < 400 else shown[:200].rstrip() + "\n…"
            yield from (f"`{path}`{many}", "", *(f"    {line}".rstrip() for line in shown.rstrip("\n").split("\n")), "")


def render_json(rule: Rule, scopes: tuple[str, ...]) -> str:
    """The same as data."""
    return dumps(
        {
            "schema": "ratchet/rule/1",
            "rule": rule.id,
            "because": rule.because,
            "advice": rule.advice,
            "family": rule.family or None,
            "kind": rule.verb,
            "phase": rule.phase,
            "scopes": list(scopes),
            "caveats": rule.caveats or None,
            "meaning": rule.spec.meaning,
            "path": rule.place.path,
            "valid": [dict(example.files) for example in rule.valid],
            "invalid": [dict(example.files) for example in rule.invalid],
        }
    )
