"""A snapshot and what is asked of its languages → the evidence: every candidate file is read once and gets a role."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from functools import partial

from ratchet.acts.asking import ALL_OF_ALL, Asked, Variants, Wanted
from ratchet.acts.bench import Bench
from ratchet.acts.inspecting import candidates, in_sight, inspection_of
from ratchet.acts.learning import Learning
from ratchet.model.evidence import Evidence, FileEvidence
from ratchet.model.facts import FileFacts
from ratchet.model.globs import matcher
from ratchet.model.inspection import Inspection
from ratchet.model.scope import PackageScope, Role, Scope
from ratchet.model.snapshot import Snapshot, Unreadable
from ratchet.model.value import frozen, replace
from ratchet.syntax.scoping import Roles, scope_reader

__all__ = ["Gathered", "gather"]

_UNREAD = FileFacts()
_ASIDE = " by their paths"


@frozen
class Gathered:
    """The evidence of a snapshot, and the state of every candidate file; `blobs` name the contents that were read."""

    evidence: Evidence
    inspection: Inspection
    paths: frozenset[str]
    digest: str
    blobs: Mapping[str, str]
    packages: tuple[PackageScope, ...]


def gather(
    snapshot: Snapshot,
    asked: Mapping[str, Asked],
    exclude: Iterable[str],
    bench: Bench,
    wanted: Wanted = ALL_OF_ALL,
    proving: bool = False,
) -> Gathered:
    """Read every candidate file once; each ends in exactly one state. With `proving` each role tells what proves it."""
    reading = _Reading(snapshot, asked, bench, wanted, proving)
    is_excluded = matcher(exclude)
    known = candidates(snapshot.paths(), asked)
    excluded = [path for path in known if is_excluded(path)]
    unread = _without(known, excluded)
    reached: set[str] = set()
    reading.learnt.read(unread, partial(reading.put_aside, unread))
    while unread:
        with bench.stage("roles"):
            found = reading.give_roles(unread)
        reached |= found.keys()
        elsewhere = {path: name for path, name in found.items() if path not in known}
        known |= elsewhere
        excluded += [path for path in elsewhere if is_excluded(path)]
        unread = {path: name for path, name in elsewhere.items() if not is_excluded(path)}
        reading.learnt.read(unread)
    if misjudged := reading.misjudged():
        reading.learnt.read(misjudged)
    files, failed = tuple(reading.evidence()), tuple(sorted(reading.learnt.failed.values()))
    notices = [notice for notice in in_sight(snapshot, asked) if not is_excluded(notice.partition(": ")[0])]
    notices += reading.notices
    beyond = reached.intersection(excluded) | {file.path for file in files if file.role.data}
    inspection = inspection_of(files, tuple(sorted(excluded)), failed, tuple(notices))
    inspection = replace(inspection, beyond=tuple(sorted(beyond)))
    packages = tuple(sorted(reading.packages))
    return Gathered(Evidence(files), inspection, frozenset(known), reading.digest(), reading.blobs(), packages)


def _without(files: Mapping[str, str], excluded: Iterable[str]) -> dict[str, str]:
    left = dict(files)
    for path in excluded:
        del left[path]
    return left


class _Reading:
    """What is known of the files of a snapshot so far."""

    def __init__(
        self,
        snapshot: Snapshot,
        asked: Mapping[str, Asked],
        bench: Bench,
        wanted: Wanted,
        proving: bool,
    ) -> None:
        self.snapshot = snapshot
        self.asked = asked
        self.wanted = wanted
        self.variants = Variants(asked, wanted)
        bench.asked |= self.variants.by_name  # a worker knows what was known when it began
        self.aside: set[str] = set()
        self.proving = proving
        self.bench = bench
        self.learnt = Learning(asked, snapshot, bench, self._asked)
        self.roles: dict[str, Role] = {}
        self.sure: dict[str, Role] = {}
        self.notices: list[str] = []
        self.packages: set[PackageScope] = set()

    def _asked(self, path: str, name: str) -> Asked:
        """What is asked of a file: of one that its path puts aside only where it leads, unless its tests matter."""
        return self.variants.of(path, name, path in self.aside)

    def put_aside(self, wanted: Mapping[str, str]) -> None:
        """Note the files that are no production as far as their paths tell."""
        with self.bench.stage("roles"):
            for name, asked in self.asked.items():
                mine = (path for path, language in wanted.items() if language == name and not self.wanted.tests(path))
                files = dict.fromkeys(mine, _UNREAD)
                roles = self._roles(asked, files, _ASIDE) if asked.only_production and files else Roles({})
                self.aside |= {path for path, role in roles.by_path.items() if role.scope is not Scope.PRODUCTION}

    def misjudged(self) -> dict[str, str]:
        """The files that were put aside and are production all the same, with their languages."""
        found = {path for path in self.aside if path in self.roles and self.roles[path].scope is Scope.PRODUCTION}
        self.aside -= found
        languages = {path: name for name, files in self.learnt.facts.items() for path in files}
        return {path: languages[path] for path in sorted(found)}

    def give_roles(self, new: Mapping[str, str]) -> dict[str, str]:
        """Give every file its role; back come the files elsewhere that turned out to be code, and their languages.

        Where those that are `new` lead nowhere, no other file has another role because of them.
        """
        there = {path: facts for path, name in new.items() if (facts := self.learnt.facts[name].get(path))}
        if self.sure.keys() >= there.keys() and not any(facts.links for facts in there.values()):
            self.roles |= {path: self.sure[path] for path in there}
            return {}
        elsewhere: dict[str, str] = {}
        self.notices.clear()
        for name, asked in self.asked.items():
            roles = self._roles(asked, self.learnt.facts[name])
            self.roles |= roles.by_path
            self.sure |= roles.sure
            elsewhere |= dict.fromkeys(roles.elsewhere, name)
            self.notices += roles.notices
            self.packages |= set(roles.packages)
        return elsewhere

    def _roles(self, asked: Asked, files: dict[str, FileFacts], about: str = "") -> Roles:
        paths, reader = self.snapshot.paths(), scope_reader(asked.language)

        def walk(noted: set[str]) -> Roles:
            def content(path: str) -> bytes:
                noted.add(path)
                return self._content(path)

            return reader.roles(files, content, paths, asked.language, self.proving)

        return self.bench.shared.roles((asked.name + about, self.proving), paths, files, self._name, walk)

    def _content(self, path: str) -> bytes:
        try:
            return self.snapshot.read(path)
        except Unreadable:
            return b""

    def _name(self, path: str) -> str:
        """The content of a file that is no source, by name; empty where it cannot be read."""
        try:
            return self.snapshot.blob(path)
        except Unreadable:
            return ""

    def evidence(self) -> list[FileEvidence]:
        """Every file that was read, by path."""
        files = []
        for name, asked in self.asked.items():
            language, module_path = (name, asked.language.separator), scope_reader(asked.language).module_path
            shared = self.bench.shared
            for path, facts in self.learnt.facts[name].items():
                file = shared.file(path, language, facts, self.roles[path])
                if file is None:
                    module = module_path(path) if facts.sites else ""
                    file = FileEvidence(path, *language, module, facts, self.roles[path])
                    shared.files[path] = file
                files.append(file)
        return sorted(files, key=lambda file: file.path)

    def blobs(self) -> dict[str, str]:
        """The names of the contents, by path."""
        return {path: blob for path, (_, blob) in self.learnt.keys.items()}

    def digest(self) -> str:
        """A name for the files as they were read: the same files have the same name, whatever line ends git writes."""
        names = self.blobs()
        for files in self.learnt.facts.values():
            names |= {path: facts.kept_as for path, facts in files.items() if facts.kept_as}
        names |= {path: failure.reason for path, failure in self.learnt.failed.items()}
        lines = (f"{name} {path}\n" for path, name in sorted(names.items()))
        return "sha256:" + hashlib.sha256("".join(lines).encode("utf-8", "surrogateescape")).hexdigest()
