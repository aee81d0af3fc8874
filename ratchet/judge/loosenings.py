"""What a change to the policy files would let through that the base did not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import date

from ratchet.judge.moves import Pair
from ratchet.judge.waivers import by_key, grants_more
from ratchet.model.baseline import Baseline, Budgets
from ratchet.model.language import Language
from ratchet.model.measured import Tally
from ratchet.model.policy import Policy
from ratchet.model.rule import Phase, Rule
from ratchet.model.value import replace
from ratchet.model.verdict import Loosening
from ratchet.model.waiver import Waiver

__all__ = ["inflated_budgets", "loosenings", "raised_budgets", "waivers_in_force"]

_ORDER = (Phase.OBSERVE, Phase.WARN, Phase.BLOCK)


def loosenings(base: Policy, head: Policy) -> tuple[Loosening, ...]:
    """Every loosening, in the order of what, rule and unit."""
    found = [
        *_baseline(base, head),
        *_waivers(base, head),
        *_rules(base, head),
        *_languages(base, head),
        *_config(base, head),
    ]
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


def raised_budgets(
    before: Baseline, after: Baseline, carried: Budgets, moved: Iterable[Pair], directory: str
) -> tuple[Loosening, ...]:
    """Budgets above those of the base; one that came with moved code is none, if it is gone where the code was."""
    group = _groups(moved)
    found: list[tuple[Loosening, bool]] = []
    owed: Counter[tuple[str, str]] = Counter()
    for unit, entry in sorted(after.budgets.items()):
        for rule, number in sorted(entry.items()):
            was = before.budget(unit, rule)
            if number > was and rule in before.meanings and before.meanings[rule] == after.meanings.get(rule):
                came = max(0, min(number, carried.get(unit, {}).get(rule, 0)) - was)
                owed[rule, group.get(unit, unit)] += came
                path = _ledger(directory, after, rule)
                found.append((Loosening("budget-raised", rule, unit, str(was), str(number), path), number > was + came))
    for unit, entry in before.budgets.items():
        for rule, was in entry.items():
            gone = was - max(after.budget(unit, rule), carried.get(unit, {}).get(rule, 0))
            owed[rule, group.get(unit, unit)] -= max(0, gone)
    return tuple(each for each, beyond in found if beyond or owed[each.rule, group.get(each.unit, each.unit)] > 0)


def _groups(moved: Iterable[Pair]) -> dict[str, str]:
    """For each unit that code came to or went from, one unit that stands for all that it was moved among."""
    above: dict[str, str] = {}

    def top(unit: str) -> str:
        while (other := above.setdefault(unit, unit)) != unit:
            above[unit] = unit = above[other]
        return unit

    for old, new in moved:
        above[top(new.unit)] = top(old.unit)
    return {unit: top(unit) for unit in list(above)}


def _ledger(directory: str, baseline: Baseline, rule: str) -> str:
    return f"{directory}/{'units' if rule in baseline.unit_rules else 'files'}.toml"


def inflated_budgets(adopting: frozenset[str], after: Baseline, tally: Tally, directory: str) -> tuple[Loosening, ...]:
    """Budgets of rules that the change adopts, above what there is: room for sites to come."""
    return tuple(
        Loosening(
            "budget-inflated",
            rule,
            unit,
            str(tally.get(unit, {}).get(rule, 0)),
            str(number),
            _ledger(directory, after, rule),
        )
        for unit, entry in sorted(after.budgets.items())
        for rule, number in sorted(entry.items())
        if rule in adopting and number > tally.get(unit, {}).get(rule, 0)
    )


def waivers_in_force(base: tuple[Waiver, ...], head: tuple[Waiver, ...]) -> tuple[Waiver, ...]:
    """The base's waivers; for a rule and file where the head grants more, or longer, the head's in their place."""
    old, new = by_key(base), by_key(head)
    found: list[Waiver] = []
    for key in sorted(old.keys() | new.keys()):
        before, after = old.get(key, []), new.get(key, [])
        found += after if grants_more(before, after) else before
    return tuple(found)


def _allowed(waivers: list[Waiver]) -> int:
    return sum(waiver.allow for waiver in waivers)


def _last_day(waivers: list[Waiver]) -> date:
    return max(waiver.expires for waiver in waivers)


def _waivers(base: Policy, head: Policy) -> Iterator[Loosening]:
    """Waivers that are new, larger or longer, by rule and file: rewording one grants nothing."""
    old, new = by_key(base.waivers), by_key(head.waivers)
    path = f"{head.config.baselines}/waivers.toml"
    for key in sorted(key for key in new if grants_more(old.get(key, []), new[key])):
        before, after = old.get(key, []), new[key]
        last = after[-1]
        line = last.place.line if last.place else 0
        detail = f"{last.owner}, until {last.expires}: {last.reason}"
        if not before:
            yield Loosening("waiver-added", *key, "0", str(_allowed(after)), path, line, detail)
        elif _allowed(after) > _allowed(before):
            change = str(_allowed(before)), str(_allowed(after))
            yield Loosening("waiver-enlarged", *key, *change, path, line, detail)
        else:
            change = str(_last_day(before)), str(_last_day(after))
            yield Loosening("waiver-extended", *key, *change, path, line, detail)


def _rules(base: Policy, head: Policy) -> Iterator[Loosening]:
    for name, rule in base.rulebook.rules.items():
        now = head.rulebook.rules.get(name)
        if now is None:
            yield _removed(rule, base, head)
            continue
        if _ORDER.index(now.phase) < _ORDER.index(rule.phase):
            yield Loosening("phase-lowered", name, "", rule.phase, now.phase, head.config.path or rule.place.path)
        if now.spec.meaning != rule.spec.meaning:
            yield Loosening("rule-changed", name, "", "", "", now.place.path, now.place.line)
        elif now.spec.may_be_empty and not rule.spec.may_be_empty:
            detail = "it would hold where it matches nothing"
            yield Loosening("may-be-empty", name, "", "", "", now.place.path, now.place.line, detail)


def _languages(base: Policy, head: Policy) -> Iterator[Loosening]:
    """A language's data decides what is a test, so a change to it may hide code."""
    for name in sorted(base.languages.keys() & head.languages.keys()):
        if _data(base.languages[name], base) != _data(head.languages[name], head):
            yield Loosening("language-changed", "", name, "", "", f"{head.config.rules}/{name}/language.yaml")


def _data(language: Language, policy: Policy) -> Language:
    """The language without what the config adds to it, which has a loosening of its own."""
    config = policy.config
    attributes = tuple(word for word in language.test_attributes if word not in config.test_attributes)
    macros = tuple(word for word in language.test_macros if word not in config.test_macros)
    return replace(language, test_attributes=attributes, test_macros=macros, dev_crates=())


def _removed(rule: Rule, base: Policy, head: Policy) -> Loosening:
    """A shipped rule goes with its pack; a rule of the repository's own goes with its file."""
    pack = rule.id.partition("/")[0]
    was_pack = base.config.packs is None or pack in base.config.packs
    if was_pack and head.config.packs is not None and pack not in head.config.packs:
        detail = f"`{pack}` is not in `packs`"
        return Loosening("rule-removed", rule.id, "", "", "", head.config.path, detail=detail)
    return Loosening("rule-removed", rule.id, "", "", "", rule.place.path, rule.place.line)


def _config(base: Policy, head: Policy) -> Iterator[Loosening]:
    path = head.config.path or base.config.path
    if base.config.path and not head.config.path:
        yield Loosening("config-deleted", "", "", "", "", base.config.path)
    for pattern in sorted(set(head.config.exclude) - set(base.config.exclude)):
        yield Loosening("exclude-widened", "", pattern, "", pattern, path)
    if base.config.swap == "block" and head.config.swap != "block":
        yield Loosening("swap-allowed", "", "swap", "block", head.config.swap, path)
    for name, old, new in (
        ("test_attributes", base.config.test_attributes, head.config.test_attributes),
        ("test_macros", base.config.test_macros, head.config.test_macros),
        ("dev_crates", base.config.dev_crates, head.config.dev_crates),
    ):
        for word in sorted(set(new) - set(old)):
            yield Loosening("test-scope-widened", "", word, "", word, path, detail=name)
