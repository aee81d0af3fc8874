"""What a change to the policy files would let through that the base did not."""

from __future__ import annotations

from collections.abc import Iterator

from ratchet.model.baseline import Baseline, Budgets, total
from ratchet.model.policy import Policy
from ratchet.model.rule import Phase, Rule
from ratchet.model.verdict import Loosening
from ratchet.model.waiver import Waiver

__all__ = ["loosenings", "raised_budgets"]

_ORDER = (Phase.OBSERVE, Phase.WARN, Phase.BLOCK)


def loosenings(base: Policy, head: Policy) -> tuple[Loosening, ...]:
    """Every loosening, in the order of what, rule and unit."""
    found = [*_baseline(base, head), *_waivers(base, head), *_rules(base, head), *_config(base, head)]
    return tuple(sorted(found, key=lambda loosening: (loosening.what, loosening.rule, loosening.unit, loosening.after)))


def _baseline(base: Policy, head: Policy) -> Iterator[Loosening]:
    directory = base.config.baselines
    before = base.baseline or Baseline()
    if head.baseline is None:
        detail = f"{len(before.meanings)} rules would have no budget"
        yield Loosening("baseline-deleted", "", "", "", "", directory, detail=detail)
        return
    after = head.baseline
    for rule in sorted(before.meanings.keys() - after.meanings.keys()):
        yield Loosening("rule-unadopted", rule, "", "", "", f"{directory}/rules.toml")
    for rule in sorted(before.meanings.keys() & after.meanings.keys()):
        if before.meanings[rule] != after.meanings[rule]:
            detail = "the rule measures something else than before"
            yield Loosening("meaning-changed", rule, "", "", "", f"{directory}/rules.toml", detail=detail)


def raised_budgets(before: Baseline, after: Baseline, carried: Budgets, path: str) -> tuple[Loosening, ...]:
    """Budgets above those of the base; one that came with moved code is none, as long as the total did not grow."""
    minted = {rule for rule in before.meanings if total(after.files, rule) > total(before.files, rule)}
    found = []
    for unit, entry in sorted(after.files.items()):
        for rule, number in sorted(entry.items()):
            was = before.budget(unit, rule)
            same_measure = rule in before.meanings and before.meanings[rule] == after.meanings.get(rule)
            moved_here = rule not in minted and number <= carried.get(unit, {}).get(rule, 0)
            if number > was and same_measure and not moved_here:
                found.append(Loosening("budget-raised", rule, unit, str(was), str(number), path))
    return tuple(found)


def _waivers(base: Policy, head: Policy) -> Iterator[Loosening]:
    known: dict[tuple[str, str], list[Waiver]] = {}
    for waiver in base.waivers:
        known.setdefault((waiver.rule, waiver.path), []).append(waiver)
    for waiver in head.waivers:
        old = known.get((waiver.rule, waiver.path), [])
        line = waiver.place.line if waiver.place else 0
        path = f"{head.config.baselines}/waivers.toml"
        detail = f"{waiver.owner}, until {waiver.expires}: {waiver.reason}"
        if not old:
            yield Loosening("waiver-added", waiver.rule, waiver.path, "0", str(waiver.allow), path, line, detail)
            continue
        was = old.pop(0)
        if waiver.allow > was.allow:
            change = (str(was.allow), str(waiver.allow))
            yield Loosening("waiver-enlarged", waiver.rule, waiver.path, *change, path, line, detail)
        if waiver.expires > was.expires:
            change = (str(was.expires), str(waiver.expires))
            yield Loosening("waiver-extended", waiver.rule, waiver.path, *change, path, line, detail)


def _rules(base: Policy, head: Policy) -> Iterator[Loosening]:
    for name, rule in base.rulebook.rules.items():
        now = head.rulebook.rules.get(name)
        if now is None:
            yield _removed(rule, head)
            continue
        if _ORDER.index(now.phase) < _ORDER.index(rule.phase):
            yield Loosening("phase-lowered", name, "", rule.phase, now.phase, head.config.path or rule.place.path)
        if now.spec.meaning != rule.spec.meaning:
            yield Loosening("rule-changed", name, "", "", "", now.place.path, now.place.line)


def _removed(rule: Rule, head: Policy) -> Loosening:
    """A shipped rule goes with its pack; a rule of the repository's own goes with its file."""
    pack = rule.id.partition("/")[0]
    if head.config.packs is not None and pack not in head.config.packs:
        detail = f"`{pack}` is not in `packs`"
        return Loosening("rule-removed", rule.id, "", "", "", head.config.path, detail=detail)
    return Loosening("rule-removed", rule.id, "", "", "", rule.place.path, rule.place.line)


def _config(base: Policy, head: Policy) -> Iterator[Loosening]:
    path = head.config.path or base.config.path
    if base.config.path and not head.config.path:
        yield Loosening("config-deleted", "", "", "", "", base.config.path)
    for pattern in sorted(set(head.config.exclude) - set(base.config.exclude)):
        yield Loosening("exclude-widened", "", pattern, "", pattern, path)
    for name, old, new in (
        ("test_attributes", base.config.test_attributes, head.config.test_attributes),
        ("test_macros", base.config.test_macros, head.config.test_macros),
    ):
        for word in sorted(set(new) - set(old)):
            yield Loosening("test-scope-widened", "", word, "", word, path, detail=name)
