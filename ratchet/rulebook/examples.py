"""The examples of a rule: the small trees in which it must, or must not, find something."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import cast

from ratchet.model.errors import Mistake
from ratchet.model.language import Language
from ratchet.model.rule import Example
from ratchet.model.shape import AnyOf, Key, List, Map, Number, Shape, Step, Table, Text
from ratchet.rulebook.checking import named
from ratchet.rulebook.inside import path_problem
from ratchet.rulebook.yaml_reader import Document

__all__ = ["EXAMPLES_SHAPE", "example_mistakes", "read_examples"]

Steps = tuple[Step, ...]

_COUNT = Key(Number(), "how many findings there are; at least one in an invalid example unless said")
EXAMPLES_SHAPE: Shape = List(
    AnyOf(
        (
            Text(),
            Table(
                {
                    "code": Key(Text(blank=True), "the text of the one file", required=True),
                    "path": Key(Text(), "where the file stands"),
                    "count": _COUNT,
                }
            ),
            Table({"files": Key(Map(Text(blank=True)), "path and text of each file", required=True), "count": _COUNT}),
        )
    ),
    least=1,
)
# Cargo's manifest tells which files are library, test, bench, example or build.
_MANIFEST = "Cargo.toml"
_MINIMAL_MANIFEST = '[package]\nname = "example"\nversion = "0.0.0"\nedition = "2021"\n'


def read_examples(document: Document, key: str, language: Language | None) -> tuple[Example, ...]:
    """The examples under `valid` or `invalid`."""
    found = cast("dict[str, list[object]]", document.data)[key]
    return tuple(
        Example(_files(_plain(example, language), language), _count(example), document.place((key, index)))
        for index, example in enumerate(found)
    )


def example_mistakes(document: Document, key: str, language: Language | None) -> Iterator[Mistake]:
    """What is wrong with examples of the right shape."""
    for index, example in enumerate(cast("dict[str, list[object]]", document.data)[key]):
        steps: Steps = (key, index)
        if not language and not (isinstance(example, dict) and "files" in example):
            message = named(steps, "a rule without a language needs `files`")
            yield Mistake(message, document.place(steps), "write files: {path: text}")
        if isinstance(example, dict):
            yield from _path_mistakes(document, steps, example)
            yield from _count_mistakes(document, (*steps, "count"), _count(example), must_find=key == "invalid")


def _path_mistakes(document: Document, steps: Steps, example: Mapping[str, object]) -> Iterator[Mistake]:
    way = (*steps, "files")
    for path in cast("dict[str, str]", example.get("files", {})):
        if problem := path_problem(path):
            yield Mistake(named(way, f"`{path}` {problem}"), document.place((*way, path), on_key=True))
    way = (*steps, "path")
    if "path" in example and (problem := path_problem(str(example["path"]))):
        yield Mistake(named(way, f"`{example['path']}` {problem}"), document.place(way))


def _count_mistakes(document: Document, steps: Steps, count: int | None, *, must_find: bool) -> Iterator[Mistake]:
    if count is not None and (count > 0) != must_find:
        message = "an invalid example has findings" if must_find else "a valid example has no findings"
        yield Mistake(named(steps, message), document.place(steps))


def _count(example: object) -> int | None:
    return cast("int | None", example.get("count")) if isinstance(example, dict) else None


def _plain(example: object, language: Language | None) -> Mapping[str, str]:
    """The files as they are written."""
    if not isinstance(example, dict):
        return {_default_path(language): str(example)}
    if "files" in example:
        return cast("dict[str, str]", example["files"])
    return {example.get("path", _default_path(language)): example["code"]}


def _files(files: Mapping[str, str], language: Language | None) -> tuple[tuple[str, str], ...]:
    """The files in order, and for Rust a manifest where none is given."""
    missing = _is_rust(language) and not any(path.rpartition("/")[2] == _MANIFEST for path in files)
    return tuple(sorted({**files, **({_MANIFEST: _MINIMAL_MANIFEST} if missing else {})}.items()))


def _default_path(language: Language | None) -> str:
    if not language:
        return "example"
    return "src/lib.rs" if _is_rust(language) else f"example{language.suffixes[0]}"


def _is_rust(language: Language | None) -> bool:
    return language is not None and language.scopes == "rust"
