"""What `ratchet.toml` says."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from ratchet.model.rule import Phase
from ratchet.model.value import field, frozen

__all__ = ["Config", "Goal"]


@frozen
class Goal:
    """Where a rule's total should be, and by when."""

    to: int
    by: date


@frozen
class Config:
    """The settings of one repository; `path` is the file they came from, empty for the defaults."""

    path: str = ""
    packs: tuple[str, ...] | None = None
    rules: str = "rules"
    baselines: str = "baselines"
    exclude: tuple[str, ...] = ()
    phases: Mapping[str, Phase] = field(default_factory=dict)
    goals: Mapping[str, Goal] = field(default_factory=dict)
    test_attributes: tuple[str, ...] = ()
    test_macros: tuple[str, ...] = ()
    dev_crates: tuple[str, ...] = ()
    max_file_bytes: int = 10_000_000
    swap: str = "show"
    groups: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
