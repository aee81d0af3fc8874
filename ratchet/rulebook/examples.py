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

    def mistake(steps: tuple[Step, ...], message: str, hint: str = "", on_key: bool = False) -> Mistake:
        return Mistake(named(steps, message), document.place(steps, on_key), hint)

    for index, example in enumerate(cast("dict[str, list[object]]", document.data)[key]):
        if not language and not (isinstance(example, dict) and "files" in example):
            yield mistake((key, index), "a rule without a language needs `files`", "write files: {path: text}")
            continue
        for path in _plain(example, language):
            if problem := path_problem(path):
                yield mistake((key, index, "files", path), f"`{path}` {problem}", on_key=True)
        count = _count(example)
        if count is not None and (count > 0) != (key == "invalid"):
            yield mistake((key, index, "count"), f"an example that is {key} has {'none' if key == 'valid' else 'some'}")


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
