"""A snapshot → the policy it states."""

from __future__ import annotations

import hashlib

from ratchet.model.config import Config
from ratchet.model.errors import Place, RatchetError
from ratchet.model.language import Language
from ratchet.model.policy import Policy
from ratchet.model.snapshot import Snapshot, Unreadable, blob_id
from ratchet.model.value import field, mutable, replace
from ratchet.model.version import __version__
from ratchet.repo.ledger import read_baseline, read_waivers
from ratchet.repo.packs import shipped_files
from ratchet.repo.strict_toml import read_text
from ratchet.rulebook.book import build_rulebook
from ratchet.rulebook.config import read_config

__all__ = ["Library", "known_packs", "read_policy", "read_rules", "read_settings", "rule_files"]

_LEDGER = ("files.toml", "rules.toml", "units.toml", "waivers.toml")


@mutable
class Library:
    """Policies that were read in this run, by the blobs they were read from."""

    policies: dict[str, Policy] = field(default_factory=dict)


def known_packs() -> tuple[str, ...]:
    """The names of the shipped packs."""
    return tuple(sorted({path.partition("/")[0] for path in shipped_files()}))


def read_settings(snapshot: Snapshot) -> Config:
    """The config that a snapshot states."""
    try:
        return read_config(snapshot, known_packs())
    except Unreadable as problem:
        raise RatchetError(
            f"the config cannot be read: {problem.reason}", Place("ratchet.toml"), problem.hint
        ) from problem


def read_rules(snapshot: Snapshot, library: Library) -> Policy:
    """Config, rules and languages as a snapshot states them; equal files are read once."""
    config = read_settings(snapshot)
    own = rule_files(snapshot, config)
    digest = _digest(snapshot, [config.path, *own])
    if digest not in library.policies:
        local = {path: _read_rule(snapshot, path) for path in own}
        rulebook, languages = build_rulebook(config, shipped_files(), local)
        configured = {name: _configured(language, config) for name, language in languages.items()}
        library.policies[digest] = Policy(config, rulebook, configured, digest=digest)
    return library.policies[digest]


def read_policy(snapshot: Snapshot, library: Library) -> Policy:
    """The rules with the budgets and waivers that go with them."""
    policy = read_rules(snapshot, library)
    directory = policy.config.baselines
    ledger = _digest(snapshot, [f"{directory}/{name}" for name in _LEDGER])
    digest = "sha256:" + hashlib.sha256(f"{policy.digest} {ledger}".encode()).hexdigest()
    if digest not in library.policies:
        baseline, waivers = read_baseline(snapshot, directory), read_waivers(snapshot, directory)
        library.policies[digest] = replace(policy, baseline=baseline, waivers=waivers, digest=digest)
    return library.policies[digest]


def _read_rule(snapshot: Snapshot, path: str) -> bytes:
    try:
        return snapshot.read(path)
    except Unreadable as problem:
        raise RatchetError(f"the rule cannot be read: {problem.reason}", Place(path), problem.hint) from problem


def _identity(snapshot: Snapshot, path: str) -> str:
    """The content of a file, by name; a ledger may be larger than any source file may be."""
    try:
        return snapshot.blob(path)
    except Unreadable:
        return blob_id(read_text(snapshot, path))


def rule_files(snapshot: Snapshot, config: Config) -> list[str]:
    """The files of the repository's own rules."""
    if not config.path:
        return []  # without a config, a directory named `rules` is somebody else's
    prefix = f"{config.rules.strip('/')}/"
    return [path for path in snapshot.paths() if path.startswith(prefix) and path.endswith((".yaml", ".yml"))]


def _configured(language: Language, config: Config) -> Language:
    return replace(
        language,
        test_attributes=(*language.test_attributes, *config.test_attributes),
        test_macros=(*language.test_macros, *config.test_macros),
        dev_crates=config.dev_crates,
    )


def _digest(snapshot: Snapshot, paths: list[str]) -> str:
    """A hash of every file that states policy, and of the release that reads it."""
    known = set(snapshot.paths())
    lines = [f"{_identity(snapshot, path)} {path}" for path in paths if path in known]
    return "sha256:" + hashlib.sha256("\n".join([__version__, *lines]).encode("utf-8", "surrogateescape")).hexdigest()
