"""One rule of dependency-cruiser into drafts: whom it speaks of, along which edges, and what it forbids."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from ratchet.model.errors import Place
from ratchet.model.value import frozen
from ratchet.rulebook.foreign.cruise_sides import CannotSay, Side, side, targets
from ratchet.rulebook.foreign.translation import Draft, one_line, short

__all__ = ["CannotSay", "Cruise", "Rule", "forbidden", "required"]

_PHASES = {"error": "", "warn": "warn", "info": "observe"}
_UNSAYABLE = {
    "orphan": "a module that nothing is tied to is not looked for; `limit` with fan-in comes near",
    "couldNotResolve": "imports that lead nowhere are always counted and shown",
    "moreUnstable": "instability is a number of one unit, not of two",
    "license": "licences of packages are not read",
    "licenseNot": "licences of packages are not read",
    "moreThanOneDependencyType": "package.json is not held against imports",
    "exoticallyRequired": "ways to require that a project made up are not known",
    "exoticRequire": "ways to require that a project made up are not known",
    "exoticRequireNot": "ways to require that a project made up are not known",
    "preCompilationOnly": "what a compiler leaves out is told by type-only imports alone",
    "dynamic": "a rule takes lazy imports along or leaves them, it cannot mean only them",
    "ancestor": "that a module lies above another is not a condition",
    "via": "which modules a cycle goes through is not a condition",
}
_TYPES_APART = {"dependencyTypesNot": ["type-only"]}
_ADVICE = "take the dependency away, or go a way that is allowed"


@frozen
class Cruise:
    """The file of settings, the source files that its rules speak of, and whether imports of types count."""

    path: str
    files: tuple[str, ...]
    types: bool

    @property
    def home(self) -> str:
        """The directory that paths are told from."""
        return self.path.rpartition("/")[0]


@frozen
class Rule:
    """One entry of `forbidden` or `required`."""

    data: Mapping[str, object]
    place: Place

    @property
    def name(self) -> str:
        """What it is called."""
        return str(self.data.get("name", "unnamed"))

    def table(self, key: str) -> Mapping[str, object]:
        """One of its sides."""
        found = self.data.get(key)
        return found if isinstance(found, dict) else {}

    def draft(self, verb: str, spec: Mapping[str, object], more: str = "", remarks: tuple[str, ...] = ()) -> Draft:
        """A rule of ours."""
        phase = _PHASES.get(str(self.data.get("severity", "warn")), "")
        because = one_line(str(self.data.get("comment") or self.name))
        name = f"{self.name} {more}".strip()
        return Draft(name, because, _ADVICE, verb, {**spec, "graph": "typescript"}, self.place, phase, remarks)


def forbidden(cruise: Cruise, rule: Rule) -> Iterator[Draft]:
    """What an entry of `forbidden` forbids."""
    if rule.data.get("severity") == "ignore":
        raise CannotSay("its severity is `ignore`, so it forbids nothing")
    source, target = rule.table("from"), rule.table("to")
    _refuse_unsayable(rule, source, target)
    if "module" in rule.data:
        yield from _dependents(cruise, rule)
    elif target.get("circular") is True:
        yield _cycles(cruise, rule)
    else:
        yield from _denials(cruise, rule, source, target)


def _refuse_unsayable(rule: Rule, *sides: Mapping[str, object]) -> None:
    if rule.data.get("scope") == "folder":
        raise CannotSay("it speaks of folders as a whole")
    for key, why in _UNSAYABLE.items():
        if any(key in each for each in sides):
            raise CannotSay(f"`{key}`: {why}")


def _edges(cruise: Cruise, target: Mapping[str, object]) -> dict[str, object]:
    """Tools of this world do not tell test code from the rest."""
    refused = target.get("dependencyTypesNot")
    no_types = not cruise.types or "type-only" in (refused if isinstance(refused, list) else [])
    return {"edges": {**({"type_only": False} if no_types else {}), "kinds": ["normal", "dev"], "test": True}}


def _cycles(cruise: Cruise, rule: Rule) -> Draft:
    target = rule.table("to")
    only = target.get("viaOnly")
    if only is not None and only != _TYPES_APART:
        raise CannotSay("`viaOnly`: which modules a cycle goes through is not a condition")
    (where,) = side(cruise.home, rule.table("from"))
    seen = target if only is None else {**target, **_TYPES_APART}
    away = "cycles that leave these files are not looked for"
    remarks = (away,) if rule.table("from") else ()
    return rule.draft("acyclic", {"for": where.words(), **_edges(cruise, seen)}, remarks=remarks)


def _denials(cruise: Cruise, rule: Rule, source: Mapping[str, object], target: Mapping[str, object]) -> Iterator[Draft]:
    reach = target.get("reachable")
    if reach is False:
        raise CannotSay("`reachable: false`: what nothing reaches is not looked for", "`limit` with fan-in comes near")
    asked = any("$" in str(target.get(key, "")) for key in ("path", "pathNot"))
    far = {"reach": "transitive" if reach else "direct"}
    empty = {"may_be_empty": True}
    for number, from_ in enumerate(side(cruise.home, source, apart=asked), 1):
        to = targets(cruise.home, target, dict(from_.groups))
        spec = {"from": from_.words(), "to": to.words(), **far, **_edges(cruise, target)}
        spec = _with_names(spec)
        more = f"{number}" if number > 1 else ""
        ours = frozenset(filter(from_.matches, cruise.files))
        inner, unsaid = _among_themselves(cruise, rule, ours, to, more)
        yield rule.draft("deny", spec if ours else spec | empty, more, remarks=(*to.remarks, *unsaid))
        yield from inner


def _with_names(spec: Mapping[str, object]) -> dict[str, object]:
    """Captures are called after the directory whose parts they are: `features/{g1}` is `features/{feature}`."""
    first = str(spec["from"])
    names: dict[str, str] = {}
    for above, group in re.findall(r"([A-Za-z_]*)/\{(g\d)\}", first):
        name = re.sub(r"s$", "", above.lower()).strip("_")
        names[group] = name if name and name not in names.values() else group
    return {key: _renamed(value, names) if key in ("from", "to") else value for key, value in spec.items()}


def _renamed(words: object, names: Mapping[str, str]) -> object:
    if isinstance(words, list):
        return [_renamed(each, names) for each in words]
    return re.sub(r"\{(!?)(g\d)\}", lambda hit: f"{{{hit[1]}{names.get(hit[2], hit[2])}}}", str(words))


def _among_themselves(
    cruise: Cruise, rule: Rule, ours: frozenset[str], to: Side, more: str
) -> tuple[list[Draft], tuple[str, ...]]:
    """A denial does not speak of what is on both of its sides, and dependency-cruiser does."""
    theirs = frozenset(filter(to.matches, cruise.files))
    if to.has_captures or len(ours & theirs) < 2 or to.is_everything:
        return [], ()
    if to.left_out or not theirs <= ours:
        return [], (f"imports among the {len(ours & theirs)} files on both sides are not looked at",)
    along = {"reach": "direct", **_edges(cruise, rule.table("to"))}
    used = [each for each in to.own if any(Side((each,)).matches(path) for path in theirs)]
    parts: list[object] = [each for each in used if sum(map(Side((each,)).matches, theirs)) > 1]
    parts += [used] if len(used) > 1 else []
    return [rule.draft("independent", {"of": each, **along}, f"{more} nor each other".strip()) for each in parts], ()


def _dependents(cruise: Cruise, rule: Rule) -> Iterator[Draft]:
    """How many may depend on a module."""
    if rule.table("from"):
        raise CannotSay("it counts only some of those that depend on a module")
    module = rule.table("module")
    bounds = {"numberOfDependentsLessThan": "at_least", "numberOfDependentsMoreThan": "at_most"}
    said = {ours: module[theirs] for theirs, ours in bounds.items() if isinstance(module.get(theirs), int)}
    (where,) = side(cruise.home, module)
    if not said:
        raise CannotSay("it sets no number")
    words = [*where.own, *(f"!{each}" for each in where.left_out)]
    units = short([word.replace("path:", "mod:") for word in words])
    yield rule.draft("limit", {"for": units, "of": "fan-in", **said, **_edges(cruise, {})})


def required(cruise: Cruise, rule: Rule) -> Iterator[Draft]:
    """What an entry of `required` requires."""
    source, target = rule.table("module"), rule.table("to")
    _refuse_unsayable(rule, source, target)
    far = {"reach": "transitive"} if target.get("reachable") is True else {}
    asked = any("$" in str(target.get(key, "")) for key in ("path", "pathNot"))
    for number, from_ in enumerate(side(cruise.home, source, apart=asked), 1):
        to = targets(cruise.home, target, dict(from_.groups))
        spec = {"from": from_.words(), "to": to.words(), **far, **_edges(cruise, target)}
        empty = {} if any(map(from_.matches, cruise.files)) else {"may_be_empty": True}
        yield rule.draft("require", spec | empty, f"{number}" if number > 1 else "")
