"""A `language.yaml` into a language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import cast

from ratchet.model.errors import Mistake, Place, RatchetError
from ratchet.model.language import Language
from ratchet.model.scope import COMPILED, Scope
from ratchet.model.shape import Key, List, Shape, Step, Table, Text
from ratchet.rulebook.checking import document_mistakes, named, raise_any, without_wrong
from ratchet.rulebook.inside import glob_problem
from ratchet.rulebook.yaml_reader import Document, read_documents
from ratchet.syntax.grammars import GRAMMAR_FORM
from ratchet.syntax.queries import text_mistakes
from ratchet.syntax.query_shape import is_row, parts

__all__ = ["LANGUAGE_SHAPE", "read_language"]

Steps = tuple[Step, ...]

_WORDS = List(Text(form=r"\w+(::\w+)*", example="tokio::test"))
_CAPTURES = {"symbols": ("@symbol", "@name"), "comments": ("@comment",)}

LANGUAGE_SHAPE: Shape = Table(
    {
        "language": Key(Text(form="[a-z][a-z0-9-]*", example="rust"), "the name that rules use", required=True),
        "grammar": Key(
            Text(form=GRAMMAR_FORM, example="tree_sitter_rust"), "the module of the grammar wheel", required=True
        ),
        "entry": Key(
            Text(form="language[a-z_]*", example="language_tsx"), "the function of that module; `language` unless said"
        ),
        "suffixes": Key(List(Text(form=r"\.[\w.+-]+", example=".rs"), least=1), "how its files end", required=True),
        "comment": Key(Text(), "what starts a comment to the end of the line", required=True),
        "separator": Key(Text(), "what stands between the parts of a name", required=True),
        "symbols": Key(Text(), "a query: @symbol is a thing with a name, @name is its name", required=True),
        "comments": Key(Text(), "a query: @comment is a comment", required=True),
        "scopes": Key(Text(words=("paths", "python", "rust")), "what tells production from test; paths unless said"),
        "test_attributes": Key(_WORDS, "attributes that make a function a test"),
        "bench_attributes": Key(_WORDS, "attributes that make a function a benchmark"),
        "test_macros": Key(_WORDS, "macros whose body is test code"),
        "inert_macros": Key(_WORDS, "macros whose tokens are never compiled"),
        "roots": Key(List(Text()), "files that the language reaches without being told, as globs"),
        "programs": Key(List(Text()), "globs of files that belong to a program and to no library"),
        "paths": Key(
            Table(
                {scope.value: Key(List(Text()), f"globs of files that are {scope.value} code") for scope in COMPILED}
            ),
            "which files are of which scope; the first that matches decides",
        ),
    }
)


def read_language(path: str, text: bytes) -> Language:
    """The one language of a file; its queries are checked as far as that needs no grammar."""
    documents = read_documents(path, text)
    if len(documents) != 1:
        raise RatchetError(f"a language file holds one document, not {len(documents)}", Place(path, 1, 1))
    document = documents[0]
    wrongs = list(LANGUAGE_SHAPE.check(document.data, ()))
    mistakes = document_mistakes(wrongs, document)
    if isinstance(document.data, dict):
        sound = without_wrong(document.data, wrongs)
        mistakes += [*_query_mistakes(document, sound), *_glob_mistakes(document, sound)]
    raise_any(mistakes)
    return _language(cast("dict[str, object]", document.data))


def _query_mistakes(document: Document, data: Mapping[str, object]) -> Iterator[Mistake]:
    for key, captures in _CAPTURES.items():
        query = cast(str, data.get(key, ""))
        wrongs = text_mistakes(query, captures) if key in data else ()
        for wrong in wrongs:
            yield Mistake(
                named((key,), wrong.message), document.text_place((key,), wrong.row, wrong.column), wrong.hint
            )
        if not wrongs and any(is_row(pattern) for pattern in parts(query)):
            message, hint = "a pattern begins with several nodes", "begin with the node that is around them"
            yield Mistake(named((key,), message), document.place((key,)), hint)


def _glob_mistakes(document: Document, data: Mapping[str, object]) -> Iterator[Mistake]:
    lists: dict[Steps, list[str]] = {(key,): cast("list[str]", data.get(key, [])) for key in ("roots", "programs")}
    lists |= {("paths", scope): globs for scope, globs in cast("dict[str, list[str]]", data.get("paths", {})).items()}
    for steps, globs in lists.items():
        for index, glob in enumerate(globs):
            if problem := glob_problem(glob):
                place = document.place((*steps, index))
                yield Mistake(named((*steps, index), f"`{glob}` {problem}"), place)


def _language(data: Mapping[str, object]) -> Language:
    def text(key: str, default: str = "") -> str:
        return cast(str, data.get(key, default))

    def texts(key: str) -> tuple[str, ...]:
        return tuple(cast("list[str]", data.get(key, [])))

    paths = cast("dict[str, list[str]]", data.get("paths", {}))
    return Language(
        name=text("language"),
        grammar=text("grammar"),
        entry=text("entry", "language"),
        suffixes=texts("suffixes"),
        comment=text("comment"),
        separator=text("separator"),
        symbols=text("symbols"),
        comments=text("comments"),
        scopes=text("scopes", "paths"),
        test_attributes=texts("test_attributes"),
        bench_attributes=texts("bench_attributes"),
        test_macros=texts("test_macros"),
        inert_macros=texts("inert_macros"),
        roots=texts("roots"),
        programs=texts("programs"),
        paths=tuple((Scope(scope), tuple(globs)) for scope, globs in paths.items()),
    )
