"""Bans and sources of cargo-deny, from `deny.toml`, into rules."""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from collections.abc import Callable, Iterator, Mapping
from typing import cast

from ratchet.model.errors import Mistake, Place
from ratchet.model.value import frozen
from ratchet.rulebook.foreign.translation import Draft, Translation, Tree, one_line
from ratchet.rulebook.toml_reader import read_toml

__all__ = ["translate"]

_PHASES = {"deny": "", "warn": "warn"}
_UNKNOWN = {
    ("advisories",): "the database of advisories is not read: no rule of ours asks the network",
    ("licenses",): "the licences of packages are not in manifests and lockfiles; `missing-licence` looks at your own",
    ("bans", "allow"): "it bans all that it does not list; write what you mean as `only`",
    ("bans", "features"): "which features a package has on is not a number of a unit",
    ("bans", "skip-tree"): "what is below a package is not one unit; name each under `except`",
    ("bans", "build"): "what build scripts contain is not read",
    ("bans", "workspace-dependencies"): "how members write their dependencies is not read",
}
Lookup = Callable[[tuple[str | int, ...]], Place]


@frozen
class _Deny:
    """The settings, where each stands, and the edges that they mean."""

    path: str
    data: Mapping[str, object]
    place: Lookup

    def table(self, name: str) -> Mapping[str, object]:
        """One of its tables."""
        found = self.data.get(name)
        return found if isinstance(found, dict) else {}

    @property
    def edges(self) -> dict[str, object]:
        """All kinds of dependencies, with the features that are on by default."""
        graph = self.table("graph")
        kinds = ["normal", "build"] if graph.get("exclude-dev") else ["normal", "build", "dev"]
        targets = graph.get("targets")
        one = targets[0] if isinstance(targets, list) and len(targets) == 1 else None
        triple = {"target": str(one.get("triple") if isinstance(one, dict) else one)} if one else {}
        return {"kinds": kinds, **({} if graph.get("all-features") else {"features": "default"}), **triple}


def translate(path: str, text: bytes, _tree: Tree) -> Translation:
    """The rules that mean what the bans mean."""
    from ratchet.syntax.toml_places import toml_places

    lookup = toml_places(text.removeprefix(BOM_UTF8))
    deny = _Deny(path, read_toml(path, text), lambda steps: Place(path, lookup(steps)[0]))
    left = [
        Mistake(f"`{'.'.join(steps)}`: {why}", deny.place(steps))
        for steps, why in _UNKNOWN.items()
        if (deny.table(steps[0]).get(steps[1]) if len(steps) > 1 else deny.data.get(steps[0]))
    ]
    drafts: list[Draft] = []
    for each in (*_versions(deny), *_wildcards(deny), *_banned(deny), *_sources(deny)):
        if isinstance(each, Mistake):
            left.append(each)
        else:
            drafts.append(each)
    return Translation(tuple(drafts), tuple(sorted(left, key=lambda mistake: mistake.place or Place(path))))


def _versions(deny: _Deny) -> Iterator[Draft]:
    bans = deny.table("bans")
    wanted = bans.get("multiple-versions")
    if wanted not in _PHASES:
        return
    skipped = [_crate(each) for each in cast("list[object]", bans.get("skip", []))]
    excepted = [{"for": f"ext:{name}", "why": why or f"skipped in {deny.path}"} for name, _, why in skipped]
    spec = {"for": "ext:*", "of": "versions", "at_most": 1, **({"except": excepted} if excepted else {})}
    because = "two versions of a package are built, shipped and patched twice"
    advice = "cargo update, or raise the requirement of whoever holds the old one"
    place = deny.place(("bans", "multiple-versions"))
    yield Draft("one version", because, advice, "limit", spec, place, _PHASES[str(wanted)])


def _wildcards(deny: _Deny) -> Iterator[Draft]:
    wanted = deny.table("bans").get("wildcards")
    if wanted in _PHASES:
        spec = {"for": "crate:*", "of": "wildcard-versions", "at_most": 0}
        because, advice = "a version with a * is any version", "ask for the version that you build with"
        place = deny.place(("bans", "wildcards"))
        yield Draft("no wildcard versions", because, advice, "limit", spec, place, _PHASES[str(wanted)])


def _banned(deny: _Deny) -> Iterator[Draft | Mistake]:
    for at, entry in enumerate(cast("list[object]", deny.table("bans").get("deny", []))):
        name, version, why = _crate(entry)
        place = deny.place(("bans", "deny", at))
        if version:
            message = f"the ban of {name} {version}: a rule speaks of all versions of a package"
            yield Mistake(message, place, "raise the version in Cargo.lock, or ban it whole")
            continue
        wrappers = entry.get("wrappers") if isinstance(entry, dict) else None
        excepted = [
            {"from": [f"crate:{each}", f"ext:{each}"], "to": f"ext:{name}", "why": f"a wrapper, by {deny.path}"}
            for each in (wrappers if isinstance(wrappers, list) else [])
        ]
        spec: dict[str, object] = {"from": "crate:*", "to": f"ext:{name}", "edges": deny.edges}
        because = why or f"{name} is banned in {deny.path}"
        advice = f"use what takes the place of {name}; ratchet explain shows who brings it"
        yield Draft(f"no {name}", because, advice, "deny", spec | ({"except": excepted} if excepted else {}), place)


def _sources(deny: _Deny) -> Iterator[Draft | Mistake]:
    sources = deny.table("sources")
    keys = [key for key in ("unknown-registry", "unknown-git") if sources.get(key) in _PHASES]
    if not keys:
        return
    place = deny.place(("sources", keys[0]))
    allowed = [key for key in ("allow-git", "allow-org") if sources.get(key)]
    registries = sources.get("allow-registry")
    if allowed or (isinstance(registries, list) and len(registries) > 1):
        yield Mistake(
            "`sources`: a rule knows the default registry and no other place", place, "write the exceptions by crate"
        )
        return
    spec = {"for": "crate:*", "of": "foreign-sources", "at_most": 0}
    because = "what comes from elsewhere than the registry can change or vanish"
    remarks = ("what your own crates ask for; what packages ask for is the registry's to refuse",)
    phase = _PHASES[str(sources[keys[0]])]
    yield Draft("known sources", because, "depend on a release", "limit", spec, place, phase, remarks)


def _crate(entry: object) -> tuple[str, str, str]:
    """The name of a package, the versions that are meant, and why."""
    table: Mapping[str, object] = entry if isinstance(entry, dict) else {"crate": entry}
    named = str(table.get("crate") or table.get("name") or "")
    hit = re.fullmatch(r"([\w-]+)\s*[:@]?\s*(.*)", named)
    name, version = (hit[1], hit[2]) if hit else (named, "")
    version = version or str(table.get("version", ""))
    return name, "" if version == "*" else version, one_line(str(table.get("reason", "")))
