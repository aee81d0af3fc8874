"""The verb `files`: which files a crate, a module or a directory must have, may not have, or may only have."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import cast

from ratchet.kinds.choosing import graphs_of
from ratchet.kinds.exceptions import UNIT_EXCEPTIONS, Candidate, Excuse, excused, excuses_meaning, read_excuses
from ratchet.kinds.fitness import EMPTY_KEY, GRAPH_KEY, digest, found_at, selection_key, unmatched, vacuous
from ratchet.kinds.kind import BuildContext, Kind, Restraint
from ratchet.kinds.parts import WHOLE, Part, is_of_files, parts_of, read_units, restraint_of
from ratchet.kinds.selectors import Selection
from ratchet.kinds.verbs import VERBS
from ratchet.model.errors import Place
from ratchet.model.evidence import Evidence, Remark, Sighting
from ratchet.model.globs import matcher
from ratchet.model.patterns import CAPTURE, pattern_problem
from ratchet.model.rule import Rule
from ratchet.model.shape import AnyOf, Key, List, Shape, Table, Text
from ratchet.model.value import frozen

__all__ = ["KIND", "FilesSpec"]

_VERB = "files"
_PATTERNS: Shape = AnyOf((Text(), List(Text(), least=1)))


@frozen
class FilesSpec:
    """Patterns of files, from the directory of each unit or, after a slash, from the top of the repository."""

    subject: Selection
    require: tuple[str, ...]
    forbid: tuple[str, ...]
    only: tuple[str, ...]
    excuses: tuple[Excuse, ...]
    graph: str = ""
    may_be_empty: bool = False

    @property
    def subjects(self) -> tuple[Selection, ...]:
        """Whom the rule speaks of."""
        return (self.subject,)

    @property
    def meaning(self) -> str:
        """The order of patterns measures nothing."""
        patterns = [sorted(self.require), sorted(self.forbid), sorted(self.only)]
        return digest(_VERB, [self.subject.meaning, *patterns, self.graph, excuses_meaning(self.excuses)])

    @property
    def needs(self) -> frozenset[str]:
        """The graph that has the units; directories need none."""
        return frozenset() if is_of_files(self.subject) else graphs_of(self.subject, self.graph)

    @property
    def sentence(self) -> str:
        """The rule in words."""
        words = [
            f"{verb} {', '.join(patterns)}"
            for verb, patterns in (
                ("must have", self.require),
                ("must not have", self.forbid),
                ("may have only", self.only),
            )
            if patterns
        ]
        return f"each of {self.subject} {' and '.join(words)}"


def _build(data: Mapping[str, object], context: BuildContext) -> FilesSpec:
    def patterns(key: str) -> tuple[str, ...]:
        found = data.get(key, [])
        return tuple(cast("list[str]", found)) if isinstance(found, list) else (str(found),)

    if not any(key in data for key in ("require", "forbid", "only")):
        context.mistake((), "says nothing of files", "give require, forbid or only")
    subject = read_units(data.get("for", WHOLE), context)
    if any(each.kind in ("ext", "std") for each in subject.chosen):
        context.mistake(("for",), "what lies outside has no files here", "give crate:, mod:, path: or `.`")
    for key in ("require", "forbid", "only"):
        _check(key, patterns(key), subject, context)
    return FilesSpec(
        subject,
        patterns("require"),
        patterns("forbid"),
        patterns("only"),
        read_excuses(data, context),
        str(data.get("graph", "")),
        bool(data.get("may_be_empty", False)),
    )


def _check(key: str, patterns: tuple[str, ...], subject: Selection, context: BuildContext) -> None:
    for pattern in patterns:
        if problem := pattern_problem(pattern):
            context.mistake((key,), f"`{pattern}` {problem}")
        for name in sorted({name for _, name in CAPTURE.findall(pattern)} - subject.captures):
            context.mistake((key,), f"`{{{name}}}` is not bound by `for`")


def _measure(rule: Rule, spec: FilesSpec, evidence: Evidence) -> Iterator[Sighting | Remark]:
    parts = parts_of(evidence, spec.subject)
    if not parts and not spec.may_be_empty:
        yield vacuous(rule, spec.subject)
    elif not spec.may_be_empty and not is_of_files(spec.subject):
        yield from unmatched(rule, evidence.graph, spec.subject)
    found = [Candidate(sighting, part.excusable) for part in parts for sighting in _of_part(rule, spec, part, evidence)]
    yield from excused(rule, spec.excuses, found, evidence)


def _of_part(rule: Rule, spec: FilesSpec, part: Part, evidence: Evidence) -> Iterator[Sighting]:
    home, bound = _home(part), dict(part.bound)
    for pattern in spec.require:
        matches = _matcher(home, (pattern,), bound)
        if not any(matches(path) for path in evidence.paths):
            text = f"{_filled(pattern, bound)} is missing"
            yield found_at(rule, part.unit, part.place, text, (part.name, pattern))
    forbidden = _matcher(home, spec.forbid, bound)
    allowed = _matcher(home, spec.only, bound)
    for path in sorted(part.files):
        if forbidden(path) or (spec.only and not allowed(path)):
            yield found_at(rule, part.unit, Place(path, 1), f"{path} does not belong here", (part.name, path))


def _home(part: Part) -> str:
    """The directory that patterns are read from."""
    if part.unit == WHOLE:
        return ""
    if part.unit.startswith("path:"):
        return part.name if part.files != {part.name} else part.name.rpartition("/")[0]
    first = min(node.path for node in part.nodes)
    return first.rpartition("/")[0] if first in part.files else "" if first == WHOLE else first


def _filled(pattern: str, bound: Mapping[str, str]) -> str:
    return CAPTURE.sub(lambda hit: bound.get(hit[2], hit[0]), pattern)


def _matcher(home: str, patterns: Iterable[str], bound: Mapping[str, str]) -> Callable[[str], bool]:
    """A test of paths: patterns are read from the home, or after a slash from the top; names are no patterns."""
    plain = {name: re.sub(r"[\[\]*?]", "?", text) for name, text in bound.items()}
    filled = [_filled(pattern, plain) for pattern in patterns]
    at_top = matcher(each.removeprefix("/") for each in filled if each.startswith("/"))
    at_home = matcher(each for each in filled if not each.startswith("/"))
    prefix = f"{home}/" if home else ""

    def matches(path: str) -> bool:
        return at_top(path) or (path.startswith(prefix) and at_home(path.removeprefix(prefix)))

    return matches


def _restrains(spec: FilesSpec, evidence: Evidence) -> Iterator[Restraint]:
    yield restraint_of(evidence, spec.subject)


KIND: Kind[FilesSpec] = Kind(
    verb=_VERB,
    about=VERBS[_VERB],
    shape=Table(
        {
            "for": selection_key("whose files: crate:, mod:, path: for directories and files, or `.`"),
            "require": Key(_PATTERNS, "patterns of which each must match a file"),
            "forbid": Key(_PATTERNS, "patterns that no file may match"),
            "only": Key(_PATTERNS, "patterns of which each file must match one"),
            "graph": GRAPH_KEY,
            "except": UNIT_EXCEPTIONS,
            "may_be_empty": EMPTY_KEY,
        }
    ),
    build=_build,
    measure=_measure,
    restrains=_restrains,
)
