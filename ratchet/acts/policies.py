"""A snapshot → the policy it states."""

from __future__ import annotations

from collections.abc import Mapping

from ratchet.acts.keeping_policies import Ledger, ledger_bytes, ledger_of, policy_bytes, policy_of
from ratchet.model.config import Config
from ratchet.model.digests import sha256
from ratchet.model.errors import Mistake, Place, RatchetError
from ratchet.model.language import Language
from ratchet.model.policy import Policy
from ratchet.model.rule import Rulebook
from ratchet.model.snapshot import Snapshot, Unreadable, blob_id
from ratchet.model.value import field, mutable, replace
from ratchet.model.version import __version__
from ratchet.repo.engine import engine, reader
from ratchet.repo.ledger_places import foreign, inside
from ratchet.repo.store import Store

__all__ = [
    "SETTINGS",
    "Library",
    "grammar_names",
    "known_packs",
    "read_policy",
    "read_rules",
    "read_settings",
    "rule_files",
]

SETTINGS = ("ratchet.toml", "pyproject.toml")
_LEDGER = ("files.toml", "rules.toml", "units.toml", "waivers.toml")


@mutable
class Library:
    """Policies that were read in this run, by the blobs they were read from; `store` has those of earlier runs.

    `proofs` are what was found wrong with the examples of rules, by the content of the rule.

    Only what was read without a mistake is kept, so that a mistake is told in every run.
    """

    policies: dict[str, Policy] = field(default_factory=dict)
    configs: dict[str, Config] = field(default_factory=dict)
    store: Store | None = None
    unkept: list[tuple[str, str, bytes]] = field(default_factory=list)
    proofs: dict[str, tuple[Mistake, ...]] = field(default_factory=dict)

    def keep_in(self, store: Store | None) -> None:
        """Take a store, if there is any, and let it have what was read before that was known."""
        self.store, waiting, self.unkept = store, self.unkept, []
        for what, digest, value in waiting if store else ():
            self.keep(what, digest, value)

    def recall(self, what: str, *digests: str) -> Mapping[str, bytes]:
        """What earlier runs kept, by digest."""
        return self.store.get(f"{what} {reader()}", digests) if self.store else {}

    def keep(self, what: str, digest: str, value: bytes | None) -> None:
        """Remember for later runs."""
        if value is None:
            return
        if self.store:
            self.store.put(f"{what} {reader()}", {digest: value})
        else:
            self.unkept.append((what, digest, value))


def known_packs() -> tuple[str, ...]:
    """The names of the shipped packs."""
    from ratchet.repo.packs import shipped_files

    return tuple(sorted({path.partition("/")[0] for path in shipped_files()}))


def read_settings(snapshot: Snapshot, library: Library | None = None) -> Config:
    """The config that a snapshot states."""
    digest = _settings_digest(snapshot)
    if not digest or library is None:
        return _read_settings(snapshot)
    if digest not in library.configs:
        kept = library.recall("config", digest).get(digest)
        config = policy_of(kept) if kept else None
        if not isinstance(config, Config):
            config = _read_settings(snapshot)
            library.keep("config", digest, policy_bytes(config))
        library.configs[digest] = config
    return library.configs[digest]


def _settings_digest(snapshot: Snapshot) -> str:
    """The files that may hold the config; empty where one cannot be read, which reading tells better."""
    known = snapshot.paths()
    try:
        blobs = [f"{snapshot.blob(path)} {path}" for path in SETTINGS if path in known]
    except Unreadable:
        return ""
    return " ".join([str(snapshot.limit), *blobs])


def _read_settings(snapshot: Snapshot) -> Config:
    from ratchet.rulebook.config import read_config

    try:
        return read_config(snapshot, known_packs())
    except Unreadable as problem:
        raise RatchetError(
            f"the config cannot be read: {problem.reason}", Place("ratchet.toml"), problem.hint
        ) from problem


def read_rules(snapshot: Snapshot, library: Library) -> Policy:
    """Config, rules and languages as a snapshot states them; equal files are read once."""
    config = read_settings(snapshot, library)
    own = rule_files(snapshot, config)
    digest = _digest(snapshot, [config.path, *own])
    if digest not in library.policies:
        name = f"{digest} {snapshot.limit}"
        kept = library.recall("rules", name).get(name)
        rules = _rules_of(kept) if kept else None
        if rules is None:
            rules = _build_rules(snapshot, config, own)
            library.keep("rules", name, _rules_bytes(*rules))
        library.policies[digest] = Policy(config, *rules, digest=digest)
    return library.policies[digest]


def _build_rules(snapshot: Snapshot, config: Config, own: list[str]) -> tuple[Rulebook, dict[str, Language]]:
    from ratchet.acts.trying import tried
    from ratchet.repo.packs import shipped_files
    from ratchet.rulebook.book import build_rulebook

    local = {path: _read_rule(snapshot, path) for path in own}
    rulebook, languages = build_rulebook(config, shipped_files(), local, tried)
    return rulebook, {name: _configured(language, config) for name, language in languages.items()}


def _rules_bytes(rulebook: Rulebook, languages: dict[str, Language]) -> bytes | None:
    """Queries were tried against the grammars that are installed now; another one may refuse them."""
    return policy_bytes((grammar_names(languages), rulebook, languages))


def _rules_of(kept: bytes) -> tuple[Rulebook, dict[str, Language]] | None:
    match policy_of(kept):
        case (grammars, Rulebook() as rulebook, dict() as languages):
            known = all(isinstance(each, Language) for each in languages.values())
            return (rulebook, languages) if known and grammars == grammar_names(languages) else None
    return None


def grammar_names(languages: Mapping[str, Language]) -> tuple[str, ...]:
    """Names for the grammars that are installed, with the code of ours that reads through them."""
    return tuple(engine("tree_sitter", each.grammar) for each in languages.values())


def read_policy(snapshot: Snapshot, library: Library) -> Policy:
    """The rules with the budgets and waivers that go with them."""
    policy = read_rules(snapshot, library)
    directory = policy.config.baselines
    ledger = _digest(snapshot, [f"{directory}/{name}" for name in _LEDGER])
    digest = "sha256:" + sha256(f"{policy.digest} {ledger}".encode()).hexdigest()
    if digest not in library.policies:
        baseline, waivers = _read_ledger(snapshot, directory, ledger, library)
        library.policies[digest] = replace(policy, baseline=baseline, waivers=waivers, digest=digest)
    return library.policies[digest]


def _read_ledger(snapshot: Snapshot, directory: str, digest: str, library: Library) -> Ledger:
    odd = foreign(snapshot, [inside(directory, name) for name in _LEDGER])  # a digest has only what is followed
    kept = None if odd else library.recall("ledger", digest).get(digest)
    ledger = ledger_of(kept) if kept else None
    if ledger is None:
        from ratchet.repo.ledger import read_baseline, read_waivers

        ledger = read_baseline(snapshot, directory), read_waivers(snapshot, directory)
        library.keep("ledger", digest, ledger_bytes(*ledger))
    return ledger


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
        from ratchet.repo.strict_toml import read_text

        return blob_id(read_text(snapshot, path))


def rule_files(snapshot: Snapshot, config: Config) -> list[str]:
    """The files of the repository's own rules; without a config only where one of them is a rule of ours."""
    prefix = f"{config.rules.strip('/')}/"
    files = [path for path in snapshot.paths() if path.startswith(prefix) and path.endswith((".yaml", ".yml"))]
    if config.path or not files:
        return files
    from ratchet.rulebook.own_rules import is_rule  # a repository with a config need not guess

    return files if any(is_rule(_content(snapshot, path)) for path in files) else []


def _content(snapshot: Snapshot, path: str) -> bytes:
    try:
        return snapshot.read(path)
    except Unreadable:
        return b""


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
    return "sha256:" + sha256("\n".join([__version__, *lines]).encode("utf-8", "surrogateescape")).hexdigest()
