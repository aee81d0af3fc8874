"""What the rules that a file of settings becomes find in a dict of files."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from ratchet.acts.bench import Bench
from ratchet.acts.graphing import read_graph
from ratchet.kinds.catalogue import catalogue
from ratchet.model.errors import Mistake, RatchetError
from ratchet.model.evidence import Evidence, Remark
from ratchet.model.globs import matcher
from ratchet.model.snapshot import DictSnapshot
from ratchet.rulebook.foreign.tools import translated
from ratchet.rulebook.foreign.translation import Translation, Tree
from ratchet.rulebook.foreign.writing import names, pages
from ratchet.rulebook.rules import Known, read_rules
from tests.counting import shipped_policy

__all__ = ["found", "left", "refused", "text", "translate"]

Files = Mapping[str, str]
_GRAPHS = {"importlinter": "python", "tach": "python", "dependency-cruiser": "typescript", "cargo-deny": "cargo"}


def translate(files: Files, path: str) -> tuple[str, Translation]:
    """The tool, and what its file becomes."""
    tree = DictSnapshot(files)
    return translated(path, tree.read(path), Tree(tree.paths(), matcher(["**/tests/**"]), tree.read))


def text(files: Files, path: str) -> str:
    """The rules as they are written."""
    _, translation = translate(files, path)
    (page,) = pages(translation, names(translation.drafts, "arch", ()), path)
    return page


def left(files: Files, path: str) -> list[str]:
    """What could not be said, with its place."""
    return [f"{each.place}: {each.message}" for each in translate(files, path)[1].left]


def refused(files: Files, path: str) -> tuple[Mistake, ...]:
    """Why nothing could be translated."""
    try:
        translate(files, path)
    except RatchetError as error:
        return error.mistakes
    raise AssertionError("it was translated")


def found(files: Files, path: str) -> dict[str, list[str]]:
    """The findings of the rules by why they are, once they have been written and read again."""
    tool, _ = translate(files, path)
    rules = read_rules("rules/arch/x.yaml", text(files, path).encode(), Known({}))
    graph = read_graph(DictSnapshot(files), shipped_policy(), [_GRAPHS[tool]], Bench())
    seen = Evidence(graph=graph, paths=tuple(sorted(files)), today=date(2026, 11, 16))
    told: dict[str, list[str]] = {}
    for rule in rules:
        for each in catalogue()[rule.verb].measure(rule, rule.spec, seen):
            assert not isinstance(each, Remark) or not each.grave, each
            if not isinstance(each, Remark):
                told.setdefault(rule.because, []).append(each.finding.text)
        told.setdefault(rule.because, [])
    return told
