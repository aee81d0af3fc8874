"""A check of the files that differ from a record: all others are what they were, and sums speak for them."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from ratchet.acts.asking import Asked
from ratchet.acts.differing import Course, base_of, course_of, language_of, sides_of
from ratchet.acts.finding import asked_by, doubted
from ratchet.acts.framing import with_frames
from ratchet.acts.grounds import Ground, ground_of
from ratchet.acts.policies import read_rules
from ratchet.acts.portions import Portion, learn, links_of, measure_portion
from ratchet.acts.records import Entry, NotNear, Record, Side
from ratchet.acts.renaming import renames_between
from ratchet.acts.requests import CheckRequest
from ratchet.acts.world import World
from ratchet.judge.carry import carry
from ratchet.judge.compare import Blame
from ratchet.judge.contract import judgeable
from ratchet.judge.decide import Question, judge
from ratchet.judge.hidden import Outside, allow_loosenings, hidden_sites
from ratchet.judge.moves import match
from ratchet.judge.terms import Contract
from ratchet.judge.waiting import budgeted_by, compared_at
from ratchet.model import verdict as verdicts
from ratchet.model.baseline import Baseline, Budgets, total
from ratchet.model.inspection import Inspection
from ratchet.model.measured import Measured
from ratchet.model.notes import Waiting
from ratchet.model.policy import Policy
from ratchet.model.rest import Rest
from ratchet.model.scope import Scope
from ratchet.model.snapshot import Snapshot
from ratchet.model.value import frozen, replace
from ratchet.quick.answers import Relevance
from ratchet.quick.state import State
from ratchet.repo.blobs import BlobReader
from ratchet.repo.commits import BlobSnapshot
from ratchet.repo.near_snapshot import NearSnapshot
from ratchet.syntax.wanted import Extent

__all__ = ["Near", "check_near"]


@frozen
class Near:
    """The verdict of `check`, less sites that are neither new nor in a file that is over, and what can change it.

    There is a `ground` for other answers where the change that was judged means nothing.
    """

    verdict: verdicts.Verdict
    relevance: Relevance | None
    ground: Ground | None


def check_near(world: World, request: CheckRequest, state: State, record: Record) -> Near | None:
    """The verdict on the files that differ; None where it takes all."""
    try:
        return _check(world, request, state, record)
    except NotNear:
        return None


def _check(world: World, request: CheckRequest, state: State, record: Record) -> Near:
    base = base_of(world.git, state, request.base)
    reader = BlobReader(world.git)
    snapshot = BlobSnapshot(base.commit or "", record.policy, {}, reader, record.limit)
    policy = _policy(world, snapshot, record)
    course = course_of(world.git, base, state, record, policy)
    rows = {path: record.row(path) for path in sorted({*record.odd, *course.earlier, *course.later})}
    budgets = {path: row.budgets for path, row in rows.items() if row and row.budgets}
    baseline = Baseline(files=budgets, meanings=record.meanings)
    policy, waiting = judgeable(replace(policy, baseline=baseline), baseline, {})
    sides = sides_of(course, rows, policy.languages)
    trees = _portions(world, request.staged, sides, policy, snapshot)
    learn(trees.values(), world.bench)
    _refuse_other_links(world, course, trees)
    found = {side: measure_portion(portion, policy.rulebook, world.bench) for side, portion in trees.items()}
    _refuse_broken_tests(trees[Side.HEAD], found[Side.HEAD])
    head = replace(found[Side.HEAD], inspection=_inspection(record.inspection, rows, found))
    blame = Blame.BASE if base.source else Blame.CHANGE if request.staged else Blame.TREE
    before = Side.THEN if blame is Blame.TREE else Side.BASE
    renames = renames_between(trees[before].tree, found[before], trees[Side.HEAD].tree, head)
    ends = base.side, verdicts.Side(trees[Side.HEAD].tree.ref)
    contract = _contract(policy, baseline, found, blame, waiting)
    held = budgeted_by(replace(contract, budgets=budgets), found[Side.KNOWN], request.today).budgets
    rest = _rest(record, held, found[Side.KNOWN])
    question = Question(*ends, blame, request.today, request.signoff, renames, rest=rest)
    contract = budgeted_by(contract, found[Side.BASE], request.today)
    verdict = judge(contract, baseline, compared_at(contract, found[before], found[Side.BASE]), head, question)
    if hidden_sites(found[Side.BASE], head, lambda: _outside(world, trees, policy)):
        raise NotNear  # whether production still speaks of them is for the whole tree to tell
    added = allow_loosenings(found[Side.BASE], head)
    verdict = with_frames(replace(verdict, loosenings=(*verdict.loosenings, *added)), trees[Side.HEAD].tree)
    endings = {ending for language in policy.languages.values() for ending in language.suffixes}
    ground = ground_of(record, course, rows, trees, world.bench)
    relevance = None if course.loses else Relevance(tuple(endings), record.names, record.places)
    return Near(verdict, relevance, ground)


def _policy(world: World, snapshot: Snapshot, record: Record) -> Policy:
    """The policy, which is the same on both sides; its budgets are on record, file by file."""
    policy = read_rules(snapshot, world.library)
    if policy.config.max_file_bytes != snapshot.limit or set(policy.rulebook.rules) != set(record.rules):
        raise NotNear
    if not record.waivers:
        return replace(policy, digest=record.digest)
    from ratchet.repo.ledger import read_waivers  # brings a parser of TOML that most runs do without

    return replace(policy, waivers=read_waivers(snapshot, policy.config.baselines), digest=record.digest)


def _portions(
    world: World, staged: bool, sides: Mapping[Side, Mapping[str, Entry]], policy: Policy, snapshot: Snapshot
) -> dict[Side, Portion]:
    """The files of each side, with what is asked of them."""
    asked, is_doubted = asked_by(policy, snapshot), doubted(policy)
    asking = {}
    for path in {path for files in sides.values() for path in files}:
        language = language_of(path, policy.languages)
        if language is None or language.name not in asked:
            raise NotNear
        asking[path] = asked[language.name].within(Extent(is_doubted(path)))
    portions = {}
    for side, files in sides.items():
        oids = {path: blob for path, (blob, _) in files.items()}
        tree = NearSnapshot(world.git, "index" if staged else "worktree", oids, snapshot.limit)
        portions[side] = Portion(tree, files, asking)
    return portions


def _outside(world: World, trees: Mapping[Side, Portion], policy: Policy) -> Outside:
    """What is in code that does not count, at the base and in the head."""
    asked = asked_by(policy, trees[Side.HEAD].tree)
    sides = [replace(trees[side], asked=_with_tests(trees[side], asked)) for side in (Side.BASE, Side.HEAD)]
    learn(sides, world.bench)
    before, now = (measure_portion(side, policy.rulebook, world.bench).outside for side in sides)
    return before, now


def _with_tests(portion: Portion, asked: Mapping[str, Asked]) -> dict[str, Asked]:
    return {path: asked[each.language.name] for path, each in portion.asked.items()}


def _refuse_broken_tests(head: Portion, found: Measured) -> None:
    """Of a file that its path puts aside the whole tree asks less, so that it may parse all the same."""
    if any(head.files[path][1].scope is not Scope.PRODUCTION for path in found.inspection.degraded):
        raise NotNear


def _refuse_other_links(world: World, course: Course, trees: Mapping[Side, Portion]) -> None:
    """Where a file leads elsewhere than before, other files may have another role now."""
    for old, new, changes in ((Side.KNOWN, Side.BASE, course.earlier), (Side.BASE, Side.HEAD, course.later)):
        for path in changes:
            if links_of(trees[old], path, world.bench) != links_of(trees[new], path, world.bench):
                raise NotNear


def _contract(
    policy: Policy, baseline: Baseline, found: Mapping[Side, Measured], blame: Blame, waiting: tuple[Waiting, ...]
) -> Contract:
    """The contract on the files in question, with budgets that followed their code to the base of a change."""
    carried = budgets = baseline.files
    if blame is not Blame.TREE:
        carried = carry(budgets, match(found[Side.THEN].findings, found[Side.BASE].findings).moved)
    return Contract(policy, baseline, carried, policy.waivers, (), (), waiting=waiting)


def _rest(record: Record, budgets: Budgets, known: Measured) -> Rest:
    """The sums on record, less those of the files in question."""
    counts, sizes = known.totals, sum(finding.weight - 1 for finding in known.findings if finding.weight)
    return Rest(
        {rule: number - counts[rule] for rule, number in record.totals.items()},
        {rule: number - total(budgets, rule) for rule, number in record.allowed.items()},
        record.sizes - sizes,
    )


def _inspection(recorded: Inspection, paths: Collection[str], found: Mapping[Side, Measured]) -> Inspection:
    """What was looked at: the files in question as they are now, all others as they are on record."""
    known, head = found[Side.KNOWN].inspection, found[Side.HEAD].inspection
    degraded = _others(recorded.degraded, paths, head.degraded)
    read = recorded.analysed + len(recorded.degraded) - known.files + head.files
    return replace(
        recorded,
        files=recorded.files - known.files + head.files,
        analysed=read - len(degraded),
        degraded=degraded,
        orphans=_others(recorded.orphans, paths, head.orphans),
        bytes=recorded.bytes - known.bytes + head.bytes,
    )


def _others(recorded: tuple[str, ...], paths: Collection[str], now: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted((*(path for path in recorded if path not in paths), *now)))
