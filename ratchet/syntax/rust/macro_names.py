"""What a Rust file calls its macros: those that it defines, other names of known ones, and names that it hands on."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet

from ratchet.syntax.late import late
from ratchet.syntax.rust.marks import (
    INCLUDES,
    STD_MACROS,
    STRINGS,
    arguments_of,
    leaf,
    name_of,
    token_after,
    token_before,
    token_nodes,
    words,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["defined_macros", "include_names", "matchers", "own_macros", "path_macros", "told_includes", "told_paths"]

_DEFINITION = late(rb"macro_rules(?=[\s!/])")
_ALIAS = late(rb"as(?=[\s/])")
_PATHS = frozenset({"concat", "env", "stringify"})
_RENAMED = late(rb"include(?:_bytes|_str)?(?=\s+as\b|\s*/[/*])")
_CALLS_TOLD = late(rb"\$\s*\w+\s*(?:!(?!=)|/[/*])|\buse\b[^;]{0,200}\$\s*\w+\s*as\b")
_PATH = late(rb"path(?=\s*(?:=|/[/*]))")


def defined_macros(root: Node, text: bytes, names: AbstractSet[str]) -> set[str]:
    """The names among some that the file gives to macros of its own, or to others as an alias."""
    own = {name for _, name, _ in _definitions(root, text)} | {alias for _, alias in _aliases(root, text)}
    if any(name.startswith("$") for name in own):  # a macro is told what it calls another
        own |= {name_of(word) for word in _told(root, text, names)}
    return own & names


def include_names(root: Node, text: bytes) -> dict[str, str]:
    """The macros that take another file, by what they are called here: `use std::include as inc` is followed."""
    names = {name: name for name in INCLUDES}
    return _with_aliases(root, text, names) if _RENAMED().search(text) else names


def told_includes(root: Node, text: bytes, names: Mapping[str, str]) -> Iterator[Node]:
    """Where `include` is handed to a macro, in a file with a macro that calls what it is handed: `$name!(…)`."""
    if b"include" in text and _CALLS_TOLD().search(text):
        yield from _told(root, text, {name for name, known in names.items() if known == "include"})


def told_paths(root: Node, text: bytes) -> Iterator[tuple[Node, Node]]:
    """Where a macro is told or says `path = "…"`, and the path, unless it is of a `mod` that stands behind it.

    The macro may make an attribute of the one, or a `mod` of what stands behind the other.
    """
    for match in words(_PATH(), text, root) if b"macro_rules" in text else ():
        word = leaf(root, match.start())
        sign = token_after(word) if word.parent is not None and word.parent.type in token_nodes() else None
        path = token_after(sign) if sign is not None and sign.type == "=" else None
        if path is not None and path.type in STRINGS and _may_be_of_module(word):
            yield word, path


def _may_be_of_module(word: Node) -> bool:
    """Whether a word is among the tokens of a macro, and neither of another attribute nor of a `mod` that is seen."""
    around, name = word.parent, "path"
    while around is not None and around.type in token_nodes():
        mark = token_before(around)
        if mark is not None and mark.type in ("#", "!") and around.children[0].type == "[":
            return name in ("path", "cfg_attr") and not _has_module(around)
        name = name_of(mark) if mark is not None else ""
        around = around.parent
    return around is not None and around.type != "attribute"


def _has_module(attribute: Node) -> bool:
    """Whether `mod` stands between an attribute and the end of its item."""
    behind = token_after(attribute)
    while behind is not None and behind.type not in (";", "mod"):
        behind = token_after(behind)
    return behind is not None and behind.type == "mod"


def path_macros(root: Node, text: bytes) -> dict[str, str]:
    """The macros that work out a path, by what they are called here, unless the file defines one of that name."""
    own = defined_macros(root, text, _PATHS)
    return _with_aliases(root, text, {name: name for name in sorted(_PATHS - own)})


def _with_aliases(root: Node, text: bytes, names: Mapping[str, str]) -> dict[str, str]:
    found, clauses = dict(names), list(_aliases(root, text))
    while fresh := {alias: found[path] for path, alias in clauses if path in found and alias not in found}:
        found |= fresh
    return found


def matchers(root: Node, text: bytes) -> Iterator[Node]:
    """What a `macro_rules!` among tokens matches, which is no code; elsewhere the grammar knows it."""
    for _, _, body in _definitions(root, text):
        for arm in body.children if body is not None else ():
            arrow = token_after(arm) if arm.type == "token_tree" else None
            if arrow is not None and arrow.type == "=>":
                yield arm


def own_macros(root: Node, text: bytes) -> Iterator[tuple[Node, str]]:
    """Where the file gives a name of std to a macro of its own."""
    return ((word, name) for word, name, _ in _definitions(root, text) if name in STD_MACROS)


def _aliases(root: Node, text: bytes) -> Iterator[tuple[str, str]]:
    """The last names of what `use … as …` speaks of, and what it calls them; a cast looks the same."""
    for match in words(_ALIAS(), text, root):
        word = leaf(root, match.start())
        path, alias = (token_before(word), token_after(word)) if word.type == "as" else (None, None)
        if path is not None and alias is not None:
            yield name_of(path).rpartition("::")[2].strip().removeprefix("r#"), name_of(alias)


def _told(root: Node, text: bytes, names: AbstractSet[str]) -> Iterator[Node]:
    """Where some names are among tokens and call nothing there: a macro may be told them, and call them."""
    patterns = (re.compile(name + rb"(?!\w)") for name in map(str.encode, sorted(names)) if name in text)
    for match in (match for pattern in patterns for match in words(pattern, text, root)):
        word = leaf(root, match.start())
        around = word.parent
        if word.type == "identifier" and around is not None and around.type in token_nodes() and not arguments_of(word):
            yield word


def _definitions(root: Node, text: bytes) -> Iterator[tuple[Node, str, Node | None]]:
    """Where every macro is defined, its name, and its rules where they are mere tokens."""
    for match in words(_DEFINITION(), text, root) if b"macro_rules" in text else ():
        word = leaf(root, match.start())
        around = word.parent
        if around is not None and around.type == "macro_definition":
            name = around.child_by_field_name("name")
            yield word, name_of(name) if name is not None else "", None
        elif around is not None and around.type in token_nodes():
            mark = token_after(word)
            body = name = token_after(mark) if mark is not None and mark.type == "!" else None
            while body is not None and body.type not in ("token_tree", ";"):
                body = token_after(body)
            if name is not None and body is not None and body.type == "token_tree":
                yield word, name_of(name), body
