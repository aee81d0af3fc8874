"""Counting in a dict of files with the shipped rules, as the command line would."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache

from ratchet.acts.bench import Bench
from ratchet.acts.measuring import measure
from ratchet.model.config import Config
from ratchet.model.measured import Measured
from ratchet.model.policy import Policy
from ratchet.model.snapshot import DictSnapshot
from ratchet.repo.packs import shipped_files
from ratchet.rulebook.book import build_rulebook

__all__ = ["CARGO", "count", "measured", "shipped_policy"]

CARGO = '[package]\nname = "c"\nversion = "0.0.0"\nedition = "2024"\n'


@cache
def shipped_policy() -> Policy:
    """All shipped rules, with no config."""
    rulebook, languages = build_rulebook(Config(), shipped_files(), {})
    return Policy(Config(), rulebook, languages)


@cache
def _bench() -> Bench:
    return Bench()


def measured(files: Mapping[str, str | bytes]) -> Measured:
    """Everything that is found in some files; one of the name of a package is added where none is."""
    tree = files if any(path.endswith("Cargo.toml") for path in files) else {"Cargo.toml": CARGO, **files}
    return measure(DictSnapshot(tree), shipped_policy(), _bench(), lambda _: True)


def count(source: str | bytes, path: str = "src/lib.rs") -> Counter[str]:
    """The production sites of one file, by rule."""
    return Counter(finding.rule for finding in measured({path: source}).findings)
