"""What is in force in a repository, counted: config, rules, languages, graphs, baselines, cache."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ratchet.acts.graphing import read_graph
from ratchet.acts.world import World, commit_of
from ratchet.graphs.catalogue import catalogue
from ratchet.model.globs import matcher
from ratchet.model.policy import Policy
from ratchet.model.snapshot import Snapshot, Unreadable
from ratchet.repo.git import head_commit
from ratchet.repo.machine import installed, shortened
from ratchet.syntax.grammars import about_grammar

__all__ = ["baselines", "cache", "candidates", "graphs", "languages", "rules", "settings"]

_LEDGER = ("files.toml", "units.toml", "rules.toml", "waivers.toml")
_NONE = "none"


def settings(policy: Policy) -> Iterator[tuple[str, str]]:
    """The config, as far as it decides what is looked at."""
    config = policy.config
    yield "file", config.path or "none: the shipped packs, as ratchet count takes them"
    yield "packs", "all" if config.packs is None else ", ".join(config.packs) or _NONE
    yield "own rules", f"{config.rules}/"
    yield "exclude", ", ".join(config.exclude) or _NONE
    yield "largest file", f"{config.max_file_bytes:,} bytes"
    yield "goals", str(len(config.goals))


def rules(policy: Policy) -> Iterator[tuple[str, str]]:
    """How many rules are in force, pack by pack, and how many of them may block."""
    phases: dict[str, Counter[str]] = {}
    for name, rule in policy.rulebook.rules.items():
        phases.setdefault(name.partition("/")[0], Counter())[rule.phase] += 1
    for pack, counts in sorted(phases.items()):
        yield pack, f"{counts.total()}: " + ", ".join(f"{n} {phase}" for phase, n in sorted(counts.items()))
    verbs = Counter(rule.verb for rule in policy.rulebook.rules.values())
    yield "by verb", ", ".join(f"{n} {verb}" for verb, n in sorted(verbs.items())) or _NONE


def candidates(policy: Policy, tree: Snapshot) -> Counter[str]:
    """How many files of each language there are that are not excluded."""
    is_excluded = matcher(policy.config.exclude)
    endings = {suffix: name for name, language in policy.languages.items() for suffix in language.suffixes}
    ends = tuple(endings)
    found = (path for path in tree.paths() if path.endswith(ends) and not is_excluded(path))
    return Counter(next(name for end, name in endings.items() if path.endswith(end)) for path in found)


def languages(policy: Policy, tree: Snapshot) -> Iterator[tuple[str, str]]:
    """Each language with its files and the grammar that reads them."""
    files = candidates(policy, tree)
    for name, language in sorted(policy.languages.items()):
        wheel, interface = about_grammar(language)
        yield name, f"{files[name]:,} files; {wheel} {installed(wheel)}, ABI {interface}"


def graphs(world: World, policy: Policy, tree: Snapshot) -> Iterator[tuple[str, str]]:
    """Each graph with its size, where a rule asks for it."""
    asking = Counter(need for rule in policy.rulebook.rules.values() for need in rule.spec.needs)
    for name in catalogue():
        if not asking[name]:
            yield name, "not read: no rule asks for it"
            continue
        graph = read_graph(tree, policy, (name,), world.bench)
        own = sum(1 for node in graph.nodes.values() if node.own)
        yield (
            name,
            (
                f"{len(graph.files):,} files, {own:,} own nodes of {len(graph.nodes):,}, {len(graph.edges):,} edges,"
                f" {len(graph.unresolved):,} unresolved; asked for by {asking[name]} rules"
            ),
        )


def baselines(world: World, policy: Policy, tree: Snapshot) -> Iterator[tuple[str, str]]:
    """The ledger: how much it allows, and whether it is as it was committed."""
    baseline, directory = policy.baseline, policy.config.baselines
    if baseline is None:
        yield directory + "/", "none yet: ratchet init"
        return
    allowed = sum(sum(entry.values()) for entry in baseline.budgets.values())
    yield "allowed", f"{allowed:,} sites in {len(baseline.files):,} files and {len(baseline.units):,} other units"
    yield "adopted", f"{len(baseline.meanings):,} of {len(policy.rulebook.rules):,} rules"
    over = sum(1 for waiver in policy.waivers if waiver.expired(world.bench.today))
    soon = sum(1 for waiver in policy.waivers if waiver.expires_soon(world.bench.today))
    yield "waivers", f"{len(policy.waivers):,}, {over:,} expired, {soon:,} about to"
    for name in _LEDGER:
        yield f"{directory}/{name}", _state(world, policy, tree, f"{directory}/{name}")


def _state(world: World, policy: Policy, tree: Snapshot, path: str) -> str:
    """A file of the ledger against the last commit."""
    head = head_commit(world.git)
    committed = _blob(commit_of(world, head, head, policy.config.max_file_bytes), path) if head else ""
    here = _blob(tree, path)
    if here == committed:
        return "as committed" if here else "none"
    return "not committed yet" if not committed else "changed since the last commit" if here else "deleted"


def _blob(tree: Snapshot, path: str) -> str:
    try:
        return tree.blob(path) if path in tree.paths() else ""
    except Unreadable as problem:
        return problem.reason


def cache(world: World) -> Iterator[tuple[str, str]]:
    """What is kept from run to run."""
    store = world.bench.store
    if store is None:
        yield "facts", "off"
        return
    state = store.state()
    yield (
        "facts",
        f"{state.entries:,} entries, {state.bytes:,} of {store.most_bytes:,} bytes in {shortened(state.path)}",
    )
    if state.problem:
        yield "unused", shortened(state.problem)
