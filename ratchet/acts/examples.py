"""Running the examples that every rule carries."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ratchet.acts.bench import Bench
from ratchet.acts.keeping_policies import policy_bytes
from ratchet.acts.measuring import measure
from ratchet.acts.policies import grammar_names
from ratchet.acts.world import World
from ratchet.judge.problems import failures
from ratchet.model.config import Config
from ratchet.model.digests import sha256
from ratchet.model.errors import Mistake, RatchetError
from ratchet.model.policy import Policy
from ratchet.model.reports import RuleTest, TestReport
from ratchet.model.rule import Example, Rule, Rulebook
from ratchet.model.snapshot import DictSnapshot
from ratchet.model.value import replace

__all__ = ["failing_rules", "refuse_failing", "run_examples"]

_HELD = b"held"


def run_examples(policy: Policy, rules: Sequence[Rule], bench: Bench) -> TestReport:
    """Every `valid` example must have no finding, every `invalid` one as many as it says, or at least one."""
    failures: list[RuleTest] = []
    examples = 0
    for rule in rules:
        examples += len(rule.valid) + len(rule.invalid)
        failures += _failures(policy, rule, bench)
    return TestReport(len(rules), examples, tuple(failures))


def _failures(policy: Policy, rule: Rule, bench: Bench) -> Iterator[RuleTest]:
    alone = Policy(Config(), Rulebook({rule.id: rule}), policy.languages)
    for example in rule.valid:
        found = _count(alone, example, bench)
        if found:
            yield RuleTest(rule.id, example.place, f"this valid example should have no finding, but has {found}")
    for example in rule.invalid:
        found = _count(alone, example, bench)
        if found != example.count if example.count is not None else not found:
            wanted = example.count if example.count is not None else "at least 1"
            yield RuleTest(rule.id, example.place, f"this invalid example should have {wanted}, but has {found}")


def _count(policy: Policy, example: Example, bench: Bench) -> int:
    measured = measure(DictSnapshot(dict(example.files)), policy, bench)
    if unknown := (*failures(measured), *measured.problems):
        raise RatchetError.of(tuple(replace(each, place=example.place) for each in unknown))
    return measured.totals.total()


def failing_rules(world: World, policy: Policy) -> Mapping[str, tuple[Mistake, ...]]:
    """The repository's own rules whose examples fail, each with what is wrong with them.

    Examples that held are not run again for the same rule, languages and code of ours. Those of released rules were run
    before the release.
    """
    own = [rule for rule in policy.rulebook.rules.values() if not rule.proven and (rule.valid or rule.invalid)]
    if not own:
        return {}
    around = _bytes((grammar_names(policy.languages), policy.languages))
    digests = {rule.id: sha256(around + _bytes(rule)).hexdigest() for rule in own}
    known = world.library.recall("examples", *digests.values())
    proofs, bench = world.library.proofs, Bench(limits=world.bench.limits)
    for rule in own:
        digest = digests[rule.id]
        if digest in proofs:
            continue
        if known.get(digest) == _HELD:
            proofs[digest] = ()
            continue
        with world.bench.stage("examples of rules"):
            proofs[digest] = tuple(_mistakes(policy, rule, bench))
        if not proofs[digest]:
            world.library.keep("examples", digest, _HELD)
    return {rule.id: proofs[digests[rule.id]] for rule in own if proofs[digests[rule.id]]}


def _bytes(value: object) -> bytes:
    """A value as it is kept, or shown where it cannot be kept."""
    return policy_bytes(value) or repr(value).encode("utf-8", "surrogateescape")


def refuse_failing(world: World, policy: Policy) -> None:
    """Stop where the examples of a rule fail: what it counts is not what its author means."""
    found = failing_rules(world, policy)
    if found:
        raise RatchetError.of(tuple(each for _, wrong in sorted(found.items()) for each in wrong))


def _mistakes(policy: Policy, rule: Rule, bench: Bench) -> Iterator[Mistake]:
    hint = f"correct the rule or the example, then run: ratchet test --rule {rule.id}"
    try:
        for each in _failures(policy, rule, bench):
            yield Mistake(f"{rule.id} is not in force: {each.message}", each.place, hint)
    except RatchetError as error:
        yield from (replace(each, hint=each.hint or hint) for each in error.mistakes)
