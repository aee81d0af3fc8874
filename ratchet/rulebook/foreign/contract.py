"""One contract of import-linter, and what every rule made from it shares."""

from __future__ import annotations

from collections.abc import Mapping

from ratchet.model.value import frozen
from ratchet.rulebook.foreign.options import Section
from ratchet.rulebook.foreign.project import Project
from ratchet.rulebook.foreign.translation import Draft, Spec, one_line, short

__all__ = ["Contract", "captured"]


@frozen
class Contract:
    """One contract, the project that it is about, and what it is called."""

    section: Section
    project: Project
    name: str

    def draft(
        self, verb: str, spec: Mapping[str, object], advice: str, more: str = "", remarks: tuple[str, ...] = ()
    ) -> Draft:
        """A rule of this contract; `more` tells it from the others."""
        known = self.section.name.rpartition(":")[2]
        name = f"{self.name if known.isdigit() else known} {more}".strip()
        said = one_line(self.section.text("broken_contract_guidance")) or advice
        full = {key: value for key, value in self._shared(spec).items() if value not in ({}, [], False)}
        sentence: Spec = full
        if full.keys() == {"from", "to"} and all(isinstance(side, str) for side in full.values()):
            sentence = f"{full['from']} -> {full['to']}"
        return Draft(name, one_line(self.name), said, verb, sentence, self.section.place, remarks=remarks)

    def _shared(self, spec: Mapping[str, object]) -> dict[str, object]:
        excepted = [*_listed(spec.get("except")), *self._ignored()]
        return {**spec, "edges": self.project.edges, "except": excepted}

    def _ignored(self) -> list[dict[str, object]]:
        """Imports that the contract ignores; of very many, those of one module together."""
        found: dict[tuple[str, ...], list[list[str]]] = {}
        for line in self.section.texts("ignore_imports"):
            importer, _, imported = (part.strip() for part in line.partition("->"))
            found.setdefault(tuple(self.project.exactly(importer)), []).append(self.project.exactly(imported))
        why = f"ignored in {self.project.path}"
        together = sum(map(len, found.values())) > 300
        return [
            {"from": short(source), "to": short(target), "why": why}
            for source, targets in found.items()
            for target in (_together(targets) if together else targets)
        ]


def _listed(value: object) -> list[object]:
    return list(value) if isinstance(value, list) else []


def _together(targets: list[list[str]]) -> list[list[str]]:
    plain = [each[0] for each in targets if len(each) == 1]
    return [*([plain] if plain else []), *(each for each in targets if len(each) > 1)]


def captured(project: Project, expression: str) -> str:
    """The expression with a capture for each wildcard, so that what they stand for is told apart."""
    parts = iter("abcdefghijklmnopqrstuvwxyz")
    return ".".join(f"{{{next(parts)}}}" if part == "*" else part for part in project.selector(expression).split("."))
