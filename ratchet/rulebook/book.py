"""The shipped packs and a repository's own rules into the one rulebook that is in force."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
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
from ratchet.syntax.queries import query_mistakes, text_mistakes

__all__ = ["build_rulebook"]

T = TypeVar("T")


def build_rulebook(
    config: Config, shipped: Mapping[str, bytes], local: Mapping[str, bytes]
) -> tuple[Rulebook, Mapping[str, Language]]:
    """The rules in force and the languages they speak of; every mistake in any file is one error.

    A rule cannot be read without its language, so mistakes in language files come alone.
    """
    files = sources(config, shipped, local)
    languages = _languages([file for file in files if file.is_language])
    rules = _rules([file for file in files if not file.is_language], Known(languages, config.groups))
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


def _rules(files: list[Source], known: Known) -> dict[str, Rule]:
    found, mistakes = _read_all(files, lambda file: read_rules(file.path, file.text, known, _check(file)))
    rules: dict[str, Rule] = {}
    for rule in chain.from_iterable(found):
        first = rules.setdefault(rule.id, rule)
        if first is not rule:
            mistakes.append(_twice(f"the rule `{rule.id}`", rule.place, first.place))
    rules, unlinked = linked(rules)
    raise_any([*mistakes, *unlinked])
    return rules


def _check(file: Source) -> QueryCheck:
    """Shipped queries were tried against their grammars when they were released; that takes 8 ms each."""
    return (lambda _, query: text_mistakes(query)) if file.is_shipped else query_mistakes


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
