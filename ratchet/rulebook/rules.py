"""A rule file into rules: one or several YAML documents, every mistake at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import cast

from ratchet.kinds.catalogue import catalogue
from ratchet.kinds.kind import BuildContext, Complain, QueryCheck
from ratchet.kinds.verbs import VERBS
from ratchet.model.errors import Mistake, Place, RatchetError
from ratchet.model.language import Language
from ratchet.model.rule import Phase, Rule, Spec
from ratchet.model.shape import Key, Shape, Step, Table, Text, Wrong
from ratchet.model.value import field, frozen, replace
from ratchet.rulebook.checking import document_mistakes, named, raise_any, without_wrong
from ratchet.rulebook.examples import EXAMPLES_SHAPE, example_mistakes, read_examples
from ratchet.rulebook.yaml_reader import Document, read_documents
from ratchet.syntax.queries import query_mistakes

__all__ = ["RULE_SHAPE", "Known", "linked", "read_rules"]

_ID = Text(form="[a-z][a-z0-9-]*/[a-z][a-z0-9-]*", example="rust/unwrap")


@frozen
class _OfKind(Shape):
    """What may stand under a verb, as its kind says when it is asked."""

    verb: str

    def check(self, value: object, path: tuple[Step, ...]) -> Iterator[Wrong]:
        return catalogue()[self.verb].shape.check(value, path)

    def schema(self) -> dict[str, object]:
        return catalogue()[self.verb].shape.schema()


RULE_SHAPE = Table(
    {
        "id": Key(_ID, "the name of the rule: its pack, a slash, and what it is about", required=True),
        "because": Key(Text(), "why it matters, in one sentence", required=True),
        "advice": Key(Text(), "what to write instead", required=True),
        "family": Key(Text(form="[a-z][a-z0-9-]*", example="panic"), "rules whose findings are traded for one another"),
        "phase": Key(Text(words=tuple(phase.value for phase in Phase)), "how much it may do; block unless said"),
        "caveats": Key(Text(), "what syntax cannot tell, and how the rule decides then"),
        **{verb: Key(_OfKind(verb), about) for verb, about in sorted(VERBS.items())},
        "valid": Key(EXAMPLES_SHAPE, "code in which the rule finds nothing; every count rule has some"),
        "invalid": Key(EXAMPLES_SHAPE, "code in which the rule finds something; every count rule has some"),
    },
    one_of=tuple(catalogue()),
)


@frozen
class Known:
    """What a rule may speak of: languages, and named groups of selectors."""

    languages: Mapping[str, Language]
    groups: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def read_rules(path: str, text: bytes, known: Known, check_query: QueryCheck = query_mistakes) -> tuple[Rule, ...]:
    """The rules of a file, in order; everything wrong in the file is one error."""
    documents = read_documents(path, text)
    if not documents:
        raise RatchetError("the file holds no rule", Place(path, 1, 1), "write one, or delete the file")
    mistakes: list[Mistake] = []
    rules = [_read(document, known, check_query, mistakes) for document in documents]
    raise_any(mistakes)
    return tuple(rule for rule in rules if rule)


def linked(rules: Mapping[str, Rule]) -> tuple[dict[str, Rule], list[Mistake]]:
    """The rules with what they say of each other, and what is wrong with that."""
    found: dict[str, Rule] = {}
    mistakes: list[Mistake] = []
    for id_, rule in rules.items():
        link = catalogue()[rule.verb].link
        found[id_] = replace(rule, spec=link(rule.spec, rules, _complain_at(rule, mistakes))) if link else rule
    return found, mistakes


def _complain_at(rule: Rule, mistakes: list[Mistake]) -> Complain:
    def complain(
        steps: tuple[Step, ...], message: str, hint: str = "", row: int | None = None, column: int | None = None
    ) -> None:
        del row, column  # the text of the rule is gone by now; its first line tells which one it is
        mistakes.append(Mistake(named((rule.verb, *steps), message), rule.place, hint))

    return complain


def _read(document: Document, known: Known, check_query: QueryCheck, mistakes: list[Mistake]) -> Rule | None:
    """The rule of a document, unless its shape is wrong; mistakes are taken down."""
    wrongs = list(RULE_SHAPE.check(document.data, ()))
    mistakes += document_mistakes(wrongs, document)
    data = without_wrong(document.data, wrongs) if isinstance(document.data, dict) else {}
    context = partial(_context, document, known, check_query, mistakes)
    specs = {verb: _spec(verb, data[verb], context(verb)) for verb in catalogue() if verb in data}
    if wrongs:
        return None
    [(verb, spec)] = specs.items()
    name = _language(data[verb])
    language = known.languages.get(name)
    for key in ("valid", "invalid"):
        if key not in data and catalogue()[verb].proves:
            mistakes.append(Mistake(f"`{key}` is missing", document.place(()), RULE_SHAPE.keys[key].about))
        elif key in data and (language or not name):
            mistakes += example_mistakes(document, key, language)
    return _rule(document, verb, spec, language)


def _language(spec: object) -> str:
    return str(spec.get("language", "")) if isinstance(spec, dict) else ""


def _spec(verb: str, data: object, context: BuildContext) -> Spec:
    return cast(Spec, catalogue()[verb].build(cast("dict[str, object]", data), context))


def _context(
    document: Document, known: Known, check_query: QueryCheck, mistakes: list[Mistake], verb: str
) -> BuildContext:
    def complain(
        steps: tuple[Step, ...], message: str, hint: str = "", row: int | None = None, column: int | None = None
    ) -> None:
        way = (verb, *steps)
        place = document.place(way) if row is None else document.text_place(way, row, column or 0)
        mistakes.append(Mistake(named(way, message), place, hint))

    def place(steps: tuple[Step, ...]) -> Place:
        return document.place((verb, *steps))

    return BuildContext(known.languages, complain, check_query, known.groups, place)


def _rule(document: Document, verb: str, spec: Spec, language: Language | None) -> Rule:
    data = cast("dict[str, str]", document.data)
    return Rule(
        id=data["id"],
        because=data["because"],
        advice=data["advice"],
        family=data.get("family", ""),
        verb=verb,
        spec=spec,
        phase=Phase(data.get("phase", Phase.BLOCK)),
        place=document.place(("id",)),
        caveats=data.get("caveats", ""),
        valid=read_examples(document, "valid", language) if "valid" in data else (),
        invalid=read_examples(document, "invalid", language) if "invalid" in data else (),
    )
