"""What the kinds measure: every file of a snapshot with its facts and its role."""

from __future__ import annotations

from dataclasses import dataclass

from ratchet.model.facts import FileFacts
from ratchet.model.finding import Finding
from ratchet.model.scope import Role

__all__ = ["Evidence", "FileEvidence", "Sighting"]


@dataclass(frozen=True, slots=True)
class FileEvidence:
    """One source file as its language sees it; `module` is the prefix of its symbols."""

    path: str
    language: str
    separator: str
    module: str
    facts: FileFacts
    role: Role


@dataclass(frozen=True, slots=True)
class Evidence:
    """The files of a snapshot, in the order of their paths."""

    files: tuple[FileEvidence, ...] = ()


@dataclass(frozen=True, slots=True)
class Sighting:
    """A finding, whether its rule counts it, and whether an inline comment allows it."""

    finding: Finding
    counted: bool
    allowed: bool
