"""Why a site counts or does not: the proof, step by step."""

from __future__ import annotations

import re

from ratchet.acts.bench import Bench
from ratchet.acts.explain_fitness import fitness_at
from ratchet.acts.finding import asked_by, look
from ratchet.acts.gathering import gather
from ratchet.acts.policies import Library, read_rules
from ratchet.kinds.counted import CountSpec
from ratchet.model.config import Config
from ratchet.model.errors import Place, RatchetError
from ratchet.model.evidence import Evidence, FileEvidence
from ratchet.model.facts import Region
from ratchet.model.policy import Policy
from ratchet.model.reports import Explanation, SiteProof
from ratchet.model.rule import Rulebook
from ratchet.model.scope import Scope
from ratchet.model.shape import nearest
from ratchet.model.snapshot import Snapshot
from ratchet.model.value import frozen
from ratchet.repo.git import Git
from ratchet.repo.places import Root, absolute, find_root, relative_to, root_snapshot
from ratchet.syntax.facts import read_regions
from ratchet.syntax.source import Lines, readable

__all__ = ["Subject", "explain_place", "find_subject"]


@frozen
class _Line:
    """A line of a file with what encloses it."""

    file: FileEvidence
    number: int
    text: str
    regions: tuple[Region, ...]


def explain_place(snapshot: Snapshot, policy: Policy, place: Place, bench: Bench) -> Explanation:
    """The scope of a line, and every site on it with its reasons."""
    if place.path not in snapshot.paths():
        hint = nearest(place.path, snapshot.paths()) or "give the path from the top of the repository"
        raise RatchetError(f"there is no file `{place.path}` here", hint=hint)
    fitness = fitness_at(snapshot, policy, place, bench)
    line = _line(snapshot, policy, place, bench)
    if line is None:
        if not fitness:
            raise RatchetError(
                f"{place.path} is not analysed: it is excluded, unreadable, or of a language no rule speaks of"
            )
        step = f"{place.path}: read for who depends on whom"
        return Explanation(place, _text(snapshot, place), "no code", (step,), fitness)
    steps = _steps(line)
    evidence = Evidence((line.file,))
    counts = Rulebook({id_: rule for id_, rule in policy.rulebook.rules.items() if isinstance(rule.spec, CountSpec)})
    here = (
        each
        for each in look(counts, evidence)[0]
        if each.finding.span.line <= line.number <= each.finding.span.end_line
    )
    proofs = tuple(SiteProof(each.finding, each.counted, each.allowed, steps) for each in here)
    return Explanation(place, line.text, _scope(line), steps, (*proofs, *fitness))


def _text(snapshot: Snapshot, place: Place) -> str:
    lines = snapshot.read(place.path).decode("utf-8", "replace").split("\n")
    return lines[place.line - 1].strip() if place.line <= len(lines) else ""


def _line(snapshot: Snapshot, policy: Policy, place: Place, bench: Bench) -> _Line | None:
    asked = asked_by(policy, snapshot)
    gathered = gather(snapshot, asked, policy.config.exclude, bench, proving=True)
    files = {file.path: file for file in gathered.evidence.files}
    if place.path not in files:
        return None
    file = files[place.path]
    content = readable(snapshot.read(place.path), file.language == "python")
    lines = content.removesuffix(b"\n").split(b"\n")
    if not 1 <= place.line <= len(lines):
        raise RatchetError(f"{place.path} has {len(lines)} lines, so there is no line {place.line}")
    regions = read_regions(bench.lens(asked[file.language]), content)
    where = Lines(content)
    around = (
        each for each in regions if where.line(each.start) <= place.line <= where.line(max(each.start, each.end - 1))
    )
    inner_first = sorted(around, key=lambda each: (-each.start, each.end))
    return _Line(file, place.line, lines[place.line - 1].decode("utf-8", "replace").strip(), tuple(inner_first))


def _scope(line: _Line) -> str:
    if line.file.role.data or any(region.scope is None for region in line.regions):
        return "no code"
    if line.file.role.scope is not Scope.PRODUCTION:
        return line.file.role.scope
    return next((region.scope for region in line.regions if region.scope), Scope.PRODUCTION)


def _steps(line: _Line) -> tuple[str, ...]:
    path = line.file.path
    steps = [
        f"{path}:{region.line}: {region.because} makes this {region.scope or 'no code'}" for region in line.regions
    ]
    if not line.regions:
        steps.append(f"{path}:{line.number}: nothing around this line makes it a test")
    role = line.file.role
    steps += role.proof or (f"{path}: the path is of no test, bench or example",)
    if role.data:
        steps.append("read as data, never compiled")
    return tuple(steps)


@frozen
class Subject:
    """What a user asks about: a place in a tree, or a rule of its policy."""

    snapshot: Snapshot
    policy: Policy
    place: Place | None
    git: Git | None = None


def find_subject(start: str, target: str) -> Subject:
    """`FILE:LINE` or `FILE:LINE:COLUMN`, with the file as seen from `start`; anything else names a rule."""
    path, _, number = re.sub(r"^(.*:\d+):\d+$", r"\1", target).rpartition(":")
    is_place = bool(path) and re.fullmatch(r"[0-9]{1,9}", number) is not None
    root = find_root(start, ())
    snapshot, _ = root_snapshot(Root(root.directory, root.git, ()), Config().max_file_bytes)
    policy = read_rules(snapshot, Library())
    if target in snapshot.paths():
        raise RatchetError(f"{target} is a file: which line of it?", hint=f"run: ratchet explain {target}:LINE")
    place = Place(relative_to(root.directory, absolute(start, path)), int(number)) if is_place else None
    return Subject(snapshot, policy, place, root.git)
