"""Which files can change what a run says: known once it has read the policies and the files."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from ratchet.acts.world import World
from ratchet.kinds.speaking import looks_at_paths
from ratchet.model.facts import FileFacts
from ratchet.model.language import MANIFESTS
from ratchet.quick.answers import Relevance

__all__ = ["relevance_of"]

_CONFIGS = ("ratchet.toml", "pyproject.toml")


def relevance_of(world: World) -> Relevance | None:
    """The files that the policies of a run speak of; None where that may be any file."""
    policies = tuple(world.library.policies.values())
    rules = [rule for policy in policies for rule in policy.rulebook.rules.values()]
    if any(rule.spec.needs or looks_at_paths(rule.spec) for rule in rules):
        return None
    endings = {ending for policy in policies for each in policy.languages.values() for ending in each.suffixes}
    guesses = {link.name for each in _facts(world) for link in each.links if link.how == "guess"}
    shared = world.bench.shared
    if shared.unsure or not all(name.endswith(tuple(endings)) for name in guesses if name):
        return None
    manifests = {path.rpartition("/")[2] for path in shared.manifests}
    linked = _linked(world, tuple(endings))
    names = {*chain.from_iterable(MANIFESTS.values()), *linked, *shared.named, *manifests}
    directories = {place.strip("/") for policy in policies for place in (policy.config.rules, policy.config.baselines)}
    return Relevance(tuple(endings), names, (*_CONFIGS, *(f"{place}/" for place in directories)))


def _linked(world: World, endings: tuple[str, ...]) -> set[str]:
    """The names of files that code or manifests take for code though their endings do not tell."""
    linked = (path for each in _facts(world) for link in each.links if link.how != "data" for path in link.paths)
    paths = (*linked, *world.bench.shared.roots)
    return {path.replace("\\", "/").rpartition("/")[2] for path in paths if not path.endswith(endings)}


def _facts(world: World) -> Iterator[FileFacts]:
    return (each for each in world.bench.facts.values() if isinstance(each, FileFacts))
