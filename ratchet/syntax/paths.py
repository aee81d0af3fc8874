"""Scopes for languages in which a file's path alone tells its role."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ratchet.model.globs import matcher
from ratchet.model.language import Language
from ratchet.model.scope import PRODUCTION_ROLE, Role, Scope
from ratchet.syntax.scoping import Files, Roles, Scoped, Stretch, Tokens, Zone

__all__ = [
    "bodies",
    "comment_places",
    "gaps",
    "is_test",
    "items",
    "items_around",
    "leaves",
    "may_link",
    "mended",
    "module_path",
    "open_end",
    "plain",
    "roles",
    "scopes",
    "ties",
    "token_nodes",
    "tokens",
    "zones",
]


def token_nodes() -> frozenset[str]:
    """These grammars keep no mere tokens."""
    return frozenset()


def plain(source: bytes) -> bytes:
    """The grammar reads all there is."""
    return source


def items(_text: bytes) -> None:
    """Files are parsed as a whole."""


def items_around(_code: bytes, _places: Sequence[int]) -> tuple[Stretch, ...]:
    """As above: they have no items."""
    return ()


def is_test(_code: bytes, _item: Stretch) -> bool:
    """As above."""
    return False


def ties(_code: bytes, _chosen: Sequence[Stretch], _language: Language) -> tuple[int, ...]:
    """As above."""
    return ()


def bodies() -> frozenset[str]:
    """Nothing is left out of files that are parsed as a whole."""
    return frozenset()


def leaves() -> frozenset[str]:
    """As above."""
    return frozenset()


def gaps(
    _code: bytes, _item: Stretch, _places: Sequence[int], _deep: Sequence[int], _language: Language
) -> tuple[Stretch, ...]:
    """As above."""
    return ()


def mended(text: bytes) -> bytes:
    """What does not parse stays as it is."""
    return text


def comment_places(_text: bytes, _start: int, _end: int) -> tuple[int, ...]:
    """There are no mere tokens for comments to be between."""
    return ()


def may_link(_text: bytes) -> bool:
    """No file changes the role of another."""
    return False


def open_end(text: bytes) -> int:
    """Whatever does not end is an error in the trees of these languages."""
    return len(text)


def zones(_errors: Sequence[object]) -> tuple[Zone, ...]:
    """The trees of these languages hold what can be known."""
    return ()


def tokens(text: bytes, stretch: Stretch) -> Tokens:
    """A stretch as it stands."""
    return Tokens(text[slice(*stretch)], -stretch[0])


def scopes(_root: object, _text: bytes, _language: Language) -> Scoped:
    """No part of a file differs from the rest of it, and no file changes the role of another."""
    return (), ()


def roles(
    files: Files, _read: Callable[[str], bytes], _paths: Sequence[str], language: Language, proving: bool = True
) -> Roles:
    """The first group of globs that matches decides on the scope, and the first of programs on who owns the file."""
    groups = [(scope, pattern, matcher([pattern])) for scope, patterns in language.paths for pattern in patterns]
    programs = [(pattern, matcher([pattern])) for pattern in language.programs]

    def role(path: str) -> Role:
        found = next(((scope, pattern) for scope, pattern, matches in groups if matches(path)), None)
        program = next((pattern for pattern, matches in programs if matches(path)), None)
        if found is None and program is None:
            return PRODUCTION_ROLE
        proof = [f"{path} matches `{found[1]}`: {found[0]} code"] if found else []
        proof += [f"{path} matches `{program}`: a program"] if program else []
        scope = found[0] if found else Scope.PRODUCTION
        return Role(scope, library=program is None, proof=tuple(proof) if proving else ())

    return Roles({path: role(path) for path in files})


def module_path(path: str) -> str:
    """`a/b/c.py` → `a.b.c`, without a `src` root and without `__init__`."""
    parts = path.rpartition(".")[0].split("/")
    parts = parts[parts.index("src") + 1 :] if "src" in parts[:-1] else parts
    return ".".join(part for part in parts if part != "__init__")
