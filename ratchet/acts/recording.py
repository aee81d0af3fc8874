"""A check of whole trees → the record that spares the next one most of the work."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Set

from ratchet.acts.asking import Asked
from ratchet.acts.check import Examination
from ratchet.acts.completing import measured_at
from ratchet.acts.finding import asked_by, doubted, doubts_all
from ratchet.acts.keeping_lenses import kept_lens
from ratchet.acts.records import Entry, Record, Row, cells_for, table_of
from ratchet.acts.relevance import relevance_of
from ratchet.acts.world import World, last_written
from ratchet.judge.problems import allow_warnings
from ratchet.judge.terms import Contract
from ratchet.model.baseline import total
from ratchet.model.essence import essence_of
from ratchet.model.facts import FileFacts
from ratchet.model.finding import Finding
from ratchet.model.measured import Measured
from ratchet.model.policy import Policy
from ratchet.model.snapshot import Snapshot
from ratchet.quick.shelf import line_of
from ratchet.repo.commits import some_of_commit
from ratchet.syntax.wanted import Extent

__all__ = ["record_of"]

_EssenceOf = Callable[[str, str], tuple[str, int]]


def record_of(world: World, seen: Examination, changed: Collection[str]) -> Record | None:
    """The record of the base, from which the head differs in some files; None where that cannot be judged by itself."""
    relevance, contract = relevance_of(world), seen.contract
    if relevance is None or seen.base is None or not _is_plain(seen):
        return None
    written = last_written(world, seen.base, contract.policy.config.baselines)
    now, then = measured_at(world, contract, seen.base), measured_at(world, contract, written)
    if not _is_as_kept(now, seen.head.measured, changed):
        return None
    odd = frozenset(_odd(contract, now, then))
    paths = sorted({*now.files, *then.files, *odd})
    told = (*paths, *relevance.names, *now.inspection.notices, *now.inspection.excluded)
    if any("\t" in each or "\n" in each for each in told):
        return None  # they part the cells of a record
    stated = some_of_commit(world.git, seen.base, relevance.policy, contract.policy.config.max_file_bytes)
    rules = tuple(contract.policy.rulebook.rules)
    budgets, waiting = contract.baseline.files, _waiting(contract)
    essence = _essences(world, contract.policy, stated)
    return Record(
        commit=seen.base,
        written=written,
        digest=contract.policy.digest,
        policy={path: stated.blob(path) for path in stated.paths()},
        places=relevance.policy,
        names=frozenset(relevance.names),
        rules=rules,
        meanings=contract.baseline.meanings,
        totals=dict(now.totals),
        allowed={rule: now.totals[rule] if rule in waiting else total(budgets, rule) for rule in rules},
        sizes=sum(finding.weight - 1 for finding in now.findings if finding.weight),
        waivers=len(contract.waivers),
        limit=contract.policy.config.max_file_bytes,
        inspection=now.inspection,
        odd=tuple(sorted(odd)),
        table=table_of(_lines(paths, now, then, odd, contract, essence)),
        lenses=tuple(_lenses(world, contract.policy, stated)),
    )


def _is_plain(seen: Examination) -> bool:
    """Whether both sides have one policy, which counts sites in files and nothing else, and nothing is unknown."""
    contract, verdict = seen.contract, seen.verdict
    unknown = contract.problems or verdict.problems or (contract.waiting and contract.waivers)
    return seen.one_policy and not (unknown or contract.loosenings or contract.baseline.units or verdict.merged)


def _is_as_kept(now: Measured, head: Measured, changed: Collection[str]) -> bool:
    """Whether every file on disk that is not changed says what git keeps of it, where git may write other line ends."""
    before, after = now.inspection, head.inspection
    if now is head and not before.failed:
        return True
    if before.failed or (before.notices, before.beyond) != (after.notices, after.beyond):
        return False
    for path in (now.files.keys() | head.files.keys()).difference(changed):
        kept, there = now.files.get(path), head.files.get(path)
        if kept is None or there is None or _role(kept) != _role(there):
            return False
        if kept[0] not in (there[0], head.kept.get(path)):
            return False
    return True


def _odd(contract: Contract, now: Measured, then: Measured) -> Iterator[str]:
    rules = contract.policy.rulebook.rules.keys() - _waiting(contract)
    counted = now.tally
    for budgets in (contract.baseline.files, contract.budgets):
        for path in {*budgets, *counted}:
            held, found = budgets.get(path, {}), counted.get(path, {})
            if held != found and any(held.get(rule, 0) != found.get(rule, 0) for rule in rules):
                yield path
    yield from (waiver.path for waiver in contract.waivers)
    yield from (each.place.path for each in allow_warnings(now, contract.policy.rulebook) if each.place)
    yield from now.broken.keys() ^ then.broken.keys()
    before, after = ({}, {}) if now is then else (_sites(then), _sites(now))
    yield from (path for path in before.keys() | after.keys() if before.get(path) != after.get(path))


def _waiting(contract: Contract) -> set[str]:
    """The rules whose budget is whatever a commit has."""
    return {each.rule for each in contract.waiting}


def _sites(measured: Measured) -> dict[str, Counter[object]]:
    """What makes the sites of two trees the same, by file."""
    sites: dict[str, Counter[object]] = {}
    for which, findings in enumerate((measured.findings, measured.allowed)):
        for finding in findings:
            sites.setdefault(finding.path, Counter())[which, _essence(finding)] += 1
    return sites


def _essence(finding: Finding) -> object:
    return finding.fingerprint, finding.symbol, finding.scope, finding.weight


def _lines(
    paths: Iterable[str], now: Measured, then: Measured, odd: Set[str], contract: Contract, essence: _EssenceOf
) -> Iterator[bytes]:
    """The lines of all files. Nearly all are the same in both commits and have no budget: little of these differs."""
    budgets = contract.baseline.files
    numbers = {rule: number for number, rule in enumerate(contract.policy.rulebook.rules)}
    special = {*odd, *budgets}
    after, before = now.files, then.files
    samples: dict[int, str] = {}
    for path in paths:
        here = after.get(path)
        if here is None or path in special or (after is not before and here is not before.get(path)):
            row = _row(path, now, then, path in odd, budgets.get(path, {}), essence)
            yield line_of(path, "\t".join(cells_for(row, numbers)))
            continue
        told, size = essence(path, here[0])
        cells = samples.get(id(here[1]))
        if cells is None:
            cells = samples[id(here[1])] = "\t".join(cells_for(Row(_named(here, False), None, True, {}), numbers)[:3])
        yield line_of(path, f"{cells}\t{told}\t{size}")


def _row(path: str, now: Measured, then: Measured, odd: bool, budgets: Mapping[str, int], essence: _EssenceOf) -> Row:
    here, before = now.files.get(path), then.files.get(path)
    same = here is before or _known(here) == _known(before)
    told = essence(path, here[0]) if here and not odd else ("", 0)
    return Row(_named(here, odd), None if same else _named(before, True), same, budgets, *told)


def _essences(world: World, policy: Policy, tree: Snapshot) -> _EssenceOf:
    """The essence of a file and its size, by its path and the name of its content.

    There is none of a file whose name tells no language. Where sites count for other
    units than files, no file stands for itself.
    """
    asked = tuple(asked_by(policy, tree).values())
    is_doubted, none, facts = doubted(policy), doubts_all(policy), world.bench.facts
    ways = [(each.language.suffixes, _names(each, False), _names(each, True), each.only_production) for each in asked]

    def essence(path: str, blob: str) -> tuple[str, int]:
        for suffixes, plain, in_doubt, only_production in ways if not none else ():
            if path.endswith(suffixes):
                for name, aside in in_doubt if is_doubted(path) else plain:
                    found = facts.get((name, blob))
                    if found.__class__ is FileFacts:
                        return essence_of(found, only_production, aside), found.size
                break
        return "", 0

    return essence


def _names(asked: Asked, is_in_doubt: bool) -> list[tuple[str, bool]]:
    """What may have been asked of a file, and whether it was then put aside."""
    return [(asked.within(Extent(is_in_doubt, sites)).name, not sites) for sites in (True, False)]


def _lenses(world: World, policy: Policy, tree: Snapshot) -> Iterator[bytes]:
    for asked in asked_by(policy, tree).values():
        yield "\t".join(("production" if asked.only_production else "all", *asked.language.suffixes)).encode()
        yield kept_lens(asked.name, asked.language, asked.measures, world.bench.store)


def _known(entry: Entry | None) -> object:
    """A file without the steps that prove its role, which no verdict tells."""
    return entry and (entry[0], *_role(entry))


def _role(entry: Entry) -> tuple[object, ...]:
    role = entry[1]
    return role.scope, role.library, role.orphan, role.data, role.own_macros


def _named(entry: Entry | None, wanted: bool) -> Entry | None:
    """The name of a content, where no diff will tell it."""
    return entry and (entry[0] if wanted else "", entry[1])
