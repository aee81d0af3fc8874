"""Small Rust trees in which every file has one site, and the scope that each site gets."""

from __future__ import annotations

from collections.abc import Mapping

from ratchet.acts.bench import Bench
from ratchet.acts.measuring import measure
from ratchet.acts.policies import Library, read_rules
from ratchet.model.measured import Measured
from ratchet.model.snapshot import DictSnapshot
from tests.counting import CARGO, measured

__all__ = ["lines", "orphans", "package", "scopes"]

_SITE = "\npub fn site() { x().unwrap(); }\n"
_RULE = "rust/unwrap"


def package(more: str = "", edition: str = "2024") -> str:
    """A manifest; `more` goes on in the table of the package."""
    return f'[package]\nname = "c"\nversion = "0.0.0"\nedition = "{edition}"\n{more}'


def _measured(files: Mapping[str, str]) -> Measured:
    if "ratchet.toml" not in files:
        return measured(files)
    snapshot = DictSnapshot({"Cargo.toml": CARGO, **files})
    return measure(snapshot, read_rules(snapshot, Library()), Bench(), lambda _: True)


def _with_sites(files: Mapping[str, str]) -> dict[str, str]:
    return {path: text + _SITE if path.endswith(".rs") else text for path, text in files.items()}


def scopes(files: Mapping[str, str]) -> dict[str, str]:
    """The scope of the site that is added to the end of every file; none where a file is no code."""
    found = _measured(_with_sites(files))
    every = (*found.findings, *found.outside)
    return {each.path: each.scope.value for each in sorted(every, key=lambda each: each.order) if each.rule == _RULE}


def orphans(files: Mapping[str, str]) -> tuple[str, ...]:
    """The files that no crate root reaches."""
    return _measured(_with_sites(files)).inspection.orphans


def lines(source: str, config: str = "") -> dict[int, str]:
    """The scope of each line of one library file that has an unwrap."""
    found = _measured({"src/lib.rs": source, **({"ratchet.toml": config} if config else {})})
    every = (*found.findings, *found.outside)
    return {
        each.span.line: each.scope.value for each in sorted(every, key=lambda each: each.order) if each.rule == _RULE
    }
