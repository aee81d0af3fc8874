"""The shipped packs and a repository's own rules into the one rulebook that is in force."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from typing import TypeVar

from ratchet.kinds.kind import QueryCheck
from ratchet.model.config import Config
from ratchet.model.errors import Mistake, Place, RatchetError
from ratchet.model.language import Language
from ratchet.model.rule import Rule, Rulebook
from ratchet.model.shape import nearest
from ratchet.model.value import replace
from ratchet.rulebook.checking import raise_any
from ratchet.rulebook.languages import read_language
from ratchet.rulebook.rules import Known, linked, read_rules
from ratchet.rulebook.sources import Source, sources
from ratchet.syntax.queries import QueryMistake, query_mistakes, text_mistakes

__all__ = ["Query", "Trial", "build_rulebook"]

T = TypeVar("T")


Query = tuple[Language, str]

Trial = Callable[[Sequence[Query]], bool]
"""Whether the grammars have nothing against any of some queries whose texts are in order."""


def build_rulebook(
    config: Config, shipped: Mapping[str, bytes], local: Mapping[str, bytes], trial: Trial | None = None
) -> tuple[Rulebook, Mapping[str, Language]]:
    """The rules in force and the languages they speak of; every mistake in any file is one error.

    A rule cannot be read without its language, so mistakes in language files come alone. Grammars take longer to try
    a query than all else takes: a `trial` may have several tried at once, and where it ends well that was all.
    """
    files = sources(config, shipped, local)
    languages = _languages([file for file in files if file.is_language])
    known = Known(languages, config.groups)
    own = [file for file in files if not file.is_language]
    rules = (_tried(own, known, trial) if trial else None) or _rules(own, known, _check)
    raise_any(_settings_mistakes(config, rules))
    phased = {id_: replace(rule, phase=config.phases.get(id_, rule.phase)) for id_, rule in sorted(rules.items())}
    return Rulebook(phased), languages


def _languages(files: list[Source]) -> dict[str, Language]:
    found, mistakes = _read_all(files, lambda file: (Place(file.path, 1, 1), read_language(file.path, file.text)))
    languages: dict[str, tuple[Place, Language]] = {}
    for place, language in found:
        first, _ = languages.setdefault(language.name, (place, language))
        if first is not place:
            mistakes.append(_twice(f"the language `{language.name}`", place, first))
    mistakes += _shared_suffixes(found)
    raise_any(mistakes)
    return {name: language for name, (_, language) in sorted(languages.items())}


def _shared_suffixes(found: list[tuple[Place, Language]]) -> Iterator[Mistake]:
    """A file has one language: a second one with its suffix would take it from the rules of the first."""
    owners: dict[str, tuple[Place, Language]] = {}
    for place, language in found:
        for suffix in language.suffixes:
            first, owner = owners.setdefault(suffix, (place, language))
            if owner.name != language.name:
                message = f"files that end in `{suffix}` are {owner.name} already ({first.path})"
                yield Mistake(message, place, "leave the suffix out, or change that language's own file")


def _tried(files: list[Source], known: Known, trial: Trial) -> dict[str, Rule] | None:
    """The rules, where nothing is wrong with them and their queries; None where somebody has to say what is."""
    waiting: list[Query] = []

    def note(language: Language, query: str) -> tuple[QueryMistake, ...]:
        waiting.append((language, query))
        return text_mistakes(query)

    try:
        rules = _rules(files, known, lambda file: _check(file) if file.is_tried else note)
    except RatchetError:
        return None  # a grammar may have something to say as well
    longest_first = sorted(waiting, key=lambda query: len(query[1]), reverse=True)
    return rules if trial(longest_first) else None


def _rules(files: list[Source], known: Known, check: Callable[[Source], QueryCheck]) -> dict[str, Rule]:
    found, mistakes = _read_all(files, lambda file: _rules_in(file, known, check(file)))
    rules: dict[str, Rule] = {}
    for rule in chain.from_iterable(found):  # shipped rules first: an own one was there before a release took its name
        first = rules.get(rule.id)
        if first is None or (first.shipped and not rule.shipped):
            rules[rule.id] = rule
        else:
            mistakes.append(_twice(f"the rule `{rule.id}`", rule.place, first.place))
    rules, unlinked = linked(rules)
    raise_any([*mistakes, *unlinked])
    return rules


def _rules_in(file: Source, known: Known, check: QueryCheck) -> tuple[Rule, ...]:
    rules = read_rules(file.path, file.text, known, check)
    return tuple(replace(rule, shipped=file.is_shipped, proven=file.is_tried) for rule in rules)


def _check(file: Source) -> QueryCheck:
    """Queries that are released were tried against their grammars before; that takes 8 ms each, or more."""
    return (lambda _, query: text_mistakes(query)) if file.is_tried else query_mistakes


def _read_all(files: list[Source], read: Callable[[Source], T]) -> tuple[list[T], list[Mistake]]:
    found: list[T] = []
    mistakes: list[Mistake] = []
    for file in files:
        try:
            found.append(read(file))
        except RatchetError as error:
            mistakes += error.mistakes
    return found, mistakes


def _twice(what: str, place: Place, first: Place) -> Mistake:
    hint = "give one of them another name; how much a rule may do is set under [phase] in ratchet.toml"
    return Mistake(f"{what} is already defined in {first}", place, hint)


def _settings_mistakes(config: Config, rules: Mapping[str, Rule]) -> Iterator[Mistake]:
    for table, ids in (("phase", config.phases), ("goal", config.goals)):
        for id_ in ids:
            if id_ not in rules:
                hint = nearest(id_, rules) or "run: ratchet count, for the rules in force"
                yield Mistake(f"[{table}] names the rule `{id_}`, which is not in force", Place(config.path), hint)
